import subprocess
from pathlib import Path

import pytest

from gpucmp.advice import Knowledge
from gpucmp.errors import InputError, Place, Problem
from gpucmp.gate.findings import GateResult, Status
from gpucmp.gate.gatefiles import baseline_text, entries_of
from gpucmp.gate.policy import BUILT_IN, Policy
from gpucmp.gate.running import (
    Configured,
    Request,
    configure,
    known_ids,
    policy_layer,
    run,
    shown,
    unusable,
)
from gpucmp.gate.settings import Settled, words_layer
from tests.gate.proposals import RENTED, TODAY

WAIVER = """\
waivers:
- rule: reservation-beyond-horizon
  reason: because
  owner: me
  expires: 2027-12-31
"""
WARNED = {"dearer-purchase"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.gpucmp.yaml").write_text(RENTED, encoding="utf-8")
    (tmp_path / "b.gpucmp.yaml").write_text(RENTED, encoding="utf-8")
    return tmp_path


def asking(*paths: str) -> Request:
    return Request(paths or ["."], TODAY, Path.cwd())


def ran(
    knowledge: Knowledge, policy: Policy = BUILT_IN, request: Request | None = None
) -> GateResult:
    return run(request or asking(), Configured(Settled(policy, ()), knowledge, "")).result


def statuses(result: GateResult) -> set[tuple[str, str]]:
    return {
        (one.file, judged.status)
        for one, judged in result.judged()
        if judged.finding.kind.id == "reservation-beyond-horizon"
    }


def test_every_file_is_checked_and_the_verdict_is_one_for_all(knowledge: Knowledge) -> None:
    result = ran(knowledge)

    assert [one.path for one in result.checked] == ["a.gpucmp.yaml", "b.gpucmp.yaml"]
    assert (result.counts.errors, result.failed, result.exit_code) == (2, True, 1)
    assert result.pack
    assert result.pack.parameters == ()


def test_the_file_of_waivers_above_is_used_unless_none_shall_be(
    folder: Path, knowledge: Knowledge
) -> None:
    (folder / ".gpucmp-waivers.yaml").write_text(WAIVER)

    assert {status for _, status in statuses(ran(knowledge))} == {Status.WAIVED}
    assert {
        status
        for _, status in statuses(ran(knowledge, request=asking()._replace(use_waivers=False)))
    } == {Status.NEW}


def test_waivers_in_proposals_are_not_used_either_where_none_shall_be(
    folder: Path, knowledge: Knowledge
) -> None:
    own = RENTED + "  waivers:" + WAIVER.removeprefix("waivers:").replace("\n", "\n    ").rstrip()
    (folder / "a.gpucmp.yaml").write_text(own, encoding="utf-8")

    assert statuses(ran(knowledge)) == {
        ("a.gpucmp.yaml", Status.WAIVED),
        ("b.gpucmp.yaml", Status.NEW),
    }
    assert {
        status
        for _, status in statuses(ran(knowledge, request=asking()._replace(use_waivers=False)))
    } == {Status.NEW}


def test_a_broken_file_of_waivers_is_unread_and_hides_nothing(
    folder: Path, knowledge: Knowledge
) -> None:
    (folder / ".gpucmp-waivers.yaml").write_text(WAIVER.replace("because", '" "'))

    result = ran(knowledge)

    assert [str(one) for one in result.problems] == [
        ".gpucmp-waivers.yaml:3:11: reason: expected words, not only spaces, found the text ` `"
    ]
    assert (result.exit_code, result.counts.waived) == (2, 0)


@pytest.mark.parametrize("policy", [Policy(waivers="nothing"), Policy(baseline="nothing")])
def test_a_file_that_the_policy_names_has_to_be_there(
    knowledge: Knowledge, policy: Policy
) -> None:
    result = ran(knowledge, policy)

    assert [str(one) for one in result.problems] == ["nothing: there is no such file"]


def test_a_baseline_keeps_what_was_there_from_failing(folder: Path, knowledge: Knowledge) -> None:
    (folder / "b.json").write_text(baseline_text(entries_of(ran(knowledge))), encoding="utf-8")

    result = ran(knowledge, Policy(baseline="b.json"))
    (folder / "b.gpucmp.yaml").unlink()
    without = ran(knowledge, Policy(baseline="b.json"))

    assert (result.failed, result.counts.existing, result.counts.resolved) == (False, 4, 0)
    assert {one.path for one in without.resolved} == {"b.gpucmp.yaml"}


def test_what_is_not_waivable_in_pack_and_policy_is_locked(
    folder: Path, knowledge: Knowledge
) -> None:
    (folder / ".gpucmp-waivers.yaml").write_text(WAIVER)

    result = ran(knowledge, Policy(not_waivable=("reservation-beyond-horizon",)))

    assert {status for _, status in statuses(result)} == {Status.NEW}


def commit(folder: Path) -> None:
    git = ("git", "-C", str(folder), "-c", "user.name=n", "-c", "user.email=n@example.org")
    for words in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "first")):
        subprocess.run((*git, *words), check=True)


