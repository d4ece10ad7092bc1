"""What is wrong with the files of prices, found when they are compiled."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import TypeVar

from pydantic import ValidationError

from gpucmp.catalog import Catalog
from gpucmp.errors import InputError, Place, Problem
from gpucmp.money.pricebook import PriceBook, digest_of, pricebook_from
from gpucmp.money.prices import SOUND_PRICES, CloudOffer
from gpucmp.money.priceshapes import SHAPES
from gpucmp.options import Purchase
from gpucmp.reading.documents import Document, Pointer
from gpucmp.reading.schemas import known_keys
from gpucmp.reading.validation import plain, problems_of

Files = Mapping[str, Document]
Key = TypeVar("Key")

LEAST_SERVER, MOST_SERVER = 1000.0, 20e6
DEFAULT_TABLES = {
    "electricity": "owned.electricity_per_kwh",
    "colocation": "owned.colocation_per_kw_month",
    "people": "owned.operator_cost_per_year",
}
"""Tables of rates, and the default that stands for the row marked as such."""


def checked_prices(files: Files, catalog: Catalog) -> dict[str, object]:
    """Give the plain data of the price files, by file name without its ending, and their digest.

    ``pricebook.pricebook_from`` reads it.

    Raises:
        InputError: Something in the files is wrong; every problem is named.
    """
    problems = price_problems(files, catalog)
    if problems:
        raise InputError(problems)
    data = {name: files[name].data for name in SHAPES}
    return {**data, "digest": digest_of(data)}


def price_problems(files: Files, catalog: Catalog) -> tuple[Problem, ...]:
    """Find what is wrong with the price files: first their shape, then what they say."""
    missing = [name for name in SHAPES if name not in files]
    problems = [Problem(Place(f"{name}.yaml"), "is missing") for name in missing]
    for name in SHAPES.keys() - set(missing):
        problems.extend(_shape_problems(name, files[name]))
    if problems:
        return tuple(sorted(problems))
    found = [
        *_cloud_problems(files["cloud"], catalog),
        *_server_problems(files["servers"], catalog),
        *_license_problems(files["software"], catalog),
        *_egress_problems(files["egress"]),
        *_default_problems(files),
        *_source_problems(files),
    ]
    return tuple(sorted(found or _contradictions(files)))


def _shape_problems(name: str, document: Document) -> list[Problem]:
    shape = SHAPES[name]
    try:
        shape.model_validate(document.data)
    except ValidationError as error:
        return problems_of(error, document, known_keys(shape))
    return []


def _cloud_problems(document: Document, catalog: Catalog) -> Iterator[Problem]:
    for at, prices in _rows(document.data, "lists"):
        for inside, row in _rows(prices, "offers", at):
            yield from _gpu_problems(document, (*inside, "gpu"), row, catalog)
            stated = {**prices, **row}
            if "date" not in stated:
                yield Problem(document.place(inside), "date is missing", "in the list or here")
            low, high = SOUND_PRICES.get(str(stated["currency"]), (0.0, float("inf")))
            price = float(str(stated["per_gpu_hour"]))
            if not low <= price <= high:
                message = f"per_gpu_hour: {plain(price)} is no price of a GPU-hour"
                hint = f"it lies between {plain(low)} and {plain(high)}"
                yield Problem(document.place((*inside, "per_gpu_hour")), message, hint)


def _server_problems(document: Document, catalog: Catalog) -> Iterator[Problem]:
    seen: dict[tuple[str, str, str], Place] = {}
    for at, row in _rows(document.data, "servers"):
        yield from _gpu_problems(document, (*at, "gpu"), row, catalog)
        place = document.place(at)
        for key, needs in (
            ("price", ("currency", "date", "source")),
            ("max_power_kw", ("power_source",)),
        ):
            for one in needs:
                if (key in row) != (one in row):
                    missing, other = (one, key) if key in row else (key, one)
                    yield Problem(place, f"{other} without {missing}", f"add {missing}")
        if "price" not in row and "max_power_kw" not in row:
            yield Problem(place, "neither price nor max_power_kw", "add one of them")
        price = row.get("price")
        if price is not None and not LEAST_SERVER <= float(str(price)) <= MOST_SERVER:
            yield Problem(document.place((*at, "price")), f"price: {plain(price)} buys no server")
        key_ = str(row["name"]), str(row.get("date", "")), str(row["kind"])
        yield from _repeated(seen, key_, place, f"{row['name']} of that date")


def _license_problems(document: Document, catalog: Catalog) -> Iterator[Problem]:
    seen: dict[str, Place] = {}
    for at, row in _rows(document.data, "licenses"):
        for key in ("bundled", "not_bundled"):
            listed = row.get(key, ())
            for index, gpu in enumerate(listed if isinstance(listed, Iterable) else ()):
                pointer = (*at, key, str(gpu) if key == "bundled" else index)
                place = document.key_place(pointer)
                yield from _unknown_gpu(str(gpu), place, catalog)
                yield from _repeated(seen, str(gpu), place, f"a license for {gpu}")


def _egress_problems(document: Document) -> Iterator[Problem]:
    providers = set()
    for at, row in _rows(document.data, "egress"):
        providers.add(str(row["provider"]))
        tiers = row["tiers"]
        ends = [one[0] for one in tiers] if isinstance(tiers, list) else []
        whole = ends[-1] is None and None not in ends[:-1]
        if not whole or any(low >= high for low, high in pairwise(ends[:-1])):
            message = "tiers: their ends do not rise to a last one without an end"
            yield Problem(document.place((*at, "tiers")), message, "end with [null, price]")
    default = _mapping(document.data)["default"]
    if default not in providers:
        message = f"default: {default} has no tiers here"
        yield Problem(document.place(("default",)), message)


def _default_problems(files: Files) -> Iterator[Problem]:
    document = files["defaults"]
    defaults = _mapping(_mapping(document.data)["defaults"])
    for path, value in defaults.items():
        row = _mapping(value)
        low, likely, high = (float(str(row[key])) for key in ("low", "value", "high"))
        if not low <= likely <= high:
            message = f"{path}: {plain(likely)} lies outside {plain(low)} to {plain(high)}"
            yield Problem(document.place(("defaults", path, "value")), message)
    for name, path in DEFAULT_TABLES.items():
        rows = [row for _, row in _rows(files[name].data, "rates") if row.get("default") is True]
        place = files[name].place(("rates",))
        if len(rows) != 1:
            yield Problem(place, f"{len(rows)} rows are marked as default", "mark one")
        elif path not in defaults:
            yield Problem(document.place(("defaults",)), f"{path} is missing")
        elif rows[0]["value"] != _mapping(defaults[path])["value"]:
            message = f"{path} is not the value of the row that is marked as default"
            yield Problem(document.place(("defaults", path, "value")), message)


def _source_problems(files: Files) -> Iterator[Problem]:
    for document in files.values():
        data = _mapping(document.data)
        known = _mapping(data.get("sources", {}))
        as_of = str(data["as_of"])
        for key, source in known.items():
            if str(_mapping(source)["date"]) > as_of:
                place = document.place(("sources", key, "date"))
                yield Problem(place, f"date: later than the file's own, {as_of}")
        for pointer, value in _values(document.data, ()):
            if pointer[-1] in {"source", "power_source"} and isinstance(value, str):
                if value not in known:
                    message = f"{pointer[-1]}: there is no source {value}"
                    yield Problem(document.place(pointer), message, ", ".join(known))
            elif pointer[-1] == "date" and "sources" not in pointer and str(value) > as_of:
                place = document.place(pointer)
                yield Problem(place, f"date: later than the file's own, {as_of}")


def _contradictions(files: Files) -> Iterator[Problem]:
    """Compare offers with each other, once each of them is sound."""
    document = files["cloud"]
    book = pricebook_from({name: one.data for name, one in files.items()})
    places = [
        document.place(inside)
        for at, prices in _rows(document.data, "lists")
        for inside, _ in _rows(prices, "offers", at)
    ]
    seen: dict[tuple[str, ...], Place] = {}
    for offer, place in zip(book.all_offers, places, strict=True):
        what = (offer.provider, offer.gpu, offer.purchase, offer.currency)
        key = (*what, offer.region, offer.instance, offer.date, offer.note)
        yield from _repeated(seen, key, place, f"an offer for {offer.gpu}")
        if offer.purchase is Purchase.SPOT:
            yield from _dear_spot(offer, place, book)


def _dear_spot(spot: CloudOffer, place: Place, book: PriceBook) -> Iterator[Problem]:
    """Refuse a spot price that is no lower than its provider's cheapest on demand."""
    asked = [
        one.per_gpu_hour
        for one in book.offers(spot.gpu, Purchase.ON_DEMAND, spot.currency)
        if one.provider == spot.provider
    ]
    if asked and spot.per_gpu_hour >= min(asked):
        message = f"spot at {plain(spot.per_gpu_hour)} is no less than on demand"
        yield Problem(place, message, f"{spot.provider} asks {plain(min(asked))}")


