"""From a profile's numbers to the terms of the cost model."""

from collections.abc import Callable
from pathlib import Path

import pytest

from gpucmp.advice import Knowledge
from gpucmp.money.costs import CloudTerms, OwnedTerms, Terms
from gpucmp.money.pricebook import PriceBook
from tests.costcases import COLOCATED, ON_DEMAND, OWNED, PLAIN, found_of, read

Builder = Callable[..., Terms]


@pytest.fixture
def terms(knowledge: Knowledge, book: PriceBook, tmp_path: Path) -> Builder:
    def built(*settings: str) -> Terms:
        found = found_of(read(PLAIN, knowledge, tmp_path, *settings), knowledge, book).terms
        assert found is not None
        return found

    return built


def cloud_of(terms: Terms) -> CloudTerms:
    assert terms.cloud is not None
    return terms.cloud


ITEMIZED = (
    "prices.owned.opex_per_server_hour=null",
    "prices.owned.server_price=100000",
    "prices.owned.network_percent=20",
    "prices.owned.storage_percent=5",
    "prices.owned.residual_percent=30",
    "prices.owned.maintenance_percent_per_year=10",
    "prices.owned.spares_percent=1",
    "prices.owned.software_per_gpu_year=100",
    "prices.owned.power_busy_kw=8",
    "prices.owned.power_idle_kw=2",
    "prices.owned.pue=1.5",
    "prices.owned.electricity_per_kwh=0.1",
    "prices.owned.colocation_per_kw_month=200",
    "prices.owned.operator_cost_per_year=100000",
    "prices.owned.room_works=7000",
)


def test_an_own_server_by_hand(terms: Builder) -> None:
    found = terms(*ITEMIZED).owned[OWNED]
    assert found.network_and_storage == pytest.approx(25_000)
    assert found.residual == pytest.approx(30_000)
    assert found.maintenance == pytest.approx(10_000)
    assert found.spares == pytest.approx(1_000)
    assert found.software == pytest.approx(800)
    assert found.idle_power == pytest.approx(2 * 1.5 * 0.1 * 8760)
    assert found.busy_power == pytest.approx(6 * 1.5 * 0.1)
    assert (found.space, found.room_works) == (0, 7000)


def test_a_colocated_server_pays_rent_by_its_power_and_no_works(terms: Builder) -> None:
    found = terms(*ITEMIZED).owned[COLOCATED]
    assert found.space == pytest.approx(8 * 200 * 12)
    assert found.room_works == 0
    assert found.busy_power == pytest.approx(6 * 1.5 * 0.1)


def test_a_colocated_room_has_its_own_pue_where_none_is_stated(terms: Builder) -> None:
    both = terms(*ITEMIZED, "prices.owned.pue=null").owned
    ratio = both[COLOCATED].busy_power / both[OWNED].busy_power
    assert ratio == pytest.approx(1.35 / 1.54)


def test_idle_power_is_never_above_busy_power(terms: Builder) -> None:
    found = terms(*ITEMIZED, "prices.owned.power_idle_kw=9").owned[OWNED]
    assert found.busy_power == 0
    assert found.idle_power == pytest.approx(8 * 1.5 * 0.1 * 8760)


@pytest.mark.parametrize(("months", "years"), [(24, 2), (60, 5), (120, 5)])
def test_servers_are_used_for_the_horizon_at_most_for_their_life(
    terms: Builder, months: int, years: float
) -> None:
    assert terms(f"demand.horizon_months={months}").owned[OWNED].use_years == years


def test_running_costs_in_one_figure_pay_the_people_too(terms: Builder) -> None:
    found = terms("prices.owned.opex_per_server_hour=3", "prices.owned.opex_basis=used")
    owned: OwnedTerms = found.owned[OWNED]
    assert (owned.other_per_hour, owned.other_on_all_hours, owned.crew(100)) == (3, False, 0)


def test_people_are_stated_or_follow_from_the_servers(terms: Builder) -> None:
    # 0.25 at least, one for 100 servers
    assumed = terms(*ITEMIZED).owned[OWNED]
    assert [assumed.crew(count) for count in (1, 200)] == pytest.approx([0.25, 2])
    stated = terms(*ITEMIZED, "prices.owned.operators_fte=0").owned[OWNED]
    assert stated.crew(200) == 0


def test_existing_gpus_are_counted_in_servers(terms: Builder) -> None:
    stated = ("hardware.existing_gpus=12", "hardware.existing_end_of_life_months=18")
    found = terms(*stated).owned[OWNED]
    assert (found.existing_servers, found.existing_years) == (1.5, 1.5)
    assert terms("hardware.existing_gpus=0").owned[OWNED].existing_servers == 0


def test_a_cloud_by_hand(terms: Builder) -> None:
    found = cloud_of(
        terms(
            "data.stored_tb=10",
            "data.egress_tb_per_month=2",
            "prices.cloud.storage_per_tb_month=20",
            "prices.cloud.egress_per_gb=0.05",
            "prices.cloud.unused_percent=10",
            "prices.cloud.support_percent=3",
            "prices.cloud.operators_fte=0.5",
            "prices.owned.operator_cost_per_year=100000",
            "demand.deferrable_percent=40",
        )
    )
    assert found.prices == {ON_DEMAND: 1}
    assert found.storage_per_year == pytest.approx(2400)
    assert found.egress_per_year == pytest.approx(12 * 2000 * 0.05)
    assert (found.unused, found.support, found.deferrable) == pytest.approx((0.1, 0.03, 0.4))
    assert found.crew(8) * found.operator_cost == pytest.approx(50_000)


def test_people_in_the_cloud_follow_from_the_gpus_unless_stated(terms: Builder) -> None:
    # 0.1 at least, one for 800 GPUs
    found = cloud_of(terms("prices.cloud.operators_fte=null"))
    assert [found.crew(gpus) for gpus in (8, 1600)] == pytest.approx([0.1, 2])


def test_rates_are_shares_and_a_year_has_12_months_of_stated_hours(terms: Builder) -> None:
    found = terms(
        "prices.hours_per_month=720",
        "prices.discount_rate_percent=8",
        "prices.price_trend_percent_per_year=-5",
        "demand.growth_percent_per_year=20",
    )
    assert found.hours_per_year == 8640
    assert (found.rate, found.trend, found.growth) == pytest.approx((0.08, -0.05, 0.2))


def test_the_curve_is_the_measured_one(terms: Builder) -> None:
    found = terms("demand={curve: [[4, 50], [16, 50]], horizon_months: 12}")
    assert list(found.curve.steps) == [(4, 0.5), (16, 0.5)]
    assert found.capacity_gpus == 16


def test_the_curve_has_the_stated_mean_and_peak(terms: Builder) -> None:
    found = terms("demand.utilization_percent=50", "demand.peak_gpus=20", "workload.pattern=daily")
    assert found.curve.mean() == pytest.approx(4)
    assert found.curve.peak() == pytest.approx(20)


def test_work_that_may_wait_cuts_the_peak_and_keeps_the_mean(terms: Builder) -> None:
    stated = ("demand.utilization_percent=50", "demand.deferrable_percent=50")
    assert terms(*stated).curve.peak() == pytest.approx(8)
    waiting = terms(*stated, "demand.deferrable_hours=24").curve
    assert waiting.peak() < 8
    assert waiting.mean() == pytest.approx(4)
