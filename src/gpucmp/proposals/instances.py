"""The GPUs of a cloud's types of instances."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

FILE = "instances.yaml"


class Held(NamedTuple):
    """The GPUs of one instance."""

    gpu: str
    gpus: int


class Instances(NamedTuple):
    """All types that are known, and the families whose types have GPUs."""

    types: Mapping[tuple[str, str], Held]
    """By provider and type."""
    families: tuple[tuple[str, str], ...]
    """Provider and pattern."""

    def find(self, provider: str, name: str) -> Held | None:
        """Give the GPUs of a type; None where it is not listed."""
        plain = name.removeprefix("ml.") if provider == "aws" else name
        if provider == "azure" and not plain.startswith("Standard_"):
            plain = f"Standard_{plain}"
        return self.types.get((provider, plain.casefold()))

    def has_gpus(self, provider: str, name: str) -> bool:
        """Tell whether a type that is not listed looks like one with GPUs."""
        plain = name.removeprefix("ml.")
        return any(
            provider == one and re.fullmatch(pattern, plain, re.IGNORECASE)
            for one, pattern in self.families
        )


def instances_from(data: Mapping[str, object]) -> Instances:
    """Read the file of types, which a test holds against its shape and the catalog."""
    types = {key: held for row in _rows(data, "instances") for key, held in _types(row)}
    families = ((str(row["provider"]), str(row["pattern"])) for row in _rows(data, "families"))
    return Instances(types, tuple(families))


def _types(row: Mapping[str, object]) -> Iterator[tuple[tuple[str, str], Held]]:
    counts = row["gpus"]
    if isinstance(counts, Mapping):
        for name, count in counts.items():
            yield (str(row["provider"]), str(name).casefold()), Held(str(row["gpu"]), int(count))


def _rows(data: Mapping[str, object], key: str) -> Iterator[Mapping[str, object]]:
    rows = data.get(key)
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, Mapping):
            yield row
