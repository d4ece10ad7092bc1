import pytest

from gpucmp.formats import Format, Style, render
from tests.formats.reports import SEVERAL, reports_of

SIGNS = {
    Format.TABLE: "training cluster\n",
    Format.JSON: "{\n",
    Format.JSONL: '{"schema":',
    Format.CSV: "name,file,option,",
    Format.MARKDOWN: "## training cluster\n",
}


@pytest.mark.parametrize("fmt", Format)
def test_each_format_has_its_writer(fmt: Format) -> None:
    assert render(reports_of("clear"), fmt, Style()).startswith(SIGNS[fmt])


def test_several_reports_are_one_table() -> None:
    header, *rows = render(reports_of(SEVERAL), Format.TABLE, Style()).splitlines()

    assert header.split()[:2] == ["name", "verdict"]
    assert rows[0].startswith("training cluster ")


@pytest.mark.parametrize("fmt", Format)
def test_the_same_reports_give_the_same_text(fmt: Format) -> None:
    first = render(reports_of(SEVERAL), fmt, Style())

    assert render(reports_of(SEVERAL), fmt, Style()) == first
