"""How scores and rules came about, down to the line of the profile: ``--explain``."""

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from gpucmp.errors import InputError, Place, Problem
from gpucmp.formats import Style
from gpucmp.formats.terminal import NARROW, Words, written
from gpucmp.options import Option, State
from gpucmp.pack import RuleKind
from gpucmp.phrasing import plain_value, removed_target, signed
from gpucmp.report import Report, RuleResult, ScorePart
from gpucmp.words import option_text, state_text, word

ALL = "all"
GAP = 2
INDENT = 4
ORDER = (State.FIRES, State.UNKNOWN, State.DOES_NOT_FIRE, State.NOT_APPLICABLE)


def render(reports: Sequence[Report], subject: str, style: Style) -> str:
    """Explain every score and rule, or the one rule *subject*.

    Raises:
        InputError: There is no such rule.
    """
    parts = [part for report in reports for part in _report(report, subject, style)]
    return written(parts, style)


def _report(report: Report, subject: str, style: Style) -> Iterable[RenderableType]:
    yield Words(report.name, "bold")
    yield Words("")
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
    from gpucmp.reading.validation import suggestion

    hint = suggestion(subject, [rule.id for rule in report.rules])
    hint = hint or "gpucmp rules list names them"
    return Problem(Place(f"--explain {subject}"), f"there is no rule {subject}", hint)


def _score(report: Report, option: Option, style: Style) -> Iterable[RenderableType]:
    name = option_text(option).in_(style.lang)
    heading = word("explain_score", style.lang).format(option=name)
    yield Words(heading, "bold")
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    for part in report.parts:
        if part.option is option:
            points = f"{part.points:.1f}" if part.kind == "neutral" else signed(part.points)
            table.add_row(
                Words(points), Words(part.rule, "bold"), Words(_label(part, report, style))
            )
    table.add_row(
        Words(f"{report.scores[option]:.1f}", "bold"), "", Words(word("score", style.lang))
    )
    yield Padding(table, (0, 0, 1, 2))


def _label(part: ScorePart, report: Report, style: Style) -> str:
    if part.kind == "neutral":
        return word("neutral", style.lang)
    titles = {one.id: one.title.in_(style.lang) for one in report.dimensions}
    if part.kind == "rule":
        rule = next(one for one in report.rules if one.id == part.rule)
        return f"{rule.title.in_(style.lang)} [{titles[part.dimension]}]"
    key = "clipped" if part.kind == "clipped" else "lower_end"
    return f"{titles[part.dimension]}{word('colon', style.lang)}{word(key, style.lang)}"


def _rule(rule: RuleResult, report: Report, style: Style) -> Iterator[RenderableType]:
    line = Words(rule.id, "bold")
    line.append(f"  {rule.title.in_(style.lang)}")
    line.append(f"  {state_text(rule.state).in_(style.lang)}", "bold")
    yield line
    rows = list(_rows(rule, report, style))
    if style.width < NARROW:
        for label, content in rows:
            yield Padding(Words(label, "dim"), (0, 0, 0, INDENT // 2))
            yield Padding(content, (0, 0, 0, INDENT))
        yield Words("")
        return
    table = Table.grid(padding=(0, GAP))
    table.add_column(no_wrap=True)
    for label, content in rows:
        table.add_row(Words(label, "dim"), content)
    yield Padding(table, (0, 0, 1, INDENT))


def _rows(rule: RuleResult, report: Report, style: Style) -> Iterator[tuple[str, RenderableType]]:
    lang = style.lang
    if rule.facts:
        yield word("explain_condition", lang), _tests(rule, style)
    if any(rule.points.values()):
        yield word("explain_points", lang), Words(_points(rule, report, style))
    out = [one for one in report.ruled_out if one.rule == rule.id and one.certain]
    if out:
        targets = word("comma", lang).join(removed_target(one, lang) for one in out)
        yield word("rules_out", lang), Words(targets)
    if rule.waits_for:
        yield word("explain_waits", lang), Words(word("comma", lang).join(rule.waits_for))
    if rule.advises and rule.state is State.FIRES:
        yield word("caution_says", lang), Words(rule.advises.in_(lang))
    if rule.why:
        yield word("explain_why", lang), Words(rule.why.in_(lang))
    sources = [Words(" ".join(filter(None, (one.text, one.url)))) for one in rule.sources]
    yield word("explain_sources", lang), Group(*sources)
    yield word("explain_rule", lang), Words(rule.place)


def _tests(rule: RuleResult, style: Style) -> RenderableType:
    """Give each test with the value that it met: in columns if they fit, else as sentences."""
    rows = [
        (
            {True: "✓", False: "✗", None: "·"}[used.holds],
            used.fact,
            used.test,
            word("unknown", style.lang) if used.value is None else plain_value(used.value),
            used.place,
        )
        for used in dict.fromkeys(rule.facts)
    ]
    widths = (max(map(cell_len, column)) + GAP for column in zip(*rows, strict=True))
    label = cell_len(word("explain_condition", style.lang)) + GAP
    table = Table.grid(padding=(0, GAP))
    if INDENT + label + sum(widths) - GAP <= style.width:
        for mark, fact, test, value, place in rows:
            table.add_row(
                mark, Words(fact), Words(test), Words(value, "bold"), Words(place, "dim")
            )
        return table
    for mark, fact, test, value, place in rows:
        line = Words(f"{fact} ")
        line.append(value, "bold")
        line.append(f" ({test})")
        table.add_row(mark, Group(line, *([Words(place, "dim")] if place else [])))
    return table


def _points(rule: RuleResult, report: Report, style: Style) -> str:
    """Give the points out of -3 to 3, and the score points that they are worth."""
    counted = {part.option: part.points for part in report.parts if part.rule == rule.id}
    return word("comma", style.lang).join(
        f"{option_text(option).in_(style.lang)} {signed(rule.points[option], '.3g')}"
        + (f" → {signed(counted[option])}" if option in counted else "")
        for option in Option
        if rule.points.get(option)
    )
