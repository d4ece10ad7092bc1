"""Portfolios: so many owned servers, the rest rented, and what that costs over the horizon."""

from collections.abc import Iterable, Mapping
from math import ceil
from typing import NamedTuple

from gpucmp.money.costs import ROUNDING, OwnedTerms, Terms, Year, owned_year
from gpucmp.money.curves import Curve
from gpucmp.money.renting import LEAST_GPUS, NO_PRICE, Rented, best_plan, plans, rented_years
from gpucmp.options import Purchase


class Unit(NamedTuple):
    """GPUs of one kind in a portfolio, on average over the horizon."""

    purchase: Purchase
    gpus: float
    used_gpus: float

    @property
    def load_factor(self) -> float:
        """Give the share of their hours in which they are used."""
        return self.used_gpus / self.gpus if self.gpus else 0.0


class Portfolio(NamedTuple):
    """What is owned and rented, with its cost over the horizon."""

    place: Purchase | None
    """Where owned servers stand; None where none is owned."""
    servers: int
    units: tuple[Unit, ...]
    parts: Mapping[str, float]
    """Undiscounted, over the horizon; capital as its use, not as it is paid."""
    npv: float

    @property
    def total(self) -> float:
        """Give the undiscounted cost over the horizon."""
        return sum(self.parts.values())


class Lot(NamedTuple):
    """What a portfolio consists of in one year."""

    at: int
    """Number of the year, from 0."""
    year: Year
    curve: Curve
    servers: int
    """Owned servers that run."""
    rented: tuple[Rented, ...]


def servers_for(gpus: float, per_server: int) -> int:
    """Count the whole servers that hold *gpus*."""
    return ceil(gpus / per_server - ROUNDING)


def most_servers(terms: Terms, owned: OwnedTerms) -> int:
    """Count the servers that hold the peak of every year: those of owning everything."""
    peak = terms.curve.peak() * max(year.demand for year in terms.years())
    return servers_for(peak, owned.gpus_per_server)


def portfolio(
    terms: Terms, place: Purchase | None, servers: int, *, second_site: bool = True
) -> Portfolio:
    """Cost a portfolio of at most *servers* owned servers; what is wanted beyond is rented.

    Servers are bought in the year that needs them. *second_site* adds what running two sites
    costs where there are two.

    Raises:
        ValueError: Something must be rented, and no cloud price is known.
    """
    parts: dict[str, float] = {}
    held: dict[Purchase, tuple[float, float]] = {}
    npv = 0.0
    for lot in lots(terms, place, servers):
        share = lot.year.share
        costs = year_parts(terms, place, lot, terms.rate, second_site=second_site)
        npv += sum(costs.values()) * share * lot.year.discount
        plain = year_parts(terms, place, lot, 0.0, second_site=second_site)
        for key, cost in plain.items():
            parts[key] = parts.get(key, 0.0) + cost * share
        for unit in _units(terms, place, lot):
            gpus, used = held.get(unit.purchase, (0.0, 0.0))
            held[unit.purchase] = (gpus + unit.gpus * share, used + unit.used_gpus * share)
    horizon = terms.horizon_months / 12
    found = (Unit(one, gpus / horizon, used / horizon) for one, (gpus, used) in held.items())
    return Portfolio(place if servers else None, servers, tuple(found), parts, npv)


def lots(terms: Terms, place: Purchase | None, servers: int) -> tuple[Lot, ...]:
    """Lay out year by year what is owned, and what is rented beside it.

    Raises:
        ValueError: Something must be rented, and no cloud price is known.
    """
    laid_out = terms.years()
    held = held_servers(terms, place, servers)
    per_server = terms.owned[place].gpus_per_server if place is not None else 0
    above = tuple(float(one * per_server) for one in held)
    plan = best_plan(terms)
    if plan is None:
        peaks = (terms.curve.peak() * year.demand for year in laid_out)
        if any(own < peak - LEAST_GPUS for own, peak in zip(above, peaks, strict=True)):
            raise ValueError(NO_PRICE)
        rented: tuple[tuple[Rented, ...], ...] = ((),) * len(laid_out)
    else:
        rented = tuple(found for _, found in rented_years(terms, plan, above))
    return tuple(
        Lot(at, year, terms.curve.scaled(year.demand), own, found)
        for at, (year, own, found) in enumerate(zip(laid_out, held, rented, strict=True))
    )


