"""SARIF, by what the standard and GitHub require."""

import json
from typing import TypedDict

import jsonschema
import pytest

from gpucmp.formats import Style
from gpucmp.formats.checksarif import render
from gpucmp.gate.findings import GateResult
from gpucmp.gate.running import unusable
from gpucmp.text import Lang
from tests.formats.gatecases import gate_result
from tests.formats.gateresults import (
    AT,
    CLEAN,
    FULL,
    PROBLEM,
    UNREAD,
    checked,
    finding,
    judged,
    result,
)

TEXT = {
    "type": "object",
    "required": ["text"],
    "properties": {"text": {"type": "string", "minLength": 1}},
}
SHORT = {**TEXT, "properties": {"text": {"type": "string", "minLength": 1, "maxLength": 1024}}}
NATURAL = {"type": "integer", "minimum": 1}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
LOCATION = {
    "type": "object",
    "required": ["physicalLocation"],
    "properties": {
        "physicalLocation": {
            "type": "object",
            "required": ["artifactLocation", "region"],
            "properties": {
                "artifactLocation": {
                    "type": "object",
                    "required": ["uri"],
                    "properties": {"uri": {"type": "string", "pattern": r"^[^\s\\]+$"}},
                },
                "region": {
                    "type": "object",
                    "required": ["startLine"],
                    "properties": dict.fromkeys(
                        ("startLine", "startColumn", "endLine", "endColumn"), NATURAL
                    ),
                },
            },
        }
    },
}
RULE = {
    "type": "object",
    "required": ["id", "shortDescription", "fullDescription", "help"],
    "properties": {
        "name": {"type": "string", "maxLength": 255},
        "shortDescription": SHORT,
        "fullDescription": SHORT,
        "help": TEXT,
        "defaultConfiguration": {"properties": {"level": LEVEL}},
        "properties": {
            "properties": {
                "tags": {"type": "array", "maxItems": 10},
                "precision": {"enum": ["very-high", "high", "medium", "low"]},
                "problem.severity": {"enum": ["error", "warning", "recommendation"]},
            },
            "not": {"required": ["security-severity"]},
        },
    },
}
RESULT = {
    "type": "object",
    "required": ["ruleId", "ruleIndex", "message", "locations", "partialFingerprints"],
    "properties": {
        "message": TEXT,
        "level": LEVEL,
        "locations": {"type": "array", "minItems": 1, "items": LOCATION},
        "partialFingerprints": {
            "type": "object",
            "required": ["primaryLocationLineHash"],
            "additionalProperties": {"type": "string", "minLength": 1},
        },
        "baselineState": {"enum": ["new", "unchanged", "updated", "absent"]},
    },
}
LOG = {
    "type": "object",
    "required": ["$schema", "version", "runs"],
    "properties": {
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["tool", "results"],
                "properties": {
                    "tool": {
                        "properties": {
                            "driver": {
                                "required": ["name", "rules"],
                                "properties": {"rules": {"type": "array", "items": RULE}},
                            }
                        }
                    },
                    "results": {"type": "array", "items": RESULT},
                },
            },
        },
    },
}
"""What GitHub's documentation calls required, with the limits of its table."""


class Run(TypedDict):
    tool: dict[str, dict[str, list[dict[str, object]]]]
    results: list[dict[str, object]]
    invocations: list[dict[str, object]]


def run_of(one: GateResult) -> Run:
    log = json.loads(render(one, Style(Lang.EN)))
    jsonschema.validate(log, LOG)
    (run,) = log["runs"]
    found: Run = run
    return found


def results_of(one: GateResult) -> list[dict[str, object]]:
    return run_of(one)["results"]


def test_findings_are_results_of_their_rules_and_waived_ones_are_left_out() -> None:
    run = run_of(FULL)
    rules = run["tool"]["driver"]["rules"]

    assert [one["ruleId"] for one in results_of(FULL)] == [
        "differs-from-verdict", "left-out", "prices-old",
    ]  # fmt: skip
    for one in results_of(FULL):
        assert isinstance(one["ruleIndex"], int)
        assert rules[one["ruleIndex"]]["id"] == one["ruleId"]


def test_a_fingerprint_is_that_of_the_finding() -> None:
    assert results_of(FULL)[0]["partialFingerprints"] == {
        "primaryLocationLineHash": "aa:1",
        "gpucmpFinding/v1": "aa:1",
    }


def test_the_chain_of_a_finding_is_a_flow() -> None:
    text = json.dumps(results_of(FULL)[0]["codeFlows"])

    assert text.index("proposal.option is cloud") < text.index("A1 favors self-hosted")


def test_nothing_found_is_an_empty_list() -> None:
    assert results_of(CLEAN) == []


def test_a_path_is_percent_encoded() -> None:
    place = AT._replace(path="a b/完.yaml")
    (one,) = results_of(result(checked(judged(finding(at=place)))))

    assert '"a%20b/%E5%AE%8C.yaml"' in json.dumps(one)


def test_a_finding_without_a_chain_has_no_flow() -> None:
    (one,) = results_of(result(checked(judged(finding()._replace(trace=())))))

    assert "codeFlows" not in one


def test_what_cannot_be_read_is_no_successful_run() -> None:
    run = run_of(UNREAD)
    (invocation,) = run["invocations"]

    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 2)
    assert "unknown key" in json.dumps(invocation["toolExecutionNotifications"])


def test_the_findings_of_the_examples_are_what_github_requires() -> None:
    marks = [
        json.dumps(one["partialFingerprints"]) for one in results_of(gate_result("proposals"))
    ]

    assert len(set(marks)) == len(marks) > 8


@pytest.mark.parametrize("one", [FULL, CLEAN, UNREAD, unusable([PROBLEM], "2026-12-01")])
def test_the_schema_of_the_standard_holds(one: GateResult) -> None:
    models = pytest.importorskip("pydantic_sarif.model", reason="pydantic-sarif is not installed")
    log = models.StaticAnalysisResultsFormatSarifVersion210JsonSchema

    assert log.model_validate_json(render(one, Style(Lang.EN))).version.value == "2.1.0"


def test_the_schema_of_the_standard_holds_for_the_examples() -> None:
    models = pytest.importorskip("pydantic_sarif.model", reason="pydantic-sarif is not installed")
    log = models.StaticAnalysisResultsFormatSarifVersion210JsonSchema

    assert log.model_validate_json(render(gate_result("proposals"), Style(Lang.EN)))
