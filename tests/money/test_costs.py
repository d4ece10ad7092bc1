import pytest

from gpucmp.money.costs import (
    CloudTerms,
    annuity,
    annuity_factor,
    owned_year,
    tiered,
    yearly_capital,
    years,
)
from tests.costcases import CLOUD, DEDICATED, FREE, ON_DEMAND, SERVERLESS, SPOT, TERMS


def test_an_annuity_is_the_equal_payment_that_a_table_of_annuities_gives() -> None:
    # 1,000 at 10 % over 3 years: 402.11 a year
    assert annuity(1000, 3, 0.10) == pytest.approx(402.1148, abs=1e-4)


def test_an_annuity_at_rate_0_is_the_straight_line() -> None:
    assert annuity(1000, 4, 0) == 250


def test_an_annuity_at_a_tiny_rate_is_almost_the_straight_line() -> None:
    assert annuity(1000, 4, 1e-14) == pytest.approx(250, rel=1e-9)


def test_a_part_of_a_year_pays_its_part_at_its_end() -> None:
    # 1 / 1.08 + 1 / 1.08² + 0.5 / 1.08^2.5 = 0.92593 + 0.85734 + 0.41248
    assert annuity_factor(2.5, 0.08) == pytest.approx(2.19575, abs=1e-4)


def test_capital_is_the_price_less_what_the_residual_is_worth_today() -> None:
    # (1,000 − 200 / 1.1³) × 0.402115 = 849.737 × 0.402115
    assert yearly_capital(1000, 200, 3, 0.10) == pytest.approx(341.69, abs=0.01)


@pytest.mark.parametrize(
    ("amount", "price"), [(0, 0), (100, 9), (200, 9 + 5), (1100, 9 + 5 * 2 + 0.01 * 800)]
)
def test_each_tier_prices_the_part_that_falls_into_it(amount: float, price: float) -> None:
    tiers = ((100.0, 0.09), (300.0, 0.05), (float("inf"), 0.01))
    assert tiered(amount, tiers) == pytest.approx(price)


def test_years_are_laid_out_with_a_part_of_one_at_the_end() -> None:
    found = years(30, rate=0.08, growth=0.5, trend=-0.2)
    assert [one.share for one in found] == [1, 1, 0.5]
    assert [one.discount for one in found] == pytest.approx([1.08**-1, 1.08**-2, 1.08**-2.5])
    assert [one.demand for one in found] == pytest.approx([1, 1.5, 2.25])
    assert [one.price for one in found] == pytest.approx([1, 0.8, 0.64])


@pytest.mark.parametrize(("months", "count"), [(0.5, 1), (12, 1), (12.001, 2), (36, 3), (600, 50)])
def test_a_horizon_has_as_many_years_as_it_needs(months: float, count: int) -> None:
    assert len(years(months)) == count
    assert sum(one.share for one in years(months)) == pytest.approx(months / 12)


SERVER = FREE._replace(
    server_price=250_000.0,
    network_and_storage=75_000.0,
    residual=50_000.0,
    maintenance=25_000.0,
    spares=2_500.0,
    software=8_000.0,
    space=12_000.0,
    idle_power=3_000.0,
    busy_power=0.5,
    operator_cost=100_000.0,
    least_operators=0.25,
    room_works=100_000.0,
    availability=0.96,
)


def test_a_year_of_owning_by_hand() -> None:
    # Three servers of which 12 of 24 GPUs are busy, at rate 0:
    # capital 3 × (250,000 + 75,000 − 50,000) / 5; power 3 × 3,000 + 12 / 8 × 8,760 × 0.50;
    # people 0.25 × 100,000; works 100,000 / 10. Fixed parts: 165,000 + 10,000 + 75,000 + 7,500 +
    # 24,000 + 36,000 + 25,000 + 9,000 = 351,500, of which 4 / 96 make up for lost hours.
    parts = owned_year(SERVER, 3, 12, rate=0, at=0)
    assert parts == pytest.approx(
        {
            "capital": 165_000,
            "room_works": 10_000,
            "maintenance": 75_000,
            "spares": 7_500,
            "software": 24_000,
            "space": 36_000,
            "people": 25_000,
            "power": 9_000 + 6_570,
            "unavailable_hours": 351_500 * 4 / 96,
        }
    )


