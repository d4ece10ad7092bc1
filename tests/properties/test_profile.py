"""Three readers of a profile agree: the quick check, the models, and the JSON Schema."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from jsonschema import Draft202012Validator, FormatChecker
from pydantic import ValidationError

from gpucmp import loading
from gpucmp.advice import Knowledge
from gpucmp.errors import InputError
from gpucmp.profile import Profile, accepts
from gpucmp.reading.models import ProfileModel, profile_schema
from tests.builders import the_facts

Body = Mapping[str, object]
Steps = tuple[str | int, ...]

THOROUGH = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SCHEMA = profile_schema()
VALIDATOR = Draft202012Validator(SCHEMA, format_checker=FormatChecker(["date"]))
LEFT_TO_THE_MODELS = ("prices", "proposal")
ODD: list[object] = [
    *(None, True, False, 0, -1, 1, 1.0, 8.0, 8.5, 0.5, 100, 100.5, 101, 576, 577, 600.1, 1040),
    *(1041, 10_000_000, 10_000_000.0, 10_000_001, 1e15, 1.1e15, 1e300, 10**20, -0.0, 1e-9),
    *("", " ", "x", "x" * 200, "x" * 201, "八" * 200, "8", "true", "training", "Training"),
    *("USD", "usd", "USDT", "٣٤٥", "2026-01-31", "2026-02-30", "٢٠٢٦-01-31"),
    *([], [8], [1, 2, 3], [1.0, 2, 3.5], [3, 2, 1], [True, 1, 2], [None, 1, 2], [1, 2, 3, 4]),
    *(["eu"], [""], ["x" * 201], [["eu"]], [[8, 100]], [[1, 2, 3]], [[100, 0.1], [None, 0.1]]),
    *({}, {"gpus": 8}, {"usd": [1.0, "2026-01-31"]}, {"CNY": [7.1, "2026-02-30"]}),
]
KEYS = ("gpus", "demand", "utilization_percent", "gpu", "cost", "x", "", "CNY", "usd")


def mapping(value: object) -> Body:
    assert isinstance(value, dict)
    return value


def valid(schema: Body) -> SearchStrategy[object]:
    """Give values that *schema* allows, its bounds among them."""
    match schema:
        case {"$ref": str(name)}:
            return valid(mapping(mapping(SCHEMA["$defs"])[name.rpartition("/")[2]]))
        case {"anyOf": list(parts)} | {"oneOf": list(parts)}:
            return st.one_of([valid(part) for part in parts])
        case {"enum": list(choices)}:
            return st.sampled_from(choices)
        case _:
            return OF_TYPE[str(schema["type"])](schema)


def numbers(schema: Body) -> SearchStrategy[object]:
    low, high = (
        schema.get(word, other) for word, other in (("minimum", -1000), ("maximum", 1000))
    )
    above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    low = low if above is None else above
    high = high if below is None else below
    assert isinstance(low, int | float)
    assert isinstance(high, int | float)
    if schema["type"] == "integer":
        inner: SearchStrategy[object] = st.integers(int(low), int(high))
        return inner | st.sampled_from([low, high, float(low), float(high)])
    return st.floats(
        low, high, exclude_min=above is not None, exclude_max=below is not None
    ) | st.integers(int(low) + 1, int(high) - 1)


def texts(schema: Body) -> SearchStrategy[object]:
    match schema:
        case {"format": "date"}:
            return st.dates().map(str)
        case {"pattern": str(pattern)}:
            return st.from_regex(pattern, fullmatch=True).filter(lambda one: one.strip() == one)
        case _:
            return st.text(
                st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=200
            )


def lists(schema: Body) -> SearchStrategy[object]:
    parts = schema.get("prefixItems")
    if isinstance(parts, list):
        return st.tuples(*map(valid, parts)).map(list)
    low, high = schema.get("minItems", 0), schema.get("maxItems", 4)
    assert isinstance(low, int)
    assert isinstance(high, int)
    inner = valid(mapping(schema["items"]))
    return st.lists(inner, min_size=low, max_size=min(high, low + 2))


def mappings(schema: Body) -> SearchStrategy[object]:
    if "patternProperties" in schema:
        ((pattern, inner),) = mapping(schema["patternProperties"]).items()
        keys = st.from_regex(pattern, fullmatch=True).filter(lambda one: one.strip() == one)
        return st.dictionaries(keys, valid(mapping(inner)), max_size=2)
    needed = schema.get("required", [])
    assert isinstance(needed, list)
    fields = {name: valid(mapping(one)) for name, one in mapping(schema["properties"]).items()}
    required = {name: one for name, one in fields.items() if name in needed}
    optional = {name: one for name, one in fields.items() if name not in needed}
    return st.fixed_dictionaries(required, optional=optional)


OF_TYPE: Mapping[str, Callable[[Body], SearchStrategy[object]]] = {
    "array": lists,
    "boolean": lambda _: st.booleans(),
    "integer": numbers,
    "null": lambda _: st.none(),
    "number": numbers,
    "object": mappings,
    "string": texts,
}
PROFILES = valid(SCHEMA)


def places(value: object, steps: Steps = ()) -> Iterator[Steps]:
    """Go over every place in a document."""
    yield steps
    if isinstance(value, dict):
        for key, one in value.items():
            yield from places(one, (*steps, key))
    elif isinstance(value, list):
        for at, one in enumerate(value):
            yield from places(one, (*steps, at))


def changed(value: object, steps: Steps, new: object) -> object:
    """Put *new* in at *steps*."""
    if not steps:
        return new
    step, *rest = steps
    if isinstance(value, dict):
        return {**value, step: changed(value.get(str(step)), tuple(rest), new)}
    assert isinstance(value, list)
    return [changed(one, tuple(rest), new) if at == step else one for at, one in enumerate(value)]


@st.composite
def documents(draw: st.DrawFn) -> dict[str, object]:
    """Give a profile that is valid, or broken in one or two places."""
    document = draw(PROFILES)
    for _ in range(draw(st.sampled_from([0, 1, 1, 2]))):
        steps = draw(st.sampled_from(list(places(document))[1:] or [("name",)]))
        if draw(st.booleans()):
            steps = (*steps[:-1], draw(st.sampled_from(KEYS))) if len(steps) < 3 else steps
        document = changed(document, steps, draw(st.sampled_from(ODD)))
    assert isinstance(document, dict)
    return document


def models_accept(document: object) -> bool:
    try:
        ProfileModel.model_validate(document)
    except ValidationError:
        return False
    return True


def is_plain(document: Body) -> bool:
    """Tell whether a document has none of the parts that only the models look at."""
    demand = document.get("demand")
    has_curve = isinstance(demand, dict) and demand.get("curve") is not None
    return not has_curve and not any(group in document for group in LEFT_TO_THE_MODELS)


@THOROUGH
@given(documents())
@example({"name": "x", "demand": {"gpus": [8.0, 9, 10.0]}})
@example({"name": "x", "demand": {"gpus": True}})
@example({"name": "x", "demand": {"utilization_percent": False}})
@example({"name": "x", "budget": {"currency": "USD\n"}})
@example({"name": "x", "cost": None})
def test_what_the_quick_check_accepts_the_models_accept(document: dict[str, object]) -> None:
    quick = accepts(document, the_facts())

    assert not quick or models_accept(document)
    assert quick or not (is_plain(document) and models_accept(document))


@THOROUGH
@given(documents())
@example({"name": "x", "prices": {"exchange_rates": {"usd": [1.0, "2026-01-31"]}}})
@example({"name": "x", "prices": {"exchange_rates": {"USD": ["2026-01-31", 1.0]}}})
@example({"name": "x", "prices": {"as_of": "٢٠٢٦-01-31"}})
@example({"name": "x", "proposal": {"decision_date": "2026-02-30"}})
@example({"name": "x", "prices": {"cloud": {"egress_per_gb": [[100, 0.1], [None, 0.05]]}}})
@example({"name": "x", "proposal": {"option": "cloud", "owned_gpus": 8.0}})
def test_the_schema_agrees_with_the_models(document: dict[str, object]) -> None:
    assert VALIDATOR.is_valid(document) == models_accept(document)


@THOROUGH
@given(PROFILES)
def test_what_the_schema_allows_is_a_profile(document: object) -> None:
    assert models_accept(document)


@THOROUGH
@given(document=documents())
def test_a_document_is_a_profile_or_told_what_is_wrong_line_by_line(
    document: dict[str, object], knowledge: Knowledge, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = Path(tmp_path_factory.getbasetemp(), "profile.json")
    path.write_text(json.dumps(document), encoding="utf-8")

    (found,) = loading.read_profiles([str(path)], knowledge)

    if isinstance(found, Profile):
        assert models_accept(document)
    else:
        assert isinstance(found, InputError)
        assert found.problems
        assert all(one.place.line and str(one).isprintable() for one in found.problems)
