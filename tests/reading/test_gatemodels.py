import json
from collections.abc import Callable, Mapping

import pytest
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from gpucmp.gate.findings import BaselineEntry
from gpucmp.gate.gatefiles import baseline_text
from gpucmp.gate.policy import Policy
from gpucmp.reading.gatemodels import (
    BASELINE_SCHEMA,
    BaselineModel,
    ConfigModel,
    WaiversModel,
    baseline_schema,
    config_schema,
    waivers_schema,
)

WAIVER = {"rule": "A6", "reason": "because", "owner": "me", "expires": "2027-01-31"}


@pytest.mark.parametrize("schema", [baseline_schema, config_schema, waivers_schema])
def test_a_schema_is_one_and_describes_every_key(
    schema: Callable[[], Mapping[str, object]],
) -> None:
    found = schema()

    Draft202012Validator.check_schema(found)
    properties = found["properties"]
    assert isinstance(properties, dict)
    assert all("description" in one for one in properties.values())
    assert found["additionalProperties"] is False


def test_the_policy_file_has_the_settings_of_the_policy() -> None:
    assert tuple(ConfigModel.model_fields) == Policy._fields


def test_the_policy_file_can_fail_on_what_the_policy_can() -> None:
    for one in ("error", "warning", "note", "never"):
        assert ConfigModel.model_validate({"fail_on": one}).fail_on == one


def test_a_baseline_that_is_written_is_valid() -> None:
    text = baseline_text([BaselineEntry("a" * 32 + ":1", "no-option", "a", "/b", "c", "d")])

    Draft202012Validator(baseline_schema()).validate(json.loads(text))
    assert BaselineModel.model_validate(json.loads(text)).schema_ == BASELINE_SCHEMA


@pytest.mark.parametrize(
    "change",
    [
        {"reason": ""},
        {"reason": " \t"},
        {"reason": None},
        {"owner": " "},
        {"expires": "2027-02-30"},
        {"expires": "soon"},
        {"pointer": "proposal"},
        {"pointer": ""},
        {"file": " "},
        {"until": "2027-01-31"},
    ],
)
def test_a_waiver_that_leaves_something_open_is_none(change: Mapping[str, str | None]) -> None:
    with pytest.raises(ValidationError):
        WaiversModel.model_validate({"waivers": [{**WAIVER, **change}]})


@pytest.mark.parametrize("key", WAIVER)
def test_a_waiver_needs_rule_reason_owner_and_day(key: str) -> None:
    without = {name: value for name, value in WAIVER.items() if name != key}

    with pytest.raises(ValidationError):
        WaiversModel.model_validate({"waivers": [without]})


def test_a_whole_waiver_is_valid() -> None:
    (one,) = WaiversModel.model_validate({"waivers": [WAIVER]}).waivers

    assert (one.rule, one.file, one.pointer) == ("A6", None, None)