def test_nothing_owned_costs_nothing() -> None:
    assert owned_year(SERVER, 0, 0, rate=0.08, at=0) == {}


@pytest.mark.parametrize(("on_all", "cost"), [(True, 2 * 8760 * 5), (False, 4 / 8 * 8760 * 5)])
def test_running_costs_in_one_figure_go_by_all_hours_or_by_the_used(
    *, on_all: bool, cost: float
) -> None:
    terms = FREE._replace(other_per_hour=5.0, other_on_all_hours=on_all)
    assert owned_year(terms, 2, 4, rate=0, at=0) == pytest.approx({"other": cost})


@pytest.mark.parametrize(
    ("servers", "crew"), [(0, 0), (1, 0.25), (25, 0.25), (26, 0.26), (1000, 10)]
)
def test_a_crew_has_a_least_size_and_grows_with_the_servers(servers: int, crew: float) -> None:
    assert SERVER.crew(servers) == pytest.approx(crew)


@pytest.mark.parametrize("servers", [1, 1000])
def test_a_stated_crew_is_what_it_is(servers: int) -> None:
    assert SERVER._replace(operators=2.0).crew(servers) == 2


@pytest.mark.parametrize(("at", "bought"), [(0, 2), (1, 2), (2, 2 + 3 * 0.5), (3, 5), (4, 5)])
def test_capital_of_existing_servers_is_sunk_until_their_end_of_life(
    at: int, bought: float
) -> None:
    terms = SERVER._replace(existing_servers=3.0, existing_years=2.5)
    assert terms.bought(5, at) == pytest.approx(bought)


def test_existing_servers_beyond_the_need_sink_no_more_than_the_need() -> None:
    assert SERVER._replace(existing_servers=9.0, existing_years=9.0).bought(5, 0) == 0


def test_existing_servers_still_cost_what_it_costs_to_run_them() -> None:
    terms = SERVER._replace(existing_servers=3.0, existing_years=9.0)
    parts = owned_year(terms, 3, 12, rate=0, at=0)
    assert "capital" not in parts
    assert parts["maintenance"] == 75_000


PRICED = CLOUD._replace(
    prices={ON_DEMAND: 4.0, SPOT: 2.0, SERVERLESS: 6.0}, unused=0.25, spot_lost=0.2
)


def test_hours_billed_but_not_used_make_a_used_hour_dearer() -> None:
    # 4 × 1.25
    assert PRICED.per_used_hour(ON_DEMAND) == 5


def test_work_lost_to_interruptions_makes_spot_dearer() -> None:
    # 2 / 0.8
    assert PRICED.per_used_hour(SPOT) == 2.5


def test_serverless_is_billed_as_used() -> None:
    assert PRICED.per_used_hour(SERVERLESS) == 6


@pytest.mark.parametrize(
    ("cloud", "serves"), [(CLOUD, False), (CLOUD._replace(deferrable=1.0), True)]
)
def test_spot_serves_all_the_work_only_if_all_may_be_interrupted(
    cloud: CloudTerms, *, serves: bool
) -> None:
    assert cloud.serves_all(SPOT) is serves
    assert cloud.serves_all(DEDICATED)


@pytest.mark.parametrize(("gpus", "crew"), [(8, 0.1), (800, 1), (1600, 2)])
def test_people_in_the_cloud_grow_with_the_gpus(gpus: float, crew: float) -> None:
    cloud = CLOUD._replace(operators=None, least_operators=0.1)
    assert cloud.crew(gpus) == pytest.approx(crew)


def test_used_hours_grow_with_demand_and_are_discounted_like_money() -> None:
    terms = TERMS._replace(horizon_months=24.0, growth=0.5, rate=0.1)
    assert terms.used_hours(discounted=False) == pytest.approx(8 * 8760 * 2.5)
    assert terms.used_hours(discounted=True) == pytest.approx(8 * 8760 * (1 / 1.1 + 1.5 / 1.21))
