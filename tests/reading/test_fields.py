import datetime as dt
import re

import pytest
from pydantic import BaseModel, ConfigDict, ValidationError

from gpucmp.reading import fields
from gpucmp.reading.fields import (
    FORMS,
    RULE_ID,
    Count,
    Currency,
    Date,
    Ranged,
    Rate,
    RuleId,
    Tiered,
)


class Every(BaseModel):
    model_config = ConfigDict(strict=True)

    count: Count = 0
    ranged: Ranged[float] = 0
    date: Date = ""
    currency: Currency = ""
    rate: Rate = (1, "")
    tiered: Tiered = 0
    rule_id: RuleId = ""


def accepts(kind: str, value: object) -> bool:
    try:
        Every.model_validate({kind: value})
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize(
    ("kind", "value", "is_one"),
    [
        ("count", 8, True),
        ("count", 8.0, True),
        ("count", 8.5, False),
        ("count", True, False),
        ("count", "8", False),
        ("count", 10_000_000, True),
        ("count", 10_000_001, False),
        ("ranged", 1, True),
        ("ranged", [1, 2, 3.5], True),
        ("ranged", [1, 2], False),
        ("ranged", [[1, 2, 3], 2, 3], False),
        ("date", "2026-02-28", True),
        ("date", "2026-02-29", False),
        ("date", "2028-02-29", True),
        ("date", "2026-2-3", False),
        ("date", "٢٠٢٦-01-01", False),
        ("date", dt.date(2026, 1, 1), False),
        ("currency", "USD", True),
        ("currency", "USD\n", False),
        ("currency", "ÜSD", False),
        ("rate", [7.1, "2026-11-01"], True),
        ("rate", ["2026-11-01", 7.1], False),
        ("rate", [7.1, 7.1], False),
        ("rate", [7.1], False),
        ("tiered", 0.09, True),
        ("tiered", [[100, 0.1], [None, 0.05]], True),
        ("tiered", [[100, None]], False),
        ("tiered", [], False),
        ("rule_id", "A4-some", True),
        ("rule_id", "C8-fluctuatingPeaks", True),
        ("rule_id", "a4", False),
        ("rule_id", "A4-", False),
        ("rule_id", "A--4", False),
    ],
)
def test_a_kind_has_the_values_it_should(kind: str, value: object, *, is_one: bool) -> None:
    assert accepts(kind, value) == is_one


@pytest.mark.parametrize("pattern", FORMS)
def test_the_words_of_a_form_show_one(pattern: str) -> None:
    example = FORMS[pattern].rpartition(" as ")[2]

    assert re.search(pattern, example) or " as " not in FORMS[pattern]


def test_every_pattern_has_its_words() -> None:
    patterns = {value for value in vars(fields).values() if str(value)[:1] == "^"}

    assert patterns == set(FORMS)


def test_a_bad_id_is_refused_at_once() -> None:
    assert not re.fullmatch(RULE_ID, "A" * 60 + "!")
