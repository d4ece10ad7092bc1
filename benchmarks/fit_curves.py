"""Compare the shapes of gpucmp.money.curves with real traces, and fit them again.

Run ``python benchmarks/fit_curves.py [FOLDER]``; the folder of the traces is ../shared/traces
beside the repository unless named. An owned GPU costs its break-even load factor an hour of
capacity, a rented one costs 1 an hour used: every other price pair is the same choice.
"""

import csv
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, pairwise
from math import inf
from pathlib import Path

from gpucmp.money.curves import (
    Curve,
    curve_from_steps,
    curve_from_summary,
    curve_of_shape,
    flattened,
    spread_exponent,
)

TRACES = Path(__file__).parents[2] / "shared" / "traces"
BREAK_EVENS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
PERCENT = 100
REQUIRED_PERCENT = 10
MINUTES_PER_HOUR = 60
SECONDS_PER_HOUR = 3600
DEFERRABLE_SHARES = (0.1, 0.25, 0.5, 1.0)
WINDOWS_HOURS = (6, 24, 72, 168)
CAPACITIES = 60


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of a trace that a profile may hold."""

    gpus: float
    peak_gpus: float
    utilization_percent: float
    peak_to_mean: float | None

    def curve(self, pattern: str | None) -> Curve:
        """Build the curve that the figures and *pattern* stand for."""
        return curve_from_summary(
            gpus=self.gpus,
            peak_gpus=self.peak_gpus,
            utilization_percent=self.utilization_percent,
            peak_to_mean=self.peak_to_mean,
            pattern=pattern,
        )


@dataclass(frozen=True, slots=True)
class Trace:
    """One reading of a trace: its measured curve, its figures, the patterns it may be called."""

    name: str
    measured: Curve
    summary: Summary
    patterns: tuple[str, ...]
    hourly: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Mix:
    """So many owned GPUs and the cost an hour, in rented GPU-hours."""

    owned: int
    cost: float


def cost(curve: Curve, owned: float, break_even: float) -> float:
    """Return the cost an hour of *owned* GPUs and of renting the rest of *curve*."""
    return break_even * owned + curve.mean() - curve.energy(owned)


def best_mix(curve: Curve, break_even: float) -> Mix:
    """Own every whole GPU whose load factor reaches *break_even*."""
    low, high = 0, int(curve.peak()) + 1
    while low < high:
        middle = (low + high + 1) // 2
        if curve.energy(middle) - curve.energy(middle - 1) >= break_even:
            low = middle
        else:
            high = middle - 1
    return Mix(low, cost(curve, low, break_even))


def differences(measured: Curve, summary: Curve) -> Iterator[tuple[Mix, Mix, float, float]]:
    """Yield both mixes at each break-even, and by how many percent the second is off.

    First the total of the summary's mix against the measured total; then the cost of the
    summary's owned GPUs under the measured demand against the measured total.
    """
    for break_even in BREAK_EVENS:
        right = best_mix(measured, break_even)
        guess = best_mix(summary, break_even)
        played = cost(measured, guess.owned, break_even)
        yield (
            right,
            guess,
            PERCENT * (guess.cost / right.cost - 1),
            PERCENT * (played / right.cost - 1),
        )


def worst(measured: Curve, summary: Curve) -> float:
    """Return the largest difference of *summary* from *measured*, in percent."""
    return max(max(abs(total), played) for _, _, total, played in differences(measured, summary))


def read_traces(folder: Path) -> tuple[Trace, ...]:
    """Read every trace in each way that its columns can be read."""
    return (
        *read_helios(folder / "earth_vchbv_sequence_1min.csv"),
        read_philly(folder / "philly_node_sequence.csv"),
        *read_supercloud(folder / "slurm_log_gpu_rows.csv"),
        read_tiresias(folder / "60_job.csv"),
    )


def read_helios(path: Path) -> Iterator[Trace]:
    """Read Helios: demand is running plus pending; running alone; and figures of both mixed."""
    rows = _rows(path)
    running = [int(row["running_gpu_num"]) for row in rows]
    wanted = [int(row["pending_gpu_num"]) + now for row, now in zip(rows, running, strict=True)]
    capacity = float(rows[0]["total_gpu_num"])
    patterns = ("daily", "bursty")
    demand = _of_minutes("Helios vchbv, running + pending", wanted, capacity, patterns)
    yield demand
    alone = _of_minutes("Helios vchbv, running", running, capacity, patterns)
    yield alone
    mixed = Summary(
        capacity,
        demand.summary.peak_gpus,
        alone.summary.utilization_percent,
        alone.summary.peak_to_mean,
    )
    yield Trace("Helios vchbv, allocation and wanted peak", demand.measured, mixed, patterns)


def read_philly(path: Path) -> Trace:
    """Read Philly: nodes active; the capacity is the mean of a total that varies."""
    rows = _rows(path)
    total = sum(int(row["total"]) for row in rows) / len(rows)
    return _of_minutes("Philly", [int(row["active"]) for row in rows], total, ("steady",))


def read_supercloud(path: Path) -> Iterator[Trace]:
    """Read the Supercloud jobs, running and with waiting; its capacity is unknown: the peak."""
    rows = _rows(path)
    for name, start in (("running", "time_start"), ("waiting + running", "time_submit")):
        jobs = [
            (int(row[start]), int(row["time_end"]), _gpus_of(row["tres_alloc"])) for row in rows
        ]
        yield _of_jobs(f"MIT Supercloud, {name}", jobs, ("phased", "bursty"))


def read_tiresias(path: Path) -> Trace:
    """Read the 60 jobs as if each started when submitted; under a day, no hourly peak is told."""
    jobs = [
        (start, start + int(row["duration"]), int(row["num_gpu"]))
        for row in _rows(path)
        for start in (int(row["submit_time"]),)
    ]
    return _of_jobs("Tiresias 60 jobs", jobs, ("bursty",))


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def _gpus_of(tres: str) -> int:
    pairs = (entry.split("=") for entry in tres.split(",") if entry)
    return sum(int(count) for number, count in pairs if number in {"1001", "1002"})


def _of_minutes(
    name: str, minutes: list[int], capacity: float, patterns: tuple[str, ...]
) -> Trace:
    slices = (
        minutes[start : start + MINUTES_PER_HOUR]
        for start in range(0, len(minutes), MINUTES_PER_HOUR)
    )
    hourly = tuple(sum(part) / len(part) for part in slices)
    return _trace(name, ((level, 1) for level in minutes), capacity, hourly, patterns)


def _of_jobs(name: str, jobs: list[tuple[int, int, int]], patterns: tuple[str, ...]) -> Trace:
    changes = sorted(
        [(start, gpus) for start, _, gpus in jobs] + [(end, -gpus) for _, end, gpus in jobs]
    )
    levels = accumulate(change for _, change in changes)
    spans = [
        (begin, end, level)
        for ((begin, _), (end, _)), level in zip(pairwise(changes), levels, strict=False)
        if end > begin
    ]
    hourly = tuple(_hourly(spans)) if spans[-1][1] - spans[0][0] > 24 * SECONDS_PER_HOUR else ()
    peak = max(level for _, _, level in spans)
    weighted = ((level, end - begin) for begin, end, level in spans)
    return _trace(name, weighted, float(peak), hourly, patterns)


def _hourly(spans: list[tuple[int, int, int]]) -> list[float]:
    origin = spans[0][0]
    sums = [0.0] * ((spans[-1][1] - origin - 1) // SECONDS_PER_HOUR + 1)
    for begin, end, level in spans:
        now = begin - origin
        while now < end - origin:
            hour = now // SECONDS_PER_HOUR
            until = min(end - origin, (hour + 1) * SECONDS_PER_HOUR)
            sums[hour] += (until - now) * level / SECONDS_PER_HOUR
            now = until
    return sums


def _trace(
    name: str,
    weighted: Iterable[tuple[int, int]],
    capacity: float,
    hourly: tuple[float, ...],
    patterns: tuple[str, ...],
) -> Trace:
    weights: dict[int, int] = {}
    for level, weight in weighted:
        weights[level] = weights.get(level, 0) + weight
    total = sum(weights.values())
    measured = curve_from_steps(
        [(level, PERCENT * weight / total) for level, weight in weights.items()]
    )
    mean = measured.mean()
    summary = Summary(
        gpus=capacity,
        peak_gpus=measured.peak(),
        utilization_percent=PERCENT * mean / capacity,
        peak_to_mean=max(hourly) / mean if hourly else None,
    )
    return Trace(name, measured, summary, patterns, hourly)


def report_mix(trace: Trace, pattern: str | None) -> None:
    """Print the mixes of one trace from the measured and from the summary curve."""
    figures = trace.summary
    hourly = "-" if figures.peak_to_mean is None else f"{figures.peak_to_mean:.4f}"
    print(
        f"\n{trace.name}: {figures.gpus:.1f} GPUs, peak {figures.peak_gpus:g},"
        f" {figures.utilization_percent:.3f} % used, hourly peak/mean {hourly},"
        f" pattern {pattern or 'unknown'}"
    )
    print("  break-even  owned measured/summary  cost measured/summary  total off %  played off %")
    for break_even, (right, guess, total, played) in zip(
        BREAK_EVENS, differences(trace.measured, figures.curve(pattern)), strict=True
    ):
        print(
            f"  {break_even:10.1f}  {right.owned:14d}/{guess.owned:<7d}"
            f"  {right.cost:12.2f}/{guess.cost:<8.2f}  {total:11.1f}  {played:12.1f}"
        )


def report_fit(traces: tuple[Trace, ...]) -> None:
    """Print, for each pattern, the parameter whose worst difference on its traces is least."""
    print("\nFit: pattern, best parameter, its worst difference in percent over the traces")
    spreads = [step / 20 for step in range(10, 61)]
    exponents = [step / 2 for step in range(1, 25)]
    for pattern in ("daily", "bursty", "phased"):
        chosen = [trace for trace in traces if pattern in trace.patterns]
        scores = {one: _worst_of(chosen, partial(spread_exponent, one)) for one in spreads}
        _print_fit(f"{pattern} spread", scores)
    for name, patterns in (("steady", {"steady"}), ("unknown", {"steady", "bursty"})):
        chosen = [trace for trace in traces if patterns.intersection(trace.patterns)]
        scores = {one: _worst_of(chosen, partial(_constant, one)) for one in exponents}
        _print_fit(f"{name} exponent", scores)


def _constant(exponent: float, _load: float) -> float:
    return exponent


def _worst_of(traces: list[Trace], exponent: Callable[[float], float]) -> float:
    found = 0.0
    for trace in traces:
        peak = trace.summary.peak_gpus
        mean = trace.summary.gpus * trace.summary.utilization_percent / PERCENT
        shape = curve_of_shape(mean, peak, reach=peak, exponent=exponent(mean / peak))
        found = max(found, worst(trace.measured, shape))
    return found


def _print_fit(name: str, scores: dict[float, float]) -> None:
    best = min(scores, key=scores.__getitem__)
    within = [one for one, score in scores.items() if score < REQUIRED_PERCENT]
    span = f"{min(within):g} to {max(within):g}" if within else "none"
    print(f"  {name:18} {best:5g}  {scores[best]:5.1f} %   below {REQUIRED_PERCENT} %: {span}")


def report_flattening(traces: tuple[Trace, ...]) -> None:
    """Print how far flattened curves are from deferrable queues replayed in order of time."""
    print("\nDeferring: worst difference of the optimal total from a replayed queue, in percent")
    for trace in traces:
        if not trace.hourly:
            continue
        hours = len(trace.hourly)
        curve = curve_from_steps([(level, PERCENT / hours) for level in trace.hourly])
        for share in DEFERRABLE_SHARES:
            cells = []
            for window in WINDOWS_HOURS:
                guess = flattened(
                    curve,
                    deferrable_share=share,
                    window_hours=window,
                    pattern=trace.patterns[0],
                )
                off = list(_deferring_differences(trace.hourly, share, window, guess))
                cells.append(f"{window:4d} h {min(off):+6.1f} {max(off):+6.1f}")
            print(f"  {trace.name:32} {PERCENT * share:3.0f} % may wait  {'  '.join(cells)}")


def _deferring_differences(
    hourly: tuple[float, ...], share: float, window: int, guess: Curve
) -> Iterator[float]:
    mean, peak = sum(hourly) / len(hourly), max(hourly)
    owned = [peak * step / CAPACITIES for step in range(CAPACITIES + 1)]
    served = [_served(hourly, share, window, capacity) for capacity in owned]
    for break_even in BREAK_EVENS:
        replayed = min(
            break_even * capacity + mean - energy
            for capacity, energy in zip(owned, served, strict=True)
        )
        planned = min(cost(guess, capacity, break_even) for capacity in owned)
        yield PERCENT * (planned / replayed - 1)


def _served(hourly: tuple[float, ...], share: float, window: int, capacity: float) -> float:
    queue: deque[list[float]] = deque()
    served = 0.0
    for hour, wanted in enumerate(hourly):
        firm = min((1 - share) * wanted, capacity)
        free = capacity - firm
        served += firm
        queue.append([hour + window, share * wanted])
        while queue and free > 0:
            taken = min(free, queue[0][1])
            queue[0][1] -= taken
            free -= taken
            served += taken
            if queue[0][1] <= 0:
                queue.popleft()
        while queue and queue[0][0] <= hour:
            queue.popleft()
    return served / len(hourly)


def main() -> None:
    """Print the comparison, the fit, and the check of deferring."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else TRACES
    traces = read_traces(folder)
    largest = (-inf, "")
    for trace in traces:
        for pattern in (*trace.patterns, None):
            report_mix(trace, pattern)
            if pattern:
                off = worst(trace.measured, trace.summary.curve(pattern))
                largest = max(largest, (off, f"{trace.name}, {pattern}"))
    print(f"\nLargest difference where the pattern is known: {largest[0]:.1f} % ({largest[1]})")
    report_fit(traces)
    report_flattening(traces)


if __name__ == "__main__":
    main()
