"""Profiles and packs out of files, folders, standard input, and a compiled pack."""

import io
import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from gpucmp import loading
from gpucmp.advice import Knowledge, advise
from gpucmp.errors import InputError
from gpucmp.facts import Fact, Kind
from gpucmp.pack import Pack
from gpucmp.packs.packfile import PackSource
from gpucmp.profile import Profile
from tests.builders import a_profile


def read(
    text: str, tmp_path: Path, knowledge: Knowledge, *settings: str
) -> list[Profile | InputError]:
    path = tmp_path / "p.yaml"
    path.write_text(text, encoding="utf-8")
    return list(loading.read_profiles([str(path)], knowledge, settings))


def one_profile(text: str, tmp_path: Path, knowledge: Knowledge, *settings: str) -> Profile:
    (found,) = read(text, tmp_path, knowledge, *settings)
    assert isinstance(found, Profile), found
    return found


def complaints(text: str, tmp_path: Path, knowledge: Knowledge, *settings: str) -> list[str]:
    found = read(text, tmp_path, knowledge, *settings)
    problems = [one for error in found if isinstance(error, InputError) for one in error.problems]
    return [str(one).replace(f"{tmp_path}/", "") for one in problems]


class Failing(io.RawIOBase):
    """A device that cannot be read."""

    def readable(self) -> bool:
        return True

    def readinto(self, _buffer: object) -> int:
        raise OSError(5, "Input/output error")


def test_a_fact_knows_its_place(tmp_path: Path, knowledge: Knowledge) -> None:
    profile = one_profile("name: x\ndemand:\n  gpus: 8\n", tmp_path, knowledge)

    assert profile.file == f"{tmp_path}/p.yaml"
    assert profile.places == {"demand.gpus": f"{tmp_path}/p.yaml:3:9"}


def test_every_document_of_a_file_is_a_profile(tmp_path: Path, knowledge: Knowledge) -> None:
    found = read("name: a\n---\nname: b\ndemand: {gpus: x}\n---\nname: c\n", tmp_path, knowledge)

    assert [one.name if isinstance(one, Profile) else str(one) for one in found] == [
        "a",
        f"{tmp_path}/p.yaml:4:16: gpus: expected a whole number, found the text `x`",
        "c",
    ]


def test_what_cannot_be_read_does_not_hide_the_next(tmp_path: Path, knowledge: Knowledge) -> None:
    good = tmp_path / "good.yaml"
    good.write_text("name: good\n", encoding="utf-8")

    first, second = loading.read_profiles([str(tmp_path / "none.yaml"), str(good)], knowledge)

    assert str(first) == f"{tmp_path}/none.yaml: there is no such file"
    assert isinstance(second, Profile)


def test_json_is_read_as_yaml_is(tmp_path: Path, knowledge: Knowledge) -> None:
    data = {"name": "x", "demand": {"gpus": [8, 16, 32], "curve": None}}

    profile = one_profile(json.dumps(data), tmp_path, knowledge)

    assert profile.facts == {"demand.gpus": 16}
    assert profile.ranges == {"demand.gpus": (8, 16, 32)}


def test_a_profile_that_only_the_models_accept_is_read(
    tmp_path: Path, knowledge: Knowledge
) -> None:
    text = "name: x\ndemand: {curve: [[8, 40], [2, 60]]}\nproposal: {option: cloud}\n"

    profile = one_profile(text, tmp_path, knowledge)

    assert profile.facts == {"demand.curve": ((8, 40), (2, 60))}
    assert profile.stated == {"proposal": {"option": "cloud"}}


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch, knowledge: Knowledge) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"name: x\ndemand: {gpus: 8}")))

    (profile,) = loading.read_profiles(["-"], knowledge)

    assert isinstance(profile, Profile)
    assert (profile.file, profile.places) == ("<stdin>", {"demand.gpus": "<stdin>:2:16"})


def test_closed_standard_input_is_told(
    monkeypatch: pytest.MonkeyPatch, knowledge: Knowledge
) -> None:
    monkeypatch.setattr("sys.stdin", None)

    (error,) = loading.read_profiles(["-"], knowledge)

    assert str(error) == "<stdin>: standard input is closed"


def test_too_much_standard_input_is_told(
    monkeypatch: pytest.MonkeyPatch, knowledge: Knowledge
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"#" * 2_000_000)))

    (error,) = loading.read_profiles(["-"], knowledge)

    assert str(error).startswith("<stdin>: too long")


