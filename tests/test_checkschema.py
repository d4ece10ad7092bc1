import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from gpucmp.checkschema import check_schema
from gpucmp.errors import Place, Problem
from gpucmp.formats import Style
from gpucmp.formats.check import CheckFormat, render_check
from gpucmp.gate.findings import GateResult
from gpucmp.gate.policy import Policy
from gpucmp.gate.running import Request, configure, run, unusable

FOLDER = Path(__file__).parents[1] / "examples" / "proposals"


def results() -> list[GateResult]:
    configured = configure(FOLDER, [], isolated=True)
    waivers = str(FOLDER / ".gpucmp-waivers.yaml")
    settled = configured.settled._replace(policy=Policy(waivers=waivers))
    request = Request([str(FOLDER)], "2026-12-01", FOLDER)
    whole = run(request, configured._replace(settled=settled)).result
    return [
        whole,
        unusable([Problem(Place("p.yaml", 1, 2), "is broken", "mend it")], "2026-12-01"),
    ]


@pytest.mark.parametrize("result", results(), ids=["examples", "unusable"])
def test_what_is_written_is_valid_and_every_key_is_described(result: GateResult) -> None:
    schema = check_schema()
    Draft202012Validator.check_schema(schema)

    written = json.loads(render_check(result, CheckFormat.JSON, Style()))

    Draft202012Validator(schema).validate(written)
    properties = schema["properties"]
    assert isinstance(properties, dict)
    assert set(written) == set(properties)


def test_every_key_of_a_finding_is_in_the_schema() -> None:
    written = json.loads(render_check(results()[0], CheckFormat.JSON, Style()))
    definitions = check_schema()["$defs"]
    assert isinstance(definitions, dict)
    judged = definitions["Judged"]
    assert isinstance(judged, dict)
    properties = judged["properties"]
    assert isinstance(properties, dict)

    found = [one for checked in written["checked"] for one in checked["findings"]]

    assert found
    assert all(set(one) == set(properties) for one in found)
