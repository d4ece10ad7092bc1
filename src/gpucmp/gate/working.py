"""Look at many files: in this process, or in several where that is faster."""

import gc
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gpucmp import loading
from gpucmp.errors import InputError, Problem
from gpucmp.gate.looking import Looked, Setup, look
from gpucmp.gate.opening import Opener, printable
from gpucmp.gate.readers import READERS
from gpucmp.loading import STDIN

MANY = 64
"""Files from which a second process is worth its start."""
AT_ONCE = 8
"""Files that a process is given at a time."""


class Unread(NamedTuple):
    """Why a file, or a document in it, cannot be read."""

    problems: tuple[Problem, ...]


Seen = Looked | Unread


def look_at(
    names: Sequence[str], setup: Setup, opener: Opener, *, processes: int | None = None
) -> Iterator[Seen]:
    """Look at each file; what cannot be read comes as the reason, so that none is missed."""
    worker = _Worker(setup, opener)
    count = _processes(names) if processes is None else processes
    if count <= 1:
        for name in names:
            yield from worker.look(name)
        return
    # Standard input belongs to this process.
    piped = [name for name in names if name == STDIN]
    for name in piped:
        yield from worker.look(name)
    files = [name for name in names if name != STDIN]
    yield from _side_by_side(files, worker, count)


def _processes(names: Sequence[str]) -> int:
    """Choose how many processes to use; only where a process can be copied with what it knows."""
    if len(names) < MANY or sys.platform != "linux":
        return 1
    return len(os.sched_getaffinity(0))


def _side_by_side(names: Sequence[str], worker: "_Worker", count: int) -> Iterator[Seen]:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(count, get_context("fork"), _start, (worker,)) as pool:
        for seen in pool.map(_look, names, chunksize=AT_ONCE):
            yield from seen


class _Worker:
    """What a process needs to look at files."""

    current: "_Worker"
    """That of this process, where it was started for nothing else."""

    def __init__(self, setup: Setup, opener: Opener) -> None:
        self._setup = setup
        self._opener = opener

    def look(self, name: str) -> list[Seen]:
        """Look at every document of a file."""
        return [
            Unread(one.problems) if isinstance(one, InputError) else one
            for one in self._seen(name)
        ]

    def _seen(self, name: str) -> Iterator[Looked | InputError]:
        try:
            file, data = loading.bytes_of(name)
        except InputError as error:
            yield error
            return
        file = printable(file)
        reader = next((one for one in READERS if one.recognizes(file, data)), None)
        if reader is not None:
            yield from reader.look(file, data, self._setup, self._opener)
            return
        for opened in self._opener.profiles(file, data):
            yield opened if isinstance(opened, InputError) else look(opened, self._setup)


def _start(worker: _Worker) -> None:
    """Begin a process of its own; the first one alone answers to the keyboard."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    _Worker.current = worker


def _look(name: str) -> list[Seen]:
    return _Worker.current.look(name)
