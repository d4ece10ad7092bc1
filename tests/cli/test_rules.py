import json
from pathlib import Path
from textwrap import indent

import pytest

from tests.cli.conftest import Run

BODY = """\
title: {en: A rule of the tests, zh: 测试规则}
sources: [{judgment: for the tests}]
when: {workload.pattern: bursty}
advises: {en: Look twice., zh: 看两遍。}
tests:
  - {given: {workload.pattern: bursty}, expect: fires}
"""
PACK = f"id: tiny\nversion: '1'\nextends: builtin\nrules:\n  TESTS-1:\n{indent(BODY, '    ')}"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.yaml"
    path.write_text(PACK, encoding="utf-8")
    return path


def test_the_rules_are_listed_as_a_table(run: Run) -> None:
    ran = run("rules", "list")

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("builtin ")
    assert "\nA1 " in ran.out


def test_the_rules_are_listed_as_json_in_english_unless_told(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    english = json.loads(run("rules", "list", "-f", "json").out)
    chinese = json.loads(run("rules", "list", "-f", "json", "--lang", "zh").out)

    assert english["rules"][0]["title"].isascii()
    assert not chinese["rules"][0]["title"].isascii()


def test_a_rule_is_shown(run: Run) -> None:
    ran = run("rules", "show", "A1")

    assert ran.code == 0
    assert "### A1 " in ran.out


@pytest.mark.parametrize(
    ("rule", "hint"),
    [("a1", 'did you mean "A1"?'), ("zzz", "gpucmp rules list names them")],
)
def test_a_rule_that_is_none_is_refused(run: Run, rule: str, hint: str) -> None:
    ran = run("rules", "show", rule)

    assert ran.code == 2
    assert ran.err == f"gpucmp: error: {rule}: there is no rule {rule} ({hint})\n"


def test_a_sound_pack_has_no_findings(run: Run) -> None:
    ran = run("rules", "check")

    assert (ran.code, ran.out, ran.err) == (0, "builtin: no findings\n", "")


def test_what_is_doubtful_fails_with_its_place_and_a_count(run: Run, pack: Path) -> None:
    ran = run("rules", "check", str(pack))
    *each, last = ran.err.splitlines()

    assert (ran.code, ran.out) == (1, "")
    assert all(line.startswith(f"gpucmp: {pack}:") for line in each)
    assert last == f"gpucmp: findings in {pack}: {len(each)}"


def test_files_of_a_folder_stand_for_its_pack(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "pack.yaml").write_text(PACK, encoding="utf-8")
    (folder / "cautions").mkdir()
    rule = folder / "cautions" / "TESTS-2.yaml"
    rule.write_text(f"id: TESTS-2\n{BODY}", encoding="utf-8")

    ran = run("rules", "check", str(rule), str(folder / "pack.yaml"), str(folder))

    assert ran.err.splitlines()[-1].startswith(f"gpucmp: findings in {folder}: ")


def test_parameters_past_their_date_are_found_only_with_a_date(run: Run) -> None:
    later = run("rules", "check", "--today", "2099-01-01")

    assert later.code == 1
    assert run("rules", "check").code == 0


def test_a_date_that_is_none_is_wrong_usage(run: Run) -> None:
    ran = run("rules", "check", "--today", "yesterday")

    assert (ran.code, ran.err) == (
        2,
        "gpucmp: error: --today yesterday: is no date (write YYYY-MM-DD)\n",
    )


def test_a_pack_that_is_none_is_wrong_usage(run: Run) -> None:
    assert run("rules", "check", "nowhere").code == 2


def test_the_tests_in_a_pack_are_run(run: Run, pack: Path) -> None:
    ran = run("rules", "test", str(pack))

    assert ran.code == 0
    assert ran.out.endswith(" passed, 0 failed\n")


def test_a_failed_test_says_what_was_expected_and_what_came(run: Run, pack: Path) -> None:
    pack.write_text(PACK.replace("expect: fires", "expect: does-not-fire"), encoding="utf-8")
    ran = run("rules", "test", str(pack))

    assert ran.code == 1
    assert ran.out.endswith(" passed, 1 failed\n")
    assert ran.err == (f"gpucmp: {pack}:11:9: TESTS-1: expected does-not-fire, got fires\n")


def test_full_coverage_is_told(run: Run) -> None:
    ran = run("rules", "coverage")

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("builtin: 100 % of what tests should show, rules: ")


def test_what_tests_leave_out_is_told_and_fails_below_the_least(run: Run, pack: Path) -> None:
    ran = run("rules", "coverage", str(pack))

    assert ran.code == 1
    assert all(line.startswith(f"gpucmp: {pack}:") for line in ran.err.splitlines())
    assert " has no " in ran.err
    assert run("rules", "coverage", str(pack), "--min", "0").code == 0


def test_what_rules_do_on_profiles_is_told(run: Run, profile: Path) -> None:
    ran = run("rules", "coverage", "--profiles", str(profile))
    never, always, _ = ran.out.splitlines()[1:]

    assert ran.code == 0
    assert never.startswith("profiles: 1, never fired: ")
    assert "A1" in always.partition("always fired: ")[2].split(", ")


def test_a_broken_profile_is_wrong_usage_of_coverage(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text("demand: 3\n", encoding="utf-8")

    assert run("rules", "coverage", "--profiles", str(path)).code == 2


def test_a_pack_has_its_reference_as_markdown(run: Run, pack: Path) -> None:
    builtin = run("rules", "docs")
    own = run("rules", "docs", "--rules", str(pack))

    assert (builtin.code, own.code) == (0, 0)
    assert builtin.out.startswith("# ")
    assert "A rule of the tests" in own.out
