"""What is known of prices: cloud offers, servers, tariffs, licenses, and the model's defaults."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from gpucmp.money.prices import (
    BASEBOARD,
    USD,
    CloudOffer,
    Default,
    EgressTiers,
    License,
    PriceSource,
    ProviderClass,
    Rate,
    Server,
    is_stale,
)
from gpucmp.options import Purchase
from gpucmp.text import Text

__all__ = ["CloudOffer", "Default", "EgressTiers", "License", "Market", "PriceBook"]
__all__ += ["PriceSource", "ProviderClass", "Rate", "Server", "digest_of", "pricebook_from"]

Data: TypeAlias = Mapping[str, object]

STALE_AFTER = "stale_after_days"


class Market(NamedTuple):
    """The current offers for a GPU, one way of buying, and what can be expected of them."""

    gpu: str
    purchase: Purchase
    currency: str
    low: float
    """The cheapest current offer."""
    likely: float
    """The median of the classes' medians; marketplaces count only where nobody else sells."""
    high: float
    """The dearest current offer."""
    medians: Mapping[ProviderClass, float]
    """The median of each class, in which every provider counts once with its own median."""
    offers: tuple[CloudOffer, ...]

    @property
    def rests_on(self) -> tuple[ProviderClass, ...]:
        """Name the classes that ``likely`` is the median of."""
        firm = tuple(one for one in self.medians if one is not ProviderClass.MARKETPLACE)
        return firm or tuple(self.medians)

    @property
    def oldest(self) -> str:
        """Give the date of the oldest offer; empty where one has none."""
        return min(one.date for one in self.offers)

    @property
    def newest(self) -> str:
        """Give the date of the newest offer."""
        return max(one.date for one in self.offers)


class PriceBook(NamedTuple):
    """All prices and defaults, with the look-ups of the cost model."""

    as_of: str
    digest: str
    all_offers: tuple[CloudOffer, ...] = ()
    all_servers: tuple[Server, ...] = ()
    egress_tiers: tuple[EgressTiers, ...] = ()
    electricity: tuple[Rate, ...] = ()
    colocation: tuple[Rate, ...] = ()
    people: tuple[Rate, ...] = ()
    licenses: tuple[License, ...] = ()
    defaults: Mapping[str, Default] = MappingProxyType({})

    def offers(
        self, gpu: str, purchase: Purchase | None = None, currency: str | None = None
    ) -> tuple[CloudOffer, ...]:
        """Give every offer for the GPU of the catalog name *gpu*, old ones too."""
        return tuple(
            one
            for one in self.all_offers
            if one.gpu == gpu
            and (purchase is None or one.purchase is purchase)
            and (currency is None or one.currency == currency)
        )

    def market(self, gpu: str, purchase: Purchase, currency: str = USD) -> Market | None:
        """Sum up the current offers for a GPU; none where nobody is known to offer it."""
        offers = _current(self.offers(gpu, purchase, currency))
        if not offers:
            return None
        prices = [one.per_gpu_hour for one in offers]
        medians = {
            kind: _median(_provider_medians(offers, kind))
            for kind in ProviderClass
            if any(one.provider_class is kind for one in offers)
        }
        firm = [value for kind, value in medians.items() if kind is not ProviderClass.MARKETPLACE]
        likely = _median(firm or list(medians.values()))
        return Market(gpu, purchase, currency, min(prices), likely, max(prices), medians, offers)

    def servers(self, gpu: str) -> tuple[Server, ...]:
        """Give every server and baseboard with the GPU, newest price first."""
        found = [one for one in self.all_servers if one.gpu == gpu]
        return tuple(sorted(found, key=lambda one: one.date, reverse=True))

    def server(self, gpu: str) -> Server | None:
        """Give the newest price of a whole server with the GPU; a bare baseboard is none."""
        whole = (one for one in self.servers(gpu) if one.kind != BASEBOARD)
        return next((one for one in whole if one.price is not None), None)

    def nameplate(self, gpu: str) -> Server | None:
        """Give the server with the GPU whose nameplate power is known, newest first.

        It need not be the one that `server` gives: not every price comes with a power.
        """
        whole = (one for one in self.servers(gpu) if one.kind != BASEBOARD)
        return next((one for one in whole if one.max_power_kw is not None), None)

    def egress(self, provider: str = "") -> EgressTiers | None:
        """Give the tiers of *provider*; without one, those that are assumed."""
        if not provider:
            return next(iter(self.egress_tiers), None)
        wanted = provider.casefold()
        return next((one for one in self.egress_tiers if one.provider.casefold() == wanted), None)

    def license(self, gpu: str) -> License | None:
        """Give the license that the GPU's software may need; none where none is known."""
        return next((one for one in self.licenses if one.gpu == gpu), None)

    def default(self, path: str) -> Default:
        """Give what is assumed for the field *path*, as ``owned.pue``.

        Raises:
            KeyError: Nothing is assumed for it.
        """
        return self.defaults[path]

    def stale(self, as_of: str, days: float | None = None) -> tuple[CloudOffer, ...]:
        """Give the offers that are more than *days* older than the day *as_of*.

        An offer without a date counts as old: nobody can say that it is not.
        """
        age = self.default(STALE_AFTER).value if days is None else days
        return tuple(one for one in self.all_offers if is_stale(one.date, as_of, age))

    def with_offers(self, offers: Sequence[CloudOffer]) -> "PriceBook":
        """Put a user's *offers* in the place of those for the same GPU, purchase, and currency."""
        stated = {(one.gpu, one.purchase, one.currency) for one in offers}
        kept = [
            one for one in self.all_offers if (one.gpu, one.purchase, one.currency) not in stated
        ]
        merged = (*kept, *offers)
        digest = digest_of({"over": self.digest, "offers": list(map(repr, offers))})
        return self._replace(digest=digest, all_offers=merged)


