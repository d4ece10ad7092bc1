"""What a model finds wrong with a document, as problems with their places and a hint each."""

import difflib
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from gpucmp.documents import Document, Pointer, hint_for_text, show
from gpucmp.errors import Problem

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails


def problems_of(
    error: "ValidationError", document: Document, known_keys: Mapping[Pointer, Iterable[str]]
) -> list[Problem]:
    """Say what *error* found, each at the place of its value.

    *known_keys* holds the keys that are allowed at a pointer, for suggestions.
    """
    return [_problem(one, document, known_keys) for one in error.errors(include_url=False)]


def suggestion(word: str, known: Iterable[str]) -> str:
    """Ask whether the nearest of *known* was meant; empty where none is near."""
    known = tuple(known)
    near = difflib.get_close_matches(word.casefold(), known, n=1, cutoff=0.6)
    if not near:
        tails = {one.rpartition(".")[2]: one for one in known}
        near = [
            tails[one]
            for one in difflib.get_close_matches(word.rpartition(".")[2], tails, n=1, cutoff=0.75)
        ]
    return f'did you mean "{near[0]}"?' if near else ""


def _problem(
    error: "ErrorDetails", document: Document, known_keys: Mapping[Pointer, Iterable[str]]
) -> Problem:
    pointer = _in_document(error["loc"], document)
    if error["type"] == "extra_forbidden":
        key = str(pointer[-1])
        known = known_keys.get(pointer[:-1], ())
        hint = suggestion(key, known) or _listing(known)
        return Problem(document.key_place(pointer), f"unknown key {show(key)}", hint)
    if error["type"] == "missing":
        name = str(error["loc"][-1])
        return Problem(document.place(pointer), f"{_subject(pointer)}{name} is missing", f"add {name}")
    message, hint = _wording(error)
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
    if loc and isinstance(value, Mapping) and loc[-1] == "[key]":
        return tuple(pointer)
    return tuple(pointer)


def _subject(pointer: Pointer) -> str:
    names = [str(step) for step in pointer if isinstance(step, str)]
    return f"{names[-1]}: " if names else ""


def _listing(known: Iterable[str]) -> str:
    known = tuple(known)
    return f"known here: {', '.join(known)}" if known else ""


def _wording(error: "ErrorDetails") -> tuple[str, str]:
    """Say what is wrong in the words of a profile, and how to mend it where that is known."""
    value, context = error["input"], error.get("ctx", {})
    kind = error["type"]
    if kind.startswith(("bool", "float", "int")) and kind not in BOUNDS:
        wanted = {"b": "true or false", "f": "a number", "i": "a whole number"}[kind[0]]
        hint = hint_for_text(value) if isinstance(value, str) else ""
        return f"expected {wanted}, found {_found(value)}", hint
    if kind in BOUNDS:
        limit = context.get(BOUNDS[kind][0])
        return f"must be {BOUNDS[kind][1]} {_plain(limit)}, is {_plain(value)}", ""
    if kind in {"literal_error", "enum"}:
        expected = str(context.get("expected", ""))
        choices = [one.strip("'") for one in expected.replace(" or ", ", ").split(", ")]
        hint = suggestion(value, choices) if isinstance(value, str) else ""
        return f"{_found(value)} is none of {', '.join(choices)}", hint
    if kind in TYPES:
        return f"expected {TYPES[kind]}, found {_found(value)}", _hint_for(kind, value)
    if kind in {"too_short", "too_long"}:
        return f"holds {context.get('actual_length')} items", _length_hint(context)
    return _sentence(error["msg"]), ""


BOUNDS = {
    "greater_than": ("gt", "more than"),
    "greater_than_equal": ("ge", "at least"),
    "less_than": ("lt", "less than"),
    "less_than_equal": ("le", "at most"),
}
TYPES = {
    "string_type": "text",
    "string_too_short": "text of at least one character",
    "string_too_long": "shorter text",
    "string_pattern_mismatch": "another form",
    "list_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "dataclass_type": "a mapping",
    "finite_number": "a finite number",
}


def _hint_for(kind: str, value: object) -> str:
    if kind == "string_type" and isinstance(value, bool | int | float):
        return f'quote it: "{_plain(value)}"'
    if kind == "string_pattern_mismatch" and isinstance(value, str):
        return "a date is YYYY-MM-DD, a currency three capital letters"
    if kind in {"model_type", "dict_type"} and value is None:
        return "leave the key out"
    return ""


def _length_hint(context: Mapping[str, object]) -> str:
    limits = (context.get("min_length"), context.get("max_length"))
    low, high = limits
    if low is not None:
        return f"at least {low} are needed"
    return f"at most {high} are allowed"


def _found(value: object) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return f"`{_plain(value)}`"
        case int() | float():
            return f"the number {_plain(value)}"
        case str():
            shown = value if len(value) <= LONGEST_SHOWN else value[:LONGEST_SHOWN] + "…"
            return f'the text "{shown}"' if shown else "empty text"
        case list():
            return "a list"
        case _:
            return "a mapping"


LONGEST_SHOWN = 40


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) and abs(value) < 1e15 else str(value)  # noqa: PLR2004 - g is exact below


def _sentence(message: str) -> str:
    return message[:1].lower() + message[1:]
