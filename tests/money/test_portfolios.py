import pytest

from gpucmp.money.costs import Terms
from gpucmp.money.curves import Curve
from gpucmp.money.portfolios import (
    Unit,
    held_servers,
    limited,
    lots,
    most_servers,
    only,
    portfolio,
    servers_for,
)
from tests.costcases import (
    CLOUD,
    COLOCATED,
    FREE,
    ON_DEMAND,
    OWNED,
    RESERVED_3Y,
    SPOT,
    TERMS,
)

STEPS = Curve(((10.0, 0.5), (20.0, 0.3), (40.0, 0.2)))
SERVER = FREE._replace(server_price=50_000.0, maintenance=1000.0)
MIXED = TERMS._replace(curve=STEPS, capacity_gpus=40.0, owned={OWNED: SERVER})


@pytest.mark.parametrize(
    ("gpus", "servers"), [(0, 0), (1, 1), (8, 1), (8.0000000001, 1), (8.1, 2), (16, 2)]
)
def test_servers_come_whole(gpus: float, servers: int) -> None:
    assert servers_for(gpus, 8) == servers


def test_one_server_by_hand_at_rate_0() -> None:
    # 50,000 over 5 years and 1,000 a year: 55,000
    found = portfolio(TERMS._replace(owned={OWNED: SERVER}), OWNED, 1)
    assert found.parts == pytest.approx({"capital": 50_000, "maintenance": 5_000})
    assert found.total == found.npv == pytest.approx(55_000)


def test_net_present_value_of_one_server_by_hand() -> None:
    # The price now, 50,000, and 1,000 a year at 8 %: 1,000 × 3.99271
    found = portfolio(TERMS._replace(owned={OWNED: SERVER}, rate=0.08), OWNED, 1)
    assert found.npv == pytest.approx(53_992.71, abs=0.01)
    assert found.total == pytest.approx(55_000)


def test_what_a_server_sells_for_at_the_end_is_worth_less_today() -> None:
    # 50,000 − 10,000 / 1.08⁵ + 3,992.71
    server = SERVER._replace(residual=10_000.0)
    found = portfolio(TERMS._replace(owned={OWNED: server}, rate=0.08), OWNED, 1)
    assert found.npv == pytest.approx(50_000 - 6_805.83 + 3_992.71, abs=0.01)


def test_a_part_of_a_year_buys_the_whole_server() -> None:
    # 2.5 years at 8 %: still the price now
    server = FREE._replace(server_price=50_000.0, use_years=2.5)
    terms = TERMS._replace(owned={OWNED: server}, rate=0.08, horizon_months=30.0)
    assert portfolio(terms, OWNED, 1).npv == pytest.approx(50_000)


def test_a_horizon_beyond_the_life_buys_again() -> None:
    # 5 years of a life of 2.5: two servers, the second bought after 2.5 years
    server = FREE._replace(server_price=50_000.0, use_years=2.5)
    found = portfolio(TERMS._replace(owned={OWNED: server}), OWNED, 1)
    assert found.total == pytest.approx(100_000)


def test_a_mix_by_hand() -> None:
    # Two servers hold 16 GPUs: 10 always, 6 half of the time. Rented: 4 × 50 % + 20 × 20 % = 6
    # on average. 2 × 11,000 a year, and 6 × 8,760 × 1 $.
    found = portfolio(MIXED, OWNED, 2)
    assert found.total == pytest.approx(5 * (22_000 + 52_560))
    assert [(one.purchase, one.gpus) for one in found.units] == [(OWNED, 16), (ON_DEMAND, 24)]
    assert [one.used_gpus for one in found.units] == pytest.approx([13, 6])
    assert [one.load_factor for one in found.units] == pytest.approx([13 / 16, 0.25])


def test_two_sites_cost_people_where_there_are_two() -> None:
    terms = MIXED._replace(second_site_operators=0.25, operator_cost=100_000.0)
    with_it, without = (portfolio(terms, OWNED, 2, second_site=one) for one in (True, False))
    assert with_it.total - without.total == pytest.approx(5 * 25_000)
    for servers, place in ((5, OWNED), (0, None)):
        assert "second_site" not in portfolio(terms, place, servers).parts


def test_what_the_cloud_bills_beside_the_gpus_goes_with_the_share_that_is_rented() -> None:
    # Rented: 6 of the 19 GPUs in use. Support is 10 % of rent, storage, and egress.
    cloud = CLOUD._replace(
        storage_per_year=1900.0,
        egress_per_year=950.0,
        support=0.1,
        operators=0.5,
        operator_cost=100_000.0,
    )
    parts = portfolio(MIXED._replace(cloud=cloud, horizon_months=12.0), OWNED, 2).parts
    assert parts["storage"] == pytest.approx(600)
    assert parts["egress"] == pytest.approx(300)
    assert parts["support"] == pytest.approx(0.1 * (52_560 + 900))
    assert parts["cloud_people"] == pytest.approx(50_000 * 6 / 19)


