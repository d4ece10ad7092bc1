"""One report for a terminal: the verdict at a glance, then what it rests on."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from gpucmp.costsummary import money_rows
from gpucmp.formats import Style
from gpucmp.formats.terminal import COLORS, NARROW, Words, written
from gpucmp.options import Option, State
from gpucmp.pack import Basis
from gpucmp.phrasing import (
    options_out,
    phrased_answers,
    phrased_certificate,
    phrased_flips,
    plain_value,
    remarks,
    removed_target,
    signed,
)
from gpucmp.report import Points, Question, Report, RuledOut, RuleResult
from gpucmp.text import Text
from gpucmp.words import option_text, purchase_text, word

MOST_FLIPS = 3
MOST_QUESTIONS = 5
HALF_BAR = 12
HALF_BAR_NARROW = 5
NEUTRAL = 50


def render(report: Report, style: Style) -> str:
    """Write one report in full."""
    return written(_parts(report, style), style)


def _parts(report: Report, style: Style) -> Iterator[RenderableType]:
    yield _headline(report, style)
    yield Words("")
    yield Padding(_scores(report, style), (0, 0, 0, 2))
    yield from _section("decided", _decided(report, style), style)
    yield from _section("money", _money(report, style), style)
    yield from _section("conflicts", _conflicts(report, style), style)
    yield from _section("ruled_out", _ruled_out(report, style), style)
    yield from _section("would_rule_out", _doubts(report, style), style)
    yield from _section("advice", _advice(report, style), style)
    yield from _section("notes", _notes(report, style), style)
    yield from _section("overrides", _overrides(report, style), style)
    yield from _section("split", _split(report, style), style)
    yield from _section("plan", _stages(report, style), style)
    yield from _section("checklist", _checklist(report, style), style)
    flips = phrased_flips(report.flips[:MOST_FLIPS], style.lang)
    yield from _section("flips", _listing(flips, style), style)
    certainty = phrased_certificate(report, style.lang)
    yield from _section("certificate", _listing(certainty, style), style)
    yield from _section("questions", _questions(report, style), style)
    yield Words("")
    yield Words(_footer(report, style), "dim")


def _section(key: str, rows: list[RenderableType], style: Style) -> Iterable[RenderableType]:
    if rows:
        yield Words("")
        yield Words(word(key, style.lang), "bold")
        yield from (Padding(row, (0, 0, 0, 2)) for row in rows)


def _headline(report: Report, style: Style) -> RenderableType:
    verdict, lang = report.verdict, style.lang
    color = COLORS[verdict.option]
    line = Words(option_text(verdict.option).in_(lang).upper(), f"bold {color}")
    for purchase in (verdict.purchases.owned, verdict.purchases.rented):
        if purchase:
            line.append(f" · {purchase_text(purchase).in_(lang)}", color)
    for remark in remarks(verdict, lang):
        line.append(f" · {remark}")
    return Group(Words(report.name, "bold"), line)


def _scores(report: Report, style: Style) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    narrow = style.width < NARROW
    half = HALF_BAR_NARROW if narrow else HALF_BAR
    most = max(10.0, *(abs(score - NEUTRAL) for score in report.scores.values()))
    out = options_out(report)
    for option in sorted(report.scores, key=lambda one: (one in out, -report.scores[one])):
        score = report.scores[option]
        color = "dim" if option in out else COLORS[option]
        name = Words(option_text(option).in_(style.lang), color)
        points = Words(f"({score:.1f})" if narrow and option in out else f"{score:.1f}", color)
        note = [] if narrow else [Words(_score_note(option, report, style), "dim")]
        table.add_row(name, Words(_bar(score, most, half), color), points, *note)
    return table


def _score_note(option: Option, report: Report, style: Style) -> str:
    rules = [one.rule for one in report.ruled_out if one.option is option and one.certain]
    if rules:
        return word("ruled_out_by", style.lang).format(rules=_listed(rules, style))
    return ""


def _listed(names: Iterable[str], style: Style) -> str:
    return word("comma", style.lang).join(names)


def _bar(score: float, most: float, half: int) -> str:
    """Draw a score as a bar from the neutral 50, to the left where it is below."""
    full, part = divmod(round(abs(score - NEUTRAL) / most * half * 2), 2)
    if score >= NEUTRAL:
        return " " * half + "│" + ("█" * full + "▌" * part).ljust(half)
    return ("▐" * part + "█" * full).rjust(half) + "│" + " " * half


def _decided(report: Report, style: Style) -> list[RenderableType]:
    """Give the criteria that count, those that tell the options apart most first."""
    rules = sorted(
        (rule for rule in report.rules if rule.state is State.FIRES and any(rule.points.values())),
        key=lambda rule: (-_weight(rule), rule.id),
    )
    if not rules:
        return [Words(word("no_criterion", style.lang), "dim")]
    rows = [*(_criterion(rule, report) for rule in rules), *_adjustments(report, style)]
    if style.width < NARROW:
        return [part for row in rows for part in _stacked(row, style)]
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim", expand=True)
    table.add_column("", no_wrap=True)
    table.add_column("", ratio=1)
    for option in Option:
        heading = option_text(option).in_(style.lang)
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        below = [Words(row.below, "dim")] if row.below else []
        what = Group(Words(row.title.in_(style.lang), "" if row.rule else "dim"), *below)
        points = [_points(row.points.get(option)) for option in Option]
        table.add_row(Words(row.rule, "bold"), what, *points)
    return [table]


class _Row(NamedTuple):
    """A line of what decided: a criterion, or what was done to its points."""

    rule: str
    title: Text
    below: str
    points: Points


def _stacked(row: _Row, style: Style) -> Iterator[RenderableType]:
    """Put below each other what a narrow terminal has no columns for."""
    head = Words(f"{row.rule} " if row.rule else "", "bold")
    head.append(row.title.in_(style.lang), "" if row.rule else "dim")
    yield head
    given = [
        f"{option_text(option).in_(style.lang)} {signed(row.points[option])}"
        for option in Option
        if row.points.get(option)
    ]
    for below in filter(None, (_listed(given, style), row.below)):
        yield Padding(Words(below, "dim" if below == row.below else ""), (0, 0, 0, 2))


def _weight(rule: RuleResult) -> float:
    points = [rule.points.get(option, 0.0) for option in Option]
    return rule.weight * (max(points) - min(points))


def _criterion(rule: RuleResult, report: Report) -> _Row:
    counted = {part.option: part.points for part in report.parts if part.rule == rule.id}
    below = " — ".join(filter(None, (_facts(rule), _cited(rule))))
    return _Row(rule.id, rule.title, below, counted)


def _cited(rule: RuleResult) -> str:
    """Cite the firmest sources of a rule, short: a judgment's reason is left to ``--explain``."""
    found = [
        one.basis if one.basis == Basis.JUDGMENT else one.text
        for one in rule.sources
        if one.basis == rule.basis
    ]
    return "; ".join(dict.fromkeys(found[:2]))


