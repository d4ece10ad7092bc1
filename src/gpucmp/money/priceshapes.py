"""What the files of prices may say: shapes, before anything is looked up."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field, Tag

from gpucmp.money.prices import ProviderClass, first_day
from gpucmp.options import RENTED_PURCHASES
from gpucmp.reading.fields import Amount, Currency, Date, DayOrMonth, ServerSize, Url


def _real(day: str) -> str:
    """Refuse what no calendar has, as month 13."""
    try:
        first_day(day)
    except ValueError:
        raise ValueError("no such day in the calendar") from None
    return day


def _judged_or_cited(value: object) -> str:
    return "judged" if isinstance(value, dict) and "judgment" in value else "cited"


Day = Annotated[DayOrMonth, AfterValidator(_real)]
Words = Annotated[str, Field(min_length=1, max_length=300)]
Price = Annotated[float, Field(gt=0)]
RentedPurchase = Annotated[str, Field(pattern="^(" + "|".join(map(str, RENTED_PURCHASES)) + ")$")]


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class SourceShape(_Shape):
    """A dated publication, or why a value is judged so."""

    title: Words
    date: Day
    url: Url = ""
    judgment: str = ""


class JudgmentShape(_Shape):
    """Why a value is judged so, where nothing can be cited."""

    judgment: Words


class _File(_Shape):
    as_of: Date


class _SourcedFile(_File):
    sources: dict[str, SourceShape]


class OfferShape(_Shape):
    """One price of a list; what it leaves out stands in the list."""

    gpu: Words
    per_gpu_hour: Price
    instance: Words = ""
    region: Words = ""
    date: Day = ""
    note: Words = ""


class ListShape(_Shape):
    """What one provider asks for one way of buying."""

    provider: Words
    class_: Annotated[ProviderClass, Field(alias="class", strict=False)]
    purchase: RentedPurchase
    currency: Currency
    source: Words
    region: Words = ""
    date: Day = ""
    note: Words = ""
    offers: Annotated[list[OfferShape], Field(min_length=1)]


class CloudShape(_SourcedFile):
    """``cloud.yaml``."""

    lists: list[ListShape]


class ServerShape(_Shape):
    """A server, or the baseboard of one."""

    name: Words
    gpu: Words
    gpus: ServerSize
    kind: Literal["server", "rack", "baseboard"]
    max_power_kw: Price | None = None
    power_source: Words = ""
    price: Price | None = None
    currency: Currency = ""
    date: Day = ""
    source: Words = ""
    note: Words = ""


class ServersShape(_SourcedFile):
    """``servers.yaml``."""

    servers: list[ServerShape]


class EgressShape(_Shape):
    """What a provider charges for a GB sent out."""

    provider: Words
    currency: Currency
    tiers: Annotated[
        list[Annotated[tuple[Price | None, Amount], Field(strict=False)]], Field(min_length=1)
    ]
    source: Words
    note: Words = ""


class EgressFileShape(_SourcedFile):
    """``egress.yaml``."""

    default: Words
    egress: list[EgressShape]


class RateShape(_Shape):
    """What something costs at a place."""

    place: Words
    value: Price
    low: Price | None = None
    high: Price | None = None
    unit: Words
    currency: Currency
    date: Day
    source: Words
    default: bool = False


class RatesShape(_SourcedFile):
    """``electricity.yaml``, ``colocation.yaml``, and ``people.yaml``."""

    rates: list[RateShape]


class LicenseShape(_Shape):
    """Software that is licensed by the GPU and year."""

    product: Words
    per_gpu_year: Price
    currency: Currency
    date: Day
    source: Words
    bundled: dict[str, Price] = {}
    not_bundled: list[Words] = []
    note: Words = ""


class SoftwareShape(_SourcedFile):
    """``software.yaml``."""

    licenses: list[LicenseShape]


class TitleShape(_Shape):
    """The same words in both languages."""

    en: Words
    zh: Words


class DefaultShape(_Shape):
    """A value that is assumed, with its range and why."""

    title: TitleShape
    value: float
    low: float
    high: float
    unit: Words
    source: Annotated[
        Annotated[SourceShape, Tag("cited")] | Annotated[JudgmentShape, Tag("judged")],
        Discriminator(_judged_or_cited),
    ]
    note: Words = ""
    by_years: Annotated[dict[str, float], Field(min_length=2)] | None = None


class DefaultsShape(_File):
    """``defaults.yaml``."""

    defaults: dict[str, DefaultShape]


SHAPES: Mapping[str, type[BaseModel]] = {
    "cloud": CloudShape,
    "servers": ServersShape,
    "egress": EgressFileShape,
    "electricity": RatesShape,
    "colocation": RatesShape,
    "people": RatesShape,
    "software": SoftwareShape,
    "defaults": DefaultsShape,
}
"""The files of prices by name, and the shape of each."""
