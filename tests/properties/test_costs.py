"""Laws of the cost model."""

from collections.abc import Mapping

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from gpucmp.advice import Knowledge
from gpucmp.money.breakeven import balance
from gpucmp.money.cashflow import cash, cumulative, first_purchase
from gpucmp.money.costing import Costing
from gpucmp.money.costs import CloudTerms, OwnedTerms, Terms
from gpucmp.money.costterms import terms_of
from gpucmp.money.curves import Curve, curve_from_steps, curve_from_summary
from gpucmp.money.portfolios import limited, most_servers, only, portfolio
from gpucmp.money.presentvalue import PresentValues, best_mix
from gpucmp.money.pricebook import PriceBook
from gpucmp.money.screening import corners, screening_lines
from gpucmp.money.uncertainty import simulate
from gpucmp.options import PURCHASES_OF, RENTED_PURCHASES, Option, Purchase
from tests.builders import a_profile
from tests.costcases import CLOUD, ON_DEMAND, OWNED, RESERVED_3Y, SPOT, TERMS, found_of

CENT = 0.01
SAME = 1e-9
PRICED = tuple(one for one in RENTED_PURCHASES if one is not Purchase.PRIVATE_DEPLOYMENT)


def within(low: float, high: float) -> SearchStrategy[float]:
    """Give numbers of three digits, so that an example can be read."""
    return st.integers(0, 999).map(lambda step: low + (high - low) * step / 999)


@st.composite
def curves(draw: st.DrawFn) -> Curve:
    levels = draw(st.lists(st.integers(0, 40), min_size=1, max_size=6, unique=True))
    shares = draw(st.lists(st.integers(1, 9), min_size=len(levels), max_size=len(levels)))
    assume(max(levels) > 0)
    total = sum(shares)
    return curve_from_steps(
        [(gpus, 100 * share / total) for gpus, share in zip(levels, shares, strict=True)]
    )


@st.composite
def owned_terms(draw: st.DrawFn, horizon_months: float) -> OwnedTerms:
    price = draw(within(0, 400_000))
    return OwnedTerms(
        gpus_per_server=draw(st.sampled_from([1, 2, 4, 8])),
        hours_per_year=8760.0,
        server_price=price,
        network_and_storage=price * draw(within(0, 0.5)),
        residual=price * draw(within(0, 1)),
        use_years=min(horizon_months / 12, draw(st.sampled_from([1.0, 2.5, 5.0]))),
        maintenance=draw(within(0, 40_000)),
        spares=draw(within(0, 4_000)),
        software=draw(within(0, 36_000)),
        space=draw(within(0, 20_000)),
        idle_power=draw(within(0, 4_000)),
        busy_power=draw(within(0, 2)),
        other_per_hour=draw(within(0, 3)),
        other_on_all_hours=draw(st.booleans()),
        operator_cost=draw(within(0, 150_000)),
        operators=draw(st.none() | within(0, 2)),
        least_operators=draw(within(0, 1)),
        servers_per_operator=draw(st.sampled_from([5.0, 100.0])),
        room_works=draw(st.just(0.0) | within(0, 100_000)),
        room_works_years=10.0,
        availability=draw(within(0.5, 1)),
        existing_servers=draw(st.just(0.0) | within(0, 12)),
        existing_years=draw(within(0, 6)),
    )


@st.composite
def cloud_terms(draw: st.DrawFn, purchases: tuple[Purchase, ...] = PRICED) -> CloudTerms:
    chosen = draw(st.lists(st.sampled_from(purchases), min_size=1, unique=True))
    deferrable = draw(st.sampled_from([0.0, 0.3, 1.0]))
    assume(chosen != [SPOT] or deferrable == 1)
    return CloudTerms(
        prices={one: draw(within(0, 12)) for one in chosen},
        unused=draw(within(0, 0.5)),
        spot_lost=draw(within(0, 0.5)),
        deferrable=deferrable,
        support=draw(within(0, 0.1)),
        storage_per_year=draw(within(0, 20_000)),
        egress_per_year=draw(within(0, 20_000)),
        operators=draw(st.none() | within(0, 1)),
        least_operators=draw(within(0, 1)),
        gpus_per_operator=draw(st.sampled_from([10.0, 800.0])),
        operator_cost=draw(within(0, 150_000)),
    )


