"""From facts to points: what becomes of each rule, and what the options score."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from gpucmp.conditions import waits_for
from gpucmp.facts import Facts
from gpucmp.options import OPTIONS, Option, Purchase, State
from gpucmp.pack import Dimension, Knot, Points, Rule

MOST_POINTS = 3.0
"""Points of a rule and values of a dimension run from -3 to 3 (``DESIGN``)."""
NEUTRAL = 50.0
NO_POINTS: Points = {}


class Removal(NamedTuple):
    """What a constraint removes, or would remove (*certain* is false) once a fact is known."""

    target: Option | Purchase
    except_: tuple[Purchase, ...]
    rule: Rule
    certain: bool
    waits_for: tuple[str, ...] = ()


class Judgment(NamedTuple):
    """What became of a rule on the facts."""

    rule: Rule
    state: State
    points: Points = MappingProxyType({})
    waits_for: tuple[str, ...] = ()
    removals: tuple[Removal, ...] = ()


def judge(rule: Rule, facts: Facts) -> Judgment:
    """Tell what becomes of *rule* on *facts*."""
    if rule.applies_when is not None and rule.applies_when.holds(facts) is False:
        return Judgment(rule, State.NOT_APPLICABLE)
    lifted = rule.unless_known is not None and rule.unless_known.holds(facts)
    if lifted or (rule.when is not None and rule.when.holds(facts) is False):
        return Judgment(rule, State.DOES_NOT_FIRE)
    waiting = tuple(dict.fromkeys(_waiting(rule, facts)))
    if waiting:
        removals = _removals(rule, facts, waiting=waiting)
        return Judgment(rule, State.UNKNOWN, {}, waiting, removals)
    return _fired(rule, facts)


def _waiting(rule: Rule, facts: Facts) -> Iterator[str]:
    """Name the unknown facts that keep the rule from being judged."""
    for condition in (rule.applies_when, rule.when):
        if condition is not None:
            yield from waits_for(condition, facts)
    if rule.along and rule.along not in facts:
        yield rule.along


def _fired(rule: Rule, facts: Facts) -> Judgment:
    removals = _removals(rule, facts, waiting=())
    if rule.rules_out and not any(removal.certain for removal in removals):
        found = (fact for removal in removals for fact in removal.waits_for)
        waiting = tuple(dict.fromkeys(found))
        state = State.UNKNOWN if waiting else State.DOES_NOT_FIRE
        return Judgment(rule, state, {}, waiting, removals)
    points = graded(rule.knots, _number(facts[rule.along])) if rule.along else rule.points
    if rule.most_if_assumed is not None and facts.get(ASSUMED) is True:
        most = rule.most_if_assumed
        points = {option: max(-most, min(most, value)) for option, value in points.items()}
    return Judgment(rule, State.FIRES, points, (), removals)


ASSUMED = "cost.assumed"
"""The fact that costs rest on an assumed price, which makes a cost rule weak (``DESIGN``)."""


def _removals(rule: Rule, facts: Facts, *, waiting: tuple[str, ...]) -> tuple[Removal, ...]:
    """Give what the constraint removes; a target that is surely spared is left out."""
    found = []
    for one in rule.rules_out:
        still = waiting
        if one.unless is not None:
            if one.unless.holds(facts):
                continue
            still = (*waiting, *waits_for(one.unless, facts))
        found.append(Removal(one.target, one.except_, rule, not still, still))
    return tuple(found)


def graded(knots: Sequence[Knot], value: float) -> Points:
    """Interpolate the points of a graded criterion: linear between knots, flat outside."""
    if value <= knots[0].at:
        return knots[0].points
    for low, high in pairwise(knots):
        if value <= high.at:
            share = (value - low.at) / (high.at - low.at)
            return {
                option: (1 - share) * low.points.get(option, 0.0)
                + share * high.points.get(option, 0.0)
                for option in OPTIONS
                if option in low.points or option in high.points
            }
    return knots[-1].points


class DimensionScore(NamedTuple):
    """The criteria of one dimension: their sums, and the values after clipping."""

    dimension: Dimension
    fired: tuple[Judgment, ...]
    sums: Points
    values: Points


def score_dimensions(
    dimensions: Iterable[Dimension], judgments: Iterable[Judgment]
) -> tuple[DimensionScore, ...]:
    """Add up the points of the rules that fire, dimension by dimension."""
    fired: dict[str, list[Judgment]] = {}
    for judgment in judgments:
        if judgment.points and judgment.rule.dimension:
            fired.setdefault(judgment.rule.dimension, []).append(judgment)
    return tuple(
        score_dimension(dimension, tuple(fired.get(dimension.id, ()))) for dimension in dimensions
    )


def score_dimension(dimension: Dimension, fired: tuple[Judgment, ...]) -> DimensionScore:
    """Add up the points of *fired*, which all count in *dimension*."""
    if not fired:
        return DimensionScore(dimension, (), NO_POINTS, NO_POINTS)
    sums = {
        option: sum(judgment.points.get(option, 0.0) for judgment in fired) for option in OPTIONS
    }
    values = {option: max(-MOST_POINTS, min(MOST_POINTS, total)) for option, total in sums.items()}
    if dimension.lower_end:
        values[Option.HYBRID] = min(values[Option.SELF_HOSTED], values[Option.CLOUD])
    return DimensionScore(dimension, fired, sums, values)


def points_per_value(dimensions: Iterable[Dimension]) -> Mapping[str, float]:
    """Give the score points that one point of each dimension is worth, for all options alike."""
    weights = {dimension.id: dimension.weight for dimension in dimensions}
    total = MOST_POINTS * sum(weights.values())
    return {name: NEUTRAL * weight / total for name, weight in weights.items()}


def scores(scored: Sequence[DimensionScore]) -> Mapping[Option, float]:
    """Give each option's score of 0 to 100; 50 is neutral."""
    worth = points_per_value(one.dimension for one in scored)
    return {
        option: NEUTRAL
        + sum(worth[one.dimension.id] * one.values.get(option, 0.0) for one in scored)
        for option in OPTIONS
    }


def _number(value: object) -> float:
    if isinstance(value, int | float):
        return value
    message = f"a graded criterion reads a number, not {value!r}"
    raise TypeError(message)
