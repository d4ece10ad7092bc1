import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucmp.money.curves import PATTERNS, Curve, curve_from_steps, curve_from_summary, flattened

EXACT = 1e-9

PATTERN = st.sampled_from((*PATTERNS, None))
UTILIZATION = st.just(0.0) | st.floats(1e-9, 100)
GPUS = st.floats(0.01, 1e6)


@st.composite
def summaries(draw: st.DrawFn) -> tuple[float, float, Curve]:
    """Draw a mean, a peak, and the curve of both."""
    gpus, utilization = draw(GPUS), draw(UTILIZATION)
    mean = gpus * utilization / 100
    peak_gpus = draw(st.none() | st.floats(1, 1e4).map(lambda ratio: max(mean * ratio, 1e-9)))
    room = (peak_gpus or 1e4 * (mean or 1)) / (mean or 1)
    peak_to_mean = draw(st.none() | st.floats(1, max(room, 1)))
    curve = curve_from_summary(
        gpus=gpus,
        peak_gpus=peak_gpus,
        utilization_percent=utilization,
        peak_to_mean=peak_to_mean,
        pattern=draw(PATTERN),
    )
    peak = peak_gpus or max(gpus, mean * (peak_to_mean or 0))
    return mean, peak, curve


@st.composite
def stepped(draw: st.DrawFn) -> Curve:
    """Draw a measured curve."""
    levels = draw(st.lists(st.floats(0, 1e5), min_size=1, max_size=20))
    weights = draw(st.lists(st.floats(0.01, 1), min_size=len(levels), max_size=len(levels)))
    total = sum(weights)
    return curve_from_steps(
        [(level, 100 * weight / total) for level, weight in zip(levels, weights, strict=True)]
    )


CURVES = stepped() | summaries().map(lambda drawn: drawn[2])
UNITS = st.lists(st.floats(0, 1.1), min_size=3, max_size=3).map(sorted)


@given(summaries())
def test_the_mean_of_every_generated_curve_is_exact(drawn: tuple[float, float, Curve]) -> None:
    mean, _, curve = drawn
    assert curve.mean() == pytest.approx(mean, rel=EXACT, abs=0)
    assert sum(gpus * share for gpus, share in curve.steps) == pytest.approx(
        mean, rel=EXACT, abs=0
    )


@given(summaries())
def test_every_generated_curve_reaches_its_peak_and_no_more(
    drawn: tuple[float, float, Curve],
) -> None:
    mean, peak, curve = drawn
    assert curve.peak() == pytest.approx(peak if mean else 0, rel=EXACT)
    assert curve.load_factor(curve.peak()) > 0


@given(CURVES)
def test_steps_rise_and_their_shares_add_up_to_one(curve: Curve) -> None:
    levels = [gpus for gpus, _ in curve.steps]
    assert levels == sorted(set(levels))
    assert levels[0] >= 0
    assert all(0 < share <= 1 + EXACT for _, share in curve.steps)
    assert sum(share for _, share in curve.steps) == pytest.approx(1, rel=EXACT)


@given(CURVES, UNITS)
def test_a_load_factor_never_rises_with_the_units(curve: Curve, units: list[float]) -> None:
    factors = [curve.load_factor(unit * curve.peak()) for unit in units]
    assert factors == sorted(factors, reverse=True)
    assert all(0 <= factor <= 1 + EXACT for factor in factors)


@given(CURVES)
def test_all_units_together_serve_the_mean(curve: Curve) -> None:
    assert curve.energy(curve.peak()) == curve.mean()
    assert curve.energy(2 * curve.peak() + 1) == curve.mean()


@given(CURVES, UNITS)
def test_energy_rises_with_the_units_and_ever_more_slowly(
    curve: Curve, units: list[float]
) -> None:
    low, middle, high = (unit * curve.peak() for unit in units)
    slack = EXACT * (curve.mean() + 1)
    assert curve.energy(low) <= curve.energy(middle) + slack
    assert curve.energy(middle) <= curve.energy(high) + slack
    first = (curve.energy(middle) - curve.energy(low)) * (high - middle)
    second = (curve.energy(high) - curve.energy(middle)) * (middle - low)
    assert first + slack * (curve.peak() + 1) >= second


@given(CURVES, st.floats(0, 1.1))
def test_energy_is_the_mean_of_demand_cut_at_the_units(curve: Curve, unit: float) -> None:
    k = unit * curve.peak()
    cut = sum(min(gpus, k) * share for gpus, share in curve.steps)
    assert curve.energy(k) == pytest.approx(cut, rel=EXACT, abs=EXACT)


@given(CURVES, st.floats(0.001, 1000))
def test_a_scaled_curve_scales_its_figures(curve: Curve, factor: float) -> None:
    scaled = curve.scaled(factor)
    assert scaled.mean() == pytest.approx(curve.mean() * factor, rel=EXACT)
    assert scaled.peak() == pytest.approx(curve.peak() * factor, rel=EXACT)
    half = curve.peak() / 2
    assert scaled.energy(half * factor) == pytest.approx(curve.energy(half) * factor, rel=1e-6)


@given(CURVES, st.floats(0, 1), st.floats(0, 8760), PATTERN)
def test_flattening_keeps_the_mean_and_serves_more_with_the_same_units(
    curve: Curve, share: float, hours: float, pattern: str | None
) -> None:
    flat = flattened(curve, deferrable_share=share, window_hours=hours, pattern=pattern)
    assert flat.mean() == pytest.approx(curve.mean(), rel=EXACT)
    assert flat.peak() <= curve.peak() * (1 + EXACT)
    assert flat.peak() >= curve.peak() * (1 - share) * (1 - EXACT)
    for tenth in range(1, 11):
        k = curve.peak() * tenth / 10
        assert flat.energy(k) >= curve.energy(k) - EXACT * (curve.mean() + 1)


@given(CURVES, st.floats(0, 1), st.floats(0, 1000), st.floats(0, 1000), PATTERN)
def test_a_longer_window_cuts_the_peak_no_less(
    curve: Curve, share: float, one: float, other: float, pattern: str | None
) -> None:
    peaks = [
        flattened(curve, deferrable_share=share, window_hours=hours, pattern=pattern).peak()
        for hours in sorted((one, other))
    ]
    assert peaks[1] <= peaks[0] * (1 + EXACT)