def test_servers_are_bought_in_the_year_that_needs_them_and_stay() -> None:
    growing = TERMS._replace(growth=1.0, horizon_months=36.0)
    assert held_servers(growing, OWNED, 99) == (1, 2, 4)
    assert held_servers(growing, OWNED, 3) == (1, 2, 3)
    assert held_servers(growing._replace(growth=-0.5), OWNED, 99) == (1, 1, 1)
    assert held_servers(growing, None, 0) == (0, 0, 0)


def test_owning_all_is_owning_the_largest_peak_of_all_years() -> None:
    assert most_servers(TERMS._replace(growth=1.0, horizon_months=36.0), FREE) == 4
    assert most_servers(TERMS._replace(growth=-0.5, horizon_months=36.0), FREE) == 1


def test_growth_by_hand() -> None:
    # 1 and 2 servers of 11,000 a year: 33,000; rented 8 and 16 GPUs: 24 × 8,760
    terms = TERMS._replace(owned={OWNED: SERVER}, growth=1.0, horizon_months=24.0)
    assert portfolio(terms, OWNED, 2).total == pytest.approx(33_000)
    assert portfolio(terms, None, 0).total == pytest.approx(210_240)


def test_existing_servers_by_hand() -> None:
    # Two of four servers exist for 1.5 of 3 years: capital 10,000 × (2 + 3 + 4)
    server = FREE._replace(server_price=50_000.0, existing_servers=2.0, existing_years=1.5)
    curve = Curve(((32.0, 1.0),))
    terms = TERMS._replace(curve=curve, owned={OWNED: server}, horizon_months=36.0)
    assert portfolio(terms, OWNED, 4).total == pytest.approx(90_000)


def test_nothing_can_be_rented_without_a_price() -> None:
    terms = MIXED._replace(cloud=None)
    assert portfolio(terms, OWNED, 5).total > 0
    with pytest.raises(ValueError, match="no cloud price"):
        portfolio(terms, OWNED, 2)
    with pytest.raises(ValueError, match="no cloud price"):
        lots(terms, None, 0)


def test_the_last_bit_of_floating_point_is_rented_by_nobody() -> None:
    terms = TERMS._replace(curve=Curve(((8.000000001, 1.0),)), owned={OWNED: SERVER})
    assert [unit.purchase for unit in portfolio(terms, OWNED, 1).units] == [OWNED]


def test_demand_that_ends_costs_the_servers_that_are_there_and_no_rent() -> None:
    terms = TERMS._replace(growth=-1.0, horizon_months=24.0, owned={OWNED: SERVER})
    assert portfolio(terms, OWNED, 1).total == pytest.approx(22_000)
    rented = portfolio(terms, None, 0)
    assert rented.total == pytest.approx(8 * 8760)
    assert rented.units == (Unit(ON_DEMAND, 4, 4),)


def test_a_term_that_outlives_the_demand_is_paid_and_used_by_nobody() -> None:
    cloud = CLOUD._replace(prices={RESERVED_3Y: 1.0}, storage_per_year=5.0)
    terms = TERMS._replace(growth=-1.0, horizon_months=36.0, cloud=cloud)
    assert portfolio(terms, None, 0).parts == pytest.approx({"rent": 3 * 8 * 8760, "storage": 5})


def test_a_unit_of_no_gpus_has_no_load() -> None:
    assert Unit(OWNED, 0, 0).load_factor == 0


def both_places(terms: Terms) -> Terms:
    return terms._replace(owned={OWNED: FREE, COLOCATED: SERVER})


def test_terms_are_limited_to_what_is_left() -> None:
    terms = both_places(TERMS._replace(cloud=CLOUD._replace(prices={ON_DEMAND: 1.0, SPOT: 0.5})))
    found = limited(terms, (COLOCATED, ON_DEMAND))
    assert list(found.owned) == [COLOCATED]
    assert found.cloud is not None
    assert found.cloud.prices == {ON_DEMAND: 1.0}
    assert limited(terms, (OWNED, ON_DEMAND, SPOT)).cloud is terms.cloud


def test_ways_that_cannot_serve_all_the_work_leave_no_cloud() -> None:
    terms = TERMS._replace(cloud=CLOUD._replace(prices={ON_DEMAND: 1.0, SPOT: 0.5}))
    assert limited(terms, (OWNED,)).cloud is None
    assert limited(terms, (SPOT,)).cloud is None
    assert limited(TERMS._replace(cloud=None), (ON_DEMAND,)).cloud is None


def test_one_way_alone_serves_all_the_work() -> None:
    terms = TERMS._replace(cloud=CLOUD._replace(prices={ON_DEMAND: 1.0, SPOT: 0.5}))
    # 8 × 8,760 × 5 × 0.50
    assert portfolio(only(terms, SPOT), None, 0).total == pytest.approx(175_200)


def test_a_way_without_a_price_cannot_be_had_alone() -> None:
    with pytest.raises(ValueError, match="no price is known for spot"):
        only(TERMS, SPOT)
    with pytest.raises(ValueError, match="no price is known"):
        only(TERMS._replace(cloud=None), ON_DEMAND)
