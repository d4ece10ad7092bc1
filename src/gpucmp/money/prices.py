"""Prices and assumed values, each with its day and where it was read."""

from collections.abc import Mapping
from datetime import date, timedelta
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from gpucmp.options import Purchase
from gpucmp.text import Text

USD = "USD"
BASEBOARD = "baseboard"
SOUND_PRICES: Mapping[str, tuple[float, float]] = {USD: (0.01, 200.0), "CNY": (0.07, 1400.0)}
"""Least and most that a GPU-hour can cost in a currency; what lies outside is a slip."""


class ProviderClass(StrEnum):
    """What kind of provider asks a price; the classes lie too far apart to be mixed."""

    HYPERSCALER = "hyperscaler"
    GPU_CLOUD = "gpu-cloud"
    MARKETPLACE = "marketplace"


class PriceSource(NamedTuple):
    """Where a price was read, or why it is judged so."""

    title: str = ""
    date: str = ""
    url: str = ""
    judgment: str = ""

    def __str__(self) -> str:
        """Cite the source in a few words."""
        if self.judgment:
            return f"judgment: {self.judgment}"
        return f"{self.title} ({self.date})" if self.date else self.title


class CloudOffer(NamedTuple):
    """What one provider asks for one GPU and hour, one way of buying, on one day."""

    provider: str
    provider_class: ProviderClass
    gpu: str
    purchase: Purchase
    per_gpu_hour: float
    currency: str
    date: str
    """Day or month of the price; empty where a user's file gives none."""
    source: PriceSource
    region: str = ""
    instance: str = ""
    note: str = ""


class Server(NamedTuple):
    """A GPU server, or the baseboard of one, with what is known of its power and price."""

    name: str
    gpu: str
    gpus: int
    kind: str
    max_power_kw: float | None
    power_source: PriceSource | None
    price: float | None
    currency: str
    date: str
    source: PriceSource | None
    note: str


class EgressTiers(NamedTuple):
    """What a provider charges for a GB sent out, by volume a month."""

    provider: str
    currency: str
    tiers: tuple[tuple[float | None, float], ...]
    source: PriceSource
    note: str

    def cost(self, gigabytes: float) -> float:
        """Add up what *gigabytes* in one month cost."""
        total = 0.0
        below = 0.0
        for up_to, per_gb in self.tiers:
            end = gigabytes if up_to is None else min(gigabytes, up_to)
            total += max(0.0, end - below) * per_gb
            below = end
        return total


class Rate(NamedTuple):
    """What something costs at a place: electricity, colocation, or an operator."""

    place: str
    value: float
    low: float
    high: float
    unit: str
    currency: str
    date: str
    source: PriceSource
    is_default: bool


class License(NamedTuple):
    """Software licensed by the GPU and year, for one GPU."""

    product: str
    gpu: str
    per_gpu_year: float
    currency: str
    date: str
    bundled_years: float
    """Years that the price of the card includes; 0 where none are."""
    source: PriceSource
    note: str

    @property
    def bundled(self) -> bool:
        """Tell whether the card comes with it."""
        return self.bundled_years > 0


class Default(NamedTuple):
    """A value that the cost model assumes where the profile states none."""

    path: str
    title: Text
    value: float
    low: float
    high: float
    unit: str
    source: PriceSource
    note: str = ""
    by_years: tuple[tuple[float, float], ...] = ()
    """Percentages by age in years, oldest last."""

    def at(self, years: float) -> float:
        """Give the percentage at an age: between and beyond the known ages it falls evenly.

        The same share is lost each year between two known ages, as the source's trend has it.
        """
        if not self.by_years:
            return self.value
        spans = tuple(pairwise(self.by_years))
        (start, first), (end, last) = next(
            (span for span in spans if years <= span[1][0]), spans[-1]
        )
        return float(min(100.0, first * (last / first) ** ((years - start) / (end - start))))


def is_stale(day: str, as_of: str, days: float) -> bool:
    """Tell whether *day* lies more than *days* before *as_of*; no day counts as old."""
    return not day or date.fromisoformat(as_of) - first_day(day) > timedelta(days=days)


def first_day(day: str) -> date:
    """Give the first day of a year, a month, or a day, as ``2026-07``.

    Raises:
        ValueError: The calendar has no such day.
    """
    return date.fromisoformat(day + "-01-01"[len(day) - len("2026") :])
