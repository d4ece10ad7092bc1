"""``gpucmp prices``: what the catalog, or a price file of the user's, knows of prices."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, assert_never

import typer

from gpucmp.cli import output
from gpucmp.cli.advise import Color, Language, Output
from gpucmp.cli.pricing import AsOf, PriceFiles, day_of, with_files
from gpucmp.errors import InputError, Place, Problem
from gpucmp.formats import Format
from gpucmp.options import RENTED_PURCHASES, Purchase

if TYPE_CHECKING:
    from gpucmp.catalog import Catalog, Gpu
    from gpucmp.money.pricebook import PriceBook


class PriceFormat(StrEnum):
    """The formats that prices can be printed in."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


GpuName = Annotated[
    str | None,
    typer.Option(
        "--gpu",
        metavar="NAME",
        help="Only this GPU, as H100; a short name lists all that it may mean.",
    ),
]
PurchaseName = Annotated[
    str | None,
    typer.Option("--purchase", metavar="P", help=f"Only {', '.join(RENTED_PURCHASES[:-2])}, ..."),
]
PriceFormats = Annotated[
    PriceFormat, typer.Option("--format", "-f", help="How to print the prices.")
]


prices_app = typer.Typer(
    name="prices",
    help="List the prices that costs are computed with.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@prices_app.command("list")
def prices_list(
    *,
    gpu: GpuName = None,
    purchase: PurchaseName = None,
    catalog: PriceFiles = None,
    as_of: AsOf = None,
    fmt: PriceFormats = PriceFormat.TABLE,
    to: Output = None,
    lang: Language = None,
    color: Color = output.When.AUTO,
) -> None:
    """List what clouds ask for a GPU-hour, each price with its day and source.

    Example: gpucmp prices list --gpu H100 --purchase on-demand
    """
    from gpucmp.formats import prices

    day = day_of(as_of)
    wanted = _purchase(purchase)
    known, book = _builtin()
    names = _meanings(gpu, known) if gpu else ()
    style = output.style_for(lang, color, Format(fmt), to_file=to is not None)
    book, refused = with_files(book, catalog or (), known, style.lang)
    offers = tuple(
        one
        for one in book.all_offers
        if (not names or one.gpu in names) and wanted in {None, one.purchase}
    )
    listing = prices.Listing(book, offers, day, refused)
    match fmt:
        case PriceFormat.TABLE:
            text = prices.render_list(listing, style)
        case PriceFormat.JSON:
            text = prices.render_list_json(listing)
        case PriceFormat.CSV:
            text = prices.render_csv(listing)
        case _:
            assert_never(fmt)
    _write(text, fmt, to)


@prices_app.command("show")
def prices_show(
    gpu: Annotated[str, typer.Argument(metavar="GPU", help="A GPU, as H100.")],
    *,
    catalog: PriceFiles = None,
    as_of: AsOf = None,
    fmt: PriceFormats = PriceFormat.TABLE,
    to: Output = None,
    lang: Language = None,
    color: Color = output.When.AUTO,
) -> None:
    """Show all that is known of one GPU: figures, servers, offers, and what its market asks.

    Example: gpucmp prices show H100
    """
    from gpucmp.formats import prices

    day = day_of(as_of)
    known, book = _builtin()
    found = _gpu(gpu, known)
    style = output.style_for(lang, color, Format(fmt), to_file=to is not None)
    book, refused = with_files(book, catalog or (), known, style.lang)
    listing = prices.Listing(book, book.offers(found.name), day, refused)
    match fmt:
        case PriceFormat.TABLE:
            text = prices.render_gpu(found, listing, style)
        case PriceFormat.JSON:
            text = prices.render_gpu_json(found, listing)
        case PriceFormat.CSV:
            text = prices.render_csv(listing)
        case _:
            assert_never(fmt)
    _write(text, fmt, to)


def _builtin() -> "tuple[Catalog, PriceBook]":
    """Load the GPUs and prices that gpucmp comes with."""
    from gpucmp import loading
    from gpucmp.money.pricebook import pricebook_from

    knowledge = loading.knowledge()
    return knowledge.catalog, knowledge.book or pricebook_from({})


def _gpu(name: str, catalog: "Catalog") -> "Gpu":
    """Find the GPU that is meant.

    Raises:
        InputError: No GPU, or several, have that name.
    """
    meanings = _meanings(name, catalog)
    found = catalog.find(meanings[0]) if len(meanings) == 1 else None
    if found is None:
        problem = Problem(Place(name), "may mean several GPUs", " or ".join(meanings))
        raise InputError([problem])
    return found


def _meanings(name: str, catalog: "Catalog") -> tuple[str, ...]:
    """Give the GPUs that *name* stands for: several, where it is a short name of theirs.

    Raises:
        InputError: No GPU has that name.
    """
    from gpucmp.catalog import normalized_name

    found = catalog.find(name)
    if found is not None:
        return (found.name,)
    shared = {normalized_name(short): names for short, names in catalog.ambiguous.items()}
    meanings = shared.get(normalized_name(name))
    if meanings is None:
        near = catalog.suggest(name)
        hint = f"did you mean {' or '.join(near)}?" if near else "gpucmp prices list names all"
        raise InputError([Problem(Place(name), "is no GPU of the catalog", hint)])
    return meanings


def _purchase(name: str | None) -> Purchase | None:
    """Read a way of renting.

    Raises:
        InputError: There is none of that name.
    """
    if name is None:
        return None
    if name not in set(map(str, RENTED_PURCHASES)):
        hint = f"one of {', '.join(RENTED_PURCHASES)}"
        raise InputError([Problem(Place(f"--purchase {name}"), "is no way of renting", hint)])
    return Purchase(name)


def _write(text: str, fmt: PriceFormat, to: Path | None) -> None:
    if to is None:
        output.write(text, fmt=Format(fmt))
    else:
        output.write_file(text, to)
