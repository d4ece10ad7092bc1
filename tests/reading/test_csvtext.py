import pytest

from gpucmp.errors import InputError
from gpucmp.reading import csvtext
from gpucmp.reading.csvtext import csv_rows


def cells(data: bytes) -> list[list[str]]:
    return [row.cells for row in csv_rows(data, "prices.csv")]


def problem(data: bytes) -> str:
    with pytest.raises(InputError) as found:
        list(csv_rows(data, "prices.csv"))
    return str(found.value)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_no_part_of_the_first_cell(encoding: str) -> None:
    assert cells("gpu,价格\nH100,2".encode(encoding)) == [["gpu", "价格"], ["H100", "2"]]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_on_any_system(end: str) -> None:
    rows = list(csv_rows(f"a,b{end}1,2{end}{end}3,4{end}".encode(), "prices.csv"))

    assert [(row.line, row.cells) for row in rows] == [
        (1, ["a", "b"]),
        (2, ["1", "2"]),
        (4, ["3", "4"]),
    ]


@pytest.mark.parametrize("data", [b"a;b\n1;2", b"a\tb\n1\t2", b"a, b\n 1,2 "])
def test_cells_are_parted_by_comma_semicolon_or_tab(data: bytes) -> None:
    assert cells(data) == [["a", "b"], ["1", "2"]]


def test_a_decimal_comma_is_a_point_where_semicolons_part_the_cells() -> None:
    assert cells(b"a;b\n2,50;us, west") == [["a", "b"], ["2.50", "us, west"]]
    assert cells(b'a,b\n"2,50",x') == [["a", "b"], ["2,50", "x"]]


def test_quoted_cells_may_hold_separators_quotes_and_lines() -> None:
    rows = list(csv_rows(b'a,b\n"1,""x""\ny",2\n3,4', "prices.csv"))

    assert rows[1].cells == ['1,"x"\ny', "2"]
    assert [row.line for row in rows] == [1, 2, 4]


def test_rows_of_empty_cells_are_none() -> None:
    assert cells(b"\na,b\n , \n,\n1,2\n") == [["a", "b"], ["1", "2"]]
    assert cells(b"") == []


def test_a_quote_that_is_not_closed_is_said_with_its_line() -> None:
    assert problem(b'a,b\n1,2\n"3,4').startswith("prices.csv:3:1: no CSV: unexpected end of data")


def test_what_is_no_text_is_said_with_its_line() -> None:
    assert problem(b"a,b\n1,\xff").startswith("prices.csv:2:1: not UTF-8 text")


def test_a_file_that_is_too_long_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csvtext, "MOST_BYTES", 3)

    assert problem(b"a,b\n") == "prices.csv: more than 3 bytes"
