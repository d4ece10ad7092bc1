import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.gate.proposals import RENTED, changed

DAY = ("--today", "2026-12-01")
FILE = ".gpucmp-baseline.json"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.gpucmp.yaml").write_text(RENTED, encoding="utf-8")
    return tmp_path


def kinds(folder: Path, file: str = FILE) -> list[str]:
    return [one["kind"] for one in json.loads((folder / file).read_text("utf-8"))["findings"]]


def test_what_is_written_keeps_the_gate_from_failing(run: Run, folder: Path) -> None:
    ran = run("baseline", "write", ".", *DAY)

    assert (ran.code, ran.out) == (0, f"{FILE}: 2 findings\n")
    assert kinds(folder) == ["dearer-purchase", "reservation-beyond-horizon"]
    assert run("check", ".", *DAY).code == 1
    assert run("check", ".", "--baseline", FILE, *DAY).code == 0


def test_what_is_resolved_is_pruned_and_the_rest_stays(run: Run, folder: Path) -> None:
    run("baseline", "write", ".", *DAY)
    (folder / "a.gpucmp.yaml").write_text(
        changed(RENTED, {"horizon_months: 18": "horizon_months: 36"}), encoding="utf-8"
    )

    ran = run("baseline", "prune", ".", *DAY)

    assert (ran.code, ran.out) == (0, f"{FILE}: 1 findings, 1 resolved\n")
    assert kinds(folder) == ["dearer-purchase"]
    before = (folder / FILE).stat()
    assert run("baseline", "prune", ".", *DAY).out == f"{FILE}: 1 findings, 0 resolved\n"
    assert (folder / FILE).stat() == before


def test_the_policy_can_name_the_file(run: Run, folder: Path) -> None:
    (folder / ".gpucmp.yaml").write_text("baseline: b.json\n")

    assert run("baseline", "write", ".", *DAY).code == 0
    assert kinds(folder, "b.json")
    assert run("check", ".", *DAY).code == 0


@pytest.mark.parametrize("command", ["write", "prune"])
def test_nothing_is_written_where_something_cannot_be_read(
    run: Run, folder: Path, command: str
) -> None:
    run("baseline", "write", ".", *DAY)
    before = (folder / FILE).read_bytes()
    (folder / "broken.gpucmp.yaml").write_text("nam: x\n")

    ran = run("baseline", command, ".", *DAY)

    assert ran.code == 2
    assert "broken.gpucmp.yaml:1:1: name is missing" in ran.err
    assert (folder / FILE).read_bytes() == before


def test_a_baseline_is_a_file(run: Run) -> None:
    ran = run("baseline", "write", ".", "-o", "-", *DAY)

    assert ran.code == 2
    assert "--baseline -: a baseline is a file" in ran.err
