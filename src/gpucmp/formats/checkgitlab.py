"""GitLab's code quality report: an array of issues that a merge request shows."""

import hashlib

from gpucmp.errors import Problem
from gpucmp.formats import Style
from gpucmp.formats.check import told
from gpucmp.gate.findings import GateResult, Judged, Severity, Status
from gpucmp.plaindata import Plain, json_text
from gpucmp.text import Lang

SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}


def render(result: GateResult, style: Style) -> str:
    """Write every finding that is not waived, and what could not be read; ``[]`` where clean."""
    shown = [judged for _, judged in result.judged() if judged.status is not Status.WAIVED]
    issues: list[Plain] = [_problem(at, one) for at, one in enumerate(result.problems)]
    issues.extend(_issue(judged, style.lang) for judged in shown)
    return json_text(issues, indent=2) + "\n"


def _issue(judged: Judged, lang: Lang) -> Plain:
    finding = judged.finding
    said = f"{told(judged, lang)} {finding.mend.in_(lang)}".rstrip()
    return {
        "description": f"{finding.kind.id}: {said}",
        "check_name": finding.kind.id,
        "fingerprint": judged.fingerprint,
        "severity": SEVERITIES[finding.severity],
        "location": {
            "path": finding.location.path.removeprefix("./"),
            "lines": {"begin": max(1, finding.location.line)},
        },
    }


def _problem(at: int, problem: Problem) -> Plain:
    return {
        "description": f"unreadable: {problem}",
        "check_name": "unreadable",
        "fingerprint": hashlib.sha256(f"{at}\0{problem}".encode()).hexdigest()[:32],
        "severity": "blocker",
        "location": {
            "path": problem.place.file.removeprefix("./"),
            "lines": {"begin": max(1, problem.place.line)},
        },
    }
