import pytest

from gpucmp.facts import FactTable
from gpucmp.profile import Profile, accepts, frozen, profile_from
from gpucmp.reading.models import ProfileModel
from tests.builders import the_facts


@pytest.fixture(scope="module")
def table() -> FactTable:
    return the_facts()


GOOD = [
    {"name": "a"},
    {"name": "a", "demand": None},
    {"name": "a", "demand": {"gpus": 8, "horizon_months": None}},
    {"name": "a", "demand": {"gpus": [8, 16, 32]}},
    {"name": "a", "service": {"regions": ["eu"]}, "team": {"operators_fte": 0.5}},
]
BAD: list[object] = [
    None,
    ["name"],
    {},
    {"name": ""},
    {"name": "x" * 201},
    {"name": 7},
    {"name": "a", "demnd": {}},
    {"name": "a", "demand": []},
    {"name": "a", "demand": {"gpu": 8}},
    {"name": "a", "demand": {"gpus": 0}},
    {"name": "a", "demand": {"gpus": "8"}},
    {"name": "a", "hardware": {"tdp_w": 700}},
]


@pytest.mark.parametrize("data", GOOD)
def test_a_plain_profile_is_accepted_without_the_models(
    data: dict[str, object], table: FactTable
) -> None:
    assert accepts(data, table)
    ProfileModel.model_validate(data)


@pytest.mark.parametrize("data", BAD)
def test_what_may_be_wrong_is_left_to_the_models(data: object, table: FactTable) -> None:
    assert not accepts(data, table)


@pytest.mark.parametrize(
    "data",
    [
        {"name": "a", "prices": {"as_of": "2026-01-01"}},
        {"name": "a", "proposal": {"option": "cloud"}},
        {"name": "a", "demand": {"curve": [[8, 100]]}},
    ],
)
def test_groups_and_lists_without_a_plain_domain_are_left_to_the_models(
    data: dict[str, object], table: FactTable
) -> None:
    assert not accepts(data, table)
    ProfileModel.model_validate(data)


def test_facts_are_taken_by_path_and_absent_ones_are_unknown(table: FactTable) -> None:
    data = {
        "name": "a",
        "workload": {"kind": "training", "pattern": None},
        "demand": None,
        "service": {"regions": ["eu", "us"]},
    }

    assert profile_from(data, table) == Profile(
        "a", {"workload.kind": "training", "service.regions": ("eu", "us")}
    )


def test_rules_read_the_likely_value_of_a_range(table: FactTable) -> None:
    found = profile_from({"name": "a", "demand": {"gpus": [8, 16, 64]}}, table)

    assert found.facts == {"demand.gpus": 16}
    assert found.ranges == {"demand.gpus": (8, 16, 64)}


def test_a_curve_is_taken_as_pairs(table: FactTable) -> None:
    found = profile_from({"name": "a", "demand": {"curve": [[8, 40], [4, 60]]}}, table)

    assert found.facts == {"demand.curve": ((8, 40), (4, 60))}


def test_prices_and_the_proposal_are_kept_as_stated(table: FactTable) -> None:
    data = {"name": "a", "proposal": {"option": "cloud"}, "prices": {"as_of": "2026-01-01"}}

    found = profile_from(data, table)

    assert found.facts == {}
    assert found.stated == {"prices": {"as_of": "2026-01-01"}, "proposal": {"option": "cloud"}}


def test_what_no_fact_can_hold_is_refused() -> None:
    with pytest.raises(TypeError, match="no value of a fact"):
        frozen({"gpus": 8})
