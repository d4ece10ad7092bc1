"""Plans of Terraform as small as they can be."""

import json
import re

from gpucmp import loading
from gpucmp.proposals.requests import Demand, Request
from gpucmp.proposals.terraform import read_terraform

SEPARATOR = re.compile(r"\.(?![^\[]*\])")
"""A dot that stands in no key."""


def change(
    address: str,
    *,
    actions: object = ("create",),
    unknown: object = None,
    mode: object = "managed",
    **after: object,
) -> dict[str, object]:
    """A resource as a plan has it; module and name come from its address."""
    *inside, kind, name = SEPARATOR.split(address)
    module = ".".join(inside)
    return {
        "address": address,
        **({"module_address": module} if module else {}),
        "mode": mode,
        "type": kind,
        "name": name.partition("[")[0],
        "change": {
            "actions": list(actions) if isinstance(actions, tuple) else [],
            "after": None if actions == ("delete",) else after,
            "after_unknown": unknown or {},
        },
    }


def plan_of(*changes: dict[str, object], **more: object) -> bytes:
    body = {
        "format_version": "1.2",
        "terraform_version": "1.9.5",
        "planned_values": {},
        "resource_changes": list(changes),
        **more,
    }
    return json.dumps(body).encode()


def demand_of(*changes: dict[str, object], **more: object) -> Demand:
    return read_terraform("plan.json", plan_of(*changes, **more), loading.instances())


def only(demand: Demand) -> Request:
    (request,) = demand.requests
    return request


def counted(demand: Demand) -> tuple[str, int, int | None]:
    request = only(demand)
    return request.gpu, request.low, request.high