def test_standard_input_that_fails_is_told(
    monkeypatch: pytest.MonkeyPatch, knowledge: Knowledge
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(Failing())))

    (error,) = loading.read_profiles(["-"], knowledge)

    assert str(error) == "<stdin>: cannot be read: input/output error"


@pytest.mark.parametrize(
    ("settings", "facts"),
    [
        (["demand.gpus=64"], {"demand.gpus": 64, "workload.kind": "training"}),
        ([" demand.gpus = 64 "], {"demand.gpus": 64, "workload.kind": "training"}),
        (["demand.gpus=[1, 2, 3]"], {"demand.gpus": 2, "workload.kind": "training"}),
        (["demand.gpus="], {"workload.kind": "training"}),
        (["demand.gpus=1", "demand.gpus=2"], {"demand.gpus": 2, "workload.kind": "training"}),
        (
            ["workload.kind=rendering", "service.regions=[eu, us]"],
            {"demand.gpus": 8, "workload.kind": "rendering", "service.regions": ("eu", "us")},
        ),
        (["name=y"], {"demand.gpus": 8, "workload.kind": "training"}),
    ],
)
def test_a_setting_changes_a_fact(
    settings: list[str], facts: Mapping[str, object], tmp_path: Path, knowledge: Knowledge
) -> None:
    text = "name: x\ndemand: {gpus: 8}\nworkload: {kind: training}\n"

    profile = one_profile(text, tmp_path, knowledge, *settings)

    assert profile.facts == facts
    assert profile.name == ("y" if "name=y" in settings else "x")


def test_a_setting_is_the_place_of_its_fact(tmp_path: Path, knowledge: Knowledge) -> None:
    profile = one_profile("name: x\n", tmp_path, knowledge, "demand.gpus=64")

    assert profile.places == {"demand.gpus": "--set demand.gpus=64"}


@pytest.mark.parametrize(
    ("setting", "problem"),
    [
        ("demand.gpus", "expected fact=value (as demand.gpus=64)"),
        ("=64", 'unknown fact ""'),
        ("gpus=64", 'unknown fact "gpus" (did you mean "demand.gpus"?)'),
        ("demand.gpu=64", 'unknown fact "demand.gpu" (did you mean "demand.gpus"?)'),
        (
            "hardware.tdp_w=700",
            "hardware.tdp_w is computed, and not stated (set what it comes from)",
        ),
        ("demand.gpus=many", "gpus: expected a whole number, found the text `many`"),
        ("demand.gpus=0", "gpus: must be at least 1, is 0"),
        (
            "demand.gpus=[1, 2]",
            "gpus: needs at least 3 items, has 2 (a range is [low, likely, high])",
        ),
        ("demand.gpus={", "the text ends inside a bracket or brace that is never closed"),
        ("demand.utilization_percent=0.7", "0.7 reads as a share, but the field is in percent"),
        ("name=", "name: expected text, found nothing (give it a value)"),
    ],
)
def test_a_wrong_setting_is_told(
    setting: str, problem: str, tmp_path: Path, knowledge: Knowledge
) -> None:
    (found,) = complaints("name: x\n", tmp_path, knowledge, setting)

    assert found.startswith(f"--set {setting}: {problem}")


def test_all_wrong_settings_are_told_once(tmp_path: Path, knowledge: Knowledge) -> None:
    settings = ["a=1", "b=2", "demand.gpus={"]

    assert len(complaints("name: x\n---\nname: y\n", tmp_path, knowledge, *settings)) == 3


def test_a_setting_does_not_cover_up_a_group_that_is_wrong(
    tmp_path: Path, knowledge: Knowledge
) -> None:
    assert complaints("name: x\ndemand: 5\n", tmp_path, knowledge, "demand.gpus=8") == [
        "p.yaml:2:9: demand: expected a mapping, found the number 5"
    ]


def test_a_setting_mends_a_fact_that_is_wrong(tmp_path: Path, knowledge: Knowledge) -> None:
    text = "name: x\ndemand: {gpus: [8, many, 16]}\n"

    assert one_profile(text, tmp_path, knowledge, "demand.gpus=8").facts == {"demand.gpus": 8}


def test_a_wrong_group_says_nothing_about_what_it_holds(
    tmp_path: Path, knowledge: Knowledge
) -> None:
    text = "name: x\nhardware: [1]\ndemand: {deferrable_hours: 4, deferrable_percent: all}\n"

    assert complaints(text, tmp_path, knowledge) == [
        "p.yaml:2:11: hardware: expected a mapping, found a list",
        "p.yaml:3:51: deferrable_percent: expected a number, found the text `all`",
    ]


