"""Results as plain data: what JSON can say, and cells that no spreadsheet computes."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from gpucmp.text import Lang, Text

Plain: TypeAlias = "str | int | float | bool | list[Plain] | dict[str, Plain] | None"
"""What JSON can say."""
Cell: TypeAlias = str | float | None

FORMULA_STARTS = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
"""Starts that make a spreadsheet compute a cell, full-width ones too (OWASP, CSV Injection)."""


def plain(value: object, lang: Lang) -> Plain:
    """Turn *value* into what JSON can say: fields of named tuples become keys, ``schema`` first.

    Raises:
        TypeError: The value is of a kind that no report has.
    """
    match value:
        case Text():
            return value.in_(lang)
        case str():
            return str(value)
        case bool() | int() | float() | None:
            return value
        case Mapping():
            return {str(key): plain(one, lang) for key, one in value.items()}
        case list() | tuple():
            names = getattr(value, "_fields", None)
            return _object(value, names, lang) if names else [plain(one, lang) for one in value]
        case _:
            raise TypeError(f"no report holds {value!r}")


def _object(value: object, names: Iterable[str], lang: Lang) -> Plain:
    """Make an object of a named tuple; ``from_`` is ``from``, which Python keeps to itself."""
    found = {name.rstrip("_"): plain(getattr(value, name), lang) for name in names}
    return {"schema": found.pop("schema"), **found} if "schema" in found else found


def json_text(value: Plain, *, indent: int | None = None) -> str:
    """Write plain data as JSON, in one line where no *indent* is given."""
    separators = None if indent else (",", ":")
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators
    )


def csv_text(columns: Sequence[str], rows: Iterable[Iterable[Cell]]) -> str:
    """Write rows below a header, as RFC 4180 says."""
    import csv
    import io

    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([cell(one) for one in row] for row in rows)
    return text.getvalue()


def cell(value: Cell) -> Cell:
    """Keep a spreadsheet from computing text that comes from a user's file."""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(FORMULA_STARTS) else str(value)
    return value
