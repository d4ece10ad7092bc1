from collections.abc import Mapping

import pytest

from gpucmp.money.costs import Terms
from gpucmp.money.curves import Curve
from gpucmp.money.renting import Plan, Rented, best_plan, rent, rented_years
from gpucmp.options import Purchase
from tests.costcases import (
    CLOUD,
    DEDICATED,
    ON_DEMAND,
    RESERVED_1Y,
    RESERVED_3Y,
    SERVERLESS,
    SPOT,
    TERMS,
)

STEPS = Curve(((10.0, 0.5), (20.0, 0.3), (40.0, 0.2)))
"""10 GPUs always, 10 more half of the time, 20 more a fifth of it."""


def terms_at(prices: Mapping[Purchase, float], **changes: float) -> Terms:
    cloud = CLOUD._replace(prices=prices, deferrable=changes.pop("deferrable", 0.0))
    return Terms(
        curve=STEPS,
        capacity_gpus=40.0,
        horizon_months=changes.get("horizon_months", 36.0),
        hours_per_year=8760.0,
        rate=changes.get("rate", 0.0),
        growth=changes.get("growth", 0.0),
        trend=changes.get("trend", 0.0),
        owned={},
        cloud=cloud,
    )


def plan_of(prices: Mapping[Purchase, float], **changes: float) -> Plan:
    found = best_plan(terms_at(prices, **changes))
    assert found is not None
    return found


def rented(prices: Mapping[Purchase, float], above: float = 0, **changes: float) -> list[Rented]:
    plan = plan_of(prices, **changes)
    return list(rent(plan, STEPS, above, (plan.fixed_price, 1.0)))


def test_on_demand_is_paid_for_the_hours_used() -> None:
    # 0.5 × 10 + 0.3 × 20 + 0.2 × 40 = 19 GPUs in use
    (found,) = rented({ON_DEMAND: 3.0})
    assert (found.purchase, found.gpus) == (ON_DEMAND, 40)
    assert (found.used_gpus, found.cost) == pytest.approx((19, 57))


def test_a_reservation_is_paid_for_every_hour() -> None:
    (found,) = rented({RESERVED_1Y: 2.0})
    assert (found.purchase, found.gpus, found.cost) == (RESERVED_1Y, 40, 80)
    assert found.used_gpus == pytest.approx(19)


def test_each_unit_is_rented_the_cheaper_way_for_its_load() -> None:
    # 2 / 5 = 40 %: the first 20 units have at least that load factor. 20 × 2, then 20 × 20 % × 5
    base, peak = rented({RESERVED_1Y: 2.0, ON_DEMAND: 5.0})
    assert (base.purchase, base.gpus, base.cost) == (RESERVED_1Y, 20, 40)
    assert (peak.purchase, peak.gpus) == (ON_DEMAND, 20)
    assert peak.cost == pytest.approx(20)


def test_what_is_owned_is_not_rented_again() -> None:
    base, peak = rented({RESERVED_1Y: 2.0, ON_DEMAND: 5.0}, above=15)
    assert (base.gpus, base.used_gpus) == pytest.approx((5, 2.5))
    assert peak.gpus == 20


def test_nothing_is_rented_above_the_peak() -> None:
    assert rented({RESERVED_1Y: 2.0, ON_DEMAND: 5.0}, above=40) == []


def test_the_cheapest_price_paid_for_every_hour_is_taken() -> None:
    assert plan_of({DEDICATED: 3.0, RESERVED_1Y: 2.5, RESERVED_3Y: 2.0}).fixed is RESERVED_3Y


def test_a_term_beyond_the_horizon_is_paid_to_its_end() -> None:
    # Three years at 2 for one year are 6 an hour, more than 2.5.
    found = plan_of({RESERVED_1Y: 2.5, RESERVED_3Y: 2.0}, horizon_months=12)
    assert (found.fixed, found.fixed_price) == (RESERVED_1Y, 2.5)
    only_3y = plan_of({RESERVED_3Y: 2.0}, horizon_months=12)
    assert only_3y.fixed_price == pytest.approx(6)


def test_a_term_within_the_horizon_costs_its_price() -> None:
    assert plan_of({RESERVED_3Y: 2.0}, horizon_months=60).fixed_price == 2


def test_work_that_may_wait_runs_on_spot_and_the_rest_on_demand() -> None:
    found = rented({ON_DEMAND: 4.0, SPOT: 1.0}, deferrable=0.25)
    assert [one.purchase for one in found] == [SPOT, ON_DEMAND]
    assert [one.used_gpus for one in found] == pytest.approx([19 / 4, 19 * 3 / 4])
    assert [one.cost for one in found] == pytest.approx([19 / 4, 57])


def test_spot_is_left_alone_where_it_costs_more_or_nothing_may_wait() -> None:
    dear = plan_of({ON_DEMAND: 4.0, SPOT: 5.0}, deferrable=0.5)
    assert dear.by_use == ((ON_DEMAND, 4.0, 1.0),)
    assert plan_of({ON_DEMAND: 4.0, SPOT: 1.0}).by_use == ((ON_DEMAND, 4.0, 1.0),)


