"""The guides leave 30 to 70 % open; further than 10 points outside is a disagreement."""

import pytest

from gpucmp.advice import Knowledge
from gpucmp.disagreeing import BREAK_EVEN, disagreements
from tests.builders import a_pack


@pytest.mark.parametrize("percent", [20, 30, 50, 70, 80])
def test_a_break_even_near_the_open_span_agrees(knowledge: Knowledge, percent: float) -> None:
    assert list(disagreements(knowledge.pack, {BREAK_EVEN: percent})) == []


@pytest.mark.parametrize(("percent", "thumb"), [(19.9, 30), (5, 30), (80.1, 70), (140, 70)])
def test_one_further_off_is_told_with_both_figures(
    knowledge: Knowledge, percent: float, thumb: float
) -> None:
    (found,) = disagreements(knowledge.pack, {BREAK_EVEN: percent})

    assert (found.rule_of_thumb, found.computed) == (thumb, percent)
    assert f"{percent:.0f} %" in found.text.en
    assert f"{thumb} %" in found.text.en
    assert f"{percent:.0f} %" in found.text.zh


def test_without_a_break_even_nothing_disagrees(knowledge: Knowledge) -> None:
    assert list(disagreements(knowledge.pack, {})) == []


def test_a_pack_without_a_rule_of_thumb_disagrees_with_nothing() -> None:
    assert list(disagreements(a_pack(), {BREAK_EVEN: 5})) == []
