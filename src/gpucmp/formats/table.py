"""Tables for a terminal: the verdict at a glance, then what it rests on."""

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Words

from gpucmp.formats import Style
from gpucmp.formats.terminal import words, written
from gpucmp.options import Option, Purchase, State
from gpucmp.report import NONE, UNDECIDED, Question, Report, RuledOut, RuleResult
from gpucmp.pack import Basis
from gpucmp.phrasing import phrased_answers, plain_value, signed
from gpucmp.words import option_text, purchase_text, strength_text, word

COLORS = {
    Option.SELF_HOSTED: "green",
    Option.CLOUD: "cyan",
    Option.HYBRID: "magenta",
    UNDECIDED: "yellow",
    NONE: "red",
}
MOST_QUESTIONS = 5
BAR = 24


def render(reports: Sequence[Report], style: Style) -> str:
    """Write one report in full, or several as one row each."""
    if len(reports) == 1:
        parts: Iterable[RenderableType] = _report(reports[0], style)
    else:
        parts = [_summary(reports, style)]
    return written(parts, style)


def _report(report: Report, style: Style) -> Iterable[RenderableType]:
    yield _headline(report, style)
    yield words("")
    yield Padding(_scores(report, style), (0, 0, 0, 2))
    yield from _section("decided", _decided(report, style), style)
    yield from _section("conflicts", _conflicts(report, style), style)
    yield from _section("ruled_out", _ruled_out(report, style), style)
    yield from _section("advice", _advice(report, style), style)
    yield from _section("notes", _notes(report, style), style)
    yield from _section("overrides", _overrides(report), style)
    yield from _section("split", _split(report, style), style)
    yield from _section("plan", _stages(report, style), style)
    yield from _section("checklist", _checklist(report, style), style)
    yield from _section("questions", _questions(report, style), style)
    yield words("")
    yield words(_footer(report, style), "dim")


def _section(
    key: str, rows: list[RenderableType], style: Style
) -> Iterable[RenderableType]:
    if rows:
        yield words("")
        yield words(word(key, style.lang), "bold")
        yield from (Padding(row, (0, 0, 0, 2)) for row in rows)


def _headline(report: Report, style: Style) -> RenderableType:
    verdict = report.verdict
    name = words(report.name, "bold")
    line = Words()
    line.append(option_text(verdict.option).in_(style.lang).upper(), f"bold {COLORS[verdict.option]}")
    for purchase in (verdict.purchases.owned, verdict.purchases.rented):
        if purchase:
            line.append(f" · {purchase_text(purchase).in_(style.lang)}", COLORS[verdict.option])
    for remark in _remarks(report, style):
        line.append(f" · {remark}")
    return Group(name, line)


def _remarks(report: Report, style: Style) -> Iterable[str]:
    verdict, lang = report.verdict, style.lang
    if verdict.strength:
        yield strength_text(verdict.strength).in_(lang)
    if verdict.rival and verdict.margin is not None:
        rival = option_text(verdict.rival).in_(lang)
        yield word("ahead_of", lang).format(margin=f"{verdict.margin:.1f}", rival=rival)
    elif verdict.strength:
        yield word("only_left", lang)
    if verdict.option == UNDECIDED:
        yield word("tie", lang)
    if verdict.lowered:
        yield word("lowered", lang)


def _scores(report: Report, style: Style) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(ratio=1)
    most = max(10.0, *(abs(score - 50) for score in report.scores.values()))
    out = {one.option: one for one in report.ruled_out if one.option and one.certain}
    for option in sorted(report.scores, key=lambda one: (one in out, -report.scores[one])):
        score = report.scores[option]
        color = "dim" if option in out else COLORS[option]
        note = _score_note(option, report, style)
        bar = words(_bar(score, most), color)
        name = words(option_text(option).in_(style.lang), color)
        table.add_row(name, bar, words(f"{score:.1f}", color), words(note, "dim"))
    return table


def _score_note(option: Option, report: Report, style: Style) -> str:
    rules = [one.rule for one in report.ruled_out if one.option is option and one.certain]
    if rules:
        return word("ruled_out_by", style.lang).format(rules=", ".join(rules))
    return ""


