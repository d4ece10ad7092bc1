"""The JSON Schema of what ``gpucmp check --format json`` writes."""

from gpucmp import errors, report
from gpucmp.gate import findings
from gpucmp.reportschema import DIALECT, Json, Schema, definitions_of, properties_of, schema_in

KIND_ID: Json = {"type": "string", "description": "Id of the kind, a key of ``kinds``."}


def check_schema() -> Schema:
    """Give the JSON Schema of a result of the gate.

    Keys that it does not name are allowed: within one schema version, keys are only added.
    """
    definitions = definitions_of(findings.GateResult, [findings, report, errors])
    properties_of(definitions, "GateResult")["schema"] = {"const": findings.SCHEMA}
    properties_of(definitions, "NotApplicable")["kind"] = KIND_ID
    properties_of(definitions, "Checked")["passed"] = {
        "type": "array",
        "items": {"type": "string"},
        "description": "Ids of the kinds that were looked for and not found.",
    }
    _flatten(definitions)
    root = schema_in(definitions.pop("GateResult"))
    return {
        "$schema": DIALECT,
        **root,
        "title": "gpucmp check",
        "$defs": {name: definitions[name] for name in sorted(definitions)},
    }


def _flatten(definitions: Schema) -> None:
    """Put the keys of a finding and those of its judgment into one object."""
    judged = schema_in(definitions["Judged"])
    inside = {**properties_of(definitions, "Finding"), **schema_in(judged["properties"])}
    inside.pop("finding")
    inside["kind"] = KIND_ID
    judged["properties"] = inside
    judged["required"] = list(inside)
    definitions.pop("Finding")
