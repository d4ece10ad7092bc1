"""The figures that a cost follows from, each with its range and where it comes from."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gpucmp.catalog import Catalog
from gpucmp.facts import Facts
from gpucmp.money.costs import Tier
from gpucmp.money.pricebook import PriceBook
from gpucmp.money.prices import Default
from gpucmp.options import RENTED_PURCHASES, Purchase
from gpucmp.profile import Profile

STATED, CATALOG, ASSUMED = "stated", "catalog", "assumed"
HOME = "USD"
"""Currency of a profile that names none, and of the default prices."""
SERVER_PRICE = "owned.server_price"
OPERATOR_COST = "owned.operator_cost_per_year"
LEFT_OUT = {
    "owned.room_works": "room works",
    "owned.software_per_gpu_year": "software licenses",
}
"""Figures whose default of 0 means that nothing is known."""
CONVENTIONS = ("hours_per_month", *LEFT_OUT)
"""Figures whose default is no guess at something uncertain, so that it has no range."""


def price_path(purchase: Purchase) -> str:
    """Name the profile's field that holds the price of *purchase*."""
    return _PRICE_PATHS[purchase]


_PRICE_PATHS = {
    one: f"cloud.{one.value.replace('-', '_')}_per_gpu_hour" for one in RENTED_PURCHASES
}


class Figure(NamedTuple):
    """One number with its range and where it comes from."""

    path: str
    likely: float
    low: float
    high: float
    origin: str
    """``stated``, ``catalog``, or ``assumed``."""
    source: str = ""
    date: str = ""
    unit: str = ""


class Inputs(NamedTuple):
    """Everything that was found, and what is missing."""

    figures: Mapping[str, Figure]
    currency: str
    purchases: tuple[Purchase, ...]
    """The ways of renting that have a price."""
    missing: tuple[str, ...]
    """Facts and prices without which nothing, or not everything, can be costed."""
    left_out: tuple[str, ...]
    """Parts that a total does not hold, as nothing is known of them."""
    tiers: tuple[Tier, ...] = ()
    curve_steps: tuple[tuple[float, float], ...] = ()
    pattern: str | None = None
    places: tuple[Purchase, ...] = ()
    """Where owned servers can stand, and whose cost is known."""
    opex_on_all_hours: bool = False

    @property
    def assumed_prices(self) -> bool:
        """Tell whether the price of owning or renting is not the profile's own."""
        keys = [SERVER_PRICE, *(price_path(one) for one in self.purchases)]
        found = [self.figures[key] for key in keys if key in self.figures]
        return any(figure.origin != STATED for figure in found)

    def values(self) -> dict[str, float]:
        """Give the likely value of every figure."""
        return {path: figure.likely for path, figure in self.figures.items()}


class Ledger:
    """Collects the figures of one profile, with what is missing and what is left out."""

    def __init__(self, profile: Profile, facts: Facts, book: PriceBook, catalog: Catalog) -> None:
        prices = profile.stated.get("prices")
        self.stated = dict(_flat(prices if isinstance(prices, Mapping) else {}))
        self.facts, self._ranges = facts, profile.ranges
        self.book = book
        name = facts.get("hardware.gpu")
        found = catalog.find(name) if isinstance(name, str) else None
        self.gpu = found.name if found else None
        self.tdp_w = found.tdp_w if found else None
        currency = facts.get("budget.currency")
        self.currency = currency if isinstance(currency, str) else HOME
        self._rates = _rates(prices)
        self.found: dict[str, Figure] = {}
        self.missing: dict[str, None] = {}
        self.left_out: list[str] = []
        self.tiers: tuple[Tier, ...] = ()

    def lacks(self, *paths: str) -> None:
        """Note that *paths* are needed and not known."""
        self.missing.update(dict.fromkeys(paths))

    def demand(self, path: str) -> bool:
        """Take a figure of the profile's own facts."""
        value = self.facts.get(path)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        low, likely, high = self._ranges.get(path, (value, value, value))
        self.found[path] = Figure(path, likely, low, high, STATED)
        return True

    def take(self, path: str) -> bool:
        """Take a figure that the profile states under ``prices``."""
        value = self.stated.get(path)
        if isinstance(value, int | float) and not isinstance(value, bool):
            self.found[path] = exactly(path, value, STATED)
        elif isinstance(value, list):
            low, likely, high = value
            self.found[path] = Figure(path, likely, low, high, STATED)
        return path in self.found

    def defaulted(self, path: str, default: str = "") -> bool:
        """Take a stated figure, else the book's default; tell whether there is one."""
        if self.take(path):
            return True
        one = self.book.default(default or path)
        factor = self.rate(HOME) if one.unit.startswith("$") else 1.0
        if not factor and one.value:
            self.lacks_rate(HOME)
            return False
        self.found[path] = assumed(path, one, factor)
        if path in LEFT_OUT:
            self.left_out.append(LEFT_OUT[path])
        return True

    def rate(self, currency: str) -> float:
        """Give units of the result's currency for one of *currency*; 0 where no rate is stated."""
        if currency == self.currency:
            return 1.0
        mine, other = (self._per_home(one) for one in (self.currency, currency))
        return mine / other if other else 0.0

    def _per_home(self, currency: str) -> float:
        return 1.0 if currency == HOME else self._rates.get(currency, 0.0)

    def lacks_rate(self, currency: str) -> None:
        """Note which rate keeps a price in *currency* out."""
        unknown = [one for one in (self.currency, currency) if not self._per_home(one)]
        self.lacks(*(f"prices.exchange_rates.{one}" for one in unknown))

    def crew(self, path: str, ratio: str) -> None:
        """Take stated people, else a least crew and how much one person operates."""
        if self.take(path):
            return
        for key, default in ((f"{path}.least", path), (ratio, ratio)):
            self.found[key] = assumed(key, self.book.default(default), 1.0)


def exactly(path: str, value: float, origin: str) -> Figure:
    """Give a figure without a range."""
    return Figure(path, value, value, value, origin)


def assumed(path: str, one: Default, factor: float, unit: str = "") -> Figure:
    """Give a default times *factor*: units of money, or a nameplate."""
    low, likely, high = (factor * number for number in (one.low, one.value, one.high))
    if path in CONVENTIONS:
        low = high = likely
    origin = (str(one.source), one.source.date, unit or one.unit)
    return Figure(path, likely, low, high, ASSUMED, *origin)


def _flat(data: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        elif value is not None:
            yield f"{prefix}{key}", value


def _rates(prices: object) -> Mapping[str, float]:
    """Read ``exchange_rates``: units of a currency for one USD."""
    stated = prices.get("exchange_rates") if isinstance(prices, Mapping) else None
    return {currency: float(pair[0]) for currency, pair in (stated or {}).items()}
