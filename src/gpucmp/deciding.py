"""From points and constraints to a verdict: what is left, the best of it, and how firm it is."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from gpucmp.facts import Facts
from gpucmp.options import (
    OPTIONS,
    OWNED_PURCHASES,
    PURCHASES_OF,
    RENTED_PURCHASES,
    Option,
    Purchase,
    State,
    Strength,
)
from gpucmp.pack import Pack, Points, Rule
from gpucmp.report import NONE, UNDECIDED, Purchases, Verdict
from gpucmp.scoring import (
    DimensionScore,
    Judgment,
    Removal,
    judge,
    points_per_value,
    score_dimension,
    score_dimensions,
    scores,
)

SAME = 1e-9
"""Scores that differ by less are equal: sums of the same points in another order."""

Left = Mapping[Option, tuple[Purchase, ...]]


class Decision(NamedTuple):
    """A verdict with everything that it was made from."""

    judgments: tuple[Judgment, ...]
    removals: tuple[Removal, ...]
    left: Left
    """The purchases that are left in each option; an option with none is ruled out."""
    dimensions: tuple[DimensionScore, ...]
    scores: Points
    verdict: Verdict
    facts: Facts
    """What the rules read, the costs included."""
    left_before_costs: Left
    """What the constraints leave that need no costs; it is what is costed."""

    @property
    def standing(self) -> tuple[Option, ...]:
        """Give the options that are not ruled out, best first."""
        return _standing(self.scores, self.left)


Money = Callable[[Facts, Left], Facts]
"""Gives the facts about costs, for the purchases that are left."""


def decide(pack: Pack, facts: Facts, money: Money | None = None) -> Decision:
    """Decide on *facts*, derived ones included, stratum by stratum so that nothing is circular.

    Constraints come first, then the costs of what they leave, then the rules that read costs.
    """
    first = {
        rule.id: judge(rule, facts)
        for rule in pack.rules
        if rule.rules_out and not rule.after_costs
    }
    if money is not None:
        left = left_after(pack, facts, first.values())
        facts = {**facts, **money(facts, left)}
    judgments = tuple(first.get(rule.id) or judge(rule, facts) for rule in pack.rules)
    return decide_on(pack, facts, judgments)


def left_after(pack: Pack, facts: Facts, judgments: Iterable[Judgment]) -> Left:
    """Tell what the constraints among *judgments* leave that need no costs."""
    return purchases_left(
        pack,
        facts,
        (
            removal
            for judged in judgments
            if not judged.rule.after_costs
            for removal in judged.removals
            if removal.certain
        ),
    )


def decide_on(
    pack: Pack, facts: Facts, judgments: tuple[Judgment, ...], *, near: Decision | None = None
) -> Decision:
    """Decide on rules that have been judged: constraints first, then scores.

    *near* is a decision on the same rules with almost the same facts; what is equal is taken
    from there.
    """
    removals = tuple(removal for judgment in judgments for removal in judgment.removals)
    left = purchases_left(pack, facts, (one for one in removals if one.certain))
    scored = _scored(pack, judgments, near)
    points = scores(scored)
    standing = _standing(points, left)
    if not standing:
        conflicts = _conflicts(pack, facts, removals)
        verdict = Verdict(
            NONE, None, Purchases(), None, None, None, None, lowered=False, conflicts=conflicts
        )
    else:
        verdict = _verdict(pack, facts, judgments, (scored, points, left, standing))
    before = left
    if any(one.rule.after_costs for one in removals):
        before = left_after(pack, facts, judgments)
    return Decision(judgments, removals, left, scored, points, verdict, facts, before)


def _scored(
    pack: Pack, judgments: tuple[Judgment, ...], near: Decision | None
) -> tuple[DimensionScore, ...]:
    if near is None:
        return score_dimensions(pack.dimensions, judgments)
    changed: dict[str, list[Judgment]] = {
        judgment.rule.dimension: []
        for judgment, before in zip(judgments, near.judgments, strict=True)
        if judgment is not before
    }
    for judgment in judgments:
        if judgment.points and judgment.rule.dimension in changed:
            changed[judgment.rule.dimension].append(judgment)
    return tuple(
        score_dimension(one.dimension, tuple(changed[one.dimension.id]))
        if one.dimension.id in changed
        else one
        for one in near.dimensions
    )


def purchases_left(pack: Pack, facts: Facts, removals: Iterable[Removal]) -> Left:
    """Tell which purchases each option keeps.

    A hybrid needs one purchase for its owned and one for its rented part; an option whose part
    has none is ruled out.
    """
    offered = {
        purchase
        for purchase in (*OWNED_PURCHASES, *RENTED_PURCHASES)
        if purchase not in pack.offers or pack.offers[purchase].holds(facts) is True
    }
    gone = {
        (option, purchase)
        for removal in removals
        for option, purchase in removed_purchases(removal)
    }
    left = {
        option: tuple(one for one in found if one in offered and (option, one) not in gone)
        for option, found in PURCHASES_OF.items()
    }
    hybrid = left[Option.HYBRID]
    if not (set(hybrid) & set(OWNED_PURCHASES) and set(hybrid) & set(RENTED_PURCHASES)):
        left[Option.HYBRID] = ()
    return left


def removed_purchases(removal: Removal) -> Iterator[tuple[Option, Purchase]]:
    """Give every purchase that *removal* is about, with the option that it is removed from."""
    if isinstance(removal.target, Option):
        for purchase in PURCHASES_OF[removal.target]:
            if purchase not in removal.except_:
                yield removal.target, purchase
        return
    for option, purchases in PURCHASES_OF.items():
        if removal.target in purchases:
            yield option, removal.target


def _standing(points: Points, left: Left) -> tuple[Option, ...]:
    found = [option for option in OPTIONS if left[option]]
    return tuple(sorted(found, key=lambda option: -round(points[option], 9)))


def _verdict(
    pack: Pack,
    facts: Facts,
    judgments: Sequence[Judgment],
    found: tuple[tuple[DimensionScore, ...], Points, Left, tuple[Option, ...]],
) -> Verdict:
    scored, points, left, standing = found
    best, *others = standing
    rival = others[0] if others else None
    margin = points[best] - points[rival] if rival else None
    if margin is not None and margin < SAME:
        return Verdict(UNDECIDED, None, Purchases(), None, None, None, None, lowered=False)
    share = _margin_share(scored, best, rival) if rival else None
    strength = _strength(pack, margin, share)
    planned = facts.get("demand.evidence") == "planned" and rival is not None
    lowered = planned and strength is not Strength.CLOSE
    if lowered:
        strength = Strength.LEAN if strength is Strength.CLEAR else Strength.CLOSE
    bought = _purchases(judgments, best, left[best])
    main = bought.owned or bought.rented
    return Verdict(best.value, main, bought, strength, margin, share, rival, lowered)


def _margin_share(scored: Iterable[DimensionScore], best: Option, rival: Option) -> float:
    """Give (S1 - S2) / sum of |S1_d - S2_d| over the dimensions (``SPEED``, last section)."""
    scored = tuple(scored)
    worth = points_per_value(one.dimension for one in scored)
    gaps = [
        worth[one.dimension.id] * (one.values.get(best, 0.0) - one.values.get(rival, 0.0))
        for one in scored
    ]
    total = sum(map(abs, gaps))
    return sum(gaps) / total if total else 0.0


def _strength(pack: Pack, margin: float | None, share: float | None) -> Strength:
    if margin is None or share is None:
        return Strength.CLEAR
    if share < pack.value("margin_share_lean") or margin < pack.value("margin_points_lean"):
        return Strength.CLOSE
    if share < pack.value("margin_share_clear") or margin < pack.value("margin_points_clear"):
        return Strength.LEAN
    return Strength.CLEAR


def _purchases(
    judgments: Iterable[Judgment], option: Option, left: tuple[Purchase, ...]
) -> Purchases:
    """Choose the purchase that the rules prefer; the first of the vocabulary where none does."""
    liking = dict.fromkeys(left, 0.0)
    for judgment in judgments:
        if judgment.state is State.FIRES:
            for purchase, points in judgment.rule.purchases.get(option, {}).items():
                if purchase in liking:
                    liking[purchase] += points
    owned = [purchase for purchase in left if purchase in OWNED_PURCHASES]
    rented = [purchase for purchase in left if purchase in RENTED_PURCHASES]
    return Purchases(
        max(owned, key=liking.__getitem__, default=None),
        max(rented, key=liking.__getitem__, default=None),
    )


def _conflicts(
    pack: Pack, facts: Facts, removals: Iterable[Removal]
) -> tuple[tuple[str, ...], ...]:
    """Find the smallest sets of constraints that together leave nothing."""
    certain = tuple(one for one in removals if one.certain)
    rules: tuple[Rule, ...] = tuple({one.rule.id: one.rule for one in certain}.values())
    by_size = (
        tuple(
            tuple(rule.id for rule in chosen)
            for chosen in combinations(rules, size)
            if _leaves_nothing(pack, facts, certain, {rule.id for rule in chosen})
        )
        for size in range(len(rules) + 1)
    )
    # Where nothing is offered in the first place, no constraint is in conflict.
    return tuple(filter(None, next(filter(None, by_size))))


def _leaves_nothing(
    pack: Pack, facts: Facts, removals: Iterable[Removal], chosen: set[str]
) -> bool:
    left = purchases_left(pack, facts, (one for one in removals if one.rule.id in chosen))
    return not any(left.values())
