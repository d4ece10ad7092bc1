"""Load duration curves: in which share of the hours at least so many GPUs are wanted."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, pairwise
from math import exp, inf, lgamma, log
from operator import neg

_PERCENT = 100.0
_SHARES_TOLERANCE_PERCENT = 0.01
_PEAK_TOLERANCE = 1.01
_ROUNDING = 1e-12
_BINS = 100
_HALVINGS = 60
_LEAST_POWER, _MOST_POWER = 1e-9, 1e12

# The exponent a of L(k) = (1 - (k / peak)^a)^b, fitted by benchmarks/fit_curves.py: high where
# demand stays near its mean, low where it swings between nothing and the peak.
_NEUTRAL_EXPONENT = 1.0
# Philly (Microsoft, October to December 2017, CC-BY-4.0): nodes active.
_STEADY_EXPONENT = 7.0
# The others get lower as the mean nears the peak: a = spread x (1 - mean / peak)^2.
_SPREADS = {
    # Helios, virtual cluster "vchbv" (SenseTime, May 2020, CC-BY-4.0): running and pending.
    "daily": 1.7,
    # Tiresias, 60 jobs (2019, Apache-2.0), together with Helios and Supercloud.
    "bursty": 1.6,
    # MIT Supercloud (February and March 2021, MIT license): running, with and without waiting.
    "phased": 1.5,
}
# Means of those traces, as shares of their peaks; beyond, the shape of the nearer end holds.
_FITTED_LOADS = (0.2, 0.45)
# How far unlimited waiting brings demand to its mean, and the hours of waiting, for all of the
# work, that bring it 63 % of that way: first-in-first-out queues replayed on the same traces.
_FLATTENING = {
    "steady": (1.0, 18.0),
    "daily": (0.7, 6.0),
    "bursty": (0.7, 6.0),
    "phased": (0.2, 6.0),
}
_LEAST_FLATTENED = "phased"

PATTERNS = tuple(_FLATTENING)
"""The patterns of demand that have a shape of their own."""


@dataclass(frozen=True, slots=True)
class Curve:
    """Steps (gpus, share of hours): gpus rise from 0 or more, shares above 0 add up to 1."""

    steps: tuple[tuple[float, float], ...]
    _levels: tuple[float, ...] = field(init=False, repr=False, compare=False)
    _load_factors: tuple[float, ...] = field(init=False, repr=False, compare=False)
    _energies: tuple[float, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        levels = tuple(gpus for gpus, _ in self.steps)
        from_top = accumulate(share for _, share in reversed(self.steps))
        factors = (1.0, *reversed(tuple(from_top)[:-1]))
        widths = (high - low for low, high in zip((0.0, *levels), levels, strict=False))
        served = (width * factor for width, factor in zip(widths, factors, strict=True))
        object.__setattr__(self, "_levels", levels)
        object.__setattr__(self, "_load_factors", factors)
        object.__setattr__(self, "_energies", tuple(accumulate(served)))

    def mean(self) -> float:
        """Return the mean number of GPUs wanted."""
        return self._energies[-1]

    def peak(self) -> float:
        """Return the most GPUs wanted at once."""
        return self._levels[-1]

    def load_factor(self, k: float) -> float:
        """Return the share of hours in which at least *k* GPUs are wanted."""
        step = bisect_left(self._levels, k)
        return self._load_factors[step] if step < len(self._levels) else 0.0

    def units(self, load_factor: float) -> float:
        """Return how many GPUs, from the first on, are wanted in at least that share of hours."""
        steps = bisect_right(self._load_factors, -load_factor, key=neg)
        return self._levels[steps - 1] if steps else 0.0

    def energy(self, k: float) -> float:
        """Return the mean number of GPUs that the first *k* units serve."""
        step = bisect_left(self._levels, k)
        if step == len(self._levels):
            return self._energies[-1]
        below, served = (self._levels[step - 1], self._energies[step - 1]) if step else (0.0, 0.0)
        return served + max(k - below, 0.0) * self._load_factors[step]

    def scaled(self, factor: float) -> "Curve":
        """Return the curve of a demand *factor* times as large.

        Raises:
            ValueError: if *factor* is negative or no number.
        """
        if not 0 <= factor < inf:
            raise ValueError(f"a curve cannot be scaled by {factor:g}")
        if factor == 1:
            return self
        return _curve((gpus * factor, share) for gpus, share in self.steps)


def curve_from_steps(steps: Sequence[tuple[float, float]]) -> Curve:
    """Build the curve of *steps* ``(gpus, percent of hours)``, in any order.

    Raises:
        ValueError: if a number is negative or not finite, or the shares do not add up to 100.
    """
    if any(not 0 <= number < inf for step in steps for number in step):
        raise ValueError("a demand curve holds finite numbers of 0 or more")
    total = sum(percent for _, percent in steps)
    if abs(total - _PERCENT) > _SHARES_TOLERANCE_PERCENT:
        raise ValueError(f"the shares of the hours add up to {total:g}, not to 100")
    return _curve((gpus, percent / total) for gpus, percent in steps)


def curve_from_summary(
    *,
    gpus: float,
    utilization_percent: float,
    peak_gpus: float | None = None,
    peak_to_mean: float | None = None,
    pattern: str | None = None,
) -> Curve:
    """Build a curve of the shape of *pattern*, with exactly the mean and the peak stated.

    The mean is *utilization_percent* of *gpus*. The peak is *peak_gpus*; where that is absent,
    *gpus* or the hourly peak, the higher, and the shape ends at the hourly peak where
    *peak_to_mean* gives one: all but the busiest hundredth of a percent of the hours lie below.
    On the traces a stated *peak_gpus* fixes the shape better than the hourly peak beside it,
    which then only has to agree. Without a *pattern* the shape is neutral: a demand whose mean
    is half its peak is as likely to be anywhere between 0 and the peak.

    Raises:
        ValueError: if a figure is out of range or contradicts another.
    """
    mean = gpus * utilization_percent / _PERCENT
    hourly = None if peak_to_mean is None else peak_to_mean * mean
    peak, reach = _ends(gpus, peak_gpus, hourly)
    _check_ranges(gpus, peak, utilization_percent, peak_to_mean)
    if mean > peak * (1 + _ROUNDING):
        raise ValueError(f"the mean in use, {mean:g} GPUs, is above the peak, {peak:g}")
    if hourly is not None and hourly > peak * _PEAK_TOLERANCE:
        raise ValueError(f"the hourly peak, {hourly:g} GPUs, is above the peak, {peak:g}")
    shape = _known(pattern)
    if mean == 0 or mean >= peak * (1 - _ROUNDING):
        return Curve(((mean, 1.0),))
    return curve_of_shape(mean, peak, reach=reach, exponent=_exponent(shape, mean / reach))


def flattened(
    curve: Curve,
    *,
    deferrable_share: float,
    window_hours: float | None,
    pattern: str | None = None,
) -> Curve:
    """Flatten *curve* by the work that may wait, keeping its mean.

    A curve has no order in time, so this is an approximation: every level moves toward the mean
    by the same share, which grows with *deferrable_share* x *window_hours* at the pace of
    *pattern* and cuts the peak by at most *deferrable_share*. Without a window nothing moves;
    without a pattern the least that a trace shows is taken.

    Raises:
        ValueError: if the share is not between 0 and 1, or the window is negative.
    """
    if not 0 <= deferrable_share <= 1:
        raise ValueError(f"the share that can wait is {deferrable_share:g}, not between 0 and 1")
    if not window_hours or not deferrable_share:
        return curve
    if not window_hours > 0:
        raise ValueError(f"work cannot wait {window_hours:g} hours")
    mean, peak = curve.mean(), curve.peak()
    if mean == peak:
        return curve
    most, pace_hours = _FLATTENING[_known(pattern) or _LEAST_FLATTENED]
    moved = most * (1 - exp(-deferrable_share * window_hours / pace_hours))
    moved = min(moved, deferrable_share / (1 - mean / peak))
    return _curve((gpus + moved * (mean - gpus), share) for gpus, share in curve.steps)


@lru_cache(maxsize=16)
def curve_of_shape(mean: float, peak: float, *, reach: float, exponent: float) -> Curve:
    """Build L(k) = (1 - (k / reach)^exponent)^b in steps, with *mean* exact and *peak* on top.

    This is the Kumaraswamy distribution of demand; b follows from the mean. Steps are finer
    toward the peak, and the last one, a ten-thousandth of the hours, is the peak itself.
    """
    edges = [1 - (1 - step / _BINS) ** 2 for step in range(_BINS + 1)]
    below = edges[:-1]
    top = min(1 - below[-1], mean / peak / 2)
    body = [(high - low) / below[-1] for low, high in pairwise(below)]
    target = min((mean - top * peak) / (1 - top) / reach, 1.0)
    power = _power(target, exponent)
    levels = [
        (1 - (1 - (low + high) / 2) ** (1 / power)) ** (1 / exponent)
        for low, high in pairwise(below)
    ]
    levels = _with_mean(target, levels, body)
    steps = zip(levels, body, strict=True)
    return _curve([*((level * reach, share * (1 - top)) for level, share in steps), (peak, top)])


def spread_exponent(spread: float, load: float) -> float:
    """Return the exponent of a pattern whose mean is the share *load* of its peak."""
    low, high = _FITTED_LOADS
    return spread * (1 - min(max(load, low), high)) ** 2


def _curve(steps: Iterable[tuple[float, float]]) -> Curve:
    merged: dict[float, float] = {}
    for gpus, share in sorted(steps):
        if share > 0:
            merged[gpus] = merged.get(gpus, 0.0) + share
    return Curve(tuple(merged.items()))


def _ends(gpus: float, peak_gpus: float | None, hourly: float | None) -> tuple[float, float]:
    if peak_gpus is not None:
        return peak_gpus, peak_gpus
    return (gpus, gpus) if hourly is None else (max(gpus, hourly), hourly)


def _check_ranges(
    gpus: float, peak: float, utilization_percent: float, peak_to_mean: float | None
) -> None:
    for number in gpus, peak:
        if not 0 < number < inf:
            raise ValueError(f"a demand curve needs a number of GPUs above 0, not {number:g}")
    if not 0 <= utilization_percent <= _PERCENT:
        raise ValueError(f"utilization is {utilization_percent:g} %, not between 0 and 100")
    if peak_to_mean is not None and not 1 <= peak_to_mean < inf:
        raise ValueError(f"the peak is {peak_to_mean:g} times the mean, not once or more")


def _known(pattern: str | None) -> str | None:
    if pattern is not None and pattern not in PATTERNS:
        raise ValueError(f"pattern {pattern!r} is none of {', '.join(PATTERNS)}")
    return pattern


def _exponent(pattern: str | None, load: float) -> float:
    if pattern is None:
        return _NEUTRAL_EXPONENT
    if pattern in _SPREADS:
        return spread_exponent(_SPREADS[pattern], load)
    return _STEADY_EXPONENT


def _with_mean(mean: float, levels: list[float], shares: list[float]) -> list[float]:
    """Move *levels* toward 0 or 1, all by the same share, until their mean is *mean*."""
    found = sum(level * share for level, share in zip(levels, shares, strict=True))
    if found >= mean:
        return [level * mean / found for level in levels]
    lift = (mean - found) / (1 - found)
    return [level + (1 - level) * lift for level in levels]


def _power(mean: float, exponent: float) -> float:
    """Solve b for the *mean* of the shape: b B(1 + 1 / exponent, b)."""
    first = 1 + 1 / exponent
    low, high = log(_LEAST_POWER), log(_MOST_POWER)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        power = exp(middle)
        if exp(middle + lgamma(first) + lgamma(power) - lgamma(first + power)) > mean:
            low = middle
        else:
            high = middle
    return exp(low)
