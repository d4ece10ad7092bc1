import pytest

from benchmarks.fit_curves import BREAK_EVENS, TRACES, best_mix, cost, read_traces, worst
from gpucmp.money.curves import (
    PATTERNS,
    Curve,
    curve_from_steps,
    curve_from_summary,
    flattened,
)

SYNTHETIC = [(10.0, 50.0), (20.0, 30.0), (40.0, 20.0)]

MOST_DIFFERENCE_PERCENT = 10

# Real traces cut to 40 levels, each the mean of a fortieth of the hours; the figures are those of
# the whole trace.
# Helios, virtual cluster "vchbv" (SenseTime, May 2020, CC-BY-4.0): running and pending.
HELIOS = (
    *(0, 0, 0, 0, 0.8, 4, 4, 7.4, 9, 9, 9, 10.7, 12, 12.6, 14.3, 16, 17.1, 18.2, 20, 21),
    *(23.4, 25.2, 27.7, 29.4, 31.6, 32.8, 35.3, 37.3, 39.9, 41.4, 43.5, 44.7, 47.4, 49.3, 52.3),
    *(56, 59.8, 63.6, 65.3, 84),
)
# Philly (Microsoft, October to December 2017, CC-BY-4.0): nodes active.
PHILLY = (
    *(100.9, 231, 247.9, 255.8, 260.8, 265.3, 269.5, 272.9, 275.8, 278.5, 281.4, 284.3, 287.2),
    *(290.6, 294.8, 299.7, 304.5, 308.9, 312.9, 317.6, 322.3, 325.9, 329.2, 332.2, 335.4, 338.5),
    *(341.5, 344.2, 346.9, 349.7, 352.7, 356.2, 360.1, 364.5, 368.4, 371.7, 374.9, 378.3, 382.2),
    404.6,
)
# MIT Supercloud (February and March 2021, MIT license): running.
SUPERCLOUD = (
    *(0, 0, 0, 0.2, 1.8, 2.8, 5.1, 10.3, 12.2, 13.5, 14.6, 15.3, 17, 18.5, 19.6, 20.5, 21.1),
    *(22.1, 23.2, 24, 25, 27.1, 32.5, 36.4, 40.9, 57.7, 65.8, 69.1, 73.4, 77.7, 85.4, 92.3),
    *(96.3, 100.3, 104, 107.3, 111.1, 115.7, 121.3, 133.7),
)
# Tiresias, 60 jobs that start when submitted (2019, Apache-2.0).
TIRESIAS = (
    *(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3.4, 5.2, 6, 7, 8.3, 10.1, 11, 11.7),
    *(12, 12.7, 13, 13.4, 14, 14.1, 15, 15.6, 16, 16.7, 17.8, 18.7, 20.5, 22.5, 23.9),
)


def test_the_synthetic_curve_gives_its_published_load_factors_and_mean() -> None:
    curve = curve_from_steps(SYNTHETIC)
    assert [curve.load_factor(k) for k in (10, 20, 40)] == [1, 0.5, 0.2]
    assert curve.mean() == 19
    assert curve.peak() == 40


def test_a_load_factor_counts_the_hours_that_want_that_many_or_more() -> None:
    curve = curve_from_steps(SYNTHETIC)
    found = [curve.load_factor(k) for k in (-1, 0, 9.9, 10.1, 20.1, 40.1)]
    assert found == [1, 1, 1, 0.5, 0.2, 0]


def test_units_of_a_load_factor_are_those_wanted_in_at_least_that_share_of_hours() -> None:
    curve = curve_from_steps(SYNTHETIC)
    found = [curve.units(share) for share in (1.1, 1, 0.51, 0.5, 0.2, 0.1)]
    assert found == [0, 10, 10, 20, 40, 40]


def test_energy_is_what_the_first_units_serve() -> None:
    curve = curve_from_steps(SYNTHETIC)
    # 5 always; 10 + 5 × 0.5; 10 + 10 × 0.5 + 10 × 0.2; everything.
    assert [curve.energy(k) for k in (5, 15, 30, 99)] == [5, 12.5, 17, 19]
    assert curve.energy(0) == curve.energy(-3) == 0


def test_the_synthetic_mix_costs_what_the_publication_says() -> None:
    curve = curve_from_steps(SYNTHETIC)
    totals = [12.08 * owned + 55.04 * (19 - curve.energy(owned)) for owned in (10, 20, 40, 0)]
    assert totals == pytest.approx([616.16, 461.76, 483.20, 1045.76])


