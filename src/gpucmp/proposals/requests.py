"""What infrastructure code asks for, in the same words whatever wrote it."""

from typing import NamedTuple

from gpucmp.text import Text

Pointer = tuple[str | int, ...]


class Request(NamedTuple):
    """GPUs of one model that one resource asks for."""

    name: str
    """As ``module.train.aws_instance.node[0]``, or ``Deployment/llm``."""
    pointer: Pointer
    """Where it stands."""
    gpu: str
    """A name or alias of the catalog; empty where nothing says."""
    low: int
    """GPUs at the least, as of an autoscaler."""
    high: int | None
    """GPUs at the most; null where nobody can tell."""
    spot: bool = False
    """Whether some of it may be interrupted by the provider."""
    rented: bool = True
    """Whether it is surely a cloud's; a Kubernetes cluster may be one's own."""
    document: int = 0
    """Which document of the file."""


class Doubt(NamedTuple):
    """Something that cannot be known from the file, and why."""

    name: str
    pointer: Pointer
    text: Text
    document: int = 0


class Demand(NamedTuple):
    """Everything that one file asks for."""

    form: str
    """``Terraform plan``, ``Kubernetes manifest``, or ``SkyPilot task``."""
    requests: tuple[Request, ...]
    doubts: tuple[Doubt, ...]


def times(one: int | None, other: int | None) -> int | None:
    """Multiply; what is not known stays so, unless it is of nothing."""
    if one == 0 or other == 0:
        return 0
    return None if one is None or other is None else one * other
