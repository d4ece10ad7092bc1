import pytest

from gpucmp.money.curves import Curve, curve_from_summary
from gpucmp.money.portfolios import portfolio
from gpucmp.money.presentvalue import PresentValues, best_mix
from tests.costcases import CLOUD, FREE, ON_DEMAND, OWNED, RESERVED_1Y, RESERVED_3Y, TERMS

STEPS = Curve(((10.0, 0.5), (20.0, 0.3), (40.0, 0.2)))
SERVER = FREE._replace(server_price=50_000.0, maintenance=1000.0, gpus_per_server=1)
MIXED = TERMS._replace(curve=STEPS, capacity_gpus=40.0, owned={OWNED: SERVER})


def test_the_optimum_is_where_the_load_factor_crosses_the_threshold() -> None:
    # 11,000 a year / (8,760 × 3 $) = 42 %: units of a load factor of 50 % are owned, of 20 % not.
    values = PresentValues(MIXED._replace(cloud=CLOUD._replace(prices={ON_DEMAND: 3.0})))
    assert best_mix(values, OWNED) == 20
    assert best_mix(values, OWNED, exact=False) == 20


@pytest.mark.parametrize(("price", "servers"), [(1.0, 0), (2.0, 10), (3.0, 20), (7.0, 40)])
def test_the_optimum_moves_with_the_price(price: float, servers: int) -> None:
    # Thresholds 126 %, 63 %, 42 %, 18 %
    values = PresentValues(MIXED._replace(cloud=CLOUD._replace(prices={ON_DEMAND: price})))
    assert best_mix(values, OWNED) == servers


def test_a_true_mix_can_be_asked_for() -> None:
    values = PresentValues(MIXED)
    assert best_mix(values, OWNED) == 0
    assert best_mix(values, OWNED, ends=False) == 1
    assert best_mix(values, OWNED, ends=False, exact=False) == 1


def test_a_crew_that_is_paid_once_any_server_is_owned_moves_the_optimum_to_an_end() -> None:
    server = SERVER._replace(least_operators=1.0, operator_cost=1_000_000.0)
    terms = MIXED._replace(owned={OWNED: server}, cloud=CLOUD._replace(prices={ON_DEMAND: 3.0}))
    assert best_mix(PresentValues(terms), OWNED) == 0


def test_reservations_make_the_cost_of_a_mix_anything_but_convex() -> None:
    # Owned hours cost 1.26 and 1.50 more when used: units of full load are better reserved at
    # 2.50, units of half load owned; one search downhill would miss that.
    server = SERVER._replace(busy_power=1.5)
    cloud = CLOUD._replace(prices={RESERVED_1Y: 2.5, ON_DEMAND: 6.0})
    values = PresentValues(MIXED._replace(owned={OWNED: server}, cloud=cloud))
    costs = [values.of(OWNED, n, second_site=False) for n in range(41)]
    assert costs[1] > costs[0]
    assert best_mix(values, OWNED) == costs.index(min(costs))
    assert costs[best_mix(values, OWNED, exact=False)] == pytest.approx(min(costs))


@pytest.mark.parametrize("servers", [0, 1, 7, 20, 40, 400])
@pytest.mark.parametrize("growth", [-0.3, 0.0, 0.4])
def test_it_is_what_the_portfolio_costs(servers: int, growth: float) -> None:
    terms = MIXED._replace(
        growth=growth,
        rate=0.08,
        horizon_months=40.0,
        cloud=CLOUD._replace(
            prices={RESERVED_3Y: 1.0, ON_DEMAND: 3.0}, storage_per_year=9.0, support=0.1
        ),
        second_site_operators=0.5,
        operator_cost=1000.0,
    )
    values = PresentValues(terms)
    place = OWNED if servers else None
    assert values.of(place, servers) == pytest.approx(portfolio(terms, place, servers).npv)


def test_owning_all_is_owning_the_largest_peak_of_all_years() -> None:
    values = PresentValues(TERMS._replace(growth=1.0, horizon_months=36.0))
    assert values.most(OWNED) == 4


def test_nothing_can_be_rented_without_a_price() -> None:
    values = PresentValues(MIXED._replace(cloud=None))
    assert values.of(OWNED, 40) > 0
    with pytest.raises(ValueError, match="no cloud price"):
        values.of(OWNED, 39)


def test_many_servers_have_few_numbers_at_which_the_cost_turns() -> None:
    curve = curve_from_summary(gpus=80_000, utilization_percent=50, pattern="daily")
    values = PresentValues(TERMS._replace(curve=curve, capacity_gpus=80_000.0))
    assert len(values.kinks(OWNED)) < 300
    assert min(values.kinks(OWNED)) == 1
    assert max(values.kinks(OWNED)) == 9_999


def test_one_server_has_no_mix() -> None:
    values = PresentValues(TERMS)
    assert values.kinks(OWNED) == {1}
    assert best_mix(values, OWNED, exact=False) == 1
    assert best_mix(values, OWNED) == 1


def test_decades_of_growth_are_searched_in_part_and_miss_little() -> None:
    # 100 levels in each of 20 years: more turning points than are tried one by one.
    curve = curve_from_summary(gpus=100, utilization_percent=60, pattern="daily")
    values = PresentValues(
        MIXED._replace(
            curve=curve,
            capacity_gpus=100.0,
            growth=0.15,
            horizon_months=240.0,
            cloud=CLOUD._replace(prices={ON_DEMAND: 3.0}),
        )
    )
    costs = [values.of(OWNED, n, second_site=False) for n in range(values.most(OWNED) + 1)]
    assert len(values.kinks(OWNED)) > 600
    assert costs[best_mix(values, OWNED, exact=False)] == pytest.approx(min(costs), rel=1e-3)
