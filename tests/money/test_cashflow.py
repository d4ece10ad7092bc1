import pytest

from gpucmp.money.cashflow import (
    Cash,
    cash,
    crossing_month,
    cumulative,
    first_purchase,
    payback_months,
)
from gpucmp.money.costs import OwnedTerms, Terms
from gpucmp.money.portfolios import portfolio
from tests.costcases import CLOUD, COLOCATED, FREE, ON_DEMAND, OWNED, TERMS

SERVER = FREE._replace(server_price=50_000.0, maintenance=1200.0)


def owning(server: OwnedTerms, **changes: float) -> Terms:
    terms = TERMS._replace(owned={OWNED: server})
    return terms._replace(
        horizon_months=changes.get("horizon_months", 60.0),
        growth=changes.get("growth", 0.0),
        rate=changes.get("rate", 0.0),
    )


def purchases(terms: Terms, servers: int = 99) -> dict[int, float]:
    """Give what is bought, by month."""
    flow = enumerate(cash(terms, OWNED, servers))
    return {month: one.upfront for month, one in flow if one.upfront}


def test_a_server_is_paid_at_the_start_and_what_it_costs_to_run_month_by_month() -> None:
    flow = list(cash(owning(SERVER, horizon_months=2.5), OWNED, 1))
    assert [one.upfront for one in flow] == [50_000, 0, 0]
    assert [one.running for one in flow] == pytest.approx([100, 100, 50])
    assert [one.length for one in flow] == [1, 1, 0.5]


def test_renting_is_paid_month_by_month() -> None:
    # 8 × 730 × 1 $
    flow = list(cash(TERMS._replace(horizon_months=2.0), None, 0))
    assert [one.upfront for one in flow] == [0, 0]
    assert [one.running for one in flow] == pytest.approx([5840, 5840])


def test_cash_is_not_discounted() -> None:
    assert list(cash(owning(SERVER, rate=0.1), OWNED, 1)) == list(cash(owning(SERVER), OWNED, 1))


def test_all_cash_is_the_total_where_servers_last_the_horizon() -> None:
    server = SERVER._replace(availability=0.9, idle_power=500.0, busy_power=0.1)
    terms = owning(server)
    paid = cumulative(cash(terms, OWNED, 1))[-1]
    assert paid == pytest.approx(portfolio(terms, OWNED, 1).total)


def test_what_is_worn_out_is_sold_and_bought_again() -> None:
    server = SERVER._replace(use_years=2.0, residual=10_000.0)
    assert purchases(owning(server)) == {0: 50_000, 24: 40_000, 48: 40_000}


def test_growth_buys_more_servers_which_wear_out_later() -> None:
    server = SERVER._replace(use_years=2.0)
    terms = owning(server, growth=1.0, horizon_months=36.0)
    # 1, 2, 4 servers: that of the first year is replaced in the third beside two more.
    assert purchases(terms) == {0: 50_000, 12: 50_000, 24: 150_000}


def test_no_more_servers_are_bought_than_the_mix_has() -> None:
    assert purchases(owning(SERVER, growth=1.0, horizon_months=36.0), 2) == {0: 50_000, 12: 50_000}


def test_existing_servers_are_bought_again_at_their_end_of_life() -> None:
    server = SERVER._replace(existing_servers=1.0, existing_years=1.5)
    assert purchases(owning(server)) == {18: 50_000}


def test_existing_servers_beyond_the_need_serve_growth() -> None:
    server = SERVER._replace(existing_servers=2.0, existing_years=9.0)
    assert purchases(owning(server, growth=1.0, horizon_months=36.0)) == {24: 100_000}


def test_a_half_filled_existing_server_is_made_up_for() -> None:
    server = SERVER._replace(existing_servers=0.5, existing_years=9.0)
    assert purchases(owning(server)) == {0: 25_000}


def test_works_on_the_room_are_paid_once_in_their_life() -> None:
    server = FREE._replace(room_works=7_000.0, room_works_years=3.0)
    assert purchases(owning(server)) == {0: 7_000, 36: 7_000}


def test_the_first_purchase_is_that_of_the_first_year() -> None:
    server = SERVER._replace(room_works=7_000.0, network_and_storage=5_000.0)
    terms = owning(server, growth=1.0, horizon_months=36.0)
    assert first_purchase(terms, OWNED, 99) == 62_000
    assert first_purchase(terms, OWNED, 0) == 0
    existing = server._replace(existing_servers=1.0, existing_years=1.0)
    assert first_purchase(owning(existing), OWNED, 1) == 7_000


def test_a_mix_pays_for_both_sites() -> None:
    # One of two servers, 8 GPUs rented at 1 $; 0.5 people of 12,000 $ a year
    terms = owning(SERVER)._replace(second_site_operators=0.5, operator_cost=12_000.0, growth=1.0)
    flow = list(cash(terms._replace(horizon_months=24.0), OWNED, 1))
    assert flow[0].running == pytest.approx(100)
    assert flow[12].running == pytest.approx(100 + 5840 + 500)


def test_cash_adds_up_from_the_start() -> None:
    assert cumulative([Cash(10, 1, 1), Cash(0, 2, 1), Cash(5, 1, 1)]) == (10, 11, 13, 19)
    assert cumulative([]) == ()


def flat(upfront: float, running: float, months: int = 12) -> list[Cash]:
    return [Cash(upfront, running, 1), *[Cash(0, running, 1)] * (months - 1)]


@pytest.mark.parametrize(
    ("own", "rent", "month"),
    [
        (flat(100, 1), flat(0, 11), 10),
        (flat(105, 1), flat(0, 11), 10.5),
        (flat(120, 1), flat(0, 11), 12),
        (flat(121, 1), flat(0, 11), None),
        (flat(100, 11), flat(0, 1), None),
        (flat(0, 1), flat(0, 11), 0),
        (flat(0, 1), flat(0, 1), 0),
        (flat(0, 11), flat(0, 1), None),
        (flat(-1, 11), flat(0, 1), 0),
    ],
)
def test_payback_is_the_moment_at_which_owning_has_paid_no_more(
    own: list[Cash], rent: list[Cash], month: float | None
) -> None:
    assert payback_months(own, rent) == (None if month is None else pytest.approx(month))


def test_payback_in_a_part_of_a_month_comes_before_its_end() -> None:
    # 10 of the 20 that half a month saves
    own, rent = [Cash(10, 0, 0.5)], [Cash(0, 20, 0.5)]
    assert payback_months(own, rent) == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("own", "rent", "month"),
    [((10, 11, 12, 13), (0, 6, 12, 18), 3), ((10, 11), (0, 6), None), ((0, 1), (5, 6), 1)],
)
def test_cash_crosses_in_the_first_month_at_whose_end_owning_has_paid_less(
    own: tuple[float, ...], rent: tuple[float, ...], month: int | None
) -> None:
    assert crossing_month(own, rent) == month


def test_each_place_has_its_own_cash() -> None:
    terms = TERMS._replace(owned={OWNED: SERVER, COLOCATED: FREE._replace(space=1200.0)})
    first = next(cash(terms, COLOCATED, 1))
    assert (first.upfront, first.running) == pytest.approx((0, 100))


def test_a_price_by_use_is_paid_in_the_month_of_use() -> None:
    terms = TERMS._replace(
        cloud=CLOUD._replace(prices={ON_DEMAND: 2.0}), trend=-0.5, horizon_months=13.0
    )
    flow = list(cash(terms, None, 0))
    assert [flow[0].running, flow[12].running] == pytest.approx([11_680, 5840])
