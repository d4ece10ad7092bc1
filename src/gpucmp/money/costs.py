"""What owning and renting GPUs costs: the terms, the years of the horizon, a year of owning.

The model is generation planning of power systems: a way to buy is a line of a fixed cost per hour
of capacity and a variable cost per hour used. Money is in the currency of the result; a year's
costs fall at its end; rates are fractions a year.
"""

from collections.abc import Mapping, Sequence
from math import expm1, floor, log1p
from typing import NamedTuple

from gpucmp.money.curves import Curve
from gpucmp.options import Purchase

Tier = tuple[float, float]

ROUNDING = 1e-9
"""What floating point adds to a whole number of servers, GPUs, or years."""


def discount(years: float, rate: float) -> float:
    """Give the worth today of one unit of money in so many *years*."""
    return float((1 + rate) ** -years)


def annuity_factor(years: float, rate: float) -> float:
    """Give the worth today of one unit of money a year, paid at the end of each year.

    The last year may be a part of one: it pays its part, at its end. At rate 0 this is *years*.
    """
    whole = floor(years + ROUNDING)
    part = max(0.0, years - whole)
    paid = -expm1(-whole * log1p(rate)) / rate if rate else float(whole)
    return paid + part * discount(years, rate)


def annuity(present: float, years: float, rate: float) -> float:
    """Give the equal payment a year that *present* is worth over *years*; at rate 0 a share."""
    return present / annuity_factor(years, rate)


def yearly_capital(price: float, residual: float, years: float, rate: float) -> float:
    """Give the yearly cost of something bought now and sold for *residual* after *years*."""
    return annuity(price - residual * discount(years, rate), years, rate)


def tiered(amount: float, tiers: Sequence[Tier]) -> float:
    """Price *amount* by tiers ``(up to, price)``, each on the part that falls into it."""
    total = below = 0.0
    for up_to, price in tiers:
        total += price * max(0.0, min(amount, up_to) - below)
        below = up_to
    return total


class Year(NamedTuple):
    """One year of the horizon, the last of which may be a part of one."""

    share: float
    """Part of the year that lies in the horizon."""
    discount: float
    """Worth today of one unit of money at its end."""
    demand: float
    """Demand, as a multiple of the first year's."""
    price: float
    """Cloud prices that are not fixed by a term, as a multiple of the first year's."""


def years(
    horizon_months: float, *, rate: float = 0.0, growth: float = 0.0, trend: float = 0.0
) -> tuple[Year, ...]:
    """Lay out the years of the horizon; *growth* and *trend* work from year to year."""
    horizon = horizon_months / 12
    found = []
    for at in range(floor(horizon - ROUNDING) + 1):
        share = min(1.0, horizon - at)
        found.append(
            Year(share, discount(at + share, rate), (1 + growth) ** at, (1 + trend) ** at)
        )
    return tuple(found)


class OwnedTerms(NamedTuple):
    """What owning costs; per server where nothing else is said."""

    gpus_per_server: int
    hours_per_year: float
    server_price: float
    network_and_storage: float
    """Network and storage to go with a server."""
    residual: float
    """What a server still sells for at the end of its use."""
    use_years: float
    """Years a server is used: the horizon, at most its life."""
    maintenance: float
    """A year."""
    spares: float
    """A year."""
    software: float
    """A year."""
    space: float
    """Rent in colocation, a year."""
    idle_power: float
    """Power that is drawn at all hours, a year."""
    busy_power: float
    """What a used server-hour draws on top."""
    other_per_hour: float
    """Running costs stated in one figure, per server and hour."""
    other_on_all_hours: bool
    operator_cost: float
    """One full-time operator, a year."""
    operators: float | None
    """Full-time operators where stated; else a minimum crew that grows with the servers."""
    least_operators: float
    servers_per_operator: float
    room_works: float
    """Once, if any server is owned."""
    room_works_years: float
    availability: float
    """Share of the hours that own servers can work; more capacity makes up for the rest."""
    existing_servers: float = 0.0
    """Servers owned already: their capital is sunk."""
    existing_years: float = 0.0
    """Years until they reach their end of life."""

    @property
    def purchase_price(self) -> float:
        """Give what a server costs with its network and storage."""
        return self.server_price + self.network_and_storage

    @property
    def per_used_hour(self) -> float:
        """Give what a used hour of a server costs on top of its fixed costs."""
        return self.busy_power + (0.0 if self.other_on_all_hours else self.other_per_hour)

    def crew(self, servers: float) -> float:
        """Give the full-time operators of so many servers."""
        if servers <= 0:
            return 0.0
        if self.operators is not None:
            return self.operators
        return max(self.least_operators, servers / self.servers_per_operator)

    def bought(self, servers: float, at: int) -> float:
        """Count those of *servers* whose capital is not sunk in year *at*, from 0."""
        free_years = min(1.0, max(0.0, self.existing_years - at))
        return servers - min(servers, self.existing_servers) * free_years


