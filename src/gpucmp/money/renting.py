"""Renting: which ways go together, and what they cost."""

from collections.abc import Iterator
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Rented:
    """GPUs rented one way on average over a year, and the hours of them that are used."""

    purchase: Purchase
    gpus: float
    used_gpus: float
    cost: float
    """For an hour, before support."""


@dataclass(frozen=True, slots=True)
class Plan:
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
    by_use = _paid_by_use(cloud)
    blended = sum(price * share for _, price, share in by_use)
    found = [
        Plan(
            one,
            cloud.prices[one] * over_term(one, horizon_years),
            TERM_YEARS.get(one, 1),
            by_use,
            blended,
        )
        for one in FIXED
        if one in cloud.prices
    ]
    if by_use:
        found.append(Plan(None, 0.0, 1, by_use, blended))
    return tuple(found)


def over_term(purchase: Purchase, horizon_years: float) -> float:
    """Give the hours paid for an hour of the horizon: a first term is paid to its end."""
    return max(1.0, TERM_YEARS.get(purchase, 0) / horizon_years)


def best_plan(terms: Terms) -> Plan | None:
    """Choose the plan of the least present value for renting everything; None if there is none.

    Prices and demand that stay or grow make the cheapest fixed price the best one.
    """
    if terms.cloud is None:
        return None
    found = plans(terms.cloud, terms.horizon_months / 12)
    if not found[1:] or (terms.growth >= 0 and terms.trend == 0):
        return min(found, key=_rank, default=None)
    nothing = (0.0,) * len(terms.years())
    return min(found, key=lambda one: _worth(terms, one, nothing))


def _rank(plan: Plan) -> tuple[bool, float]:
    """Put a plan with a fixed way first, as it takes that only where it is the cheaper."""
    return plan.fixed is None, plan.fixed_price


def _worth(terms: Terms, plan: Plan, above: tuple[float, ...]) -> float:
    return sum(
        year.share * year.discount * sum(one.cost for one in found)
        for year, found in rented_years(terms, plan, above)
    )


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
