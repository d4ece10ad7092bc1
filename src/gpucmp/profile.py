"""A profile as the core sees it: its name and the facts that are known."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from gpucmp.facts import GROUPS_WITHOUT_FACTS, Facts, FactTable, FactValue, Kind

Range = tuple[float, float, float]
Data = Mapping[str, object]


class Profile(NamedTuple):
    """A workload with what is known about it."""

    name: str
    facts: Facts
    ranges: Mapping[str, Range] = MappingProxyType({})
    """The facts stated as ``[low, likely, high]``; *facts* holds the likely value."""
    stated: Data = MappingProxyType({})
    """The groups that rules do not read, as stated: ``prices`` and ``proposal``."""
    file: str = ""
    places: Mapping[str, str] = MappingProxyType({})
    """Where each fact, and each price, stands, as ``file:line:column``."""


def accepts(data: object, table: FactTable) -> bool:
    """Tell whether *data* surely is a valid profile, by the domains alone.

    A true answer agrees with the models, which need not be imported then; a false answer
    says that the models must look, as they alone tell what is wrong.
    """
    if not isinstance(data, Mapping) or not _is_name(data.get("name")):
        return False
    groups = {path.partition(".")[0] for path, fact in table.items() if not fact.derived}
    for group, fields in data.items():
        if group == "name":
            continue
        if group in GROUPS_WITHOUT_FACTS or group not in groups:
            return False
        if fields is not None and not _accepts_group(group, fields, table):
            return False
    return True


def _accepts_group(group: str, fields: object, table: FactTable) -> bool:
    if not isinstance(fields, Mapping):
        return False
    for name, value in fields.items():
        fact = table.get(f"{group}.{name}")
        if fact is None or fact.derived or not (value is None or fact.contains(value)):
            return False
    return True


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME


LONGEST_NAME = 200


def profile_from(data: Data, table: FactTable) -> Profile:
    """Take the facts out of *data*, which the models or ``accepts`` found valid."""
    facts: dict[str, FactValue] = {}
    ranges: dict[str, Range] = {}
    for group, fields in data.items():
        if group in GROUPS_WITHOUT_FACTS or not isinstance(fields, Mapping):
            continue
        for name, value in fields.items():
            path = f"{group}.{name}"
            if value is None:
                continue
            if isinstance(value, list) and table[path].kind is Kind.NUMBER:
                low, likely, high = value
                ranges[path] = (low, likely, high)
                facts[path] = likely
            else:
                facts[path] = frozen(value)
    stated = {group: data[group] for group in sorted(GROUPS_WITHOUT_FACTS & set(data))}
    return Profile(str(data["name"]), facts, ranges, stated)


def frozen(value: object) -> FactValue:
    """Turn a value of a document into one that a fact can hold: a list is texts, or a curve."""
    match value:
        case bool() | int() | float() | str():
            return value
        case list():
            texts = tuple(one for one in value if isinstance(one, str))
            return texts or tuple((gpus, share) for gpus, share in value)
        case _:
            message = f"no value of a fact: {value!r}"
            raise TypeError(message)
