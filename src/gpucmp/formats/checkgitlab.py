"""GitLab's code quality report: an array of issues that a merge request shows."""

import hashlib
from collections import Counter
from collections.abc import Iterator

from gpucmp.formats import Style
from gpucmp.formats.check import told
from gpucmp.gate.findings import GateResult, Judged, Severity, Status
from gpucmp.plaindata import Plain, json_text
from gpucmp.text import Lang

SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}


def render(result: GateResult, style: Style) -> str:
    """Write every finding that is not waived, and what could not be read; ``[]`` where clean."""
    shown = [judged for _, judged in result.judged() if judged.status is not Status.WAIVED]
    issues: list[Plain] = list(_problems(result))
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


def _problems(result: GateResult) -> Iterator[Plain]:
    """Give what could not be read; the fingerprint stays the same when lines move."""
    counter: Counter[str] = Counter()
    for problem in result.problems:
        path = result.path_of(problem)
        mark = hashlib.sha256(f"{path}\0{problem.message}".encode()).hexdigest()[:32]
        counter[mark] += 1
        yield {
            "description": f"unreadable: {problem}",
            "check_name": "unreadable",
            "fingerprint": f"{mark}:{counter[mark]}",
            "severity": "blocker",
            "location": {
                "path": path.removeprefix("./"),
                "lines": {"begin": max(1, problem.place.line)},
            },
        }
