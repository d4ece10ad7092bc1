"""Careful looks into data of a form that other programs define."""

from collections.abc import Iterator, Mapping

Data = Mapping[str, object]


def mapping(value: object) -> Data:
    """Give *value* where it is a mapping, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def items(value: object) -> list[object]:
    """Give the items of a list; what is no list has none."""
    return list(value) if isinstance(value, list | tuple) else []


def block(value: object) -> Data:
    """Give a nested block, which Terraform writes as a list of at most one."""
    return mapping(items(value)[0] if items(value) else value)


def blocks(value: object) -> Iterator[Data]:
    """Go over nested blocks."""
    for one in items(value):
        if isinstance(one, Mapping):
            yield one


def text(value: object) -> str:
    """Give a string; anything else is empty."""
    return value if isinstance(value, str) else ""


def whole(value: object) -> int | None:
    """Give a count: a number, or digits in a string; None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float) and value == int(value) and value >= 0:
        return int(value)
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else None
