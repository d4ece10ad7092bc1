from typing import Annotated

from pydantic import BaseModel, Field

from gpucmp.reading.schemas import completed, known_keys


class Inner(BaseModel):
    a: int
    b: Annotated[int | None, Field(alias="bee")] = None


class Outer(BaseModel):
    one: Inner | None = None
    many: list[Inner] = []
    named: dict[str, Annotated[Inner | int, Field()]] = {}
    plain: dict[str, int] = {}


def test_the_keys_of_a_model_are_known_at_every_depth() -> None:
    assert known_keys(Outer) == {
        (): ("one", "many", "named", "plain"),
        ("one",): ("a", "bee"),
        ("many",): ("a", "bee"),
        ("named",): (),
        ("named", "*"): ("a", "bee"),
        ("plain",): (),
    }


def test_a_schema_refuses_keys_that_no_pattern_allows() -> None:
    inner = {"type": "object", "patternProperties": {"^a": {}}}
    schema = {"anyOf": [inner, {"type": "null"}], "required": ["x"]}

    assert completed(schema, "mine") == {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "anyOf": [{**inner, "additionalProperties": False}, {"type": "null"}],
        "required": ["x"],
        "title": "mine",
    }
