"""The kinds of value that the fields of profiles and packs can hold."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, TypeVar

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag

from gpucmp.facts import LONGEST_TEXT

MOST_GPUS = 10_000_000
MOST_MONEY = 1e15
LONGEST_REASON = 2000


def _integral(value: object) -> object:
    """Read ``8.0`` as 8, as JSON Schema's ``integer`` does."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _number_or_range(value: object) -> str:
    return "range" if isinstance(value, list) else "number"


def _real_day(text: str) -> str:
    try:
        date.fromisoformat(text)
    except ValueError:
        raise ValueError("no such day in the calendar") from None
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
Months = Annotated[float, Field(ge=0.1, le=600)]
Weeks = Annotated[float, Field(ge=0, le=1040)]
Price = Ranged[Amount]

# No \d: to pydantic it is a digit of any script.
_CURRENCY = r"^[A-Z]{3}$"
_DAY = r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
_DAY_OR_MONTH = r"^[0-9]{4}(-[0-9]{2}){0,2}$"
RULE_ID = r"^[A-Z][A-Za-z0-9]*(-[A-Za-z0-9]+)*$"
_PARAMETER_ID = r"^[a-z][a-z0-9_]*$"
_DIMENSION_ID = r"^[a-z][a-z-]*$"
_PACK_ID = r"^[a-z][a-z0-9-]*$"
_VERSION = r"^[0-9]+(\.[0-9]+){0,2}$"
_SECTION = r"^[0-9]+(\.[0-9]+)?$"
_ROW = r"^[A-Z][0-9]+$"
_LETTER = r"^[A-Z]$"
_URL = r"^https?://"
_SAID = r"^[\s\S]*\S"
_FINGERPRINT = r"^[0-9a-f]{32}:[1-9][0-9]*$"
_POINTER = r"^(/([^~/]|~[01])*)+$"

FORMS: Mapping[str, str] = {
    _CURRENCY: "three capital letters, as USD",
    _DAY: "a day, as 2026-11-30",
    _DAY_OR_MONTH: "a year, month, or day, as 2026-11",
    RULE_ID: "a capital letter, then letters, digits, and dashes, as ACME-1",
    _PARAMETER_ID: "small letters, digits, and underscores, as air_limit_w",
    _DIMENSION_ID: "small letters and dashes, as load-shape",
    _PACK_ID: "small letters, digits, and dashes, as acme-rules",
    _VERSION: "one to three numbers with dots, as 1.2.0",
    _SECTION: "a chapter, or chapter and section, as 7.1",
    _ROW: "a capital letter and a number, as A1",
    _LETTER: "one capital letter",
    _URL: "an address that starts with https://",
    _SAID: "words, not only spaces",
    _FINGERPRINT: "32 digits, a colon, and a number",
    _POINTER: "a JSON pointer, as /proposal/option",
}
"""What the patterns of text ask for, in words."""

Said = Annotated[str, Field(pattern=_SAID, min_length=1, max_length=LONGEST_TEXT)]
"""Words that say something."""
Reason = Annotated[str, Field(pattern=_SAID, min_length=1, max_length=LONGEST_REASON)]
Fingerprint = Annotated[str, Field(pattern=_FINGERPRINT)]
Pointer = Annotated[str, Field(pattern=_POINTER, max_length=LONGEST_TEXT)]
Currency = Annotated[str, Field(pattern=_CURRENCY)]
Date = Annotated[
    str,
    Field(pattern=_DAY, json_schema_extra={"format": "date"}),
    AfterValidator(_real_day),
]
DayOrMonth = Annotated[str, Field(pattern=_DAY_OR_MONTH)]
RuleId = Annotated[str, Field(pattern=RULE_ID, max_length=60)]
ParameterId = Annotated[str, Field(pattern=_PARAMETER_ID, max_length=60)]
DimensionId = Annotated[str, Field(pattern=_DIMENSION_ID, max_length=60)]
PackId = Annotated[str, Field(pattern=_PACK_ID, max_length=60)]
Version = Annotated[str, Field(pattern=_VERSION, max_length=60)]
Section = Annotated[str, Field(pattern=_SECTION)]
Row = Annotated[str, Field(pattern=_ROW, max_length=60)]
Letter = Annotated[str, Field(pattern=_LETTER)]
Url = Annotated[str, Field(pattern=_URL, max_length=1000)]

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
