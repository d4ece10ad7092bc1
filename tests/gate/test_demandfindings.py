"""How a range of GPUs is written; the findings themselves are held in ``test_demands``."""

import pytest

from gpucmp.advice import Knowledge
from gpucmp.gate.demandfindings import KINDS, limit_of, shown
from gpucmp.text import Lang
from tests.gate.proposals import a_case


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [(8, 8, "8"), (0, 8, "0–8"), (4, None, "4 or more"), (0, None, "an unknown number of")],
)
def test_a_range_is_written_in_words(low: int, high: int | None, words: str) -> None:
    assert shown(low, high) == words


def test_the_limit_is_the_larger_of_peak_and_capacity(knowledge: Knowledge) -> None:
    peak = "name: a\ndemand: {gpus: 8, peak_gpus: 24}\nproposal: {option: cloud}\n"

    assert limit_of(a_case(peak, knowledge)) == 24
    assert limit_of(a_case("name: a\nproposal: {option: cloud}\n", knowledge)) is None


def test_every_kind_is_worded_in_both_languages() -> None:
    for kind in KINDS:
        for text in (kind.title, kind.description, kind.help):
            assert text.in_(Lang.EN) != text.in_(Lang.ZH)
