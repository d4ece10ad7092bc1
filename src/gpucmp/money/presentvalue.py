"""Net present values of many portfolios of the same terms: for searches and simulations.

``portfolios.portfolio`` tells what one portfolio consists of; this gives the same net present
value without its parts, in a few microseconds.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor

from gpucmp.money.costs import (
    CloudTerms,
    OwnedTerms,
    Terms,
    annuity,
    running_fixed,
    yearly_capital,
)
from gpucmp.money.portfolios import servers_for
from gpucmp.money.renting import LEAST_GPUS, NO_PRICE, Plan, best_plan
from gpucmp.options import Purchase


@dataclass(slots=True)
class _Span:
    """Years of the horizon that cost the same, with what a yearly cost in them is worth today."""

    weight: float
    at: int
    demand: float
    peak: float
    mean: float
    free: float
    """Share of the span in which the capital of existing servers is sunk."""
    trend: float
    fixed_price: float
    base: float
    """GPUs that are rented for every hour, from the first unit on."""
    renews: bool
    """Whether what was rented for a term can be given up at its start."""


@dataclass(slots=True)
class _Owned:
    """Owning in yearly costs, what makes up for unavailable hours included."""

    per_server: int
    capital: float
    running: float
    """Fixed running costs of a server, without people."""
    operator: float
    stated_operators: float | None
    least_operators: float
    servers_per_operator: float
    lump: float
    """What is paid once any server is owned."""
    per_used_gpu: float
    """What a GPU costs on top when it is used all year."""
    existing: float

    def cost(self, servers: int, used_gpus: float, free: float) -> float:
        """Give what a year costs."""
        crew = self.stated_operators
        if crew is None:
            crew = max(servers / self.servers_per_operator, self.least_operators)
        sunk = min(servers, self.existing)
        return (
            (servers - sunk * free) * self.capital
            + servers * self.running
            + crew * self.operator
            + self.lump
            + used_gpus * self.per_used_gpu
        )


@dataclass(slots=True)
class _Cloud:
    """Renting in yearly costs, support included."""

    plan: Plan
    per_hour: float
    """What one unit of money an hour makes a year."""
    extras: float
    terms: CloudTerms


class PresentValues:
    """The net present value of each portfolio of the same terms.

    What is rented follows *plan*; without one, the best.
    """

    def __init__(self, terms: Terms, plan: Plan | None = None) -> None:
        self._curve = terms.curve
        self._second_site = terms.second_site_operators * terms.operator_cost
        self._cloud = _cloud(terms, plan or best_plan(terms))
        self._terms = terms
        self._owned = {place: _owned(terms, one) for place, one in terms.owned.items()}
        self._spans = self._laid_out()

    def most(self, place: Purchase) -> int:
        """Count the servers of owning everything."""
        peak = max(span.peak for span in self._spans)
        return servers_for(peak, self._owned[place].per_server)

    def of(self, place: Purchase | None, servers: int, *, second_site: bool = True) -> float:
        """Give the net present value of owning at most *servers*, the rest rented.

        Raises:
            ValueError: Something must be rented, and no cloud price is known.
        """
        owned = self._owned[place] if place is not None and servers else None
        total = committed = 0.0
        held = 0
        for span in self._spans:
            above = served = cost = 0.0
            if owned is not None:
                if held < servers:
                    held = min(servers, max(held, servers_for(span.peak, owned.per_server)))
                above = float(held * owned.per_server)
                served = self._energy(span, above)
                cost = owned.cost(held, served, span.free)
            if span.renews:
                committed = 0.0
            if span.peak - above > LEAST_GPUS or committed > LEAST_GPUS:
                committed, rent = self._rented(span, above, served, committed)
                cost += rent
                if held and second_site:
                    cost += self._second_site
            total += span.weight * cost
        return total

    def _energy(self, span: _Span, gpus: float) -> float:
        if gpus >= span.peak:
            return span.mean
        return span.demand * self._curve.energy(gpus / span.demand)

    def _rented(
        self, span: _Span, above: float, served: float, committed: float
    ) -> tuple[float, float]:
        """Give the GPUs that a term is begun for, and the cost of a year."""
        cloud = self._cloud
        if cloud is None:
            raise ValueError(NO_PRICE)
        width = max(span.base - above, committed)
        if width <= LEAST_GPUS:
            width = 0.0
        rent = width * span.fixed_price
        if span.peak - above - width > LEAST_GPUS:
            by_fixed = self._energy(span, above + width) if width else served
            rent += (span.mean - by_fixed) * cloud.plan.blended * span.trend
        share = (span.mean - served) / span.mean if span.mean else 0.0
        people = cloud.terms.crew(span.peak) * cloud.terms.operator_cost
        return width, rent * cloud.per_hour + share * (cloud.extras + people)

    def _laid_out(self) -> list[_Span]:
        """Put years that cost the same together; they differ in demand, price, sunk capital."""
        terms, plan = self._terms, self._cloud.plan if self._cloud else None
        peak, mean = self._curve.peak(), self._curve.mean()
        sunk = max((one.existing_years for one in terms.owned.values()), default=0.0)
        alike = not terms.growth and not terms.trend
        price = base = 0.0
        found: list[_Span] = []
        for at, year in enumerate(terms.years()):
            weight = year.share * year.discount
            if found and alike and (found[-1].at >= sunk or at + 1 <= sunk):
                found[-1].weight += weight
                continue
            if plan and (not found or terms.trend):
                price = plan.fixed_at(at, terms.trend)
                base = plan.base(self._curve, price, year.price)
            span = _Span(
                weight,
                at,
                year.demand,
                peak * year.demand,
                mean * year.demand,
                min(1.0, max(0.0, sunk - at)),
                year.price,
                price,
                base * year.demand,
                not plan or at % plan.term_years == 0,
            )
            found.append(span)
        return found

    def kinks(self, place: Purchase) -> set[int]:
        """Give the numbers of servers between which the net present value is a straight line."""
        owned = self._terms.owned[place]
        per_server, levels = owned.gpus_per_server, [gpus for gpus, _ in self._curve.steps]
        found = {owned.existing_servers}
        if owned.operators is None:
            found.add(owned.least_operators * owned.servers_per_operator)
        for demand in {span.demand for span in self._spans}:
            found.update(gpus * demand / per_server for gpus in levels)
        found.update(span.base / per_server for span in self._spans)
        most = self.most(place)
        whole = {end for one in found for end in (floor(one), ceil(one))}
        return {one for one in whole if 1 <= one < most} | {1, max(1, most - 1)}


def _owned(terms: Terms, owned: OwnedTerms) -> _Owned:
    rate, spare = terms.rate, 1 / owned.availability
    running = running_fixed(owned, 1)
    without_people = sum(cost for key, cost in running.items() if key != "people")
    works = annuity(owned.room_works, owned.room_works_years, rate) if owned.room_works else 0.0
    return _Owned(
        owned.gpus_per_server,
        spare * yearly_capital(owned.purchase_price, owned.residual, owned.use_years, rate),
        spare * without_people,
        spare * owned.operator_cost,
        owned.operators,
        owned.least_operators,
        owned.servers_per_operator,
        spare * works,
        owned.per_used_hour * owned.hours_per_year / owned.gpus_per_server,
        owned.existing_servers,
    )


def _cloud(terms: Terms, plan: Plan | None) -> _Cloud | None:
    cloud = terms.cloud
    if plan is None or cloud is None:
        return None
    bill = 1 + cloud.support
    extras = (cloud.storage_per_year + cloud.egress_per_year) * bill
    return _Cloud(plan, terms.hours_per_year * bill, extras, cloud)


MOST_SEARCHED = 20_000
"""Servers up to which every number is tried; beyond, those at which the cost can turn."""


def best_mix(
    values: PresentValues, place: Purchase, *, exact: bool = True, ends: bool = True
) -> int:
    """Give the number of owned servers of the least net present value.

    With *ends*, owning none and owning all count; without, only true mixes. The cost of a second
    site is left out, so the best is never dearer than its ends. The search goes over every number
    if *exact*; else over those at which the cost can turn, which gives the same in less time.
    """
    most = values.most(place)

    def cost(servers: int) -> float:
        return values.of(place, servers, second_site=False)

    every = exact and most <= MOST_SEARCHED
    inner = range(1, most) if every else sorted(one for one in values.kinks(place) if one < most)
    if len(inner) > MOST_TRIED and not every:
        inner = _around_best(inner, cost)
    return min([0, *inner, most] if ends else inner, key=cost)


MOST_TRIED = 600
"""Turning points up to which each is tried: five years of growth have that many.

Beyond, with some tens of years, every n-th is tried first and then all about the best three.
"""


def _around_best(candidates: Sequence[int], cost: Callable[[int], float]) -> list[int]:
    step = len(candidates) // (MOST_TRIED // 4) + 1
    coarse = sorted(range(0, len(candidates), step), key=lambda at: cost(candidates[at]))
    near = {one for at in coarse[:3] for one in candidates[max(0, at - step) : at + step + 1]}
    return sorted(near)
