"""The kinds of value that the fields of profiles and packs can hold."""

from datetime import date
from typing import Annotated, TypeVar

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag
from pydantic_core import PydanticCustomError

from gpucmp.facts import LONGEST_TEXT

MOST_GPUS = 10_000_000
MOST_MONEY = 1e15


def _integral(value: object) -> object:
    """Read ``8.0`` as 8, as JSON Schema's ``integer`` does."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _number_or_range(value: object) -> str:
    return "range" if isinstance(value, list) else "number"


def _real_day(text: str) -> str:
    try:
        date.fromisoformat(text)
    except ValueError:
        raise PydanticCustomError("no_day", "no such day in the calendar") from None
    return text


Number = TypeVar("Number")
Ranged = Annotated[
    Annotated[Number, Tag("number")]
    | Annotated[list[Number], Field(min_length=3, max_length=3), Tag("range")],
    Discriminator(_number_or_range),
]
"""A plain number, or ``[low, likely, high]``."""

Words = Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
Share = Annotated[float, Field(ge=0, le=100, json_schema_extra={"x-step": 1})]
FineShare = Annotated[float, Field(ge=0, le=100, json_schema_extra={"x-step": 0.01})]
Ratio = Annotated[float, Field(ge=1, le=1000, json_schema_extra={"x-step": 0.1})]
People = Annotated[float, Field(ge=0, le=10_000, json_schema_extra={"x-step": 0.1})]
Count = Annotated[int, Field(ge=0, le=MOST_GPUS), BeforeValidator(_integral)]
Positive = Annotated[int, Field(ge=1, le=MOST_GPUS), BeforeValidator(_integral)]
ServerSize = Annotated[int, Field(ge=1, le=576), BeforeValidator(_integral)]
Amount = Annotated[float, Field(ge=0, le=MOST_MONEY)]
Months = Annotated[float, Field(gt=0, le=600)]
Weeks = Annotated[float, Field(ge=0, le=1040)]
Price = Ranged[Amount]
Currency = Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
# No \d: to pydantic it is a digit of any script.
Date = Annotated[
    str,
    Field(
        pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
        json_schema_extra={"format": "date"},
    ),
    AfterValidator(_real_day),
]
Rate = Annotated[
    tuple[Annotated[float, Field(gt=0, le=1e9)], Date],
    Field(strict=False),  # a list is the only sequence that a document has
]
"""Units of a currency for one USD, with the date."""
Tier = Annotated[tuple[Amount | None, Amount], Field(strict=False)]
Tiered = Annotated[
    Annotated[Amount, Tag("number")] | Annotated[list[Tier], Field(min_length=1), Tag("range")],
    Discriminator(_number_or_range),
]
"""A plain price, or tiers ``[[up_to, price], ..., [null, price]]``."""
