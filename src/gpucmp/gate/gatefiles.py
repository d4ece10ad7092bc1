"""Read the files of the gate: one document each, checked by its model."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from gpucmp import loading
from gpucmp.errors import InputError, Place, Problem
from gpucmp.gate.findings import BaselineEntry, GateResult, Status
from gpucmp.reading.documents import Document, read_documents
from gpucmp.text import Lang

if TYPE_CHECKING:
    from pydantic import BaseModel


def read_one(data: bytes, file: str, model: "type[BaseModel]") -> Document:
    """Read a file that holds one document of the form *model*.

    Raises:
        InputError: It cannot be read, or is malformed.
    """
    first, *others = read_documents(data, file)
    if others:
        place = others[0].place(())
        raise InputError([Problem(place, "one document is expected, and here begins another")])
    check(first, model)
    return first


def check(document: Document, model: "type[BaseModel]") -> None:
    """Check a document by its model.

    Raises:
        InputError: It is malformed; every problem is named.
    """
    from pydantic import ValidationError

    from gpucmp.reading.schemas import known_keys
    from gpucmp.reading.validation import problems_of

    try:
        model.model_validate(document.data)
    except ValidationError as error:
        raise InputError(problems_of(error, document, known_keys(model))) from None


def read_baseline(name: str) -> tuple[BaselineEntry, ...]:
    """Read a baseline.

    Raises:
        InputError: It cannot be read, or is malformed.
    """
    from gpucmp.reading.gatemodels import BaselineModel

    data = loading.read_file(Path(name), MOST_BYTES)
    sound = _sound_baseline(data)
    if sound is not None:
        return sound
    document = read_one(data, name, BaselineModel)
    written = document.data if isinstance(document.data, dict) else {}
    rows = written["findings"]
    entries: dict[str, BaselineEntry] = {}
    problems = []
    for at, row in enumerate(rows if isinstance(rows, list) else []):
        words = {key: str(value) for key, value in row.items()} if isinstance(row, dict) else {}
        entry = BaselineEntry(*(words[field] for field in BaselineEntry._fields))
        if entry.fingerprint in entries:
            place: Place = document.place(("findings", at, "fingerprint"))
            problems.append(Problem(place, f"duplicate fingerprint {entry.fingerprint}"))
        entries[entry.fingerprint] = entry
    if problems:
        raise InputError(problems)
    return tuple(entries.values())


MOST_BYTES = 64 * 1024 * 1024
"""Of a baseline; that of a thousand proposals takes two million."""


def _sound_baseline(data: bytes) -> tuple[BaselineEntry, ...] | None:
    """Read a baseline that is sound, which is fast; None where the places of faults are needed."""
    from gpucmp.reading.gatemodels import BaselineModel

    try:
        rows = BaselineModel.model_validate(json.loads(data, object_pairs_hook=_once)).findings
    except (ValueError, RecursionError):
        return None
    entries = [
        BaselineEntry(one.fingerprint, one.kind, one.path, one.pointer, one.value, one.message)
        for one in rows
    ]
    return tuple(entries) if len({one.fingerprint for one in entries}) == len(entries) else None


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Make an object whose keys stand in it once.

    Raises:
        ValueError: One stands in it twice.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice in an object")
    return found


def baseline_text(entries: Iterable[BaselineEntry]) -> str:
    """Write a baseline: sorted, one finding a line, so that a difference reads well."""
    from gpucmp.reading.gatemodels import BASELINE_SCHEMA

    ordered = sorted(set(entries), key=lambda one: (one.path, one.pointer, one.kind, one))
    rows = [json.dumps(one._asdict(), ensure_ascii=False) for one in ordered]
    inside = "\n    " + ",\n    ".join(rows) + "\n  " if rows else ""
    return f'{{\n  "schema": "{BASELINE_SCHEMA}",\n  "findings": [{inside}]\n}}\n'


def entries_of(result: GateResult) -> tuple[BaselineEntry, ...]:
    """Give what a baseline keeps of a run: every finding that no waiver hides, and can be kept."""
    return tuple(
        BaselineEntry(
            judged.fingerprint,
            judged.finding.kind.id,
            judged.finding.location.path,
            judged.finding.location.pointer,
            judged.finding.value,
            judged.finding.message.in_(Lang.EN),
        )
        for _, judged in result.judged()
        if judged.status is not Status.WAIVED and judged.finding.kind.waivable
    )
