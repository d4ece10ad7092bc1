import re

import pytest

from gpucmp.costwords import FEEDS, FORMULAS, INPUTS, LEFT_OUT, LEFT_OUT_INPUTS, PARTS, UNITS
from gpucmp.formats.costexplanation import FIGURES
from gpucmp.money.pricebook import PriceBook
from gpucmp.text import Lang, Text


def every_text() -> list[Text]:
    units = [unit for _, unit in UNITS]
    return [*PARTS.values(), *LEFT_OUT.values(), *INPUTS.values(), *FORMULAS.values(), *units]


@pytest.mark.parametrize("lang", Lang)
def test_every_word_is_there_in_each_language(lang: Lang) -> None:
    assert all(text.in_(lang).strip() for text in every_text())


def test_english_words_hold_no_chinese() -> None:
    assert [text.en for text in every_text() if re.search(r"[\u4e00-\u9fff]", text.en)] == []


def test_every_part_and_figure_has_a_formula() -> None:
    assert set(FORMULAS) == {*PARTS, *FIGURES}


def test_every_figure_follows_from_numbers_that_have_a_name(book: PriceBook) -> None:
    named = {*INPUTS, *book.defaults}

    paths = {path.removesuffix(".least") for feeding in FEEDS.values() for path in feeding}
    assert paths - named == set()
    assert set(FEEDS) < set(FORMULAS)


def test_a_longer_end_of_a_path_comes_before_a_shorter_one() -> None:
    endings = [ending for ending, _ in UNITS]

    hidden = [
        (first, later)
        for at, first in enumerate(endings)
        for later in endings[at + 1 :]
        if later.endswith(first)
    ]
    assert hidden == []


def test_what_is_left_out_can_be_brought_in() -> None:
    assert set(LEFT_OUT_INPUTS) <= set(LEFT_OUT)
