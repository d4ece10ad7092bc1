"""The JSON Schema of a report, made from the named tuples that a report is."""

import ast
import inspect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import make_dataclass
from functools import cache, reduce
from operator import or_
from types import ModuleType, UnionType
from typing import TypeAlias, get_args, get_origin, get_type_hints

from gpucmp import comparing, report
from gpucmp.report import SCHEMA

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
Schema: TypeAlias = dict[str, Json]
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def report_schema() -> Schema:
    """Give the JSON Schema of what ``--format json`` writes: one report, or several.

    Keys that it does not name are allowed: within one schema version, keys are only added.
    """
    definitions = definitions_of(report.Report, [report])
    properties_of(definitions, "Report")["schema"] = {"const": SCHEMA}
    definitions["Reports"] = _several()
    return {
        "$schema": DIALECT,
        "title": "gpucmp report",
        "oneOf": [{"$ref": "#/$defs/Report"}, {"$ref": "#/$defs/Reports"}],
        "$defs": {name: definitions[name] for name in sorted(definitions)},
    }


def compare_schema() -> Schema:
    """Give the JSON Schema of what ``gpucmp compare --format json`` writes.

    Keys that it does not name are allowed: within one schema version, keys are only added.
    """
    definitions = definitions_of(comparing.Comparison, [comparing])
    properties_of(definitions, "Comparison")["schema"] = {"const": comparing.SCHEMA}
    root = schema_in(definitions.pop("Comparison"))
    return {
        "$schema": DIALECT,
        **root,
        "title": "gpucmp compare",
        "$defs": {name: definitions[name] for name in sorted(definitions)},
    }


def definitions_of(root: type, modules: Iterable[ModuleType]) -> Schema:
    """Describe the named tuple *root* and all inside it, with the docstrings of *modules*."""
    from pydantic import TypeAdapter

    whole: Schema = TypeAdapter(_keyed(root)).json_schema(mode="serialization")
    definitions = schema_in(whole.pop("$defs"))
    definitions[root.__name__] = whole
    described = dict(one for module in modules for one in _attribute_docstrings(module))
    for name, definition in definitions.items():
        _complete(schema_in(definition), described.get(name, {}))
    definitions["Text"] = {"type": "string"}
    return definitions


def properties_of(definitions: Schema, name: str) -> Schema:
    """Give the properties of a definition."""
    return schema_in(schema_in(definitions[name])["properties"])


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
    stated = schema_in(definition["properties"])
    # A field named by a word of Python's own ends in a dash that no key has.
    properties: Schema = {name.rstrip("_"): body for name, body in stated.items()}
    definition["properties"] = properties
    definition["required"] = list(properties)
    for name in properties:
        body = schema_in(properties[name])
        body.pop("title", None)
        body.pop("default", None)
        if words := described.get(name) or described.get(f"{name}_"):
            body["description"] = words


def _attribute_docstrings(module: ModuleType) -> Iterator[tuple[str, dict[str, str]]]:
    """Read the strings below the fields of each class; Python itself forgets them."""
    for node in ast.parse(inspect.getsource(module)).body:
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


def schema_in(value: Json) -> Schema:
    """Take a part of a schema that is an object itself.

    Raises:
        TypeError: It is none.
    """
    if not isinstance(value, dict):
        message = f"a JSON Schema of another form than expected: {value!r}"
        raise TypeError(message)
    return value
