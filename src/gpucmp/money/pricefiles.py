"""Price files of users: SkyPilot's ``vms.csv`` or a simple CSV, to offers and refused rows."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import NamedTuple

from gpucmp.catalog import Catalog, normalized_name
from gpucmp.errors import InputError, Place, Problem
from gpucmp.money.prices import (
    SOUND_PRICES,
    USD,
    CloudOffer,
    PriceSource,
    ProviderClass,
    first_day,
)
from gpucmp.options import RENTED_PURCHASES, Purchase
from gpucmp.reading.csvtext import CsvRow, csv_rows

PLACEHOLDERS = frozenset({700.0, 999.0, 9999.0, 99999.0, 999999.0})
"""Prices that catalogs write where they know none; 700 stands in SkyPilot's."""

NO_DISCOUNT = 0.99
"""Share of the on-demand price from which spot only repeats it, as where there is no capacity."""

_SKYPILOT = {"instancetype", "acceleratorname", "acceleratorcount", "price"}
_SIMPLE = {"gpu", "purchase", "pergpuhour"}
_PROVIDERS: Mapping[str, str] = {
    "aws": "AWS",
    "azure": "Azure",
    "gcp": "GCP",
    "ibm": "IBM Cloud",
    "oci": "OCI",
    "runpod": "RunPod",
    "vast": "Vast",
}
_HYPERSCALERS = {
    "alibaba",
    "alibabacloud",
    "aws",
    "azure",
    "gcp",
    "ibmcloud",
    "oci",
    "tencentcloud",
}
_MARKETPLACES = {"akash", "lium", "primeintellect", "runpodcommunity", "shadeform", "vast"}
_FAMILIES = (
    (r"p3dn\.", "V100-SXM2-32GB"),
    (r"p3\.", "V100-SXM2-16GB"),
    (r"p4d\.", "A100-SXM4-40GB"),
    (r"p4de\.", "A100-SXM4-80GB"),
    (r"g7\.", "RTX-PRO-4500-Server"),
    (r"g7e\.", "RTX-PRO-6000-Server"),
    (r"Standard_NC\d+r?s_v3", "V100-PCIe-16GB"),
    (r"Standard_ND40rs_v2", "V100-SXM2-32GB"),
    (r"Standard_NC\d+ads_A100", "A100-PCIe-80GB"),
    (r"Standard_ND96asr", "A100-SXM4-40GB"),
    (r"Standard_ND96amsr", "A100-SXM4-80GB"),
    (r"(BM|VM)\.GPU3\.", "V100-SXM2-16GB"),
    (r"BM\.GPU4\.", "A100-SXM4-40GB"),
    (r"BM\.GPU\.A100-v2\.", "A100-SXM4-80GB"),
    (r"BM\.GPU\.RTXPRO", "RTX-PRO-6000-Server"),
    (r"gpu_8x_v100", "V100-SXM2-16GB"),
)
"""Instance types whose GPU the clouds' own pages name in full, and a short name does not."""

_MEMORY = re.compile(r"SizeInMiB\W+([0-9.]+)")
_NEARLY = 0.12


class PriceFile(NamedTuple):
    """What a price file offers, and what of it cannot be used."""

    file: str
    offers: tuple[CloudOffer, ...]
    refused: tuple[Problem, ...]
    """One problem for each price that was refused, in the order of the lines."""
    without_gpu: int
    """Rows that price no GPU, and so are none of our business."""


def read_price_csv(data: bytes, file: str, catalog: Catalog) -> PriceFile:
    """Read a SkyPilot ``vms.csv``, or ``gpu,purchase,per_gpu_hour`` with what else is known.

    Columns are found by their header. Rows with a wrong or doubtful price are refused one by one.

    Raises:
        InputError: The file is no CSV, or has not the columns of either kind.
    """
    rows = csv_rows(data, file)
    header = next(rows, None)
    if header is None:
        raise InputError([Problem(Place(file), "empty: expected a header and prices")])
    names = [normalized_name(name) for name in header.cells]
    twice = sorted({name for name in names if name and names.count(name) > 1})
    if twice:
        message = f"two columns are named {', '.join(twice)}"
        raise InputError([Problem(Place(file, 1, 1), message)])
    if not (set(names) >= _SKYPILOT or set(names) >= _SIMPLE):
        message = "neither the columns of SkyPilot's vms.csv nor gpu, purchase, and per_gpu_hour"
        raise InputError([Problem(Place(file, 1, 1), message, f"found {', '.join(names)}")])
    reading = _Reading(file, catalog)
    skypilot = set(names) >= _SKYPILOT
    for row in rows:
        try:
            cells = _named(row, names)
            found = (
                _skypilot_offers(cells, reading) if skypilot else _simple_offers(cells, reading)
            )
            reading.offers.extend(found)
        except _RefusedError as error:
            reading.refuse(row.line, error)
    if not skypilot:
        reading.refuse_dear_spot()
    refused = tuple(sorted(reading.refused, key=lambda one: one.place.line))
    offers = tuple(offer for _, offer in reading.offers)
    return PriceFile(file, offers, refused, reading.without_gpu)


