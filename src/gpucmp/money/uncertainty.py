"""What the ranges of the numbers do to the costs: seeded draws, and one number at a time."""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gpucmp.money.costfigures import Figure, Inputs
from gpucmp.money.costing import Costing, Left, sides
from gpucmp.money.costinputs import NEEDED, SHAPE
from gpucmp.money.costreport import Spread, Swing, Uncertainty
from gpucmp.money.costs import Terms
from gpucmp.money.costterms import curve_of, terms_of
from gpucmp.money.curves import Curve
from gpucmp.money.portfolios import limited
from gpucmp.money.presentvalue import PresentValues
from gpucmp.money.renting import best_plan, plan_with
from gpucmp.options import OWNED_PURCHASES, Option, Purchase

CURVE_INPUTS = (*NEEDED[:2], *SHAPE)
"""The figures that the load duration curve is drawn from, unless it is measured."""
LEVELS = 64
"""Load duration curves drawn for an uncertain demand."""
MOST_SWINGS = 8
PERCENTILES = (0.1, 0.5, 0.9)


def simulate(found: Costing, left: Left, *, draws: int, seed: int) -> Uncertainty | None:
    """Draw every uncertain number from a triangle over its range; None where nothing is costed.

    The same seed gives the same draws. What is decided beforehand is the same in all of them: the
    place of owned servers, how many of them a hybrid has, and for how long a base is reserved, all
    of them best at the likely numbers. The curve of demand is one of ``LEVELS``; every other
    number is drawn continuously.
    """
    if found.terms is None:
        return None
    source = random.Random(seed)
    trial = _Trial(found.inputs, found.terms, left)
    demands = _demands(found, source)
    triangles = [_Triangle(one) for one in _drawn(found.inputs)]
    likely = found.inputs.values()
    costs: dict[Option, list[float]] = {option: [] for option in Option}
    wins = dict.fromkeys(Option, 0)
    for _ in range(draws):
        drawn, curve = demands[int(source.random() * len(demands))]
        values = {**likely, **drawn}
        for one in triangles:
            values[one.path] = one.at(source.random())
        by_option = trial.costs(values, curve)
        for option, cost in by_option.items():
            costs[option].append(cost)
        if by_option:
            wins[min(by_option, key=by_option.__getitem__)] += 1
    spreads = tuple(
        Spread(option, *_percentiles(costs[option]), 100 * wins[option] / draws)
        for option in Option
        if costs[option]
    )
    return Uncertainty(seed, draws, spreads, _tornado(found, trial))


def _uncertain(inputs: Inputs) -> Iterator[Figure]:
    """Give the figures with a range; a measured curve leaves nothing of its own uncertain."""
    for one in inputs.figures.values():
        if one.low < one.high and not (inputs.curve_steps and one.path in CURVE_INPUTS):
            yield one


def _drawn(inputs: Inputs) -> Iterator[Figure]:
    return (one for one in _uncertain(inputs) if one.path not in CURVE_INPUTS)


class _Triangle:
    """A triangular distribution over the range of a figure."""

    __slots__ = ("_high", "_low", "_rise", "_spread", "_turn", "path")

    def __init__(self, figure: Figure) -> None:
        width = figure.high - figure.low
        self.path = figure.path
        self._low, self._high = figure.low, figure.high
        self._turn = (figure.likely - figure.low) / width
        self._rise = width * (figure.likely - figure.low)
        self._spread = width * (figure.high - figure.likely)

    def at(self, chance: float) -> float:
        """Give the number below which a draw falls with *chance*."""
        if chance < self._turn:
            return float(self._low + (chance * self._rise) ** 0.5)
        return float(self._high - ((1 - chance) * self._spread) ** 0.5)


