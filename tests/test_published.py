import json

import pytest
from jsonschema import Draft202012Validator

from gpucmp.published import Subject, schema_text


@pytest.mark.parametrize("subject", Subject)
def test_every_schema_is_a_sound_one_of_the_same_dialect(subject: Subject) -> None:
    schema = json.loads(schema_text(subject))

    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema)


def test_a_schema_is_the_same_text_each_time() -> None:
    assert schema_text(Subject.PROFILE) == schema_text(Subject.PROFILE)
