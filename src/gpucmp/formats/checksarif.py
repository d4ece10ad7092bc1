"""SARIF 2.1.0 for code scanning, with all that GitHub requires of an upload."""

from urllib.parse import quote

from gpucmp.errors import Problem
from gpucmp.formats import Style
from gpucmp.formats.check import told
from gpucmp.gate.findings import UNREAD, GateResult, Judged, Kind, Location, Severity, Status
from gpucmp.plaindata import Plain, json_text
from gpucmp.text import Lang

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
HOME = "https://github.com/gpucmp/gpucmp"
LONGEST = 1024
"""Characters of a description that GitHub keeps."""
PROBLEM_SEVERITY = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.NOTE: "recommendation",
}
STATES = {Status.NEW: "new", Status.EXISTING: "unchanged"}


def render(result: GateResult, style: Style) -> str:
    """Write one run; waived findings are left out, as GitHub ignores suppressions."""
    lang = style.lang
    kinds = list(result.kinds.values())
    at = {kind.id: index for index, kind in enumerate(kinds)}
    shown = [judged for _, judged in result.judged() if judged.status in STATES]
    pack = result.pack.id if result.pack else "none"
    log: Plain = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "gpucmp",
                        "informationUri": HOME,
                        "rules": [_rule(kind, lang) for kind in kinds],
                    }
                },
                "automationDetails": {"id": f"gpucmp/{pack}/"},
                "columnKind": "unicodeCodePoints",
                "invocations": [_invocation(result)],
                "results": [_result(one, at[one.finding.kind.id], lang) for one in shown],
            }
        ],
    }
    return json_text(log, indent=2) + "\n"


def _rule(kind: Kind, lang: Lang) -> Plain:
    return {
        "id": kind.id,
        "name": "".join(part.capitalize() for part in kind.id.split("-")),
        "shortDescription": {"text": kind.title.in_(lang)[:LONGEST]},
        "fullDescription": {"text": kind.description.in_(lang)[:LONGEST]},
        "help": {"text": kind.help.in_(lang)},
        "defaultConfiguration": {"level": str(kind.severity)},
        "properties": {
            "tags": ["gpucmp", kind.category],
            "precision": "high",
            "problem.severity": PROBLEM_SEVERITY[kind.severity],
        },
    }


def _result(judged: Judged, index: int, lang: Lang) -> Plain:
    finding = judged.finding
    text = f"{told(judged, lang)} {finding.mend.in_(lang)}".rstrip()
    found: dict[str, Plain] = {
        "ruleId": finding.kind.id,
        "ruleIndex": index,
        "level": str(finding.severity),
        "message": {"text": text},
        "locations": [_location(finding.location)],
        "partialFingerprints": {
            "primaryLocationLineHash": judged.fingerprint,
            "gpucmpFinding/v1": judged.fingerprint,
        },
        "baselineState": STATES[judged.status],
    }
    if finding.trace:
        steps: list[Plain] = [
            {
                "location": {
                    **_location(step.location or finding.location),
                    "message": {"text": step.text.in_(lang)},
                }
            }
            for step in finding.trace
        ]
        found["codeFlows"] = [{"threadFlows": [{"locations": steps}]}]
    return found


def _location(place: Location) -> dict[str, Plain]:
    line, column = max(1, place.line), max(1, place.column)
    region: dict[str, Plain] = {
        "startLine": line,
        "startColumn": column,
        "endLine": line,
        "endColumn": max(column + 1, place.end_column),
    }
    return {"physicalLocation": {"artifactLocation": {"uri": quote(place.path)}, "region": region}}


def _invocation(result: GateResult) -> Plain:
    return {
        "executionSuccessful": result.exit_code != UNREAD,
        "exitCode": result.exit_code,
        "toolExecutionNotifications": [
            _notification(one, result.path_of(one)) for one in result.problems
        ],
    }


def _notification(problem: Problem, path: str) -> Plain:
    place = problem.place
    region: dict[str, Plain] = {
        "startLine": max(1, place.line),
        "startColumn": max(1, place.column),
    }
    return {
        "level": "error",
        "message": {"text": str(problem)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": quote(path)},
                    "region": region,
                }
            }
        ],
    }
