import json
from pathlib import Path

import pytest

from gpucmp import loading
from tests.cli.conftest import Run

BROKEN = "name: broken\ndemand:\n  gpus: many\n"


def broken(folder: Path) -> str:
    path = folder / "broken.yaml"
    path.write_text(BROKEN, encoding="utf-8")
    return str(path)


def test_a_profile_has_its_verdict_as_a_table(run: Run, profile: Path) -> None:
    ran = run("advise", str(profile))

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("steady work\nSELF-HOSTED · ")


def test_json_is_one_flag_or_a_format(run: Run, profile: Path) -> None:
    one = run("advise", str(profile), "--json")

    assert json.loads(one.out)["name"] == "steady work"
    assert run("advise", "-f", "json", str(profile)) == one


def test_standard_input_is_a_profile(run: Run, profile: Path) -> None:
    ran = run("advise", "-", "--json", stdin=profile.read_text(encoding="utf-8"))

    assert json.loads(ran.out)["file"] == "<stdin>"


def test_on_a_terminal_standard_input_is_not_waited_for(run: Run) -> None:
    ran = run("advise", "-", typed="name: x\n")

    assert ran.code == 2
    assert ran.err == (
        "gpucmp: error: -: nothing is piped in (cat profile.yaml | gpucmp advise -)\n"
    )


def test_several_documents_are_several_reports(run: Run) -> None:
    ran = run("advise", "-", "--json", stdin="name: a\n---\nname: b\n")

    assert [one["name"] for one in json.loads(ran.out)["reports"]] == ["a", "b"]


def test_nothing_is_printed_if_a_profile_is_broken(
    run: Run, profile: Path, tmp_path: Path
) -> None:
    ran = run("advise", str(profile), broken(tmp_path), "missing.yaml")

    assert (ran.code, ran.out) == (2, "")
    first, second = ran.err.splitlines()
    assert first.startswith(f"gpucmp: error: {tmp_path / 'broken.yaml'}:3:9: ")
    assert second == "gpucmp: error: missing.yaml: there is no such file"


def test_lines_of_json_go_on_after_a_broken_profile(
    run: Run, profile: Path, tmp_path: Path
) -> None:
    ran = run("advise", "-f", "jsonl", str(profile), broken(tmp_path), str(profile))

    assert ran.code == 2
    assert [json.loads(line)["name"] for line in ran.out.splitlines()] == ["steady work"] * 2
    assert len(ran.err.splitlines()) == 1


def test_lines_of_json_are_all_well_with_sound_profiles(run: Run, profile: Path) -> None:
    assert run("advise", "-f", "jsonl", str(profile)).code == 0


@pytest.mark.parametrize("fmt", ["table", "json", "jsonl", "csv", "markdown"])
def test_a_file_holds_what_would_be_printed(
    run: Run, profile: Path, tmp_path: Path, fmt: str
) -> None:
    to = tmp_path / "result"
    ran = run("advise", str(profile), "-f", fmt, "-o", str(to))

    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert to.read_bytes().decode() == run("advise", str(profile), "-f", fmt).out


@pytest.mark.parametrize("fmt", ["table", "jsonl"])
def test_a_file_stays_as_it_was_when_a_profile_is_broken(
    run: Run, profile: Path, tmp_path: Path, fmt: str
) -> None:
    to = tmp_path / "result"
    to.write_text("old", encoding="utf-8")

    ran = run("advise", str(profile), broken(tmp_path), "-f", fmt, "-o", str(to))

    assert ran.code == 2
    assert to.read_text(encoding="utf-8") == "old"


def test_a_dash_as_the_file_is_standard_output(run: Run, profile: Path) -> None:
    assert run("advise", str(profile), "-o", "-") == run("advise", str(profile))


