"""Where owning and renting cost the same: utilization, price, and the month of payback."""

from collections.abc import Mapping
from typing import NamedTuple

from gpucmp.money.cashflow import cash, payback_months
from gpucmp.money.costs import Terms
from gpucmp.money.portfolios import lots, only, owned_use
from gpucmp.money.presentvalue import PresentValues
from gpucmp.money.renting import FIXED
from gpucmp.options import Purchase

PAID_FOR_ALL_HOURS = "fixed"
ALWAYS_OWNED = "always-owned"
ALWAYS_CLOUD = "always-cloud"
BEYOND_HORIZON = "beyond-horizon"


class Balance(NamedTuple):
    """Where owning everything and renting everything one way have the same present value."""

    utilization: float | None
    """As a share, owning costs less above it; more than 1 where it never does."""
    why_none: str
    """``fixed``, ``always-owned``, or ``always-cloud``, where there is no utilization."""
    cloud_price: float | None
    """Price per GPU-hour above which owning costs less; None where it always does."""


class Payback(NamedTuple):
    """When owning has cost less cash than renting."""

    months: float
    used_hours: float
    """Used hours of an owned server until then."""


def balance(terms: Terms, place: Purchase, against: Purchase) -> Balance:
    """Compare owning everything with renting everything by *against*, on net present values.

    The utilization is that at the same peak, and so with the same servers.

    Raises:
        ValueError: There is no price for *against*.
    """
    values = PresentValues(terms)
    owned = values.of(place, values.most(place))
    free, per_unit = (_rented_at(terms, against, price) for price in (0.0, 1.0))
    hours = per_unit - free
    price = (owned - free) / hours if owned > free else None
    utilization, why = _utilization(terms, place, against, (owned, free, hours))
    return Balance(utilization, why, price)


def _rented_at(terms: Terms, against: Purchase, price: float) -> float:
    alone = only(terms, against)
    prices: Mapping[Purchase, float] = {against: price}
    cloud = alone.cloud._replace(prices=prices) if alone.cloud else None
    return PresentValues(alone._replace(cloud=cloud)).of(None, 0)


def _utilization(
    terms: Terms, place: Purchase, against: Purchase, worth: tuple[float, float, float]
) -> tuple[float | None, str]:
    """Solve fixed + variable x u = extras + price x u for u; both sides are linear in it."""
    if against in FIXED or terms.cloud is None:
        return None, PAID_FOR_ALL_HOURS
    owned_npv, extras, hours = worth
    now = terms.curve.mean() / terms.capacity_gpus
    used = terms.used_hours(discounted=True)
    owned = terms.owned[place]
    variable = owned.per_used_hour / owned.gpus_per_server * used
    lead = owned_npv - variable - extras
    slope = terms.cloud.prices[against] * hours - variable
    if slope <= 0:
        return None, ALWAYS_CLOUD if lead > 0 else ALWAYS_OWNED
    return (lead / slope * now, "") if lead > 0 else (None, ALWAYS_OWNED)


def payback(terms: Terms, place: Purchase, against: Purchase) -> Payback | None:
    """Tell when owning everything is paid back by what renting everything would cost in cash.

    Raises:
        ValueError: There is no price for *against*.
    """
    servers = PresentValues(terms).most(place)
    rented = cash(only(terms, against), None, 0)
    months = payback_months(cash(terms, place, servers), rented)
    if months is None:
        return None
    return Payback(months, _used_hours(terms, place, servers, months))


def _used_hours(terms: Terms, place: Purchase, servers: int, months: float) -> float:
    owned, hours = terms.owned[place], 0.0
    for lot in lots(terms, place, servers):
        of_year = min(12.0, max(0.0, months - 12 * lot.at)) / 12
        if of_year and lot.servers:
            share = owned_use(owned, lot) / (lot.servers * owned.gpus_per_server)
            hours += of_year * terms.hours_per_year * share
    return hours
