"""One rule of a pack in Markdown: what it says, why, when it applies, and what counts."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from gpucmp.conditions import AllOf, AnyOf, Condition, Not, Operand, Test
from gpucmp.options import Option, State
from gpucmp.pack import Dimension, Pack, Rule, RulesOut, Source
from gpucmp.packs.packtests import expected_text, points_text
from gpucmp.scoring import points_per_value
from gpucmp.text import Text

WORDS = {
    "at_least": "at least",
    "above": "above",
    "at_most": "at most",
    "below": "below",
}


def anchor(name: str) -> str:
    """Give the anchor of what is called *name*."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower())


def beside(text: Text) -> str:
    """Give a title in English with the Chinese one beside it."""
    return text.en if text.en == text.zh else f"{text.en} · {text.zh}"


def cited(source: Source) -> str:
    """Cite a source, with a link where it has one."""
    if source.url:
        return f"[{source.reference}]({source.url}) ({source.date})"
    return str(source)


def in_order(rules: Iterable[Rule]) -> list[Rule]:
    """Order rules as a reader counts: C9 before C10, and A4 before A4-some."""
    return sorted(rules, key=lambda rule: _numbered(rule.id))


def _numbered(name: str) -> tuple[tuple[str, int], ...]:
    return tuple((word, int(number or 0)) for word, number in re.findall(r"([^\d]+)(\d*)", name))


def rule_section(rule: Rule, tests: Sequence[Mapping[str, object]], pack: Pack) -> Iterator[str]:
    """Write the section about *rule*, line by line."""
    yield f'<a id="{anchor(rule.id)}"></a>'
    yield ""
    yield f"### {rule.id} · {beside(rule.title)}"
    yield ""
    yield from _says(rule)
    yield from _why(rule)
    yield from _applies(rule)
    yield from _counts(rule, pack)
    yield from _parameters(rule, pack)
    yield from _tested(tests)
    yield from _sources(rule)


def _says(rule: Rule) -> Iterator[str]:
    word = "row" if len(rule.covers) == 1 else "rows"
    rows = f" ({word} {', '.join(rule.covers)} of the guides' criteria)" if rule.covers else ""
    yield f"**What it says.** {rule.title.en}{rows}."
    yield ""
    if rule.advises is not None:
        yield f"> {rule.advises.en}"
        yield ""


def _why(rule: Rule) -> Iterator[str]:
    if rule.why is not None:
        yield f"**Why.** {rule.why.en}"
        yield ""


def _applies(rule: Rule) -> Iterator[str]:
    yield "**When it applies.**"
    yield ""
    if rule.applies_when is not None:
        yield "- It is about profiles where"
        yield from condition_lines(rule.applies_when, 1)
    if rule.when is not None:
        yield "- It fires where"
        yield from condition_lines(rule.when, 1)
    if rule.along:
        yield f"- It is graded along `{rule.along}`"
    if rule.unless_known is not None:
        yield "- It does not fire where it is known that"
        yield from condition_lines(rule.unless_known, 1)
    yield ""


def condition_lines(condition: Condition, depth: int = 0) -> Iterator[str]:
    """Write a condition as nested points of a list."""
    indent = "  " * depth
    words, parts = _words_and_parts(condition)
    yield f"{indent}- {words}"
    for part in parts:
        yield from condition_lines(part, depth + 1)


def _words_and_parts(condition: Condition) -> tuple[str, tuple[Condition, ...]]:
    match condition:
        case Test():
            return in_words(condition), ()
        case AllOf(parts):
            return "all of these hold:", parts
        case AnyOf(parts):
            return "at least one of these holds:", parts
        case Not(AnyOf(parts)):
            return "none of these holds:", parts
        case Not(part):
            return "this does not hold:", (part,)
        case _:
            assert_never(condition)


