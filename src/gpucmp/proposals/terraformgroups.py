"""The resources of Terraform that hold GPU machines, one function a form of resource."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from gpucmp.proposals.instances import Instances
from gpucmp.proposals.requests import Pointer
from gpucmp.proposals.values import Data, block, blocks, items, mapping, text, whole

AWS, AZURE, GCP = "aws", "azure", "gcp"


class Machine(NamedTuple):
    """One machine by its type, or by the accelerators that are added to it."""

    provider: str
    type: str
    """Empty where it is not known before the plan is applied."""
    accelerators: tuple[str, int] | None = None
    """GPU and count, where they are not those of the type."""


class Group(NamedTuple):
    """Machines that scale together."""

    machines: tuple[Machine, ...]
    """The types that may be used; one, or any of several."""
    low: int
    high: int | None
    """Null where nobody can tell."""
    spot: bool = False


class Resource(NamedTuple):
    """A resource as it will be."""

    address: str
    kind: str
    module: str
    after: Data
    unknown: Data
    """Of the same form as *after*, with true where a value is not known yet."""
    expressions: Data
    """As configured, for what refers to what."""
    pointer: Pointer

    def number(self, key: str, otherwise: int | None) -> int | None:
        """Give a whole number; *otherwise* where it is not stated, None where not yet known."""
        if self.unknown.get(key) is True and self.after.get(key) is None:
            return None
        found = whole(self.after.get(key))
        return otherwise if found is None else found


class Plan(NamedTuple):
    """All resources by address."""

    resources: Mapping[str, Resource]
    instances: Instances

    def referred(self, resource: Resource, kinds: tuple[str, ...]) -> Iterator[Resource]:
        """Give the resources of *kinds* that *resource* refers to, by reference, id, or name."""
        prefix = f"{resource.module}." if resource.module else ""
        names = dict.fromkeys(_references(resource.expressions))
        values = set(_values(resource.after))
        for one in self.resources.values():
            if one.kind not in kinds or one.module != resource.module:
                continue
            plain = one.address.removeprefix(prefix).partition("[")[0]
            own = {text(one.after.get(key)) for key in ("id", "name", "self_link")} - {""}
            if (
                any(name == plain or name.startswith(f"{plain}.") for name in names)
                or own & values
            ):
                yield one


def _references(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, one in value.items():
            if key == "references":
                yield from (text(name).partition("[")[0] for name in items(one))
            else:
                yield from _references(one)
    for one in items(value):
        yield from _references(one)


def _values(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for one in mapping(value).values():
        yield from _values(one)
    for one in items(value):
        yield from _values(one)


def _aws_instance(one: Resource, _plan: Plan) -> Iterator[Group]:
    spot = one.kind == "aws_spot_instance_request" or _market(one.after)
    yield Group((Machine(AWS, text(one.after.get("instance_type"))),), 1, 1, spot)


def _market(after: Data) -> bool:
    return block(after.get("instance_market_options")).get("market_type") == "spot"


ALL_ON_DEMAND = 100
TEMPLATES = ("aws_launch_template", "aws_launch_configuration")


def _aws_scaling(one: Resource, plan: Plan) -> Iterator[Group]:
    mixed = block(one.after.get("mixed_instances_policy"))
    template = block(mixed.get("launch_template"))
    types = [text(row.get("instance_type")) for row in blocks(template.get("override"))]
    spread = block(mixed.get("instances_distribution"))
    above = whole(spread.get("on_demand_percentage_above_base_capacity"))
    spot = above is not None and above < ALL_ON_DEMAND
    machines = [Machine(AWS, name) for name in filter(None, types)]
    for found in plan.referred(one, TEMPLATES):
        spot = spot or _market(found.after) or bool(found.after.get("spot_price"))
        if not machines:
            machines.append(Machine(AWS, text(found.after.get("instance_type"))))
    low, high = one.number("min_size", 0), one.number("max_size", None)
    yield Group(tuple(machines) or (Machine(AWS, ""),), low or 0, high, spot)


def _eks_nodes(one: Resource, plan: Plan) -> Iterator[Group]:
    scaling = block(one.after.get("scaling_config"))
    names = [text(name) for name in items(one.after.get("instance_types"))]
    if not names:
        names = [text(found.after.get("instance_type")) for found in plan.referred(one, TEMPLATES)]
    if not names and one.unknown.get("instance_types") is not True:
        names = ["t3.medium"]  # what EKS takes where nothing is stated
    machines = tuple(Machine(AWS, name) for name in names) or (Machine(AWS, ""),)
    spot = one.after.get("capacity_type") == "SPOT"
    yield Group(
        machines, whole(scaling.get("min_size")) or 0, whole(scaling.get("max_size")), spot
    )


def _azure_machine(one: Resource, _plan: Plan) -> Iterator[Group]:
    size = text(one.after.get("size")) or text(one.after.get("vm_size"))
    yield Group((Machine(AZURE, size),), 1, 1, one.after.get("priority") == "Spot")


def _azure_set(one: Resource, plan: Plan) -> Iterator[Group]:
    size = text(one.after.get("sku")) or text(one.after.get("sku_name"))
    count = one.number("instances", 0)
    low, high = count or 0, count
    for rule in plan.resources.values():
        targets = {found.address for found in plan.referred(rule, (one.kind,))}
        if rule.kind == "azurerm_monitor_autoscale_setting" and one.address in targets:
            for profile in blocks(rule.after.get("profile")):
                capacity = block(profile.get("capacity"))
                low = min(low, whole(capacity.get("minimum")) or 0)
                most = whole(capacity.get("maximum"))
                high = None if high is None or most is None else max(high, most)
    yield Group((Machine(AZURE, size),), low, high, one.after.get("priority") == "Spot")


def _aks_cluster(one: Resource, _plan: Plan) -> Iterator[Group]:
    for pool in blocks(one.after.get("default_node_pool")):
        yield _aks_pool(pool)


def _aks_nodes(one: Resource, _plan: Plan) -> Iterator[Group]:
    yield _aks_pool(one.after)


def _aks_pool(pool: Data) -> Group:
    scales = pool.get("auto_scaling_enabled") or pool.get("enable_auto_scaling")
    count = whole(pool.get("node_count"))
    low = whole(pool.get("min_count")) if scales else count
    high = whole(pool.get("max_count")) if scales else count
    machine = Machine(AZURE, text(pool.get("vm_size")))
    return Group((machine,), low or 0, high, pool.get("priority") == "Spot")


def _gcp_machine(after: Data) -> tuple[Machine, bool]:
    """Read a machine of Google's, whose GPUs are those of its type or added to it."""
    added = [
        (text(one.get("type")).rpartition("/")[2], whole(one.get("count")) or 0)
        for one in blocks(after.get("guest_accelerator"))
    ]
    scheduling = block(after.get("scheduling"))
    spot = (
        after.get("spot") is True
        or after.get("preemptible") is True
        or scheduling.get("preemptible") is True
        or scheduling.get("provisioning_model") == "SPOT"
    )
    name = text(after.get("machine_type")).rpartition("/")[2]
    kept = [(gpu, count) for gpu, count in added if count]
    if kept:
        gpu = kept[0][0].removeprefix("nvidia-").removeprefix("tesla-").removesuffix("-vws")
        return Machine(GCP, name, (gpu, sum(count for _, count in kept))), spot
    return Machine(GCP, name), spot


