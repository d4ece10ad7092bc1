"""What the gate found: the one frozen value that every format of ``gpucmp check`` reads."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from gpucmp.errors import Problem
from gpucmp.report import PackUsed, Points, Verdict
from gpucmp.text import Text

SCHEMA = "gpucmp.check/1"
PASSED = 0
FAILED = 1
UNREAD = 2


class Severity(StrEnum):
    """How bad a finding is, worst first."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    @property
    def rank(self) -> int:
        """Give 0 for the worst."""
        return _RANKS[self]


_RANKS = {severity: rank for rank, severity in enumerate(Severity)}


class Status(StrEnum):
    """What a finding means for the gate: only a new one can fail it."""

    NEW = "new"
    EXISTING = "existing"
    """It stands in the baseline."""
    WAIVED = "waived"


class Kind(NamedTuple):
    """A kind of finding; its id is stable, as waivers, baselines, and dashboards name it."""

    id: str
    """Small letters and dashes, as ``option-ruled-out``."""
    category: str
    """What it is about: proposal, verdict, purchase, facts, money, limits, age, or waivers.

    ``demand`` is that of what Terraform, Kubernetes, and SkyPilot ask for.
    """
    severity: Severity
    """Unless the policy says otherwise."""
    title: Text
    """A few words, without a full stop."""
    description: Text
    """When it is found, in a sentence or two."""
    help: Text
    """How to mend it, in general."""
    waivable: bool = True
    """Whether a waiver, or a baseline, can hide it."""


class Location(NamedTuple):
    """Where a finding stands; line and columns count from 1."""

    file: str
    """As the user named it; ``<stdin>`` for standard input."""
    path: str
    """Relative to the root of the repository, with ``/``; what uploads and fingerprints take."""
    line: int = 1
    column: int = 1
    end_column: int = 1
    """The column after the last character; never before *column*."""
    pointer: str = ""
    """JSON pointer (RFC 6901) inside its document; empty for the whole document."""

    def __str__(self) -> str:
        """Write the place as editors and terminals link it: ``file:line:column``."""
        return f"{self.file}:{self.line}:{self.column}"


class Step(NamedTuple):
    """One step of the chain: a key in the profile, the criterion that reads it, the effect."""

    text: Text
    location: Location | None = None
    """Null where the step is not in the profile."""


class Finding(NamedTuple):
    """One thing that the gate found in one document."""

    kind: Kind
    severity: Severity
    message: Text
    """With the numbers of this profile; its first sentence can stand alone."""
    mend: Text
    """How to mend it here."""
    location: Location
    value: str
    """What it is about, normalized, for the fingerprint: ``cloud``, or a number as written."""
    rule: str = ""
    """The rule of the pack behind it, if one is; a waiver can name it too."""
    trace: tuple[Step, ...] = ()


class Waiver(NamedTuple):
    """Permission to pass in spite of a finding."""

    rule: str
    """The id of a kind of finding, or of a rule of the pack."""
    reason: str
    owner: str
    expires: str
    """The last day that it holds, as ``2026-11-30``."""
    location: Location
    file: str = ""
    """The only file, or pattern of files, that it is for; empty is any."""
    pointer: str = ""
    """The only place in a document that it is for; empty is any."""
    document: int | None = None
    """The only document of its file that it is for: those in a proposal are for that one."""


class Judged(NamedTuple):
    """A finding with what it means for the gate."""

    finding: Finding
    status: Status
    fingerprint: str
    """Stays the same when lines move: 32 hexadecimal digits, then ``:n`` for the n-th equal."""
    waiver: Waiver | None = None
    """The waiver that hides it."""
    expired: Waiver | None = None
    """A waiver that hid it and holds no longer."""


class NotApplicable(NamedTuple):
    """A kind that could not be looked for in a document, and why."""

    kind: Kind
    reason: Text


class Checked(NamedTuple):
    """One document with all that was looked for in it."""

    file: str
    path: str
    """As in ``Location``."""
    document: int
    """Which document of the file, from 0."""
    documents: int
    """How many the file holds."""
    name: str
    """Of the profile; empty for a file of waivers."""
    proposed: str
    """The option that is proposed; empty where none is."""
    verdict: Verdict | None
    """Null where there is no profile."""
    scores: Points
    findings: tuple[Judged, ...]
    """By place, then kind."""
    passed: tuple[Kind, ...]
    """Kinds that were looked for and not found."""
    not_applicable: tuple[NotApplicable, ...]


class BaselineEntry(NamedTuple):
    """A finding as a baseline keeps it."""

    fingerprint: str
    kind: str
    path: str
    pointer: str
    value: str
    message: str


class Counts(NamedTuple):
    """How many findings of each kind there are, whatever is shown of them."""

    new: int
    existing: int
    waived: int
    resolved: int
    errors: int
    """New ones."""
    warnings: int
    notes: int


class PolicyUsed(NamedTuple):
    """What the gate failed on."""

    fail_on: str
    """The least severity that fails: ``error``, ``warning``, ``note``, or ``never``."""
    file: str
    """The policy file; empty where there is none."""


class GateResult(NamedTuple):
    """Everything that ``gpucmp check`` found out."""

    checked: tuple[Checked, ...]
    """By path, then document."""
    resolved: tuple[BaselineEntry, ...]
    """What the baseline holds and is no longer found in the files that were checked."""
    problems: tuple[Problem, ...]
    """What could not be read; any makes the exit code 2."""
    policy: PolicyUsed
    pack: PackUsed | None
    """Null where the pack could not be read."""
    today: str
    counts: Counts
    failed: bool
    exit_code: int
    """0, 1, or 2: the same for every format and display filter."""
    kinds: Mapping[str, Kind]
    """Every kind that could be found, for the list of rules of SARIF."""
    unread: Mapping[str, str] = MappingProxyType({})
    """Path, as in ``Location``, of each file with a problem."""
    schema: str = SCHEMA

    def path_of(self, problem: Problem) -> str:
        """Give the path of what a problem is with, for uploads."""
        return self.unread.get(problem.place.file, problem.place.file)

    def judged(self) -> Iterator[tuple[Checked, Judged]]:
        """Give every finding that is shown, with its document."""
        for one in self.checked:
            for judged in one.findings:
                yield one, judged
