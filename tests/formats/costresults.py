"""Costs made by hand, in round numbers, for the formats to print."""

from gpucmp.costadvice import Age, CostResult, Excluded
from gpucmp.money.costreport import (
    BreakEvenResult,
    CashFlow,
    Corner,
    CostInput,
    CostOption,
    Costs,
    Mix,
    MixUnit,
    ScreeningLine,
    Spread,
    Swing,
    Uncertainty,
)
from gpucmp.options import Option, Purchase
from gpucmp.text import Text

OWNED = CostOption(
    Option.SELF_HOSTED,
    "owned",
    2,
    900_000.0,
    800_000.0,
    2.0,
    600_000.0,
    {"capital": 540_000.0, "people": 359_100.0, "spares": 900.0},
)
COLOCATED = CostOption(
    Option.SELF_HOSTED, "colocated", 2, 1_080_000.0, 960_000.0, 2.4, 600_000.0, {"space": 1.0}
)
ON_DEMAND = CostOption(
    Option.CLOUD, "on-demand", 0, 1_440_000.0, 1_240_000.0, 3.1, 0.0, {"rent": 1_440_000.0}
)
SPOT = CostOption(Option.CLOUD, "spot", 0, 480_000.0, 400_000.0, 1.0, 0.0, {"rent": 480_000.0})
RENTED_MIX = CostOption(
    Option.CLOUD,
    "mix",
    0,
    1_152_000.0,
    1_000_000.0,
    2.5,
    0.0,
    {"rent": 1_094_400.0, "support": 57_600.0},
)
HYBRID = CostOption(
    Option.HYBRID,
    "owned",
    1,
    936_000.0,
    760_000.0,
    1.9,
    300_000.0,
    {"capital": 270_000.0, "rent": 666_000.0},
)


def an_input(
    path: str,
    value: float,
    origin: str = "stated",
    *,
    ends: tuple[float, float] | None = None,
    source: tuple[str, str] = ("", ""),
) -> CostInput:
    """Build a number with the *ends* of its range, and the name and day of its source."""
    low, high = ends or (value, value)
    return CostInput(path, value, low, high, origin, *source, unit="")


INPUTS = (
    an_input("demand.gpus", 16),
    an_input("demand.utilization_percent", 60),
    an_input("demand.horizon_months", 36),
    an_input("cloud.on_demand_per_gpu_hour", 4, ends=(3, 6)),
    an_input("owned.server_price", 300_000, "catalog", source=("A price list", "2026-02")),
    an_input("hardware.gpus_per_server", 8, "catalog"),
    an_input(
        "discount_rate_percent", 8, "assumed", ends=(0, 13), source=("A bank (2026)", "2026")
    ),
    an_input(
        "owned.operators_fte.least", 0.25, "assumed", ends=(0.1, 2), source=("judgment: x", "")
    ),
)
COSTS = Costs(
    currency="USD",
    horizon_months=36,
    options=(OWNED, COLOCATED, ON_DEMAND, SPOT, RENTED_MIX, HYBRID),
    break_even=(
        BreakEvenResult(Purchase.ON_DEMAND, Purchase.OWNED, 40.0, 8000.0, 18.5, 2.75, ""),
        BreakEvenResult(Purchase.SPOT, Purchase.OWNED, 160.0, None, None, 2.0, "beyond-horizon"),
        BreakEvenResult(Purchase.RESERVED_1Y, Purchase.OWNED, None, 0.0, 0.0, None, "fixed"),
    ),
    mix=Mix(
        1,
        (MixUnit(Purchase.OWNED, 8.0, 90.0), MixUnit(Purchase.ON_DEMAND, 8.0, 30.0)),
        700_000.0,
        800_000.0,
        1_000_000.0,
        20_000.0,
    ),
    screening=(
        ScreeningLine(Purchase.OWNED, 2.0, 0.1),
        ScreeningLine(Purchase.ON_DEMAND, 0.0, 4.1),
        ScreeningLine(Purchase.RESERVED_1Y, 2.6, 0.0),
    ),
    corners=(Corner(Purchase.ON_DEMAND, Purchase.OWNED, 50.0),),
    inputs=INPUTS,
    missing=(),
    left_out=("room works", "traffic between sites"),
    assumed=2,
    assumed_prices=True,
    cash_flows=(
        CashFlow(Option.SELF_HOSTED, "owned", tuple(6e5 + 1e4 * at for at in range(37))),
        CashFlow(Option.CLOUD, "mix", tuple(4e4 * at for at in range(37))),
        CashFlow(Option.HYBRID, "owned", tuple(3e5 + 2e4 * at for at in range(37))),
    ),
    cash_crossing_month=21,
    uncertainty=Uncertainty(
        7,
        10_000,
        (
            Spread(Option.SELF_HOSTED, 700_000.0, 800_000.0, 900_000.0, 34.0),
            Spread(Option.CLOUD, 900_000.0, 1_000_000.0, 1_100_000.0, 0.04),
            Spread(Option.HYBRID, 650_000.0, 750_000.0, 850_000.0, 65.96),
        ),
        (
            Swing("cloud.on_demand_per_gpu_hour", 3, 6, 100_000.0, -500_000.0),
            Swing("discount_rate_percent", 0, 13, -250_000.0, -150_000.0),
            Swing("owned.operators_fte.least", 0.1, 2, 20_000.0, 50_000.0),
        ),
    ),
)
RESULT = CostResult(
    name="training cluster",
    file="cluster.yaml",
    costs=COSTS,
    excluded=(),
    age=Age("", 180, ()),
    prices_as_of="2026-11-20",
    prices_digest="sha256:0123456789abcdef",
    titles={
        "discount_rate_percent": Text("Discount rate", "折现率"),
        "owned.operators_fte": Text("People, at least", "人力下限"),
    },
    places={"demand.gpus": "cluster.yaml:3:9"},
)
"""Hybrid costs least, then owning, then renting."""

NOTHING = RESULT._replace(
    costs=COSTS._replace(
        horizon_months=None,
        options=(),
        break_even=(),
        mix=None,
        screening=(),
        corners=(),
        missing=("demand.gpus", "prices.owned.server_price", "prices.exchange_rates.CNY"),
        cash_flows=(),
        cash_crossing_month=None,
        uncertainty=None,
    ),
)
"""Nothing can be costed."""

ALL_OUT = NOTHING._replace(
    excluded=tuple(Excluded(option, None, ("J3", "A6")) for option in Option)
)


def with_options(*options: CostOption) -> CostResult:
    """Keep only these options, and nothing that compares them."""
    costs = COSTS._replace(
        options=options, break_even=(), mix=None, cash_flows=(), uncertainty=None
    )
    return RESULT._replace(costs=costs)