def digest_of(data: Data) -> str:
    """Name the content of price data: the same prices have the same digest."""
    import hashlib
    import json

    text = json.dumps(data, sort_keys=True, ensure_ascii=False, default=str)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def _current(offers: Iterable[CloudOffer]) -> tuple[CloudOffer, ...]:
    """Keep of each provider, in each region, what it asked last."""
    found = tuple(offers)
    newest: dict[tuple[str, str], str] = {}
    for one in found:
        key = one.provider, one.region
        newest[key] = max(newest.get(key, ""), one.date)
    return tuple(one for one in found if one.date == newest[one.provider, one.region])


def _provider_medians(offers: Iterable[CloudOffer], kind: ProviderClass) -> list[float]:
    prices: dict[str, list[float]] = {}
    for one in offers:
        if one.provider_class is kind:
            prices.setdefault(one.provider, []).append(one.per_gpu_hour)
    return [_median(asked) for asked in prices.values()]


def _median(values: Iterable[float]) -> float:
    """Find the middle; the module ``statistics`` takes longer to load than all this to run."""
    ordered = sorted(values)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def pricebook_from(data: Data) -> PriceBook:
    """Build the book from the plain data of the catalog's files, which is trusted to be sound.

    *data* has the content of each file under its name: ``cloud``, ``servers``, ``egress``,
    ``electricity``, ``colocation``, ``people``, ``software``, ``defaults``; and their
    ``digest``, which is computed where it is missing.
    """
    files = {name: one for name, one in data.items() if isinstance(one, Mapping)}
    digest = data.get("digest")
    return PriceBook(
        as_of=max((_string(one, "as_of") for one in files.values()), default=""),
        digest=str(digest) if digest else digest_of(data),
        all_offers=tuple(_offers(files.get("cloud", {}))),
        all_servers=tuple(_servers(files.get("servers", {}))),
        egress_tiers=tuple(_egress(files.get("egress", {}))),
        electricity=_rates(files.get("electricity", {})),
        colocation=_rates(files.get("colocation", {})),
        people=_rates(files.get("people", {})),
        licenses=tuple(_licenses(files.get("software", {}))),
        defaults={
            path: _default(path, row)
            for path, row in _entries(files.get("defaults", {}).get("defaults"))
        },
    )


def _offers(file: Data) -> Iterator[CloudOffer]:
    sources = _sources(file)
    for prices in _rows(file, "lists"):
        for row in _rows(prices, "offers"):
            stated = {**prices, **row}
            yield CloudOffer(
                provider=_string(stated, "provider"),
                provider_class=ProviderClass(_string(stated, "class")),
                gpu=_string(stated, "gpu"),
                purchase=Purchase(_string(stated, "purchase")),
                per_gpu_hour=_number(stated["per_gpu_hour"]),
                currency=_string(stated, "currency"),
                date=_string(stated, "date"),
                source=sources[_string(stated, "source")],
                region=_string(stated, "region"),
                instance=_string(stated, "instance"),
                note=_string(stated, "note"),
            )


