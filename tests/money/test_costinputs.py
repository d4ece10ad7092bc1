"""What is found of a profile's numbers, through the files that a user writes."""

from collections.abc import Callable
from pathlib import Path

import pytest

from gpucmp.advice import Knowledge
from gpucmp.derived import derive
from gpucmp.money.costfigures import Figure, Inputs
from gpucmp.money.costinputs import COST_INPUTS, find_inputs
from gpucmp.money.pricebook import PriceBook
from gpucmp.options import Purchase
from tests.costcases import (
    COLOCATED,
    ON_DEMAND,
    OWNED,
    RESERVED_1Y,
    SPOT,
    read,
)

EIGHT = """\
name: eight
demand: {gpus: 8, utilization_percent: 60, horizon_months: 36}
hardware: {gpu: H100 SXM}
"""
H100 = "H100-SXM5-80GB"
Finder = Callable[..., Inputs]


@pytest.fixture
def find(knowledge: Knowledge, book: PriceBook, tmp_path: Path) -> Finder:
    def found(
        *settings: str, text: str = EIGHT, left: tuple[Purchase, ...] = (*Purchase,)
    ) -> Inputs:
        profile = read(text, knowledge, tmp_path, *settings)
        facts = derive(profile.facts, knowledge.pack.parameters, knowledge.catalog)
        return find_inputs(profile, facts, book, knowledge.catalog, left)

    return found


def test_what_nobody_states_is_assumed_with_its_range_and_source(
    find: Finder, book: PriceBook
) -> None:
    found = find().figures["owned.life_years"]
    default = book.default("owned.life_years")
    assert (found.origin, found.likely, found.low, found.high) == ("assumed", 5, 4, 6)
    assert found.source == str(default.source) != ""


def test_a_stated_number_has_no_range_unless_one_is_stated(find: Finder) -> None:
    found = find("prices.owned.life_years=4", "prices.owned.pue=[1.1, 1.3, 1.6]").figures
    assert found["owned.life_years"] == Figure("owned.life_years", 4, 4, 4, "stated")
    assert found["owned.pue"] == Figure("owned.pue", 1.3, 1.1, 1.6, "stated")


def test_a_range_of_demand_is_taken(find: Finder) -> None:
    found = find("demand.utilization_percent=[40, 60, 70]").figures["demand.utilization_percent"]
    assert (found.low, found.likely, found.high) == (40, 60, 70)


@pytest.mark.parametrize("path", ["gpus", "utilization_percent", "horizon_months"])
def test_what_nothing_can_be_counted_without_is_missing(find: Finder, path: str) -> None:
    assert f"demand.{path}" in find(f"demand.{path}=null").missing


def test_a_measured_curve_tells_capacity_and_use_itself(find: Finder) -> None:
    found = find("demand={curve: [[4, 50], [16, 50]], horizon_months: 12}")
    assert list(found.curve_steps) == [(4, 50), (16, 50)]
    assert found.figures["demand.gpus"].likely == 16
    assert found.figures["demand.utilization_percent"].likely == pytest.approx(62.5)
    assert found.missing == ()


def test_use_of_a_stated_capacity_is_what_the_curve_gives(find: Finder) -> None:
    found = find("demand={gpus: 20, curve: [[4, 50], [16, 50]], horizon_months: 12}").figures
    assert found["demand.utilization_percent"].likely == pytest.approx(50)


def test_a_curve_of_nothing_leaves_its_use_missing(find: Finder) -> None:
    found = find("demand={curve: [[0, 100]], horizon_months: 12}")
    assert found.missing == ("demand.utilization_percent",)


def test_use_that_counts_activity_is_no_allocation(find: Finder) -> None:
    assert "demand.utilization_percent" in find("demand.utilization_kind=sm-active").missing


def test_conventions_and_what_is_left_out_have_no_range(find: Finder) -> None:
    found = find().figures
    for path in ("hours_per_month", "owned.room_works", "owned.software_per_gpu_year"):
        assert found[path].low == found[path].likely == found[path].high


def test_without_a_purchase_left_nothing_of_that_side_is_asked_for(find: Finder) -> None:
    rented = find("hardware.gpu=null", left=(ON_DEMAND,))
    assert rented.missing == ("prices.cloud.on_demand_per_gpu_hour",)
    owned = find("hardware.gpu=null", left=(OWNED,))
    assert owned.missing == ("prices.owned.server_price", "prices.owned.power_busy_kw")
    assert find(left=()).missing == ()


def test_the_facts_that_costs_hang_on_are_named(knowledge: Knowledge) -> None:
    assert set(knowledge.table) >= COST_INPUTS


