"""Which waivers hide which findings, and what is to be said of waivers themselves."""

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from gpucmp.gate.findings import Finding, Kind, Severity, Waiver
from gpucmp.gate.patterns import has_wildcard, matches
from gpucmp.gate.policy import OFF, Policy
from gpucmp.gate.waiverfindings import (
    EXPIRES_SOON,
    REFUSED,
    SOON_DAYS,
    UNUSED,
    expires_soon,
    refused,
    unused,
)


class Hiding(NamedTuple):
    """What the waivers say of one finding."""

    waiver: Waiver | None = None
    """The one that hides it."""
    expired: Waiver | None = None
    """One that hid it and holds no longer."""


class Waivers:
    """All waivers of a run, with the use that was made of them."""

    def __init__(
        self, waivers: Sequence[Waiver], locked: Collection[str], policy: Policy, today: str
    ) -> None:
        self._by_rule: dict[str, list[Waiver]] = {}
        for one in waivers:
            self._by_rule.setdefault(one.rule, []).append(one)
        self._all = tuple(dict.fromkeys(waivers))
        self._locked = frozenset(locked)
        self._policy = policy
        self._today = today
        self._used: set[Waiver] = set()
        self._refused: set[Waiver] = set()

    def hiding(self, finding: Finding, document: int) -> Hiding:
        """Find what hides *finding*, and remember the use."""
        found = [
            one
            for rule in dict.fromkeys((finding.kind.id, finding.rule))
            for one in self._by_rule.get(rule, ())
            if _is_for(one, finding, document)
        ]
        if not can_be_hidden(finding, self._locked):
            self._refused.update(found)
            return Hiding()
        self._used.update(found)
        latest = max(found, key=_end, default=None)
        if latest is None:
            return Hiding()
        return Hiding(expired=latest) if latest.expires < self._today else Hiding(latest)

    def remarks(self, was_checked: Callable[[Waiver], bool]) -> Iterator[tuple[Waiver, Finding]]:
        """Say what is wrong with the waivers themselves, once every finding has been seen."""
        for one in self._all:
            left = (date.fromisoformat(one.expires) - date.fromisoformat(self._today)).days
            kind = self._wrong(one, left, was_checked)
            chosen = self._policy.severities.get(kind.id, kind.severity) if kind else OFF
            if chosen == OFF:
                continue
            severity = Severity(chosen)
            if kind is REFUSED:
                yield one, refused(one, severity)
            elif kind is EXPIRES_SOON:
                yield one, expires_soon(one, severity, left)
            else:
                yield one, unused(one, severity, expired=left < 0)

    def _wrong(
        self, waiver: Waiver, left: int, was_checked: Callable[[Waiver], bool]
    ) -> Kind | None:
        if waiver in self._refused or waiver.rule in self._locked:
            return REFUSED
        if waiver in self._used:
            return EXPIRES_SOON if 0 <= left <= SOON_DAYS else None
        return UNUSED if was_checked(waiver) else None


def can_be_hidden(finding: Finding, locked: Collection[str]) -> bool:
    """Tell whether a waiver or a baseline can hide *finding*."""
    return finding.kind.waivable and not {finding.kind.id, finding.rule} & set(locked)


def _end(waiver: Waiver) -> tuple[str, str, int, int]:
    """Order waivers: the one that holds longest last."""
    place = waiver.location
    return waiver.expires, place.path, -place.line, -place.column


def _is_for(waiver: Waiver, finding: Finding, document: int) -> bool:
    """Tell whether a waiver covers a finding: never more than it says."""
    place = finding.location
    if waiver.pointer and waiver.pointer != place.pointer:
        return False
    if waiver.document is not None:
        return (waiver.location.path, waiver.document) == (place.path, document)
    return not waiver.file or covers(waiver, place.path)


def covers(waiver: Waiver, path: str) -> bool:
    """Tell whether the file of a waiver is, or its pattern holds, *path*; never a whole folder."""
    if has_wildcard(waiver.file):
        return matches(waiver.file, path)
    return waiver.file == path
