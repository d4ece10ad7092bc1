"""The JSON Schemas that gpucmp publishes, as text."""

import json
from enum import StrEnum


class Subject(StrEnum):
    """What a schema can be had of."""

    PROFILE = "profile"
    RULES = "rules"
    RULE = "rule"
    REPORT = "report"


def schema_text(subject: Subject) -> str:
    """Give the JSON Schema of *subject* as text."""
    from gpucmp.models import profile_schema
    from gpucmp.packshapes import rule_schema, rules_schema
    from gpucmp.reportschema import report_schema

    match subject:
        case Subject.PROFILE:
            schema = profile_schema()
        case Subject.RULES:
            schema = rules_schema()
        case Subject.RULE:
            schema = rule_schema()
        case Subject.REPORT:
            schema = report_schema()
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"
