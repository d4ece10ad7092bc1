from datetime import date
from pathlib import Path

import pytest

from gpucmp.cli.gating import FLAGS, configured, day_of
from gpucmp.errors import InputError
from gpucmp.gate.policy import Policy


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_setting_that_a_single_run_may_change_has_a_flag() -> None:
    assert set(Policy._fields) - set(FLAGS) == {
        "claim_tolerance_percent",
        "not_waivable",
    }


def test_the_environment_is_over_the_file_and_a_flag_over_both(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / ".gpucmp.yaml").write_text("fail_on: note\nminimum_margin: 1\n")
    monkeypatch.setenv("GPUCMP_FAIL_ON", "warning")
    monkeypatch.setenv("GPUCMP_MINIMUM_MARGIN", " ")

    assert configured({}).settled.policy[1:3] == ("warning", 1)
    assert configured({"fail_on": "never"}).settled.policy.fail_on == "never"


def test_the_environment_can_name_the_policy_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "p.yaml").write_text("fail_on: note\n")
    monkeypatch.setenv("GPUCMP_CONFIG", "p.yaml")

    assert configured({}).file == "p.yaml"


def test_a_variable_that_cannot_be_used_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPUCMP_FAIL_ON", "maybe")

    with pytest.raises(InputError, match=r"^GPUCMP_FAIL_ON: fail_on: expected one of error"):
        configured({})


def test_the_day_is_today_unless_another_is_asked_for() -> None:
    assert day_of("2026-11-30") == "2026-11-30"
    assert str(date.fromisoformat(day_of(None))) == day_of(None)


@pytest.mark.parametrize("text", ["2026-02-30", "tomorrow", ""])
def test_a_day_that_the_calendar_has_not_is_an_error(text: str) -> None:
    with pytest.raises(InputError, match=f"^--today {text}: is no day"):
        day_of(text)
