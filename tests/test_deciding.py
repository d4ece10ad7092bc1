import pytest

from gpucmp.deciding import Decision, decide
from gpucmp.facts import Facts
from gpucmp.options import (
    OWNED_PURCHASES,
    PURCHASES_OF,
    RENTED_PURCHASES,
    Option,
    Purchase,
    Strength,
)
from gpucmp.pack import Rule
from gpucmp.report import Purchases
from tests.builders import a_dimension, a_pack, a_rule

FACTS: Facts = {"demand.gpus": 8}
ON = {"demand.gpus": 8}
CLOUD, SELF_HOSTED, HYBRID = Option.CLOUD, Option.SELF_HOSTED, Option.HYBRID
OWNED, COLOCATED, ON_DEMAND, DEDICATED, SPOT = (
    Purchase.OWNED,
    Purchase.COLOCATED,
    Purchase.ON_DEMAND,
    Purchase.DEDICATED,
    Purchase.SPOT,
)
BOTH = (a_dimension("money"), a_dimension("speed"))


def points(rule_id: str = "R1", dimension: str = "money", /, **given: float) -> Rule:
    spelled = {option.replace("_", "-"): value for option, value in given.items()}
    return a_rule(rule_id, when=ON, dimension=dimension, points=spelled)


def rules_out(rule_id: str, *targets: str, **rest: object) -> Rule:
    return a_rule(rule_id, when=ON, rules_out=dict.fromkeys(targets, rest))


def decided(*rules: Rule, facts: Facts = FACTS) -> Decision:
    return decide(a_pack(*rules, dimensions=BOTH), facts)


def test_with_nothing_known_the_verdict_is_undecided() -> None:
    verdict = decided(points(cloud=3), facts={}).verdict

    assert (verdict.option, verdict.purchase, verdict.strength) == ("undecided", None, None)
    assert (verdict.margin, verdict.rival) == (None, None)


def test_a_tie_at_the_top_is_undecided() -> None:
    assert decided(points(cloud=2, hybrid=2)).verdict.option == "undecided"


def test_a_tie_below_the_top_does_not_matter() -> None:
    assert decided(points(cloud=2, hybrid=1, self_hosted=1)).verdict.option == "cloud"


def test_points_that_add_up_to_the_same_in_another_order_are_a_tie() -> None:
    """0.1 + 0.2 and 0.3 differ in the last bit."""
    rules = [points("R1", cloud=0.1, hybrid=0.3), points("R2", cloud=0.2)]

    assert decided(*rules).verdict.option == "undecided"


def test_the_best_option_that_stands_wins_by_its_margin_to_the_next() -> None:
    """Two dimensions: a point is worth 50 / 6; (3 - 1) x 50 / 6 = 16.67."""
    verdict = decided(points(cloud=3, hybrid=1)).verdict

    assert (verdict.option, verdict.rival) == ("cloud", HYBRID)
    assert verdict.margin == pytest.approx(100 / 6)


def test_an_option_that_is_ruled_out_is_neither_verdict_nor_rival() -> None:
    found = decided(points(cloud=3, hybrid=2, self_hosted=1), rules_out("R2", "cloud"))

    assert (found.verdict.option, found.verdict.rival) == ("hybrid", SELF_HOSTED)
    assert found.left[CLOUD] == ()
    assert found.standing == (HYBRID, SELF_HOSTED)


def test_a_rule_out_changes_no_score() -> None:
    free = decided(points(cloud=3, hybrid=2))

    assert decided(points(cloud=3, hybrid=2), rules_out("R2", "cloud")).scores == free.scores


def test_the_only_option_left_is_a_clear_verdict_without_a_rival() -> None:
    verdict = decided(points(cloud=3), rules_out("R2", "cloud", "hybrid")).verdict

    assert (verdict.option, verdict.strength) == ("self-hosted", Strength.CLEAR)
    assert (verdict.margin, verdict.margin_share, verdict.rival) == (None, None, None)