# The server


def test_the_newest_whole_server_of_the_gpu_is_taken(find: Finder, book: PriceBook) -> None:
    found = find().figures
    known = book.server(H100)
    assert known is not None
    assert found["owned.server_price"].likely == known.price
    assert found["owned.server_price"].origin == "catalog"
    assert found["owned.server_price"].date == known.date
    assert found["hardware.gpus_per_server"].likely == known.gpus


def test_a_server_of_another_size_tells_no_price(find: Finder) -> None:
    found = find("hardware.gpus_per_server=4")
    assert "prices.owned.server_price" in found.missing
    assert found.places == ()


def test_the_price_of_a_bare_baseboard_is_none_of_a_server(find: Finder, book: PriceBook) -> None:
    found = find("hardware.gpu=A100-SXM4-80GB").figures["owned.server_price"]
    boards = [one for one in book.servers("A100-SXM4-80GB") if one.kind == "baseboard"]
    assert boards
    assert found.likely not in {one.price for one in boards}


def test_a_price_is_never_borrowed_from_another_gpu(find: Finder, book: PriceBook) -> None:
    gpu = "MI325X"
    found = find(f"hardware.gpu={gpu}")
    for purchase in (ON_DEMAND, SPOT):
        offered = book.market(gpu, purchase) is not None
        assert (purchase in found.purchases) is offered
    if book.server(gpu) is None:
        assert "prices.owned.server_price" in found.missing


def test_an_unknown_gpu_has_no_price(find: Finder) -> None:
    found = find("hardware.gpu=X9000")
    assert found.places == found.purchases == ()
    assert found.missing == (
        "prices.owned.server_price",
        "prices.owned.power_busy_kw",
        "prices.cloud.on_demand_per_gpu_hour",
    )


STATED = (
    "hardware.gpu=X9000",
    "prices.owned.server_price=1000",
    "prices.owned.power_busy_kw=6",
    "prices.cloud.on_demand_per_gpu_hour=2",
)


def test_an_unknown_gpu_is_costed_by_stated_figures(find: Finder) -> None:
    found = find(*STATED)
    assert found.places == (OWNED, COLOCATED)
    assert found.purchases == (ON_DEMAND,)
    assert found.missing == ()
    assert found.figures["hardware.gpus_per_server"].origin == "assumed"
    assert not found.assumed_prices


def test_prices_of_the_catalog_are_no_prices_of_the_profile(find: Finder) -> None:
    assert find().assumed_prices
    assert find(*STATED[1:2], *STATED[3:]).assumed_prices is False


# Power


def test_power_is_a_share_of_the_nameplate(find: Finder) -> None:
    # DGX H100: 10.2 kW
    found = find().figures
    assert found["owned.power_busy_kw"].likely == pytest.approx(0.75 * 10.2)
    assert found["owned.power_idle_kw"].likely == pytest.approx(0.25 * 10.2)
    assert found["owned.power_busy_kw"].unit == "kW"


def test_without_a_nameplate_power_follows_from_that_of_the_gpus(
    find: Finder, book: PriceBook, knowledge: Knowledge
) -> None:
    gpu = next(
        one for one in knowledge.catalog.gpus if one.tdp_w and book.nameplate(one.name) is None
    )
    assert gpu.tdp_w is not None
    found = find(f"hardware.gpu={gpu.name}", "hardware.gpus_per_server=4").figures
    assert found["owned.power_busy_kw"].likely == pytest.approx(0.75 * 1.8 * 4 * gpu.tdp_w / 1000)


def test_idle_power_of_a_stated_busy_one_keeps_the_proportion(find: Finder) -> None:
    assert find(*STATED).figures["owned.power_idle_kw"].likely == pytest.approx(2)


@pytest.mark.parametrize(
    ("settings", "own", "colocated"),
    [
        ((), 1.54, 1.35),
        (("facility.cooling=air",), 1.54, 1.35),
        (("facility.cooling=liquid",), 1.2, 1.35),
        (("prices.owned.pue=1.3", "facility.cooling=liquid"), 1.3, None),
    ],
)
def test_pue_is_that_of_the_room(
    find: Finder, settings: tuple[str, ...], own: float, colocated: float | None
) -> None:
    found = find(*settings).figures
    assert found["owned.pue"].likely == own
    assert (found["colocated.pue"].likely if "colocated.pue" in found else None) == colocated


def test_one_figure_for_all_running_costs_replaces_the_items(find: Finder) -> None:
    found = find("prices.owned.opex_per_server_hour=5", "prices.owned.opex_basis=used")
    assert "owned.pue" not in found.figures
    assert "owned.operators_fte.least" not in found.figures
    assert not found.opex_on_all_hours
    assert find("prices.owned.opex_per_server_hour=5").opex_on_all_hours


