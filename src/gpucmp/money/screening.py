"""Screening curves: each way of buying as a line over the load factor, and their envelope."""

from collections.abc import Sequence
from typing import NamedTuple

from gpucmp.money.costs import Terms, owned_year
from gpucmp.money.portfolios import most_servers
from gpucmp.money.renting import FIXED, over_term
from gpucmp.options import Purchase


class Line(NamedTuple):
    """Cost per GPU-hour of capacity at load factor u: fixed + variable x u."""

    purchase: Purchase
    fixed: float
    variable: float

    def at(self, load_factor: float) -> float:
        """Give the cost per GPU-hour of capacity."""
        return self.fixed + self.variable * load_factor


class Turn(NamedTuple):
    """A load factor at which the cheapest line changes."""

    below: Purchase
    above: Purchase
    load_factor: float


def screening_lines(terms: Terms) -> tuple[Line, ...]:
    """Draw every way of buying in the first year; owned servers at the size of owning all.

    What renting costs beside the GPUs (storage, egress, people) hangs on no hour and is left out,
    and so is spot unless all the work may be interrupted.
    """
    found = []
    for place, owned in terms.owned.items():
        servers = most_servers(terms, owned)
        parts = owned_year(owned, servers, 0.0, rate=terms.rate, at=0)
        capacity = servers * owned.gpus_per_server * terms.hours_per_year
        variable = owned.per_used_hour / owned.gpus_per_server
        found.append(Line(place, sum(parts.values()) / capacity, variable))
    if terms.cloud:
        bill = 1 + terms.cloud.support
        for purchase, price in terms.cloud.prices.items():
            if not terms.cloud.serves_all(purchase):
                continue
            if purchase in FIXED:
                term = over_term(purchase, terms.horizon_months / 12)
                found.append(Line(purchase, price * term * bill, 0.0))
            else:
                found.append(Line(purchase, 0.0, terms.cloud.per_used_hour(purchase) * bill))
    return tuple(found)


def corners(lines: Sequence[Line]) -> tuple[Turn, ...]:
    """Walk along the lower envelope from load factor 0 to 1."""
    found = []
    at = 0.0
    current = min(lines, key=lambda line: (line.fixed, line.variable), default=None)
    while current is not None:
        crossings = [
            ((line.fixed - current.fixed) / (current.variable - line.variable), line)
            for line in lines
            if line.variable < current.variable
        ]
        ahead = [one for one in crossings if at <= one[0] <= 1]
        if not ahead:
            break
        at, following = min(ahead, key=lambda one: (one[0], one[1].variable))
        found.append(Turn(current.purchase, following.purchase, at))
        current = following
    return tuple(found)