def _bar(score: float, most: float) -> str:
    """Draw a score as a bar from the neutral 50, to the left where it is below."""
    half = BAR // 2
    cells = round(abs(score - 50) / most * half * 2)
    full, part = divmod(cells, 2)
    if score >= 50:  # noqa: PLR2004 - the neutral score
        return " " * half + "│" + ("█" * full + "▌" * part).ljust(half)
    return ("▐" * part + "█" * full).rjust(half) + "│" + " " * half


def _decided(report: Report, style: Style) -> list[RenderableType]:
    """Give the criteria that count, those that tell the options apart most first."""
    rules = sorted(
        (rule for rule in report.rules if rule.state is State.FIRES and any(rule.points.values())),
        key=lambda rule: (-_weight(rule), rule.id),
    )
    if not rules:
        return [words(word("no_criterion", style.lang), "dim")]
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim", expand=True)
    table.add_column("", no_wrap=True)
    table.add_column("", ratio=1)
    for option in Option:
        heading = option_text(option).in_(style.lang)
        table.add_column(heading, justify="right", no_wrap=True)
    for rule in rules:
        _add_rule(table, rule, report, style)
    _add_adjustments(table, report, style)
    return [table]


def _weight(rule: RuleResult) -> float:
    points = [rule.points.get(option, 0.0) for option in Option]
    return rule.weight * (max(points) - min(points))


def _add_rule(table: Table, rule: RuleResult, report: Report, style: Style) -> None:
    counted = {part.option: part.points for part in report.parts if part.rule == rule.id}
    under = " — ".join(filter(None, (_facts(rule), _cited(rule))))
    what = Group(words(rule.title.in_(style.lang)), words(under, "dim"))
    points = [_points(counted.get(option)) for option in Option]
    table.add_row(words(rule.id, "bold"), what, *points)


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
        return words("·", "dim")
    return words(signed(points), "green" if points > 0 else "red")


def _add_adjustments(table: Table, report: Report, style: Style) -> None:
    """Add the lines that are no rule's: clipping, and a hybrid's lower ends."""
    for key, kind in (("clipped", "clipped"), ("lower_end", "lower-end")):
        for dimension in report.dimensions:
            parts = {
                part.option: part.points
                for part in report.parts
                if part.kind == kind and part.dimension == dimension.id
            }
            if parts:
                what = f"{dimension.title.in_(style.lang)}: {word(key, style.lang)}"
                cells = [_points(parts.get(option)) for option in Option]
                table.add_row("", words(what, "dim"), *cells)


def _conflicts(report: Report, style: Style) -> list[RenderableType]:
    titles = {rule.id: rule.title for rule in report.rules}
    return [
        _listing(("+" if at else "", rule, titles[rule].in_(style.lang))
                 for at, rule in enumerate(conflict))
        for conflict in report.verdict.conflicts
    ]


def _ruled_out(report: Report, style: Style) -> list[RenderableType]:
    rows = [
        (rule, ", ".join(_target(one, style) for one in found), _reason(found[0], style))
        for rule, found in _by(report.ruled_out, certain=True).items()
    ]
    tables: list[RenderableType] = [_listing(rows)] if rows else []
    doubts = _doubts(report, style)
    return [*tables, words(doubts, "dim")] if doubts else tables


def _by(found: Sequence[RuledOut], *, certain: bool) -> dict[str, list[RuledOut]]:
    """Put together what each rule removes."""
    grouped: dict[str, list[RuledOut]] = {}
    for one in found:
        if one.certain is certain:
            grouped.setdefault(one.rule, []).append(one)
    return grouped


def _reason(one: RuledOut, style: Style) -> str:
    remark = f" ({word('temporary', style.lang)})" if one.temporary else ""
    return one.title.in_(style.lang) + remark


def _doubts(report: Report, style: Style) -> str:
    """Say what waiting constraints may yet rule out, leaving out what is out anyway."""
    out = {one.option for one in report.ruled_out if one.option and one.certain}
    rules: dict[str, list[str]] = {}
    for one in report.ruled_out:
        if not one.certain and (one.option is None or one.option not in out):
            rules.setdefault(_target(one, style), []).append(one.rule)
    if not rules:
        return ""
    found = ", ".join(f"{target} ({', '.join(ids)})" for target, ids in rules.items())
    return f"{word('would_rule_out', style.lang)}: {found}"


