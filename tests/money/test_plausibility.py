"""Stated numbers that are far from what is usual."""

import pytest

from gpucmp.money.costfigures import ASSUMED, STATED, Figure
from gpucmp.money.plausibility import doubts
from gpucmp.text import Lang


def stated(path: str, value: float, origin: str = STATED) -> Figure:
    return Figure(path, value, value, value, origin)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("owned.server_price", 0),
        ("cloud.on_demand_per_gpu_hour", 700),
        ("cloud.reserved_3y_per_gpu_hour", 0.001),
        ("owned.electricity_per_kwh", 83),
        ("demand.growth_percent_per_year", 1000),
        ("demand.horizon_months", 600),
    ],
)
def test_a_number_that_is_likely_a_slip_is_told(path: str, value: float) -> None:
    (found,) = doubts([stated(path, value)], "USD")

    assert (found.path, found.value) == (path, value)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("owned.server_price", 400_000),
        ("cloud.on_demand_per_gpu_hour", 2),
        ("cloud.on_demand_per_gpu_hour", 12),
        ("owned.electricity_per_kwh", 0.083),
        ("demand.growth_percent_per_year", 100),
        ("cloud.storage_per_tb_month", 1e9),
    ],
)
def test_a_usual_number_and_one_without_a_usual_range_pass(path: str, value: float) -> None:
    assert not list(doubts([stated(path, value)], "USD"))


def test_what_the_user_did_not_state_is_not_doubted() -> None:
    assert not list(doubts([stated("owned.server_price", 0, ASSUMED)], "USD"))


def test_the_usual_range_is_in_the_currency_of_the_costs() -> None:
    dear = stated("cloud.on_demand_per_gpu_hour", 100)

    assert not list(doubts([dear], "CNY"))
    assert list(doubts([dear], "USD"))
    assert not list(doubts([dear], "EUR"))


def test_a_doubt_says_what_is_usual_in_both_languages() -> None:
    (found,) = doubts([stated("owned.server_price", 12)], "USD")

    assert found.text.in_(Lang.EN) == "12 is far from the usual 5,000 to 5,000,000"
    assert found.text.in_(Lang.ZH) == "12 远离常见范围 5,000–5,000,000"