def compiled_to(folder: Path) -> str:
    text = loading.compile_builtin(loading.rules_folder())
    (folder / loading.COMPILED).write_text(text, encoding="utf-8")
    return text


def test_the_compiled_pack_is_the_pack_in_its_files(
    tmp_path: Path, knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled_to(tmp_path)
    monkeypatch.setattr(loading, "rules_folder", lambda: tmp_path)

    compiled = loading.knowledge()

    for name in Pack._fields:
        assert getattr(compiled.pack, name) == getattr(knowledge.pack, name)
    assert list(compiled.table.values()) == list(knowledge.table.values())
    assert compiled.catalog == knowledge.catalog


def test_the_same_files_compile_to_the_same_bytes(tmp_path: Path) -> None:
    assert compiled_to(tmp_path) == compiled_to(tmp_path)
    assert str(Path.cwd()) not in compiled_to(tmp_path)


def test_a_compiled_fact_keeps_all_that_it_is() -> None:
    fact = Fact(
        "demand.gpus",
        Kind.NUMBER,
        "How many.",
        low=1.0,
        high=2.0,
        low_excluded=True,
        whole=True,
        choices=("a",),
        pattern="p",
        step=0.5,
        ranged=True,
        derived=True,
        money=True,
    )
    usual = Fact("demand.gpus", Kind.NUMBER)

    assert all(getattr(fact, one) != getattr(usual, one) for one in Fact._fields[2:])
    assert loading._fact_from(json.loads(json.dumps(loading._fact_data(fact)))) == fact


def test_rules_that_cannot_be_used_do_not_compile(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("id: Wrong\n", encoding="utf-8")

    with pytest.raises(InputError, match="id: expected small letters"):
        loading.compile_builtin(tmp_path)


def test_the_rules_of_an_installed_package_come_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "gpucmp" / "rules"
    installed.mkdir(parents=True)

    assert loading.rules_folder().name == "rules"

    monkeypatch.setattr(loading, "__file__", str(installed.parent / "loading.py"))
    assert loading.rules_folder() == installed


LAYER = """\
id: mine
extends: builtin
parameters: {large_scale_gpus: 32}
rules:
  A4-some: off
  ACME-1:
    title: We prefer the cloud for rendering
    dimension: operations
    when: {workload.kind: rendering}
    points: {cloud: 2}
"""


def test_a_pack_of_ten_lines_changes_the_advice(tmp_path: Path, knowledge: Knowledge) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(LAYER, encoding="utf-8")

    mine = loading.knowledge(str(path))

    profile = a_profile(workload__kind="rendering", team__keeps_driver_stack=True)
    before, after = (advise(profile, one) for one in (knowledge, mine))
    assert {rule.id for rule in before.rules} - {rule.id for rule in after.rules} == {"A4-some"}
    assert {rule.id for rule in after.rules} - {rule.id for rule in before.rules} == {"ACME-1"}
    assert [(one.target, one.change) for one in after.pack.overrides] == [
        ("parameter large_scale_gpus", "64 → 32"),
        ("rule A4-some", "off"),
        ("rule ACME-1", "added"),
    ]
    assert next(one.place for one in after.rules if one.id == "ACME-1") == f"{path}:7:5"


def test_the_built_in_pack_can_be_named(knowledge: Knowledge) -> None:
    assert loading.knowledge("builtin").pack == knowledge.pack


def test_the_built_in_pack_names_its_files_from_rules_on(knowledge: Knowledge) -> None:
    assert all(rule.place.startswith("rules/") for rule in knowledge.pack.rules)


def test_a_pack_is_named_as_it_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "packs").mkdir()
    (tmp_path / "packs" / "mine.yaml").write_text("id: mine\nrules: []\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    for name in ("packs/mine.yaml", "packs"):
        with pytest.raises(InputError) as caught:
            loading.pack_source(name)
        assert str(caught.value) == "packs/mine.yaml:2:8: rules: expected a mapping, found a list"


def test_a_folder_is_a_pack(tmp_path: Path) -> None:
    (tmp_path / "criteria").mkdir()
    (tmp_path / "pack.yaml").write_text("id: mine\nextends: builtin\n", encoding="utf-8")
    rule = "title: A rule\nwhen: {demand.gpus: 8}\nadvises: Look.\n"
    for name, rule_id in (("one.yaml", "X1-a"), ("two.yml", "X2-a")):
        (tmp_path / "criteria" / name).write_text(f"id: {rule_id}\n{rule}".replace("X", "ACME-"))
    data = {"id": "ACME-3", "title": "A rule", "when": {"demand.gpus": 8}, "advises": "Look."}
    (tmp_path / "criteria" / "three.json").write_text(json.dumps(data))
    (tmp_path / "criteria" / ".draft.yaml").write_text("nonsense")
    (tmp_path / "criteria" / "notes.md").write_text("nonsense")
    (tmp_path / "catalog").mkdir()
    (tmp_path / "catalog" / "gpus.yaml").write_text("nonsense")

    source = loading.pack_source(str(tmp_path))

    assert source.own == ("ACME-1-a", "ACME-3", "ACME-2-a")


def test_the_built_in_rules_copied_stand_alone(tmp_path: Path, knowledge: Knowledge) -> None:
    copy = tmp_path / "rules"
    shutil.copytree(loading.rules_folder(), copy)
    compiled_to(copy)

    mine = loading.knowledge(str(copy)).pack

    assert mine.digest == knowledge.pack.digest
    assert mine.rules[0].place.startswith(f"{copy}/")


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        ({"a": "b.yaml", "b": "a.yaml"}, "a.yaml → b.yaml → a.yaml"),
        ({"a": "a.yaml"}, "a.yaml → a.yaml"),
        ({"a": "b.yaml", "b": "./b.yaml"}, "a.yaml → b.yaml → b.yaml"),
    ],
)
def test_packs_that_extend_each_other_are_told(
    files: Mapping[str, str], problem: str, tmp_path: Path
) -> None:
    for name, lower in files.items():
        (tmp_path / f"{name}.yaml").write_text(f"id: mine\nextends: {lower}\n")

    with pytest.raises(InputError) as caught:
        loading.pack_source(str(tmp_path / "a.yaml"))

    (one,) = caught.value.problems
    assert one.message == f"packs extend each other in a circle: {problem}"
    assert one.place.line == 2


