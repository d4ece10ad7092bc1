"""Reports for programs: JSON, JSON lines, and CSV."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import TypeAlias

from gpucmp.options import Option
from gpucmp.report import SCHEMA, Report
from gpucmp.text import Lang, Text

Plain: TypeAlias = "str | int | float | bool | list[Plain] | dict[str, Plain] | None"
"""What JSON can say."""

FORMULA_STARTS = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
"""Starts that make a spreadsheet compute a cell, full-width ones too (OWASP, CSV Injection)."""

LIST_SEPARATOR = "; "


def plain(value: object, lang: Lang) -> Plain:
    """Turn *value* into what JSON can say: fields become keys, ``schema`` first.

    Raises:
        TypeError: The value is of a kind that no report has.
    """
    match value:
        case Text():
            return value.in_(lang)
        case str():
            return str(value)
        case bool() | int() | float() | None:
            return value
        case Mapping():
            return {str(key): plain(one, lang) for key, one in value.items()}
        case list() | tuple():
            return [plain(one, lang) for one in value]
        case _ if is_dataclass(value):
            names = sorted((one.name for one in fields(value)), key=lambda name: name != "schema")
            return {name: plain(getattr(value, name), lang) for name in names}
        case _:
            raise TypeError(f"no report holds {value!r}")


def render_json(reports: Sequence[Report], lang: Lang) -> str:
    """Write one report as it is, or several under ``reports``, as indented JSON."""
    if len(reports) == 1:
        return f"{_json(plain(reports[0], lang), indent=2)}\n"
    several = {"schema": SCHEMA, "reports": plain(reports, lang)}
    return f"{_json(several, indent=2)}\n"


def render_jsonl(reports: Sequence[Report], lang: Lang) -> str:
    """Write one compact JSON object a line, one line a report."""
    return "".join(f"{_json(plain(report, lang))}\n" for report in reports)


def _json(value: Plain, *, indent: int | None = None) -> str:
    separators = None if indent else (",", ":")
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators
    )


def render_csv(reports: Sequence[Report], lang: Lang) -> str:
    """Write one row a report below a header, as RFC 4180 says."""
    import csv
    import io

    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows([_cell(one) for one in _row(report, lang)] for report in reports)
    return text.getvalue()


COLUMNS = (
    "name",
    "file",
    "option",
    "purchase",
    "purchase_owned",
    "purchase_rented",
    "strength",
    "margin",
    "score_self_hosted",
    "score_cloud",
    "score_hybrid",
    "ruled_out",
    "rules",
    "first_question",
)


def _row(report: Report, lang: Lang) -> Iterable[str | float | None]:
    verdict, bought = report.verdict, report.verdict.purchases
    removed = [one for one in report.ruled_out if one.certain]
    rules = (*(one.rule for one in removed), *_counted(report))
    yield from (report.name, report.file, verdict.option)
    yield from (verdict.purchase, bought.owned, bought.rented)
    yield from (verdict.strength, verdict.margin)
    yield from (report.scores[option] for option in Option)
    yield LIST_SEPARATOR.join(dict.fromkeys(one.option or one.purchase or "" for one in removed))
    yield LIST_SEPARATOR.join(dict.fromkeys(rules))
    yield report.questions[0].text.in_(lang) if report.questions else None


def _counted(report: Report) -> list[str]:
    """Name the criteria that gave points, those that tell the options apart most first."""
    spreads: dict[str, float] = {}
    for rule in report.rules:
        if any(rule.points.values()):
            points = [rule.points.get(option, 0.0) for option in Option]
            spreads[rule.id] = rule.weight * (max(points) - min(points))
    return sorted(spreads, key=lambda name: (-spreads[name], name))


def _cell(value: str | float | None) -> str | float | None:
    """Keep a spreadsheet from computing text that comes from a profile."""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(FORMULA_STARTS) else str(value)
    return value
