import pytest

from gpucmp.derived import COST_FACTS, DERIVED, derive, inputs_of, missing_inputs
from gpucmp.facts import Facts, FactValue
from tests.builders import a_catalog, a_parameter

PARAMETERS = {"server_over_gpu_power": a_parameter("server_over_gpu_power", 2)}


def derived(path: str, facts: Facts) -> FactValue | None:
    return derive(facts, PARAMETERS, a_catalog()).get(path)


@pytest.mark.parametrize(
    ("path", "facts", "value"),
    [
        ("hardware.tdp_w", {"hardware.gpu": "Large"}, 1200),
        ("hardware.tdp_w", {"hardware.gpu": "nvidia large 80gb"}, 1200),
        ("hardware.tdp_w", {"hardware.gpu": "Secret"}, None),
        ("hardware.tdp_w", {"hardware.gpu": "Nonesuch"}, None),
        ("hardware.tdp_w", {}, None),
        # 8 of 32; of the larger one, 40; none at all need no capacity to be none.
        ("hardware.existing_percent", {"hardware.existing_gpus": 8, "demand.gpus": 32}, 25),
        ("hardware.existing_percent",
         {"hardware.existing_gpus": 8, "demand.gpus": 32, "demand.peak_gpus": 40}, 20),
        ("hardware.existing_percent",
         {"hardware.existing_gpus": 8, "demand.gpus": 32, "demand.peak_gpus": 16}, 25),
        ("hardware.existing_percent", {"hardware.existing_gpus": 0}, 0),
        ("hardware.existing_percent", {"hardware.existing_gpus": 8}, None),
        ("hardware.existing_percent", {"demand.gpus": 32}, None),
        ("demand.peak_over_gpus", {"demand.gpus": 32, "demand.peak_gpus": 40}, 1.25),
        ("demand.peak_over_gpus", {"demand.gpus": 32}, None),
        ("demand.peak_over_gpus", {"demand.peak_gpus": 40}, None),
        ("hardware.late_weeks",
         {"hardware.lead_time_weeks": 36, "demand.needed_in_weeks": 20}, 16),
        ("hardware.late_weeks", {"hardware.lead_time_weeks": 4, "demand.needed_in_weeks": 20},
         -16),
        ("hardware.late_weeks", {"hardware.lead_time_weeks": 36}, None),
        ("facility.works_late_weeks",
         {"facility.works_weeks": 12, "demand.needed_in_weeks": 10}, 2),
        ("facility.works_late_weeks", {"demand.needed_in_weeks": 10}, None),
        # 8 x 1200 W = 9.6 kW; whole servers, by the tests' factor 2, 19.2 kW.
        ("facility.gpu_kw", {"hardware.gpu": "Large", "demand.gpus": 8}, 9.6),
        ("facility.gpu_kw", {"hardware.gpu": "Large"}, None),
        ("facility.needs_kw", {"hardware.gpu": "Large", "demand.gpus": 8}, 19.2),
        ("facility.needs_kw", {"demand.gpus": 8}, None),
        ("facility.gpu_power_percent",
         {"hardware.gpu": "Large", "demand.gpus": 8, "facility.power_kw": 12}, 80),
        ("facility.power_use_percent",
         {"hardware.gpu": "Large", "demand.gpus": 8, "facility.power_kw": 12}, 160),
        ("facility.power_use_percent", {"hardware.gpu": "Large", "demand.gpus": 8}, None),
        ("facility.power_use_percent", {"facility.power_kw": 12}, None),
        ("service.new_regions",
         {"service.regions": ("eu", "us"), "service.regions_planned": ("us", "asia", "eu")}, 1),
        ("service.new_regions",
         {"service.regions": ("eu",), "service.regions_planned": ()}, 0),
        ("service.new_regions", {"service.regions_planned": ("eu",)}, None),
        ("service.new_regions", {"service.regions": ("eu",)}, None),
    ],
)  # fmt: skip
def test_a_fact_is_computed_where_its_inputs_are_known(
    path: str, facts: Facts, value: float | None
) -> None:
    found = derived(path, facts)

    assert found == (None if value is None else pytest.approx(value))


def test_a_stated_value_of_a_derived_fact_holds() -> None:
    facts: Facts = {"hardware.gpu": "Large", "hardware.tdp_w": 900, "demand.gpus": 10}

    assert derived("hardware.tdp_w", facts) == 900
    assert derived("facility.gpu_kw", facts) == 9


@pytest.mark.parametrize(
    ("kind", "utilization"), [("allocated", 70), ("busy", None), ("sm-active", None), (None, 70)]
)
def test_a_utilization_of_activity_says_nothing_about_allocation(
    kind: str | None, utilization: float | None
) -> None:
    facts: Facts = {"demand.utilization_percent": 70}
    stated: Facts = {**facts, "demand.utilization_kind": kind} if kind else facts

    assert derived("demand.utilization_percent", stated) == utilization


def test_what_is_stated_is_left_as_it_is() -> None:
    facts: Facts = {"demand.utilization_percent": 70, "demand.utilization_kind": "busy"}

    derive(facts, PARAMETERS, a_catalog())

    assert facts["demand.utilization_percent"] == 70


@pytest.mark.parametrize(
    ("path", "inputs"),
    [
        ("demand.gpus", ("demand.gpus",)),
        ("hardware.tdp_w", ("hardware.gpu",)),
        ("facility.gpu_power_percent", ("demand.gpus", "hardware.gpu", "facility.power_kw")),
        ("facility.power_use_percent", ("demand.gpus", "hardware.gpu", "facility.power_kw")),
    ],
)
def test_a_derived_fact_hangs_on_facts_of_the_profile(path: str, inputs: tuple[str, ...]) -> None:
    assert inputs_of(path) == inputs


def test_only_what_is_not_known_yet_is_missing() -> None:
    missing = missing_inputs("facility.gpu_power_percent", {"demand.gpus": 8})

    assert missing == ("hardware.gpu", "facility.power_kw")


def test_a_derived_fact_stands_behind_its_inputs() -> None:
    computed = [one.fact.path for one in DERIVED]

    wrong = [
        one.fact.path
        for at, one in enumerate(DERIVED)
        for given in one.inputs
        if given in computed[at:]
    ]
    assert wrong == []


def test_costs_are_known_to_come_from_the_cost_model() -> None:
    assert all(fact.derived and fact.money for fact in COST_FACTS)
    assert not any(one.fact.money for one in DERIVED)