def test_a_pack_extends_one_that_extends_the_built_in_one(tmp_path: Path) -> None:
    (tmp_path / "team").mkdir()
    (tmp_path / "company").mkdir()
    (tmp_path / "company" / "pack.yaml").write_text(LAYER)
    upper = "id: team\nextends: ../company\nparameters: {large_scale_gpus: 16}\n"
    (tmp_path / "team" / "pack.yaml").write_text(upper)

    pack = loading.knowledge(str(tmp_path / "team")).pack

    assert pack.value("large_scale_gpus") == 16
    assert [one.change for one in pack.overrides] == ["64 → 32", "off", "added", "32 → 16"]


def test_a_wrong_pack_below_is_told_with_what_is_wrong_above(tmp_path: Path) -> None:
    (tmp_path / "low.yaml").write_text("id: low\nrules: {X-1: 5}\n")
    (tmp_path / "top.yaml").write_text("id: top\nextends: low.yaml\nrules: {X-2: 5}\n")

    with pytest.raises(InputError) as caught:
        loading.pack_source(str(tmp_path / "top.yaml"))

    assert [str(one).replace(f"{tmp_path}/", "") for one in caught.value.problems] == [
        "low.yaml:2:14: X-1: expected a mapping, found the number 5",
        "top.yaml:3:14: X-2: expected a mapping, found the number 5",
    ]


STANDING_ALONE = "id: alone\nparameters:\n" + "".join(
    f"  {name}: {{value: {value}, unit: points, description: So., sources: [{{judgment: so}}],"
    f" as_of: 2026-01-01, still_valid_on: 2026-01-01}}\n"
    for name, value in (
        ("margin_points_clear", 4),
        ("margin_points_lean", 2),
        ("margin_share_clear", 0.4),
        ("margin_share_lean", 0.2),
        ("server_over_gpu_power", 1.8),
    )
)


def test_a_pack_that_extends_nothing_stands_alone(tmp_path: Path) -> None:
    rule = """\
dimensions: [{id: mine, title: Mine}]
rules:
  X-1:
    title: A rule
    dimension: mine
    when: {demand.gpus: {at_least: 8}}
    points: {self-hosted: 3, cloud: -3}
"""
    path = tmp_path / "alone.yaml"
    path.write_text(STANDING_ALONE + rule)

    report = advise(a_profile(demand__gpus=8), loading.knowledge(str(path)))

    assert report.verdict.option == "self-hosted"
    assert [one.id for one in report.rules] == ["X-1"]
    assert report.pack.overrides == ()


def test_what_is_made_of_a_source_is_what_is_loaded(
    builtin: PackSource, knowledge: Knowledge
) -> None:
    assert loading.pack_of(builtin) == knowledge.pack
    assert loading.knowledge_from(builtin).pack == knowledge.pack
    assert list(loading.table().values()) == list(knowledge.table.values())
