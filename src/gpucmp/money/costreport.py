"""The part of a result that is about money, with the keys that scripts rely on."""

from collections.abc import Mapping
from typing import NamedTuple

from gpucmp.options import Option, Purchase
from gpucmp.text import Text


class CostOption(NamedTuple):
    """What one way of getting the GPUs costs over the horizon."""

    option: Option
    purchase: str
    """A purchase, or ``mix`` for the cheapest mix of ways to rent."""
    servers: int
    """Owned servers."""
    total: float
    """Undiscounted; capital as its use over the horizon."""
    npv: float
    """Net present value of the costs."""
    per_gpu_hour: float
    """Net present value / discounted GPU-hours used."""
    upfront: float
    """Paid at the start."""
    parts: Mapping[str, float]
    """What the total consists of."""


class BreakEvenResult(NamedTuple):
    """Where owning everything and renting everything one way cost the same."""

    against: Purchase
    owned: Purchase
    """Where the owned servers stand."""
    utilization_percent: float | None
    """Owning costs less above it."""
    used_hours: float | None
    """Used hours of a server until the cash is paid back."""
    months: float | None
    """Months until the cash is paid back, at the profile's utilization."""
    cloud_price_per_gpu_hour: float | None
    """Price above which owning costs less, at the profile's utilization."""
    note: str
    """Why a figure is null: ``fixed``, ``always-owned``, ``always-cloud``, ``beyond-horizon``."""


class MixUnit(NamedTuple):
    """GPUs of one kind in the mix, on average over the horizon."""

    purchase: Purchase
    gpus: float
    load_factor_percent: float


class Mix(NamedTuple):
    """The cheapest number of owned servers, the rest rented; costs are net present values."""

    owned_servers: int
    units: tuple[MixUnit, ...]
    total: float
    """Before what a second site costs."""
    all_owned_total: float
    all_cloud_total: float
    second_site_per_year: float
    """What running two sites costs a year, if the mix has both."""


class ScreeningLine(NamedTuple):
    """A way of buying as a line over the load factor: fixed + variable x load factor."""

    purchase: Purchase
    fixed_per_gpu_hour: float
    variable_per_gpu_hour: float


class Corner(NamedTuple):
    """A load factor at which the cheapest way of buying changes."""

    below: Purchase
    above: Purchase
    load_factor_percent: float


class CostInput(NamedTuple):
    """One number behind the costs, and where it comes from."""

    path: str
    value: float
    low: float
    high: float
    origin: str
    """``stated``, ``catalog``, or ``assumed``."""
    source: str
    date: str
    unit: str


class CashFlow(NamedTuple):
    """What has been paid in all at the end of each month, from month 0: at the start."""

    option: Option
    purchase: str
    cumulative: tuple[float, ...]


class Spread(NamedTuple):
    """What an option costs over the draws, as net present value."""

    option: Option
    p10: float
    p50: float
    p90: float
    cheapest_percent: float
    """Share of the draws in which it is the cheapest; no probability of being right."""


class Swing(NamedTuple):
    """What one uncertain number moves: owned minus cloud, at its low and at its high end."""

    path: str
    low: float
    high: float
    at_low: float
    at_high: float


class Uncertainty(NamedTuple):
    """What the ranges of the numbers do to the costs."""

    seed: int
    draws: int
    options: tuple[Spread, ...]
    tornado: tuple[Swing, ...]
    """The numbers that move owned against cloud most, first."""


class Doubt(NamedTuple):
    """A stated number that is far from what is usual."""

    path: str
    value: float
    low: float
    """The usual range, from here to *high*."""
    high: float
    text: Text


class Costs(NamedTuple):
    """What a result says about money."""

    currency: str
    horizon_months: float | None
    options: tuple[CostOption, ...]
    break_even: tuple[BreakEvenResult, ...]
    mix: Mix | None
    screening: tuple[ScreeningLine, ...]
    corners: tuple[Corner, ...]
    inputs: tuple[CostInput, ...]
    missing: tuple[str, ...]
    """What is needed and not known."""
    left_out: tuple[str, ...]
    """Parts that the totals do not hold, as nothing is known of them."""
    assumed: int
    """How many numbers are assumed."""
    assumed_prices: bool
    """Whether the price of owning or of renting is not the profile's own."""
    doubts: tuple[Doubt, ...] = ()
    """Stated numbers that are far from what is usual; the totals rest on them all the same."""
    contradiction: str = ""
    """Why the demand cannot be drawn as a curve, if so."""
    cash_flows: tuple[CashFlow, ...] = ()
    """Only of ``gpucmp cost``."""
    cash_crossing_month: int | None = None
    """First whole month at whose end owning has cost less cash than the cheapest cloud."""
    uncertainty: Uncertainty | None = None
    """Only of ``gpucmp cost``."""