@st.composite
def all_terms(
    draw: st.DrawFn, *, steady: bool = False, purchases: tuple[Purchase, ...] = PRICED
) -> Terms:
    """Give terms of any kind, or with demand and prices that stay."""
    horizon = draw(st.sampled_from([1.0, 7.0, 12.0, 30.0, 36.0, 60.0, 77.5]))
    curve = draw(curves())
    changing = st.just(0.0) if steady else st.sampled_from([0.0, 0.0, -1.0, -0.4, 0.3, 1.0])
    return Terms(
        curve=curve,
        capacity_gpus=curve.peak(),
        horizon_months=horizon,
        hours_per_year=8760.0,
        rate=draw(st.just(0.0) | within(0, 0.3)),
        growth=draw(changing),
        trend=max(draw(changing), -0.9),
        owned={OWNED: draw(owned_terms(horizon))},
        cloud=draw(cloud_terms(purchases)),
        second_site_operators=draw(within(0, 1)),
        operator_cost=draw(within(0, 150_000)),
    )


def servers_of(terms: Terms) -> int:
    return most_servers(terms, terms.owned[OWNED])


# Two ways to the same net present value


@given(all_terms(), st.integers(0, 60), st.booleans())
def test_the_quick_net_present_value_is_that_of_the_portfolio(
    terms: Terms,
    servers: int,
    second_site: bool,  # noqa: FBT001 - drawn
) -> None:
    place = OWNED if servers else None
    quick = PresentValues(terms).of(place, servers, second_site=second_site)
    found = portfolio(terms, place, servers, second_site=second_site)
    assert quick == pytest.approx(found.npv, rel=SAME, abs=CENT / 100)


@given(all_terms())
def test_the_quick_search_finds_as_good_a_mix_as_trying_all(terms: Terms) -> None:
    values = PresentValues(terms)
    costs = [
        values.of(OWNED, best_mix(values, OWNED, exact=exact), second_site=False)
        for exact in (True, False)
    ]
    assert costs[0] == pytest.approx(costs[1], rel=SAME, abs=CENT / 100)


@given(all_terms())
def test_the_quick_search_finds_as_good_a_true_mix_as_trying_all(terms: Terms) -> None:
    values = PresentValues(terms)
    assume(values.most(OWNED) > 1)
    costs = [
        values.of(OWNED, best_mix(values, OWNED, exact=exact, ends=False), second_site=False)
        for exact in (True, False)
    ]
    assert costs[0] == pytest.approx(costs[1], rel=SAME, abs=CENT / 100)


# What a mix costs


@given(all_terms())
def test_the_mix_is_never_dearer_than_its_ends_before_the_second_site(terms: Terms) -> None:
    values = PresentValues(terms)
    most = values.most(OWNED)
    best = values.of(OWNED, best_mix(values, OWNED), second_site=False)
    assert best <= values.of(None, 0)
    assert best <= values.of(OWNED, most)


@given(all_terms())
def test_the_net_present_value_at_rate_0_is_the_plain_sum(terms: Terms) -> None:
    for servers in (0, 1, servers_of(terms)):
        found = portfolio(terms._replace(rate=0.0), OWNED if servers else None, servers)
        assert found.npv == pytest.approx(found.total, rel=SAME)
        assert found.total == pytest.approx(sum(found.parts.values()))


@given(all_terms())
def test_owning_more_never_lowers_capital(terms: Terms) -> None:
    most = servers_of(terms)
    found = [portfolio(terms, OWNED, one).parts.get("capital", 0.0) for one in range(1, most + 1)]
    assert found == sorted(found)
    bought = [first_purchase(terms, OWNED, one) for one in range(most + 1)]
    assert bought == sorted(bought)


@given(all_terms())
def test_owned_and_rented_gpus_together_serve_all_hours(terms: Terms) -> None:
    used = terms.used_hours(discounted=False) / 8760 / (terms.horizon_months / 12)
    for servers in (0, 1, servers_of(terms)):
        found = portfolio(terms, OWNED if servers else None, servers)
        assert sum(one.used_gpus for one in found.units) == pytest.approx(used)
        assert all(-SAME <= one.load_factor <= 1 + SAME for one in found.units)


@given(all_terms())
def test_the_cheapest_way_to_rent_is_never_dearer_than_one_way_alone(terms: Terms) -> None:
    assert terms.cloud is not None
    steady = terms.growth >= 0 and terms.trend >= 0
    for purchase in terms.cloud.prices:
        if terms.cloud.serves_all(purchase) and (steady or purchase is not RESERVED_3Y):
            alone = portfolio(only(terms, purchase), None, 0).npv
            assert portfolio(terms, None, 0).npv <= alone * (1 + SAME) + CENT / 100


@given(all_terms())
def test_all_cash_is_what_is_bought_and_what_it_costs_to_run(terms: Terms) -> None:
    server = terms.owned[OWNED]._replace(existing_servers=0.0, room_works=0.0)
    plain = terms._replace(owned={OWNED: server})
    most = servers_of(plain)
    paid = cumulative(cash(plain, OWNED, most))
    parts = portfolio(plain, OWNED, most).parts
    bought = sum(one.upfront for one in cash(plain, OWNED, most))
    running = sum(cost for key, cost in parts.items() if key != "capital")
    assert paid[-1] == pytest.approx(bought + running)
    rented = cumulative(cash(plain, None, 0))
    assert rented[-1] == pytest.approx(portfolio(plain, None, 0).total)


