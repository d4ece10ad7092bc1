import time

import pytest
from rich.cells import cell_len

from gpucmp.formats import Style
from gpucmp.formats.summary import render
from gpucmp.options import Option
from gpucmp.text import Lang
from tests.formats.reports import SEVERAL, reports_of

REPORTS = reports_of(SEVERAL)


def lines_of(width: int, lang: Lang = Lang.EN, names: tuple[str, ...] = ()) -> list[str]:
    renamed = [report._replace(name=name) for report, name in zip(REPORTS, names, strict=False)]
    return render(renamed or REPORTS, Style(lang, width)).splitlines()


def test_a_row_has_name_verdict_strength_margin_and_scores() -> None:
    header, first, second, *_ = lines_of(100)

    assert header.split() == ["name", "verdict", "strength", "margin", *Option]
    assert first.split("  ")[0] == "training cluster"
    assert first.split()[2:] == [
        "self-hosted",
        "·",
        "colocated",
        "clear",
        "25.0",
        "75.0",
        "33.3",
        "50.0",
    ]
    assert second.split()[3:] == ["undecided", "50.0", "50.0", "50.0"]


def test_the_score_of_an_option_that_is_out_stands_in_brackets() -> None:
    row = next(line for line in lines_of(100) if line.startswith("nothing fits"))

    assert row.split()[2:] == ["none", "(50.0)", "(50.0)", "(50.0)"]


def test_a_narrow_terminal_does_without_scores() -> None:
    assert lines_of(80)[0].split() == ["name", "verdict", "strength", "margin"]


def test_a_tiny_terminal_has_two_lines_each() -> None:
    assert lines_of(40)[:4] == [
        "training cluster",
        "  self-hosted · colocated · clear · 25.0",
        "only a name",
        "  undecided",
    ]


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120])
@pytest.mark.parametrize("lang", Lang)
def test_nothing_is_wider_than_the_terminal(width: int, lang: Lang) -> None:
    names = ("x" * 200, "渲染农场" * 50, "[bold]x[/bold] :warning:", "a\nb\nc")

    assert max(map(cell_len, lines_of(width, lang, names))) <= width


def test_names_print_as_they_are_and_keep_the_columns_straight() -> None:
    names = ("[bold]x[/bold]", "[/a]", ":warning:", "渲染\n农场")
    lines = lines_of(100, names=names)

    assert [line.split("  ")[0] for line in lines[1:]] == [*names[:3], "渲染", "农场"]
    column = lines[0].index("verdict")
    assert lines[1][column:].startswith("self-hosted")
    assert lines[3][column:].startswith("none")


def test_a_thousand_profiles_take_seconds() -> None:
    start = time.perf_counter()
    lines = render(REPORTS * 200, Style()).splitlines()

    assert len(lines) > 1000
    assert time.perf_counter() - start < 10
