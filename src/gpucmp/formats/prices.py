"""Prices of GPUs: a list of offers, and all that is known of one GPU."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from gpucmp.catalog import Gpu
from gpucmp.errors import Problem
from gpucmp.formats import Style
from gpucmp.formats.terminal import NARROW, Words, written
from gpucmp.money.pricebook import STALE_AFTER, Market, PriceBook
from gpucmp.money.prices import (
    CloudOffer,
    License,
    PriceSource,
    ProviderClass,
    Rate,
    Server,
    is_stale,
)
from gpucmp.options import Purchase
from gpucmp.plaindata import FORMULA_STARTS
from gpucmp.words import provider_class_text, purchase_text, word

SCHEMA = "gpucmp.prices/1"
MOST_ROWS_DRAWN = 400
"""Above so many rows a table is written without the help of rich, which measures every cell."""
INDENT = (0, 0, 0, 2)
LIST_HEAD = ("gpu", "purchase", "per_gpu_hour", "provider_class", "provider", "region", "date")
MARKET_HEAD = ("purchase", "low", "likely", "high", "currency", "rests_on")
OFFER_HEAD = (
    "purchase", "per_gpu_hour", "provider_class", "provider", "region", "date", "source",
)  # fmt: skip
SERVER_HEAD = ("server", "gpus", "price", "power", "date", "source")
NUMBERS = ("per_gpu_hour", "low", "likely", "high", "gpus", "price", "power", "source")
COLUMNS = (
    "gpu",
    "purchase",
    "per_gpu_hour",
    "currency",
    "class",
    "provider",
    "region",
    "instance",
    "date",
    "stale",
    "source",
    "url",
    "note",
)


class Listing(NamedTuple):
    """Offers to print, with the book that they are from and the day that they are judged on."""

    book: PriceBook
    offers: tuple[CloudOffer, ...]
    as_of: str = ""
    refused: tuple[Problem, ...] = ()

    def stale(self, offer: CloudOffer) -> bool | None:
        """Tell whether an offer is old; nobody knows where no day is given to judge on."""
        if not self.as_of:
            return None
        return is_stale(offer.date, self.as_of, self.book.default(STALE_AFTER).value)


def render_list(listing: Listing, style: Style) -> str:
    """Write offers as a table."""
    if not listing.offers:
        return f"{word('none_known', style.lang)}\n"
    rows = [[one.gpu, *_priced(one, listing, style)] for one in ordered(listing.offers)]
    note = _age_note(listing, style)
    if len(rows) > MOST_ROWS_DRAWN:
        titles = [word(key, style.lang) for key in LIST_HEAD]
        return "\n".join([*_plain_lines([titles, *rows]), "", note, ""])
    return written([_table(LIST_HEAD, rows, style), Words(""), Words(note, "dim")], style)


def _plain_lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    cells = [[Words(cell) for cell in row] for row in rows]
    widths = [max(one.columns() for one in column) for column in zip(*cells, strict=True)]
    for row in cells:
        padded = (
            one.text.plain + " " * (width - one.columns())
            for one, width in zip(row, widths, strict=True)
        )
        yield "  ".join(padded).rstrip()


def render_csv(listing: Listing) -> str:
    """Write offers as one row each below a header."""
    import csv
    import io

    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for one in ordered(listing.offers):
        row = _offer_data(one, listing)
        writer.writerow([_cell(row[column]) for column in COLUMNS])
    return text.getvalue()


def render_list_json(listing: Listing) -> str:
    """Write offers, and the tables of rates, as JSON."""
    book = listing.book
    rates = {
        "electricity": book.electricity,
        "colocation": book.colocation,
        "people": book.people,
    }
    return _json(
        {
            **_head(listing),
            "offers": [_offer_data(one, listing) for one in ordered(listing.offers)],
            "rates": {key: list(map(_rate_data, found)) for key, found in rates.items()},
        }
    )


def render_gpu(gpu: Gpu, listing: Listing, style: Style) -> str:
    """Write all that is known of one GPU, for a terminal; sources stand below by number."""
    lang, book = style.lang, listing.book
    offers, servers = ordered(listing.offers), book.servers(gpu.name)
    license_ = book.license(gpu.name)
    cited = [one.source for one in offers]
    cited += [one for server in servers for one in (server.source, server.power_source) if one]
    cited += [license_.source] if license_ else []
    numbers = {source: at for at, source in enumerate(dict.fromkeys(cited), 1)}
    sections = {
        "market": ([_market_row(one, style) for one in markets(book, gpu.name)], MARKET_HEAD),
        "offers": (
            [[*_priced(one, listing, style), str(numbers[one.source])] for one in offers],
            OFFER_HEAD,
        ),
        "servers": ([_server_row(one, numbers, style) for one in servers], SERVER_HEAD),
    }
    parts: list[RenderableType] = [Words(gpu.name, "bold"), Words(_specs(gpu, style))]
    for key, (rows, head) in sections.items():
        parts += _section(key, head, rows, style)
    if license_:
        line = _license_line(license_, style, numbers[license_.source])
        parts += [Words(""), Words(word("license", lang), "bold"), Padding(Words(line), INDENT)]
    lines = [Padding(Words(f"{at} {one} {one.url}"), INDENT) for one, at in numbers.items()]
    parts += [Words(""), Words(word("sources", lang), "bold"), *lines] if lines else []
    return written([*parts, Words(""), Words(_age_note(listing, style), "dim")], style)


def render_gpu_json(gpu: Gpu, listing: Listing) -> str:
    """Write all that is known of one GPU, as JSON."""
    book = listing.book
    license_ = book.license(gpu.name)
    return _json(
        {
            **_head(listing),
            "gpu": {
                "name": gpu.name,
                "vendor": gpu.vendor,
                "memory_gb": gpu.memory_gb,
                "tdp_w": gpu.tdp_w,
                "form": gpu.form,
                "cooling": gpu.cooling,
                "year": gpu.year,
                "confidence": gpu.confidence,
                "note": gpu.note,
            },
            "markets": [_market_data(one) for one in markets(book, gpu.name)],
            "offers": [_offer_data(one, listing) for one in ordered(listing.offers)],
            "servers": [_server_data(one) for one in book.servers(gpu.name)],
            "license": _license_data(license_) if license_ else None,
        }
    )


def ordered(offers: Iterable[CloudOffer]) -> list[CloudOffer]:
    """Put offers in the order of their GPU, way of renting, class, and price."""
    ways, classes = tuple(Purchase), tuple(ProviderClass)
    return sorted(
        offers,
        key=lambda one: (
            one.gpu,
            ways.index(one.purchase),
            one.currency,
            classes.index(one.provider_class),
            one.per_gpu_hour,
            one.provider,
        ),
    )


def markets(book: PriceBook, gpu: str) -> tuple[Market, ...]:
    """Give the market of a GPU for each way of renting and currency that has one."""
    currencies = dict.fromkeys(one.currency for one in book.offers(gpu))
    found = (book.market(gpu, one, money) for one in Purchase for money in currencies)
    return tuple(market for market in found if market is not None)


def _priced(offer: CloudOffer, listing: Listing, style: Style) -> list[str]:
    age = offer.date or word("undated", style.lang)
    if listing.stale(offer) and offer.date:
        age += f" {word('stale', style.lang)}"
    return [
        purchase_text(offer.purchase).in_(style.lang),
        f"{offer.per_gpu_hour:.4g} {offer.currency}",
        provider_class_text(offer.provider_class).in_(style.lang),
        offer.provider,
        " ".join(filter(None, (offer.region, offer.instance))),
        age,
    ]


def _age_note(listing: Listing, style: Style) -> str:
    if not listing.as_of:
        return word("no_age", style.lang)
    days = listing.book.default(STALE_AFTER).value
    old = sum(listing.stale(one) is True for one in listing.offers)
    return word("old_prices", style.lang).format(
        old=old, all=len(listing.offers), days=f"{days:g}", as_of=listing.as_of
    )


def _specs(gpu: Gpu, style: Style) -> str:
    power = f"{gpu.tdp_w} W" if gpu.tdp_w else word("power_unknown", style.lang)
    figures = [gpu.vendor, f"{gpu.memory_gb} GB", power, gpu.form, str(gpu.year)]
    return " · ".join([*figures, gpu.note] if gpu.note else figures)


def _market_row(market: Market, style: Style) -> list[str]:
    medians = [
        f"{provider_class_text(kind).in_(style.lang)} {market.medians[kind]:.4g}"
        for kind in market.rests_on
    ]
    rests_on = " · ".join(medians)
    aside = market.medians.keys() - set(market.rests_on)
    if aside:
        median = market.medians[ProviderClass.MARKETPLACE]
        rests_on += f" · {word('beside_likely', style.lang).format(median=f'{median:.4g}')}"
    return [
        purchase_text(market.purchase).in_(style.lang),
        f"{market.low:.4g}",
        f"{market.likely:.4g}",
        f"{market.high:.4g}",
        market.currency,
        rests_on,
    ]


def _server_row(server: Server, numbers: Mapping[PriceSource, int], style: Style) -> list[str]:
    name = f"{server.name} ({server.note})" if server.note else server.name
    cited = [numbers[one] for one in (server.source, server.power_source) if one]
    return [
        name,
        str(server.gpus),
        "?" if server.price is None else f"{server.price:,.0f} {server.currency}",
        "?" if server.max_power_kw is None else f"{server.max_power_kw:g} kW",
        server.date or word("undated", style.lang),
        ", ".join(map(str, cited)),
    ]


def _license_line(license_: License, style: Style, number: int) -> str:
    key = "bundled" if license_.bundled else "not_bundled"
    line = word(key, style.lang).format(
        product=license_.product,
        price=f"{license_.per_gpu_year:,.0f} {license_.currency}",
        years=f"{license_.bundled_years:g}",
    )
    return f"{line} · {number}"


def _section(
    key: str, head: Sequence[str], rows: Sequence[Sequence[str]], style: Style
) -> list[RenderableType]:
    """Write rows below a title; *head* holds the keys of their words."""
    title: list[RenderableType] = [Words(""), Words(word(key, style.lang), "bold")]
    if not rows:
        return [*title, Padding(Words(word("none_known", style.lang), "dim"), INDENT)]
    return [*title, Padding(_table(head, rows, style), INDENT)]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], style: Style) -> RenderableType:
    """Draw rows in columns, or one below the other where there is no room for columns."""
    if style.width < NARROW:
        return Group(*(Words(" · ".join(filter(None, row))) for row in rows))
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    for key in head:
        number = key in NUMBERS
        justify: Literal["left", "right"] = "right" if number else "left"
        table.add_column(Words(word(key, style.lang)), justify=justify, no_wrap=number)
    for row in rows:
        table.add_row(*map(Words, row))
    return table


def _head(listing: Listing) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "prices": {"as_of": listing.book.as_of, "digest": listing.book.digest},
        "judged_on": listing.as_of or None,
        "refused": [
            {"place": str(one.place), "message": one.message, "hint": one.hint}
            for one in listing.refused
        ],
    }


def _offer_data(offer: CloudOffer, listing: Listing) -> Mapping[str, object]:
    return {
        "gpu": offer.gpu,
        "purchase": str(offer.purchase),
        "per_gpu_hour": offer.per_gpu_hour,
        "currency": offer.currency,
        "class": str(offer.provider_class),
        "provider": offer.provider,
        "region": offer.region,
        "instance": offer.instance,
        "date": offer.date or None,
        "stale": listing.stale(offer),
        "source": offer.source.title,
        "url": offer.source.url,
        "note": offer.note,
    }


def _market_data(market: Market) -> Mapping[str, object]:
    return {
        "purchase": str(market.purchase),
        "currency": market.currency,
        "low": market.low,
        "likely": market.likely,
        "high": market.high,
        "medians": {str(kind): value for kind, value in market.medians.items()},
        "rests_on": list(map(str, market.rests_on)),
        "oldest": market.oldest or None,
        "newest": market.newest or None,
        "offers": len(market.offers),
    }


def _server_data(server: Server) -> Mapping[str, object]:
    return {
        "name": server.name,
        "gpus": server.gpus,
        "kind": server.kind,
        "max_power_kw": server.max_power_kw,
        "power_source": str(server.power_source) if server.power_source else None,
        "price": server.price,
        "currency": server.currency or None,
        "date": server.date or None,
        "source": str(server.source) if server.source else None,
        "note": server.note,
    }


def _rate_data(rate: Rate) -> Mapping[str, object]:
    return {
        "place": rate.place,
        "value": rate.value,
        "low": rate.low,
        "high": rate.high,
        "unit": rate.unit,
        "currency": rate.currency,
        "assumed": rate.is_default,
        "date": rate.date,
        "source": str(rate.source),
    }


def _license_data(license_: License) -> Mapping[str, object]:
    return {
        "product": license_.product,
        "per_gpu_year": license_.per_gpu_year,
        "currency": license_.currency,
        "bundled": license_.bundled,
        "bundled_years": license_.bundled_years,
        "date": license_.date,
        "source": str(license_.source),
        "note": license_.note,
    }


def _json(data: Mapping[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def _cell(value: object) -> object:
    """Keep a spreadsheet from computing text that comes from a price file."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value
