"""Results that others published, each from its inputs as a user states them."""

from pathlib import Path

import pytest

from gpucmp.advice import Knowledge
from gpucmp.money.costreport import Costs
from gpucmp.money.portfolios import portfolio
from gpucmp.money.pricebook import PriceBook
from tests.costcases import OWNED, PLAIN, costed, found_of, option, read

TOLERANCE = 0.005
MOST_WRONG = 0.05


@pytest.fixture
def cost(knowledge: Knowledge, book: PriceBook, tmp_path: Path) -> "Coster":
    return Coster(knowledge, book, tmp_path)


class Coster:
    def __init__(self, knowledge: Knowledge, book: PriceBook, folder: Path) -> None:
        self.knowledge, self.book, self.folder = knowledge, book, folder

    def __call__(self, *settings: str) -> Costs:
        profile = read(PLAIN, self.knowledge, self.folder, *settings)
        return costed(profile, self.knowledge, self.book)


LP2368 = (
    "prices.owned.server_price=250141.80",
    "prices.owned.opex_per_server_hour=6.37",
    "prices.owned.opex_basis=used",
)


@pytest.mark.parametrize(
    ("server_hour", "hours", "months"),
    [(98.32, 2720, 3.73), (62.92, 4423, 6.06), (43.16, 6799, 9.31), (39.32, 7592, 10.40)],
)
def test_lenovo_lp2368_break_even_of_8_h100(
    cost: Coster, server_hour: float, hours: float, months: float
) -> None:
    costs = cost(*LP2368, f"prices.cloud.on_demand_per_gpu_hour={server_hour / 8}")
    (even,) = costs.break_even
    assert even.used_hours == pytest.approx(hours, rel=TOLERANCE)
    assert even.months == pytest.approx(months, rel=TOLERANCE)


def test_lenovo_lp2368_cost_of_an_hour_over_five_years(cost: Coster) -> None:
    # (250,141.80 + 6.37 × 43,800) / 43,800 = 12.081
    assert 8 * option(cost(*LP2368), "owned").per_gpu_hour == pytest.approx(12.08, rel=TOLERANCE)


@pytest.mark.parametrize(
    ("server_hour", "hours"), [(98.32, 8556), (77.43, 10_891), (53.95, 15_709)]
)
def test_lenovo_lp2225_break_even_of_8_h100_nvl(
    cost: Coster, server_hour: float, hours: float
) -> None:
    costs = cost(
        "prices.owned.server_price=833806",
        "prices.owned.opex_per_server_hour=0.87",
        "prices.owned.opex_basis=used",
        f"prices.cloud.on_demand_per_gpu_hour={server_hour / 8}",
    )
    assert costs.break_even[0].used_hours == pytest.approx(hours, rel=TOLERANCE)


def test_lenovo_lp2225_months_of_720_hours(cost: Coster) -> None:
    costs = cost(
        "prices.hours_per_month=720",
        "prices.owned.server_price=833806",
        "prices.owned.opex_per_server_hour=0.87",
        "prices.owned.opex_basis=used",
        f"prices.cloud.on_demand_per_gpu_hour={98.32 / 8}",
    )
    assert costs.break_even[0].months == pytest.approx(11.9, rel=TOLERANCE)


def test_semianalysis_2023_cost_of_an_hgx_h100(cost: Coster) -> None:
    # 7,025 $ of capital a month over 48 months, and 1,871 $ of hosting a month of 730 hours
    costs = cost(
        "demand.horizon_months=48",
        f"prices.owned.server_price={7025 * 48}",
        "prices.owned.life_years=4",
        f"prices.owned.opex_per_server_hour={1871 / 730}",
    )
    assert option(costs, "owned").per_gpu_hour == pytest.approx(1.523, rel=TOLERANCE)


def yearly_of_a_gigawatt(cost: Coster, years: int, horizon_years: int, rate: float) -> float:
    """Give the equal yearly payment that is worth as much as owning, in billions."""
    costs = cost(
        f"demand.horizon_months={12 * horizon_years}",
        f"prices.discount_rate_percent={100 * rate}",
        "prices.owned.server_price=25.1e+9",
        f"prices.owned.life_years={years}",
        "prices.owned.room_works=12.9e+9",
        "prices.owned.room_works_life_years=14",
        f"prices.owned.opex_per_server_hour={0.9e9 / 8760}",
    )
    factor = sum((1 + rate) ** -year for year in range(1, horizon_years + 1))
    return option(costs, "owned").npv / factor / 1e9


@pytest.mark.parametrize(
    ("life", "horizon", "billions"), [(5, 5, 8.50), (3, 3, 11.94), (7, 7, 7.03), (3, 6, 11.94)]
)
def test_epoch_ai_one_gigawatt_a_year(
    cost: Coster, life: int, horizon: int, billions: float
) -> None:
    found = yearly_of_a_gigawatt(cost, life, horizon, 0.07)
    assert found == pytest.approx(billions, rel=TOLERANCE)


def test_epoch_ai_one_gigawatt_does_not_follow_from_a_straight_line(cost: Coster) -> None:
    # 25.1 / 5 + 12.9 / 14 + 0.9 = 6.84
    found = yearly_of_a_gigawatt(cost, 5, 5, 0.0)
    assert found == pytest.approx(6.84, rel=TOLERANCE)
    assert abs(found - 8.50) > MOST_WRONG * 8.50


