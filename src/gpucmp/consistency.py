"""What the facts of one profile say against each other."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from gpucmp.facts import Facts, FactValue
from gpucmp.profile import Profile

MOST_DIFFERENCE_PERCENT = 1.0
"""How far figures that follow from a demand curve may lie from the stated ones."""
ROUNDING = 1e-9
"""How far computed figures may lie apart, as a share, and be the same."""
ALL = 100
"""Percent."""
EGRESS_TIERS = "prices.cloud.egress_per_gb"


class Contradiction(NamedTuple):
    """Facts that cannot hold together, the one to look at, and what would mend it."""

    path: str
    message: str
    hint: str = ""
    absent: str = ""
    """The fact whose absence makes the contradiction, where one does."""


def contradictions(profile: Profile) -> tuple[Contradiction, ...]:
    """Find every contradiction between the facts of *profile*."""
    return (
        *contradictions_in(profile.facts),
        *_disordered_ranges(profile),
        *_disordered_prices("prices", profile.stated.get("prices")),
    )


def contradictions_in(facts: Facts) -> tuple[Contradiction, ...]:
    """Find every contradiction between *facts*."""
    return tuple(found for check in _CHECKS for found in check(facts))


def _share_for_percent(facts: Facts) -> Iterator[Contradiction]:
    value = facts.get("demand.utilization_percent")
    if isinstance(value, int | float) and 0 < value < 1:
        yield Contradiction(
            "demand.utilization_percent",
            f"{value:g} reads as a share, but the field is in percent",
            f"write {value * 100:g}; below 1 %, write 1 or 0",
        )


def _sensitive_without_place(facts: Facts) -> Iterator[Contradiction]:
    if "compliance.sensitive_percent" not in facts:
        return
    match facts.get("compliance.data_must_stay"):
        case None:
            yield Contradiction(
                "compliance.sensitive_percent",
                "sensitive_percent says nothing without data_must_stay",
                "add data_must_stay: nowhere, country, or own-domain",
                "compliance.data_must_stay",
            )
        case "nowhere" if facts["compliance.sensitive_percent"] != 0:
            yield Contradiction(
                "compliance.sensitive_percent",
                "part of the work is restricted, but data_must_stay is nowhere",
                "say country or own-domain, or make sensitive_percent 0",
            )


def _separable_whole(facts: Facts) -> Iterator[Contradiction]:
    share = facts.get("compliance.sensitive_percent")
    if facts.get("compliance.sensitive_separable") is True and share == ALL:
        yield Contradiction(
            "compliance.sensitive_separable",
            "nothing is left to separate where sensitive_percent is 100",
            "make sensitive_separable false, or sensitive_percent less than 100",
        )


def _mean_above_peak(facts: Facts) -> Iterator[Contradiction]:
    gpus, peak, share = _numbers(
        facts, "demand.gpus", "demand.peak_gpus", "demand.utilization_percent"
    )
    if gpus is None or peak is None or share is None:
        return
    mean = gpus * share / 100
    if mean > peak * (1 + ROUNDING):
        yield Contradiction(
            "demand.peak_gpus",
            f"the mean in use, {mean:g} GPUs, is above the peak, {peak:g}",
            "peak_gpus is the most wanted at once; check gpus and utilization_percent too",
        )


def _hourly_peak_above_peak(facts: Facts) -> Iterator[Contradiction]:
    gpus, peak, share, ratio = _numbers(
        facts,
        "demand.gpus",
        "demand.peak_gpus",
        "demand.utilization_percent",
        "demand.peak_to_mean",
    )
    if gpus is None or peak is None or share is None or ratio is None:
        return
    hourly = ratio * gpus * share / 100
    if hourly > peak * (1 + MOST_DIFFERENCE_PERCENT / 100):
        yield Contradiction(
            "demand.peak_to_mean",
            f"the busiest hour wants {hourly:g} GPUs, more than the peak, {peak:g}",
            "peak_to_mean is the busiest hour / the mean; check peak_gpus too",
        )


def _needs(path: str, other: str) -> Callable[[Facts], Iterator[Contradiction]]:
    def check(facts: Facts) -> Iterator[Contradiction]:
        if path in facts and other not in facts:
            field = other.rpartition(".")[2]
            message = f"{path.rpartition('.')[2]} says nothing without {field}"
            yield Contradiction(path, message, f"add {field}", other)

    return check


def _end_of_life_of_nothing(facts: Facts) -> Iterator[Contradiction]:
    path = "hardware.existing_end_of_life_months"
    if path in facts and facts.get("hardware.existing_gpus") == 0:
        yield Contradiction(path, "no GPUs are owned, so none reach their end of life")


def _refit_of_liquid(facts: Facts) -> Iterator[Contradiction]:
    path = "facility.liquid_refit_possible"
    if facts.get(path) is False and facts.get("facility.cooling") == "liquid":
        yield Contradiction(
            path, "the room is liquid-cooled already", "leave liquid_refit_possible out"
        )


def _curve(facts: Facts) -> Iterator[Contradiction]:
    curve = facts.get("demand.curve")
    if not isinstance(curve, tuple):
        return
    steps = [one for one in curve if isinstance(one, tuple)]
    path = "demand.curve"
    if any(gpus < 0 or share < 0 for gpus, share in steps):
        yield Contradiction(path, "a curve holds no negative numbers")
        return
    total = sum(share for _, share in steps)
    if abs(total - 100) > MOST_DIFFERENCE_PERCENT / 100:
        yield Contradiction(
            path, f"the shares of the hours add up to {total:g}, not to 100", "each is in percent"
        )
        return
    peak = max(gpus for gpus, _ in steps)
    mean = sum(gpus * share for gpus, share in steps) / 100
    yield from _against_curve(facts, "demand.peak_gpus", peak)
    (capacity,) = _numbers(facts, "demand.gpus")
    if capacity:
        yield from _against_curve(facts, "demand.utilization_percent", 100 * mean / capacity)


def _against_curve(facts: Facts, path: str, figure: float) -> Iterator[Contradiction]:
    (stated,) = _numbers(facts, path)
    if stated is not None and abs(stated - figure) > MOST_DIFFERENCE_PERCENT / 100 * figure:
        yield Contradiction(
            path, f"{stated:g} is stated, but the curve gives {figure:g}", "leave one of them out"
        )


def _disordered_ranges(profile: Profile) -> Iterator[Contradiction]:
    for path, found in profile.ranges.items():
        yield from _disordered(path, found)


def _disordered(path: str, found: Sequence[float]) -> Iterator[Contradiction]:
    low, likely, high = found
    if not low <= likely <= high:
        yield Contradiction(
            path,
            f"[{low:g}, {likely:g}, {high:g}] is not in order",
            "a range is [low, likely, high]",
        )


def _disordered_prices(path: str, stated: object) -> Iterator[Contradiction]:
    """Find ranges and tiers of stated prices that are not in order."""
    if isinstance(stated, Mapping):
        for name, inner in stated.items():
            yield from _disordered_prices(f"{path}.{name}", inner)
    elif isinstance(stated, list) and path == EGRESS_TIERS:
        yield from _disordered_tiers(path, stated)
    elif isinstance(stated, list) and all(isinstance(one, int | float) for one in stated):
        yield from _disordered(path, stated)


def _disordered_tiers(
    path: str, tiers: Sequence[Sequence[float | None]]
) -> Iterator[Contradiction]:
    ends = [tier[0] for tier in tiers]
    known = [end for end in ends if end is not None]
    if ends != [*known, None] or any(low >= high for low, high in pairwise([0, *known])):
        yield Contradiction(
            path,
            "the tiers do not rise to one without an end, so that some volume has no price",
            "as [[10240, 0.09], [51200, 0.085], [null, 0.05]]",
        )


def _numbers(facts: Facts, *paths: str) -> tuple[float | None, ...]:
    return tuple(map(_number, map(facts.get, paths)))


def _number(value: FactValue | None) -> float | None:
    return value if isinstance(value, int | float) else None


_CHECKS: tuple[Callable[[Facts], Iterator[Contradiction]], ...] = (
    _share_for_percent,
    _sensitive_without_place,
    _separable_whole,
    _mean_above_peak,
    _hourly_peak_above_peak,
    _needs("hardware.existing_end_of_life_months", "hardware.existing_gpus"),
    _end_of_life_of_nothing,
    _needs("demand.deferrable_hours", "demand.deferrable_percent"),
    _needs("demand.utilization_kind", "demand.utilization_percent"),
    _refit_of_liquid,
    _curve,
)
