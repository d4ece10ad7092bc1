import json

import pytest
from jsonschema.validators import validator_for

from gpucmp.published import Subject
from tests.cli.conftest import Run


@pytest.mark.parametrize("subject", Subject)
def test_each_schema_is_one(run: Run, subject: Subject) -> None:
    ran = run("schema", subject)
    schema = json.loads(ran.out)

    assert (ran.code, ran.err) == (0, "")
    validator_for(schema).check_schema(schema)


def test_an_unknown_schema_lists_those_there_are(run: Run) -> None:
    ran = run("schema", "weather")

    assert ran.code == 2
    assert "is not one of 'profile', 'rules', 'rule', 'report'" in ran.err
