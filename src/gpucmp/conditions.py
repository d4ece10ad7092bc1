"""Conditions over facts, true, false, or unknown (Kleene's three-valued logic)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from gpucmp.facts import Facts, FactValue

Operand = bool | int | float | str | tuple[bool | int | float | str, ...]

COMPARISONS = ("at_least", "above", "at_most", "below")


@dataclass(frozen=True, slots=True)
class Test:
    """One fact held against one operand; unknown while the fact is unknown."""

    fact: str
    word: str
    operand: Operand

    def holds(self, facts: Facts) -> bool | None:
        """Tell whether the test holds; None where the fact is unknown."""
        value = facts.get(self.fact)
        if self.word == "known":
            return (value is not None) is self.operand
        return None if value is None else TESTS[self.word](value, self.operand)

    def __str__(self) -> str:
        """Word the test as a rule file does."""
        shown = _shown(self.operand)
        return shown if self.word in {"equals", "one_of"} else f"{self.word} {shown}"

    def thresholds(self) -> tuple[float, ...]:
        """Give the numbers at which the outcome of the test changes."""
        if self.word in COMPARISONS:
            return (_number(self.operand),)
        if self.word == "between" and isinstance(self.operand, tuple):
            return tuple(map(_number, self.operand))
        return ()


@dataclass(frozen=True, slots=True)
class AllOf:
    """Holds where every part holds."""

    parts: tuple["Condition", ...]

    def holds(self, facts: Facts) -> bool | None:
        """Tell whether all parts hold; None where that hangs on an unknown fact."""
        outcome: bool | None = True
        for part in self.parts:
            found = part.holds(facts)
            if found is False:
                return False
            if found is None:
                outcome = None
        return outcome


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Holds where at least one part holds."""

    parts: tuple["Condition", ...]

    def holds(self, facts: Facts) -> bool | None:
        """Tell whether any part holds; None where that hangs on an unknown fact."""
        outcome: bool | None = False
        for part in self.parts:
            found = part.holds(facts)
            if found:
                return True
            if found is None:
                outcome = None
        return outcome


@dataclass(frozen=True, slots=True)
class Not:
    """Holds where its part does not."""

    part: "Condition"

    def holds(self, facts: Facts) -> bool | None:
        """Tell whether the part does not hold; None where that hangs on an unknown fact."""
        found = self.part.holds(facts)
        return None if found is None else not found


Condition = Test | AllOf | AnyOf | Not


def condition_from(raw: object) -> Condition:
    """Read a condition out of the plain data of a rule file that was found valid.

    A mapping is "all of": fact paths with their tests, and ``all``, ``any``, ``none`` with
    conditions inside.
    """
    if not isinstance(raw, Mapping):
        message = f"a condition is a mapping, not {raw!r}"
        raise TypeError(message)
    parts = tuple(_part(str(key), value) for key, value in raw.items())
    return parts[0] if len(parts) == 1 else AllOf(parts)


def alternatives(raw: object) -> list[object]:
    """Take apart what stands under ``all``, ``any``, or ``none``: a list, or one entry a part."""
    if isinstance(raw, Mapping):
        return [{key: value} for key, value in raw.items()]
    return raw if isinstance(raw, list) else []


def leaves(condition: Condition) -> Iterator[Test]:
    """Go over the tests in *condition*."""
    match condition:
        case Test():
            yield condition
        case Not(part):
            yield from leaves(part)
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                yield from leaves(part)
        case _:
            assert_never(condition)


def waits_for(condition: Condition, facts: Facts) -> tuple[str, ...]:
    """Name the unknown facts that the outcome of *condition* hangs on."""
    if condition.holds(facts) is not None:
        return ()
    match condition:
        case Test(fact):
            return (fact,)
        case Not(part):
            return waits_for(part, facts)
        case AllOf(parts) | AnyOf(parts):
            found = (fact for part in parts for fact in waits_for(part, facts))
            return tuple(dict.fromkeys(found))
        case _:
            assert_never(condition)


def _part(key: str, value: object) -> Condition:
    match key:
        case "all":
            return AllOf(tuple(map(condition_from, alternatives(value))))
        case "any":
            return AnyOf(tuple(map(condition_from, alternatives(value))))
        case "none":
            return Not(AnyOf(tuple(map(condition_from, alternatives(value)))))
        case _:
            return _tests(key, value)


def _tests(fact: str, value: object) -> Condition:
    if isinstance(value, list):
        return Test(fact, "one_of", _operand(value))
    if not isinstance(value, Mapping):
        return Test(fact, "equals", _operand(value))
    tests = tuple(Test(fact, str(word), _operand(operand)) for word, operand in value.items())
    return tests[0] if len(tests) == 1 else AllOf(tests)


def _operand(value: object) -> Operand:
    match value:
        case bool() | int() | float() | str():
            return value
        case list():
            return tuple(one for one in value if isinstance(one, bool | int | float | str))
        case _:
            message = f"not an operand: {value!r}"
            raise TypeError(message)


def _shown(operand: Operand) -> str:
    match operand:
        case bool():
            return str(operand).lower()
        case tuple():
            return "[" + ", ".join(map(_shown, operand)) + "]"
        case int() | float():
            return f"{operand:.12g}"
        case _:
            return operand


def _number(value: object) -> float:
    if isinstance(value, int | float):
        return value
    message = f"not a number: {value!r}"
    raise TypeError(message)


def _is_between(value: FactValue, operand: Operand) -> bool:
    if not isinstance(operand, tuple):
        message = f"not a pair: {operand!r}"
        raise TypeError(message)
    low, high = operand
    return _number(low) <= _number(value) < _number(high)


TESTS: Mapping[str, Callable[[FactValue, Operand], bool]] = {
    "equals": lambda value, operand: value == operand,
    "one_of": lambda value, operand: isinstance(operand, tuple) and value in operand,
    "not": lambda value, operand: (
        value not in operand if isinstance(operand, tuple) else value != operand
    ),
    "at_least": lambda value, operand: _number(value) >= _number(operand),
    "above": lambda value, operand: _number(value) > _number(operand),
    "at_most": lambda value, operand: _number(value) <= _number(operand),
    "below": lambda value, operand: _number(value) < _number(operand),
    "between": _is_between,
}
"""The tests of a known fact by the word that a rule file uses."""
