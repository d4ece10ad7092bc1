"""The costs of a profile while its facts change."""

from pathlib import Path

import pytest

from gpucmp.advice import Knowledge
from gpucmp.facts import FactValue
from gpucmp.money.coster import Costed, Coster
from gpucmp.money.costing import Costing
from gpucmp.money.pricebook import PriceBook
from gpucmp.options import PURCHASES_OF, Option
from gpucmp.profile import Profile
from tests.costcases import PLAIN, costed, found_of, read


@pytest.fixture
def profile(knowledge: Knowledge, tmp_path: Path) -> Profile:
    return read(PLAIN, knowledge, tmp_path)


@pytest.fixture
def coster(profile: Profile, book: PriceBook, knowledge: Knowledge) -> Coster:
    return Coster(profile, book, knowledge.catalog)


def test_the_costs_are_those_that_a_result_holds(
    profile: Profile, coster: Coster, book: PriceBook, knowledge: Knowledge
) -> None:
    assert coster.costs(profile.facts, PURCHASES_OF) == costed(profile, knowledge, book)


def test_the_same_is_not_costed_twice(profile: Profile, coster: Coster) -> None:
    once = coster.costed(profile.facts, PURCHASES_OF)

    assert coster.costed({**profile.facts, "workload.multi_node": True}, PURCHASES_OF) is once


@pytest.mark.parametrize(
    ("fact", "value"),
    [("demand.gpus", 16), ("workload.pattern", "daily"), ("facility.cooling", "air")],
)
def test_another_value_of_what_costs_hang_on_is_costed_anew(
    fact: str, value: FactValue, profile: Profile, coster: Coster
) -> None:
    once = coster.costed(profile.facts, PURCHASES_OF)

    assert coster.costed({**profile.facts, fact: value}, PURCHASES_OF) is not once


def test_other_purchases_that_are_left_are_costed_anew(profile: Profile, coster: Coster) -> None:
    once = coster.costed(profile.facts, PURCHASES_OF)

    assert coster.costed(profile.facts, {**PURCHASES_OF, Option.CLOUD: ()}) is not once


def test_a_budget_is_held_against_costs_that_are_known(profile: Profile, coster: Coster) -> None:
    once = coster.costed(profile.facts, PURCHASES_OF)
    # 8 GPUs x 730 hours x $1 a month.
    facts = {**profile.facts, "budget.per_month": 11_680.0}

    assert coster.costed(facts, PURCHASES_OF) is once
    assert coster(facts, PURCHASES_OF)["cost.month_percent"] == pytest.approx(50)


def test_a_budget_says_nothing_of_what_cannot_be_had(profile: Profile, coster: Coster) -> None:
    facts = {**profile.facts, "budget.per_month": 1.0, "budget.capital": 1.0}
    nothing = {**PURCHASES_OF, Option.CLOUD: (), Option.HYBRID: ()}
    rented = {**PURCHASES_OF, Option.SELF_HOSTED: (), Option.HYBRID: ()}

    assert "cost.month_percent" not in coster(facts, nothing)
    assert "cost.capital_percent" not in coster(facts, rented)


def test_what_lacks_numbers_has_no_costs(
    knowledge: Knowledge, book: PriceBook, tmp_path: Path
) -> None:
    found: Costing = found_of(read("name: nothing", knowledge, tmp_path), knowledge, book)
    unknown = Costed(found, PURCHASES_OF)

    assert dict(unknown.facts({"budget.capital": 1.0})) == {}
    with pytest.raises(ValueError, match="not known"):
        _ = unknown._terms
