"""Renting: which ways go together, and what they cost."""

from collections.abc import Iterator
from typing import NamedTuple

from gpucmp.money.costs import CloudTerms, Terms, Year
from gpucmp.money.curves import Curve
from gpucmp.options import Purchase

TERM_YEARS = {Purchase.RESERVED_1Y: 1, Purchase.RESERVED_3Y: 3}
FIXED = (*TERM_YEARS, Purchase.DEDICATED)
"""The ways that are paid for every hour, used or not."""
BY_USE = (Purchase.ON_DEMAND, Purchase.SPOT, Purchase.SERVERLESS)
"""The ways that are paid for the hours used."""
LEAST_GPUS = 1e-6
"""What floating point adds to a number of GPUs: less than that is rented by nobody."""
NO_PRICE = "no cloud price is known"


class Rented(NamedTuple):
    """GPUs rented one way on average over a year, and the hours of them that are used."""

    purchase: Purchase
    gpus: float
    used_gpus: float
    cost: float
    """For an hour, before support."""


class Plan(NamedTuple):
    """One way that is paid for every hour, at most, and the ways by use beside it."""

    fixed: Purchase | None
    fixed_price: float
    """Per GPU-hour; the rest of a term that outlasts the horizon is in it."""
    term_years: int
    by_use: tuple[tuple[Purchase, float, float], ...]
    """Each with its price and its share of the hours used; none where those cannot be bought."""
    blended: float
    """Price of a used hour bought by use."""

    def fixed_at(self, at: int, trend: float) -> float:
        """Give the fixed price in year *at*: that of the day on which its term began."""
        if not trend:
            return self.fixed_price
        return float(self.fixed_price * (1 + trend) ** (at - at % self.term_years))

    def base(self, curve: Curve, fixed_price: float, trend: float) -> float:
        """Give the GPUs, from the first unit on, that cost least when paid for every hour."""
        if self.fixed is None:
            return 0.0
        if not self.by_use:
            return curve.peak()
        paid = self.blended * trend
        return curve.units(fixed_price / paid) if paid > 0 else 0.0


def rent(
    plan: Plan, curve: Curve, above: float, prices: tuple[float, float], committed: float = 0.0
) -> tuple[Rented, ...]:
    """Rent for an hour what is wanted above the first *above* GPUs, each unit the cheaper way.

    *prices* are the fixed price and the multiple of those by use. *committed* GPUs are paid for
    every hour whether they are wanted or not.
    """
    fixed_price, trend = prices
    peak = curve.peak()
    until = min(plan.base(curve, fixed_price, trend), peak)
    width = max(until - above, committed, 0.0)
    found = []
    served = curve.energy(min(above, peak))
    if plan.fixed is not None and width > LEAST_GPUS:
        to = curve.energy(min(above + width, peak))
        found.append(Rented(plan.fixed, width, to - served, width * fixed_price))
        served = to
    left = peak - above - width
    if left > LEAST_GPUS:
        used = curve.mean() - served
        for purchase, price, share in plan.by_use:
            cost = used * share * price * trend
            found.append(Rented(purchase, left * share, used * share, cost))
    return tuple(found)


def rented_years(
    terms: Terms, plan: Plan, above: tuple[float, ...]
) -> Iterator[tuple[Year, tuple[Rented, ...]]]:
    """Rent year by year what is wanted above the first GPUs that are owned in each year.

    A term that has begun is paid to its end, however demand shrinks.
    """
    committed = 0.0
    for at, (year, owned) in enumerate(zip(terms.years(), above, strict=True)):
        if at % plan.term_years == 0:
            committed = 0.0
        curve = terms.curve if year.demand == 1 else terms.curve.scaled(year.demand)
        prices = plan.fixed_at(at, terms.trend), year.price
        found = rent(plan, curve, owned, prices, committed)
        committed = sum(one.gpus for one in found if one.purchase is plan.fixed)
        yield year, found


def plans(cloud: CloudTerms, horizon_years: float) -> tuple[Plan, ...]:
    """Give each plan that can serve everything, the one without a fixed way last."""
    fixed = (*(one for one in FIXED if one in cloud.prices), None)
    found = (plan_with(cloud, horizon_years, one) for one in fixed)
    return tuple(one for one in found if one is not None)


def plan_with(cloud: CloudTerms, horizon_years: float, fixed: Purchase | None) -> Plan | None:
    """Give the plan whose fixed way is *fixed*; None where it cannot serve everything."""
    by_use = _paid_by_use(cloud)
    blended = sum(price * share for _, price, share in by_use)
    if fixed is None:
        return Plan(None, 0.0, 1, by_use, blended) if by_use else None
    price = cloud.prices[fixed] * over_term(fixed, horizon_years)
    return Plan(fixed, price, TERM_YEARS.get(fixed, 1), by_use, blended)


def over_term(purchase: Purchase, horizon_years: float) -> float:
    """Give the hours paid for an hour of the horizon: a first term is paid to its end."""
    return max(1.0, TERM_YEARS.get(purchase, 0) / horizon_years)


def best_plan(terms: Terms) -> Plan | None:
    """Choose the plan of the least present value for renting everything; None if there is none.

    The cheapest fixed price is the best one where prices stay and demand stays or grows. Else a
    term of several years is another thing than one that each year begins anew.
    """
    if terms.cloud is None:
        return None
    found = sorted(plans(terms.cloud, terms.horizon_months / 12), key=_rank)
    if terms.growth < 0 or terms.trend:
        long = [one for one in found if one.term_years > 1]
        yearly = [one for one in found if one.term_years == 1]
        found = sorted([*long, *yearly[:1]], key=lambda one: _worth(terms, one))
    return found[0] if found else None


def _rank(plan: Plan) -> tuple[bool, float]:
    """Put a plan with a fixed way first, as it takes that only where it is the cheaper."""
    return plan.fixed is None, plan.fixed_price


def _worth(terms: Terms, plan: Plan) -> float:
    """Give the present value of renting everything for an hour in each year."""
    curve, total, committed = terms.curve, 0.0, 0.0
    for at, year in enumerate(terms.years()):
        price = plan.fixed_at(at, terms.trend)
        base = plan.base(curve, price, year.price) * year.demand
        committed = base if at % plan.term_years == 0 else max(base, committed)
        cost = committed * price
        if curve.peak() * year.demand - committed > LEAST_GPUS:
            left = curve.mean() - curve.energy(committed / year.demand)
            cost += left * year.demand * plan.blended * year.price
        total += year.share * year.discount * cost
    return total


def _paid_by_use(cloud: CloudTerms) -> tuple[tuple[Purchase, float, float], ...]:
    """Give the cheapest ways that are paid for the hours used: (purchase, price, share of them).

    Work that may be interrupted runs on spot where that is cheaper, the rest does not. Empty
    where the hours used cannot all be bought.
    """
    rest = [
        (cloud.per_used_hour(one), one)
        for one in BY_USE
        if one in cloud.prices and one is not Purchase.SPOT
    ]
    spot = cloud.per_used_hour(Purchase.SPOT) if Purchase.SPOT in cloud.prices else None
    share = cloud.deferrable if spot is not None and (not rest or spot < min(rest)[0]) else 0.0
    if not rest and share < 1:
        return ()
    found = []
    if spot is not None and share > 0:
        found.append((Purchase.SPOT, spot, share))
    if share < 1:
        found.append((min(rest)[1], min(rest)[0], 1 - share))
    return tuple(found)
