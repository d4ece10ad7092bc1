import ast
import inspect
from collections.abc import Iterator

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel, ValidationError

from gpucmp.facts import GROUPS_WITHOUT_FACTS, Kind
from gpucmp.options import Option, Purchase
from gpucmp.reading import models
from gpucmp.reading.models import ProfileModel, profile_schema
from tests.builders import the_facts


def wrong(data: object) -> list[str]:
    """Name the fields that the models refuse."""
    try:
        ProfileModel.model_validate(data)
    except ValidationError as error:
        return [".".join(map(str, one["loc"])) for one in error.errors()]
    return []


def every_model() -> Iterator[type[BaseModel]]:
    for one in vars(models).values():
        if isinstance(one, type) and issubclass(one, BaseModel) and one is not BaseModel:
            yield one


def test_a_name_is_all_that_a_profile_needs() -> None:
    assert wrong({"name": "x"}) == []
    assert wrong({}) == ["name"]


@pytest.mark.parametrize(
    ("group", "field", "good", "bad"),
    [
        ("demand", "gpus", [1, 10_000_000, 8.0, [1, 2, 3]], [0, 10_000_001, 8.5, True, "8", [1]]),
        ("demand", "utilization_percent", [0, 100], [-0.1, 100.1, False]),
        ("demand", "peak_to_mean", [1, 1000], [0.9, 1001]),
        ("demand", "horizon_months", [0.1, 600], [0, 601]),
        ("demand", "growth_percent_per_year", [-100, 1000], [-101, 1001]),
        ("demand", "deferrable_hours", [0, 8760], [8761]),
        ("demand", "needed_in_weeks", [0, 1040], [-1, 1041]),
        ("demand", "curve", [[[8, 100]]], [[], [[8]], [8, 100]]),
        ("hardware", "gpus_per_server", [1, 576], [0, 577]),
        ("hardware", "existing_gpus", [0], [-1, [1, 2, 3]]),
        ("service", "availability_percent", [99.995], [100.1]),
        ("service", "regions", [[], ["eu"]], ["eu", [""], [1]]),
        ("team", "operators_fte", [0, 0.5, 10_000], [-1, 10_001]),
        ("workload", "kind", ["mixed"], ["Mixed", 1]),
        ("workload", "multi_node", [True], ["true", 1]),
        ("data", "link_gbps", [0.1], [0]),
        ("budget", "currency", ["CNY"], ["cny", "EURO"]),
    ],
)
def test_a_field_ends_where_it_should(
    group: str, field: str, good: list[object], bad: list[object]
) -> None:
    for value in good:
        assert wrong({"name": "x", group: {field: value}}) == []
    for value in bad:
        assert wrong({"name": "x", group: {field: value}}) != []


@pytest.mark.parametrize("group", [name for name in ProfileModel.model_fields if name != "name"])
def test_every_group_can_be_null_and_refuses_what_it_does_not_know(group: str) -> None:
    assert wrong({"name": "x", group: None}) == []
    assert wrong({"name": "x", group: {"never": 1}}) == [f"{group}.never"]


@pytest.mark.parametrize("option", Option)
def test_a_proposal_names_an_option_and_a_purchase_of_the_vocabulary(option: Option) -> None:
    for purchase in Purchase:
        proposal = {"option": str(option), "purchase": str(purchase)}
        assert wrong({"name": "x", "proposal": proposal}) == []


def test_a_waiver_has_a_rule_a_reason_an_owner_and_an_end() -> None:
    waiver = {"rule": "A1", "reason": "r", "owner": "o", "expires": "2027-01-31"}

    assert wrong({"name": "x", "proposal": {"waivers": [waiver]}}) == []
    for key in waiver:
        less = {name: one for name, one in waiver.items() if name != key}
        assert wrong({"name": "x", "proposal": {"waivers": [less]}}) == [
            f"proposal.waivers.0.{key}"
        ]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(profile_schema())
    assert profile_schema()["title"] == "gpucmp profile"


@pytest.mark.parametrize("model", [*every_model()], ids=lambda model: model.__name__)
def test_every_field_is_described_in_a_sentence(model: type[BaseModel]) -> None:
    for name, field in model.model_fields.items():
        assert (field.description or "").endswith("."), name


def test_every_fact_of_a_profile_is_a_field_of_the_models() -> None:
    stated = {path for path, fact in the_facts().items() if not fact.derived}
    groups = ProfileModel.model_json_schema()["$defs"]
    fields = {
        f"{name.lower()}.{field}"
        for name, body in groups.items()
        if name.lower() in ProfileModel.model_fields and name.lower() not in GROUPS_WITHOUT_FACTS
        for field in body["properties"]
    }

    assert stated == fields


def test_only_the_curve_has_no_plain_domain() -> None:
    curves = [path for path, fact in the_facts().items() if fact.kind is Kind.CURVE]

    assert curves == ["demand.curve"]


def test_no_model_stands_alone() -> None:
    tree = ast.parse(inspect.getsource(models))
    named = {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    defined = set(ProfileModel.model_json_schema()["$defs"]) | {"ProfileModel", "_Group"}

    assert named <= defined
