"""The comparison as text."""

import json

import pytest
from rich.cells import cell_len

from gpucmp.advice import Knowledge, advise
from gpucmp.comparing import Comparison, Said, compare
from gpucmp.formats import Format, Style
from gpucmp.formats.comparison import render, said_words
from gpucmp.options import Option
from gpucmp.text import Lang, Text
from tests.builders import a_profile


@pytest.fixture
def comparison(knowledge: Knowledge) -> Comparison:
    profile = a_profile(name="a | b", compliance__data_must_stay="own-domain")
    return compare(knowledge.pack, advise(profile, knowledge, certified=False))


@pytest.mark.parametrize("width", [60, 80, 100, 120])
@pytest.mark.parametrize("lang", [*Lang])
def test_a_table_fits_its_terminal_and_has_every_row(
    width: int, lang: Lang, comparison: Comparison
) -> None:
    text = render(comparison, Format.TABLE, Style(lang, width))

    assert max(map(cell_len, text.splitlines())) <= width
    assert all(f"C{number} " in text for number in range(1, 15))
    assert all(f"D{number} " in text for number in range(1, 7))
    assert "▸" in text


def test_markdown_marks_the_favored_cell_and_says_why(comparison: Comparison) -> None:
    text = render(comparison, Format.MARKDOWN, Style(Lang.EN))
    (line,) = [one for one in text.splitlines() if one.startswith("| C5 ")]

    assert text.startswith("## a \\| b\n")
    assert line.count("**") == 2
    assert "C5-own-domain: self-hosted +3" in line


def test_markdown_without_a_profile_has_no_heading(knowledge: Knowledge) -> None:
    text = render(compare(knowledge.pack), Format.MARKDOWN, Style(Lang.ZH))

    assert text.startswith("|  |  | 自建 |")


def test_json_names_its_schema_first(comparison: Comparison) -> None:
    found = json.loads(render(comparison, Format.JSON, Style(Lang.EN)))

    assert next(iter(found)) == "schema"
    assert found["rows"][4]["favors"] == ["self-hosted"]


def test_a_table_without_a_profile_begins_with_the_options(knowledge: Knowledge) -> None:
    text = render(compare(knowledge.pack), Format.TABLE, Style(Lang.EN, 120))

    assert text.split()[:3] == ["self-hosted", "cloud", "hybrid"]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (Said("A", Text("a", "a"), {Option.CLOUD: -2.0}, ()), "A: cloud −2.0"),
        (Said("A", Text("a", "a"), {}, (Option.CLOUD, Option.HYBRID)),
         "A: rules out cloud, hybrid"),
        (Said("A", Text("a", "a"), {}, ()), "A"),
    ],
)  # fmt: skip
def test_a_rule_is_said_by_its_effect(said: Said, words: str) -> None:
    assert said_words(said, Lang.EN).replace("-", "−") == words
