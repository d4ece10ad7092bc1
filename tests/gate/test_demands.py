"""What infrastructure code asks for, held against the profile beside it."""

from pathlib import Path

import pytest

from gpucmp.advice import Knowledge
from gpucmp.errors import InputError
from gpucmp.gate.demands import is_demand, look_at_demand, with_totals
from gpucmp.gate.kinds import KINDS
from gpucmp.gate.looking import Looked, Setup
from gpucmp.gate.opening import Opener
from gpucmp.gate.policy import BUILT_IN, Policy
from tests.proposals.plans import change, plan_of

OWNED = """\
name: training
demand: {gpus: 16, utilization_percent: 85, evidence: measured, horizon_months: 48}
hardware: {gpu: H100 SXM}
compliance: {data_must_stay: own-domain}
"""
LEAN = """\
name: training
demand: {gpus: 64, utilization_percent: 85, evidence: measured, horizon_months: 48}
"""
CLOUD = "name: startup\nworkload: {stage: exploration, organization: startup}\n"
TASK = "resources: {{accelerators: {gpu}:{count}{more}}}\nrun: x\n"


class Folder:
    """A repository with a profile and files that ask for GPUs."""

    def __init__(self, root: Path, knowledge: Knowledge) -> None:
        self.root, self._knowledge = root, knowledge
        self.policy: Policy = BUILT_IN
        (root / ".git").mkdir()

    def write(self, name: str, text: str | bytes) -> str:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    def look(self, *names: str) -> list[Looked]:
        known = (*KINDS, *(rule.id for rule in self._knowledge.pack.rules))
        opener = Opener(self.root, self._knowledge.table, known)
        setup = Setup(self._knowledge, self.policy, "2026-12-01")
        found: list[Looked] = []
        for name in names:
            path = self.root / name
            for one in look_at_demand(str(path), path.read_bytes(), setup, opener):
                if isinstance(one, InputError):
                    raise one
                found.append(one)
        return with_totals(found)

    def task(self, gpu: str = "H100", count: int = 8, more: str = "") -> str:
        self.write("task.yaml", TASK.format(gpu=gpu, count=count, more=more))
        return "task.yaml"


@pytest.fixture
def folder(tmp_path: Path, knowledge: Knowledge) -> Folder:
    return Folder(tmp_path, knowledge)


def messages(looked: Looked) -> dict[str, str]:
    return {one.kind.id: one.message.en for one in looked.findings}


def test_cloud_gpus_against_a_clear_verdict_are_an_error(folder: Folder) -> None:
    folder.write("a.gpucmp.yaml", OWNED)
    (found,) = folder.look(folder.task())
    (finding,) = found.findings

    assert (finding.kind.id, finding.severity) == ("demand-in-cloud", "error")
    assert finding.message.en == (
        "task 1 asks a cloud for 8 GPUs; the verdict on training is self-hosted (clear)."
    )
    assert (finding.location.path, finding.location.line) == ("task.yaml", 1)
    assert {one.id for one in found.passed} == {
        "demand-above-profile", "demand-other-gpu", "demand-spot", "demand-unknown",
    }  # fmt: skip


def test_cloud_gpus_against_a_lean_verdict_are_a_warning(folder: Folder) -> None:
    folder.write("a.gpucmp.yaml", LEAN)
    (found,) = folder.look(folder.task())

    assert [one.severity for one in found.findings] == ["warning"]


def test_cloud_gpus_where_the_verdict_is_cloud_and_own_ones_anywhere_pass(folder: Folder) -> None:
    folder.write("a.gpucmp.yaml", CLOUD)
    folder.write("own/a.gpucmp.yaml", OWNED)
    folder.write("own/task.yaml", TASK.format(gpu="H100", count=8, more=", infra: kubernetes"))
    rented, owned = folder.look(folder.task(), "own/task.yaml")

    assert rented.findings == owned.findings == ()


def test_more_gpus_than_the_profile_are_an_error_even_if_no_file_alone_asks_for_them(
    folder: Folder,
) -> None:
    folder.write("a.gpucmp.yaml", OWNED)
    for name, count in (("one.yaml", 4), ("two.yaml", 8), ("three.yaml", 4), ("four.yaml", 1)):
        more = ", infra: kubernetes"
        folder.write(name, TASK.format(gpu="H100", count=count, more=more))
    within = folder.look("one.yaml", "two.yaml", "three.yaml")
    beyond = folder.look("one.yaml", "two.yaml", "three.yaml", "four.yaml")

    assert [one.findings for one in within] == [(), (), ()]
    assert messages(beyond[1])["demand-above-profile"] == (
        "task 1 with 3 more asks for up to 17 GPUs; training speaks of 16."
    )
    assert [len(one.findings) for one in beyond] == [0, 1, 0, 0]


