"""Where the rules of one dimension leave a stretch of a number open, or answer it twice."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from gpucmp.conditions import AllOf, Condition, Test
from gpucmp.facts import Fact, FactTable, Kind
from gpucmp.pack import Pack, Rule

INFINITY = float("inf")


class Interval(NamedTuple):
    """A stretch of numbers; an open end is not part of it."""

    low: float = -INFINITY
    high: float = INFINITY
    low_open: bool = False
    high_open: bool = False

    @property
    def is_empty(self) -> bool:
        """Tell whether no number lies in it."""
        return self.low > self.high or (
            self.low == self.high and (self.low_open or self.high_open)
        )

    def within(self, other: "Interval") -> "Interval":
        """Give what lies in both."""
        low, low_open = max((self.low, self.low_open), (other.low, other.low_open))
        high, high_shut = min((self.high, not self.high_open), (other.high, not other.high_open))
        return Interval(low, high, low_open, not high_shut)

    def of_whole_numbers(self) -> "Interval":
        """Give the same whole numbers between ends that are not open."""
        low, high = self.low, self.high
        if math.isfinite(low):
            low = math.floor(low) + 1 if self.low_open else math.ceil(low)
        if math.isfinite(high):
            high = math.ceil(high) - 1 if self.high_open else math.floor(high)
        return Interval(low, high)


class Finding(NamedTuple):
    """What is wrong with the condition of a rule beside the others."""

    rules: tuple[str, ...]
    """The rules that it is about; the last one is where it shows."""
    message: str
    hint: str


def interval_findings(pack: Pack, table: FactTable) -> Iterator[Finding]:
    """Find gaps and overlaps between the rules of each dimension, and conditions never met."""
    for rule in pack.rules:
        yield from _never_met(rule, table)
    groups: dict[tuple[str, str, Condition | None], list[tuple[Interval, str]]] = {}
    for rule in pack.rules:
        fact = _only_fact(rule, table)
        if fact is not None:
            stretch = _stretch(_tests_of(rule.when), fact)
            alike = (rule.dimension, fact.path, rule.applies_when)
            if not stretch.is_empty:
                groups.setdefault(alike, []).append((stretch, rule.id))
    for (dimension, path, _), group in groups.items():
        ordered = sorted(group, key=lambda one: (one[0].low, one[0].low_open))
        yield from _overlaps(dimension, table[path], ordered)
        yield from _gaps(dimension, table[path], ordered)


def _only_fact(rule: Rule, table: FactTable) -> Fact | None:
    """Give the one number that decides whether a criterion fires, if it is only one."""
    tests = _tests_of(rule.when)
    paths = {test.fact for test in tests}
    if not rule.dimension or len(paths) != 1 or len(tests) != len(_parts(rule.when)):
        return None
    fact = table[paths.pop()]
    return fact if fact.kind is Kind.NUMBER and all(map(_interval, tests)) else None


def _parts(condition: Condition | None) -> tuple[Condition, ...]:
    """Give what has to hold together."""
    match condition:
        case None:
            return ()
        case AllOf(parts):
            return tuple(inner for part in parts for inner in _parts(part))
        case _:
            return (condition,)


def _tests_of(condition: Condition | None) -> list[Test]:
    return [part for part in _parts(condition) if isinstance(part, Test)]


def _interval(test: Test) -> Interval | None:
    """Give the numbers for which a test holds, where they are one stretch."""
    numbers = test.thresholds()
    if test.word == "between":
        return Interval(numbers[0], numbers[1], high_open=True)
    if numbers and test.word in {"at_least", "above"}:
        return Interval(low=numbers[0], low_open=test.word == "above")
    if numbers:
        return Interval(high=numbers[0], high_open=test.word == "below")
    if isinstance(test.operand, int | float) and test.word == "equals":
        return Interval(test.operand, test.operand)
    return None


def _stretch(tests: Iterable[Test], fact: Fact) -> Interval:
    """Give the values of *fact* for which all *tests* on it hold."""
    found = Interval(fact.low, fact.high, low_open=fact.low_excluded)
    for test in tests:
        one = _interval(test)
        if one is not None:
            found = found.within(one)
    return found.of_whole_numbers() if fact.whole else found


def _never_met(rule: Rule, table: FactTable) -> Iterator[Finding]:
    tests = [*_tests_of(rule.applies_when), *_tests_of(rule.when)]
    for path in dict.fromkeys(test.fact for test in tests):
        fact = table[path]
        of_fact = [test for test in tests if test.fact == path]
        if fact.kind is Kind.NUMBER and _stretch(of_fact, fact).is_empty:
            yield Finding((rule.id,), f"the condition on {path} can never hold", "see its numbers")


def _overlaps(
    dimension: str, fact: Fact, ordered: Sequence[tuple[Interval, str]]
) -> Iterator[Finding]:
    for (one, first), (other, second) in combinations(ordered, 2):
        shared = one.within(other)
        if not shared.is_empty:
            yield Finding(
                (first, second),
                f"overlap: {first} and {second} both answer {fact.path} {_words(shared)}"
                f" in dimension {dimension}",
                "let one end where the other begins",
            )


def _gaps(
    dimension: str, fact: Fact, ordered: Sequence[tuple[Interval, str]]
) -> Iterator[Finding]:
    covered, before = ordered[0]
    for stretch, rule in ordered[1:]:
        ends = not covered.high_open, not stretch.low_open
        gap = Interval(covered.high, stretch.low, *ends)
        if fact.whole:
            gap = gap.of_whole_numbers()
        if not gap.is_empty:
            yield Finding(
                (before, rule),
                f"gap: no rule of dimension {dimension} answers {fact.path} {_words(gap)},"
                f" between {before} and {rule}",
                "add a rule with `points: {}` if no points are meant",
            )
        if (stretch.high, not stretch.high_open) > (covered.high, not covered.high_open):
            covered, before = stretch, rule


def _words(stretch: Interval) -> str:
    low, high = (f"{end:,.12g}" for end in (stretch.low, stretch.high))
    if low == high:
        return low
    words = []
    if math.isfinite(stretch.low):
        words.append(f"{'above' if stretch.low_open else 'from'} {low}")
    if math.isfinite(stretch.high):
        upto = f"{'below' if stretch.high_open else 'up to'} {high}"
        words.append(f"to {upto.removeprefix('up to ')}" if words else upto)
    return " ".join(words) or "everywhere"
