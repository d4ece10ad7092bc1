"""The GPUs that SkyPilot tasks and services ask for."""

import re
from collections.abc import Iterator, Mapping

from gpucmp.proposals.instances import Instances
from gpucmp.proposals.requests import Demand, Doubt, Pointer, Request
from gpucmp.proposals.values import Data, blocks, items, mapping, text, whole
from gpucmp.proposals.yamlfiles import read_stream
from gpucmp.text import Text

FORM = "SkyPilot task"
OWN = ("kubernetes", "k8s", "ssh", "slurm")
"""Where a task may run on one's own machines."""
PROVIDERS = ("aws", "azure", "gcp")

_RESOURCES = re.compile(rb"^resources\s*:", re.MULTILINE)
_TASK = re.compile(
    rb"^\s*(?:accelerators|num_nodes|use_spot|run|setup|instance_type)\s*:", re.MULTILINE
)


def is_skypilot(_file: str, data: bytes) -> bool:
    """Tell whether a file is a task: it has resources, and something to run on them."""
    return _RESOURCES.search(data) is not None and _TASK.search(data) is not None


def read_skypilot(file: str, data: bytes, instances: Instances) -> Demand:
    """Read the tasks of a file.

    Raises:
        InputError: It is a template, or no YAML.
    """
    requests: list[Request] = []
    doubts: list[Doubt] = []
    for document in read_stream(data, file):
        task = mapping(document.data)
        name = text(task.get("name")) or f"task {document.index + 1}"
        for found in _found(task, name, instances):
            if isinstance(found, Request):
                requests.append(found._replace(document=document.index))
            else:
                doubts.append(found._replace(document=document.index))
    return Demand(FORM, tuple(requests), tuple(doubts))


def _found(task: Data, name: str, instances: Instances) -> Iterator[Request | Doubt]:
    low, high = _replicas(mapping(task.get("service")))
    nodes = whole(task.get("num_nodes", 1))
    pointer: Pointer = ("resources",)
    choices = list(_choices(mapping(task.get("resources"))))
    asked = [(one, gpu) for one in choices for gpu in _accelerators(one, instances)]
    counts = [count for _, (_, count) in asked]
    if not any(count != 0 for count in counts):
        return
    models = dict.fromkeys(gpu for _, (gpu, _) in asked if gpu)
    known = [count for count in counts if count is not None]
    if len(models) > 1 or len(set(counts)) > 1:
        names = ", ".join(models) or "several"
        words = Text(f"may run on any of {names}", f"可能使用 {names} 中的任意一种")
        yield Doubt(name, pointer, words)
    if None in counts or nodes is None or high is None:
        words = Text("how many GPUs it takes cannot be told", "无法得知所需的 GPU 数量")
        yield Doubt(name, pointer, words)
    most = None if None in counts or nodes is None or high is None else max(known) * nodes * high
    clouds = {text(one.get("infra") or one.get("cloud")).casefold() for one in choices}
    yield Request(
        name,
        pointer,
        next(iter(models)) if len(models) == 1 else "",
        (min(known) if known else 0) * (nodes or 1) * low,
        most,
        any(one.get("use_spot") is True for one in choices),
        not all(cloud.startswith(OWN) for cloud in clouds),
    )


def _replicas(service: Data) -> tuple[int, int | None]:
    """Give how many copies of a service there are; a task is one."""
    if not service:
        return 1, 1
    policy = mapping(service.get("replica_policy"))
    if policy:
        low = whole(policy.get("min_replicas", 1))
        return low or 0, whole(policy.get("max_replicas", low))
    count = whole(service.get("replicas", 1))
    return count or 0, count


def _choices(resources: Data) -> Iterator[Data]:
    """Give the alternatives: each of ``any_of`` or ``ordered``, over what stands beside them."""
    inner = [*blocks(resources.get("any_of")), *blocks(resources.get("ordered"))]
    shared = {key: one for key, one in resources.items() if key not in {"any_of", "ordered"}}
    yield from ({**shared, **one} for one in inner) if inner else [shared]


def _accelerators(one: Data, instances: Instances) -> Iterator[tuple[str, int | None]]:
    """Give each GPU that would do, with its number; None where that is no whole number."""
    asked = one.get("accelerators")
    match asked:
        case str():
            yield _split(asked)
        case Mapping():
            for name, count in asked.items():
                yield _split(str(name)) if count is None else (str(name), whole(count))
        case list():
            yield from (_split(str(name)) for name in items(asked))
        case _:
            yield from _of_instance(one, instances)


def _of_instance(one: Data, instances: Instances) -> Iterator[tuple[str, int | None]]:
    name = text(one.get("instance_type"))
    for provider in PROVIDERS:
        if held := instances.find(provider, name):
            yield held.gpu, held.gpus
            return
        if instances.has_gpus(provider, name):
            yield "", None
            return
    yield "", 0


def _split(written: str) -> tuple[str, int | None]:
    name, colon, count = written.partition(":")
    return name.strip(), whole(count.strip()) if colon else 1
