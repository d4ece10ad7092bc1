"""What was looked at, made by hand."""

from gpucmp.gate.findings import (
    Finding,
    GateResult,
    Judged,
    Kind,
    Location,
    Severity,
    Waiver,
)
from gpucmp.gate.judging import Allowed, Context, judge
from gpucmp.gate.looking import Looked
from gpucmp.gate.policy import BUILT_IN, Policy
from gpucmp.text import Text

TODAY = "2026-12-01"
NOTHING_ALLOWED = Allowed()
SAID = Text("said.", "说。")
FATAL = Kind("fatal-kind", "verdict", Severity.ERROR, SAID, SAID, SAID)
LOCKED = Kind("locked-kind", "verdict", Severity.ERROR, SAID, SAID, SAID, waivable=False)


def a_place(path: str = "a.yaml", line: int = 3, pointer: str = "/proposal/option") -> Location:
    return Location(f"./{path}", path, line, 1, 2, pointer)


def a_finding(
    kind: Kind = FATAL,
    at: Location | None = None,
    *,
    value: str = "cloud",
    severity: Severity = Severity.ERROR,
    rule: str = "",
) -> Finding:
    return Finding(kind, severity, SAID, SAID, at or a_place(), value, rule)


def a_look(
    *findings: Finding,
    path: str = "a.yaml",
    document: int = 0,
    documents: int = 1,
    waivers: tuple[Waiver, ...] = (),
) -> Looked:
    return Looked(
        f"./{path}",
        path,
        document,
        documents,
        f"document {document}",
        "cloud",
        None,
        {},
        findings,
        (),
        (),
        waivers,
    )


def a_waiver(rule: str = "fatal-kind", expires: str = "2027-12-31") -> Waiver:
    """Build a waiver as a file of waivers has it."""
    return Waiver(rule, "a reason", "me", expires, a_place(".gpucmp-waivers.yaml"))


def own_waiver(rule: str = "fatal-kind", document: int = 0, path: str = "a.yaml") -> Waiver:
    """Build a waiver as a proposal has it."""
    return Waiver(rule, "a reason", "me", "2027-12-31", a_place(path, line=9), document=document)


def judged(
    *looked: Looked,
    allowed: Allowed = NOTHING_ALLOWED,
    policy: Policy = BUILT_IN,
    there: tuple[str, ...] = (),
) -> GateResult:
    context = Context(policy, "", TODAY, lambda path: path in there)
    return judge(looked, (), allowed, context)


def everything(result: GateResult) -> list[Judged]:
    return [one for _, one in result.judged()]
