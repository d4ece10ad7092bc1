"""What commands on prices share: price files of the user's, and the day to judge prices on."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gpucmp.cli import output
from gpucmp.errors import InputError, Place, Problem
from gpucmp.text import Lang
from gpucmp.words import word

if TYPE_CHECKING:
    from gpucmp.catalog import Catalog
    from gpucmp.money.pricebook import PriceBook
    from gpucmp.money.prices import CloudOffer

MOST_REFUSALS_SAID = 20

PriceFiles = Annotated[
    list[Path] | None,
    typer.Option(
        "--catalog",
        metavar="FILE",
        help="Prices of your own: SkyPilot's vms.csv, or a simple CSV.",
    ),
]
AsOf = Annotated[
    str | None,
    typer.Option("--as-of", metavar="DATE", help="Mark prices that are old on that day."),
]


def day_of(text: str | None) -> str:
    """Read a day; none is empty.

    Raises:
        InputError: The calendar has no such day.
    """
    from gpucmp.money.prices import first_day

    try:
        return str(first_day(text)) if text else ""
    except ValueError:
        place = Place(f"--as-of {text}")
        raise InputError([Problem(place, "is no day", "write it as 2026-11-30")]) from None


def with_files(
    book: "PriceBook", paths: Sequence[Path], catalog: "Catalog", lang: Lang
) -> "tuple[PriceBook, tuple[Problem, ...]]":
    """Put the prices of files over the built-in ones, and say which rows were refused.

    Raises:
        InputError: A file cannot be read, or no price in it can be used.
    """
    from gpucmp.money.pricefiles import read_price_csv
    from gpucmp.reading.csvtext import MOST_BYTES

    refused: list[Problem] = []
    offers: list[CloudOffer] = []
    for path in paths:
        try:
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        except OSError as error:
            message = f"cannot be read: {(error.strerror or 'unknown reason').lower()}"
            raise InputError([Problem(Place(str(path)), message)]) from None
        found = read_price_csv(data, str(path), catalog)
        if not found.offers:
            raise InputError(
                found.refused or [Problem(Place(str(path)), "holds no price of a GPU")]
            )
        offers.extend(found.offers)
        refused.extend(found.refused)
    for problem in refused[:MOST_REFUSALS_SAID]:
        output.say(f"gpucmp: warning: {problem}")
    if len(refused) > MOST_REFUSALS_SAID:
        more = len(refused) - MOST_REFUSALS_SAID
        output.say(f"gpucmp: {word('refused_rows', lang).format(count=more)}")
    return (book.with_offers(offers) if offers else book), tuple(refused)