def _facts(rule: RuleResult) -> str:
    """Name the facts that made the rule fire, with their values."""
    telling = {
        used.fact: used.value
        for used in rule.facts
        if used.value is not None and used.holds is not False
    }
    return ", ".join(
        f"{fact.rpartition('.')[2]} {plain_value(value)}" for fact, value in telling.items()
    )


def _points(points: float | None) -> Words:
    if not points:
        return Words("·", "dim")
    return Words(signed(points), "green" if points > 0 else "red")


def _adjustments(report: Report, style: Style) -> Iterator[_Row]:
    """Give the lines that are no rule's: clipping, and a hybrid's lower ends."""
    for key, kind in (("clipped", "clipped"), ("lower_end", "lower-end")):
        for dimension in report.dimensions:
            points = {
                part.option: part.points
                for part in report.parts
                if part.kind == kind and part.dimension == dimension.id
            }
            if points:
                title = f"{dimension.title.in_(style.lang)}{word('colon', style.lang)}"
                what = title + word(key, style.lang)
                yield _Row("", Text(what, what), "", points)


def _conflicts(report: Report, style: Style) -> list[RenderableType]:
    titles = {rule.id: rule.title.in_(style.lang) for rule in report.rules}
    rows = [
        (" + ".join(conflict), " + ".join(titles[rule] for rule in conflict))
        for conflict in report.verdict.conflicts
    ]
    return _listing(rows, style)


def _ruled_out(report: Report, style: Style) -> list[RenderableType]:
    rows = [
        (rule, _targets(found, style), _reason(found[0], style))
        for rule, found in _by_rule(one for one in report.ruled_out if one.certain).items()
    ]
    return _listing(rows, style)


