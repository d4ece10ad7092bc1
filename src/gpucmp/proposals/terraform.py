"""The GPUs that a Terraform plan leaves running: ``terraform show -json``."""

import json
from collections.abc import Iterator, Mapping

from gpucmp.errors import InputError, Place, Problem
from gpucmp.proposals.instances import Instances
from gpucmp.proposals.requests import Demand, Doubt, Request
from gpucmp.proposals.terraformgroups import GROUPS, Group, Machine, Plan, Resource
from gpucmp.proposals.values import Data, blocks, items, mapping, text
from gpucmp.text import Text

FORM = "Terraform plan"
COMMAND = "terraform plan -out plan.tfplan && terraform show -json plan.tfplan > plan.json"
GOES = ({"delete"}, {"forget"}, {"read"})
"""Actions after which nothing of the resource is left to ask for."""


def is_terraform(file: str, data: bytes) -> bool:
    """Tell whether a file is of Terraform: a plan, a state, or configuration."""
    if file.endswith((".tf", ".tf.json", ".tfplan", ".tfstate")):
        return True
    start = data[:4096].lstrip()
    return start.startswith(b"{") and b'"terraform_version"' in data


def read_terraform(file: str, data: bytes, instances: Instances) -> Demand:
    """Read a plan.

    Raises:
        InputError: It is no plan, or one that failed.
    """
    plan = _plan(file, data)
    configured = dict(
        _configured(mapping(mapping(plan.get("configuration")).get("root_module")), "")
    )
    resources = tuple(_resources(plan, configured))
    whole = Plan({one.address: one for one in resources}, instances)
    requests: list[Request] = []
    doubts: list[Doubt] = []
    for one in resources:
        read = GROUPS.get(one.kind)
        if read is None:
            doubts.extend(_strange(one, instances))
            continue
        for group in read(one, whole):
            _take(one, group, instances, (requests, doubts))
    return Demand(FORM, tuple(requests), tuple(doubts))


def _plan(file: str, data: bytes) -> Data:
    place = Place(file, 1, 1)
    try:
        plan = json.loads(data)
    except (ValueError, RecursionError):
        message = "no JSON of a plan"
        raise InputError([Problem(place, message, COMMAND)]) from None
    if not isinstance(plan, Mapping) or (
        "resource_changes" not in plan and "planned_values" not in plan
    ):
        is_state = {"values", "lineage"} & set(mapping(plan))
        message = "a state, not a plan" if is_state else "no plan of Terraform"
        raise InputError([Problem(place, message, COMMAND)])
    version = text(plan.get("format_version"))
    if version.partition(".")[0] not in {"0", "1"}:
        raise InputError([Problem(place, f"format_version {version or 'missing'} is not known")])
    if plan.get("errored") is True:
        raise InputError([Problem(place, "the plan ended with an error", "plan again")])
    if not isinstance(plan.get("resource_changes", []), list):
        raise InputError([Problem(place, "resource_changes is no list")])
    return plan


def _resources(plan: Data, configured: Mapping[str, Data]) -> Iterator[Resource]:
    """Give what is there after the plan: created, changed, and untouched resources."""
    for at, change in enumerate(items(plan.get("resource_changes"))):
        row = mapping(change)
        what = mapping(row.get("change"))
        actions = set(map(str, items(what.get("actions"))))
        if row.get("mode", "managed") != "managed" or actions in GOES:
            continue
        address = text(row.get("address"))
        module = text(row.get("module_address"))
        plain = (
            _without_keys(f"{module}." if module else "") + f"{row.get('type')}.{row.get('name')}"
        )
        yield Resource(
            address,
            text(row.get("type")),
            module,
            mapping(what.get("after")),
            mapping(what.get("after_unknown")),
            mapping(configured.get(plain)),
            ("resource_changes", at),
        )


def _configured(module: Data, prefix: str) -> Iterator[tuple[str, Data]]:
    """Give the expressions of every resource, by address without keys, child modules included."""
    for one in blocks(module.get("resources")):
        yield f"{prefix}{one.get('address')}", mapping(one.get("expressions"))
    for name, call in mapping(module.get("module_calls")).items():
        yield from _configured(mapping(mapping(call).get("module")), f"{prefix}module.{name}.")


def _without_keys(address: str) -> str:
    """Take ``[0]`` and ``["a"]`` out of an address."""
    kept: list[str] = []
    depth = 0
    quoted = False
    for one in address:
        if one == '"' and depth:
            quoted = not quoted
        elif one == "[" and not quoted:
            depth += 1
        elif one == "]" and not quoted:
            depth -= 1
        elif not depth:
            kept.append(one)
    return "".join(kept)


Found = tuple[list[Request], list[Doubt]]


def _take(resource: Resource, group: Group, instances: Instances, found: Found) -> None:
    """Turn a group of machines into a request, or into what cannot be known of it."""
    requests, doubts = found
    lows: list[int] = []
    highs: list[int] = []
    gpus: dict[str, None] = {}
    for machine in group.machines:
        held = _held(machine, instances)
        if isinstance(held, Text):
            doubts.append(Doubt(resource.address, resource.pointer, held))
            continue
        gpu, count = held
        if gpu:
            gpus[gpu] = None
        lows.append(count)
        highs.append(count)
    if not any(highs) or group.high == 0:
        return
    if len(gpus) > 1:
        names = ", ".join(gpus)
        mixed = Text(f"may run on any of {names}", f"可能使用 {names} 中的任意一种")
        doubts.append(Doubt(resource.address, resource.pointer, mixed))
    if group.high is None:
        unknown = Text("its number is not known before it is applied", "数量在应用之前未知")
        doubts.append(Doubt(resource.address, resource.pointer, unknown))
    requests.append(
        Request(
            resource.address,
            resource.pointer,
            next(iter(gpus)) if len(gpus) == 1 else "",
            min(lows) * group.low,
            None if group.high is None else max(highs) * group.high,
            group.spot,
        )
    )


def _held(machine: Machine, instances: Instances) -> tuple[str, int] | Text:
    """Give GPU and count of one machine, or why they are not known."""
    if machine.accelerators is not None:
        return machine.accelerators
    name = machine.type
    if not name:
        return Text("its type of machine is not known before it is applied", "机型在应用之前未知")
    held = instances.find(machine.provider, name)
    if held is not None:
        return held.gpu, held.gpus
    if instances.has_gpus(machine.provider, name):
        return Text(
            f"{name} belongs to a family with GPUs and is not in the catalog",
            f"{name} 属于 GPU 机型系列，但不在目录中",
        )
    return "", 0


def _strange(resource: Resource, instances: Instances) -> Iterator[Doubt]:
    """Find types of GPU instances in resources that nobody taught this reader to count."""
    provider = resource.kind.partition("_")[0].replace("azurerm", "azure").replace("google", "gcp")
    for name in dict.fromkeys(_strings(resource.after)):
        known = instances.find(provider, name)
        if known or instances.has_gpus(provider, name):
            words = Text(
                f"{resource.kind} names {name}, and its number cannot be told",
                f"{resource.kind} 使用 {name}，数量无法得知",
            )
            yield Doubt(resource.address, resource.pointer, words)


def _strings(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case Mapping():
            for one in value.values():
                yield from _strings(one)
        case list():
            for one in value:
                yield from _strings(one)
        case _:
            return