def test_steps_are_sorted_merged_and_rid_of_empty_ones() -> None:
    curve = curve_from_steps([(8.0, 25.0), (0.0, 50.0), (9.0, 0.0), (8.0, 25.0)])
    assert list(curve.steps) == [(0, 0.5), (8, 0.5)]
    assert curve.mean() == 4


@pytest.mark.parametrize(
    "steps", [[], [(8.0, 99.0)], [(8.0, 60.0), (4.0, 60.0)]], ids=["none", "too few", "too many"]
)
def test_shares_that_do_not_add_up_are_refused(steps: list[tuple[float, float]]) -> None:
    with pytest.raises(ValueError, match="not to 100"):
        curve_from_steps(steps)


@pytest.mark.parametrize("step", [(-1.0, 100.0), (1.0, -100.0), (float("nan"), 100.0)])
def test_a_curve_of_impossible_numbers_is_refused(step: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="0 or more"):
        curve_from_steps([step])


def test_a_scaled_curve_keeps_its_shares() -> None:
    curve = curve_from_steps(SYNTHETIC).scaled(1.5)
    assert list(curve.steps) == [(15, 0.5), (30, 0.3), (60, 0.2)]
    assert curve.mean() == 28.5


def test_a_curve_scaled_to_nothing_is_always_at_zero() -> None:
    curve = curve_from_steps(SYNTHETIC).scaled(0)
    assert (curve.mean(), curve.peak(), curve.load_factor(0.1)) == (0, 0, 0)
    assert [gpus for gpus, _ in curve.steps] == [0]


@pytest.mark.parametrize("factor", [-0.1, float("nan"), float("inf")])
def test_a_curve_is_not_scaled_by_nonsense(factor: float) -> None:
    with pytest.raises(ValueError, match="cannot be scaled"):
        curve_from_steps(SYNTHETIC).scaled(factor)


@pytest.mark.parametrize("pattern", [*PATTERNS, None])
def test_a_summary_gives_its_mean_its_peak_and_more_than_a_few_steps(pattern: str | None) -> None:
    curve = curve_from_summary(
        gpus=64, peak_gpus=138, utilization_percent=42, peak_to_mean=4.5, pattern=pattern
    )
    assert curve.mean() == pytest.approx(26.88, rel=1e-12)
    assert curve.peak() == 138
    assert 50 <= len(curve.steps) <= 200


def test_patterns_have_different_shapes() -> None:
    curves = {
        pattern: curve_from_summary(gpus=100, utilization_percent=60, pattern=pattern)
        for pattern in (*PATTERNS, None)
    }
    assert len(set(curves.values())) == len(PATTERNS) + 1
    # Thirty GPUs, half the mean, are nearly always wanted only where demand is steady.
    assert curves["steady"].load_factor(30) > 0.95
    assert all(
        curves[pattern].load_factor(30) < 0.9 for pattern in PATTERNS if pattern != "steady"
    )


def test_without_a_pattern_half_the_peak_on_average_is_any_demand_alike() -> None:
    curve = curve_from_summary(gpus=100, utilization_percent=50)
    found = [curve.load_factor(k) for k in (20, 40, 60, 80)]
    assert found == pytest.approx([0.8, 0.6, 0.4, 0.2], abs=0.02)


def test_without_a_peak_the_shape_ends_at_the_hourly_peak() -> None:
    # 50 GPUs on average, at most 75 by the hour.
    curve = curve_from_summary(gpus=100, utilization_percent=50, peak_to_mean=1.5, pattern="daily")
    assert curve.peak() == 100
    assert curve.load_factor(75.1) == pytest.approx(0.0001)
    assert curve.load_factor(70) > 0.01
    assert curve.mean() == pytest.approx(50)


def test_an_hourly_peak_above_the_capacity_is_the_peak() -> None:
    curve = curve_from_summary(gpus=100, utilization_percent=50, peak_to_mean=3, pattern="bursty")
    assert curve.peak() == 150


def test_a_stated_peak_outranks_the_hourly_one() -> None:
    curves = {
        curve_from_summary(
            gpus=64,
            peak_gpus=138,
            utilization_percent=42,
            peak_to_mean=peak_to_mean,
            pattern="bursty",
        )
        for peak_to_mean in (None, 2.4)
    }
    assert len(curves) == 1


