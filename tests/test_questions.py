import pytest

from gpucmp.deciding import Left, Money, decide
from gpucmp.derived import derive
from gpucmp.facts import Facts, FactValue
from gpucmp.options import Option, Purchase
from gpucmp.pack import Pack, Rule
from gpucmp.questions import Asker, facts_read
from gpucmp.report import Question
from tests.builders import a_catalog, a_dimension, a_pack, a_rule, the_facts

UTILIZATION = "demand.utilization_percent"
NODES, CUSTOM = "workload.multi_node", "workload.custom_architecture"
BOTH = (a_dimension("money"), a_dimension("speed"))


def asked(pack: Pack, facts: Facts, money: Money | None = None) -> tuple[Question, ...]:
    catalog = a_catalog()
    base = decide(pack, derive(facts, pack.parameters, catalog), money)
    return Asker(pack, the_facts(), catalog).questions(facts, base, money)


def about(fact: str, pack: Pack, facts: Facts) -> Question:
    return next(question for question in asked(pack, facts) if question.fact == fact)


def yes(rule_id: str, fact: str, **points: float) -> Rule:
    spelled = {option.replace("_", "-"): value for option, value in points.items()}
    return a_rule(rule_id, when={fact: True}, points=spelled)


def test_what_no_rule_reads_is_not_asked() -> None:
    pack = a_pack(yes("R1", NODES, cloud=1))

    assert [question.fact for question in asked(pack, {})] == [NODES, "demand.evidence"]


def test_what_is_known_is_not_asked() -> None:
    pack = a_pack(yes("R1", NODES, cloud=1))

    assert NODES not in [question.fact for question in asked(pack, {NODES: False})]


def test_a_question_is_worded_by_the_pack_and_names_the_rules_that_wait() -> None:
    rules = [yes("R1", NODES, cloud=1), yes("R2", NODES, hybrid=1), yes("R3", CUSTOM, cloud=1)]

    question = about(NODES, a_pack(*rules, asks=(NODES,)), {})

    assert question.text.en == "workload.multi_node?"
    assert question.rules == ("R1", "R2")


def test_a_question_that_the_pack_does_not_word_is_worded_as_the_field() -> None:
    pack = a_pack(yes("R1", NODES, cloud=1))

    assert about(NODES, pack, {}).text.en == the_facts()[NODES].description


def test_a_rule_that_is_decided_waits_for_no_answer() -> None:
    decided = a_rule("R1", when={NODES: True, CUSTOM: True}, points={"cloud": 1})
    pack = a_pack(decided, yes("R2", NODES, cloud=1))

    assert about(NODES, pack, {CUSTOM: False}).rules == ("R2",)


def test_what_can_change_the_verdict_is_asked_first() -> None:
    """The cloud leads by 2 points; one question can add 3 to it, the other take 3 from it."""
    known = yes("R1", "workload.large_models", cloud=2)
    more = yes("R2", NODES, cloud=1)
    less = yes("R3", CUSTOM, cloud=-3)

    found = asked(a_pack(known, more, less), {"workload.large_models": True})

    assert [(one.fact, one.can_change_verdict) for one in found] == [
        (CUSTOM, True),
        (NODES, False),
        ("demand.evidence", False),
    ]


def test_among_equals_the_question_of_the_larger_swing_is_asked_first() -> None:
    """A point is worth 50 / 3: 3 points swing the margin by 50, and 1 point by 16.7."""
    found = asked(a_pack(yes("R1", NODES, cloud=1), yes("R2", CUSTOM, cloud=3)), {})

    assert [one.fact for one in found][:2] == [CUSTOM, NODES]
    assert [one.swing for one in found][:2] == pytest.approx([50, 50 / 3], abs=0.001)


def test_every_answer_says_what_it_would_lead_to() -> None:
    pack = a_pack(yes("R1", NODES, cloud=2))

    found = about(NODES, pack, {})

    assert [(answer.value, answer.verdict) for answer in found.answers] == [
        (True, "cloud"),
        (False, "undecided"),
    ]
    assert found.answers[0].margin == pytest.approx(100 / 3, abs=0.001)


