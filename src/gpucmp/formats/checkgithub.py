"""Workflow commands that GitHub Actions turns into annotations on the changed lines."""

from collections.abc import Iterator

from gpucmp.errors import Problem
from gpucmp.formats import Style
from gpucmp.formats.check import told, worst_first
from gpucmp.gate.findings import GateResult, Judged, Severity, Status
from gpucmp.text import Lang

MOST = 10
"""Annotations of a kind that GitHub shows of one step."""
COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render(result: GateResult, style: Style) -> str:
    """Write at most ten annotations of a severity, the worst first, and count the rest.

    What could not be read comes before all; what is waived, or stands in the baseline, is left to
    the summary of the job.
    """
    left = dict.fromkeys(COMMANDS.values(), MOST)
    left["notice"] -= 1
    lines, more = [], 0
    for command, line in _commands(result, style.lang):
        if left[command]:
            left[command] -= 1
            lines.append(line)
        else:
            more += 1
    if more:
        words = f"{more} more finding{'s' if more > 1 else ''}, see the job summary"
        lines.append(f"::notice title=gpucmp::{words}")
    return "".join(f"{line}\n" for line in lines)


def _commands(result: GateResult, lang: Lang) -> Iterator[tuple[str, str]]:
    for problem in result.problems:
        yield "error", _of_problem(problem, result.path_of(problem))
    for _, judged in worst_first(result, [Status.NEW]):
        yield COMMANDS[judged.finding.severity], _of_finding(judged, lang)


def _of_finding(judged: Judged, lang: Lang) -> str:
    finding = judged.finding
    place = finding.location
    properties = {
        "file": place.path,
        "line": place.line,
        "endLine": place.line,
        "col": place.column,
        "endColumn": max(place.column, place.end_column - 1),
        "title": f"gpucmp: {finding.kind.title.in_(lang)}",
    }
    where = f"{place.path}:{place.line}:{place.column}"
    text = f"{where}: {finding.kind.id}: {told(judged, lang)}\n{finding.mend.in_(lang)}"
    return _command(COMMANDS[finding.severity], properties, text)


def _of_problem(problem: Problem, path: str) -> str:
    place = problem.place
    properties: dict[str, object] = {"file": path}
    if place.line:
        properties |= {"line": place.line, "col": max(1, place.column)}
    properties["title"] = "gpucmp: cannot be read"
    return _command("error", properties, str(problem))


def _command(name: str, properties: dict[str, object], message: str) -> str:
    """Escape as actions/toolkit does: `packages/core/src/command.ts`."""
    stated = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{name} {stated}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