def test_running_costs_in_one_figure_are_no_price_of_a_server(find: Finder) -> None:
    found = find("hardware.gpu=X9000", "prices.owned.opex_per_server_hour=5")
    assert "prices.owned.server_price" in found.missing
    assert found.places == ()


# Age and end


def test_residual_value_is_that_at_the_end_of_use(find: Finder) -> None:
    # 38 % at three years, 20 % at five; at most the life
    assert find().figures["owned.residual_percent"].likely == pytest.approx(38)
    long = find("demand.horizon_months=120").figures["owned.residual_percent"]
    assert long.likely == pytest.approx(20)
    unknown = find("demand.horizon_months=null").figures["owned.residual_percent"]
    assert unknown.likely == pytest.approx(20)
    assert find("prices.owned.residual_percent=0").figures["owned.residual_percent"].likely == 0


@pytest.mark.parametrize(
    ("settings", "months", "origin"),
    [
        (("hardware.existing_end_of_life_months=10",), 10, "stated"),
        ((), 36, "assumed"),
        (("demand.horizon_months=120",), 60, "assumed"),
        (("demand.horizon_months=null",), 60, "assumed"),
    ],
)
def test_existing_gpus_of_unknown_age_last_no_longer_than_new_ones(
    find: Finder, settings: tuple[str, ...], months: float, origin: str
) -> None:
    found = find("hardware.existing_gpus=8", *settings).figures
    life = found["hardware.existing_end_of_life_months"]
    assert (life.likely, life.high, life.origin) == (months, months, origin)
    assert life.low == (0 if origin == "assumed" else months)


def test_without_existing_gpus_there_is_no_end_of_life(find: Finder) -> None:
    assert "hardware.existing_end_of_life_months" not in find("hardware.existing_gpus=0").figures


# Licenses


def test_a_license_that_comes_with_the_card_is_not_left_out(find: Finder) -> None:
    bundled = find("hardware.gpu=H100 NVL")
    assert "software licenses" not in bundled.left_out
    assert bundled.figures["owned.software_per_gpu_year"].origin == "catalog"
    too_short = find("hardware.gpu=H100 NVL", "demand.horizon_months=72")
    assert "software licenses" in too_short.left_out


def test_a_license_that_does_not_come_with_the_card_is_left_out_unless_stated(
    find: Finder,
) -> None:
    assert "software licenses" in find().left_out
    stated = find("prices.owned.software_per_gpu_year=4500")
    assert "software licenses" not in stated.left_out


# Renting


def test_the_market_is_taken_with_its_range_and_date(find: Finder, book: PriceBook) -> None:
    found = find().figures["cloud.on_demand_per_gpu_hour"]
    market = book.market(H100, ON_DEMAND)
    assert market is not None
    assert (found.low, found.likely, found.high) == (market.low, market.likely, market.high)
    assert (found.origin, found.date) == ("catalog", market.newest)
    assert str(len(market.offers)) in found.source


def test_where_a_price_is_stated_only_stated_ones_count(find: Finder) -> None:
    assert find("prices.cloud.reserved_1y_per_gpu_hour=2").purchases == (RESERVED_1Y,)


def test_a_stated_price_of_a_way_that_is_ruled_out_counts_for_nothing(find: Finder) -> None:
    found = find("prices.cloud.reserved_1y_per_gpu_hour=2", left=(OWNED, ON_DEMAND))
    assert found.purchases == ()
    assert found.missing == ("prices.cloud.on_demand_per_gpu_hour",)


@pytest.mark.parametrize(
    ("deferrable", "purchases"),
    [("null", ()), ("99", ()), ("100", (SPOT,)), ("[90, 95, 100]", ())],
)
def test_spot_alone_is_a_cloud_only_where_all_the_work_may_wait(
    find: Finder, deferrable: str, purchases: tuple[Purchase, ...]
) -> None:
    settings = ("prices.cloud.spot_per_gpu_hour=1", f"demand.deferrable_percent={deferrable}")
    found = find(*settings)
    assert found.purchases == purchases
    assert ("prices.cloud.on_demand_per_gpu_hour" in found.missing) is not bool(purchases)


def test_only_what_the_ways_of_renting_hang_on_is_assumed(find: Finder) -> None:
    found = find("prices.cloud.on_demand_per_gpu_hour=2").figures
    assert "cloud.unused_percent" in found
    assert "cloud.spot_lost_percent" not in found


