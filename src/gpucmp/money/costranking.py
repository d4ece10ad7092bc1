"""Which of the costed ways is the cheapest of its side, and which of all."""

from gpucmp.money.costreport import CostOption, Costs
from gpucmp.options import Option

MIX = "mix"
SAME = 1e-9
"""Costs that differ by less, as a share, are equal: sums of the same parts in another order."""


def best_options(costs: Costs) -> dict[Option, CostOption]:
    """Give the cheapest way of each option by net present value, cheapest option first.

    Of the cloud that is the cheapest mix, under the name of the one way it consists of, if so:
    spot alone may cost less, but holds only work that may be interrupted.
    """
    found: dict[Option, CostOption] = {}
    for option in Option:
        ways = [one for one in costs.options if one.option is option]
        mix = next((one for one in ways if one.purchase == MIX), None)
        if mix is not None:
            ways = [one for one in ways if one is not mix and _equal(one, mix)] or [mix]
        if ways:
            found[option] = min(ways, key=_npv)
    return dict(sorted(found.items(), key=lambda one: one[1].npv))


def shown_options(costs: Costs) -> tuple[CostOption, ...]:
    """Leave out the mix where it is nothing but one of the ways beside it."""
    best = best_options(costs).get(Option.CLOUD)
    single = best is not None and best.purchase != MIX
    return tuple(one for one in costs.options if not (single and one.purchase == MIX))


def _equal(one: CostOption, other: CostOption) -> bool:
    return abs(one.npv - other.npv) <= SAME * abs(other.npv)


def _npv(one: CostOption) -> float:
    return one.npv