def test_facts_are_set_on_top_of_the_file(run: Run, profile: Path) -> None:
    ran = run("advise", str(profile), "--json", "--set", "demand.gpus=8", "--set", "name=other")
    report = json.loads(ran.out)
    used = {one["fact"]: one for rule in report["rules"] for one in rule["facts"]}

    assert report["name"] == "other"
    assert used["demand.gpus"]["value"] == 8
    assert used["demand.gpus"]["place"] == "--set demand.gpus=8"


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("demand.gpus", "expected fact=value (as demand.gpus=64)"),
        ("demand.gpsu=8", 'unknown fact "demand.gpsu" (did you mean "demand.gpus"?)'),
    ],
)
def test_a_setting_that_is_wrong_is_named(
    run: Run, profile: Path, setting: str, message: str
) -> None:
    ran = run("advise", str(profile), "--set", setting)

    assert (ran.code, ran.err) == (2, f"gpucmp: error: --set {setting}: {message}\n")


def test_a_setting_whose_value_is_wrong_is_named(run: Run, profile: Path) -> None:
    ran = run("advise", str(profile), "--set", "demand.gpus=many")

    assert ran.code == 2
    assert ran.err.startswith("gpucmp: error: --set demand.gpus=many: ")


def test_another_pack_may_judge(run: Run, profile: Path) -> None:
    pack = Path(__file__).parents[1] / "formats" / "pack.yaml"
    ran = run("advise", str(profile), "--json", "--rules", str(pack))

    assert json.loads(ran.out)["pack"]["id"] == "small"
    assert run("advise", str(profile), "--rules", "nowhere").err == (
        "gpucmp: error: nowhere: there is no such pack\n"
    )


def test_explain_tells_all_or_one_rule(run: Run, profile: Path) -> None:
    everything = run("advise", str(profile), "--explain")
    before = run("advise", "--explain", str(profile))
    one = run("advise", str(profile), "--explain", "A1")

    assert "How the score of cloud adds up" in everything.out
    assert before == everything
    assert one.out.splitlines()[2].startswith("A1  ")
    assert f"{profile}:5:24" in one.out.replace("\n", "").replace(" ", "")


def test_explain_writes_to_a_file_too(run: Run, profile: Path, tmp_path: Path) -> None:
    to = tmp_path / "why.txt"

    assert run("advise", str(profile), "--explain", "A1", "-o", str(to)).out == ""
    assert to.read_text(encoding="utf-8").startswith("steady work\n\nA1  ")


def test_explain_of_an_unknown_rule_is_refused(run: Run, profile: Path) -> None:
    ran = run("advise", str(profile), "--explain", "zz9")

    assert ran.code == 2
    assert ran.err == (
        "gpucmp: error: --explain zz9: there is no rule zz9 (gpucmp rules list names them)\n"
    )


@pytest.mark.parametrize("fmt", ["json", "jsonl", "csv", "markdown"])
def test_explain_is_for_people(run: Run, profile: Path, fmt: str) -> None:
    ran = run("advise", str(profile), "-f", fmt, "--explain")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"gpucmp: error: --explain: explains in words, not as {fmt} (")


@pytest.mark.parametrize(
    ("option", "value", "valid"),
    [
        ("--format", "xml", "'table', 'json', 'jsonl', 'csv', 'markdown'"),
        ("--lang", "fr", "'en', 'zh'"),
        ("--color", "sometimes", "'auto', 'always', 'never'"),
    ],
)
def test_a_choice_that_is_none_lists_those_there_are(
    run: Run, profile: Path, option: str, value: str, valid: str
) -> None:
    ran = run("advise", str(profile), option, value)

    assert ran.code == 2
    assert ran.err.splitlines()[-1].startswith("gpucmp: error: ")
    assert f"'{value}' is not one of {valid}" in ran.err


def test_the_language_is_chosen_by_flag(run: Run, profile: Path) -> None:
    assert "自建" in run("advise", str(profile), "--lang", "zh").out
    assert "自建" not in run("advise", str(profile), "--lang", "en").out


def test_color_is_chosen_by_flag_and_never_goes_to_a_file(
    run: Run, profile: Path, tmp_path: Path
) -> None:
    to = tmp_path / "result"

    assert "\x1b[" in run("advise", str(profile), "--color", "always").out
    assert run("advise", str(profile), "--color", "always", "-o", str(to)).code == 0
    assert b"\x1b" not in to.read_bytes()


def test_a_crash_is_no_verdict(run: Run, profile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(_pack: str | None = None) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(loading, "knowledge", crash)
    ran = run("advise", str(profile))

    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("gpucmp: bug: RuntimeError: boom (")
    assert ran.err.count("\n") == 1
