"""GitHub-flavored Markdown: a comment on a pull request, or the summary of a job."""

from collections.abc import Iterable, Iterator, Sequence

from gpucmp.costsummary import money_rows
from gpucmp.formats import Style
from gpucmp.markup import escaped, table
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
from gpucmp.report import Cited, Question, Report, RuledOut, RuleResult, Split
from gpucmp.text import Lang
from gpucmp.words import option_text, purchase_text, strength_text, word

MOST_FLIPS = 3
MOST_QUESTIONS = 5
DIGEST_DIGITS = 12


def render(reports: Sequence[Report], style: Style) -> str:
    """Write each report in full; several have a table of their verdicts above them."""
    lang = style.lang
    blocks = [_summary(reports, lang)] if len(reports) > 1 else []
    blocks.extend(block for report in reports for block in _report(report, lang))
    return "\n\n".join(blocks) + "\n"


def _summary(reports: Sequence[Report], lang: Lang) -> str:
    keys = ("name", "verdict", "purchase", "strength", "margin")
    header = [*(word(key, lang) for key in keys), *(option_text(one).in_(lang) for one in Option)]
    return table(header, "llllrrrr", (_summary_row(report, lang) for report in reports))


def _summary_row(report: Report, lang: Lang) -> Iterator[str]:
    verdict = report.verdict
    yield escaped(report.name)
    yield f"**{option_text(verdict.option).in_(lang)}**"
    yield _bought(report, lang)
    yield strength_text(verdict.strength).in_(lang) if verdict.strength else ""
    yield "" if verdict.margin is None else f"{verdict.margin:.1f}"
    yield from (f"{report.scores[option]:.1f}" for option in Option)


def _report(report: Report, lang: Lang) -> Iterator[str]:
    yield f"## {escaped(report.name)}"
    yield _headline(report, lang)
    yield _scores(report, lang)
    yield from _section("decided", _decided(report, lang), lang)
    yield from _section("money", _money(report, lang), lang)
    yield from _section("conflicts", _conflicts(report, lang), lang)
    yield from _section("ruled_out", _ruled_out(report, lang), lang)
    yield from _doubts(report, lang)
    yield from _section("advice", _advice(report, lang), lang)
    yield from _section("notes", [escaped(note.text.in_(lang)) for note in report.notes], lang)
    yield from _section("split", [_part(one, report, lang) for one in report.plan.split], lang)
    stages = [escaped(stage.in_(lang)) for stage in report.plan.stages]
    yield from _section("plan", _numbered(stages), lang)
    yield from _section("checklist", _checklist(report, lang), lang, mark="- [ ]")
    yield from _section("flips", _flips(report, lang), lang)
    yield from _section("certificate", _certificate(report, lang), lang)
    yield from _questions(report, lang)
    yield _footer(report, lang)


def _section(
    key: str, content: str | Sequence[str], lang: Lang, *, mark: str = "-"
) -> Iterator[str]:
    """Give a heading and what is below it: a block as it is, or a list; nothing for nothing."""
    if content:
        yield f"### {word(key, lang)}"
        yield content if isinstance(content, str) else _list(content, mark)


def _list(entries: Iterable[str], mark: str = "-") -> str:
    return "\n".join(f"{mark} {entry}" for entry in entries)


def _numbered(entries: Iterable[str], start: int = 1) -> str:
    return "\n".join(f"{at}. {entry}" for at, entry in enumerate(entries, start))


def _headline(report: Report, lang: Lang) -> str:
    verdict = report.verdict
    words = [f"**{option_text(verdict.option).in_(lang)}**"]
    if verdict.purchase:
        words.append(_bought(report, lang))
    words.extend(remarks(verdict, lang))
    return " · ".join(words)


def _bought(report: Report, lang: Lang) -> str:
    bought = report.verdict.purchases
    return " + ".join(purchase_text(one).in_(lang) for one in (bought.owned, bought.rented) if one)


def _scores(report: Report, lang: Lang) -> str:
    out: dict[Option, list[str]] = {}
    for one in report.ruled_out:
        if one.option and one.certain:
            out.setdefault(one.option, []).append(escaped(one.rule))
    header = (word("option", lang), word("score", lang), word("scores_note", lang))
    rows = (
        (
            _marked(option_text(option).in_(lang), marked=option == report.verdict.option),
            f"{report.scores[option]:.1f}",
            word("ruled_out_by", lang).format(rules=", ".join(out[option]))
            if option in out
            else "",
        )
        for option in sorted(Option, key=lambda one: (one in out, -report.scores[one]))
    )
    return table(header, "lrl", rows)


def _marked(text: str, *, marked: bool) -> str:
    return f"**{text}**" if marked else text


def _decided(report: Report, lang: Lang) -> str:
    """Give the criteria that count, those that tell the options apart most first."""
    counted = [rule for rule in report.rules if any(rule.points.values())]
    if not counted:
        return word("no_criterion", lang)
    counted.sort(key=lambda rule: (-_spread(rule), rule.id))
    rows = [_criterion(rule, report, lang) for rule in counted]
    names = [option_text(option).in_(lang) for option in Option]
    header = (word("rule", lang), "", *names)
    return table(header, "llrrr", [*rows, *_adjustments(report, lang)])


def _spread(rule: RuleResult) -> float:
    points = [rule.points.get(option, 0.0) for option in Option]
    return rule.weight * (max(points) - min(points))