@pytest.mark.parametrize(
    ("cloud", "self_hosted", "share", "strength"),
    [
        (3, 1, 2 / 4, Strength.CLEAR),
        (2, 1, 1 / 3, Strength.LEAN),
        (3, 2.5, 0.5 / 5.5, Strength.CLOSE),
    ],
)
def test_strength_is_the_share_of_the_argument_that_is_left(
    cloud: float, self_hosted: float, share: float, strength: Strength
) -> None:
    """One dimension for each side: (cloud - self-hosted) / (cloud + self-hosted).

    The tests' pack calls 0.4 clear and 0.2 a lean; a point is worth 8.33, so that all
    margins, 16.7, 8.3, and 4.2, are clear by themselves.
    """
    rules = [points("R1", "money", cloud=cloud), points("R2", "speed", self_hosted=self_hosted)]

    verdict = decided(*rules, rules_out("R3", "hybrid")).verdict

    assert verdict.margin_share == pytest.approx(share)
    assert verdict.strength is strength


@pytest.mark.parametrize(
    ("cloud", "strength"),
    [(0.5, Strength.CLEAR), (0.4, Strength.LEAN), (0.25, Strength.LEAN), (0.2, Strength.CLOSE)],
)
def test_strength_needs_points_beside_the_share(cloud: float, strength: Strength) -> None:
    """A point is worth 50 / 6 = 8.33: 4.17, 3.33, 2.08, 1.67; clear from 4, a lean from 2."""
    verdict = decided(points(cloud=cloud)).verdict

    assert verdict.margin_share == pytest.approx(1)
    assert verdict.strength is strength


@pytest.mark.parametrize(
    ("cloud", "lowered", "strength"),
    [(3, True, Strength.LEAN), (0.4, True, Strength.CLOSE), (0.2, False, Strength.CLOSE)],
)
def test_planned_evidence_lowers_the_strength_by_one_step(
    cloud: float, *, lowered: bool, strength: Strength
) -> None:
    planned = decided(points(cloud=cloud), facts={**FACTS, "demand.evidence": "planned"})
    measured = decided(points(cloud=cloud), facts={**FACTS, "demand.evidence": "measured"})

    assert (planned.verdict.lowered, planned.verdict.strength) == (lowered, strength)
    assert not measured.verdict.lowered
    assert planned.scores == measured.scores


def test_planned_evidence_says_nothing_where_only_one_option_is_left() -> None:
    rule = rules_out("R2", "cloud", "hybrid")

    verdict = decided(rule, facts={**FACTS, "demand.evidence": "planned"}).verdict

    assert (verdict.strength, verdict.lowered) == (Strength.CLEAR, False)


def test_where_everything_is_ruled_out_the_smallest_conflicts_are_named() -> None:
    """R1 with R2 is enough; R3 with R4 and R1 would be a conflict too, but not a smallest."""
    rules = [
        rules_out("R1", "cloud"),
        rules_out("R2", "self-hosted", "hybrid"),
        rules_out("R3", "self-hosted"),
        rules_out("R4", "hybrid"),
    ]

    verdict = decided(points("P1", cloud=3), *rules).verdict

    assert (verdict.option, verdict.purchase, verdict.strength) == ("none", None, None)
    assert verdict.conflicts == (("R1", "R2"),)


def test_every_conflict_of_the_smallest_size_is_named() -> None:
    rules = [rules_out("R1", "cloud"), rules_out("R2", "self-hosted", "hybrid")]
    twice = rules_out("R3", "self-hosted", "hybrid")

    assert decided(*rules, twice).verdict.conflicts == (("R1", "R2"), ("R1", "R3"))


@pytest.mark.parametrize("rules", [(), (rules_out("R1", "cloud"),)])
def test_where_nothing_is_offered_no_constraint_is_in_conflict(rules: tuple[Rule, ...]) -> None:
    never = {"demand.gpus": 9}
    pack = a_pack(*rules, offers=dict.fromkeys(Purchase, never))

    verdict = decide(pack, FACTS).verdict

    assert (verdict.option, verdict.conflicts) == ("none", ())


def test_a_constraint_that_waits_for_a_fact_rules_nothing_out() -> None:
    waits = a_rule("R2", when={"compliance.jurisdiction_risk": True}, rules_out={"cloud": {}})

    found = decided(points(cloud=3), waits)

    assert found.verdict.option == "cloud"
    assert [one.certain for one in found.removals] == [False]


def test_a_purchase_that_is_ruled_out_is_out_in_every_option() -> None:
    found = decided(rules_out("R1", "spot"))

    assert SPOT not in found.left[CLOUD]
    assert SPOT not in found.left[HYBRID]


