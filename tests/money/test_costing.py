"""The money of a profile as a whole; the names of users' complaints say what must not happen."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from gpucmp.advice import Knowledge
from gpucmp.derived import derive
from gpucmp.facts import FactValue
from gpucmp.money.coster import Costed
from gpucmp.money.costing import Costing, Sides, costs_of, sides
from gpucmp.money.costreport import Costs
from gpucmp.money.pricebook import PriceBook
from gpucmp.options import PURCHASES_OF, Option, Purchase
from tests.builders import a_profile
from tests.costcases import (
    COLOCATED,
    DEDICATED,
    ON_DEMAND,
    OWNED,
    PLAIN,
    RESERVED_1Y,
    SPOT,
    costed,
    found_of,
    option,
    read,
)

Left = Mapping[Option, tuple[Purchase, ...]]

EIGHT = """\
name: eight H100
demand: {gpus: 8, utilization_percent: 60, horizon_months: 36}
hardware: {gpu: H100 SXM}
"""


class Bench:
    """Costs a profile after settings."""

    def __init__(self, text: str, knowledge: Knowledge, book: PriceBook, folder: Path) -> None:
        self._text, self._knowledge, self._book, self._folder = text, knowledge, book, folder

    def found(self, *settings: str, left: Left = PURCHASES_OF) -> Costing:
        profile = read(self._text, self._knowledge, self._folder, *settings)
        return found_of(profile, self._knowledge, self._book, left)

    def costs(self, *settings: str, left: Left = PURCHASES_OF) -> Costs:
        return costs_of(self.found(*settings, left=left), left)

    def facts(self, *settings: str, left: Left = PURCHASES_OF) -> Mapping[str, FactValue]:
        profile = read(self._text, self._knowledge, self._folder, *settings)
        facts = derive(profile.facts, self._knowledge.pack.parameters, self._knowledge.catalog)
        found = found_of(profile, self._knowledge, self._book, left)
        return dict(Costed(found, left).facts(facts))


@pytest.fixture
def plain(knowledge: Knowledge, book: PriceBook, tmp_path: Path) -> Bench:
    return Bench(PLAIN, knowledge, book, tmp_path)


@pytest.fixture
def eight(knowledge: Knowledge, book: PriceBook, tmp_path: Path) -> Bench:
    return Bench(EIGHT, knowledge, book, tmp_path)


# Issue 3: the answer changes with the price


@pytest.mark.parametrize(
    ("price", "cheapest"), [(2, Option.CLOUD), (4, Option.SELF_HOSTED), (12, Option.SELF_HOSTED)]
)
def test_eight_h100_at_60_percent_cost_least_here_or_there_by_the_price_of_the_cloud(
    eight: Bench, price: float, cheapest: Option
) -> None:
    costs = eight.costs(f"prices.cloud.on_demand_per_gpu_hour={price}")
    assert min(costs.options, key=lambda one: one.npv).option is cheapest


def test_the_price_at_which_the_answer_changes_is_told_and_changes_it(eight: Bench) -> None:
    costs = eight.costs("prices.cloud.on_demand_per_gpu_hour=4")
    price = costs.break_even[0].cloud_price_per_gpu_hour
    assert price is not None
    assert 2 < price < 4
    for factor, owned_is_cheaper in ((0.99, False), (1.01, True)):
        near = eight.costs(f"prices.cloud.on_demand_per_gpu_hour={price * factor}")
        difference = option(near, "owned").npv - option(near, "on-demand").npv
        assert (difference < 0) is owned_is_cheaper


# Complaints about calculators (USERS), by what must not happen


def test_1_egress_that_nobody_stated_is_left_out_and_not_0(eight: Bench) -> None:
    costs = eight.costs()
    assert "egress" in costs.left_out
    assert "egress" not in option(costs, "on-demand").parts
    stated = eight.costs("data.egress_tb_per_month=30")
    # 10,240 × 0.09 + 19,760 × 0.085 a month
    assert option(stated, "on-demand").parts["egress"] == pytest.approx(36 * 2601.2)
    assert "egress" not in stated.left_out


def test_2_an_idle_gpu_makes_the_used_hour_dearer(plain: Bench) -> None:
    server = "prices.owned.server_price=350400"
    full, part = (
        option(plain.costs(server, f"demand.utilization_percent={percent}"), "owned")
        for percent in (60, 15)
    )
    # 350,400 / (8 × 43,800 × 15 %) = 6.67
    assert part.per_gpu_hour == pytest.approx(6.67, abs=0.01)
    assert part.per_gpu_hour == pytest.approx(4 * full.per_gpu_hour)


def test_3_a_gpu_that_looks_busy_is_no_allocated_one(eight: Bench) -> None:
    costs = eight.costs("demand.utilization_kind=busy")
    assert costs.options == ()
    assert "demand.utilization_percent" in costs.missing


def test_5_nobody_runs_own_servers_in_no_time(eight: Bench) -> None:
    # 0.25 full-time of 150,000 a year, for three years
    assert option(eight.costs(), "owned").parts["people"] == pytest.approx(112_500)


def test_6_what_a_total_leaves_out_is_listed(eight: Bench) -> None:
    expected = {"room works", "software licenses", "cloud storage", "egress"}
    assert set(eight.costs().left_out) == expected
    many = eight.costs("demand.gpus=64")
    assert set(many.left_out) == {*expected, "traffic between sites"}


def test_6_a_network_and_storage_come_with_the_servers(eight: Bench) -> None:
    free = ("prices.owned.network_percent=0", "prices.owned.storage_percent=0")
    bare, whole = (option(eight.costs(*one), "owned").upfront for one in (free, ()))
    assert whole == pytest.approx(bare * 1.2846)


def test_7_power_is_paid_with_what_cools_it(eight: Bench) -> None:
    # 10.2 kW × (25 % + 60 % × 50 %) × 1.54 × 0.083 × 26,280 hours
    power = option(eight.costs(), "owned").parts["power"]
    assert power == pytest.approx(10.2 * 0.55 * 1.54 * 0.083 * 26_280)


def test_8_and_9_servers_fail_so_that_spares_and_lost_hours_cost_something(eight: Bench) -> None:
    parts = option(eight.costs(), "owned").parts
    assert parts["spares"] > 0
    assert parts["unavailable_hours"] > 0


def test_10_no_trend_of_prices_is_assumed(plain: Bench) -> None:
    rent = option(plain.costs(), "on-demand").parts["rent"]
    assert rent == pytest.approx(8 * 8760 * 5)
    falling = plain.costs("prices.price_trend_percent_per_year=-50", "demand.horizon_months=24")
    assert option(falling, "on-demand").parts["rent"] == pytest.approx(8 * 8760 * 1.5)


def test_12_a_short_economic_life_buys_again(plain: Bench) -> None:
    server = "prices.owned.server_price=100000"
    costs = plain.costs(server, "prices.owned.life_years=2.5")
    assert option(costs, "owned").total == pytest.approx(200_000)


def test_13_a_residual_value_is_shown_and_can_be_left_out(eight: Bench) -> None:
    found = {one.path: one for one in eight.costs().inputs}["owned.residual_percent"]
    assert (found.origin, found.value) == ("assumed", 38)
    none = eight.costs("prices.owned.residual_percent=0")
    assert option(none, "owned").parts["capital"] == pytest.approx(option(none, "owned").upfront)


def test_16_a_license_is_bought_once_and_only_where_stated(eight: Bench) -> None:
    stated = eight.costs("prices.owned.software_per_gpu_year=4500")
    assert option(stated, "owned").parts["software"] == pytest.approx(8 * 4500 * 3)
    assert "software" not in option(eight.costs("hardware.gpu=H100 NVL"), "owned").parts


def test_19_spot_loses_work_to_interruptions(plain: Bench) -> None:
    spot = (
        "prices.cloud.on_demand_per_gpu_hour=null",
        "prices.cloud.spot_per_gpu_hour=1",
        "demand.deferrable_percent=100",
    )
    assert option(plain.costs(*spot), "spot").per_gpu_hour == pytest.approx(1 / 0.9)


def test_19_work_that_may_not_be_interrupted_stays_off_spot(plain: Bench) -> None:
    prices = ("prices.cloud.on_demand_per_gpu_hour=4", "prices.cloud.spot_per_gpu_hour=1")
    costs = plain.costs(*prices)
    assert option(costs, "mix").npv == pytest.approx(option(costs, "on-demand").npv)
    half = plain.costs(*prices, "demand.deferrable_percent=50", "prices.cloud.spot_lost_percent=0")
    assert option(half, "mix").per_gpu_hour == pytest.approx(2.5)


def test_20_a_commitment_beyond_the_horizon_is_paid_to_its_end(plain: Bench) -> None:
    costs = plain.costs(
        "demand.horizon_months=18",
        "prices.cloud.on_demand_per_gpu_hour=null",
        "prices.cloud.reserved_3y_per_gpu_hour=1",
    )
    assert option(costs, "reserved-3y").total == pytest.approx(8 * 8760 * 3)


def test_24_a_stated_price_overrides_every_list_price(eight: Bench) -> None:
    costs = eight.costs("prices.cloud.reserved_1y_per_gpu_hour=1.5")
    rented = [one.purchase for one in costs.options if one.option is Option.CLOUD]
    assert rented == ["reserved-1y"]
    assert option(costs, "reserved-1y").parts["rent"] == pytest.approx(8 * 26_280 * 1.5)


def test_25_owned_gpus_never_cost_0_for_want_of_a_price(eight: Bench) -> None:
    costs = eight.costs("hardware.gpu=X9000", "prices.cloud.on_demand_per_gpu_hour=4")
    assert not [one for one in costs.options if one.option is Option.SELF_HOSTED]
    assert "prices.owned.server_price" in costs.missing
    assert costs.break_even == ()
    assert costs.mix is None


def test_25_gpus_that_exist_still_cost_what_it_costs_to_run_them(eight: Bench) -> None:
    owned = option(eight.costs("hardware.existing_gpus=8"), "owned")
    assert "capital" not in owned.parts
    assert owned.upfront == 0
    assert owned.per_gpu_hour > 0.5


def test_26_storage_in_the_cloud_is_billed(eight: Bench) -> None:
    parts = option(eight.costs("data.stored_tb=100"), "on-demand").parts
    assert parts["storage"] == pytest.approx(100 * 23 * 36)


def test_27_every_price_has_its_date_or_is_said_to_be_assumed(eight: Bench) -> None:
    for one in eight.costs().inputs:
        assert one.origin in {"stated", "assumed"} or one.date or one.path.startswith("hardware")


def test_28_a_price_of_0_that_is_stated_is_0(plain: Bench) -> None:
    costs = plain.costs("prices.cloud.on_demand_per_gpu_hour=0")
    assert option(costs, "on-demand").total == 0
    assert costs.break_even[0].utilization_percent is None


def test_29_and_44_what_the_cloud_costs_says_nothing_of_what_owning_costs(eight: Bench) -> None:
    cheap, dear = (
        option(eight.costs(f"prices.cloud.on_demand_per_gpu_hour={price}"), "owned")
        for price in (1, 12)
    )
    assert cheap == dear


def test_35_prices_in_another_currency_are_not_taken_at_par(eight: Bench) -> None:
    costs = eight.costs("budget.currency=CNY")
    assert (costs.options, costs.currency) == ((), "CNY")
    assert "prices.exchange_rates.CNY" in costs.missing


def test_41_capital_is_counted_once(plain: Bench) -> None:
    # 100,000 / (8 × 730 × 2 − 2 × 730) = 9.78 months; in all 100,000 + 2 × 43,800
    costs = plain.costs(
        "prices.owned.server_price=100000",
        "prices.owned.opex_per_server_hour=2",
        "prices.cloud.on_demand_per_gpu_hour=2",
    )
    assert costs.break_even[0].months == pytest.approx(9.785, abs=0.001)
    assert option(costs, "owned").total == pytest.approx(187_600)


def test_43_the_parts_add_up_to_the_total(eight: Bench) -> None:
    for one in eight.costs("demand.gpus=64", "demand.peak_gpus=100").options:
        assert sum(one.parts.values()) == pytest.approx(one.total)


def test_43_the_total_of_a_published_slip_comes_out_right(plain: Bench) -> None:
    # 64 GPUs at 1.50 for a year are 0.84 M, and not 1.75
    costs = plain.costs(
        "demand.gpus=64", "demand.horizon_months=12", "prices.cloud.on_demand_per_gpu_hour=1.5"
    )
    assert option(costs, "on-demand").total == pytest.approx(840_960)


def test_45_a_hybrid_is_no_fixed_blend_but_follows_the_load(plain: Bench) -> None:
    prices = ("prices.owned.opex_per_server_hour=8", "prices.cloud.on_demand_per_gpu_hour=2")
    # Owned GPU-hours cost 1, half the price of the cloud: what half of the hours want is owned.
    steps = ("[[16, 60], [64, 40]]", "[[16, 40], [64, 60]]")
    found = [
        plain.costs(f"demand={{curve: {curve}, horizon_months: 12}}", *prices).mix
        for curve in steps
    ]
    assert [one.owned_servers for one in found if one] == [2, 8]


# What is costed


def test_a_hybrid_pays_for_running_two_sites(plain: Bench) -> None:
    hybrid = (
        "demand={curve: [[16, 60], [64, 40]], horizon_months: 12}",
        "prices.owned.opex_per_server_hour=8",
        "prices.cloud.on_demand_per_gpu_hour=2",
        "prices.second_site_operators_fte=0.5",
        "prices.owned.operator_cost_per_year=100000",
    )
    costs = plain.costs(*hybrid)
    (both,) = [one for one in costs.options if one.option is Option.HYBRID]
    assert both.parts["second_site"] == pytest.approx(50_000)
    assert costs.mix is not None
    assert costs.mix.second_site_per_year == pytest.approx(50_000)
    assert both.npv == pytest.approx(costs.mix.total + 50_000)
    assert [one.purchase for one in costs.mix.units] == [OWNED, ON_DEMAND]
    # 16 GPUs always; of 48 more, 40 % of the hours
    assert [one.load_factor_percent for one in costs.mix.units] == pytest.approx([100, 40])


def test_one_server_is_no_hybrid(eight: Bench) -> None:
    assert not [one for one in eight.costs().options if one.option is Option.HYBRID]


def test_upfront_is_what_the_first_year_needs(plain: Bench) -> None:
    growing = (
        "demand.growth_percent_per_year=100",
        "demand.horizon_months=24",
        "prices.owned.server_price=1000",
        "prices.owned.room_works=50",
    )
    owned = option(plain.costs(*growing), "owned")
    assert (owned.servers, owned.upfront) == (2, 1050)
    rented = option(plain.costs(*growing), "on-demand")
    assert rented.upfront == 0


def test_a_break_even_beyond_the_horizon_says_so(plain: Bench) -> None:
    (found,) = plain.costs("prices.owned.server_price=10000000").break_even
    assert (found.months, found.used_hours, found.note) == (None, None, "beyond-horizon")
    assert found.utilization_percent is not None
    assert found.utilization_percent > 100


def test_every_way_of_renting_has_its_break_even(plain: Bench) -> None:
    costs = plain.costs(
        "prices.owned.server_price=100000",
        "prices.cloud.reserved_1y_per_gpu_hour=0.8",
        "prices.cloud.spot_per_gpu_hour=0.5",
    )
    assert [one.against for one in costs.break_even] == [ON_DEMAND, RESERVED_1Y, SPOT]
    assert [one.note for one in costs.break_even] == ["", "fixed", ""]


def test_the_share_of_an_end_is_the_same_whichever_way_it_is_told(eight: Bench) -> None:
    costs, facts = eight.costs(), eight.facts()
    mix, ends = costs.mix, [one.npv for one in costs.options if one.option is Option.SELF_HOSTED]
    assert mix is not None
    assert mix.all_owned_total == pytest.approx(min(ends))
    cloud = option(costs, "mix").npv
    assert mix.all_cloud_total == pytest.approx(cloud)
    assert facts["cost.owned_over_cloud"] == pytest.approx(min(ends) / cloud)


NO_SPLIT: Left = {
    Option.SELF_HOSTED: (OWNED,),
    Option.CLOUD: (DEDICATED,),
    Option.HYBRID: (COLOCATED, ON_DEMAND),
}


def test_each_option_is_costed_by_the_ways_that_are_left_to_it(eight: Bench) -> None:
    costs = eight.costs("demand.gpus=64", left=NO_SPLIT)
    found = {one.option: one.purchase for one in costs.options}
    assert found == {
        Option.SELF_HOSTED: "owned",
        Option.CLOUD: "dedicated",
        Option.HYBRID: "colocated",
    }
    both = sides_of(eight, NO_SPLIT)
    assert (both.place, both.hybrid_place) == (OWNED, COLOCATED)
    (dedicated,) = [one for one in costs.options if one.option is Option.CLOUD]
    assert both.cloud == pytest.approx(dedicated.npv)


def sides_of(bench: Bench, left: Left) -> Sides:
    found = bench.found("demand.gpus=64", left=left)
    assert found.terms is not None
    return sides(found.terms, left)


def test_an_option_that_is_ruled_out_has_no_cost(eight: Bench) -> None:
    nothing: Left = {Option.SELF_HOSTED: (), Option.CLOUD: (ON_DEMAND,), Option.HYBRID: ()}
    costs = eight.costs("demand.gpus=64", left=nothing)
    assert {one.option for one in costs.options} == {Option.CLOUD}
    assert costs.break_even == ()
    assert costs.mix is None
    facts = eight.facts(left=nothing)
    assert set(facts) == {"cost.assumed"}


def test_where_only_a_hybrid_may_own_its_place_is_compared(eight: Bench) -> None:
    left: Left = {
        Option.SELF_HOSTED: (),
        Option.CLOUD: (ON_DEMAND,),
        Option.HYBRID: (COLOCATED, ON_DEMAND),
    }
    costs = eight.costs("demand.gpus=64", left=left)
    assert costs.break_even[0].owned is COLOCATED
    assert "cost.owned_over_cloud" not in eight.facts("demand.gpus=64", left=left)
    assert "cost.hybrid_saves_percent" in eight.facts("demand.gpus=64", left=left)


def test_without_a_cloud_owning_is_costed_alone(eight: Bench) -> None:
    left: Left = {Option.SELF_HOSTED: (OWNED,), Option.CLOUD: (), Option.HYBRID: ()}
    costs = eight.costs(left=left)
    assert [one.purchase for one in costs.options] == ["owned"]
    assert costs.break_even == ()
    assert costs.mix is None


def test_nothing_left_is_nothing_costed(eight: Bench) -> None:
    nothing: Left = dict.fromkeys(Option, ())
    assert eight.costs(left=nothing).options == ()
    assert eight.facts(left=nothing) == {}


# What cannot be costed


def test_demand_of_nothing_is_not_costed(eight: Bench) -> None:
    costs = eight.costs("demand.utilization_percent=0")
    assert costs.options == ()
    assert "no GPU-hour is used" in costs.contradiction


def test_demand_that_is_no_curve_is_not_costed(knowledge: Knowledge, book: PriceBook) -> None:
    profile = a_profile(
        demand__gpus=8,
        demand__utilization_percent=60,
        demand__horizon_months=36,
        demand__peak_gpus=8,
        demand__peak_to_mean=30,
        hardware__gpu="H100 SXM",
    )
    costs = costed(profile, knowledge, book)
    assert costs.options == ()
    assert "above the peak" in costs.contradiction


def test_without_a_horizon_nothing_is_costed_but_inputs_are_shown(eight: Bench) -> None:
    costs = eight.costs("demand.horizon_months=null")
    assert (costs.options, costs.horizon_months) == ((), None)
    assert costs.missing == ("demand.horizon_months",)
    assert costs.inputs


def test_assumed_numbers_are_counted(eight: Bench, plain: Bench) -> None:
    costs = eight.costs()
    assert costs.assumed == sum(one.origin == "assumed" for one in costs.inputs)
    assert costs.assumed_prices
    assert not plain.costs().assumed_prices


# Facts for rules


def test_facts_by_hand(plain: Bench) -> None:
    facts = plain.facts(
        "demand.utilization_percent=50",
        "prices.owned.server_price=87600",
        "budget.capital=175200",
        "budget.per_month=5840",
    )
    # Owned 87,600; rented 4 × 43,800 = 175,200, 2,920 a month; even at 87,600 / 350,400
    assert facts == pytest.approx(
        {
            "cost.assumed": False,
            "cost.owned_over_cloud": 0.5,
            "cost.break_even_utilization_percent": 25,
            "cost.capital_percent": 50,
            "cost.month_percent": 50,
        }
    )


def test_what_a_hybrid_saves_is_against_the_cheaper_end(plain: Bench) -> None:
    facts = plain.facts(
        "hardware.gpus_per_server=1",
        "demand={curve: [[10, 50], [20, 30], [40, 20]], horizon_months: 12}",
        "prices.owned.opex_per_server_hour=12.08",
        "prices.cloud.on_demand_per_gpu_hour=55.04",
    )
    # 1 − 461.76 / 483.20
    assert facts["cost.hybrid_saves_percent"] == pytest.approx(100 * (1 - 461.76 / 483.20))


def test_owning_that_always_costs_less_breaks_even_at_0(plain: Bench) -> None:
    assert plain.facts()["cost.break_even_utilization_percent"] == 0


def test_owning_that_never_costs_less_has_no_break_even(plain: Bench) -> None:
    facts = plain.facts("prices.owned.opex_per_server_hour=9", "prices.owned.opex_basis=used",
                        "prices.owned.server_price=5")  # fmt: skip
    assert "cost.break_even_utilization_percent" not in facts
    free = plain.facts("prices.cloud.on_demand_per_gpu_hour=0")
    assert "cost.owned_over_cloud" not in free
    assert "cost.hybrid_saves_percent" not in free


def test_a_reservation_alone_has_no_break_even_utilization(plain: Bench) -> None:
    facts = plain.facts(
        "prices.cloud.on_demand_per_gpu_hour=null", "prices.cloud.reserved_1y_per_gpu_hour=1"
    )
    assert "cost.break_even_utilization_percent" not in facts


def test_nothing_costed_gives_no_facts(eight: Bench) -> None:
    assert eight.facts("demand.utilization_percent=0") == {}


def test_the_profile_of_the_references_costs_nothing_but_the_cloud(
    knowledge: Knowledge, book: PriceBook, tmp_path: Path
) -> None:
    costs = costed(read(PLAIN, knowledge, tmp_path), knowledge, book)
    assert option(costs, "owned").total == 0
    assert option(costs, "on-demand").per_gpu_hour == pytest.approx(1)
