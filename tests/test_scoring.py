import pytest

from gpucmp.facts import Facts
from gpucmp.options import Option, Purchase, State
from gpucmp.pack import Rule
from gpucmp.scoring import graded, judge, points_per_value, score_dimensions, scores
from tests.builders import a_dimension, a_rule

GPUS = "demand.gpus"
CLOUD, SELF_HOSTED, HYBRID = Option.CLOUD, Option.SELF_HOSTED, Option.HYBRID
BIG = {GPUS: {"at_least": 64}}
GRADED = {"along": GPUS, "points": {"10": {"cloud": 3}, "50": {"cloud": 1, "self-hosted": -2}}}


@pytest.mark.parametrize(
    ("facts", "state", "waits"),
    [
        ({GPUS: 64}, State.FIRES, ()),
        ({GPUS: 63}, State.DOES_NOT_FIRE, ()),
        ({}, State.UNKNOWN, (GPUS,)),
    ],
)
def test_a_criterion_fires_where_its_condition_holds(
    facts: Facts, state: State, waits: tuple[str, ...]
) -> None:
    judged = judge(a_rule(when=BIG, points={"cloud": 2}), facts)

    assert (judged.state, judged.waits_for) == (state, waits)
    assert judged.points == ({CLOUD: 2} if state is State.FIRES else {})


@pytest.mark.parametrize(
    ("facts", "state", "waits"),
    [
        ({"workload.kind": "mixed", GPUS: 64}, State.FIRES, ()),
        ({"workload.kind": "mixed", GPUS: 63}, State.DOES_NOT_FIRE, ()),
        ({"workload.kind": "training", GPUS: 64}, State.NOT_APPLICABLE, ()),
        ({"workload.kind": "training"}, State.NOT_APPLICABLE, ()),
        ({GPUS: 64}, State.UNKNOWN, ("workload.kind",)),
        ({GPUS: 63}, State.DOES_NOT_FIRE, ()),
        ({}, State.UNKNOWN, ("workload.kind", GPUS)),
    ],
)
def test_a_rule_applies_only_where_it_says(
    facts: Facts, state: State, waits: tuple[str, ...]
) -> None:
    rule = a_rule(applies_when={"workload.kind": "mixed"}, when=BIG, points={"cloud": 2})

    judged = judge(rule, facts)

    assert (judged.state, judged.waits_for) == (state, waits)


@pytest.mark.parametrize(
    ("horizon", "state"),
    [({"demand.horizon_months": 11}, State.DOES_NOT_FIRE),
     ({"demand.horizon_months": 12}, State.FIRES),
     ({}, State.FIRES)],
)  # fmt: skip
def test_a_rule_is_lifted_only_where_that_is_known(horizon: Facts, state: State) -> None:
    lifted = {"demand.horizon_months": {"below": 12}}
    rule = a_rule(when=BIG, unless_known=lifted, points={"cloud": 2})

    assert judge(rule, {GPUS: 64, **horizon}).state is state


@pytest.mark.parametrize(
    ("gpus", "cloud", "self_hosted"),
    [
        (9, 3, 0),
        (10, 3, 0),
        (20, 2.5, -0.5),
        (30, 2, -1),
        (50, 1, -2),
        (51, 1, -2),
    ],
)
def test_a_graded_criterion_is_linear_between_knots_and_flat_outside(
    gpus: float, cloud: float, self_hosted: float
) -> None:
    """At 20, a quarter of the way: 3 - 2/4 = 2.5 and 0 - 2/4 = -0.5."""
    judged = judge(a_rule(**GRADED), {GPUS: gpus})

    assert judged.state is State.FIRES
    assert judged.points.get(CLOUD, 0) == pytest.approx(cloud)
    assert judged.points.get(SELF_HOSTED, 0) == pytest.approx(self_hosted)
    assert HYBRID not in judged.points


def test_between_three_knots_the_two_beside_the_value_count() -> None:
    points = {"10": {"cloud": 0}, "20": {"cloud": 2}, "40": {"cloud": -2}}

    knots = a_rule(along=GPUS, points=points).knots

    assert graded(knots, 15) == {CLOUD: 1}
    assert graded(knots, 20) == {CLOUD: 2}
    assert graded(knots, 35) == {CLOUD: -1}


def test_a_graded_criterion_waits_for_its_fact() -> None:
    judged = judge(a_rule(**GRADED), {})

    assert (judged.state, judged.waits_for, judged.points) == (State.UNKNOWN, (GPUS,), {})


@pytest.mark.parametrize(
    ("assumed", "points"),
    [(True, {CLOUD: 1, SELF_HOSTED: -1}), (False, {CLOUD: 3, SELF_HOSTED: -2})],
)
def test_a_cost_rule_on_an_assumed_price_gives_a_point_at_most(
    *, assumed: bool, points: dict[Option, float]
) -> None:
    """DESIGN, section 5.8."""
    rule = a_rule(when=BIG, points={"cloud": 3, "self-hosted": -2})._replace(most_if_assumed=1)

    assert judge(rule, {GPUS: 64, "cost.assumed": assumed}).points == points


def test_a_graded_criterion_cannot_read_a_text() -> None:
    with pytest.raises(TypeError, match="reads a number"):
        judge(a_rule(**GRADED), {GPUS: "many"})


def constraint(**rest: object) -> Rule:
    return a_rule(when=BIG, rules_out={"cloud": {"except": ["dedicated"]}, "hybrid": rest})


