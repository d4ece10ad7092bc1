"""Kubernetes manifests; counts are worked out by hand from the API's documentation."""

import pytest

from gpucmp.errors import InputError
from gpucmp.proposals.kubernetes import is_kubernetes, read_kubernetes
from gpucmp.proposals.requests import Demand, Request

GPU = "containers: [{name: a, resources: {limits: {nvidia.com/gpu: 8}}}]"


def demand_of(text: str) -> Demand:
    return read_kubernetes("m.yaml", text.encode())


def only(text: str) -> Request:
    (request,) = demand_of(text).requests
    return request


def counted(text: str) -> tuple[int, int | None]:
    request = only(text)
    return request.low, request.high


def controller(kind: str, spec: str, pod: str = GPU) -> str:
    return (
        f"apiVersion: apps/v1\nkind: {kind}\nmetadata: {{name: llm}}\n"
        f"spec: {{{spec} template: {{spec: {{{pod}}}}}}}\n"
    )


@pytest.mark.parametrize(
    ("kind", "spec", "low", "high"),
    [
        ("Deployment", "replicas: 3,", 24, 24),
        ("Deployment", "", 8, 8),
        ("StatefulSet", "replicas: 2,", 16, 16),
        ("ReplicaSet", "replicas: 2,", 16, 16),
        ("Job", "parallelism: 4,", 32, 32),
        ("Job", "", 8, 8),
        ("DaemonSet", "", 0, None),
        ("Deployment", 'replicas: "many",', 0, None),
    ],
)
def test_controllers_multiply_the_gpus_of_their_pods(
    kind: str, spec: str, low: int, high: int | None
) -> None:
    assert counted(controller(kind, spec)) == (low, high)


def test_nothing_is_asked_by_no_replicas_and_by_pods_without_gpus() -> None:
    assert demand_of(controller("Deployment", "replicas: 0,")).requests == ()
    assert demand_of(controller("Deployment", "", "containers: [{name: a}]")).requests == ()


def test_a_pod_counts_once_and_a_cron_job_up_to_its_parallelism() -> None:
    pod = f"apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec: {{{GPU}}}\n"
    inner = f"jobTemplate: {{spec: {{parallelism: 2, template: {{spec: {{{GPU}}}}}}}}}"
    cron = f"apiVersion: batch/v1\nkind: CronJob\nmetadata: {{name: c}}\nspec: {{{inner}}}\n"

    assert counted(pod) == (8, 8)
    assert counted(cron) == (0, 16)


def test_requests_stand_for_limits_and_are_not_added_to_them() -> None:
    both = "containers: [{resources: {requests: {amd.com/gpu: 2}, limits: {amd.com/gpu: 2}}}]"
    one = 'containers: [{resources: {requests: {amd.com/gpu: "2"}}}]'

    assert counted(controller("Deployment", "", both)) == (2, 2)
    assert counted(controller("Deployment", "", one)) == (2, 2)


def test_containers_add_up_and_init_containers_take_turns() -> None:
    pod = (
        "initContainers: [{resources: {limits: {nvidia.com/gpu: 3}}},"
        " {resources: {limits: {nvidia.com/gpu: 1}}}],"
        " containers: [{resources: {limits: {nvidia.com/gpu: 1}}},"
        " {resources: {limits: {nvidia.com/gpu: 1}}}]"
    )
    sidecar = pod.replace("gpu: 1}}}]", "gpu: 1}}, restartPolicy: Always}]", 1)

    assert counted(controller("Deployment", "", pod)) == (3, 3)
    assert counted(controller("Deployment", "", sidecar)) == (3, 3)
    assert counted(controller("Deployment", "", sidecar.replace("gpu: 3", "gpu: 2"))) == (3, 3)


@pytest.mark.parametrize(
    "pod",
    [
        "containers: [{resources: {limits: {nvidia.com/gpu: a few}}}]",
        "initContainers: [{resources: {limits: {nvidia.com/gpu: 0.5}}}]",
    ],
)
def test_a_number_of_gpus_that_is_none_is_a_doubt(pod: str) -> None:
    found = demand_of(controller("Deployment", "", pod))

    assert found.requests[0].high is None
    assert "no number" in found.doubts[0].text.en


def test_an_unknown_number_of_pods_is_a_doubt() -> None:
    (doubt,) = demand_of(controller("DaemonSet", "")).doubts

    assert (doubt.name, doubt.text.en) == (
        "DaemonSet/llm", "how many pods there will be cannot be told",
    )  # fmt: skip


SCALER = """---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: s}
spec: {scaleTargetRef: {kind: Deployment, name: llm}, minReplicas: 2, maxReplicas: 10}
"""
KEDA = """---
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: {name: s}
spec: {scaleTargetRef: {name: llm}}
"""


def test_an_autoscaler_counts_to_its_most() -> None:
    assert counted(controller("Deployment", "replicas: 3,") + SCALER) == (16, 80)
    assert counted(controller("Deployment", "replicas: 3,") + KEDA) == (0, 800)


def test_an_autoscaler_of_what_is_not_here_is_a_doubt() -> None:
    (doubt,) = demand_of(SCALER).doubts

    assert "Deployment/llm, which is not in this file" in doubt.text.en


