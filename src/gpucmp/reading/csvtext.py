"""The bytes of a CSV file to rows of cells, as spreadsheets and programs write them."""

import csv
import io
import re
from collections.abc import Iterator
from typing import NamedTuple

from gpucmp.errors import InputError, Place, Problem

MOST_BYTES = 64 * 1024 * 1024


class CsvRow(NamedTuple):
    """The cells of a row, trimmed, and the line that it starts on."""

    line: int
    cells: list[str]


def csv_rows(data: bytes, file: str) -> Iterator[CsvRow]:
    """Split a file into rows; a row whose cells are all empty is none.

    Cells are parted by whichever of comma, semicolon, and tab the first line has most of.

    Raises:
        InputError: The bytes are no text, or a row cannot be read, so that nothing after it can be
            trusted.
    """
    text = _decoded(data, file)
    first = text.lstrip("\r\n").partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                # A comma for the decimal point comes with semicolons between the cells.
                comma = delimiter == ";"
                yield CsvRow(
                    line, [_pointed(cell.strip()) if comma else cell.strip() for cell in cells]
                )
            line = reader.line_num + 1
    except csv.Error as error:
        problem = Problem(Place(file, line, 1), f"no CSV: {error}", "quotes come in pairs")
        raise InputError([problem]) from None


def _decoded(data: bytes, file: str) -> str:
    """Turn bytes into text, whatever byte order mark a spreadsheet put in front.

    Raises:
        InputError: The bytes are too many, or no text.
    """
    if len(data) > MOST_BYTES:
        raise InputError([Problem(Place(file), f"more than {MOST_BYTES} bytes")])
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        problem = Problem(Place(file, line, 1), "not UTF-8 text", "save the file as UTF-8")
        raise InputError([problem]) from None
    return text


def _pointed(cell: str) -> str:
    return cell.replace(",", ".") if re.fullmatch(r"[+-]?[0-9]*,[0-9]+", cell) else cell
