"""Stated numbers far from what is usual: they are told, never refused, as they are the user's."""

from collections.abc import Iterable, Iterator, Mapping
from math import inf

from gpucmp.money.costfigures import OPERATOR_COST, SERVER_PRICE, STATED, Figure, price_path
from gpucmp.money.costreport import Doubt
from gpucmp.money.prices import SOUND_PRICES, USD
from gpucmp.options import RENTED_PURCHASES
from gpucmp.text import Text

Range = tuple[float, float]

USUAL_DOLLARS: Mapping[str, Range] = {
    **{price_path(one): (0.05, 50.0) for one in RENTED_PURCHASES},
    SERVER_PRICE: (5_000.0, 5_000_000.0),
    OPERATOR_COST: (5_000.0, 1_000_000.0),
    "owned.electricity_per_kwh": (0.01, 1.0),
    "owned.colocation_per_kw_month": (20.0, 2_000.0),
    "cloud.egress_per_gb": (0.0, 1.0),
}
"""Far below and above every price of the catalog: what lies outside is likely another unit."""
USUAL: Mapping[str, Range] = {
    "demand.gpus": (0.0, 1_000_000.0),
    "demand.horizon_months": (1.0, 180.0),
    "demand.growth_percent_per_year": (-90.0, 300.0),
    "discount_rate_percent": (0.0, 40.0),
    "owned.pue": (1.0, 3.0),
    "owned.life_years": (1.0, 12.0),
}


def doubts(figures: Iterable[Figure], currency: str) -> Iterator[Doubt]:
    """Give the stated *figures* that lie outside the usual, with what is usual in *currency*."""
    for figure in figures:
        low, high = _usual(figure.path, currency)
        if figure.origin == STATED and not low <= figure.likely <= high:
            yield Doubt(figure.path, figure.likely, low, high, _text(figure.likely, low, high))


def _usual(path: str, currency: str) -> Range:
    if path in USUAL_DOLLARS:
        if currency not in SOUND_PRICES:
            return -inf, inf
        worth = SOUND_PRICES[currency][1] / SOUND_PRICES[USD][1]
        low, high = USUAL_DOLLARS[path]
        return low * worth, high * worth
    return USUAL.get(path, (-inf, inf))


def _text(*numbers: float) -> Text:
    value, low, high = (f"{one:,.12g}" for one in numbers)
    return Text(
        f"{value} is far from the usual {low} to {high}", f"{value} 远离常见范围 {low}–{high}"
    )
