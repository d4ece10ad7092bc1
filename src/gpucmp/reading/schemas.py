"""What the models of profiles and packs say about themselves: JSON Schemas and known keys."""

from collections.abc import Mapping
from typing import get_args, get_origin

from pydantic import BaseModel

from gpucmp.reading.documents import Pointer
from gpucmp.reading.validation import ANY_KEY


def completed(schema: Mapping[str, object], title: str) -> dict[str, object]:
    """Name a schema and its dialect, and refuse the keys that a pattern of keys leaves out."""
    closed = _closed(schema)
    body = closed if isinstance(closed, dict) else {}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **body, "title": title}


def _closed(schema: object) -> object:
    if isinstance(schema, list):
        return [_closed(one) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    body = {str(key): _closed(one) for key, one in schema.items()}
    return {**body, "additionalProperties": False} if "patternProperties" in body else body


def known_keys(model: type[BaseModel]) -> dict[Pointer, tuple[str, ...]]:
    """Give the keys that *model* knows at each pointer to a mapping; lists take no step."""
    found: dict[Pointer, tuple[str, ...]] = {}

    def visit(kind: object, pointer: Pointer) -> None:
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            fields = {one.alias or name: one for name, one in kind.model_fields.items()}
            found[pointer] = tuple(fields)
            for name, field in fields.items():
                visit(field.annotation, (*pointer, name))
        elif get_origin(kind) is dict:
            found.setdefault(pointer, ())
            visit(get_args(kind)[1], (*pointer, ANY_KEY))
        else:
            for inner in get_args(kind):
                visit(inner, pointer)

    visit(model, ())
    return found
