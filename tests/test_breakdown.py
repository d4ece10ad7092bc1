import pytest

from gpucmp.breakdown import printed_scores, score_parts
from gpucmp.options import Option
from gpucmp.pack import Dimension, Rule
from gpucmp.scoring import judge, score_dimensions, scores
from tests.builders import a_dimension, a_rule

GPUS = {"demand.gpus": 8}
CLOUD, SELF_HOSTED, HYBRID = Option.CLOUD, Option.SELF_HOSTED, Option.HYBRID
THREE = [a_dimension(name) for name in ("money", "speed", "scale")]

Line = tuple[str, str, str, float]


def lines(option: Option, dimensions: list[Dimension], *rules: Rule) -> list[Line]:
    scored = score_dimensions(dimensions, [judge(rule, GPUS) for rule in rules])
    parts = score_parts(scored, scores(scored))
    found = [part for part in parts if part.option is option]
    return [(part.kind, part.dimension, part.rule, part.points) for part in found]


def one_each(points: dict[str, float]) -> list[Rule]:
    return [
        a_rule(f"R{at}", when=GPUS, dimension=dimension.id, points=points)
        for at, dimension in enumerate(THREE)
    ]


@pytest.mark.parametrize(
    ("score", "printed"), [(66.666, 66.7), (66.64, 66.6), (50, 50), (0.04, 0), (99.96, 100)]
)
def test_scores_are_printed_in_tenths(score: float, printed: float) -> None:
    assert printed_scores({CLOUD: score}) == {CLOUD: printed}


def test_a_score_without_points_is_the_neutral_50() -> None:
    assert lines(CLOUD, THREE) == [("neutral", "", "", 50)]


def test_parts_are_rounded_by_largest_remainder() -> None:
    """Each point is worth 50 / 9 = 5.556; 50 + 16.667 prints as 66.7 = 50 + 5.6 + 5.6 + 5.5."""
    assert lines(CLOUD, THREE, *one_each({"cloud": 1})) == [
        ("neutral", "", "", 50),
        ("rule", "money", "R0", 5.6),
        ("rule", "speed", "R1", 5.6),
        ("rule", "scale", "R2", 5.5),
    ]


def test_parts_below_zero_are_rounded_by_largest_remainder_too() -> None:
    """50 - 16.667 prints as 33.3; down to -5.6 each makes 33.2, and one tenth goes back."""
    found = lines(SELF_HOSTED, THREE, *one_each({"self-hosted": -1}))

    assert [points for *_, points in found] == [50, -5.5, -5.6, -5.6]


def test_what_a_dimension_clips_is_a_line_of_its_own() -> None:
    """One dimension: a point is worth 50 / 3; 2 + 2 counts as 3, so one point is clipped."""
    rules = [a_rule(name, when=GPUS, points={"cloud": 2}) for name in ("R1", "R2")]

    found = lines(CLOUD, [a_dimension()], *rules)

    assert [kind for kind, *_ in found] == ["neutral", "rule", "rule", "clipped"]
    assert [points for *_, points in found] == pytest.approx([50, 33.3, 33.3, -16.7], abs=0.11)
    assert round(sum(points for *_, points in found), 6) == 100


def test_a_hybrid_has_one_line_where_it_takes_the_lower_end() -> None:
    """50 / 3 a point: min(2, -1) = -1 is -16.7."""
    rule = a_rule(when=GPUS, points={"cloud": 2, "self-hosted": -1})

    found = lines(HYBRID, [a_dimension(lower_end=True)], rule)

    assert found == [("neutral", "", "", 50), ("lower-end", "money", "", -16.7)]


def test_a_lower_end_of_nothing_is_no_line() -> None:
    rule = a_rule(when=GPUS, points={"cloud": 2})

    assert lines(HYBRID, [a_dimension(lower_end=True)], rule) == [("neutral", "", "", 50)]


def test_an_option_that_a_rule_gives_no_points_has_no_line_of_it() -> None:
    rule = a_rule(when=GPUS, points={"cloud": 2, "hybrid": 0})

    assert lines(HYBRID, [a_dimension()], rule) == [("neutral", "", "", 50)]
    assert lines(SELF_HOSTED, [a_dimension()], rule) == [("neutral", "", "", 50)]