class _RefusedError(Exception):
    """A price cannot be used, for the reason that is the message."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class _Cells:
    """A row by the names of its columns; what is empty or has no column is empty text."""

    line: int
    values: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        return self.values.get(name, "")


@dataclass(slots=True)
class _Reading:
    """A file while it is read."""

    file: str
    catalog: Catalog
    offers: list[tuple[int, CloudOffer]] = field(default_factory=list)
    refused: list[Problem] = field(default_factory=list)
    without_gpu: int = 0
    lines: dict[tuple[str, ...], int] = field(default_factory=dict)
    told: set[tuple[str, ...]] = field(default_factory=set)

    def refuse(self, line: int, error: _RefusedError) -> None:
        """Note why a price is left out."""
        self.refused.append(Problem(Place(self.file, line, 1), str(error), error.hint))

    def once(self, line: int, *what: str) -> None:
        """Refuse a row that says again what an earlier one said.

        Raises:
            _RefusedError: There is one.
        """
        first = self.lines.setdefault(what, line)
        if first != line:
            raise _RefusedError(f"repeats line {first}")

    def refuse_dear_spot(self) -> None:
        """Take out spot prices that are no less than the same provider's on demand."""
        asked: dict[tuple[str, ...], float] = {}
        for _, one in self.offers:
            if one.purchase is Purchase.ON_DEMAND:
                key = one.provider, one.gpu, one.region, one.currency
                asked[key] = min(one.per_gpu_hour, asked.get(key, one.per_gpu_hour))
        kept = []
        for line, one in self.offers:
            limit = asked.get((one.provider, one.gpu, one.region, one.currency))
            if one.purchase is Purchase.SPOT and limit and one.per_gpu_hour >= NO_DISCOUNT * limit:
                self.refuse(line, _not_below(one.per_gpu_hour, limit))
            else:
                kept.append((line, one))
        self.offers = kept


def _named(row: CsvRow, names: list[str]) -> _Cells:
    if len(row.cells) != len(names):
        raise _RefusedError(f"{len(row.cells)} cells under {len(names)} columns")
    return _Cells(row.line, dict(zip(names, row.cells, strict=True)))


Found = list[tuple[int, CloudOffer]]


def _skypilot_offers(cells: _Cells, reading: _Reading) -> Found:
    """Read the on-demand price of an instance, and its spot price."""
    name, instance = cells["acceleratorname"], cells["instancetype"]
    if not name:
        reading.without_gpu += 1
        return []
    gpu = _gpu(name, instance, cells["gpuinfo"], reading.catalog)
    count = _count(cells["acceleratorcount"], "AcceleratorCount")
    if not instance:
        raise _RefusedError(f"{name} is priced without its host", _APART)
    region = cells["region"]
    reading.once(cells.line, instance, region, cells["availabilityzone"], name, str(count))
    offer = CloudOffer(
        provider=_provider(reading.file),
        provider_class=_class_of(_provider(reading.file)),
        gpu=gpu,
        purchase=Purchase.ON_DEMAND,
        per_gpu_hour=0.0,
        currency=USD,
        date="",
        source=PriceSource(title=reading.file),
        region=region,
        instance=instance,
    )
    prices = _instance_prices(cells, count, reading)
    found = [offer._replace(purchase=kind, per_gpu_hour=price) for kind, price in prices.items()]
    return [(cells.line, one) for one in found if _is_new(one, reading)]


def _is_new(offer: CloudOffer, reading: _Reading) -> bool:
    """Tell whether no other zone of the region has the same price already."""
    what = offer.instance, offer.region, offer.purchase, f"{offer.per_gpu_hour:.6g}"
    new = what not in reading.told
    reading.told.add(what)
    return new


def _instance_prices(cells: _Cells, count: int, reading: _Reading) -> dict[Purchase, float]:
    """Give the prices of a GPU-hour that are sound; the others are noted as refused."""
    found: dict[Purchase, float] = {}
    for purchase, column in ((Purchase.ON_DEMAND, "Price"), (Purchase.SPOT, "SpotPrice")):
        text = cells[column.casefold()]
        if purchase is Purchase.SPOT and not text:
            continue
        try:
            price = _price(text, column, USD, count)
            asked = found.get(Purchase.ON_DEMAND)
            if asked is not None and price >= NO_DISCOUNT * asked:
                raise _not_below(price, asked)
            found[purchase] = price
        except _RefusedError as error:
            reading.refuse(cells.line, error)
    return found


