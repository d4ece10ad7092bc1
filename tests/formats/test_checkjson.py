"""The result of the gate as JSON."""

import json

from gpucmp.formats import Style
from gpucmp.formats.checkjson import render
from gpucmp.text import Lang
from tests.formats.gateresults import FULL, UNREAD


def test_json_has_all_that_was_found() -> None:
    found = json.loads(render(FULL, Style(Lang.EN)))
    (document,) = found["checked"]

    assert next(iter(found)) == "schema"
    assert (found["schema"], found["exit_code"], found["failed"]) == ("gpucmp.check/1", 1, True)
    assert [one["status"] for one in document["findings"]] == ["new", "waived", "existing", "new"]
    assert document["findings"][0]["kind"] == "differs-from-verdict"
    assert document["findings"][1]["waiver"]["owner"] == "dana@example.org"
    assert document["findings"][3]["expired"]["expires"] == "2027-01-31"
    assert document["passed"] == ["spot-interrupted"]
    assert document["not_applicable"] == [{"kind": "over-budget", "reason": "nothing is costed"}]
    assert found["kinds"]["only-planned"]["help"] == "Measure it."
    assert found["counts"]["resolved"] == 1


def test_json_has_what_could_not_be_read() -> None:
    found = json.loads(render(UNREAD, Style(Lang.EN)))

    assert found["exit_code"] == 2
    assert found["problems"][0]["place"] == {
        "file": "infra/broken.gpucmp.yaml",
        "line": 3,
        "column": 5,
    }
