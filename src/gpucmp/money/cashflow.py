"""Cash: what a portfolio pays in which month, and when one has paid less than another."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import NamedTuple

from gpucmp.money.costs import ROUNDING, OwnedTerms, Terms
from gpucmp.money.portfolios import held_servers, lots, year_parts
from gpucmp.options import Purchase

PURCHASES = ("capital", "room_works")
"""Parts of a year that are paid when something is bought."""


class Cash(NamedTuple):
    """What is paid in one month: at its start, and evenly over it."""

    upfront: float
    running: float
    length: float
    """Part of the month that lies in the horizon."""


def cash(terms: Terms, place: Purchase | None, servers: int) -> Iterator[Cash]:
    """Give the cash of a portfolio, month by month; what is worn out is sold and bought again.

    Raises:
        ValueError: Something must be rented, and no cloud price is known.
    """
    fleet = _Fleet(terms.owned[place]) if place is not None else None
    found = lots(terms, place, servers)
    yearly = [year_parts(terms, place, lot, 0.0, second_site=True) for lot in found]
    running = [
        sum(cost for key, cost in parts.items() if key not in PURCHASES) for parts in yearly
    ]
    for month in range(ceil(terms.horizon_months - ROUNDING)):
        lot = found[month // 12]
        upfront = fleet.pay(month, lot.servers) if fleet and lot.servers else 0.0
        length = min(1.0, terms.horizon_months - month)
        yield Cash(upfront, running[lot.at] / 12 * length, length)


def first_purchase(terms: Terms, place: Purchase, servers: int) -> float:
    """Give what is paid at the start to own at most *servers*: those of the first year."""
    first = held_servers(terms, place, servers)[0]
    return _Fleet(terms.owned[place]).pay(0, first) if first else 0.0


@dataclass(slots=True)
class _Fleet:
    """Servers by the month in which they are worn out."""

    owned: OwnedTerms
    bought: list[tuple[float, float]] = field(default_factory=list)
    works_until: float = 0.0

    def pay(self, month: int, servers: int) -> float:
        """Buy what is needed to run *servers* in *month*, and give what that costs."""
        owned = self.owned
        life = owned.use_years * 12
        sold = sum(count for until, count in self.bought if until <= month + ROUNDING)
        self.bought = [one for one in self.bought if one[0] > month + ROUNDING]
        sunk = owned.existing_servers if owned.existing_years * 12 > month + ROUNDING else 0.0
        short = max(0.0, servers - sunk - sum(count for _, count in self.bought))
        paid = short * owned.purchase_price - sold * owned.residual
        if short:
            self.bought.append((month + life, short))
        if self.works_until <= month + ROUNDING:
            paid += owned.room_works
            self.works_until = month + owned.room_works_years * 12
        return paid


def cumulative(flow: Iterable[Cash]) -> tuple[float, ...]:
    """Add up cash: what has been paid at the start, and at the end of each month."""
    paid: list[float] = []
    total = 0.0
    for month in flow:
        total += month.upfront
        if not paid:
            paid.append(total)
        total += month.running
        paid.append(total)
    return tuple(paid)


def payback_months(owned: Iterable[Cash], rented: Iterable[Cash]) -> float | None:
    """Give the month, fractional, in which *owned* has paid no more than *rented*."""
    behind = 0.0
    for month, (own, rent) in enumerate(zip(owned, rented, strict=True)):
        start = behind + own.upfront - rent.upfront
        gain = rent.running - own.running
        if start < 0 or start == 0 <= gain:
            return float(month)
        if 0 < start <= gain:
            return month + own.length * start / gain
        behind = start - gain
    return None


def crossing_month(owned: Sequence[float], rented: Sequence[float]) -> int | None:
    """Give the first month at whose end *owned* has paid less; both are cumulative."""
    months = enumerate(zip(owned, rented, strict=True))
    return next((at for at, (own, rent) in months if at and own < rent), None)