def test_doe_magellan_cost_of_a_core_hour(cost: Coster) -> None:
    servers = 153_408 / 8
    # 2.6 M$ of power a year at 0.10 $/kWh for every hour; 2 people of 150,000 $
    kw = 2.6e6 / servers / 8760 / 0.1
    costs = cost(
        "demand.gpus=153408",
        "demand.utilization_percent=85",
        "demand.horizon_months=48",
        f"prices.owned.server_price={52e6 / servers}",
        "prices.owned.life_years=4",
        "prices.owned.opex_per_server_hour=null",
        "prices.owned.maintenance_percent_per_year=10",
        "prices.owned.spares_percent=0",
        "prices.owned.software_per_gpu_year=0",
        f"prices.owned.power_busy_kw={kw}",
        f"prices.owned.power_idle_kw={kw}",
        "prices.owned.pue=1",
        "prices.owned.electricity_per_kwh=0.1",
        "prices.owned.operators_fte=2",
        "prices.owned.operator_cost_per_year=150000",
    )
    owned = option(costs, "owned")
    assert owned.parts["maintenance"] == pytest.approx(4 * 5.2e6)
    assert owned.parts["power"] == pytest.approx(4 * 2.6e6)
    assert owned.parts["people"] == pytest.approx(4 * 0.3e6)
    assert owned.per_gpu_hour == pytest.approx(0.01847, rel=TOLERANCE)


TIERS = "[[10240, 0.09], [51200, 0.085], [153600, 0.07], [null, 0.05]]"


@pytest.mark.parametrize("setting", [f"prices.cloud.egress_per_gb={TIERS}", "name=by the catalog"])
def test_tiered_egress_of_a_petabyte(cost: Coster, setting: str) -> None:
    # 10,240 × 0.09 + 40,960 × 0.085 + 102,400 × 0.07 + 894,976 × 0.05 = 56,320.00 a month
    costs = cost("data.egress_tb_per_month=1048.576", setting)
    assert option(costs, "on-demand").parts["egress"] == pytest.approx(60 * 56_320.00, abs=0.01)


MIX = (
    "hardware.gpus_per_server=1",
    "demand={curve: [[10, 50], [20, 30], [40, 20]], horizon_months: 12}",
    "prices.owned.opex_per_server_hour=12.08",
    "prices.cloud.on_demand_per_gpu_hour=55.04",
)


def test_synthetic_mix_and_its_ends(cost: Coster) -> None:
    # 20 × 12.08 + 20 % of 20 × 55.04 = 461.76; 40 × 12.08; (50 % of 10 + 30 % of 20 + …) × 55.04
    mix = cost(*MIX).mix
    assert mix is not None
    assert mix.owned_servers == 20
    assert mix.total / 8760 == pytest.approx(461.76, abs=1e-9)
    assert mix.all_owned_total / 8760 == pytest.approx(483.20, abs=1e-9)
    assert mix.all_cloud_total / 8760 == pytest.approx(1045.76, abs=1e-9)


@pytest.mark.parametrize(("servers", "an_hour"), [(10, 616.16), (20, 461.76), (40, 483.20)])
def test_synthetic_mix_of_other_numbers_of_servers(
    cost: Coster, servers: int, an_hour: float
) -> None:
    profile = read(PLAIN, cost.knowledge, cost.folder, *MIX)
    terms = found_of(profile, cost.knowledge, cost.book).terms
    assert terms is not None
    assert portfolio(terms, OWNED, servers).npv / 8760 == pytest.approx(an_hour, abs=1e-9)


def test_synthetic_mix_turns_at_its_threshold(cost: Coster) -> None:
    # 12.08 / 55.04 = 21.9 %
    costs = cost(*MIX)
    assert [round(one.load_factor_percent, 1) for one in costs.corners] == [21.9]
    share = costs.break_even[0].utilization_percent
    assert share == pytest.approx(100 * 12.08 / 55.04)


def test_a_calculator_that_counts_capital_twice_is_not_matched(cost: Coster) -> None:
    # It divides capital by (cloud − (running + capital / 48 months)) and gets 137 months.
    capital = 250_000.0
    running = 3_000.0
    cloud = running + capital / 48 + capital / 137
    costs = cost(
        f"prices.owned.server_price={capital}",
        f"prices.owned.opex_per_server_hour={running / 730}",
        f"prices.cloud.on_demand_per_gpu_hour={cloud / 730 / 8}",
    )
    assert costs.break_even[0].months == pytest.approx(35.6, rel=TOLERANCE)


@pytest.mark.parametrize(("basis", "months"), [("used", 18.6), ("all", 25.8)])
def test_lenovo_lp2368_four_months_over_20_percent_are_not_matched(
    cost: Coster, basis: str, months: float
) -> None:
    costs = cost(
        *LP2368,
        "demand.utilization_percent=20",
        f"prices.owned.opex_basis={basis}",
        f"prices.cloud.on_demand_per_gpu_hour={98.32 / 8}",
    )
    assert costs.break_even[0].months == pytest.approx(months, rel=TOLERANCE)