def test_a_profile_without_a_number_of_gpus_holds_against_none(folder: Folder) -> None:
    folder.write("a.gpucmp.yaml", CLOUD)
    (found,) = folder.look(folder.task())

    assert [one.kind.id for one in found.not_applicable] == ["demand-above-profile"]


@pytest.mark.parametrize(
    ("gpu", "fits"), [("H100", True), ("H100-80GB-HBM3", True), ("L4", False)]
)
def test_another_gpu_is_a_warning(gpu: str, *, fits: bool, folder: Folder) -> None:
    folder.write("a.gpucmp.yaml", OWNED)
    (found,) = folder.look(folder.task(gpu))

    assert ("demand-other-gpu" not in messages(found)) is fits


@pytest.mark.parametrize(
    ("profile", "words"),
    [
        ("workload: {kind: inference, stage: production}", "P6 speaks against it"),
        ("demand: {deferrable_percent: 40}", "60 % of the work cannot be interrupted"),
        ("demand: {deferrable_percent: 100}", ""),
        ("workload: {kind: experimentation}", ""),
    ],
)
def test_spot_is_an_error_where_work_cannot_wait(profile: str, words: str, folder: Folder) -> None:
    folder.write("a.gpucmp.yaml", f"name: a\n{profile}\n")
    (found,) = folder.look(folder.task(more=", use_spot: true"))

    assert words in messages(found).get("demand-spot", "")
    assert ("demand-spot" in messages(found)) is bool(words)


def test_what_cannot_be_known_is_a_finding(folder: Folder) -> None:
    folder.write("a.gpucmp.yaml", CLOUD)
    folder.write("plan.json", plan_of(change("aws_instance.a", instance_type="p9.metal")))
    (found,) = folder.look("plan.json")

    assert "p9.metal belongs to a family with GPUs" in messages(found)["demand-unknown"]
    assert found.findings[0].location.pointer == "/resource_changes/0"


def test_the_policy_can_change_and_switch_off_each_kind(folder: Folder) -> None:
    folder.write("a.gpucmp.yaml", OWNED)
    off = dict.fromkeys(("demand-in-cloud", "demand-above-profile"), "off")
    folder.policy = BUILT_IN._replace(severities={**off, "demand-other-gpu": "error"})
    (found,) = folder.look(folder.task("L4", 99))

    assert [(one.kind.id, one.severity) for one in found.findings] == [
        ("demand-other-gpu", "error")
    ]
    assert "demand-above-profile" not in {one.id for one in found.passed}


def test_the_nearest_profile_above_counts(folder: Folder) -> None:
    folder.write("a.gpucmp.yaml", CLOUD)
    folder.write("near/b.gpucmp.yaml", OWNED)
    folder.write("near/deep/task.yaml", TASK.format(gpu="H100", count=8, more=""))
    (found,) = folder.look("near/deep/task.yaml")

    assert found.name == "SkyPilot task: training"


def test_without_a_profile_with_several_or_with_a_broken_one_nothing_is_checked(
    folder: Folder,
) -> None:
    task = folder.task()
    with pytest.raises(InputError, match="no profile to hold it against"):
        folder.look(task)
    folder.write("a.gpucmp.yaml", "name: [a\n")
    with pytest.raises(InputError, match=r"a\.gpucmp\.yaml:"):
        folder.look(task)
    folder.write("a.gpucmp.yaml", "name: a\n---\nname: b\n")
    with pytest.raises(InputError, match="several profiles"):
        folder.look(task)
    folder.write("b.gpucmp.yaml", "name: b\n")
    with pytest.raises(InputError, match="which profile it belongs to is not clear"):
        folder.look(task)


def test_a_long_plan_is_read_to_its_end(folder: Folder) -> None:
    folder.write("a.gpucmp.yaml", CLOUD)
    padding = "x" * (2 * 1024 * 1024)
    folder.write(
        "plan.json", plan_of(change("aws_instance.a", instance_type="p5.48xlarge", t=padding))
    )
    (found,) = folder.look("plan.json")

    assert found.part is not None
    assert [one.gpus for one in found.part.asks] == [8]


def test_manifests_and_plans_are_told_from_profiles() -> None:
    assert is_demand("k.yaml", b"apiVersion: v1\n")
    assert not is_demand("a.gpucmp.yaml", OWNED.encode())
