"""How scores and rules came about, down to the line of the profile: ``--explain``."""

from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Words

from gpucmp.errors import InputError, Place, Problem
from gpucmp.formats import Style
from gpucmp.formats.terminal import words, written
from gpucmp.options import Option, State
from gpucmp.pack import RuleKind
from gpucmp.phrasing import plain_value, signed
from gpucmp.report import Report, RuleResult, ScorePart
from gpucmp.words import option_text, state_text, word

ALL = "all"
ORDER = (State.FIRES, State.UNKNOWN, State.DOES_NOT_FIRE, State.NOT_APPLICABLE)


def render(reports: Sequence[Report], subject: str, style: Style) -> str:
    """Explain every score and rule, or the one rule *subject*.

    Raises:
        InputError: There is no such rule.
    """
    parts = [part for report in reports for part in _report(report, subject, style)]
    return written(parts, style)


def _report(report: Report, subject: str, style: Style) -> Iterable[RenderableType]:
    yield words(report.name, "bold")
    yield words("")
    if subject == ALL:
        for option in Option:
            yield from _score(report, option, style)
        rules = sorted(report.rules, key=_order)
    else:
        rules = [rule for rule in report.rules if rule.id == subject]
        if not rules:
            raise InputError([_no_such_rule(report, subject)])
    for rule in rules:
        yield from _rule(rule, report, style)


def _order(rule: RuleResult) -> tuple[int, int]:
    return ORDER.index(rule.state), tuple(RuleKind).index(RuleKind(rule.kind))


def _no_such_rule(report: Report, subject: str) -> Problem:
    from difflib import get_close_matches

    near = get_close_matches(subject.upper(), [rule.id for rule in report.rules], n=1, cutoff=0.4)
    hint = f"did you mean {near[0]}?" if near else "gpucmp rules list names them"
    return Problem(Place(f"--explain {subject}"), f"there is no rule {subject}", hint)


def _score(report: Report, option: Option, style: Style) -> Iterable[RenderableType]:
    heading = word("explain_score", style.lang).format(option=option_text(option).in_(style.lang))
    yield words(heading, "bold")
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    for part in report.parts:
        if part.option is option:
            points = f"{part.points:.1f}" if part.kind == "neutral" else signed(part.points)
            table.add_row(words(points), words(part.rule, "bold"), words(_label(part, report, style)))
    table.add_row(words(f"{report.scores[option]:.1f}", "bold"), "", words(word("score", style.lang)))
    yield Padding(table, (0, 0, 1, 2))


def _label(part: ScorePart, report: Report, style: Style) -> str:
    if part.kind == "neutral":
        return word("neutral", style.lang)
    titles = {one.id: one.title.in_(style.lang) for one in report.dimensions}
    if part.kind == "rule":
        rule = next(one for one in report.rules if one.id == part.rule)
        return f"{rule.title.in_(style.lang)} [{titles[part.dimension]}]"
    key = "clipped" if part.kind == "clipped" else "lower_end"
    return f"{titles[part.dimension]}: {word(key, style.lang)}"


def _rule(rule: RuleResult, report: Report, style: Style) -> Iterable[RenderableType]:
    line = Words()
    line.append(rule.id, "bold")
    line.append(f"  {rule.title.in_(style.lang)}")
    line.append(f"  {state_text(rule.state).in_(style.lang)}", "bold")
    yield line
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    for key, content in _rows(rule, report, style):
        table.add_row(words(key, "dim"), content)
    yield Padding(table, (0, 0, 1, 4))


def _rows(
    rule: RuleResult, report: Report, style: Style
) -> Iterable[tuple[str, RenderableType]]:
    lang = style.lang
    if rule.facts:
        yield word("explain_condition", lang), _tests(rule, style)
    if any(rule.points.values()):
        yield word("explain_points", lang), words(_points(rule, report, style))
    out = [one for one in report.ruled_out if one.rule == rule.id and one.certain]
    if out:
        targets = (one.option or one.purchase for one in out)
        yield word("ruled_out", lang), words(", ".join(str(one) for one in targets))
    if rule.waits_for:
        waits = word("waits_for", lang).format(facts=", ".join(rule.waits_for))
        yield "", words(waits)
    if rule.advises and rule.state is State.FIRES:
        yield word("advice", lang), words(rule.advises.in_(lang))
    if rule.why:
        yield word("explain_why", lang), words(rule.why.in_(lang))
    for at, source in enumerate(rule.sources):
        key = "" if at else word("explain_sources", lang)
        yield key, words(" ".join(filter(None, (source.text, source.url))))
    yield word("explain_rule", lang), words(rule.place)


def _tests(rule: RuleResult, style: Style) -> Table:
    table = Table.grid(padding=(0, 2))
    for used in rule.facts:
        value = word("unknown", style.lang) if used.value is None else plain_value(used.value)
        mark = {True: "✓", False: "✗", None: ""}[used.holds]
        table.add_row(
            words(mark), words(used.fact), words(used.test), words(value, "bold"),
            words(used.place, "dim"),
        )
    return table


def _points(rule: RuleResult, report: Report, style: Style) -> str:
    """Give the points out of -3 to 3, and the score points that they are worth."""
    counted = {part.option: part.points for part in report.parts if part.rule == rule.id}
    return ", ".join(
        f"{option_text(option).in_(style.lang)} {signed(points, '.3g')}"
        + (f" → {signed(counted[option])}" if option in counted else "")
        for option, points in rule.points.items()
        if points
    )
