"""What has changed since a commit, by git."""

import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from gpucmp.errors import InputError, Place, Problem

SECONDS = 60
"""Longest that git may take."""


class Changes(NamedTuple):
    """The files that differ from a commit, by absolute path."""

    there: frozenset[str]
    """New, changed, or renamed to; untracked files too."""
    gone: frozenset[str]
    """Deleted, or renamed from."""


def changes_since(ref: str, folder: Path) -> Changes:
    """Compare the working tree in *folder* with the commit where its history left *ref*.

    Raises:
        InputError: There is no git, no repository, or no such commit.
    """
    top = Path(_git(ref, folder, "rev-parse", "--show-toplevel").rstrip("\n"))
    _git(ref, folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
    base = _base(ref, folder)
    compared = _git(ref, top, "diff", "--name-status", "--find-renames", "-z", base, "--")
    there: set[str] = set()
    gone: set[str] = set()
    for status, old, new in _entries(compared):
        if status in "RD":
            gone.add(old)
        if status != "D":
            there.add(new)
    untracked = _git(ref, top, "ls-files", "--others", "--exclude-standard", "-z")
    there.update(name for name in untracked.split("\0") if name)
    return Changes(_absolute(top, there), _absolute(top, gone - there))


def _base(ref: str, folder: Path) -> str:
    """Find where the histories part; without a common commit, compare with *ref* itself."""
    found = _run(folder, "merge-base", "--end-of-options", ref, "HEAD")
    return found.stdout.strip() if found.returncode == 0 else f"{ref}^{{commit}}"


def _entries(compared: str) -> Iterator[tuple[str, str, str]]:
    """Read ``git diff --name-status -z``: a status, then one path, or two for a rename."""
    words = iter(compared.split("\0"))
    for status in words:
        if status:
            old = next(words)
            yield status[0], old, next(words) if status[0] in "RC" else old


def _absolute(top: Path, names: set[str]) -> frozenset[str]:
    return frozenset(os.path.normpath(top / name) for name in names)


def _git(ref: str, folder: Path, *arguments: str) -> str:
    """Run git.

    Raises:
        InputError: It fails, or is not installed.
    """
    place = Place(f"--changed-only {ref}")
    try:
        done = _run(folder, *arguments)
    except FileNotFoundError:
        raise InputError([Problem(place, "git is not installed")]) from None
    except subprocess.TimeoutExpired:
        raise InputError([Problem(place, f"git took more than {SECONDS} seconds")]) from None
    if done.returncode == 0:
        return done.stdout
    if "--verify" in arguments:
        hint = "fetch it first, or check out the whole history (fetch-depth: 0)"
        raise InputError([Problem(place, "git knows no such commit", hint)])
    reason = (done.stderr.strip().splitlines() or ["unknown reason"])[-1]
    raise InputError([Problem(place, reason.removeprefix("fatal: "))])


def _run(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command: Sequence[str] = ("git", "-C", str(folder), *arguments)
    return subprocess.run(
        command,
        check=False,
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",
        stdin=subprocess.DEVNULL,
        timeout=SECONDS,
    )
