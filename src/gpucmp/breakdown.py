"""The lines that a score adds up from, rounded so that they do."""

from collections.abc import Mapping, Sequence

from gpucmp.options import Option
from gpucmp.pack import Points
from gpucmp.report import ScorePart
from gpucmp.scoring import NEUTRAL, DimensionScore, points_per_value

TENTHS = 10
"""Scores are printed with one decimal."""


def printed_scores(points: Points) -> Points:
    """Round scores to the decimals that are printed."""
    return {option: _tenths(score) / TENTHS for option, score in points.items()}


def score_parts(scored: Sequence[DimensionScore], points: Points) -> tuple[ScorePart, ...]:
    """Break every option's score down; the parts add up to the printed score."""
    worth = points_per_value(one.dimension for one in scored)
    found: list[ScorePart] = []
    for option in Option:
        exact = [
            ScorePart(option, "neutral", "", "", NEUTRAL),
            *(part for one in scored for part in _parts(one, option, worth)),
        ]
        found.extend(_rounded(exact, _tenths(points[option])))
    return tuple(found)


def _parts(scored: DimensionScore, option: Option, worth: Mapping[str, float]) -> list[ScorePart]:
    name = scored.dimension.id
    value = scored.values.get(option, 0.0) * worth[name]
    if scored.dimension.lower_end and option is Option.HYBRID:
        return [ScorePart(option, "lower-end", name, "", value)] if value else []
    found = [
        ScorePart(option, "rule", name, judged.rule.id, judged.points[option] * worth[name])
        for judged in scored.fired
        if judged.points.get(option)
    ]
    clipped = value - scored.sums.get(option, 0.0) * worth[name]
    if clipped:
        found.append(ScorePart(option, "clipped", name, "", clipped))
    return found


def _rounded(parts: Sequence[ScorePart], total: int) -> list[ScorePart]:
    """Round to tenths by largest remainder, so that the parts add up to *total* tenths."""
    exact = [part.points * TENTHS for part in parts]
    floors = [int(number // 1) for number in exact]
    by_remainder = sorted(range(len(parts)), key=lambda at: (floors[at] - exact[at], at))
    for at in by_remainder[: total - sum(floors)]:
        floors[at] += 1
    return [
        ScorePart(part.option, part.kind, part.dimension, part.rule, tenths / TENTHS)
        for part, tenths in zip(parts, floors, strict=True)
    ]


def _tenths(number: float) -> int:
    return round(number * TENTHS)
