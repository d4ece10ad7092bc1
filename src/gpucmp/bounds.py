"""What the rules can still come to while some facts are open: bounds on scores and constraints."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from gpucmp.conditions import leaves
from gpucmp.deciding import Decision, removed_purchases
from gpucmp.derived import DERIVED_INPUTS, inputs_of
from gpucmp.facts import Facts, FactValue
from gpucmp.options import (
    OPTIONS,
    OWNED_PURCHASES,
    PURCHASES_OF,
    RENTED_PURCHASES,
    Option,
    Purchase,
    State,
)
from gpucmp.pack import Pack, Points, Rule, RulesOut
from gpucmp.questions import facts_read
from gpucmp.scoring import MOST_POINTS, Judgment, Removal, judge, points_per_value

Answers = Callable[[str], Sequence[FactValue]]
"""Gives the values of an unknown fact that can tell rules apart."""
Decide = Callable[[Facts], Decision]
"""Decides in full on facts as stated."""


class Outcome(NamedTuple):
    """What a rule can come to while some facts are open: the least and the most of its points."""

    low: Points
    high: Points
    sure: tuple[tuple[Option, Purchase], ...]
    """Purchases that it surely removes."""
    maybe: tuple[tuple[Option, Purchase], ...]
    """Purchases that it may remove, the sure ones included."""
    settled: bool
    apart: Mapping[tuple[Option, Option], float]
    """For two options, the least that the first can gain on the second."""
    middle: float = 0.0
    """The least that the mean of the two ends can gain on a hybrid."""

    def width(self) -> float:
        """Tell how far its points may lie apart."""
        return sum(self.high.get(one, 0.0) - self.low.get(one, 0.0) for one in OPTIONS)


class Problem(NamedTuple):
    """What the search works on: the pack, and what is known of it beforehand."""

    pack: Pack
    stated: Facts
    open: tuple[str, ...]
    """The unknown facts of the profile that rules or offers read."""
    readers: Mapping[str, tuple[int, ...]]
    """The rules that read a fact, directly or through a derived one, by their place."""
    answers: Answers
    decide: Decide
    derive: Callable[[Facts], Facts]
    """Adds derived facts, but no costs."""
    assumed: bool
    """Whether costs rest on assumed prices, whatever is answered."""
    smooth: frozenset[str]
    """Facts that count between the values that tell rules apart, too."""


class View:
    """What every rule can come to, as the search fills in one fact after the other."""

    def __init__(self, problem: Problem, base: Decision) -> None:
        self._problem = problem
        self._rules = problem.pack.rules
        self._worth = points_per_value(one.dimension for one in base.dimensions)
        self._lower = {one.id for one in problem.pack.dimensions if one.lower_end}
        self._inside: dict[str, list[int]] = {}
        for at, rule in enumerate(self._rules):
            self._inside.setdefault(rule.dimension, []).append(at)
        self._costly = frozenset(
            at for at, rule in enumerate(self._rules) if any(map(is_cost, facts_read(rule)))
        )
        self._asks_known = {
            at: frozenset(asked) for at, rule in enumerate(self._rules) if (asked := _asked(rule))
        }
        self._ranges: dict[int, Outcome] = {}
        self._constraints = [at for at, rule in enumerate(self._rules) if rule.rules_out]
        self._reads: dict[int, set[str]] = {}
        for path in problem.open:
            for at in problem.readers.get(path, ()):
                self._reads.setdefault(at, set()).add(path)
        self.facts: Facts = problem.stated
        self.open: frozenset[str] = frozenset(problem.open)
        self._known = self._seen(base.facts)
        self._outcomes = [self._outcome(at, judged) for at, judged in enumerate(base.judgments)]
        self._sums: dict[str, Sums] = {}
        self._kept: list[Kept] = []

    def _seen(self, facts: Facts) -> Facts:
        """Leave out what hangs on an open fact."""
        return {
            path: value
            for path, value in facts.items()
            if path in self.facts or not (is_cost(path) or self.open.intersection(inputs_of(path)))
        }

    def take(self, path: str, value: FactValue) -> None:
        """Fill in a fact; ``back`` undoes it."""
        self._kept.append((self.facts, self.open, self._known, self._outcomes, self._sums))
        self.facts = {**self.facts, path: value}
        self.open -= {path}
        if path in DERIVED_INPUTS:
            self._known = self._seen(self._problem.derive(self.facts))
        else:
            self._known = {**self._known, path: value}
        self._outcomes, self._sums = list(self._outcomes), dict(self._sums)
        for at in self._problem.readers.get(path, ()):
            self._outcomes[at] = self._outcome(at)
            self._sums.pop(self._rules[at].dimension, None)

    def back(self) -> None:
        """Take the last fact out again."""
        self.facts, self.open, self._known, self._outcomes, self._sums = self._kept.pop()

    def _outcome(self, at: int, judged: Judgment | None = None) -> Outcome:
        rule = self._rules[at]
        waiting = self.open & self._reads.get(at, NO_FACTS)
        if at in self._costly:
            return self._unsettled(at, waiting)
        if not waiting:
            return _settled(judged or judge(rule, self._known))
        found = self._unsettled(at, waiting)
        if waiting == {TAKES_AWAY} and TAKEN in self._known:
            found = _or_nothing(_settled(judge(rule, self._known)))
        return found

    def _unsettled(self, at: int, waiting: frozenset[str]) -> Outcome:
        """Tell what a rule can come to that reads open facts, or costs."""
        rule = self._rules[at]
        if not waiting.intersection(self._asks_known.get(at, NO_FACTS)):
            state = judge(rule, self._known).state
            if state in {State.DOES_NOT_FIRE, State.NOT_APPLICABLE}:
                return NOTHING
        if at not in self._ranges:
            self._ranges[at] = _range_of(rule, assumed=self._problem.assumed)
        return self._ranges[at]

    def lead(self, one: Option, other: Option) -> float:
        """Give a bound that the lead of *one* over *other* never falls below, in score points."""
        total = 0.0
        for name, worth in self._worth.items():
            if name not in self._inside:
                continue
            sums = self._sums.get(name)
            if sums is None:
                sums = self._sums[name] = self._summed(name)
            total += worth * sums.between(one, other)
        return total

    def middle_lead(self) -> float:
        """Give a bound that the mean of the two ends never falls below, over a hybrid.

        A hybrid that wins is above both ends, and so above their mean.
        """
        total = 0.0
        for name, worth in self._worth.items():
            # The lower of two ends is never above their mean.
            if name in self._inside and name not in self._lower:
                sums = self._sums.get(name) or self._sums.setdefault(name, self._summed(name))
                middle = sum(self._outcomes[at].middle for at in self._inside[name])
                total += worth * sums.middle(middle)
        return total

    def _summed(self, name: str) -> "Sums":
        found = [self._outcomes[at] for at in self._inside[name]]
        kept = [outcome for outcome in found if outcome.apart]
        low = {one: sum(outcome.low.get(one, 0.0) for outcome in kept) for one in OPTIONS}
        high = {one: sum(outcome.high.get(one, 0.0) for outcome in kept) for one in OPTIONS}
        apart = {pair: sum(outcome.apart[pair] for outcome in kept) for pair in PAIRS}
        if name not in self._lower:
            return Sums(low, high, apart)
        own, cloud, both = Option.SELF_HOSTED, Option.CLOUD, Option.HYBRID
        low[both], high[both] = min(low[own], low[cloud]), min(high[own], high[cloud])
        # The lower of two ends lies above neither, and below one by what the other lies below it.
        apart |= {(own, both): 0.0, (cloud, both): 0.0}
        apart |= {(both, own): min(0.0, apart[cloud, own])}
        apart |= {(both, cloud): min(0.0, apart[own, cloud])}
        return Sums(low, high, apart)

    def surely_out(self, option: Option) -> bool:
        """Tell whether every completion rules *option* out."""
        gone = {pair for at in self._constraints for pair in self._outcomes[at].sure}
        return _none_left(option, gone, self._surely_missing())

    def maybe_out(self, option: Option) -> bool:
        """Tell whether a completion may rule *option* out."""
        gone = {pair for at in self._constraints for pair in self._outcomes[at].maybe}
        offers = self._problem.pack.offers
        missing = {one for one, test in offers.items() if test.holds(self._known) is not True}
        return _none_left(option, gone, missing)

    def falls_with(self, one: Option, other: Option) -> bool:
        """Tell whether all that may rule *one* out rules *other* out too.

        A hybrid falls with an end where every constraint takes the same purchases from both.
        """
        if other is not Option.HYBRID:
            return False
        for at in self._constraints:
            taken = {way for option, way in self._outcomes[at].maybe if option is one}
            firmly = {
                way
                for removed in self._rules[at].rules_out
                if removed.unless is None
                for option, way in removed_purchases(_as_removal(removed, self._rules[at]))
                if option is other
            }
            if not taken <= firmly:
                return False
        return True

    def _surely_missing(self) -> set[Purchase]:
        return {
            one
            for one, test in self._problem.pack.offers.items()
            if test.holds(self._known) is not True
            and not any(self.open.intersection(inputs_of(leaf.fact)) for leaf in leaves(test))
        }

    def undecided_facts(self) -> list[str]:
        """Name the open facts that what is not settled waits for, the weightiest first."""
        weight: dict[str, float] = {}
        for at, outcome in enumerate(self._outcomes):
            if not outcome.settled:
                gain = self._worth.get(self._rules[at].dimension, 0.0) * outcome.width()
                gain += CONSTRAINT_WEIGHT if outcome.maybe else 0.0
                _weigh(self._reads.get(at, NO_FACTS) & self.open, gain, weight)
        for test in self._problem.pack.offers.values():
            read = {one for leaf in leaves(test) for one in inputs_of(leaf.fact)}
            _weigh(read & self.open, CONSTRAINT_WEIGHT, weight)
        return sorted(weight, key=lambda path: (-weight[path], path))

    def is_settled(self) -> bool:
        """Tell whether every rule is settled; those that wait for costs never are."""
        return all(outcome.settled for outcome in self._outcomes)


Kept = tuple[Facts, frozenset[str], Facts, list[Outcome], "dict[str, Sums]"]
PAIRS = tuple((one, other) for one in OPTIONS for other in OPTIONS if one is not other)
NO_FACTS: frozenset[str] = frozenset()
TAKES_AWAY, TAKEN = "demand.utilization_kind", "demand.utilization_percent"
"""A utilization that counts activity is taken away (``derive``)."""


class Sums(NamedTuple):
    """Least and most points in one dimension, and how far two options surely lie apart."""

    low: Mapping[Option, float]
    high: Mapping[Option, float]
    apart: Mapping[tuple[Option, Option], float]

    def between(self, one: Option, other: Option) -> float:
        """Give the least that *one* can have over *other*, both clipped."""
        least = _clipped(self.low[one]) - _clipped(self.high[other])
        # Clipping never makes more of a difference.
        return max(least, min(0.0, self.apart[one, other]))

    def middle(self, unclipped: float) -> float:
        """Give the least that the mean of the ends can have over a hybrid, all clipped."""
        own, cloud, both = Option.SELF_HOSTED, Option.CLOUD, Option.HYBRID
        least = (_clipped(self.low[own]) + _clipped(self.low[cloud])) / 2
        least -= _clipped(self.high[both])
        inside = all(
            self.low[one] >= -MOST_POINTS and self.high[one] <= MOST_POINTS for one in OPTIONS
        )
        return max(least, unclipped) if inside else least


def _none_left(
    option: Option, gone: AbstractSet[tuple[Option, Purchase]], missing: AbstractSet[Purchase]
) -> bool:
    left = {one for one in PURCHASES_OF[option] if (option, one) not in gone} - missing
    if option is Option.HYBRID:
        return not (left.intersection(OWNED_PURCHASES) and left.intersection(RENTED_PURCHASES))
    return not left


def _weigh(paths: Iterable[str], gain: float, weight: dict[str, float]) -> None:
    for path in paths:
        weight[path] = weight.get(path, 0.0) + gain


CONSTRAINT_WEIGHT = 5.0
"""Constraints are settled first: what they remove needs no points."""


def is_cost(path: str) -> bool:
    """Tell whether the cost model supplies a fact."""
    return path.startswith("cost.")


NOTHING = Outcome({}, {}, (), (), settled=True, apart={})


def _settled(judged: Judgment) -> Outcome:
    points = judged.points
    sure = (pair for one in judged.removals if one.certain for pair in removed_purchases(one))
    maybe = (pair for one in judged.removals for pair in removed_purchases(one))
    apart = {
        (one, other): points.get(one, 0.0) - points.get(other, 0.0)
        for one, other in (PAIRS if points else ())
    }
    return Outcome(
        points,
        points,
        tuple(sure),
        tuple(maybe),
        settled=True,
        apart=apart,
        middle=_middle(points),
    )


def _or_nothing(found: Outcome) -> Outcome:
    """Allow that the rule comes to nothing beside what it comes to."""
    return Outcome(
        {one: min(0.0, found.low.get(one, 0.0)) for one in OPTIONS},
        {one: max(0.0, found.high.get(one, 0.0)) for one in OPTIONS},
        (),
        found.maybe,
        settled=False,
        apart={pair: min(0.0, found.apart.get(pair, 0.0)) for pair in PAIRS},
        middle=min(0.0, found.middle),
    )


def _range_of(rule: Rule, *, assumed: bool) -> Outcome:
    """Give the ends of what an unsettled rule can come to: nothing, or any of its points."""
    choices: list[Points] = [{}, *([knot.points for knot in rule.knots] or [rule.points])]
    if assumed and rule.most_if_assumed is not None:
        most = rule.most_if_assumed
        choices = [
            {option: max(-most, min(most, value)) for option, value in points.items()}
            for points in choices
        ]
    low = {one: min(points.get(one, 0.0) for points in choices) for one in OPTIONS}
    high = {one: max(points.get(one, 0.0) for points in choices) for one in OPTIONS}
    apart = {
        (one, other): min(points.get(one, 0.0) - points.get(other, 0.0) for points in choices)
        for one, other in PAIRS
    }
    gone = (pair for one in rule.rules_out for pair in removed_purchases(_as_removal(one, rule)))
    middle = min(map(_middle, choices))
    return Outcome(low, high, (), tuple(gone), settled=False, apart=apart, middle=middle)


def _middle(points: Points) -> float:
    ends = points.get(Option.SELF_HOSTED, 0.0) + points.get(Option.CLOUD, 0.0)
    return ends / 2 - points.get(Option.HYBRID, 0.0)


def _asked(rule: Rule) -> set[str]:
    """Name the facts of which a rule asks whether they are known."""
    tests = (test for condition in rule.conditions for test in leaves(condition))
    return {one for test in tests if test.word == "known" for one in inputs_of(test.fact)}


def _as_removal(one: RulesOut, rule: Rule) -> Removal:
    return Removal(one.target, one.except_, rule, certain=False)


def _clipped(value: float) -> float:
    return max(-MOST_POINTS, min(MOST_POINTS, value))
