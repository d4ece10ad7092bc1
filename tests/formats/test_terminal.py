from itertools import pairwise

import pytest
from rich.cells import cell_len
from rich.table import Table

from gpucmp.formats import Style
from gpucmp.formats.terminal import ASCII, Words, breaks, fits, written

NARROW_STYLE = Style(width=40)


def lines_of(text: str, width: int) -> list[str]:
    return written([Words(text)], Style(width=width)).splitlines()


def test_words_wrap_at_spaces() -> None:
    assert lines_of("the cloud or own machines", 10) == ["the cloud", "or own", "machines"]


def test_chinese_wraps_between_characters_and_not_only_at_spaces() -> None:
    assert lines_of("可换用新一代 GPU，采购则分批", 20) == ["可换用新一代 GPU，采", "购则分批"]


def test_closing_punctuation_begins_no_line() -> None:
    assert lines_of("马上能用上算力？", 14) == ["马上能用上算", "力？"]


def test_opening_punctuation_ends_no_line() -> None:
    assert lines_of("马上能用（算力）", 10) == ["马上能用", "（算力）"]


def test_a_chinese_comma_lets_a_list_of_names_wrap() -> None:
    names = "team.skills、demand.gpus"

    assert lines_of(names, 14) == ["team.skills、", "demand.gpus"]


def test_a_name_longer_than_a_line_breaks_at_its_joints() -> None:
    assert lines_of("rules/constraints/A6-data.yaml", 12) == [
        "rules/",
        "constraints/",
        "A6-data.yaml",
    ]


def test_a_word_without_joints_breaks_where_the_line_is_full() -> None:
    assert lines_of("x" * 25, 10) == ["x" * 10, "x" * 10, "x" * 5]


def test_a_hyphenated_word_that_fits_a_line_stays_whole() -> None:
    assert lines_of("suits self-hosting", 13) == ["suits", "self-hosting"]


@pytest.mark.parametrize(
    "text", ["“", "（（", "，，，，，，，，", "", "  ", "a“b”c", "“中”文（b）。"]
)
@pytest.mark.parametrize("width", [1, 2, 5])
def test_no_character_is_lost_to_wrapping(text: str, width: int) -> None:
    at = [0, *breaks(text, width), len(text)]

    assert "".join(text[a:b] for a, b in pairwise(at)) == text
    assert at == sorted(at)


def test_no_line_is_wider_than_the_terminal() -> None:
    text = "中文 mixed with English，以及 some/very/long/path-of-a-file.yaml:12:34 " * 5

    assert max(map(cell_len, lines_of(text, 23))) <= 23


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", r"\x1b[31mred"),
        ("\x07bell", r"\x07bell"),
        ("tab\there", r"tab\there"),
        ("\u202eright to left", r"\u202eright to left"),
        ("\u2028", r"\u2028"),
    ],
)
def test_what_would_steer_the_terminal_is_spelled_out(text: str, shown: str) -> None:
    assert lines_of(text, 40) == [shown]


def test_markup_and_emoji_codes_are_plain_words() -> None:
    assert lines_of("[bold]x[/bold] :warning: [/a]", 40) == ["[bold]x[/bold] :warning: [/a]"]


def test_a_line_break_in_words_stays() -> None:
    assert lines_of("a\nb", 40) == ["a", "b"]


def test_words_know_their_widest_line() -> None:
    assert Words("渲染\nabc").columns() == 4


def test_words_in_a_column_that_must_not_wrap_stay_on_their_line() -> None:
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_row(Words("a-long-id"), Words("some words that have to wrap"))

    text = written([table], Style(width=24))

    assert text == "a-long-id some words\n          that have to\n          wrap\n"


def test_without_color_no_escape_is_written() -> None:
    assert "\x1b" not in written([Words("x", "bold red")], Style())


def test_with_color_the_style_is_written() -> None:
    assert written([Words("x", "red")], Style(color=True)) == "\x1b[31mx\x1b[0m\n"


def test_an_encoding_without_drawing_characters_gets_ascii() -> None:
    text = written([Words("█▌ → … – − “x” § ☐ ✓ ✗")], Style(unicode=False))

    assert text == '## -> ... - - "x" S. [ ] + x\n'


def test_every_stand_in_is_ascii() -> None:
    assert all(str(stand_in).isascii() for stand_in in ASCII.values())


def test_each_part_ends_its_line() -> None:
    assert written([Words("a"), Words(""), Words("b")], NARROW_STYLE) == "a\n\nb\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("costs 1.23\xa0M in all", ["costs", "1.23 M in", "all"]),
        ("合计 51.5\xa0万元", ["合计", "51.5 万元"]),
    ],
)
def test_no_line_ends_at_a_glue_which_is_written_as_a_space(
    text: str, expected: list[str]
) -> None:
    assert written([Words(text)], Style(width=10)).splitlines() == expected


def test_a_table_fits_where_all_of_its_columns_and_gaps_do() -> None:
    rows = [["name", "1"], ["名称", "22"]]

    assert fits(rows, 8)
    assert not fits(rows, 7)
    assert fits(rows, 7, gap=1)