# Break-even

STEADY = tuple(one for one in PRICED if one is not RESERVED_3Y)


@given(all_terms())
@example(TERMS._replace(growth=-0.4, trend=0.3, cloud=CLOUD._replace(prices={RESERVED_3Y: 1.0})))
def test_at_the_break_even_price_both_sides_cost_the_same(terms: Terms) -> None:
    assert terms.cloud is not None
    owned = portfolio(terms, OWNED, servers_of(terms)).npv
    for against in terms.cloud.prices:
        price = balance(terms, OWNED, against).cloud_price
        if price is not None:
            priced = terms._replace(cloud=terms.cloud._replace(prices={against: price}))
            rented = portfolio(only(priced, against), None, 0).npv
            assert rented == pytest.approx(owned, abs=CENT)


@given(
    all_terms(purchases=(ON_DEMAND, SPOT)), st.integers(1, 200), st.integers(1, 99),
    st.sampled_from([None, "steady", "daily", "bursty", "phased"]),
)  # fmt: skip
def test_at_the_break_even_utilization_both_sides_cost_the_same(
    terms: Terms, gpus: int, percent: int, pattern: str | None
) -> None:
    def used(utilization_percent: float) -> Terms:
        curve = curve_from_summary(
            gpus=gpus, utilization_percent=utilization_percent, pattern=pattern
        )
        return terms._replace(curve=curve, capacity_gpus=float(gpus))

    assert terms.cloud is not None
    for against in terms.cloud.prices:
        share = balance(used(percent), OWNED, against).utilization
        if share is not None and 0.001 < share <= 1:
            there = used(100 * share)
            owned = portfolio(there, OWNED, servers_of(there)).npv
            assert portfolio(only(there, against), None, 0).npv == pytest.approx(owned, abs=CENT)


@given(within(0.5, 12), st.integers(1, 99), within(0, 0.2), within(0, 2))
def test_break_even_utilization_times_price_is_what_capacity_costs(
    price: float, percent: int, rate: float, busy_power: float
) -> None:
    # u* × (price − v) = f = u × (price* − v)
    server = TERMS.owned[OWNED]._replace(server_price=300_000.0, busy_power=busy_power)
    curve = curve_from_summary(gpus=8, utilization_percent=percent)
    cloud = CLOUD._replace(prices={ON_DEMAND: price})
    terms = TERMS._replace(curve=curve, rate=rate, owned={OWNED: server}, cloud=cloud)
    found = balance(terms, OWNED, ON_DEMAND)
    assert found.utilization is not None
    assert found.cloud_price is not None
    variable = busy_power / 8
    fixed = screening_lines(terms)[0].fixed
    assert found.utilization * (price - variable) == pytest.approx(fixed)
    assert percent / 100 * (found.cloud_price - variable) == pytest.approx(fixed)


@given(all_terms())
def test_corners_lie_on_the_lower_envelope(terms: Terms) -> None:
    lines = screening_lines(terms)
    found = corners(lines)
    assert [one.load_factor for one in found] == sorted(one.load_factor for one in found)
    by_purchase = {line.purchase: line for line in lines}
    for turn in found:
        least = min(line.at(turn.load_factor) for line in lines)
        for purchase in (turn.below, turn.above):
            assert by_purchase[purchase].at(turn.load_factor) == pytest.approx(least, abs=SAME)


# Monotony

RISING = (
    "hours_per_month",
    "second_site_operators_fte",
    "owned.server_price",
    "owned.network_percent",
    "owned.storage_percent",
    "owned.room_works",
    "owned.maintenance_percent_per_year",
    "owned.spares_percent",
    "owned.software_per_gpu_year",
    "owned.electricity_per_kwh",
    "owned.pue",
    "owned.power_busy_kw",
    "owned.power_idle_kw",
    "owned.operators_fte.least",
    "owned.operator_cost_per_year",
    "cloud.on_demand_per_gpu_hour",
    "cloud.reserved_1y_per_gpu_hour",
    "cloud.reserved_3y_per_gpu_hour",
    "cloud.spot_per_gpu_hour",
    "cloud.dedicated_per_gpu_hour",
    "cloud.unused_percent",
    "cloud.spot_lost_percent",
    "cloud.support_percent",
    "cloud.storage_per_tb_month",
    "cloud.operators_fte.least",
    "data.stored_tb",
    "data.egress_tb_per_month",
)
FALLING = (
    "owned.residual_percent",
    "owned.availability_percent",
    "owned.servers_per_operator",
    "cloud.gpus_per_operator",
)


