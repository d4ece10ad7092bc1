import json
from pathlib import Path

import pytest

from gpucmp.cli import check
from gpucmp.formats.check import CheckFormat
from tests.cli.conftest import Run
from tests.gate.proposals import OWNED, RENTED

DAY = ("--today", "2026-12-01")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    (tmp_path / "good.gpucmp.yaml").write_text(OWNED, encoding="utf-8")
    (tmp_path / "bad.gpucmp.yaml").write_text(RENTED, encoding="utf-8")
    (tmp_path / "broken.yaml").write_text("nam: x\n", encoding="utf-8")
    return tmp_path


def test_the_code_tells_passed_failed_and_unread_apart(run: Run) -> None:
    assert run("check", "good.gpucmp.yaml", *DAY).code == 0
    assert run("check", ".", *DAY).code == 1
    assert run("check", ".", "broken.yaml", *DAY).code == 2


def test_exit_zero_masks_a_failure_and_nothing_else(run: Run) -> None:
    assert run("check", ".", "--exit-zero", *DAY).code == 0
    assert run("check", ".", "broken.yaml", "--exit-zero", *DAY).code == 2


def test_a_bug_is_worse_than_all(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("gpucmp.gate.running.run", fail)

    assert run("check", "broken.yaml", "--exit-zero").code == 3


@pytest.mark.parametrize("fmt", CheckFormat)
def test_the_code_is_the_same_in_every_format_and_what_is_unread_has_its_line(
    run: Run, fmt: CheckFormat
) -> None:
    failed = run("check", ".", "--format", fmt, *DAY)
    unread = run("check", "broken.yaml", "--format", fmt, *DAY)

    assert (failed.code, unread.code) == (1, 2)
    assert "name is missing" in unread.out
    assert ("broken.yaml:1:1: name is missing" in unread.err) is (fmt is not CheckFormat.TEXT)


@pytest.mark.parametrize("show", ["waived", "note", "new,warning"])
def test_a_display_filter_changes_what_is_shown_and_not_the_code(run: Run, show: str) -> None:
    ran = run("check", ".", "--show", show, *DAY)

    assert "reservation-beyond-horizon" not in ran.out
    assert ran.code == 1


def test_several_formats_are_written_in_one_run(run: Run, folder: Path) -> None:
    ran = run("check", ".", "-f", "text", "-f", "sarif=out.sarif", "-f", "json=o.json", *DAY)

    assert "FAILED" in ran.out
    assert json.loads((folder / "out.sarif").read_text("utf-8"))["version"] == "2.1.0"
    assert json.loads((folder / "o.json").read_text("utf-8"))["exit_code"] == 1


def test_a_log_takes_text_beside_annotations(run: Run) -> None:
    ran = run("check", ".", "-f", "text", "-f", "github", *DAY)

    assert "FAILED" in ran.out
    assert "::error file=bad.gpucmp.yaml," in ran.out


def test_one_format_can_go_to_a_file_by_itself(run: Run, folder: Path) -> None:
    assert run("check", ".", "--json", "-o", "o.json", *DAY).out == ""
    assert json.loads((folder / "o.json").read_text("utf-8"))["failed"] is True
    assert run("check", ".", "--json", "-o", "-", *DAY).out.startswith("{")
    assert run("check", ".", "-f", "json=-", *DAY).out.startswith("{")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["-f", "xml"],
            "--format xml: there is no such format (known: text, json, sarif, junit, ",
        ),
        (["-f", "jsn"], '--format jsn: there is no such format (did you mean "json"?)'),
        (["-f", "json", "-f", "sarif"], "json goes to standard output already"),
        (["-f", "json=o", "-f", "sarif=o"], "--format sarif: json goes to o already"),
        (["-f", "json=o", "-o", "p"], "--output: goes with one format (use -f NAME=FILE)"),
        (["-f", "json", "-f", "text=t", "-o", "p"], "--output: goes with one format"),
        (["--show", "errors"], "--show errors: is no status or severity (known: new, existing"),
        (["--today", "soon"], "--today soon: is no day"),
    ],
)
def test_what_cannot_be_meant_is_wrong_usage(run: Run, arguments: list[str], words: str) -> None:
    ran = run("check", ".", *arguments)

    assert ran.code == 2
    assert words in ran.err
    assert ran.out == ""