class CloudTerms(NamedTuple):
    """What renting costs."""

    prices: Mapping[Purchase, float]
    """Per GPU-hour, by the ways that can be bought."""
    unused: float
    """Hours billed but not used, as a share of those used (on demand)."""
    spot_lost: float
    """Share of spot work that interruptions lose."""
    deferrable: float
    """Share of the work that may run on spot."""
    support: float
    """Support plan, as a share of the bill."""
    storage_per_year: float
    egress_per_year: float
    operators: float | None
    """Full-time people who operate in the cloud where stated; else they grow with the GPUs."""
    least_operators: float
    gpus_per_operator: float
    operator_cost: float
    """One full-time operator, a year."""

    def crew(self, gpus: float) -> float:
        """Give the full-time operators of so many rented GPUs."""
        if self.operators is not None:
            return self.operators
        return max(self.least_operators, gpus / self.gpus_per_operator)

    def serves_all(self, purchase: Purchase) -> bool:
        """Tell whether all the work may run that way: what may not be interrupted not on spot."""
        return purchase is not Purchase.SPOT or self.deferrable >= 1

    def billed_per_used_hour(self, purchase: Purchase) -> float:
        """Give the hours billed for a used hour that is bought by the use."""
        if purchase is Purchase.ON_DEMAND:
            return 1 + self.unused
        return 1 / (1 - self.spot_lost) if purchase is Purchase.SPOT else 1.0

    def per_used_hour(self, purchase: Purchase) -> float:
        """Give the effective price of a used GPU-hour bought by the use."""
        return self.prices[purchase] * self.billed_per_used_hour(purchase)


class Terms(NamedTuple):
    """Everything that a cost follows from."""

    curve: Curve
    """Load duration curve of the first year."""
    capacity_gpus: float
    """GPUs that utilization is a share of."""
    horizon_months: float
    hours_per_year: float
    rate: float
    growth: float
    trend: float
    owned: Mapping[Purchase, OwnedTerms]
    """By place: own room, colocation."""
    cloud: CloudTerms | None
    second_site_operators: float = 0.0
    operator_cost: float = 0.0

    def years(self) -> tuple[Year, ...]:
        """Lay out the years of the horizon."""
        return years(self.horizon_months, rate=self.rate, growth=self.growth, trend=self.trend)

    def used_hours(self, *, discounted: bool) -> float:
        """Give the GPU-hours used over the horizon, discounted like money if asked for."""
        mean = self.curve.mean()
        return sum(
            year.share
            * (year.discount if discounted else 1.0)
            * self.hours_per_year
            * mean
            * year.demand
            for year in self.years()
        )


def owned_year(
    terms: OwnedTerms, servers: float, used_gpus: float, *, rate: float, at: int
) -> dict[str, float]:
    """Give the parts of a year of owning *servers*, of which *used_gpus* are busy on average.

    *at* is the year's number, from 0: capital already sunk is free until its end of life.
    """
    if servers <= 0:
        return {}
    capital = yearly_capital(terms.purchase_price, terms.residual, terms.use_years, rate)
    fixed = {
        "capital": terms.bought(servers, at) * capital,
        "room_works": annuity(terms.room_works, terms.room_works_years, rate),
        **running_fixed(terms, servers),
    }
    used_server_hours = used_gpus / terms.gpus_per_server * terms.hours_per_year
    parts = dict(fixed)
    parts["unavailable_hours"] = (1 / terms.availability - 1) * sum(fixed.values())
    parts["power"] += used_server_hours * terms.busy_power
    if not terms.other_on_all_hours:
        parts["other"] += used_server_hours * terms.other_per_hour
    return {key: value for key, value in parts.items() if value}


def running_fixed(terms: OwnedTerms, servers: float) -> dict[str, float]:
    """Give what *servers* cost a year to run whether they are used or not."""
    other = terms.other_per_hour * terms.hours_per_year if terms.other_on_all_hours else 0.0
    return {
        "maintenance": servers * terms.maintenance,
        "spares": servers * terms.spares,
        "software": servers * terms.software,
        "space": servers * terms.space,
        "people": terms.crew(servers) * terms.operator_cost,
        "power": servers * terms.idle_power,
        "other": servers * other,
    }
