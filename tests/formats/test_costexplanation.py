import pytest
from rich.cells import cell_len

from gpucmp.costwords import FORMULAS
from gpucmp.errors import InputError
from gpucmp.formats import Style
from gpucmp.formats.costexplanation import FIGURES, render
from gpucmp.text import Lang
from tests.formats.costresults import COSTS, NOTHING, RESULT, an_input


def lines_of(subject: str = "all", *, width: int = 100, lang: Lang = Lang.EN) -> list[str]:
    return render(RESULT, Style(lang, width), subject).splitlines()


@pytest.mark.parametrize("subject", ["all", "cost"])
def test_every_part_and_every_figure_is_explained(subject: str) -> None:
    lines = lines_of(subject)
    heads = {line.strip().partition("  ")[0] for line in lines if line.startswith("  ")}

    assert lines[:3] == ["training cluster", "", "How each figure is computed"]
    assert {"capital", "spares", "people", "rent", "support", "space"} <= heads
    assert {"total", "net present value", "break-even utilization", "best split"} <= heads
    assert "maintenance" not in heads


def test_a_part_has_its_amounts_its_formula_and_its_numbers() -> None:
    assert lines_of("spares")[2:5] == [
        "  spares  self-hosted · owned 900",
        "    servers × price × spares, a year",
        "    Price of a server 300,000",
    ]


def test_numbers_stand_by_where_they_come_from() -> None:
    lines = [" ".join(line.split()) for line in lines_of()]

    assert "Numbers that are stated: 4" in lines
    assert "GPUs 16 GPUs cluster.yaml:3:9" in lines
    assert "Price on demand 4 (3–6) USD/GPU-hour" in lines
    assert "Numbers that are from the catalog: 2" in lines
    assert "Price of a server 300,000 USD A price list (2026-02)" in lines
    assert "Numbers that are assumed: 2" in lines
    assert "Discount rate 8 (0–13) % A bank (2026)" in lines
    assert "People, at least 0.25 (0.1–2) FTE judgment: x" in lines


def test_one_figure_comes_with_its_own_numbers_alone() -> None:
    lines = lines_of("npv")

    assert not [line for line in lines if "demand.gpus" in line]
    assert [line for line in lines if "discount_rate_percent" in line]


def test_a_figure_may_follow_from_others_alone() -> None:
    assert lines_of("mix")[2] == "  best split"
    assert not [line for line in lines_of("mix") if line.startswith("Numbers")]


def test_a_slip_is_told_with_what_was_meant() -> None:
    with pytest.raises(InputError) as caught:
        lines_of("capitol")
    assert str(caught.value) == (
        "--explain capitol: there is no figure capitol (did you mean capital?)"
    )


def test_an_unknown_figure_is_told_with_all_that_there_are() -> None:
    with pytest.raises(InputError, match="one of cost, capital, room_works"):
        lines_of("zzz")


@pytest.mark.parametrize("width", [40, 60, 72, 100])
@pytest.mark.parametrize("lang", Lang)
def test_nothing_is_wider_than_the_terminal_or_cut_off(width: int, lang: Lang) -> None:
    lines = lines_of(width=width, lang=lang)

    assert max(map(cell_len, lines)) <= width
    assert "…" not in "".join(lines)


def test_a_narrow_terminal_gets_a_number_and_its_source_below_each_other() -> None:
    lines = lines_of("npv", width=40)

    assert lines[lines.index("  Discount rate") :] == [
        "  Discount rate",
        "  discount_rate_percent",
        "    8 (0–13) %",
        "    A bank (2026)",
    ]


def test_without_any_number_the_formulas_are_explained_all_the_same() -> None:
    empty = NOTHING._replace(costs=NOTHING.costs._replace(inputs=()))

    assert "How each figure is computed" in render(empty, Style(), "all")


def test_a_source_without_a_date_stands_alone() -> None:
    undated = an_input("owned.pue", 1.2, "assumed", source=("a survey", ""))
    result = RESULT._replace(costs=COSTS._replace(inputs=(undated,)))

    assert render(result, Style(), "power").splitlines()[-2].split()[-2:] == ["a", "survey"]


def test_every_figure_has_a_formula() -> None:
    assert set(FIGURES) < set(FORMULAS)