def _simple_offers(cells: _Cells, reading: _Reading) -> Found:
    gpu = _gpu(cells["gpu"], "", "", reading.catalog)
    purchase = _purchase(cells["purchase"])
    currency = (cells["currency"] or USD).upper()
    if not re.fullmatch("[A-Z]{3}", currency):
        raise _RefusedError(f"currency: {currency} is no currency", "three letters, as USD")
    day = cells["date"]
    try:
        first_day(day or "2000")
    except ValueError:
        raise _RefusedError(f"date: {day} is no day", "write it as 2026-11-30") from None
    if "gpus" in cells.values:
        _count(cells["gpus"], "gpus")
    price = _price(cells["pergpuhour"], "per_gpu_hour", currency)
    provider, region = cells["provider"] or _provider(reading.file), cells["region"]
    reading.once(cells.line, gpu, purchase, provider, region, currency, day)
    kind, source = _class_of(provider), PriceSource(title=reading.file, date=day)
    offer = CloudOffer(provider, kind, gpu, purchase, price, currency, day, source, region)
    return [(cells.line, offer)]


def _purchase(text: str) -> Purchase:
    name = text.casefold().replace("_", "-").replace(" ", "-")
    if name not in set(map(str, RENTED_PURCHASES)):
        from difflib import get_close_matches

        near = get_close_matches(name, map(str, RENTED_PURCHASES), n=1)
        hint = f'did you mean "{near[0]}"?' if near else f"one of {', '.join(RENTED_PURCHASES)}"
        raise _RefusedError(f"purchase: {text or 'nothing'} is no way of renting", hint)
    return Purchase(name)


def _gpu(name: str, instance: str, info: str, catalog: Catalog) -> str:
    """Find the catalog's name of a GPU, with the help of what the row says of the instance."""
    found = catalog.find(name)
    if found is not None:
        return found.name
    short = {normalized_name(one): names for one, names in catalog.ambiguous.items()}
    meanings = short.get(normalized_name(name), ())
    for pattern, gpu in _FAMILIES:
        if gpu in meanings and re.match(pattern, instance):
            return gpu
    if meanings:
        narrowed = list(_narrowed(meanings, instance, info, catalog))
        if len(narrowed) == 1:
            return narrowed[0]
        hint = f"write {' or '.join(narrowed or meanings)}"
        raise _RefusedError(f"{name} may mean several GPUs", hint)
    near = catalog.suggest(name)
    hint = f"did you mean {' or '.join(near)}?" if near else "gpucmp prices list names those known"
    raise _RefusedError(f"{name or 'nothing'} is no GPU of the catalog", hint)


def _narrowed(names: Iterable[str], instance: str, info: str, catalog: Catalog) -> Iterator[str]:
    """Keep the models whose memory and form do not contradict the row."""
    memory = _MEMORY.search(info)
    written = instance.casefold()
    forms = [form for form in ("sxm", "pcie") if form in written]
    for gpu in catalog.gpus:
        wanted = float(memory[1]) / 1024 if memory else gpu.memory_gb
        fits = abs(gpu.memory_gb - wanted) <= _NEARLY * gpu.memory_gb
        if gpu.name in names and fits and all(one in gpu.form.casefold() for one in forms):
            yield gpu.name


def _count(text: str, column: str) -> int:
    """Read how many GPUs an instance has.

    Raises:
        _RefusedError: It has none, or only a slice of one, or nobody knows.
    """
    count = _number(text, column) if text else 0.0
    if count <= 0:
        raise _RefusedError(f"{column} is {text or 'missing'}: no GPU to divide the price by")
    if not count.is_integer():
        raise _RefusedError(f"{column} {text}: a slice of a GPU is no GPU")
    return int(count)


def _price(text: str, column: str, currency: str, count: int = 1) -> float:
    """Read the price of a GPU-hour.

    Raises:
        _RefusedError: It is missing, 0, a placeholder, or absurd.
    """
    price = _number(text, column) if text else 0.0
    if price == 0:
        raise _RefusedError(f"{column} is {'0' if text else 'missing'}", _APART)
    low, high = SOUND_PRICES.get(currency, (0.0, float("inf")))
    if price in PLACEHOLDERS or not low <= price / count <= high:
        message = f"{column}: {price:g} for {count} GPU{'s' if count > 1 else ''}"
        raise _RefusedError(f"{message} is a placeholder or a slip, not a price")
    return price / count


_APART = "some clouds price host and accelerator in separate rows; give the price of both"


def _number(text: str, column: str) -> float:
    if not re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", text):
        hint = "write the number alone, as 3.99"
        raise _RefusedError(f"{column}: {text[:40]} is no number", hint)
    return float(text)


def _not_below(spot: float, asked: float) -> _RefusedError:
    message = f"spot at {spot:.6g} a GPU is no discount on {asked:.6g} on demand"
    return _RefusedError(message, "the on-demand price is kept")


def _provider(file: str) -> str:
    """Name the provider by the file, or by its folder where the file is a ``vms.csv``."""
    path = PurePath(file)
    name = path.parent.name if path.stem == "vms" and path.parent.name else path.stem
    return _PROVIDERS.get(name.casefold(), name)


def _class_of(provider: str) -> ProviderClass:
    name = normalized_name(provider)
    if name in _HYPERSCALERS:
        return ProviderClass.HYPERSCALER
    return ProviderClass.MARKETPLACE if name in _MARKETPLACES else ProviderClass.GPU_CLOUD