def _criterion(rule: RuleResult, report: Report, lang: Lang) -> tuple[str, ...]:
    points = {part.option: part.points for part in report.parts if part.rule == rule.id}
    facts = {
        one.fact: one.value
        for one in rule.facts
        if one.value is not None and one.holds is not False
    }
    read = ", ".join(f"`{fact}` {escaped(plain_value(value))}" for fact, value in facts.items())
    cited = "; ".join(dict.fromkeys(_citation(one) for one in rule.sources))
    under = "<br>".join(filter(None, (read, cited)))
    what = f"{escaped(rule.title.in_(lang))}<br><sub>{under}</sub>"
    return (escaped(rule.id), what, *_points(points))


def _citation(source: Cited) -> str:
    """Cite a source in a few words; why a judgment was made stands in the pack."""
    return source.basis if source.basis == Basis.JUDGMENT else escaped(source.text)


def _adjustments(report: Report, lang: Lang) -> Iterator[tuple[str, ...]]:
    """Give the lines that are no rule's: clipping, and a hybrid's lower ends."""
    for key, kind in (("clipped", "clipped"), ("lower_end", "lower-end")):
        for dimension in report.dimensions:
            points = {
                part.option: part.points
                for part in report.parts
                if part.kind == kind and part.dimension == dimension.id
            }
            if points:
                what = f"{escaped(dimension.title.in_(lang))}: {word(key, lang)}"
                yield ("", what, *_points(points))


def _points(points: dict[Option, float]) -> Iterator[str]:
    return (signed(points[option]) if points.get(option) else "" for option in Option)


def _conflicts(report: Report, lang: Lang) -> list[str]:
    titles = {rule.id: escaped(rule.title.in_(lang)) for rule in report.rules}
    return [
        " + ".join(f"{titles[rule]} ({escaped(rule)})" for rule in conflict)
        for conflict in report.verdict.conflicts
    ]


def _money(report: Report, lang: Lang) -> list[str]:
    colon = word("colon", lang)
    return [f"{escaped(what)}{colon}{escaped(text)}" for what, text in money_rows(report, lang)]


def _ruled_out(report: Report, lang: Lang) -> list[str]:
    """Give what is out, one line a rule."""
    removed: dict[str, list[RuledOut]] = {}
    for one in report.ruled_out:
        if one.certain:
            removed.setdefault(one.rule, []).append(one)
    return [_removed(found, lang) for found in removed.values()]


def _removed(found: Sequence[RuledOut], lang: Lang) -> str:
    first, *_ = found
    targets = ", ".join(dict.fromkeys(removed_target(one, lang) for one in found))
    remark = f", {word('temporary', lang)}" if first.temporary else ""
    return f"**{targets}**: {escaped(first.title.in_(lang))} ({escaped(first.rule)}{remark})"


def _doubts(report: Report, lang: Lang) -> Iterator[str]:
    """Say what waiting constraints may yet rule out, without the options that are out anyway."""
    out = options_out(report)
    doubted: dict[str, list[str]] = {}
    for one in report.ruled_out:
        if not one.certain and one.option not in out:
            doubted.setdefault(removed_target(one, lang), []).append(escaped(one.rule))
    if doubted:
        targets = ", ".join(f"{one} ({', '.join(rules)})" for one, rules in doubted.items())
        yield f"{word('would_rule_out', lang)}: {targets}"


def _advice(report: Report, lang: Lang) -> list[str]:
    return [
        f"{escaped(rule.advises.in_(lang))} ({escaped(rule.id)})"
        for rule in report.rules
        if rule.state is State.FIRES and rule.advises
    ]


def _part(one: Split, report: Report, lang: Lang) -> str:
    bought = report.verdict.purchases
    purchase = bought.owned if one.place == "owned" else bought.rented
    where = purchase_text(purchase).in_(lang) if purchase else one.place
    return f"**{where}**: {escaped(one.part.in_(lang))} ({escaped(one.rule)})"


def _checklist(report: Report, lang: Lang) -> list[str]:
    return [
        f"{escaped(one.text.in_(lang))} <sub>{escaped(one.source)}</sub>"
        for one in report.plan.checklist
    ]


def _questions(report: Report, lang: Lang) -> Iterator[str]:
    asked = [_question(one, lang) for one in report.questions]
    first, rest = asked[:MOST_QUESTIONS], asked[MOST_QUESTIONS:]
    yield from _section("questions", _numbered(first), lang)
    if asked and not report.questions[0].can_change_verdict:
        yield word("questions_firm", lang)
    if rest:
        more = word("more", lang).format(count=len(rest))
        questions = _numbered(rest, MOST_QUESTIONS + 1)
        yield f"<details><summary>{more}</summary>\n\n{questions}\n\n</details>"


def _flips(report: Report, lang: Lang) -> list[str]:
    rows = phrased_flips(report.flips[:MOST_FLIPS], lang)
    return [f"`{fact}` {escaped(words)}" for fact, words in rows]


def _certificate(report: Report, lang: Lang) -> list[str]:
    rows = phrased_certificate(report, lang)
    return [f"**{escaped(mark)}** {escaped(words)}" for mark, words in rows]


def _question(one: Question, lang: Lang) -> str:
    answers = phrased_answers(one, lang) if one.can_change_verdict else ()
    led = f": {escaped('; '.join(answers))}" if answers else ""
    return f"{escaped(one.text.in_(lang))}<br><sub>`{one.fact}`{led}</sub>"


def _footer(report: Report, lang: Lang) -> str:
    pack = report.pack
    known = word("facts_known", lang).format(facts=report.known.facts, open=len(report.questions))
    digest = pack.digest.removeprefix("sha256:")[:DIGEST_DIGITS]
    line = f"<sub>{known} · {escaped(pack.id)} {escaped(pack.version)} · `{digest}`</sub>"
    changes = [
        f"{escaped(one.target)}: {escaped(one.change)} ({escaped(one.reason)})"
        for one in pack.overrides
    ]
    return "\n\n".join((line, *_section("overrides", changes, lang)))
