"""Results of the gate, made by hand."""

from gpucmp.errors import Place, Problem
from gpucmp.gate.findings import (
    BaselineEntry,
    Checked,
    Counts,
    Finding,
    GateResult,
    Judged,
    Kind,
    Location,
    NotApplicable,
    PolicyUsed,
    Severity,
    Status,
    Step,
    Waiver,
)
from gpucmp.options import Option, Purchase, Strength
from gpucmp.report import PackUsed, Purchases, Verdict
from gpucmp.text import Text


def said(text: str) -> Text:
    return Text(text, f"中文：{text}")


DIFFERS = Kind(
    "differs-from-verdict",
    "verdict",
    Severity.ERROR,
    said("another option wins"),
    said("The proposal names another option than the verdict."),
    said("Propose the verdict, or say in the profile what speaks against it."),
)
PLANNED = Kind(
    "only-planned",
    "facts",
    Severity.WARNING,
    said("not measured"),
    said("The utilization is planned."),
    said("Measure it."),
)
LEFT_OUT = Kind(
    "left-out",
    "money",
    Severity.NOTE,
    said("parts left out"),
    said("A total leaves out parts."),
    said("State them."),
)
SPOT = Kind(
    "spot-interrupted", "purchase", Severity.ERROR, said("spot"), said("Spot."), said("Do not.")
)
OLD = Kind("prices-old", "age", Severity.WARNING, said("old"), said("Old."), said("Renew them."))
BUDGET = Kind("over-budget", "limits", Severity.ERROR, said("budget"), said("Over."), said("Ask."))
KINDS = {kind.id: kind for kind in (DIFFERS, PLANNED, LEFT_OUT, SPOT, OLD, BUDGET)}

VERDICT = Verdict(
    "self-hosted",
    Purchase.OWNED,
    Purchases(Purchase.OWNED),
    Strength.CLEAR,
    12.5,
    0.6,
    Option.CLOUD,
    lowered=False,
)
AT = Location("infra/llm.gpucmp.yaml", "infra/llm.gpucmp.yaml", 12, 11, 16, "/proposal/option")
WAIVER = Waiver("only-planned", "pilot | phase", "dana@example.org", "2027-01-31", AT)
PROBLEM = Problem(
    Place("infra/broken.gpucmp.yaml", 3, 5), "unknown key `gpu_cout`", "did you mean `gpus`?"
)


def finding(
    kind: Kind = DIFFERS, message: str = "cloud is 12.5 points behind.", at: Location = AT
) -> Finding:
    step = Step(said("proposal.option is cloud"), at)
    effect = Step(said("A1 favors self-hosted"))
    return Finding(
        kind, kind.severity, said(message), said("Propose self-hosted."), at, "cloud", "A1",
        (step, effect),
    )  # fmt: skip


def judged(
    one: Finding, status: Status = Status.NEW, mark: str = "aa:1", *, expired: bool = False
) -> Judged:
    waiver = WAIVER if status is Status.WAIVED else None
    return Judged(one, status, mark, waiver, WAIVER if expired else None)


def checked(*findings: Judged, name: str = "llm") -> Checked:
    return Checked(
        AT.file, AT.path, 0, 1, name, "cloud", VERDICT, {Option.CLOUD: 40.0}, findings, (SPOT,),
        (NotApplicable(BUDGET, said("nothing is costed")),),
    )  # fmt: skip


PACK = PackUsed("builtin", "0.1.0", "sha256:0123456789abcdef", (), ())


def result(
    *documents: Checked,
    problems: tuple[Problem, ...] = (),
    resolved: tuple[BaselineEntry, ...] = (),
    fail_on: str = "error",
) -> GateResult:
    every = [one for document in documents for one in document.findings]
    new = [one.finding.severity for one in every if one.status is Status.NEW]
    failed = Severity.ERROR in new and fail_on != "never"
    counts = Counts(
        len(new),
        sum(one.status is Status.EXISTING for one in every),
        sum(one.status is Status.WAIVED for one in every),
        len(resolved),
        *(new.count(severity) for severity in Severity),
    )
    code = 2 if problems else int(failed)
    return GateResult(
        documents, resolved, problems, PolicyUsed(fail_on, ""), PACK, "2026-12-01", counts,
        failed, code, KINDS,
    )  # fmt: skip


FULL = result(
    checked(
        judged(finding()),
        judged(finding(PLANNED, "0 of 3 figures are measured."), Status.WAIVED, "bb:1"),
        judged(finding(LEFT_OUT, "egress is left out."), Status.EXISTING, "cc:1"),
        judged(finding(OLD, "prices of 2025."), mark="dd:1", expired=True),
    ),
    resolved=(
        BaselineEntry("ee:1", "only-planned", "infra/old.gpucmp.yaml", "", "", "was planned"),
    ),
)
UNREAD = result(checked(judged(finding())), problems=(PROBLEM,))
CLEAN = result(checked())