def test_unknown_data_are_left_out_and_said_so(find: Finder) -> None:
    found = find()
    assert {"cloud storage", "egress"} <= set(found.left_out)
    assert not {"cloud.storage_per_tb_month", "cloud.egress_per_gb"} & set(found.figures)


def test_stated_data_are_not_left_out_even_where_they_are_0(find: Finder) -> None:
    found = find("data.stored_tb=0", "data.egress_tb_per_month=0")
    assert not {"cloud storage", "egress"} & set(found.left_out)
    assert found.figures["cloud.egress_per_gb"].likely == 0.09


def test_egress_is_shown_at_what_a_gb_costs_in_the_mean(find: Finder) -> None:
    # 20,480 GB: 10,240 at 0.09 and 10,240 at 0.085
    found = find("data.egress_tb_per_month=20.48").figures["cloud.egress_per_gb"]
    assert found.likely == pytest.approx(0.0875)
    assert found.origin == "assumed"
    assert "AWS" in found.source
    stated = find("data.egress_tb_per_month=20.48", "prices.cloud.egress_per_gb=0.01")
    known = stated.figures["cloud.egress_per_gb"]
    assert (known.low, known.likely, known.high) == pytest.approx((0.01, 0.01, 0.01))
    assert known.origin == "stated"


# Currency

CNY = ("budget.currency=CNY", 'prices.exchange_rates={CNY: [7.0, "2026-11-01"]}')


def test_defaults_and_catalog_prices_are_converted_at_the_stated_rate(
    find: Finder, book: PriceBook
) -> None:
    found, dollars = find(*CNY).figures, find().figures
    for path in (
        "owned.electricity_per_kwh",
        "owned.server_price",
        "owned.operator_cost_per_year",
    ):
        assert found[path].likely == pytest.approx(7 * dollars[path].likely)
    market = book.market(H100, ON_DEMAND, "CNY")
    expected = market.likely if market else 7 * dollars["cloud.on_demand_per_gpu_hour"].likely
    assert found["cloud.on_demand_per_gpu_hour"].likely == pytest.approx(expected)
    egress = find(*CNY, "data.egress_tb_per_month=1").figures["cloud.egress_per_gb"]
    assert egress.likely == pytest.approx(0.63)


def test_a_rate_between_two_currencies_goes_by_way_of_the_dollar(find: Finder) -> None:
    rates = 'prices.exchange_rates={CNY: [7.0, "2026-11-01"], EUR: [0.875, "2026-11-01"]}'
    found = find("budget.currency=EUR", rates).figures["owned.electricity_per_kwh"]
    assert found.likely == pytest.approx(0.875 * 0.083)


@pytest.mark.parametrize("more", [(), ("data.egress_tb_per_month=5", "data.stored_tb=5")])
def test_without_a_rate_nothing_is_taken_at_par(find: Finder, more: tuple[str, ...]) -> None:
    found = find("budget.currency=EUR", *more)
    assert found.places == found.purchases == ()
    assert "prices.exchange_rates.EUR" in found.missing
    money = [one for one in found.figures.values() if one.path.startswith(("owned.", "cloud."))]
    assert not [one for one in money if one.unit.startswith("$") and one.likely]


OWN_MONEY = (
    "budget.currency=EUR",
    "prices.owned.server_price=200000",
    "prices.owned.operator_cost_per_year=90000",
    "prices.owned.electricity_per_kwh=0.19",
    "prices.cloud.on_demand_per_gpu_hour=3",
)


def test_stated_money_needs_no_rate(find: Finder) -> None:
    found = find(*OWN_MONEY)
    assert found.places == (OWNED,)
    assert found.purchases == (ON_DEMAND,)
    assert found.missing == ("prices.exchange_rates.EUR",)  # for the rent of colocation
    assert find(*OWN_MONEY, "prices.owned.colocation_per_kw_month=150").missing == ()


@pytest.mark.parametrize(
    ("setting", "stated"),
    [
        ("data.egress_tb_per_month=5", "prices.cloud.egress_per_gb=0.05"),
        ("data.stored_tb=5", "prices.cloud.storage_per_tb_month=20"),
    ],
)
def test_a_price_beside_the_gpus_without_a_rate_keeps_the_cloud_out(
    find: Finder, setting: str, stated: str
) -> None:
    assert find(*OWN_MONEY, setting).purchases == ()
    assert find(*OWN_MONEY, setting, stated).purchases == (ON_DEMAND,)


def test_nothing_that_leaves_the_cloud_needs_no_rate(find: Finder) -> None:
    assert find(*OWN_MONEY, "data.egress_tb_per_month=0").purchases == (ON_DEMAND,)