def _gcp_instance(one: Resource, _plan: Plan) -> Iterator[Group]:
    machine, spot = _gcp_machine(one.after)
    yield Group((machine,), 1, 1, spot)


GCP_SCALERS = ("google_compute_autoscaler", "google_compute_region_autoscaler")


def _gcp_group(one: Resource, plan: Plan) -> Iterator[Group]:
    kinds = ("google_compute_instance_template", "google_compute_region_instance_template")
    count = one.number("target_size", 0)
    low, high = count or 0, count
    for scaler in plan.resources.values():
        targets = {found.address for found in plan.referred(scaler, (one.kind,))}
        if scaler.kind in GCP_SCALERS and one.address in targets:
            policy = block(scaler.after.get("autoscaling_policy"))
            low = whole(policy.get("min_replicas")) or 0
            high = whole(policy.get("max_replicas"))
    found = [_gcp_machine(template.after) for template in plan.referred(one, kinds)]
    machines = tuple(machine for machine, _ in found) or (Machine(GCP, ""),)
    yield Group(machines, low, high, any(spot for _, spot in found))


def _gke_nodes(one: Resource, _plan: Plan) -> Iterator[Group]:
    yield from _gke_pool(one.after)


def _gke_cluster(one: Resource, _plan: Plan) -> Iterator[Group]:
    pools = list(blocks(one.after.get("node_pool")))
    for pool in pools:
        yield from _gke_pool(pool)
    if not pools and one.after.get("remove_default_node_pool") is not True:
        yield from _gke_pool(one.after)


def _gke_pool(pool: Data) -> Iterator[Group]:
    config = block(pool.get("node_config"))
    if not config:
        return
    machine, spot = _gcp_machine(config)
    scaling = block(pool.get("autoscaling"))
    zones = max(1, len(items(pool.get("node_locations"))))
    if scaling:
        total = whole(scaling.get("total_max_node_count"))
        a_zone = whole(scaling.get("max_node_count"))
        high = total or (None if a_zone is None else a_zone * zones)
        low = whole(scaling.get("total_min_node_count"))
        low = (whole(scaling.get("min_node_count")) or 0) * zones if low is None else low
    else:
        count = whole(pool.get("node_count"))
        count = whole(pool.get("initial_node_count")) if count is None else count
        high = None if count is None else count * zones
        low = high or 0
    yield Group((machine,), low, high, spot)


GROUPS: Mapping[str, Callable[[Resource, Plan], Iterator[Group]]] = {
    "aws_instance": _aws_instance,
    "aws_spot_instance_request": _aws_instance,
    "aws_autoscaling_group": _aws_scaling,
    "aws_eks_node_group": _eks_nodes,
    "azurerm_linux_virtual_machine": _azure_machine,
    "azurerm_windows_virtual_machine": _azure_machine,
    "azurerm_virtual_machine": _azure_machine,
    "azurerm_linux_virtual_machine_scale_set": _azure_set,
    "azurerm_windows_virtual_machine_scale_set": _azure_set,
    "azurerm_orchestrated_virtual_machine_scale_set": _azure_set,
    "azurerm_kubernetes_cluster": _aks_cluster,
    "azurerm_kubernetes_cluster_node_pool": _aks_nodes,
    "google_compute_instance": _gcp_instance,
    "google_compute_instance_group_manager": _gcp_group,
    "google_compute_region_instance_group_manager": _gcp_group,
    "google_container_node_pool": _gke_nodes,
    "google_container_cluster": _gke_cluster,
    # What only holds the form of machines is counted where it is used.
    "aws_launch_template": lambda _one, _plan: iter(()),
    "aws_launch_configuration": lambda _one, _plan: iter(()),
    "google_compute_instance_template": lambda _one, _plan: iter(()),
    "google_compute_region_instance_template": lambda _one, _plan: iter(()),
}
"""By type of resource; one that is not here and names a GPU instance is a doubt, not silence."""