def test_a_choice_is_asked_word_by_word() -> None:
    stages = {"workload.stage": ["growth", "exploration"]}
    pack = a_pack(a_rule("R1", when=stages, points={"cloud": 2}))

    found = about("workload.stage", pack, {})

    assert {answer.value: answer.verdict for answer in found.answers} == {
        "exploration": "cloud",
        "growth": "cloud",
        "production": "undecided",
    }


def answers_to(fact: str, test: object) -> dict[FactValue, str]:
    pack = a_pack(a_rule("R1", when={fact: test}, points={"cloud": 2}))
    return {answer.value: answer.verdict for answer in about(fact, pack, {}).answers}


def test_a_number_is_asked_on_its_threshold_and_on_both_sides() -> None:
    found = answers_to(UTILIZATION, {"at_least": 70})

    assert (found[69], found[70]) == ("undecided", "cloud")


def test_a_number_is_asked_at_the_ends_of_its_domain() -> None:
    found = answers_to(UTILIZATION, {"at_least": 100})

    assert (found[0], found[99], found[100]) == ("undecided", "undecided", "cloud")


def test_a_number_that_only_feeds_others_is_asked_over_the_orders_of_magnitude() -> None:
    """30 GPUs of 1200 W need 36 kW, 100 of them 120 kW."""
    rule = a_rule("R1", when={"facility.gpu_kw": {"above": 100}}, points={"cloud": 2})

    found = about("demand.gpus", a_pack(rule), {"hardware.gpu": "Large"})

    by_value = {answer.value: answer.verdict for answer in found.answers}
    assert (by_value[30], by_value[100]) == ("undecided", "cloud")


def test_a_number_that_feeds_others_too_is_asked_beside_its_own_thresholds() -> None:
    """More than 100 kW take 84 GPUs of 1200 W; the rule on GPUs themselves changes at 8."""
    rules = [
        a_rule("R1", when={"facility.gpu_kw": {"above": 100}}, points={"cloud": 2}),
        a_rule("R2", when={"demand.gpus": {"at_least": 8}}, points={"cloud": 0.1}),
    ]

    found = about("demand.gpus", a_pack(*rules), {"hardware.gpu": "Large"})

    margins = [answer.margin for answer in found.answers]
    assert margins[-1] == pytest.approx(2.1 * 50 / 3, abs=0.001)


@pytest.mark.parametrize("test", [48, [48, 50], {"not": [0, 47, 49, 100]}])
def test_a_number_that_a_rule_names_is_tried(test: object) -> None:
    assert answers_to(UTILIZATION, test)[48] == "cloud"


def test_a_count_is_asked_in_whole_numbers_beside_a_threshold_that_is_none() -> None:
    found = answers_to("demand.gpus", {"above": 8.5})

    assert (found[8], found[9]) == ("undecided", "cloud")


def test_what_a_purchase_is_offered_on_is_asked_through_derived_facts_too() -> None:
    pack = a_pack(
        a_rule("R1", when={NODES: True}, rules_out={"cloud": {"except": ["spot"]}}),
        yes("R2", NODES, cloud=3),
        offers={Purchase.SPOT: {"facility.gpu_kw": {"above": 1}}},
    )

    assert "demand.gpus" in [one.fact for one in asked(pack, {NODES: True})]


def test_a_gpu_is_asked_by_its_least_and_its_most_power() -> None:
    rule = a_rule("R1", when={"hardware.tdp_w": {"above": 1000}}, points={"cloud": 2})

    found = about("hardware.gpu", a_pack(rule), {})

    assert [(one.value, one.verdict) for one in found.answers] == [
        ("Small", "undecided"),
        ("Large", "cloud"),
    ]


def test_what_cannot_be_tried_is_not_asked() -> None:
    rule = a_rule("R1", when={"service.new_regions": {"at_least": 1}}, points={"cloud": 2})

    assert [one.fact for one in asked(a_pack(rule), {})] == ["demand.evidence"]


def test_an_answer_that_would_contradict_the_profile_is_not_tried() -> None:
    """50 % of 100 GPUs are 50 in the mean, so a peak of fewer cannot be."""
    rule = a_rule("R1", when={"demand.peak_gpus": {"at_least": 50}}, points={"cloud": 2})

    found = about("demand.peak_gpus", a_pack(rule), {"demand.gpus": 100, UTILIZATION: 50})

    assert {answer.value for answer in found.answers} == {50, 51}


