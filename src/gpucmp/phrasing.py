"""How values, and answers to questions, read in a sentence."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from gpucmp.facts import FactValue
from gpucmp.options import Option
from gpucmp.report import UNDECIDED, Answer, Flip, Question, Report, RuledOut, Verdict
from gpucmp.text import Lang
from gpucmp.words import option_text, purchase_text, strength_text, word

GROUPED_FROM = 1e6
"""From here on six digits would round a number, and many digits need commas."""


def plain_value(value: FactValue | None) -> str:
    """Write the value of a fact as a profile does."""
    match value:
        case None:
            return "?"
        case bool():
            return str(value).lower()
        case int() | float():
            return f"{value:.6g}" if abs(value) < GROUPED_FROM else f"{value:,.0f}"
        case str():
            return value
        case _:
            return ", ".join(map(str, value))


def signed(points: float, form: str = ".1f") -> str:
    """Write points with their sign; the minus is a real one, as wide as the plus."""
    return format(points, f"+{form}").replace("-", "−")


def remarks(verdict: Verdict, lang: Lang) -> Iterator[str]:
    """Say how firm a verdict is: its strength, its lead, and what lowered it."""
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


def options_out(report: Report) -> frozenset[Option]:
    """Give the options that are ruled out for certain."""
    return frozenset(one.option for one in report.ruled_out if one.option and one.certain)


def removed_target(one: RuledOut, lang: Lang) -> str:
    """Name the option or the purchase that a constraint removed."""
    if one.option:
        return option_text(one.option).in_(lang)
    if one.purchase is None:
        return ""
    name = purchase_text(one.purchase).in_(lang)
    return f"{option_text(one.inside).in_(lang)} · {name}" if one.inside else name


def phrased_certificate(report: Report, lang: Lang) -> list[tuple[str, str]]:
    """Say that the verdict is certain, or which others answers could bring, and which answers."""
    found = report.certificate
    if found.certain:
        return [("✓", word("certain", lang))]
    rows = []
    for one in found.could_still_win:
        answers = word("and", lang).join(
            f"{fact} = {plain_value(value)}" for fact, value in one.completion.items()
        )
        key = "could_win_if" if one.proven else "could_win_perhaps"
        rows.append((option_text(one.verdict).in_(lang), word(key, lang).format(answers=answers)))
    return rows


def phrased_flips(found: Sequence[Flip], lang: Lang) -> list[tuple[str, str]]:
    """Say which other values of known facts bring another verdict."""
    rows = []
    for one in found:
        key = "flip_to"
        if isinstance(one.to, int | float) and not isinstance(one.to, bool):
            old = one.from_ if isinstance(one.from_, int | float) else 0.0
            key = "flip_up" if one.to > old else "flip_down"
        words = word(key, lang).format(
            old=plain_value(one.from_),
            new=plain_value(one.to),
            verdict=option_text(one.verdict).in_(lang),
        )
        rows.append((one.fact, words))
    return rows


def phrased_answers(question: Question, lang: Lang) -> tuple[str, ...]:
    """Say which answers lead to which verdict: ``up to 49 → cloud``, ``true → hybrid``."""
    answers = question.answers
    return tuple(_stretches(answers, lang) if _are_numbers(answers) else _groups(answers, lang))


def _are_numbers(answers: Sequence[Answer]) -> bool:
    return all(
        isinstance(one.value, int | float) and not isinstance(one.value, bool) for one in answers
    )


def _stretches(answers: Sequence[Answer], lang: Lang) -> list[str]:
    stretches = [list(found) for _, found in groupby(answers, key=lambda one: one.verdict)]
    phrases = []
    for at, stretch in enumerate(stretches):
        first, last = plain_value(stretch[0].value), plain_value(stretch[-1].value)
        if at == 0 and len(stretches) > 1:
            values = word("up_to", lang).format(value=last)
        elif at == len(stretches) - 1 and at:
            values = word("from", lang).format(value=first)
        else:
            values = first if first == last else f"{first}–{last}"
        if stretch[0].verdict != UNDECIDED or len(stretches) == 1:
            phrases.append(_phrase(values, stretch[0].verdict, lang))
    return phrases


def _groups(answers: Sequence[Answer], lang: Lang) -> list[str]:
    grouped: dict[str, list[str]] = {}
    for one in answers:
        grouped.setdefault(one.verdict, []).append(plain_value(one.value))
    return [_phrase(", ".join(values), verdict, lang) for verdict, values in grouped.items()]


def _phrase(values: str, verdict: str, lang: Lang) -> str:
    return f"{values} → {option_text(verdict).in_(lang)}"
