import json
from pathlib import Path

import pytest

from gpucmp.gate.policy import Policy
from tests.cli.conftest import Run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".gpucmp.yaml").write_text(
        "minimum_margin: 2\nrequired_facts: [demand.gpus, data.stored_tb]\n"
        "severities: {stale-prices: error}\n"
    )
    return tmp_path


def test_every_setting_is_shown_as_it_holds(run: Run) -> None:
    lines = run("config", "show").out.splitlines()

    assert "minimum_margin: 2" in lines
    assert "required_facts: [demand.gpus, data.stored_tb]" in lines
    assert "severities.stale-prices: error" in lines
    assert 'baseline: ""' in lines
    assert "max_price_age_days: null" in lines
    assert "require_proposal: false" in lines
    assert {line.partition(":")[0].partition(".")[0] for line in lines} == set(Policy._fields)


def test_the_origin_of_each_is_beside_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPUCMP_FAIL_ON", "note")

    out = run("config", "show", "--origin", "--allow-option", "cloud").out

    origins = {line.partition(":")[0]: line.partition("# ")[2] for line in out.splitlines()}
    assert origins["minimum_margin"] == ".gpucmp.yaml:1:17"
    assert origins["fail_on"] == "GPUCMP_FAIL_ON"
    assert origins["allowed_options"] == "--allow-option"
    assert origins["rules"] == "built-in"


def test_programs_get_json(run: Run) -> None:
    found = json.loads(run("config", "show", "--json", "--no-config").out)

    assert found["schema"] == "gpucmp.settings/1"
    assert found["settings"]["fail_on"] == {"value": "error", "origin": "built-in"}
    assert found["settings"]["allowed_options"]["value"] == ["self-hosted", "cloud", "hybrid"]


def test_a_broken_policy_is_told_with_its_line(run: Run, folder: Path) -> None:
    (folder / ".gpucmp.yaml").write_text("fail_on: maybe\n")

    ran = run("config", "show")

    assert ran.code == 2
    assert ".gpucmp.yaml:1:10: fail_on: " in ran.err