def test_a_fact_that_says_nothing_yet_is_not_asked() -> None:
    rule = a_rule("R1", when={"demand.deferrable_hours": {"at_least": 8}}, points={"cloud": 2})

    assert [one.fact for one in asked(a_pack(rule), {})] == ["demand.evidence"]


def test_the_kind_of_a_utilization_is_asked_as_it_can_take_the_figure_away() -> None:
    pack = a_pack(a_rule("R1", when={UTILIZATION: {"at_least": 70}}, points={"self-hosted": 3}))

    found = about("demand.utilization_kind", pack, {UTILIZATION: 80})

    assert found.can_change_verdict
    assert {answer.value: answer.verdict for answer in found.answers} == {
        "allocated": "self-hosted",
        "busy": "undecided",
        "sm-active": "undecided",
    }


def test_what_a_purchase_is_offered_on_is_asked() -> None:
    pack = a_pack(
        a_rule("R1", when={NODES: True}, rules_out={"cloud": {"except": ["private-deployment"]}}),
        yes("R2", NODES, cloud=3),
        offers={Purchase.PRIVATE_DEPLOYMENT: {"compliance.private_deployment": True}},
    )

    found = about("compliance.private_deployment", pack, {NODES: True})

    assert found.can_change_verdict
    assert [answer.verdict for answer in found.answers] == ["cloud", "undecided"]


def test_a_constraint_moves_the_margin_of_the_leader_by_all_that_it_has() -> None:
    """The cloud has 100 and leads by 50; ruled out it counts 0 against 50, so 100 is swung."""
    out = a_rule("R2", when={CUSTOM: True}, rules_out={"cloud": {}})
    pack = a_pack(yes("R1", NODES, cloud=3), out)

    found = about(CUSTOM, pack, {NODES: True})

    assert found.can_change_verdict
    assert found.swing == pytest.approx(100)


def test_where_nothing_is_left_no_answer_swings_anything() -> None:
    out = a_rule("R1", when={NODES: True}, rules_out={option: {} for option in Option})
    pack = a_pack(out, yes("R2", CUSTOM, cloud=3))

    found = about(CUSTOM, pack, {NODES: True})

    assert (found.can_change_verdict, found.swing) == (False, 0)


def test_of_neighboring_answers_with_one_verdict_only_the_ends_are_kept() -> None:
    found = answers_to(UTILIZATION, {"between": [40, 60]})

    assert list(found.items()) == [
        (0, "undecided"),
        (39, "undecided"),
        (40, "cloud"),
        (59, "cloud"),
        (60, "undecided"),
        (100, "undecided"),
    ]


def costs_by_storage(*, assumed: bool) -> Money:
    """Let owning cost twice the cloud, and half of it where more than 10 TB are stored."""

    def money(facts: Facts, _left: Left) -> Facts:
        stored = facts.get("data.stored_tb", 0)
        much = isinstance(stored, int | float) and stored > 10
        return {"cost.assumed": assumed, "cost.owned_over_cloud": 0.5 if much else 2}

    return money


def test_an_answer_that_moves_costs_by_stated_prices_is_costed_again() -> None:
    pack = a_pack(
        a_rule("R1", when={"data.stored_tb": {"above": 10}}, points={"hybrid": 0.1}),
        a_rule("R2", when={"cost.owned_over_cloud": {"above": 1}}, points={"cloud": 2}),
        a_rule("R3", when={"cost.owned_over_cloud": {"below": 1}}, points={"self-hosted": 2}),
    )

    found = next(
        question
        for question in asked(pack, {}, costs_by_storage(assumed=False))
        if question.fact == "data.stored_tb"
    )

    verdicts = {answer.value: answer.verdict for answer in found.answers}
    assert (verdicts[10], verdicts[11]) == ("cloud", "self-hosted")
    assert found.can_change_verdict


def test_a_rule_reads_the_facts_of_all_its_conditions_and_its_grade() -> None:
    rule = a_rule(
        applies_when={NODES: True},
        unless_known={CUSTOM: True},
        along=UTILIZATION,
        points={"30": {}, "70": {"cloud": 1}},
    )

    assert facts_read(rule) == (NODES, CUSTOM, UTILIZATION)
