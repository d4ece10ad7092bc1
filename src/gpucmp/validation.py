"""What a model finds wrong with a document, as problems with their places and a hint each."""

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from gpucmp.documents import Document, Pointer, hint_for_text, show
from gpucmp.errors import Problem
from gpucmp.scalars import clip

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

ANY_KEY = "*"
KeysByPointer = Mapping[Pointer, tuple[str, ...]]


def problems_of(error: "ValidationError", document: Document, known: KeysByPointer) -> list[Problem]:
    """Say what *error* found, each at the place of its value.

    *known* holds the keys that are allowed at a pointer, for suggestions.
    """
    return [_problem(one, document, known) for one in error.errors(include_url=False)]


def pointers_of(error: "ValidationError", document: Document) -> set[Pointer]:
    """Name the parts of a document that *error* is about."""
    return {_in_document(one["loc"], document) for one in error.errors(include_url=False)}


def suggestion(word: str, known: Iterable[str]) -> str:
    """Ask whether the nearest of *known* was meant; empty where none is near."""
    names = {one.casefold(): one for one in known}
    near = _nearest(word.casefold(), names, 0.6)
    if not near:
        tails = {key.rpartition(".")[2]: one for key, one in names.items()}
        near = _nearest(word.casefold().rpartition(".")[2], tails, 0.75)
    return f'did you mean "{near}"?' if near else ""


def _nearest(word: str, known: Mapping[str, str], cutoff: float) -> str:
    near = difflib.get_close_matches(word, known, n=1, cutoff=cutoff)
    return known[near[0]] if near else ""


def _problem(error: "ErrorDetails", document: Document, known: KeysByPointer) -> Problem:
    pointer = _in_document(error["loc"], document)
    if error["type"] == "extra_forbidden":
        key = str(pointer[-1])
        hint = _hint_for_key(key, pointer[:-1], known)
        return Problem(document.key_place(pointer), f"unknown key {show(key)}", hint)
    if error["type"] == "missing":
        return Problem(document.place(pointer), *_missing(error, pointer))
    message, hint = wording(error)
    if error["loc"][-1] == "[key]":
        key = show(str(pointer[-1]))
        return Problem(document.key_place(pointer), f"the key {key}: {message}", hint)
    return Problem(document.place(pointer), f"{_subject(pointer)}{message}", hint)


def _in_document(loc: tuple[int | str, ...], document: Document) -> Pointer:
    """Keep of a location what stands in the document: models put the names of branches between."""
    pointer: list[int | str] = []
    value: object = document.data
    for step in loc:
        if isinstance(value, Mapping) and step in value:
            value = value[step]
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            continue
        pointer.append(step)
    return tuple(pointer)