def test_a_constraint_removes_its_targets_but_what_it_excepts() -> None:
    judged = judge(constraint(), {GPUS: 64})

    found = [(one.target, one.except_, one.certain) for one in judged.removals]
    assert found == [(CLOUD, (Purchase.DEDICATED,), True), (HYBRID, (), True)]


@pytest.mark.parametrize("facts", [{GPUS: 63}, {"workload.kind": "mixed", GPUS: 1}])
def test_a_constraint_that_does_not_fire_removes_nothing(facts: Facts) -> None:
    assert judge(constraint(), facts).removals == ()


def test_an_unknown_constraint_may_remove_but_surely_does_not() -> None:
    judged = judge(constraint(), {})

    assert judged.state is State.UNKNOWN
    assert [(one.certain, one.waits_for) for one in judged.removals] == [(False, (GPUS,))] * 2


SEPARABLE = "compliance.sensitive_separable"


@pytest.mark.parametrize(
    ("facts", "removed"),
    [
        ({SEPARABLE: True}, [(CLOUD, True, ())]),
        ({SEPARABLE: False}, [(CLOUD, True, ()), (HYBRID, True, ())]),
        ({}, [(CLOUD, True, ()), (HYBRID, False, (SEPARABLE,))]),
    ],
)
def test_a_condition_lifts_the_constraint_from_one_target(
    facts: Facts, removed: list[tuple[Option, bool, tuple[str, ...]]]
) -> None:
    judged = judge(constraint(unless={SEPARABLE: True}), {GPUS: 64, **facts})

    assert judged.state is State.FIRES
    assert [(one.target, one.certain, one.waits_for) for one in judged.removals] == removed


@pytest.mark.parametrize(
    ("facts", "state"),
    [
        ({SEPARABLE: True}, State.DOES_NOT_FIRE),
        ({SEPARABLE: False}, State.FIRES),
        ({}, State.UNKNOWN),
    ],
)
def test_a_constraint_fires_only_where_something_is_removed(facts: Facts, state: State) -> None:
    rule = a_rule(when=BIG, rules_out={"hybrid": {"unless": {SEPARABLE: True}}})

    assert judge(rule, {GPUS: 64, **facts}).state is state


def dimension_values(*rules: Rule, lower_end: bool = False) -> dict[Option, float]:
    judged = [judge(rule, {GPUS: 64}) for rule in rules]
    (found,) = score_dimensions([a_dimension("money", lower_end=lower_end)], judged)
    return {option: found.values.get(option, 0) for option in Option}


def test_the_value_of_a_dimension_is_the_sum_of_the_points() -> None:
    first = a_rule("R1", when=BIG, points={"cloud": 2, "hybrid": 1})
    second = a_rule("R2", when=BIG, points={"cloud": -1, "self-hosted": -2})
    off = a_rule("R3", when={GPUS: 1}, points={"hybrid": 3})

    assert dimension_values(first, second, off) == {SELF_HOSTED: -2, CLOUD: 1, HYBRID: 1}


@pytest.mark.parametrize(("points", "value"), [(2, 3), (-2, -3), (1.5, 3), (1.4, 2.8)])
def test_the_value_of_a_dimension_is_clipped_at_3(points: float, value: float) -> None:
    rules = [a_rule(name, when=BIG, points={"cloud": points}) for name in ("R1", "R2")]

    assert dimension_values(*rules)[CLOUD] == pytest.approx(value)


def test_a_hybrid_takes_the_lower_of_the_two_ends_after_clipping() -> None:
    low = a_rule("R1", when=BIG, points={"cloud": -2, "self-hosted": 3})
    lower = a_rule("R2", when=BIG, points={"cloud": -2, "self-hosted": -1})

    found = dimension_values(low, lower, lower_end=True)

    assert found == {SELF_HOSTED: 2, CLOUD: -3, HYBRID: -3}


def test_a_constraint_gives_no_points() -> None:
    (found,) = score_dimensions([a_dimension()], [judge(constraint(), {GPUS: 64})])

    assert (found.fired, found.values) == ((), {})


def test_a_score_weighs_dimensions_and_is_neutral_at_50() -> None:
    """Weights 1 and 3: cloud 50 + 50 x (1x2 + 3x1) / (3x4) = 850 / 12."""
    dimensions = [a_dimension("money", weight=1), a_dimension("speed", weight=3)]
    rules = [
        a_rule("R1", when=BIG, dimension="money", points={"cloud": 2}),
        a_rule("R2", when=BIG, dimension="speed", points={"cloud": 1, "self-hosted": -3}),
    ]

    found = scores(score_dimensions(dimensions, [judge(rule, {GPUS: 64}) for rule in rules]))

    assert found[CLOUD] == pytest.approx(850 / 12)
    assert found[SELF_HOSTED] == pytest.approx(50 - 50 * 9 / 12)
    assert found[HYBRID] == 50


@pytest.mark.parametrize(("points", "score"), [(3, 100), (-3, 0)])
def test_a_score_runs_from_0_to_100(points: float, score: float) -> None:
    judged = [judge(a_rule(when=BIG, points={"cloud": points}), {GPUS: 64})]

    found = scores(score_dimensions([a_dimension("money", weight=0.7)], judged))

    assert found[CLOUD] == pytest.approx(score)


def test_a_point_is_worth_the_same_for_every_option_and_profile() -> None:
    """50 x weight / (3 x 5): 50 x 1 / 15 and 50 x 4 / 15."""
    worth = points_per_value([a_dimension("money", weight=1), a_dimension("speed", weight=4)])

    assert worth == pytest.approx({"money": 50 / 15, "speed": 200 / 15})