def _gpu_problems(
    document: Document, pointer: Pointer, row: Mapping[str, object], catalog: Catalog
) -> Iterator[Problem]:
    yield from _unknown_gpu(str(row["gpu"]), document.place(pointer), catalog)


def _unknown_gpu(name: str, place: Place, catalog: Catalog) -> Iterator[Problem]:
    """Accept only the name that the catalog itself uses, so that a look-up never misses."""
    if all(gpu.name != name for gpu in catalog.gpus):
        found = catalog.find(name)
        names = (found.name,) if found else catalog.suggest(name)
        hint = f"did you mean {' or '.join(names)}?" if names else ""
        yield Problem(place, f"{name} is no name of the GPU catalog", hint)


def _repeated(seen: dict[Key, Place], key: Key, place: Place, what: str) -> Iterator[Problem]:
    if key in seen:
        yield Problem(place, f"{what} stands on line {seen[key].line} already")
    seen.setdefault(key, place)


def _values(value: object, pointer: Pointer) -> Iterator[tuple[Pointer, object]]:
    """Walk through all keys of mappings, however deep."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield (*pointer, key), one
            yield from _values(one, (*pointer, key))
    elif isinstance(value, list):
        for index, one in enumerate(value):
            yield from _values(one, (*pointer, index))


def _rows(
    within: object, key: str, pointer: Pointer = ()
) -> Iterator[tuple[Pointer, Mapping[str, object]]]:
    """Give the rows of the list under *key*, each with its pointer."""
    value = _mapping(within)[key]
    for index, one in enumerate(value if isinstance(value, list) else ()):
        yield (*pointer, key, index), _mapping(one)


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}
