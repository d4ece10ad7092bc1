"""The GPUs that Kubernetes manifests ask for, controllers and autoscalers taken into account."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gpucmp.proposals.requests import Demand, Doubt, Pointer, Request, times
from gpucmp.proposals.values import Data, blocks, items, mapping, text, whole
from gpucmp.proposals.yamlfiles import read_stream
from gpucmp.text import Text

FORM = "Kubernetes manifest"
WHOLE_GPUS = ("nvidia.com/gpu", "amd.com/gpu", "habana.ai/gaudi", "gpu.intel.com/i915")
SLICES = re.compile(r"nvidia\.com/(?:mig-.+|gpu\.shared)")
PRODUCTS = (
    "nvidia.com/gpu.product",
    "amd.com/gpu.product-name",
    "cloud.google.com/gke-accelerator",
    "gpu.nvidia.com/model",
)
SPOT = {
    "cloud.google.com/gke-spot": "true",
    "cloud.google.com/gke-preemptible": "true",
    "karpenter.sh/capacity-type": "spot",
    "eks.amazonaws.com/capacitytype": "spot",
    "kubernetes.azure.com/scalesetpriority": "spot",
}
OF_CLOUDS = ("cloud.google.com/", "eks.amazonaws.com/", "kubernetes.azure.com/", "karpenter.sh/")
SCALED = frozenset({"Deployment", "ReplicaSet", "StatefulSet", "ReplicationController"})
ROLES = ("pytorchReplicaSpecs", "tfReplicaSpecs", "mpiReplicaSpecs", "xgbReplicaSpecs")
MOST_OF_KEDA = 100
"""What KEDA scales to where nothing is stated."""

_API = re.compile(rb"^\s*(?:apiVersion|\"apiVersion\")\s*:", re.MULTILINE)


class Pods(NamedTuple):
    """Pods of one form with how many of them there may be."""

    spec: Data
    low: int
    high: int | None
    pointer: Pointer


class Range(NamedTuple):
    """What an autoscaler may set the number of replicas to."""

    low: int
    high: int | None


def is_kubernetes(_file: str, data: bytes) -> bool:
    """Tell whether a file holds manifests."""
    return _API.search(data) is not None


def read_kubernetes(file: str, data: bytes) -> Demand:
    """Read the manifests of a file.

    Raises:
        InputError: It is a template, or no YAML.
    """
    objects = [
        (document.index, pointer, one)
        for document in read_stream(data, file)
        for pointer, one in _listed(mapping(document.data), ())
    ]
    scalers = dict(_scalers([one for _, _, one in objects]))
    requests: list[Request] = []
    doubts: list[Doubt] = []
    there = {_key(one) for _, _, one in objects}
    for at, pointer, one in objects:
        found = _requests(one, pointer, scalers)
        requests.extend(request._replace(document=at) for request in found)
        doubts.extend(doubt._replace(document=at) for doubt in _doubts(one, pointer, there))
    return Demand(FORM, tuple(requests), tuple(doubts))


def _listed(one: Data, pointer: Pointer) -> Iterator[tuple[Pointer, Data]]:
    """Unfold lists of objects."""
    if text(one.get("kind")).endswith("List") and "items" in one:
        for at, inner in enumerate(items(one.get("items"))):
            yield from _listed(mapping(inner), (*pointer, "items", at))
    else:
        yield pointer, one


def _key(one: Data) -> tuple[str, str]:
    return text(one.get("kind")), text(mapping(one.get("metadata")).get("name"))


def _name(one: Data) -> str:
    kind, name = _key(one)
    return f"{kind}/{name or '?'}"


def _scalers(objects: list[Data]) -> Iterator[tuple[tuple[str, str], Range]]:
    """Give the range of each autoscaler by what it scales."""
    for one in objects:
        spec = mapping(one.get("spec"))
        target = mapping(spec.get("scaleTargetRef"))
        key = (text(target.get("kind")) or "Deployment", text(target.get("name")))
        match one.get("kind"):
            case "HorizontalPodAutoscaler":
                low = whole(spec.get("minReplicas", 1))
                yield key, Range(low or 0, whole(spec.get("maxReplicas")))
            case "ScaledObject":
                low = whole(spec.get("minReplicaCount", 0))
                yield key, Range(low or 0, whole(spec.get("maxReplicaCount", MOST_OF_KEDA)))
            case _:
                pass


def _requests(
    one: Data, pointer: Pointer, scalers: Mapping[tuple[str, str], Range]
) -> Iterator[Request]:
    for pods in _pods(one, pointer, scalers.get(_key(one))):
        count = _gpus(pods.spec)
        if count == 0 or pods.high == 0:
            continue
        labels = dict(_labels(pods.spec))
        product = next((labels[key] for key in PRODUCTS if key in labels), "")
        spot = any(labels.get(key, "").casefold() == value for key, value in SPOT.items())
        rented = any(key.startswith(OF_CLOUDS) for key in labels)
        yield Request(
            _name(one),
            pods.pointer,
            _gpu(product),
            (count or 0) * pods.low,
            times(count, pods.high),
            spot,
            rented,
        )


def _gpu(product: str) -> str:
    """Name a GPU as the catalog may know it, from a label of a node."""
    return product.removeprefix("nvidia-").removeprefix("NVIDIA-").removeprefix("tesla-")


def _pods(one: Data, pointer: Pointer, scaled: Range | None) -> Iterator[Pods]:
    """Give the pods of an object; nothing where it has none, or has them in another form."""
    spec = mapping(one.get("spec"))
    here = (*pointer, "spec")
    kind = text(one.get("kind"))
    match kind:
        case "Pod":
            yield Pods(spec, 1, 1, here)
        case "DaemonSet":
            yield Pods(_template(spec), 0, None, here)
        case "Job":
            count = whole(spec.get("parallelism", 1))
            yield Pods(_template(spec), count or 0, count, here)
        case "CronJob":
            inner = mapping(mapping(spec.get("jobTemplate")).get("spec"))
            count = whole(inner.get("parallelism", 1))
            yield Pods(_template(inner), 0, count, here)
        case _ if kind in SCALED:
            count = whole(spec.get("replicas", 1))
            found = scaled or Range(count or 0, count)
            yield Pods(_template(spec), found.low, found.high, here)
        case _:
            yield from _operated(spec, here)


def _operated(spec: Data, here: Pointer) -> Iterator[Pods]:
    """Give the pods of Kubeflow's and Ray's objects."""
    for role in ROLES:
        for name, inner in mapping(spec.get(role)).items():
            body = mapping(inner)
            count = whole(body.get("replicas", 1))
            yield Pods(_template(body), count or 0, count, (*here, role, name))
    cluster = mapping(spec.get("rayClusterSpec")) or mapping(spec.get("rayClusterConfig")) or spec
    if head := mapping(cluster.get("headGroupSpec")):
        yield Pods(_template(head), 1, 1, here)
    for at, worker in enumerate(blocks(cluster.get("workerGroupSpecs"))):
        stated = whole(worker.get("replicas", 1))
        low = whole(worker.get("minReplicas", stated))
        high = whole(worker.get("maxReplicas", stated))
        yield Pods(_template(worker), low or 0, high, (*here, "workerGroupSpecs", at))


def _template(spec: Data) -> Data:
    return mapping(mapping(spec.get("template")).get("spec"))


def _gpus(spec: Data) -> int | None:
    """Count the GPUs of a pod: init containers run one after the other, sidecars beside all."""
    running = 0
    most = 0
    for one in blocks(spec.get("initContainers")):
        count = _of_container(one)
        if count is None:
            return None
        if one.get("restartPolicy") == "Always":
            running += count
            most = max(most, running)
        else:
            most = max(most, running + count)
    for one in blocks(spec.get("containers")):
        count = _of_container(one)
        if count is None:
            return None
        running += count
    return max(most, running)


def _of_container(one: Data) -> int | None:
    """Count the GPUs of a container; limits stand for requests, as the scheduler takes them."""
    resources = mapping(one.get("resources"))
    asked = {**mapping(resources.get("requests")), **mapping(resources.get("limits"))}
    counts = [whole(asked[key]) for key in WHOLE_GPUS if key in asked]
    return None if None in counts else sum(filter(None, counts))


def _labels(spec: Data) -> Iterator[tuple[str, str]]:
    """Give what a pod asks of its node, by label."""
    for key, value in mapping(spec.get("nodeSelector")).items():
        yield _plain(key), str(value)
    affinity = mapping(mapping(spec.get("affinity")).get("nodeAffinity"))
    required = mapping(affinity.get("requiredDuringSchedulingIgnoredDuringExecution"))
    for term in blocks(required.get("nodeSelectorTerms")):
        for one in blocks(term.get("matchExpressions")):
            if one.get("operator") == "In" and items(one.get("values")):
                yield _plain(text(one.get("key"))), str(items(one.get("values"))[0])
    for one in blocks(spec.get("tolerations")):
        if _plain(text(one.get("key"))) in SPOT:
            yield _plain(text(one.get("key"))), text(one.get("value")) or "true"


def _plain(key: str) -> str:
    return key.replace("capacityType", "capacitytype")


def _doubts(one: Data, pointer: Pointer, there: set[tuple[str, str]]) -> Iterator[Doubt]:
    name = _name(one)
    pods = list(_pods(one, pointer, None))
    resources = set(_resource_names(one))
    for slice_ in sorted(filter(SLICES.fullmatch, resources)):
        words = Text(
            f"{slice_} is a share of a GPU, and how many GPUs hold it cannot be told",
            f"{slice_} 只是 GPU 的一部分，无法得知占用多少张 GPU",
        )
        yield Doubt(name, pointer, words)
    if not pods and resources & {*WHOLE_GPUS}:
        words = Text(
            f"a {text(one.get('kind')) or 'object'} asks for GPUs in a form that is not read",
            f"{text(one.get('kind')) or '对象'} 以未支持的形式申请 GPU",
        )
        yield Doubt(name, pointer, words)
    for group in pods:
        if _gpus(group.spec) is None:
            words = Text("its number of GPUs is no number", "GPU 数量不是数字")
            yield Doubt(name, group.pointer, words)
        elif _gpus(group.spec) and group.high is None:
            words = Text("how many pods there will be cannot be told", "无法得知 Pod 数量")
            yield Doubt(name, group.pointer, words)
    if one.get("kind") in {"HorizontalPodAutoscaler", "ScaledObject"}:
        target = mapping(mapping(one.get("spec")).get("scaleTargetRef"))
        key = (text(target.get("kind")) or "Deployment", text(target.get("name")))
        if key not in there:
            words = Text(
                f"it scales {'/'.join(key)}, which is not in this file",
                f"它伸缩的 {'/'.join(key)} 不在此文件中",
            )
            yield Doubt(name, pointer, words)


def _resource_names(value: object) -> Iterator[str]:
    """Name every resource that stands anywhere under requests or limits."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            if key in {"requests", "limits"} and isinstance(one, Mapping):
                yield from (str(name) for name in one)
            yield from _resource_names(one)
    elif isinstance(value, list):
        for one in value:
            yield from _resource_names(one)
