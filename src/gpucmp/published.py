"""The JSON Schemas that gpucmp publishes, as text."""

import json
from collections.abc import Callable, Mapping
from enum import StrEnum


class Subject(StrEnum):
    """What a schema can be had of."""

    PROFILE = "profile"
    RULES = "rules"
    RULE = "rule"
    REPORT = "report"
    CHECK = "check"
    COMPARE = "compare"
    WAIVERS = "waivers"
    CONFIG = "config"
    BASELINE = "baseline"


def schema_text(subject: Subject) -> str:
    """Give the JSON Schema of *subject* as text."""
    from gpucmp.checkschema import check_schema
    from gpucmp.packs.packshapes import rule_schema, rules_schema
    from gpucmp.reading.gatemodels import baseline_schema, config_schema, waivers_schema
    from gpucmp.reading.models import profile_schema
    from gpucmp.reportschema import compare_schema, report_schema

    give: dict[Subject, Callable[[], Mapping[str, object]]] = {
        Subject.PROFILE: profile_schema,
        Subject.RULES: rules_schema,
        Subject.RULE: rule_schema,
        Subject.REPORT: report_schema,
        Subject.CHECK: check_schema,
        Subject.COMPARE: compare_schema,
        Subject.WAIVERS: waivers_schema,
        Subject.CONFIG: config_schema,
        Subject.BASELINE: baseline_schema,
    }
    return json.dumps(give[subject](), ensure_ascii=False, indent=2) + "\n"