def test_only_what_has_changed_is_checked(folder: Path, knowledge: Knowledge) -> None:
    (folder / "d.gpucmp.yaml").write_text(RENTED, encoding="utf-8")
    commit(folder)
    (folder / "b.gpucmp.yaml").write_text(RENTED.replace("18", "12", 1), encoding="utf-8")
    (folder / "d.gpucmp.yaml").unlink()
    request = asking(".", "d.gpucmp.yaml")._replace(changed_only="HEAD")

    found = run(request, Configured(Settled(Policy(), ()), knowledge, ""))

    assert [one.file for one in found.result.checked] == ["b.gpucmp.yaml"]
    assert found.result.problems == ()
    assert (found.considered, found.checked) == (3, 1)


@pytest.mark.parametrize("name", [".gpucmp-waivers.yaml", "b.json", "p.yaml", "pack/x.yaml"])
def test_where_what_all_are_judged_by_has_changed_all_are_checked(
    folder: Path, knowledge: Knowledge, name: str
) -> None:
    (folder / "d.gpucmp.yaml").write_text(RENTED, encoding="utf-8")
    (folder / "b.json").write_text(baseline_text([]))
    commit(folder)
    (folder / "d.gpucmp.yaml").unlink()
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(
        WAIVER if name.startswith(".") else baseline_text(entries_of(ran(knowledge)))
    )
    request = asking(".", "d.gpucmp.yaml")._replace(changed_only="HEAD")
    policy = Policy(baseline="b.json", rules="pack")

    found = run(request, Configured(Settled(policy, ()), knowledge, "p.yaml"))

    assert [one.file for one in found.result.checked if one.verdict] == [
        "a.gpucmp.yaml",
        "b.gpucmp.yaml",
    ]


def test_a_commit_that_is_not_there_is_unread(folder: Path, knowledge: Knowledge) -> None:
    commit(folder)

    result = ran(knowledge, request=asking()._replace(changed_only="nonesuch"))

    assert "git knows no such commit" in str(result.problems[0])
    assert result.exit_code == 2


def test_the_policy_above_is_found_and_flags_go_over_it(folder: Path) -> None:
    (folder / ".gpucmp.yaml").write_text("fail_on: note\nminimum_margin: 4\n")
    flags = words_layer({"fail_on": "never"}, {"fail_on": "--fail-on"}, Path())

    found = configure(folder, [flags])

    assert found.file == ".gpucmp.yaml"
    assert found.settled.policy[1:3] == ("never", 4)
    assert configure(folder, [], isolated=True).settled.policy == Policy()


def test_a_policy_that_is_named_is_taken(folder: Path) -> None:
    (folder / "p.yaml").write_text("fail_on: warning\n")

    assert configure(folder, [], config="p.yaml").settled.policy.fail_on == "warning"


def test_the_rule_pack_of_the_policy_is_read_before_its_ids_are_checked(folder: Path) -> None:
    (folder / "pack.yaml").write_text(
        "id: ours\nextends: builtin\nrules:\n  OURS-1:\n    title: {en: t, zh: 题}\n"
        "    sources: [{judgment: ours}]\n    when: {demand.gpus: {above: 1}}\n"
        "    rules_out: {cloud: {}}\n    why: {en: w, zh: 因}\n    waivable: false\n",
        encoding="utf-8",
    )
    (folder / ".gpucmp.yaml").write_text("rules: pack.yaml\nnot_waivable: [OURS-1]\n")

    found = configure(folder, [])

    assert "OURS-1" in known_ids(found.knowledge)
    result = run(Request(["."], TODAY, folder), found).result
    assert {judged.finding.rule for _, judged in result.judged()} >= {"OURS-1"}


def test_a_policy_that_is_broken_is_an_error(folder: Path) -> None:
    (folder / "p.yaml").write_text("fail_on: [error]\n")

    with pytest.raises(InputError, match=r"^p\.yaml:1:10: fail_on: "):
        policy_layer("p.yaml")


def test_settings_that_cannot_be_used_are_a_result_that_cannot_pass() -> None:
    problem = Problem(Place("p.yaml", 1, 1), "is broken")

    result = unusable([problem, problem], TODAY, "p.yaml")

    assert (result.problems, result.exit_code, result.checked) == ((problem,), 2, ())


def test_what_is_shown_changes_neither_counts_nor_code(knowledge: Knowledge) -> None:
    result = ran(knowledge)

    notes = shown(result, [], ["note"])
    waived = shown(result, ["waived"], [])

    assert {judged.finding.severity for _, judged in notes.judged()} == {"note"}
    assert list(waived.judged()) == []
    for one in (notes, waived):
        assert (one.counts, one.failed, one.exit_code) == (result.counts, True, 1)