def _demands(found: Costing, source: random.Random) -> list[tuple[Mapping[str, float], Curve]]:
    """Draw curves of demand: each number once in each of as many equal chances as there are.

    Where the numbers of one contradict each other it is left out; the likely ones never do.
    """
    inputs = found.inputs
    ranged = [_Triangle(one) for one in _uncertain(inputs) if one.path in CURVE_INPUTS]
    likely = inputs.values()
    curves: list[tuple[Mapping[str, float], Curve]] = []
    columns = []
    for one in ranged:
        chances = [(level + 0.5) / LEVELS for level in range(LEVELS)]
        source.shuffle(chances)
        columns.append([(one.path, one.at(chance)) for chance in chances])
    for row in zip(*columns, strict=True):
        drawn = dict(row)
        try:
            curves.append((drawn, curve_of(inputs, {**likely, **drawn})))
        except ValueError:
            continue
    return curves or [({}, curve_of(inputs, likely))]


class _Way(NamedTuple):
    """How an option rents: the ways that it may choose from by use, and the one of its base."""

    purchases: frozenset[Purchase]
    fixed: Purchase | None

    def worth(self, terms: Terms) -> PresentValues:
        """Give the net present values of renting that way."""
        if terms.cloud and not self.purchases.issuperset(terms.cloud.prices):
            terms = limited(terms, (*OWNED_PURCHASES, *self.purchases))
        years = terms.horizon_months / 12
        plan = plan_with(terms.cloud, years, self.fixed) if terms.cloud else None
        return PresentValues(terms, plan)


def _way(terms: Terms, purchases: Sequence[Purchase]) -> _Way | None:
    plan = best_plan(limited(terms, purchases))
    return _Way(frozenset(purchases) - {*OWNED_PURCHASES}, plan.fixed) if plan else None


class _Trial:
    """Costs the options, as they are decided at the likely numbers, at other numbers."""

    def __init__(self, inputs: Inputs, terms: Terms, left: Left) -> None:
        best = sides(terms, left, exact=False)
        self._place = best.place if best.owned is not None else None
        self._hybrid, self._servers = best.hybrid_place, best.hybrid_servers
        decided = dict.fromkeys((self._place, self._hybrid))
        places = tuple(one for one in decided if one is not None)
        self._inputs = inputs._replace(places=places)
        self._cloud, self._both = (
            _way(terms, left[option]) for option in (Option.CLOUD, Option.HYBRID)
        )

    def costs(self, values: Mapping[str, float], curve: Curve) -> dict[Option, float]:
        """Give the net present value of each option."""
        terms = terms_of(self._inputs, values, curve)
        worth = self._cloud.worth(terms) if self._cloud else PresentValues(terms)
        found: dict[Option, float] = {}
        if self._place is not None:
            found[Option.SELF_HOSTED] = worth.of(self._place, worth.most(self._place))
        if self._cloud is not None:
            found[Option.CLOUD] = worth.of(None, 0)
        if self._hybrid is not None and self._both is not None:
            both = worth if self._both == self._cloud else self._both.worth(terms)
            found[Option.HYBRID] = both.of(self._hybrid, self._servers)
        return found


def _percentiles(costs: Sequence[float]) -> tuple[float, float, float]:
    ordered = sorted(costs)
    low, middle, high = (ordered[round(share * (len(ordered) - 1))] for share in PERCENTILES)
    return low, middle, high


def _tornado(found: Costing, trial: _Trial) -> tuple[Swing, ...]:
    """Move one number at a time to its ends, the others likely."""
    swings = []
    for one in _uncertain(found.inputs):
        low, high = (_difference(found, trial, one.path, at) for at in (one.low, one.high))
        if low is not None and high is not None and low != high:
            swings.append(Swing(one.path, one.low, one.high, low, high))
    swings.sort(key=lambda swing: (-abs(swing.at_high - swing.at_low), swing.path))
    return tuple(swings[:MOST_SWINGS])


def _difference(found: Costing, trial: _Trial, path: str, value: float) -> float | None:
    """Give owned minus cloud with one number changed; None where there is nothing to compare."""
    values = {**found.inputs.values(), path: value}
    try:
        curve = curve_of(found.inputs, values)
    except ValueError:
        return None
    if curve.mean() <= 0:
        return None
    costs = trial.costs(values, curve)
    if Option.SELF_HOSTED not in costs or Option.CLOUD not in costs:
        return None
    return costs[Option.SELF_HOSTED] - costs[Option.CLOUD]
