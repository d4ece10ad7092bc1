import pytest

from gpucmp.money.breakeven import Balance, balance, payback
from gpucmp.money.costs import CloudTerms, Terms
from gpucmp.money.curves import Curve, curve_from_summary
from tests.costcases import (
    CLOUD,
    FREE,
    ON_DEMAND,
    OWNED,
    RESERVED_1Y,
    RESERVED_3Y,
    SPOT,
    TERMS,
)

SERVER = FREE._replace(server_price=175_200.0)
"""Eight GPUs for 175,200 $ over 5 years: 0.50 $ per GPU-hour of capacity."""


def used(percent: float, cloud: CloudTerms = CLOUD, **changes: float) -> Terms:
    curve = curve_from_summary(gpus=8, utilization_percent=percent)
    server = SERVER._replace(busy_power=changes.get("busy_power", 0.0))
    return TERMS._replace(
        curve=curve,
        owned={OWNED: server},
        cloud=cloud,
        rate=changes.get("rate", 0.0),
        growth=changes.get("growth", 0.0),
        trend=changes.get("trend", 0.0),
    )


@pytest.mark.parametrize("percent", [10, 50, 90])
@pytest.mark.parametrize("rate", [0.0, 0.08])
def test_the_break_even_utilization_by_hand(percent: float, rate: float) -> None:
    # 0.50 / 2 = 25 %, whatever the profile's own utilization; at 8 % the annuity makes it 0.626.
    cloud = CLOUD._replace(prices={ON_DEMAND: 2.0})
    found = balance(used(percent, cloud, rate=rate), OWNED, ON_DEMAND)
    annual = 175_200 * 0.25045645 if rate else 175_200 / 5
    assert found.utilization == pytest.approx(annual / 8760 / 8 / 2)


def test_what_a_used_hour_costs_the_owner_raises_the_break_even() -> None:
    # 0.50 / (2 − 0.4 / 8)
    cloud = CLOUD._replace(prices={ON_DEMAND: 2.0})
    found = balance(used(50, cloud, busy_power=0.4), OWNED, ON_DEMAND)
    assert found.utilization == pytest.approx(0.5 / 1.95)


def test_what_the_cloud_bills_beside_the_gpus_lowers_the_break_even() -> None:
    # (0.50 − 7,008 × 1.1 / 8 / 8,760) / (2 × 1.1)
    cloud = CLOUD._replace(prices={ON_DEMAND: 2.0}, storage_per_year=7008.0, support=0.1)
    found = balance(used(50, cloud), OWNED, ON_DEMAND)
    assert found.utilization == pytest.approx((0.5 - 0.11) / 2.2)


def test_the_break_even_price_by_hand() -> None:
    # At 40 % a used GPU-hour costs the owner 0.50 / 0.40 = 1.25; 25 % of hours billed but unused.
    cloud = CLOUD._replace(prices={ON_DEMAND: 2.0}, unused=0.25)
    found = balance(used(40, cloud), OWNED, ON_DEMAND)
    assert found.cloud_price == pytest.approx(1.0)


def test_interruptions_lower_the_break_even_price_of_spot() -> None:
    cloud = CLOUD._replace(prices={SPOT: 2.0}, spot_lost=0.2)
    assert balance(used(40, cloud), OWNED, SPOT).cloud_price == pytest.approx(1.25 * 0.8)


def test_a_reservation_has_a_break_even_price_and_no_utilization() -> None:
    cloud = CLOUD._replace(prices={RESERVED_1Y: 0.7})
    found = balance(used(40, cloud), OWNED, RESERVED_1Y)
    assert (found.utilization, found.why_none) == (None, "fixed")
    assert found.cloud_price == pytest.approx(0.5)