def _servers(file: Data) -> Iterator[Server]:
    sources = _sources(file)
    for row in _rows(file, "servers"):
        yield Server(
            name=_string(row, "name"),
            gpu=_string(row, "gpu"),
            gpus=int(_number(row["gpus"])),
            kind=_string(row, "kind"),
            max_power_kw=_number(row["max_power_kw"]) if "max_power_kw" in row else None,
            power_source=sources.get(_string(row, "power_source")),
            price=_number(row["price"]) if "price" in row else None,
            currency=_string(row, "currency"),
            date=_string(row, "date"),
            source=sources.get(_string(row, "source")),
            note=_string(row, "note"),
        )


def _egress(file: Data) -> Iterator[EgressTiers]:
    """Read the tiers, those of the provider that is assumed first."""
    sources = _sources(file)
    assumed = _string(file, "default")
    rows = sorted(_rows(file, "egress"), key=lambda row: _string(row, "provider") != assumed)
    for row in rows:
        tiers = tuple(
            (None if up_to is None else _number(up_to), _number(per_gb))
            for up_to, per_gb in _pairs(row["tiers"])
        )
        source = sources[_string(row, "source")]
        yield EgressTiers(
            _string(row, "provider"), _string(row, "currency"), tiers, source, _string(row, "note")
        )


def _rates(file: Data) -> tuple[Rate, ...]:
    sources = _sources(file)
    return tuple(
        Rate(
            place=_string(row, "place"),
            value=_number(row["value"]),
            low=_number(row.get("low", row["value"])),
            high=_number(row.get("high", row["value"])),
            unit=_string(row, "unit"),
            currency=_string(row, "currency"),
            date=_string(row, "date"),
            source=sources[_string(row, "source")],
            is_default=row.get("default") is True,
        )
        for row in _rows(file, "rates")
    )


def _licenses(file: Data) -> Iterator[License]:
    sources = _sources(file)
    for row in _rows(file, "licenses"):
        years = {gpu: _number(given) for gpu, given in _items(row.get("bundled"))}
        apart = row.get("not_bundled")
        for gpu in (*years, *map(str, apart if isinstance(apart, list | tuple) else ())):
            yield License(
                product=_string(row, "product"),
                gpu=gpu,
                per_gpu_year=_number(row["per_gpu_year"]),
                currency=_string(row, "currency"),
                date=_string(row, "date"),
                bundled_years=years.get(gpu, 0.0),
                source=sources[_string(row, "source")],
                note=_string(row, "note"),
            )


def _default(path: str, row: Data) -> Default:
    title, source = row.get("title"), row.get("source")
    words = title if isinstance(title, Mapping) else {}
    by_years = {float(years): _number(value) for years, value in _items(row.get("by_years"))}
    return Default(
        path=path,
        title=Text(_string(words, "en"), _string(words, "zh")),
        value=_number(row["value"]),
        low=_number(row["low"]),
        high=_number(row["high"]),
        unit=_string(row, "unit"),
        source=_source(source if isinstance(source, Mapping) else {}),
        note=_string(row, "note"),
        by_years=tuple(sorted(by_years.items())),
    )


def _sources(file: Data) -> dict[str, PriceSource]:
    return {key: _source(row) for key, row in _entries(file.get("sources"))}


def _source(row: Data) -> PriceSource:
    return PriceSource(
        _string(row, "title"), _string(row, "date"), _string(row, "url"), _string(row, "judgment")
    )


def _rows(data: Data, key: str) -> Iterator[Data]:
    value = data.get(key)
    rows = value if isinstance(value, list | tuple) else ()
    return (one for one in rows if isinstance(one, Mapping))


def _entries(value: object) -> Iterator[tuple[str, Data]]:
    return ((key, one) for key, one in _items(value) if isinstance(one, Mapping))


def _items(value: object) -> Iterator[tuple[str, object]]:
    return ((str(key), one) for key, one in (value if isinstance(value, Mapping) else {}).items())


def _pairs(value: object) -> Iterator[tuple[object, object]]:
    for one in value if isinstance(value, list | tuple) else ():
        first, second = one
        yield first, second


def _string(row: Data, key: str) -> str:
    return str(row.get(key, ""))


def _number(value: object) -> float:
    return float(str(value))
