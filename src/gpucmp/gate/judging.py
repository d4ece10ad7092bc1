"""From what was found to the result: fingerprints, waivers, the baseline, and the exit code."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from gpucmp.errors import Problem
from gpucmp.gate.findings import (
    FAILED,
    PASSED,
    UNREAD,
    BaselineEntry,
    Checked,
    Counts,
    Finding,
    GateResult,
    Judged,
    PolicyUsed,
    Severity,
    Status,
    Waiver,
)
from gpucmp.gate.kinds import KINDS
from gpucmp.gate.looking import Looked
from gpucmp.gate.policy import Policy
from gpucmp.gate.waivers import Waivers, can_be_hidden, covers
from gpucmp.report import PackUsed

DIGITS = 32
"""Hexadecimal digits of a fingerprint."""


class Allowed(NamedTuple):
    """What findings may be passed over."""

    waivers: tuple[Waiver, ...] = ()
    """Of the file of waivers; those in proposals come with their documents."""
    baseline: tuple[BaselineEntry, ...] = ()
    locked: frozenset[str] = frozenset()
    """Kinds and rules that nothing hides."""
    whole: bool = True
    """Whether all was checked that the waivers are for, and not only what has changed."""


class Context(NamedTuple):
    """What a run was asked for, as far as judging goes."""

    policy: Policy
    policy_file: str
    today: str
    is_there: Callable[[str], bool]
    """Tells whether a path, relative to the root, is a file."""
    path_of: Callable[[str], str] = str
    """Gives the path, relative to the root, of a file as it was named."""


def judge(
    looked: Iterable[Looked], problems: Iterable[Problem], allowed: Allowed, context: Context
) -> GateResult:
    """Judge everything that was found; the order of *looked* does not matter."""
    ordered = sorted(looked, key=lambda one: (one.path, one.document))
    own = tuple(waiver for one in ordered for waiver in one.waivers)
    waivers = Waivers((*own, *allowed.waivers), allowed.locked, context.policy, context.today)
    baseline = {one.fingerprint for one in allowed.baseline}
    counter: Counter[str] = Counter()
    checked = [_checked(one, waivers, baseline, (counter, allowed)) for one in ordered]
    paths = {one.path for one in ordered}

    def was_checked(waiver: Waiver) -> bool:
        if waiver.document is not None or any(covers(waiver, path) for path in paths):
            return True
        if waiver.file:
            return not context.is_there(waiver.file)
        return allowed.whole

    remarks = list(waivers.remarks(was_checked))
    checked = _with_remarks(checked, remarks, counter)
    seen = {judged.fingerprint for one in checked for judged in one.findings}
    resolved = tuple(
        one
        for one in sorted(allowed.baseline)
        if one.fingerprint not in seen and (one.path in paths or not context.is_there(one.path))
    )
    return _result(checked, resolved, tuple(sorted(set(problems))), (ordered, context))


def _checked(
    one: Looked, waivers: Waivers, baseline: set[str], shared: tuple[Counter[str], Allowed]
) -> Checked:
    counter, allowed = shared
    findings = tuple(
        _judged(finding, mark, waivers, (one.document, allowed.locked, baseline))
        for finding, mark in _marked(one, sorted(one.findings, key=_order), counter)
    )
    return Checked(
        one.file,
        one.path,
        one.document,
        one.documents,
        one.name,
        one.proposed,
        one.verdict,
        one.scores,
        findings,
        one.passed,
        one.not_applicable,
    )


def _judged(
    finding: Finding,
    mark: str,
    waivers: Waivers,
    shared: tuple[int, frozenset[str], set[str]],
) -> Judged:
    document, locked, baseline = shared
    hiding = waivers.hiding(finding, document)
    if hiding.waiver is not None:
        return Judged(finding, Status.WAIVED, mark, hiding.waiver)
    known = mark in baseline and can_be_hidden(finding, locked)
    return Judged(finding, Status.EXISTING if known else Status.NEW, mark, expired=hiding.expired)


def _order(finding: Finding) -> tuple[int, int, str, str, str]:
    """Order the findings of a document: by place, then kind."""
    place = finding.location
    return place.line, place.column, finding.kind.id, finding.rule, finding.value


def _marked(
    one: Looked | Checked, findings: Sequence[Finding], counter: Counter[str]
) -> Iterator[tuple[Finding, str]]:
    """Give each finding its fingerprint; no line goes into it."""
    inside = f"{one.path}#{one.name}" if one.documents > 1 else one.path
    for finding in findings:
        mark = fingerprint(finding, inside)
        counter[mark] += 1
        yield finding, f"{mark}:{counter[mark]}"


def fingerprint(finding: Finding, path: str) -> str:
    """Hash what a finding is about: kind, file, place in the document, and value."""
    value = f"{finding.rule} {finding.value}" if finding.rule else finding.value
    about = f"{finding.kind.id}\0{path}\0{finding.location.pointer}\0{value}"
    return hashlib.sha256(about.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def _with_remarks(
    checked: Sequence[Checked], remarks: Iterable[tuple[Waiver, Finding]], counter: Counter[str]
) -> list[Checked]:
    """Put what is said of waivers with their documents; those of a file stand for themselves."""
    by_place: dict[tuple[str, int | None], list[Finding]] = {}
    files: dict[str, str] = {}
    for waiver, finding in remarks:
        by_place.setdefault((waiver.location.path, waiver.document), []).append(finding)
        files[waiver.location.path] = waiver.location.file
    found = []
    for one in checked:
        more = by_place.pop((one.path, one.document), [])
        marked = _marked(one, sorted(more, key=_order), counter)
        judged = (Judged(finding, Status.NEW, mark) for finding, mark in marked)
        found.append(one._replace(findings=(*one.findings, *judged)))
    for (path, _), more in by_place.items():
        empty = Checked(files[path], path, 0, 1, "", "", None, {}, (), (), ())
        marked = _marked(empty, sorted(more, key=_order), counter)
        judged = (Judged(finding, Status.NEW, mark) for finding, mark in marked)
        found.append(empty._replace(findings=tuple(judged)))
    return sorted(found, key=lambda one: (one.path, one.document))


def _result(
    checked: Sequence[Checked],
    resolved: tuple[BaselineEntry, ...],
    problems: tuple[Problem, ...],
    shared: tuple[Sequence[Looked], Context],
) -> GateResult:
    looked, context = shared
    every = [judged for one in checked for judged in one.findings]
    new = [one.finding.severity for one in every if one.status is Status.NEW]
    failed = any(map(context.policy.fails, new))
    return GateResult(
        tuple(checked),
        resolved,
        problems,
        PolicyUsed(context.policy.fail_on, context.policy_file),
        _pack(looked),
        context.today,
        Counts(
            len(new),
            sum(one.status is Status.EXISTING for one in every),
            sum(one.status is Status.WAIVED for one in every),
            len(resolved),
            *(new.count(severity) for severity in Severity),
        ),
        failed,
        UNREAD if problems else FAILED if failed else PASSED,
        KINDS,
        {one.place.file: context.path_of(one.place.file) for one in problems},
    )


def _pack(looked: Sequence[Looked]) -> PackUsed | None:
    """Name the pack, without the numbers that single documents used of it."""
    found = next((one.pack for one in looked if one.pack is not None), None)
    return found._replace(parameters=()) if found else None
