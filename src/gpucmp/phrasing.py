"""How values, and answers to questions, read in a sentence."""

from collections.abc import Sequence
from itertools import groupby

from gpucmp.facts import FactValue
from gpucmp.report import UNDECIDED, Answer, Question
from gpucmp.text import Lang
from gpucmp.words import option_text, word


def plain_value(value: FactValue | None) -> str:
    """Write the value of a fact as a profile does."""
    match value:
        case None:
            return "?"
        case bool():
            return str(value).lower()
        case int() | float():
            return f"{value:.6g}" if abs(value) < 1e6 else f"{value:,.0f}"  # noqa: PLR2004 - g would round
        case str():
            return value
        case _:
            return ", ".join(map(str, value))


def signed(points: float, form: str = ".1f") -> str:
    """Write points with their sign; the minus is a real one, as wide as the plus."""
    return format(points, f"+{form}").replace("-", "−")


def phrased_answers(question: Question, lang: Lang) -> tuple[str, ...]:
    """Say which answers lead to which verdict: ``up to 49 → cloud``, ``true → hybrid``."""
    answers = question.answers
    if _are_numbers(answers):
        phrases = _stretches(answers, lang)
    else:
        phrases = _groups(answers, lang)
    return tuple(phrases)


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