def in_words(test: Test) -> str:
    """Write a test in words: the fact, and what is asked of it."""
    fact = f"`{test.fact}`"
    match test.word, test.operand:
        case "known", operand:
            return f"{fact} is {'known' if operand else 'not known'}"
        case "between", (low, high):
            return f"{fact} at least {_plain(low)} and below {_plain(high)}"
        case "not", operand:
            return f"{fact} is not {_choice(operand)}"
        case (("equals" | "one_of"), operand):
            return f"{fact} is {_choice(operand)}"
        case _:
            return f"{fact} {WORDS[test.word]} {_choice(test.operand)}"


def _choice(operand: Operand) -> str:
    return " or ".join(map(_plain, operand)) if isinstance(operand, tuple) else _plain(operand)


def _plain(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return f"{value:.12g}"
        case list():
            return f"[{', '.join(map(_plain, value))}]"
        case _:
            return str(value)


def _counts(rule: Rule, pack: Pack) -> Iterator[str]:
    yield f"**What counts.**{_weighed(rule, pack.dimensions)}"
    yield ""
    if rule.along:
        for knot in rule.knots:
            yield f"- at {knot.at:g}: {points_text(knot.points)}"
        yield "- in between on a straight line, outside as at the nearest end"
    elif rule.dimension:
        yield f"- {points_text(rule.points)}"
    for one in rule.rules_out:
        yield from _ruled_out(one)
    yield from _counts_besides(rule)
    yield ""


def _counts_besides(rule: Rule) -> Iterator[str]:
    if rule.temporary:
        yield "- this holds only for a time"
    if not rule.waivable:
        yield "- no waiver passes a proposal in spite of it"
    if rule.advises is not None:
        yield "- no points: it is a caution, printed with every verdict where it fires"
    for option, liked in rule.purchases.items():
        named = ", ".join(f"{purchase} {points:+g}" for purchase, points in liked.items())
        yield f"- among the ways to buy inside {option}: {named}"
    for part in rule.split:
        side = "owned" if part.owned else "rented"
        yield f"- in a hybrid, {side}: {part.part.en}"


def _weighed(rule: Rule, dimensions: Sequence[Dimension]) -> str:
    weights = {one.id: one for one in dimensions}
    if rule.dimension not in weights:
        return ""
    dimension = weights[rule.dimension]
    worth = points_per_value(dimensions)[dimension.id]
    title = f"[{dimension.title.en}](#{anchor(f'dimension-{dimension.id}')})"
    hybrid = ""
    if dimension.lower_end:
        hybrid = f"; {Option.HYBRID} takes the lower of the two ends"
    return (
        f" In dimension {title}, weight {dimension.weight:g}:"
        f" one point is worth {worth:.2f} of the score{hybrid}."
    )


def _ruled_out(one: RulesOut) -> Iterator[str]:
    kept = f", except {' and '.join(one.except_)}" if one.except_ else ""
    if one.unless is None:
        yield f"- {one.target} is ruled out{kept}"
        return
    yield f"- {one.target} is ruled out{kept}, unless"
    yield from condition_lines(one.unless, 1)


def _parameters(rule: Rule, pack: Pack) -> Iterator[str]:
    if rule.parameters:
        named = (
            f"[`{name}`](#{anchor(f'parameter-{name}')}) = {pack.value(name):g}"
            f" {pack.parameters[name].unit}"
            for name in rule.parameters
        )
        yield f"Parameters: {', '.join(named)}."
        yield ""


def _tested(tests: Sequence[Mapping[str, object]]) -> Iterator[str]:
    if not tests:
        return
    yield "**Tested at.**"
    yield ""
    for test in tests:
        given = test.get("given")
        facts = given.items() if isinstance(given, Mapping) else ()
        named = ", ".join(f"`{path}` {_plain(value)}" for path, value in facts)
        expected = expected_text(test)
        yield f"- {named or 'nothing known'} → {_STATES.get(expected, expected)}"
    yield ""


_STATES = {state.value: state.value.replace("-", " ") for state in State}


def _sources(rule: Rule) -> Iterator[str]:
    if rule.sources:
        yield f"**Sources.** {'; '.join(map(cited, rule.sources))}."
        yield ""