def _by_rule(found: Iterable[RuledOut]) -> dict[str, list[RuledOut]]:
    """Put together what each rule removes."""
    grouped: dict[str, list[RuledOut]] = {}
    for one in found:
        grouped.setdefault(one.rule, []).append(one)
    return grouped


def _reason(one: RuledOut, style: Style) -> str:
    remark = f" ({word('temporary', style.lang)})" if one.temporary else ""
    return one.title.in_(style.lang) + remark


def _doubts(report: Report, style: Style) -> list[RenderableType]:
    """Say what waiting constraints may yet rule out, leaving out what is out anyway."""
    out = options_out(report)
    waiting = {rule.id: rule.waits_for for rule in report.rules}
    doubted = _by_rule(
        one for one in report.ruled_out if not one.certain and one.option not in out
    )
    rows = []
    for rule, found in doubted.items():
        facts = _listed(waiting[rule], style)
        waits = word("waits_for", style.lang).format(facts=facts)
        rows.append((rule, _targets(found, style), waits))
    return _listing(rows, style)


def _listing(rows: Sequence[tuple[str, ...]], style: Style) -> list[RenderableType]:
    """Lay rows out as a mark and what it marks, which a narrow terminal has in one column."""
    if not rows:
        return []
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    for mark, *rest in rows:
        cells = [word("colon", style.lang).join(rest)] if style.width < NARROW else rest
        table.add_row(Words(mark, "bold"), *map(Words, cells))
    return [table]


def _targets(found: Iterable[RuledOut], style: Style) -> str:
    return _listed(dict.fromkeys(removed_target(one, style.lang) for one in found), style)


def _advice(report: Report, style: Style) -> list[RenderableType]:
    rows = [
        (rule.id, rule.advises.in_(style.lang))
        for rule in report.rules
        if rule.state is State.FIRES and rule.advises is not None
    ]
    return _listing(rows, style)


def _notes(report: Report, style: Style) -> list[RenderableType]:
    return _listing([("▸", note.text.in_(style.lang)) for note in report.notes], style)


def _money(report: Report, style: Style) -> list[RenderableType]:
    return _listing(list(money_rows(report, style.lang)), style)


def _overrides(report: Report, style: Style) -> list[RenderableType]:
    changes = report.pack.overrides
    return _listing([(one.target, one.change, one.reason) for one in changes], style)


def _split(report: Report, style: Style) -> list[RenderableType]:
    bought = report.verdict.purchases
    rows = []
    for one in report.plan.split:
        purchase = bought.owned if one.place == "owned" else bought.rented
        where = purchase_text(purchase).in_(style.lang) if purchase else one.place
        rows.append((where, f"{one.part.in_(style.lang)} ({one.rule})"))
    return _listing(rows, style)


def _stages(report: Report, style: Style) -> list[RenderableType]:
    stages = enumerate(report.plan.stages, start=1)
    return _listing([(f"{at}.", stage.in_(style.lang)) for at, stage in stages], style)


def _checklist(report: Report, style: Style) -> list[RenderableType]:
    return _listing([("☐", one.text.in_(style.lang)) for one in report.plan.checklist], style)


def _questions(report: Report, style: Style) -> list[RenderableType]:
    asked = report.questions[:MOST_QUESTIONS]
    found: list[RenderableType] = []
    if asked and not asked[0].can_change_verdict:
        found.append(Words(word("questions_firm", style.lang), "dim"))
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    for at, question in enumerate(asked, start=1):
        text = Words(question.text.in_(style.lang))
        under = Words(_under(question, style), "dim")
        table.add_row(Words(f"{at}.", "bold"), Group(text, under))
    if asked:
        found.append(table)
    left = len(report.questions) - len(asked)
    if left:
        found.append(Words(word("more", style.lang).format(count=left), "dim"))
    return found


def _under(question: Question, style: Style) -> str:
    answers = phrased_answers(question, style.lang) if question.can_change_verdict else ()
    return f"{question.fact}: {'; '.join(answers)}" if answers else question.fact


def _footer(report: Report, style: Style) -> str:
    known = word("facts_known", style.lang).format(
        facts=report.known.facts, open=len(report.questions)
    )
    pack = report.pack
    digest = pack.digest.removeprefix("sha256:")[:12]
    return f"{known} · {pack.id} {pack.version} · {digest}"