@pytest.mark.parametrize("pattern", [*PATTERNS, None])
def test_no_use_is_all_hours_at_zero(pattern: str | None) -> None:
    curve = curve_from_summary(
        gpus=8, peak_gpus=8, utilization_percent=0, peak_to_mean=2, pattern=pattern
    )
    assert curve == Curve(((0.0, 1.0),))


@pytest.mark.parametrize("gpus", [8, 0.07])
def test_full_use_is_all_hours_at_the_capacity(gpus: float) -> None:
    curve = curve_from_summary(gpus=gpus, utilization_percent=100, peak_to_mean=1)
    assert [share for _, share in curve.steps] == [1]
    assert curve.mean() == curve.peak() == pytest.approx(gpus)


def test_an_hourly_peak_at_the_mean_leaves_demand_flat_but_for_the_peak() -> None:
    curve = curve_from_summary(gpus=8, utilization_percent=60, peak_to_mean=1, pattern="bursty")
    assert curve.peak() == 8
    assert curve.load_factor(4.79) == 1
    assert curve.load_factor(4.81) == pytest.approx(0.0001)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_peak_far_above_the_mean_keeps_the_mean(pattern: str) -> None:
    curve = curve_from_summary(gpus=8, peak_gpus=1e6, utilization_percent=60, pattern=pattern)
    assert curve.mean() == pytest.approx(4.8, rel=1e-12)
    assert curve.peak() == 1e6


@pytest.mark.parametrize(
    ("figures", "message"),
    [
        ({"peak_gpus": 4}, r"the mean in use, 4.8 GPUs, is above the peak, 4"),
        ({"peak_gpus": 6, "peak_to_mean": 2}, r"the hourly peak, 9.6 GPUs, is above the peak, 6"),
        ({"peak_to_mean": 0.5}, "the peak is 0.5 times the mean"),
        ({"peak_to_mean": float("nan")}, "the peak is nan times the mean"),
        ({"utilization_percent": 101}, "utilization is 101 %"),
        ({"utilization_percent": -1}, "utilization is -1 %"),
        ({"gpus": 0}, "a number of GPUs above 0, not 0"),
        ({"peak_gpus": float("inf")}, "a number of GPUs above 0, not inf"),
    ],
)
def test_contradictory_figures_are_refused(figures: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        curve_from_summary(
            gpus=figures.get("gpus", 8),
            utilization_percent=figures.get("utilization_percent", 60),
            peak_gpus=figures.get("peak_gpus"),
            peak_to_mean=figures.get("peak_to_mean"),
        )


def test_a_pattern_without_a_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="'weekly' is none of steady, daily, bursty, phased"):
        curve_from_summary(gpus=8, utilization_percent=60, pattern="weekly")


def test_an_hourly_peak_a_hair_above_the_peak_is_rounding() -> None:
    curve = curve_from_summary(gpus=8, peak_gpus=9.55, utilization_percent=60, peak_to_mean=2)
    assert curve.peak() == 9.55


@pytest.mark.parametrize("window", [None, 0])
def test_without_a_window_nothing_is_flattened(window: float | None) -> None:
    curve = curve_from_steps(SYNTHETIC)
    assert flattened(curve, deferrable_share=1, window_hours=window, pattern="daily") is curve


def test_work_that_cannot_wait_is_not_flattened() -> None:
    curve = curve_from_steps(SYNTHETIC)
    assert flattened(curve, deferrable_share=0, window_hours=24, pattern="daily") is curve


def test_flat_demand_stays_as_it_is() -> None:
    curve = curve_from_steps([(8.0, 100.0)])
    assert flattened(curve, deferrable_share=1, window_hours=24, pattern="daily") is curve


def test_deferrable_work_cuts_the_peak_and_keeps_the_mean() -> None:
    curve = flattened(
        curve_from_steps(SYNTHETIC), deferrable_share=0.5, window_hours=24, pattern="daily"
    )
    # 0.7 × (1 − e^(−0.5 × 24 / 6)) = 0.60527 of the way to the mean, 19.
    assert [gpus for gpus, _ in curve.steps] == pytest.approx(
        [15.4474, 19.3947, 27.2894], rel=1e-5
    )
    assert curve.mean() == pytest.approx(19)