def _listing(rows: Iterable[tuple[str, ...]]) -> Table:
    """Lay rows out as a mark, and words beside it."""
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    for mark, *rest in rows:
        table.add_row(words(mark, "bold"), *map(words, rest))
    return table


def _target(one: RuledOut, style: Style) -> str:
    target: Option | Purchase | None = one.option or one.purchase
    if isinstance(target, Option):
        return option_text(target).in_(style.lang)
    return purchase_text(target).in_(style.lang) if target else ""


def _advice(report: Report, style: Style) -> list[RenderableType]:
    rows = [
        (rule.id, rule.advises.in_(style.lang))
        for rule in report.rules
        if rule.state is State.FIRES and rule.advises is not None
    ]
    return [_listing(rows)] if rows else []


def _notes(report: Report, style: Style) -> list[RenderableType]:
    rows = [("▸", note.text.in_(style.lang)) for note in report.notes]
    return [_listing(rows)] if rows else []


def _overrides(report: Report) -> list[RenderableType]:
    rows = [
        (one.target, one.change, one.reason and f"({one.reason})") for one in report.pack.overrides
    ]
    return [_listing(rows)] if rows else []


def _split(report: Report, style: Style) -> list[RenderableType]:
    table = Table.grid(padding=(0, 2))
    bought = report.verdict.purchases
    for one in report.plan.split:
        purchase = bought.owned if one.place == "owned" else bought.rented
        where = purchase_text(purchase).in_(style.lang) if purchase else ""
        table.add_row(
            words(where, "bold"), Words(one.part.in_(style.lang)), words(one.rule, "dim")
        )
    return [table] if table.row_count else []


def _stages(report: Report, style: Style) -> list[RenderableType]:
    stages = enumerate(report.plan.stages, start=1)
    rows = [(f"{at}.", stage.in_(style.lang)) for at, stage in stages]
    return [_listing(rows)] if rows else []


def _checklist(report: Report, style: Style) -> list[RenderableType]:
    rows = [("☐", one.text.in_(style.lang)) for one in report.plan.checklist]
    return [_listing(rows)] if rows else []


def _questions(report: Report, style: Style) -> list[RenderableType]:
    asked = report.questions[:MOST_QUESTIONS]
    found: list[RenderableType] = []
    if asked and not asked[0].can_change_verdict:
        found.append(words(word("questions_firm", style.lang), "dim"))
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    for at, question in enumerate(asked, start=1):
        text = words(question.text.in_(style.lang))
        under = words(_under(question, style), "dim")
        table.add_row(words(f"{at}.", "bold"), Group(text, under))
    if asked:
        found.append(table)
    left = len(report.questions) - len(asked)
    if left:
        found.append(words(word("more", style.lang).format(count=left), style="dim"))
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


def _summary(reports: Sequence[Report], style: Style) -> Table:
    lang = style.lang
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    table.add_column(word("name", lang), ratio=1, min_width=20)
    table.add_column(word("verdict", lang), no_wrap=True)
    table.add_column(word("strength", lang), no_wrap=True)
    table.add_column(word("margin", lang), justify="right")
    for option in Option:
        table.add_column(option_text(option).in_(lang), justify="right")
    for report in reports:
        table.add_row(*_row(report, style))
    return table


def _row(report: Report, style: Style) -> Iterable[Words]:
    verdict, lang = report.verdict, style.lang
    out = {one.option for one in report.ruled_out if one.certain}
    yield words(report.name)
    answer = Words(option_text(verdict.option).in_(lang), f"bold {COLORS[verdict.option]}")
    if verdict.purchase:
        answer.append(f" · {purchase_text(verdict.purchase).in_(lang)}", "not bold")
    yield answer
    yield words(strength_text(verdict.strength).in_(lang) if verdict.strength else "")
    yield words("" if verdict.margin is None else f"{verdict.margin:.1f}")
    for option in Option:
        score = f"{report.scores[option]:.1f}"
        yield words(f"({score})", "dim") if option in out else words(score)