def test_a_reservation_beyond_the_horizon_has_the_price_that_is_paid_to_its_end() -> None:
    # One year of use, three years paid: 0.50 × 5 / 3 (the server is worth nothing after a year)
    cloud = CLOUD._replace(prices={RESERVED_3Y: 0.7})
    server = SERVER._replace(use_years=1.0)
    terms = used(40, cloud)._replace(owned={OWNED: server}, horizon_months=12.0)
    assert balance(terms, OWNED, RESERVED_3Y).cloud_price == pytest.approx(2.5 / 3)


def test_a_break_even_above_all_hours_is_told_as_such() -> None:
    found = balance(used(40, CLOUD._replace(prices={ON_DEMAND: 0.4})), OWNED, ON_DEMAND)
    assert found.utilization == pytest.approx(1.25)


def test_a_used_hour_that_costs_the_owner_more_never_breaks_even() -> None:
    cloud = CLOUD._replace(prices={ON_DEMAND: 0.4})
    found = balance(used(40, cloud, busy_power=8.0), OWNED, ON_DEMAND)
    assert (found.utilization, found.why_none) == (None, "always-cloud")


def test_servers_that_cost_less_than_the_extras_are_always_cheaper() -> None:
    cloud = CLOUD._replace(prices={ON_DEMAND: 2.0}, egress_per_year=1e6)
    found = balance(used(40, cloud), OWNED, ON_DEMAND)
    assert found == Balance(None, "always-owned", None)
    free = CLOUD._replace(prices={ON_DEMAND: 0.0}, egress_per_year=1e6)
    assert balance(used(40, free), OWNED, ON_DEMAND).why_none == "always-owned"


def test_growth_and_a_price_trend_move_the_break_even_price() -> None:
    # Demand of 8, 16 GPUs; owned 1, 2 servers: 35,040 × 3 a year against 8,760 × 8 × (1 + 2 × 0.5)
    terms = used(100, growth=1.0, trend=-0.5)._replace(horizon_months=24.0)
    assert balance(terms, OWNED, ON_DEMAND).cloud_price == pytest.approx(105_120 / 140_160)


def test_payback_by_hand() -> None:
    # 175,200 / (8 × 730 × 40 % × 2) = 37.5 months, in each of which a server is used 292 hours
    found = payback(used(40, CLOUD._replace(prices={ON_DEMAND: 2.0})), OWNED, ON_DEMAND)
    assert found is not None
    assert (found.months, found.used_hours) == pytest.approx((37.5, 37.5 * 292))


def test_no_payback_within_the_horizon() -> None:
    assert payback(used(40), OWNED, ON_DEMAND) is None


def test_used_hours_are_those_of_the_servers_that_are_there() -> None:
    # 10 of 16 GPUs are in use: 730 × 10 / 16 hours a month
    terms = used(100)._replace(curve=Curve(((10.0, 1.0),)), capacity_gpus=10.0)
    found = payback(
        terms._replace(cloud=CLOUD._replace(prices={ON_DEMAND: 8.0})), OWNED, ON_DEMAND
    )
    assert found is not None
    assert found.months == pytest.approx(2 * 175_200 / (10 * 730 * 8))
    assert found.used_hours == pytest.approx(found.months * 456.25)


def test_used_hours_follow_growing_demand() -> None:
    # 4 of 8 GPUs in use, then all 8: 175,200 = 8,760 × 4 × 2 + 8,760 × 8 × 2 × 0.75
    terms = used(100, growth=1.0)._replace(curve=Curve(((4.0, 1.0),)), horizon_months=24.0)
    found = payback(
        terms._replace(cloud=CLOUD._replace(prices={ON_DEMAND: 2.0})), OWNED, ON_DEMAND
    )
    assert found is not None
    assert found.months == pytest.approx(12 + 12 * 0.75)
    assert found.used_hours == pytest.approx(4380 + 0.75 * 8760)


def test_a_way_without_a_price_has_no_break_even() -> None:
    with pytest.raises(ValueError, match="no price is known for spot"):
        balance(TERMS, OWNED, SPOT)
    with pytest.raises(ValueError, match="no price is known for spot"):
        payback(TERMS, OWNED, SPOT)
