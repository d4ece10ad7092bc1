"""The guides' tables: how the options differ, and what one profile says to each row."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gpucmp.options import OPTIONS, Option, State
from gpucmp.pack import ComparisonRow, Pack
from gpucmp.report import Report, RuleResult
from gpucmp.text import Text

SCHEMA = "gpucmp.compare/1"
SAME = 1e-9


class Said(NamedTuple):
    """What a rule of the row comes to on the profile."""

    rule: str
    title: Text
    points: Mapping[Option, float]
    rules_out: tuple[Option, ...]
    """Options that it removes, whole."""


class ComparedRow(NamedTuple):
    """One row of the tables, marked for a profile where there is one."""

    id: str
    title: Text
    cells: Mapping[Option, Text]
    sources: tuple[str, ...]
    said: tuple[Said, ...]
    """The rules of the row that fire; empty without a profile."""
    waits_for: tuple[str, ...]
    """The unknown facts that its rules wait for."""
    favors: tuple[Option, ...]
    """Who gains most by the rules that fire; empty where nobody does."""


class Common(NamedTuple):
    """Something that does not differ between the options."""

    id: str
    text: Text
    sources: tuple[str, ...]


class Comparison(NamedTuple):
    """Both tables in one."""

    name: str
    """Of the profile; empty without one."""
    rows: tuple[ComparedRow, ...]
    common: tuple[Common, ...]
    schema: str = SCHEMA


def compare(pack: Pack, report: Report | None = None) -> Comparison:
    """Give the rows of *pack*, marked by the rules that fire in *report*."""
    results = {one.id: one for one in report.rules} if report else {}
    return Comparison(
        report.name if report else "",
        tuple(_row(row, results, report) for row in pack.comparison),
        tuple(
            Common(one.id, one.text, tuple(map(str, one.sources))) for one in pack.common_ground
        ),
    )


def _row(
    row: ComparisonRow, results: Mapping[str, RuleResult], report: Report | None
) -> ComparedRow:
    read = [results[rule] for rule in row.rules if rule in results]
    said = tuple(_said(read, report))
    waits = (fact for one in read for fact in one.waits_for)
    return ComparedRow(
        row.id,
        row.title,
        row.cells,
        tuple(map(str, row.sources)),
        said,
        tuple(dict.fromkeys(waits)),
        _favored(said),
    )


def _said(read: list[RuleResult], report: Report | None) -> Iterator[Said]:
    removed = report.ruled_out if report else ()
    for one in read:
        if one.state is State.FIRES:
            out = (gone.option for gone in removed if gone.rule == one.id and gone.certain)
            yield Said(one.id, one.title, one.points, tuple(filter(None, out)))


def _favored(said: tuple[Said, ...]) -> tuple[Option, ...]:
    """Name who gains most, an option that is ruled out excepted; nobody where all are even."""
    out = {option for one in said for option in one.rules_out}
    sums = {
        option: sum(one.points.get(option, 0.0) for one in said)
        for option in OPTIONS
        if option not in out
    }
    if not sums or (not out and max(sums.values()) - min(sums.values()) < SAME):
        return ()
    most = max(sums.values())
    return tuple(option for option, points in sums.items() if most - points < SAME)