@pytest.fixture(scope="module")
def growing(knowledge: Knowledge, book: PriceBook) -> Costing:
    profile = a_profile(
        demand__gpus=100,
        demand__peak_gpus=140,
        demand__utilization_percent=40,
        demand__horizon_months=40,
        demand__growth_percent_per_year=20,
        demand__deferrable_percent=30,
        hardware__gpu="H100 SXM",
        hardware__existing_gpus=24,
        hardware__existing_end_of_life_months=18,
        data__stored_tb=50,
        data__egress_tb_per_month=20,
    )
    return found_of(profile, knowledge, book)


def worths(found: Costing, values: Mapping[str, float]) -> list[float]:
    """Give the net present value of renting all, of a mix, and of owning all."""
    assert found.terms is not None
    terms = terms_of(found.inputs, values, found.terms.curve)
    computed = PresentValues(terms)
    return [computed.of(OWNED if n else None, n) for n in (0, 9, computed.most(OWNED))]


@pytest.mark.parametrize("path", [*RISING, *FALLING])
def test_costs_are_monotone(growing: Costing, path: str) -> None:
    values = growing.inputs.values()
    ends = {"owned.residual_percent": 100, "owned.availability_percent": 100}
    most = ends.get(path, 3 * values[path] + 1 if path != "hours_per_month" else 744)
    least = values[path] / 3
    steps = [least + (most - least) * step / 12 for step in range(13)]
    for column in zip(*(worths(growing, {**values, path: at}) for at in steps), strict=True):
        ordered = sorted(column, reverse=path in FALLING)
        assert list(column) == pytest.approx(ordered, rel=SAME)
    first, last = (sum(worths(growing, {**values, path: at})) for at in (least, most))
    assert first != last or path in UNUSED


UNUSED = (
    "cloud.reserved_1y_per_gpu_hour",
    "cloud.dedicated_per_gpu_hour",
    "owned.servers_per_operator",
    "cloud.gpus_per_operator",
)
"""What moves nothing here: dearer ways to rent, and people of a fleet that a least crew runs."""


@given(all_terms(), within(1, 3), st.sampled_from(PRICED))
def test_a_dearer_gpu_hour_never_makes_renting_cheaper(
    terms: Terms, factor: float, purchase: Purchase
) -> None:
    assert terms.cloud is not None
    assume(purchase in terms.cloud.prices)
    # A three-year term under shrinking demand or prices is not sized anew by year.
    assume(RESERVED_3Y not in terms.cloud.prices or (terms.growth >= 0 and terms.trend >= 0))
    prices = {**terms.cloud.prices, purchase: factor * terms.cloud.prices[purchase]}
    dearer = terms._replace(cloud=terms.cloud._replace(prices=prices))
    before, after = (portfolio(one, None, 0).npv for one in (terms, dearer))
    assert after >= before * (1 - SAME) - CENT / 100


@given(all_terms(), st.data())
def test_fewer_ways_to_rent_never_make_it_cheaper(terms: Terms, data: st.DataObject) -> None:
    assert terms.cloud is not None
    assume(RESERVED_3Y not in terms.cloud.prices or (terms.growth >= 0 and terms.trend >= 0))
    kept = data.draw(st.sets(st.sampled_from(sorted(terms.cloud.prices)), min_size=1))
    fewer = limited(terms, kept)
    assume(fewer.cloud is not None)
    before = portfolio(terms, None, 0).npv
    assert portfolio(fewer, None, 0).npv >= before * (1 - SAME) - CENT / 100


# Draws


@settings(max_examples=20)
@given(
    prices=st.lists(st.integers(1, 20), min_size=3, max_size=3).map(sorted),
    used=st.lists(st.integers(5, 95), min_size=3, max_size=3).map(sorted),
    seed=st.integers(0, 2**64),
)
def test_draws_are_told_by_their_seed_and_percentiles_are_in_order(
    knowledge: Knowledge, book: PriceBook, prices: list[int], used: list[int], seed: int
) -> None:
    low, likely, high = used
    profile = a_profile(
        demand__gpus=64,
        demand__utilization_percent=likely,
        demand__horizon_months=36,
        hardware__gpu="H100 SXM",
    )._replace(
        ranges={"demand.utilization_percent": (low, likely, high)},
        stated={"prices": {"cloud": {"on_demand_per_gpu_hour": prices}}},
    )
    found = found_of(profile, knowledge, book)
    first, second = (simulate(found, PURCHASES_OF, draws=30, seed=seed) for _ in range(2))
    assert first == second
    assert first is not None
    assert [one.option for one in first.options] == list(Option)
    assert all(one.p10 <= one.p50 <= one.p90 for one in first.options)
    assert sum(one.cheapest_percent for one in first.options) == pytest.approx(100)
