import json

import pytest
from jsonschema import Draft202012Validator

from gpucmp.advice import Knowledge, advise
from gpucmp.formats.data import render_json
from gpucmp.reportschema import report_schema, schema_in
from gpucmp.text import Lang
from tests.formats.reports import PROFILES, SEVERAL, reports_of


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    return Draft202012Validator(report_schema())


def document(case: str) -> dict[str, object]:
    found = json.loads(render_json(reports_of(case), Lang.EN))
    assert isinstance(found, dict)
    return found


def test_the_schema_is_a_valid_one() -> None:
    Draft202012Validator.check_schema(report_schema())


@pytest.mark.parametrize("lang", Lang)
@pytest.mark.parametrize("case", [*PROFILES, SEVERAL])
def test_every_report_is_as_the_schema_says(
    case: str, lang: Lang, validator: Draft202012Validator
) -> None:
    validator.validate(json.loads(render_json(reports_of(case), lang)))


def test_a_report_by_the_real_rules_is_as_the_schema_says(
    validator: Draft202012Validator, knowledge: Knowledge
) -> None:
    reports = [advise(profile, knowledge) for profile in PROFILES.values()]

    validator.validate(json.loads(render_json(reports, Lang.EN)))


def test_a_report_may_have_keys_that_the_schema_does_not_name(
    validator: Draft202012Validator,
) -> None:
    assert validator.is_valid({**document("clear"), "of_a_later_version": {}})


@pytest.mark.parametrize("key", ["schema", "name", "verdict", "pack"])
def test_a_report_without_one_of_its_keys_is_refused(
    key: str, validator: Draft202012Validator
) -> None:
    report = document("clear")
    del report[key]

    assert not validator.is_valid(report)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        pytest.param("schema", "gpucmp.report/2", id="another version"),
        pytest.param("name", None, id="no name"),
        pytest.param("scores", {"on-premises": 50}, id="an option that does not exist"),
        pytest.param(
            "notes",
            [{"fact": "prices", "text": {"en": "", "zh": ""}, "place": ""}],
            id="text in two languages",
        ),
    ],
)
def test_a_report_with_a_wrong_value_is_refused(
    key: str, value: object, validator: Draft202012Validator
) -> None:
    assert not validator.is_valid({**document("clear"), key: value})


def test_keys_are_described_by_the_strings_below_the_fields() -> None:
    schema = json.loads(json.dumps(report_schema()))

    margin = schema["$defs"]["Verdict"]["properties"]["margin"]

    assert margin == {
        "anyOf": [{"type": "number"}, {"type": "null"}],
        "description": (
            "Score points to the next option; null without an option or without a rival."
        ),
    }


def test_a_schema_of_another_form_is_refused() -> None:
    with pytest.raises(TypeError, match="another form"):
        schema_in([])