def test_spot_serves_all_where_all_may_wait() -> None:
    assert plan_of({SPOT: 1.0}, deferrable=1.0).by_use == ((SPOT, 1.0, 1.0),)


def test_the_cheaper_price_by_use_is_taken() -> None:
    assert plan_of({ON_DEMAND: 4.0, SERVERLESS: 3.0}).by_use == ((SERVERLESS, 3.0, 1.0),)


def test_spot_alone_serves_nothing_that_may_not_wait() -> None:
    assert best_plan(terms_at({SPOT: 1.0}, deferrable=0.5)) is None
    assert best_plan(TERMS._replace(cloud=None)) is None


def test_a_reservation_serves_what_spot_may_not() -> None:
    found = rented({SPOT: 1.0, RESERVED_1Y: 2.0}, deferrable=0.5)
    assert [one.purchase for one in found] == [RESERVED_1Y]


def test_free_hours_are_taken_before_a_reservation() -> None:
    assert [one.purchase for one in rented({ON_DEMAND: 0.0, RESERVED_1Y: 2.0})] == [ON_DEMAND]


def years_of(terms: Terms, above: float = 0.0) -> list[list[tuple[Purchase, float, float]]]:
    plan = best_plan(terms)
    assert plan is not None
    owned = (above,) * len(terms.years())
    return [
        [(one.purchase, round(one.gpus, 6), round(one.cost, 6)) for one in found]
        for _, found in rented_years(terms, plan, owned)
    ]


def test_shrinking_demand_does_not_end_a_three_year_term() -> None:
    # Half of 20 GPUs each year: the base of the first year is paid for three, then begun anew.
    terms = terms_at({RESERVED_3Y: 1.0}, growth=-0.5, horizon_months=48)
    found = years_of(terms)
    assert [year[0][1:] for year in found] == [(40, 40), (40, 40), (40, 40), (5, 5)]


def test_shrinking_demand_shrinks_a_one_year_term() -> None:
    terms = terms_at({RESERVED_1Y: 1.0}, growth=-0.5)
    assert [year[0][1] for year in years_of(terms)] == [40, 20, 10]


def test_shrinking_demand_can_make_the_longer_term_the_dearer() -> None:
    # 40 × 3 years × 1.0 = 120 against (40 + 20 + 10) × 1.5 = 105
    terms = terms_at({RESERVED_1Y: 1.5, RESERVED_3Y: 1.0}, growth=-0.5)
    assert plan_of({RESERVED_1Y: 1.5, RESERVED_3Y: 1.0}, growth=-0.5).fixed is RESERVED_1Y
    assert [year[0][2] for year in years_of(terms)] == [60, 30, 15]


def test_a_term_that_is_left_over_serves_before_hours_on_demand() -> None:
    # Three years at 0.60 for two are 0.90 an hour, 45 % of 2.
    terms = terms_at({RESERVED_3Y: 0.6, ON_DEMAND: 2.0}, growth=-0.5, horizon_months=24)
    first, second = years_of(terms)
    assert [one[0] for one in first] == [RESERVED_3Y, ON_DEMAND]
    # In the second year the 20 reserved GPUs hold the whole peak of 20.
    assert second == [(RESERVED_3Y, 20, 18)]


def test_a_price_trend_moves_what_is_bought_anew() -> None:
    # −20 % a year: on demand each year, a one-year term each year, a three-year term after three.
    on_demand = years_of(terms_at({ON_DEMAND: 1.0}, trend=-0.2))
    assert [year[0][2] for year in on_demand] == pytest.approx([19, 15.2, 12.16])
    one_year = years_of(terms_at({RESERVED_1Y: 1.0}, trend=-0.2))
    assert [year[0][2] for year in one_year] == pytest.approx([40, 32, 25.6])
    three_years = years_of(terms_at({RESERVED_3Y: 1.0}, trend=-0.2, horizon_months=48))
    assert [year[0][2] for year in three_years] == pytest.approx([40, 40, 40, 40 * 0.8**3])


def test_falling_prices_can_make_the_shorter_term_the_cheaper() -> None:
    prices = {RESERVED_1Y: 1.1, RESERVED_3Y: 1.0}
    assert plan_of(prices).fixed is RESERVED_3Y
    # 1.1 × (1 + 0.8 + 0.64) = 2.684 against 3
    assert plan_of(prices, trend=-0.2).fixed is RESERVED_1Y


def test_no_reservation_is_a_plan_too() -> None:
    # Reserved, the first 10 cost 10 × 3.9 × 3 = 117; on demand they cost 10 × 4 × 1.11 = 44.4.
    prices = {RESERVED_3Y: 3.9, ON_DEMAND: 4.0}
    assert plan_of(prices, trend=-0.9).fixed is None


def test_demand_that_ends_leaves_the_rest_of_the_term() -> None:
    terms = terms_at({RESERVED_3Y: 1.0}, growth=-1.0)
    assert [year[0][1:] for year in years_of(terms)] == [(40, 40), (40, 40), (40, 40)]