def test_the_peak_falls_by_no_more_than_what_can_wait() -> None:
    curve = flattened(
        curve_from_steps(SYNTHETIC), deferrable_share=0.1, window_hours=8760, pattern="steady"
    )
    assert curve.peak() == pytest.approx(36)


def test_steady_work_that_may_all_wait_for_long_becomes_flat() -> None:
    curve = flattened(
        curve_from_steps(SYNTHETIC), deferrable_share=1, window_hours=8760, pattern="steady"
    )
    assert curve.peak() == pytest.approx(19)


def test_an_unknown_pattern_is_flattened_least() -> None:
    curve = curve_from_steps(SYNTHETIC)
    peaks = {
        pattern: flattened(curve, deferrable_share=0.5, window_hours=24, pattern=pattern).peak()
        for pattern in (*PATTERNS, None)
    }
    assert peaks[None] == max(peaks.values())


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_a_share_that_can_wait_lies_between_none_and_all(share: float) -> None:
    with pytest.raises(ValueError, match="the share that can wait"):
        flattened(curve_from_steps(SYNTHETIC), deferrable_share=share, window_hours=24)


@pytest.mark.parametrize("window", [-1, float("nan")])
def test_work_waits_no_negative_time(window: float) -> None:
    with pytest.raises(ValueError, match="work cannot wait"):
        flattened(curve_from_steps(SYNTHETIC), deferrable_share=0.5, window_hours=window)


@pytest.mark.parametrize(
    ("levels", "summary", "pattern"),
    [
        (HELIOS, (64, 138, 41.998, 4.5563), "daily"),
        (HELIOS, (64, 138, 41.998, 4.5563), "bursty"),
        (PHILLY, (423.459, 450, 73.912, 1.4036), "steady"),
        (SUPERCLOUD, (148, 148, 30.655, 3.1524), "phased"),
        (TIRESIAS, (26, 26, 31.305, None), "bursty"),
    ],
    ids=["helios-daily", "helios-bursty", "philly", "supercloud", "tiresias"],
)
def test_a_trace_cut_short_and_its_figures_give_nearly_the_same_mix(
    levels: tuple[float, ...], summary: tuple[float, float, float, float | None], pattern: str
) -> None:
    gpus, peak_gpus, utilization_percent, peak_to_mean = summary
    shaped = curve_from_summary(
        gpus=gpus,
        peak_gpus=peak_gpus,
        utilization_percent=utilization_percent,
        peak_to_mean=peak_to_mean,
        pattern=pattern,
    )
    measured = curve_from_steps([(level, 100 / len(levels)) for level in levels])
    assert worst(measured, shaped) < MOST_DIFFERENCE_PERCENT


@pytest.mark.skipif(not TRACES.is_dir(), reason="the whole traces are not beside the repository")
def test_on_every_whole_trace_the_figures_give_a_mix_within_ten_percent() -> None:
    found = {
        (trace.name, pattern): worst(trace.measured, trace.summary.curve(pattern))
        for trace in read_traces(TRACES)
        for pattern in trace.patterns
    }
    assert len(found) == 12
    assert {name: off for name, off in found.items() if off >= MOST_DIFFERENCE_PERCENT} == {}


@pytest.mark.skipif(not TRACES.is_dir(), reason="the whole traces are not beside the repository")
def test_the_traces_are_read_as_their_publishers_read_them() -> None:
    summaries = {trace.name: trace.summary for trace in read_traces(TRACES)}
    mixed = summaries["Helios vchbv, allocation and wanted peak"]
    assert (mixed.gpus, mixed.peak_gpus) == (64, 138)
    assert mixed.utilization_percent == pytest.approx(41.106, abs=0.001)
    assert mixed.peak_to_mean == pytest.approx(2.4327, abs=0.0001)
    assert summaries["Philly"].utilization_percent == pytest.approx(73.912, abs=0.001)
    assert summaries["MIT Supercloud, running"].peak_gpus == 148
    assert summaries["Tiresias 60 jobs"].peak_gpus == 26


@pytest.mark.parametrize("break_even", BREAK_EVENS)
def test_the_best_mix_of_the_benchmark_is_the_cheapest_of_all(break_even: float) -> None:
    curve = curve_from_summary(gpus=64, utilization_percent=40, pattern="bursty")
    cheapest = min(cost(curve, owned, break_even) for owned in range(65))
    assert best_mix(curve, break_even).cost == pytest.approx(cheapest)
