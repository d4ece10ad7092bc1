"""The result of the gate as JSON."""

import json

import pytest
from jsonschema import Draft202012Validator

from gpucmp.checkschema import check_schema
from gpucmp.formats import Style
from gpucmp.formats.checkjson import render
from gpucmp.gate.findings import GateResult
from gpucmp.gate.running import unusable
from gpucmp.text import Lang
from tests.formats.gatecases import gate_result
from tests.formats.gateresults import FULL, PROBLEM, UNREAD

STYLE = Style(Lang.EN)


def test_json_has_all_that_was_found() -> None:
    found = json.loads(render(FULL, STYLE))
    (document,) = found["checked"]

    assert next(iter(found)) == "schema"
    assert (found["schema"], found["exit_code"], found["failed"]) == ("gpucmp.check/1", 1, True)
    assert [one["status"] for one in document["findings"]] == ["new", "waived", "existing", "new"]
    assert document["findings"][0]["kind"] == "differs-from-verdict"
    assert document["findings"][1]["waiver"]["owner"] == "dana@example.org"
    assert document["findings"][3]["expired"]["expires"] == "2027-01-31"
    assert document["passed"] == ["spot-interrupted"]
    assert document["not_applicable"] == [{"kind": "over-budget", "reason": "nothing is costed"}]
    assert found["kinds"]["only-planned"]["help"] == "Measure it."
    assert found["counts"]["resolved"] == 1


def test_json_has_what_could_not_be_read() -> None:
    found = json.loads(render(UNREAD, STYLE))

    assert found["exit_code"] == 2
    assert found["problems"][0]["place"] == {
        "file": "infra/broken.gpucmp.yaml",
        "line": 3,
        "column": 5,
    }


@pytest.mark.parametrize("one", [FULL, UNREAD, unusable([PROBLEM], "2026-12-01")])
def test_json_is_what_its_schema_says(one: GateResult) -> None:
    validator = Draft202012Validator(check_schema())
    errors = [error.message for error in validator.iter_errors(json.loads(render(one, STYLE)))]

    assert errors == []


def test_the_examples_are_what_the_schema_says() -> None:
    Draft202012Validator(check_schema()).validate(
        json.loads(render(gate_result("proposals"), STYLE))
    )