def held_servers(terms: Terms, place: Purchase | None, servers: int) -> tuple[int, ...]:
    """Count the owned servers of each year: they come when demand needs them, and stay."""
    held = 0
    found = []
    for year in terms.years():
        if place is not None:
            peak = terms.curve.peak() * year.demand
            wanted = servers_for(peak, terms.owned[place].gpus_per_server)
            held = min(servers, max(held, wanted))
        found.append(held)
    return tuple(found)


def year_parts(
    terms: Terms, place: Purchase | None, lot: Lot, rate: float, *, second_site: bool
) -> dict[str, float]:
    """Give the parts of a whole year like *lot*, capital by its use at *rate*."""
    costs: dict[str, float] = {}
    if place is not None and lot.servers:
        owned = terms.owned[place]
        used = owned_use(owned, lot)
        costs = owned_year(owned, lot.servers, used, rate=rate, at=lot.at)
    for key, cost in cloud_parts(terms, lot).items():
        costs[key] = costs.get(key, 0.0) + cost
    if second_site and lot.servers and lot.rented:
        costs["second_site"] = terms.second_site_operators * terms.operator_cost
    return costs


def owned_use(owned: OwnedTerms, lot: Lot) -> float:
    """Give the mean number of owned GPUs in use."""
    return lot.curve.energy(float(lot.servers * owned.gpus_per_server))


def cloud_parts(terms: Terms, lot: Lot) -> dict[str, float]:
    """Give the parts of a year of renting; extras go with the share of the work that is rented."""
    cloud = terms.cloud
    if cloud is None or not lot.rented:
        return {}
    mean = lot.curve.mean()
    share = sum(one.used_gpus for one in lot.rented) / mean if mean else 0.0
    bill = {
        "rent": sum(one.cost for one in lot.rented) * terms.hours_per_year,
        "storage": cloud.storage_per_year * share,
        "egress": cloud.egress_per_year * share,
    }
    bill["support"] = cloud.support * sum(bill.values())
    bill["cloud_people"] = cloud.crew(lot.curve.peak()) * cloud.operator_cost * share
    return {key: cost for key, cost in bill.items() if cost}


def _units(terms: Terms, place: Purchase | None, lot: Lot) -> Iterable[Unit]:
    if place is not None and lot.servers:
        owned = terms.owned[place]
        gpus = float(lot.servers * owned.gpus_per_server)
        yield Unit(place, gpus, owned_use(owned, lot))
    for one in lot.rented:
        yield Unit(one.purchase, one.gpus, one.used_gpus)


def limited(terms: Terms, purchases: Iterable[Purchase]) -> Terms:
    """Keep the ways of owning and renting that are among *purchases*.

    No cloud is left where those cannot serve all the work.
    """
    among = set(purchases)
    owned = {place: one for place, one in terms.owned.items() if place in among}
    cloud = terms.cloud
    if cloud is not None and not among.issuperset(cloud.prices):
        cloud = cloud._replace(prices={o: p for o, p in cloud.prices.items() if o in among})
    serves = cloud is not None and plans(cloud, terms.horizon_months / 12)
    return terms._replace(owned=owned, cloud=cloud if serves else None)


def only(terms: Terms, purchase: Purchase) -> Terms:
    """Keep one way of renting, for all the work.

    Raises:
        ValueError: There is no price for it.
    """
    if terms.cloud is None or purchase not in terms.cloud.prices:
        raise ValueError(f"no price is known for {purchase}")
    prices = {purchase: terms.cloud.prices[purchase]}
    return terms._replace(cloud=terms.cloud._replace(prices=prices, deferrable=1.0))
