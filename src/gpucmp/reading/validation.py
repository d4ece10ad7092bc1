"""What a model finds wrong with a document, as problems with their places and a hint each."""

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from gpucmp.errors import Problem
from gpucmp.reading.documents import Document, Pointer, hint_for_text, show
from gpucmp.reading.scalars import clip

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

ANY_KEY = "*"
KeysByPointer = Mapping[Pointer, tuple[str, ...]]


def problems_of(
    error: "ValidationError", document: Document, known: KeysByPointer
) -> list[Problem]:
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
    tails = {key.rpartition(".")[2]: one for key, one in names.items()}
    wanted = word.casefold()
    tail = wanted.rpartition(".")[2]
    near = (
        _nearest(wanted, names, NEAR_PATH if "." in wanted else NEAR_WORD)
        or _nearest(tail, tails, NEAR_PATH)
        or next((one for key, one in tails.items() if len(tail) > 1 and key.startswith(tail)), "")
    )
    return f'did you mean "{near}"?' if near else ""


NEAR_WORD = 0.6
NEAR_PATH = 0.75
"""Paths have to be alike more than words: those of one group are alike from the start."""


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
        match value:
            case dict() if step in value:
                value = value[step]
            case list() if isinstance(step, int) and step < len(value):
                value = value[step]
            case _:
                continue
        pointer.append(step)
    return tuple(pointer)


def _subject(pointer: Pointer) -> str:
    names = [clip(step) for step in pointer if isinstance(step, str)]
    return f"{names[-1]}: " if names else ""


def _missing(error: "ErrorDetails", pointer: Pointer) -> tuple[str, str]:
    name = error["loc"][-1]
    if isinstance(name, int):
        return f"{_subject(pointer)}item {name + 1} is missing", ""
    return f"{_subject(pointer)}{name} is missing", f"add {name}"


def _hint_for_key(key: str, parent: Pointer, known: KeysByPointer) -> str:
    here = _keys_at(parent, known)
    homes = [place for place, keys in known.items() if key in keys and ANY_KEY not in place]
    if len(homes) == 1:
        home = ".".join(map(str, homes[0]))
        return f"it stands under {home}" if home else "it stands at the top level"
    return suggestion(key, here) or (f"known here: {', '.join(here)}" if here else "")


def _keys_at(pointer: Pointer, known: KeysByPointer) -> tuple[str, ...]:
    at: Pointer = ()
    for step in pointer:
        if isinstance(step, str):
            at = (*at, step) if (*at, step) in known else (*at, ANY_KEY)
    return known.get(at, ())


def wording(error: "ErrorDetails") -> tuple[str, str]:
    """Say what is wrong in the words of a profile, and how to mend it where that is known."""
    kind, value, context = error["type"], error["input"], error.get("ctx", {})
    if kind in EXPECTED:
        return f"expected {EXPECTED[kind]}, found {found(value)}", _hint_for_type(kind, value)
    if kind in BOUNDS:
        limit, words = BOUNDS[kind]
        return f"must be {words} {plain(context.get(limit))}, is {plain(value)}", ""
    if kind in {"literal_error", "enum"}:
        return _of_choices(str(context.get("expected", "")), value)
    if kind in LENGTHS:
        return _of_length(kind, context)
    if kind == "string_pattern_mismatch":
        from gpucmp.reading.fields import FORMS

        form = FORMS.get(str(context.get("pattern")), "another form")
        return f"expected {form}, found {found(value)}", ""
    return str(context.get("error", error["msg"])), ""


BOUNDS = {
    "greater_than": ("gt", "more than"),
    "greater_than_equal": ("ge", "at least"),
    "less_than": ("lt", "less than"),
    "less_than_equal": ("le", "at most"),
}
EXPECTED = {
    "bool_type": "true or false",
    "dict_type": "a mapping",
    "finite_number": "a finite number",
    "float_type": "a number",
    "int_from_float": "a whole number",
    "int_type": "a whole number",
    "list_type": "a list",
    "model_type": "a mapping",
    "string_type": "text",
    "tuple_type": "a list",
}
LENGTHS = {
    "string_too_long": ("max_length", "at most", "character"),
    "string_too_short": ("min_length", "at least", "character"),
    "too_long": ("max_length", "at most", "item"),
    "too_short": ("min_length", "at least", "item"),
}


def _hint_for_type(kind: str, value: object) -> str:
    if isinstance(value, str) and kind in {"bool_type", "float_type", "int_type"}:
        return hint_for_text(value)
    if kind == "string_type" and isinstance(value, bool | int | float):
        return f'quote it: "{plain(value)}"'
    if kind == "list_type" and isinstance(value, str):
        return f"write [{clip(value)}]"
    return "give it a value" if value is None else ""


def _of_choices(expected: str, value: object) -> tuple[str, str]:
    choices = re.findall(r"'([^']*)'", expected)
    wanted = choices[0] if len(choices) == 1 else f"one of {', '.join(choices)}"
    hint = suggestion(value, choices) if isinstance(value, str) else ""
    return f"expected {wanted}, found {found(value)}", hint


def _of_length(kind: str, context: Mapping[str, object]) -> tuple[str, str]:
    limit, words, unit = LENGTHS[kind]
    length = context.get(limit)
    if (kind, length) == ("string_too_short", 1):
        return "must not be empty", ""
    items = unit if length == 1 else f"{unit}s"
    counted = context.get("actual_length")
    has = "" if counted is None else f", has {counted}"
    hint = "a range is [low, likely, high]" if (unit, length) == ("item", LENGTH_OF_RANGE) else ""
    return f"needs {words} {length} {items}{has}", hint


LENGTH_OF_RANGE = 3


def found(value: object) -> str:
    """Name a value that stands where another was expected."""
    match value:
        case None:
            return "nothing"
        case bool():
            return f"`{plain(value)}`"
        case int() | float():
            return f"the number {plain(value)}"
        case str():
            return f"the text `{clip(value)}`" if value else "empty text"
        case list():
            return "a list"
        case _:
            return "a mapping"


def plain(value: object) -> str:
    """Write a number or boolean as a document would."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer() and abs(value) < LARGEST_WRITTEN_OUT:
        return str(int(value))
    return clip(str(value))


LARGEST_WRITTEN_OUT = 1e16
