import pytest

from gpucmp.consistency import contradictions
from gpucmp.facts import Facts, FactValue
from gpucmp.profile import Profile
from tests.builders import a_profile

UTILIZATION = "demand.utilization_percent"
STAYS, SHARE, SEPARABLE = (
    f"compliance.{name}" for name in ("data_must_stay", "sensitive_percent", "sensitive_separable")
)
EXISTING, END_OF_LIFE = "hardware.existing_gpus", "hardware.existing_end_of_life_months"
COOLING, REFIT = "facility.cooling", "facility.liquid_refit_possible"
GPUS, PEAK, CURVE = "demand.gpus", "demand.peak_gpus", "demand.curve"
RATIO = "demand.peak_to_mean"


def found_in(facts: Facts) -> list[str]:
    return [one.path for one in contradictions(a_profile(facts))]


@pytest.mark.parametrize(
    ("facts", "paths"),
    [
        ({}, []),
        # A share where percent are meant.
        ({UTILIZATION: 0.7}, [UTILIZATION]),
        ({UTILIZATION: 0}, []),
        ({UTILIZATION: 1}, []),
        # Restricted data without a place, and a place without restricted data.
        ({SHARE: 20}, [SHARE]),
        ({SHARE: 20, STAYS: "nowhere"}, [SHARE]),
        ({SHARE: 0, STAYS: "nowhere"}, []),
        ({SHARE: 20, STAYS: "country"}, []),
        ({SHARE: 100, STAYS: "country", SEPARABLE: True}, [SEPARABLE]),
        ({SHARE: 100, STAYS: "country", SEPARABLE: False}, []),
        ({SHARE: 99, STAYS: "country", SEPARABLE: True}, []),
        # 70 % of 100 GPUs are 70, more than were ever wanted at once.
        ({GPUS: 100, UTILIZATION: 70, PEAK: 69}, [PEAK]),
        ({GPUS: 100, UTILIZATION: 70, PEAK: 70}, []),
        ({GPUS: 100, PEAK: 1}, []),
        ({UTILIZATION: 70, PEAK: 1}, []),
        # 3 x 50 % of 100 GPUs are 150 in the busiest hour; a difference over 1 % is too much.
        ({GPUS: 100, UTILIZATION: 50, RATIO: 3, PEAK: 148}, [RATIO]),
        ({GPUS: 100, UTILIZATION: 50, RATIO: 3, PEAK: 149}, []),
        ({GPUS: 100, UTILIZATION: 50, PEAK: 148}, []),
        # Facts that say nothing alone.
        ({END_OF_LIFE: 12}, [END_OF_LIFE]),
        ({END_OF_LIFE: 12, EXISTING: 8}, []),
        ({END_OF_LIFE: 12, EXISTING: 0}, [END_OF_LIFE]),
        ({"demand.deferrable_hours": 8}, ["demand.deferrable_hours"]),
        ({"demand.deferrable_hours": 8, "demand.deferrable_percent": 20}, []),
        ({"demand.utilization_kind": "busy"}, ["demand.utilization_kind"]),
        ({"demand.utilization_kind": "busy", UTILIZATION: 50}, []),
        # A room that is liquid-cooled needs no refit.
        ({COOLING: "liquid", REFIT: False}, [REFIT]),
        ({COOLING: "liquid", REFIT: True}, []),
        ({COOLING: "air", REFIT: False}, []),
    ],
)
def test_facts_that_cannot_hold_together_are_found(facts: Facts, paths: list[str]) -> None:
    assert found_in(facts) == paths


@pytest.mark.parametrize(
    ("curve", "rest", "paths"),
    [
        (((10, 50), (20, 50)), {}, []),
        (((10, 50), (20, 49)), {}, [CURVE]),
        (((10, 50), (20, 49.995)), {}, []),
        (((-1, 50), (20, 50)), {}, [CURVE]),
        (((10, 150), (20, -50)), {}, [CURVE]),
        # The peak is 20, and the mean (10 + 20) / 2 = 15; a difference over 1 % is an error.
        (((10, 50), (20, 50)), {PEAK: 20}, []),
        (((10, 50), (20, 50)), {PEAK: 21}, [PEAK]),
        (((100, 50), (200, 50)), {PEAK: 202}, []),
        (((100, 50), (200, 50)), {PEAK: 203}, [PEAK]),
        (((10, 50), (20, 50)), {GPUS: 20, UTILIZATION: 75}, []),
        (((10, 50), (20, 50)), {GPUS: 20, UTILIZATION: 75.7}, []),
        (((10, 50), (20, 50)), {GPUS: 20, UTILIZATION: 76}, [UTILIZATION]),
        (((10, 50), (20, 50)), {UTILIZATION: 90}, []),
    ],
)
def test_a_curve_adds_up_and_agrees_with_the_figures_beside_it(
    curve: tuple[tuple[float, float], ...], rest: Facts, paths: list[str]
) -> None:
    assert found_in({CURVE: curve, **rest}) == paths


@pytest.mark.parametrize(
    ("ends", "paths"),
    [((50, 60, 70), []), ((60, 60, 60), []), ((70, 60, 50), [UTILIZATION]),
     ((50, 80, 70), [UTILIZATION])],
)  # fmt: skip
def test_a_range_is_in_order(ends: tuple[float, float, float], paths: list[str]) -> None:
    profile = Profile("a profile", {UTILIZATION: ends[1]}, {UTILIZATION: ends})

    assert [one.path for one in contradictions(profile)] == paths


EGRESS = "prices.cloud.egress_per_gb"


@pytest.mark.parametrize(
    ("prices", "paths"),
    [
        ({"owned": {"server_price": [1, 2, 3], "pue": 1.3}}, []),
        ({"owned": {"server_price": [3, 2, 1]}}, ["prices.owned.server_price"]),
        ({"discount_rate_percent": [5, 4, 8]}, ["prices.discount_rate_percent"]),
        ({"exchange_rates": {"CNY": [7.1, "2026-11-01"]}}, []),
        ({"cloud": {"egress_per_gb": 0.09}}, []),
        ({"cloud": {"egress_per_gb": [[10, 0.09], [None, 0.05]]}}, []),
        ({"cloud": {"egress_per_gb": [[10, 0.09], [50, 0.05]]}}, [EGRESS]),
        ({"cloud": {"egress_per_gb": [[50, 0.09], [10, 0.05], [None, 0.01]]}}, [EGRESS]),
        ({"cloud": {"egress_per_gb": [[None, 0.05], [10, 0.09]]}}, [EGRESS]),
    ],
)
def test_stated_prices_are_in_order(prices: object, paths: list[str]) -> None:
    profile = Profile("a profile", {}, stated={"prices": prices})

    assert [one.path for one in contradictions(profile)] == paths


def test_a_contradiction_says_what_would_mend_it() -> None:
    (found,) = contradictions(a_profile({UTILIZATION: 0.7}))

    assert "percent" in found.message
    assert found.hint.startswith("write 70")


@pytest.mark.parametrize("value", ["70", True])
def test_every_contradiction_of_a_profile_is_found(value: FactValue) -> None:
    facts: Facts = {SHARE: 20, END_OF_LIFE: 12, SEPARABLE: value}

    assert found_in(facts) == [SHARE, END_OF_LIFE]
