"""Which files a run is about: files, folders, patterns, and what stands above them."""

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from gpucmp.errors import InputError, Place, Problem
from gpucmp.gate.opening import path_in
from gpucmp.gate.patterns import matches
from gpucmp.loading import STDIN

ENDINGS = (".gpucmp.yaml", ".gpucmp.yml")
POLICY_FILES = (".gpucmp.yaml", ".gpucmp.yml")
WAIVER_FILES = (".gpucmp-waivers.yaml", ".gpucmp-waivers.yml")
REPOSITORY = ".git"


class Files(NamedTuple):
    """The files of a run, each once, and what is wrong with what was asked for."""

    names: tuple[str, ...]
    problems: tuple[Problem, ...]
    excluded: int = 0
    """How many named files the policy leaves out."""


class Exclusion(NamedTuple):
    """What the policy leaves out."""

    root: Path
    patterns: tuple[str, ...] = ()
    force: bool = False
    """Whether files that are named are left out too."""

    def leaves_out(self, name: str) -> bool:
        """Tell whether a file is left out."""
        path = path_in(self.root, name)
        return any(matches(pattern, path) for pattern in self.patterns)


def find_files(asked: Sequence[str], exclusion: Exclusion) -> Files:
    """Find the files of *asked*: files, folders, patterns, and ``-``."""
    names: dict[str, str] = {}
    problems: list[Problem] = []
    excluded = 0
    for one in asked:
        found, wrong = _found(one)
        problems.extend(wrong)
        named = list(found) == [one] and not Path(one).is_dir()
        kept = [
            name
            for name in found
            if name == STDIN or not exclusion.leaves_out(name) or (named and not exclusion.force)
        ]
        excluded += len(found) - len(kept)
        if not found and not wrong:
            problems.append(_nothing(one))
        for name in kept:
            names.setdefault(_identity(name), name)
    return Files(tuple(names.values()), tuple(problems), excluded)


def _identity(name: str) -> str:
    return name if name == STDIN else os.path.normpath(Path(name).absolute())


def _nothing(asked: str) -> Problem:
    if Path(asked).is_dir():
        message = f"holds no file that ends in {' or '.join(ENDINGS)}"
        return Problem(Place(asked), message, "name the files, or rename them")
    return Problem(Place(_shown(asked)), "no file matches this pattern")


def _shown(asked: str) -> str:
    return asked if asked.isprintable() else repr(asked)[1:-1]


def _found(asked: str) -> tuple[list[str], list[Problem]]:
    try:
        if asked == STDIN or Path(asked).is_file():
            return [asked], []
        if Path(asked).is_dir():
            return _in_folder(asked)
        if glob.has_magic(asked):
            return _of_pattern(asked)
    except (OSError, ValueError) as error:
        return [], [Problem(Place(_shown(asked)), f"cannot be read: {error}")]
    return [asked], []


def _of_pattern(pattern: str) -> tuple[list[str], list[Problem]]:
    """Find what matches a pattern; a folder that matches is searched."""
    names: list[str] = []
    problems: list[Problem] = []
    for one in sorted(glob.glob(pattern, recursive=True)):
        if Path(one).is_dir():
            continue
        if Path(one).name not in (*POLICY_FILES, *WAIVER_FILES):
            names.append(one)
    return names, problems


def _in_folder(folder: str) -> tuple[list[str], list[Problem]]:
    """Search a folder for proposals; hidden folders are left out, unreadable ones are said."""
    problems: list[Problem] = []

    def complain(error: OSError) -> None:
        reason = (error.strerror or "unknown reason").lower()
        where = os.path.normpath(str(error.filename))
        problems.append(Problem(Place(where), f"cannot be read: {reason}"))

    names: list[str] = []
    for top, folders, files in os.walk(folder, onerror=complain):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        names.extend(
            str(Path(top) / one)
            for one in sorted(files)
            if one.endswith(ENDINGS) and one not in POLICY_FILES
        )
    return names, problems


def above(folder: Path) -> Iterator[Path]:
    """Give *folder* and those above it, up to the root of its repository, if it is in one."""
    for one in (folder, *folder.parents):
        yield one
        if (one / REPOSITORY).exists():
            return


def root_of(folder: Path) -> Path:
    """Find the root of the repository that *folder* is in; without one, *folder* itself."""
    return next((one for one in above(folder) if (one / REPOSITORY).exists()), folder)


def find_above(folder: Path, names: Iterable[str]) -> str:
    """Find the nearest file of one of *names*, relative to *folder*; empty where there is none.

    Raises:
        InputError: Two of them stand side by side.
    """
    wanted = tuple(names)
    for one in above(folder):
        found = [name for name in wanted if (one / name).is_file()]
        shown = [os.path.relpath(one / name, folder) for name in found]
        if len(found) > 1:
            message = f"{found[1]} stands beside it; which of the two holds?"
            raise InputError([Problem(Place(shown[0]), message, "keep one")])
        if shown:
            return shown[0]
    return ""