def test_without_a_path_there_is_nothing_to_check(run: Run) -> None:
    assert run("check").code == 2
    assert run("check", "nothing").code == 2


def test_a_setting_that_cannot_be_used_is_a_result_too(run: Run) -> None:
    ran = run("check", ".", "--fail-on", "maybe", "--json", *DAY)

    assert ran.code == 2
    (problem,) = json.loads(ran.out)["problems"]
    assert problem["place"]["file"] == "--fail-on"


def test_a_policy_file_that_is_named_and_broken_is_told_with_its_line(
    run: Run, folder: Path
) -> None:
    (folder / "p.yaml").write_text("fail_on: 3\n")

    ran = run("check", ".", "--config", "p.yaml", *DAY)

    assert ran.code == 2
    assert "p.yaml:1:10: fail_on: expected one of" in ran.out


def test_a_file_that_cannot_be_written_is_not_a_pass(run: Run) -> None:
    ran = run("check", "good.gpucmp.yaml", "-f", "json=no/such/folder.json", *DAY)

    assert ran.code == 2
    assert "no/such/folder.json: cannot be written" in ran.err


def test_standard_input_is_checked_and_a_terminal_is_not_waited_for(run: Run) -> None:
    assert run("check", "-", *DAY, stdin=RENTED).code == 1
    ran = run("check", "-", typed="")
    assert ran.code == 2
    assert "nothing is piped in (cat proposal.yaml | gpucmp check -)" in ran.err


def test_files_that_are_left_out_are_said(run: Run) -> None:
    ran = run(
        "check",
        "good.gpucmp.yaml",
        "bad.gpucmp.yaml",
        "--exclude",
        "bad.*",
        "--force-exclude",
        *DAY,
    )

    assert ran.code == 0
    assert "gpucmp: note: 1 of 2 files are checked" in ran.err


def test_every_flag_of_a_setting_reaches_the_policy(run: Run) -> None:
    def kinds(*arguments: str) -> set[str]:
        written = json.loads(run("check", "bad.gpucmp.yaml", *arguments, "--json", *DAY).out)
        return {one["kind"] for checked in written["checked"] for one in checked["findings"]}

    assert "option-not-allowed" in kinds("--allow-option", "hybrid")
    assert "required-fact-missing" in kinds("--require-fact", "demand.curve")
    assert "stale-prices" in kinds("--max-price-age", "3")
    assert "dearer-purchase" not in kinds("--severity", "dearer-purchase=off")
    assert run("check", "good.gpucmp.yaml", "--require-proposal", *DAY).code == 0
    assert run("check", ".", "--fail-on", "never", *DAY).code == 0
    assert run("check", ".", "--minimum-margin", "lots", *DAY).code == 2


def test_the_summary_of_a_github_job_gets_the_whole_result(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    summary = folder / "summary.md"
    summary.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))

    run("check", ".", "-f", "github", *DAY)
    run("check", ".", "-f", "text", *DAY)

    text = summary.read_text("utf-8")
    assert text.startswith("before\n")
    assert text.count("<!-- gpucmp") == 1


def test_the_summary_is_cut_where_github_cuts_it() -> None:
    line = "x" * 1023 + "\n"

    assert "".join(check._up_to(line * 2000)) == line * 1024


def test_a_summary_that_cannot_be_written_changes_nothing(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(folder / "no" / "such"))

    assert run("check", "good.gpucmp.yaml", "-f", "github", *DAY).code == 0


def test_people_read_it_in_their_language(run: Run) -> None:
    assert "提案：云上" in run("check", ".", "--lang", "zh", *DAY).out
    assert "提案" in run("check", ".", "-f", "markdown", "--lang", "zh", *DAY).out
