"""Look for every kind of finding in one document."""

from typing import TYPE_CHECKING, NamedTuple

from gpucmp.advice import Knowledge, advise
from gpucmp.derived import derive
from gpucmp.gate.cases import Case, Locator
from gpucmp.gate.findings import Finding, Kind, NotApplicable, Waiver
from gpucmp.gate.kinds import CHECKS
from gpucmp.gate.policy import OFF, Policy
from gpucmp.gate.proposalcosts import proposed_costs
from gpucmp.gate.proposed import proposed_by
from gpucmp.profile import Profile
from gpucmp.report import PackUsed, Points, Verdict
from gpucmp.text import Text

if TYPE_CHECKING:
    from gpucmp.gate.demands import Part


class Opened(NamedTuple):
    """A document that was read, with its place among those of its file."""

    profile: Profile
    locator: Locator
    document: int = 0
    documents: int = 1
    waivers: tuple[Waiver, ...] = ()
    """Those that stand in the proposal."""


class Looked(NamedTuple):
    """What was found in one document, before waivers and the baseline."""

    file: str
    path: str
    document: int
    documents: int
    name: str
    proposed: str
    verdict: Verdict | None
    scores: Points
    findings: tuple[Finding, ...]
    passed: tuple[Kind, ...]
    not_applicable: tuple[NotApplicable, ...]
    waivers: tuple[Waiver, ...]
    pack: PackUsed | None = None
    part: "Part | None" = None
    """Of a file that asks for GPUs: what it adds to all that is asked for under its profile."""


class Setup(NamedTuple):
    """What all documents are judged by."""

    knowledge: Knowledge
    policy: Policy
    today: str


def look(opened: Opened, setup: Setup) -> Looked:
    """Look for everything in a profile with its proposal."""
    case = case_of(opened, setup)
    report, locator = case.report, opened.locator
    findings: list[Finding] = []
    passed: list[Kind] = []
    skipped: list[NotApplicable] = []
    for check in CHECKS:
        if setup.policy.severities.get(check.kind.id) == OFF:
            continue
        outcome = check.look(case)
        if isinstance(outcome, Text):
            skipped.append(NotApplicable(check.kind, outcome))
        elif outcome:
            findings.extend(outcome)
        else:
            passed.append(check.kind)
    return Looked(
        locator.file,
        locator.path,
        opened.document,
        opened.documents,
        report.name,
        case.proposed.option or "",
        report.verdict,
        report.scores,
        tuple(findings),
        tuple(passed),
        tuple(skipped),
        opened.waivers,
        report.pack,
    )


def case_of(opened: Opened, setup: Setup) -> Case:
    """Advise on a profile, and put beside it what findings are made from."""
    profile, knowledge = opened.profile, setup.knowledge
    report = advise(profile, knowledge, certified=False)
    proposed = proposed_by(profile)
    return Case(
        profile,
        report,
        derive(profile.facts, knowledge.pack.parameters, knowledge.catalog),
        proposed,
        proposed_costs(profile, report, proposed, knowledge),
        knowledge,
        setup.policy,
        setup.today,
        opened.locator,
    )
