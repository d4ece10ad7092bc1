"""Bounds on what rules can still come to."""

import pytest

from gpucmp.advice import problem_of
from gpucmp.bounds import View
from gpucmp.deciding import decide
from gpucmp.derived import derive
from gpucmp.facts import FactValue
from gpucmp.options import Option
from gpucmp.pack import Rule
from gpucmp.questions import Asker
from tests.builders import a_dimension, a_knowledge, a_pack, a_profile, a_rule

OWN, CLOUD, HYBRID = Option.SELF_HOSTED, Option.CLOUD, Option.HYBRID
FOR_OWN = a_rule("OWN", when={"workload.multi_node": True}, points={"self-hosted": 3})
FOR_CLOUD = a_rule("CLOUD", when={"workload.large_models": True}, points={"cloud": 2})
FORBIDS = a_rule("NO", when={"compliance.jurisdiction_risk": True}, rules_out={"cloud": {}})


def view_of(*rules: Rule, lower_end: bool = False, **facts: FactValue) -> View:
    spelled = {path.replace("__", "."): value for path, value in facts.items()}
    pack = a_pack(*rules, dimensions=(a_dimension("money", lower_end=lower_end),))
    knowledge, profile = a_knowledge(pack), a_profile(spelled)
    base = decide(pack, derive(profile.facts, pack.parameters, knowledge.catalog))
    asker = Asker(pack, knowledge.table, knowledge.catalog)
    return View(problem_of(profile, knowledge, asker, None), base)


def test_a_bound_takes_every_open_rule_at_its_worst() -> None:
    # One dimension of weight 1: a point is 50 / 3 score points.
    view = view_of(FOR_OWN, FOR_CLOUD, workload__multi_node=True)

    assert view.lead(OWN, CLOUD) == pytest.approx(50 / 3 * (3 - 2))
    assert view.lead(CLOUD, OWN) == pytest.approx(-50)


def test_an_answer_narrows_the_bound_until_it_is_taken_back() -> None:
    view = view_of(FOR_OWN, FOR_CLOUD, workload__multi_node=True)
    view.take("workload.large_models", value=False)
    assert view.lead(OWN, CLOUD) == pytest.approx(50)
    assert view.is_settled()
    view.back()

    assert view.lead(OWN, CLOUD) == pytest.approx(50 / 3)
    assert not view.is_settled()


def test_an_open_constraint_may_remove_and_a_settled_one_does() -> None:
    view = view_of(FORBIDS)
    assert (view.maybe_out(CLOUD), view.surely_out(CLOUD)) == (True, False)
    view.take("compliance.jurisdiction_risk", value=True)
    assert view.surely_out(CLOUD)
    view.back()
    view.take("compliance.jurisdiction_risk", value=False)

    assert not view.maybe_out(CLOUD)


def test_a_hybrid_falls_with_an_end_that_loses_the_same_purchases() -> None:
    both = a_rule("BOTH", when={"workload.multi_node": True}, rules_out={"owned": {}})
    one = a_rule("ONE", when={"workload.multi_node": True}, rules_out={"self-hosted": {}})

    assert view_of(both).falls_with(OWN, HYBRID)
    assert not view_of(one).falls_with(OWN, HYBRID)
    assert not view_of(both).falls_with(OWN, CLOUD)


def test_the_lower_of_two_ends_is_above_neither() -> None:
    view = view_of(FOR_OWN, FOR_CLOUD, lower_end=True)

    assert view.lead(OWN, HYBRID) >= 0
    assert view.lead(CLOUD, HYBRID) >= 0
    assert view.middle_lead() == 0


def test_the_mean_of_the_ends_bounds_a_hybrid() -> None:
    half = a_rule(
        "HALF", points={"self-hosted": 2, "hybrid": 1}, when={"workload.multi_node": True}
    )

    assert view_of(half).middle_lead() == pytest.approx(0)


def test_a_rule_that_asks_whether_a_fact_is_known_is_open_until_it_is_filled_in() -> None:
    asks = a_rule("ASKS", when={"workload.multi_node": {"known": False}}, points={"cloud": 1})
    view = view_of(asks)
    assert view.lead(CLOUD, OWN) == 0
    view.take("workload.multi_node", value=True)

    assert view.lead(CLOUD, OWN) == 0
    assert view.is_settled()


def test_open_facts_are_named_the_weightiest_first() -> None:
    assert view_of(FOR_CLOUD, FOR_OWN).undecided_facts() == [
        "workload.multi_node", "workload.large_models",
    ]  # fmt: skip


def test_a_purchase_that_waits_for_an_offer_may_be_missing() -> None:
    view = view_of(FORBIDS, compliance__jurisdiction_risk=False)

    assert not view.maybe_out(CLOUD)
