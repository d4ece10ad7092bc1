import re

import pytest

from gpucmp import words
from gpucmp.money.prices import ProviderClass
from gpucmp.moneywords import MONEY_WORDS
from gpucmp.options import Option, Purchase, State, Strength
from gpucmp.report import NONE, UNDECIDED
from gpucmp.text import Lang, Text
from gpucmp.words import (
    option_text,
    provider_class_text,
    purchase_text,
    state_text,
    strength_text,
    word,
)

PLACEHOLDER = re.compile(r"\{\w*\}")


def every_text() -> list[Text]:
    return [
        *map(option_text, [*Option, UNDECIDED, NONE]),
        *map(purchase_text, Purchase),
        *map(provider_class_text, ProviderClass),
        *map(strength_text, Strength),
        *map(state_text, State),
        *words._WORDS.values(),
        *MONEY_WORDS.values(),
    ]


@pytest.mark.parametrize("lang", Lang)
def test_every_word_is_there_in_each_language(lang: Lang) -> None:
    assert all(text.in_(lang).strip() for text in every_text())


def test_both_languages_have_the_same_figures_in_them() -> None:
    unlike = [
        text
        for text in every_text()
        if sorted(PLACEHOLDER.findall(text.en)) != sorted(PLACEHOLDER.findall(text.zh))
    ]

    assert unlike == []


def test_english_words_hold_no_chinese() -> None:
    assert [text.en for text in every_text() if re.search(r"[\u4e00-\u9fff]", text.en)] == []


@pytest.mark.parametrize("purchase", Purchase)
def test_a_purchase_is_called_in_english_as_scripts_spell_it(purchase: Purchase) -> None:
    assert purchase_text(purchase).en == purchase


@pytest.mark.parametrize("option", [*Option, UNDECIDED, NONE])
def test_an_option_is_called_in_english_as_scripts_spell_it(option: str) -> None:
    assert option_text(option).en == option


def test_a_fixed_word_is_given_in_the_language_asked_for() -> None:
    assert word("verdict", Lang.EN) == "verdict"
    assert word("verdict", Lang.ZH) == "结论"