def test_a_list_holds_objects_with_their_places() -> None:
    text = (
        "apiVersion: v1\nkind: List\nitems:\n"
        f"  - {{apiVersion: v1, kind: Pod, metadata: {{name: p}}, spec: {{{GPU}}}}}\n"
    )

    assert only(text).pointer == ("items", 0, "spec")


def test_documents_are_told_apart_and_empty_ones_do_no_harm() -> None:
    two = f"---\n# nothing\n---\n{controller('Job', '')}---\n{controller('Deployment', '')}---\n"

    assert [(one.name, one.document) for one in demand_of(two).requests] == [
        ("Job/llm", 0), ("Deployment/llm", 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("pod", "gpu", "spot", "rented"),
    [
        ("nodeSelector: {nvidia.com/gpu.product: NVIDIA-H100-80GB-HBM3},",
         "H100-80GB-HBM3", False, False),
        (("nodeSelector: {cloud.google.com/gke-accelerator: nvidia-l4,"
         ' cloud.google.com/gke-spot: "true"},'), "l4", True, True),
        ("nodeSelector: {eks.amazonaws.com/capacityType: SPOT},", "", True, True),
        ("nodeSelector: {karpenter.sh/capacity-type: on-demand},", "", False, True),
        ("tolerations: [{key: kubernetes.azure.com/scalesetpriority, value: spot}],",
         "", True, True),
        (("affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
         " {nodeSelectorTerms: [{matchExpressions: [{key: nvidia.com/gpu.product, operator: In,"
         " values: [NVIDIA-A100-SXM4-80GB]}, {key: x, operator: Exists}]}]}}},"),
         "A100-SXM4-80GB", False, False),
    ],
)  # fmt: skip
def test_what_a_pod_asks_of_its_node_names_the_gpu_and_the_market(
    pod: str, gpu: str, *, spot: bool, rented: bool
) -> None:
    found = only(controller("Deployment", "", f"{pod} {GPU}"))

    assert (found.gpu, found.spot, found.rented) == (gpu, spot, rented)


def test_slices_of_a_gpu_are_a_doubt() -> None:
    pod = "containers: [{resources: {limits: {nvidia.com/mig-1g.10gb: 2}}}]"
    found = demand_of(controller("Deployment", "", pod))

    assert found.requests == ()
    assert found.doubts[0].text.en.startswith("nvidia.com/mig-1g.10gb is a share of a GPU")


def test_jobs_of_kubeflow_and_clusters_of_ray() -> None:
    template = f"template: {{spec: {{{GPU}}}}}"
    torch = (
        "apiVersion: kubeflow.org/v1\nkind: PyTorchJob\nmetadata: {name: t}\nspec:\n"
        "  pytorchReplicaSpecs:\n"
        f"    Master: {{{template}}}\n    Worker: {{replicas: 3, {template}}}\n"
    )
    ray = (
        "apiVersion: ray.io/v1\nkind: RayJob\nmetadata: {name: r}\nspec:\n  rayClusterSpec:\n"
        f"    headGroupSpec: {{{template}}}\n"
        f"    workerGroupSpecs: [{{replicas: 1, minReplicas: 0, maxReplicas: 4, {template}}}]\n"
    )

    assert [one.high for one in demand_of(torch).requests] == [8, 24]
    assert [(one.low, one.high) for one in demand_of(ray).requests] == [(8, 8), (0, 32)]


def test_gpus_in_an_object_that_is_not_read_are_a_doubt() -> None:
    text = f"apiVersion: x/v1\nkind: Fleet\nmetadata: {{name: f}}\nspec: {{pods: {{{GPU}}}}}\n"
    (doubt,) = demand_of(text).doubts

    assert doubt.text.en == "a Fleet asks for GPUs in a form that is not read"


@pytest.mark.parametrize(
    "text",
    [
        "apiVersion: v1\nkind: Pod\nspec: {{ .Values.spec }}\n",
        "apiVersion: v1\nkind: [Pod\n",
        "apiVersion: v1\nkind: Pod\nkind: Job\n",
        "apiVersion: v1\n\tkind: Pod\n",
        "apiVersion: v1\nspec: *nothing\n",
        "- apiVersion: v1\n",
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(InputError) as caught:
        demand_of(text)
    assert all(one.place.line for one in caught.value.problems)


@pytest.mark.parametrize("spec", ["null", "[]", "text", "{template: []}", "{containers: x}"])
def test_strange_forms_ask_for_nothing_and_do_no_harm(spec: str) -> None:
    for kind in ("Pod", "Deployment", "CronJob", "RayJob", "PyTorchJob", "ScaledObject", "List"):
        assert demand_of(f"apiVersion: v1\nkind: {kind}\nspec: {spec}\n").requests == ()


def test_manifests_are_recognized_by_their_api() -> None:
    assert is_kubernetes("a.yaml", b"kind: Pod\napiVersion: v1\n")
    assert is_kubernetes("a.json", b'{\n "apiVersion": "v1"}')
    assert not is_kubernetes("a.yaml", b"name: a profile\n")
