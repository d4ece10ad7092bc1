"""The JSON Schema of a report, made from the named tuples that a report is."""

import ast
import inspect
from collections.abc import Iterator, Mapping
from dataclasses import make_dataclass
from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import TypeAlias, get_args, get_origin, get_type_hints

from gpucmp import report
from gpucmp.report import SCHEMA

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
Schema: TypeAlias = dict[str, Json]


def report_schema() -> Schema:
    """Give the JSON Schema of what ``--format json`` writes: one report, or several.

    Keys that it does not name are allowed: within one schema version, keys are only added.
    """
    from pydantic import TypeAdapter

    root: Schema = TypeAdapter(_keyed(report.Report)).json_schema(mode="serialization")
    definitions = _schema(root.pop("$defs"))
    definitions["Report"] = root
    described = dict(_attribute_docstrings())
    for name, definition in definitions.items():
        _complete(_schema(definition), described.get(name, {}))
    definitions["Text"] = {"type": "string"}
    definitions["Reports"] = _several()
    _schema(root["properties"])["schema"] = {"const": SCHEMA}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "gpucmp report",
        "oneOf": [{"$ref": "#/$defs/Report"}, {"$ref": "#/$defs/Reports"}],
        "$defs": {name: definitions[name] for name in sorted(definitions)},
    }


@cache
def _keyed(kind: type) -> type:
    """Make a dataclass of a named tuple, which pydantic would describe as an array."""
    fields = [(name, _swapped(hint)) for name, hint in get_type_hints(kind).items()]
    return make_dataclass(kind.__name__, fields, namespace={"__doc__": kind.__doc__})


def _swapped(hint: object) -> object:
    """Replace the named tuples in a type."""
    if isinstance(hint, type) and hasattr(hint, "_fields"):
        return _keyed(hint)
    parts = tuple(map(_swapped, get_args(hint)))
    if isinstance(hint, UnionType):
        return reduce(or_, parts)
    origin = get_origin(hint)
    return origin[parts] if origin and parts else hint


def _several() -> Schema:
    return {
        "title": "Reports",
        "description": "The reports of several profiles.",
        "type": "object",
        "properties": {
            "schema": {"const": SCHEMA},
            "reports": {"type": "array", "items": {"$ref": "#/$defs/Report"}},
        },
        "required": ["schema", "reports"],
    }


def _complete(definition: Schema, described: Mapping[str, str]) -> None:
    """Require every key, as every key is always written, and describe those with a docstring."""
    if "properties" not in definition:
        return
    properties = _schema(definition["properties"])
    definition["required"] = list(properties)
    for name in properties:
        body = _schema(properties[name])
        body.pop("title", None)
        body.pop("default", None)
        if name in described:
            body["description"] = described[name]


def _attribute_docstrings() -> Iterator[tuple[str, dict[str, str]]]:
    """Read the strings below the fields of each class; Python itself forgets them."""
    for node in ast.parse(inspect.getsource(report)).body:
        if isinstance(node, ast.ClassDef):
            yield node.name, dict(_docstrings(node))


def _docstrings(body: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, below in zip(body.body, body.body[1:], strict=False):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name, inspect.cleandoc(text)
            case _:
                pass


def _schema(value: Json) -> Schema:
    if not isinstance(value, dict):
        message = f"a JSON Schema of another form than expected: {value!r}"
        raise TypeError(message)
    return value
