"""Tasks of SkyPilot, by its documentation of the task YAML."""

import pytest

from gpucmp import loading
from gpucmp.errors import InputError
from gpucmp.proposals.requests import Demand, Request
from gpucmp.proposals.skypilot import is_skypilot, read_skypilot


def demand_of(resources: str, more: str = "") -> Demand:
    text = f"name: t\nresources: {resources}\n{more}run: python train.py\n"
    return read_skypilot("task.yaml", text.encode(), loading.instances())


def only(resources: str, more: str = "") -> Request:
    (request,) = demand_of(resources, more).requests
    return request


@pytest.mark.parametrize(
    ("resources", "gpu", "count"),
    [
        ("{accelerators: H100:8}", "H100", 8),
        ("{accelerators: L4}", "L4", 1),
        ("{accelerators: {A100: 4}}", "A100", 4),
        ("{accelerators: [T4:2]}", "T4", 2),
        ("{accelerators: {L4}}", "L4", 1),
        ("{instance_type: p4d.24xlarge}", "A100-SXM4-40GB", 8),
    ],
)
def test_accelerators_are_read_in_every_form(resources: str, gpu: str, count: int) -> None:
    found = only(resources)

    assert (found.gpu, found.low, found.high) == (gpu, count, count)


def test_nodes_multiply() -> None:
    assert only("{accelerators: H100:8}", "num_nodes: 4\n").high == 32


@pytest.mark.parametrize("resources", ["{cpus: 4}", "{instance_type: m5.large}", "", "{}"])
def test_a_task_without_gpus_asks_for_none(resources: str) -> None:
    assert demand_of(resources) == demand_of(resources)._replace(requests=(), doubts=())


def test_alternatives_leave_the_gpu_open_and_count_the_most() -> None:
    for resources in (
        "{accelerators: [H100:8, A100:4]}",
        "{accelerators: {H100:8, A100:4}}",
        "{any_of: [{accelerators: H100:8}, {accelerators: A100:4, use_spot: true}]}",
        "{ordered: [{accelerators: H100:8}, {accelerators: A100:4, use_spot: true}]}",
    ):
        found = demand_of(resources)
        assert (found.requests[0].gpu, found.requests[0].low, found.requests[0].high) == ("", 4, 8)
        assert "any of H100, A100" in found.doubts[0].text.en


def test_what_stands_beside_alternatives_holds_for_all() -> None:
    found = only("{accelerators: H100:8, use_spot: true, any_of: [{cloud: aws}, {cloud: gcp}]}")

    assert (found.gpu, found.high, found.spot) == ("H100", 8, True)


@pytest.mark.parametrize(
    ("place", "rented"),
    [("cloud: aws", True), ("infra: kubernetes/own", False), ("infra: ssh/rack", False),
     ("infra: k8s", False), ("use_spot: false", True)],
)  # fmt: skip
def test_a_task_may_run_on_own_machines(place: str, *, rented: bool) -> None:
    assert only(f"{{accelerators: H100:8, {place}}}").rented is rented


@pytest.mark.parametrize(
    ("service", "low", "high"),
    [
        ("{replicas: 3}", 24, 24),
        ("{replica_policy: {min_replicas: 1, max_replicas: 5}}", 8, 40),
        ("{replica_policy: {min_replicas: 2}}", 16, 16),
        ("{readiness_probe: /}", 8, 8),
        ("{replicas: some}", 0, None),
    ],
)
def test_a_service_counts_its_replicas(service: str, low: int, high: int | None) -> None:
    found = only("{accelerators: H100:8}", f"service: {service}\n")

    assert (found.low, found.high) == (low, high)


@pytest.mark.parametrize(
    ("resources", "more"),
    [
        ("{accelerators: A100:0.5}", ""),
        ("{accelerators: {A100: many}}", ""),
        ("{accelerators: A100:8}", "num_nodes: some\n"),
        ("{instance_type: p9.metal}", ""),
    ],
)
def test_a_number_that_cannot_be_told_is_a_doubt(resources: str, more: str) -> None:
    found = demand_of(resources, more)

    assert found.requests[0].high is None
    assert "cannot be told" in found.doubts[-1].text.en


def test_every_task_of_a_pipeline_counts() -> None:
    text = (
        "name: all\n---\nname: a\nresources: {accelerators: L4:1}\nrun: x\n---\n"
        "resources: {accelerators: L4:2}\n"
    )
    found = read_skypilot("t.yaml", text.encode(), loading.instances())

    assert [(one.name, one.high, one.document) for one in found.requests] == [
        ("a", 1, 1), ("task 3", 2, 2),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["resources: {{gpu}}\nrun: x\n", "resources: [\nrun: x\n"])
def test_what_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        read_skypilot("t.yaml", text.encode(), loading.instances())


def test_tasks_are_recognized_by_their_resources() -> None:
    assert is_skypilot("t.yaml", b"resources:\n  accelerators: L4\n")
    assert not is_skypilot("t.yaml", b"name: a profile\ndemand: {gpus: 8}\n")
    assert not is_skypilot("t.yaml", b"resources:\n  - x\n")