def test_an_option_may_keep_the_purchases_that_are_excepted() -> None:
    rule = a_rule("R2", when=ON, rules_out={"cloud": {"except": ["dedicated"]}})

    found = decided(points(cloud=3), rule)

    assert found.left[CLOUD] == (DEDICATED,)
    assert ON_DEMAND in found.left[HYBRID]
    assert (found.verdict.option, found.verdict.purchase) == ("cloud", DEDICATED)


@pytest.mark.parametrize("part", [OWNED_PURCHASES, RENTED_PURCHASES])
def test_a_hybrid_is_out_when_one_of_its_parts_has_no_purchase_left(
    part: tuple[Purchase, ...],
) -> None:
    found = decided(points(hybrid=3, cloud=1), rules_out("R2", *part))

    assert found.left[HYBRID] == ()
    assert found.verdict.option == ("cloud" if part is OWNED_PURCHASES else "self-hosted")


def test_a_hybrid_stands_with_one_purchase_on_each_side() -> None:
    spared = ["owned", "spot"]
    rule = a_rule("R2", when=ON, rules_out={"hybrid": {"except": spared}})

    verdict = decided(points(hybrid=3), rule).verdict

    assert verdict.purchases == Purchases(OWNED, SPOT)


@pytest.mark.parametrize("offered", [True, False, None])
def test_a_purchase_is_offered_only_where_that_is_known(*, offered: bool | None) -> None:
    wish = a_rule("R1", when=ON, purchases={"cloud": {"private-deployment": 3}})
    pack = a_pack(
        points("R2", cloud=3),
        wish,
        offers={Purchase.PRIVATE_DEPLOYMENT: {"compliance.private_deployment": True}},
    )
    known: Facts = {} if offered is None else {"compliance.private_deployment": offered}

    verdict = decide(pack, {**FACTS, **known}).verdict

    assert (verdict.purchase == Purchase.PRIVATE_DEPLOYMENT) is (offered is True)


@pytest.mark.parametrize(
    ("best", "main", "purchases"),
    [
        ("cloud", ON_DEMAND, Purchases(None, ON_DEMAND)),
        ("self_hosted", OWNED, Purchases(OWNED, None)),
        ("hybrid", OWNED, Purchases(OWNED, ON_DEMAND)),
    ],
)
def test_a_verdict_names_a_purchase_for_each_part_that_it_has(
    best: str, main: Purchase, purchases: Purchases
) -> None:
    verdict = decided(points(**{best: 3})).verdict

    assert (verdict.purchase, verdict.purchases) == (main, purchases)


def test_the_purchase_is_what_the_rules_that_fire_like_best_in_that_option() -> None:
    rules = [
        a_rule("R1", when=ON, purchases={"cloud": {"spot": 2}, "hybrid": {"dedicated": 3}}),
        a_rule("R2", when=ON, purchases={"cloud": {"reserved-1y": 1}}),
        a_rule("R3", when=ON, purchases={"cloud": {"reserved-1y": 2, "spot": -1}}),
        a_rule("R4", when={"demand.gpus": 9}, purchases={"cloud": {"serverless": 3}}),
    ]

    assert decided(points("R5", cloud=3), *rules).verdict.purchase == Purchase.RESERVED_1Y
    assert decided(points("R5", hybrid=3), *rules).verdict.purchases.rented == DEDICATED


def test_a_preference_for_a_purchase_gives_its_option_no_points() -> None:
    liking = a_rule("R1", when=ON, purchases={"cloud": {"spot": 3}})

    assert decided(liking).verdict.option == "undecided"


def test_self_hosting_is_all_owned_and_the_cloud_all_rented() -> None:
    assert PURCHASES_OF[SELF_HOSTED] == OWNED_PURCHASES
    assert PURCHASES_OF[CLOUD] == RENTED_PURCHASES
    assert set(PURCHASES_OF[HYBRID]) == set(Purchase)


def test_colocation_is_left_where_the_own_room_is_not() -> None:
    verdict = decided(points(self_hosted=3), rules_out("R2", "owned")).verdict

    assert (verdict.option, verdict.purchase) == ("self-hosted", COLOCATED)
