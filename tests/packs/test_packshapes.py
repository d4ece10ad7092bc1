from collections.abc import Mapping

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel, ValidationError

from gpucmp.packs import packshapes
from gpucmp.packs.packfile import PackSource
from gpucmp.packs.packshapes import PackShape, RuleShape, rule_schema, rules_schema

RULE = {"title": "t", "when": {"demand.gpus": 8}, "advises": "Look."}
PARAMETER = {
    "value": 1,
    "unit": "GPUs",
    "description": "d",
    "sources": [{"judgment": "so"}],
    "as_of": "2026-01-01",
    "still_valid_on": "2026-01-01",
}


def wrong(**parts: object) -> list[str]:
    """Name the parts that are of another shape than a pack's."""
    try:
        PackShape.model_validate({"id": "mine", **parts})
    except ValidationError as error:
        return [".".join(map(str, one["loc"])) for one in error.errors()]
    return []


@pytest.mark.parametrize(
    "parts",
    [
        {},
        {"version": "1.2.3", "extends": "builtin"},
        {"rules": {"A1": "off", "ACME-1": RULE, "B2": {"off": "Not ours."}, "B3": {"off": True}}},
        {"rules": {"A1": {"reason": "r", "points": None}}},
        {"rules": {"A1": {**RULE, "title": {"en": "t", "zh": "题"}}}},
        {"parameters": {"mine": PARAMETER, "yours": 5}},
        {"weights": {"money": {"weight": 2, "reason": "r"}}},
        {"offers": {"spot": {"demand.gpus": 8}}},
        {"questions": {"demand.gpus": "How many?"}},
        {"guides": {"mine": {"letter": "M", "title": "t"}}},
    ],
)
def test_a_pack_can_say(parts: Mapping[str, object]) -> None:
    assert wrong(**parts) == []


@pytest.mark.parametrize(
    ("parts", "places"),
    [
        ({"id": "My Pack"}, ["id"]),
        ({"id": 5}, ["id"]),
        ({"version": "latest"}, ["version"]),
        ({"extends": ""}, ["extends"]),
        ({"more": 1}, ["more"]),
        ({"rules": None}, ["rules"]),
        ({"rules": {"a1": "off"}}, ["rules.a1.[key]"]),
        ({"rules": {"A1": "on"}}, ["rules.A1.plain"]),
        ({"rules": {"A1": None}}, ["rules.A1.mapping"]),
        ({"rules": {"A1": {"off": 5}}}, ["rules.A1.mapping.off.plain"]),
        ({"rules": {"A1": {"title": {"en": "t"}}}}, ["rules.A1.mapping.title.mapping.zh"]),
        ({"rules": {"A1": {"sources": [{"url": "ftp://x"}]}}}, ["rules.A1.mapping.sources.0.url"]),
        (
            {"rules": {"A1": {"sources": [{"judgment": None}]}}},
            ["rules.A1.mapping.sources.0.judgment"],
        ),
        (
            {"rules": {"A1": {"rules_out": {"cloud": {"except": ["rent"]}}}}},
            ["rules.A1.mapping.rules_out.cloud.except.0"],
        ),
        ({"rules": {"A1": {"tests": [{}]}}}, ["rules.A1.mapping.tests.0.expect"]),
        ({"parameters": {"Mine": 5}}, ["parameters.Mine.[key]"]),
        ({"parameters": {"mine": float("nan")}}, ["parameters.mine.plain"]),
        ({"parameters": {"mine": "5"}}, ["parameters.mine.plain"]),
        (
            {"parameters": {"mine": {**PARAMETER, "sources": []}}},
            ["parameters.mine.mapping.sources"],
        ),
        ({"weights": {"money": 2}}, ["weights.money"]),
        ({"weights": {"money": {"weight": 11, "reason": "r"}}}, ["weights.money.weight"]),
        (
            {"plans": [{"id": "P", "occasion": "never", "stages": ["s"], "sources": []}]},
            ["plans.0.occasion"],
        ),
    ],
)
def test_a_pack_cannot_say(parts: Mapping[str, object], places: list[str]) -> None:
    assert wrong(**parts) == places


def test_the_schemas_are_schemas() -> None:
    Draft202012Validator.check_schema(rules_schema())
    Draft202012Validator.check_schema(rule_schema())


@pytest.mark.parametrize(
    ("parts", "allowed"),
    [
        ({"rules": {"A1": "off", "ACME-1": RULE}}, True),
        ({"rules": {"a1": "off"}}, False),
        ({"rules": {"A1": "on"}}, False),
        ({"rules": {"A1": {"rules_out": {"spot": {"except": []}}}}}, True),
        ({"rules": {"A1": {"rules_out": {"rent": {}}}}}, False),
        ({"parameters": {"mine": PARAMETER, "yours": 5}}, True),
        ({"parameters": {"Mine": 5}}, False),
        ({"more": 1}, False),
    ],
)
def test_the_schema_of_packs_agrees_with_the_shapes_but_for_targets(
    parts: Mapping[str, object], *, allowed: bool
) -> None:
    assert Draft202012Validator(rules_schema()).is_valid({"id": "mine", **parts}) == allowed


def test_the_built_in_rules_have_the_shape_of_their_schema(builtin: PackSource) -> None:
    validator = Draft202012Validator(rules_schema())

    assert builtin.document is not None
    assert list(validator.iter_errors(builtin.document.data)) == []


@pytest.mark.parametrize(
    "shape",
    [
        one
        for one in vars(packshapes).values()
        if isinstance(one, type) and issubclass(one, BaseModel) and one is not BaseModel
    ],
    ids=lambda shape: shape.__name__,
)
def test_every_key_is_described_in_a_sentence(shape: type[BaseModel]) -> None:
    for name, field in shape.model_fields.items():
        assert (field.description or "").endswith("."), name


def test_a_rule_can_leave_out_everything() -> None:
    assert RuleShape.model_validate({}).model_dump(exclude_defaults=True) == {}
