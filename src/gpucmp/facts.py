"""What a rule can ask about a profile: every fact with the values that it can have."""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, assert_never

Scalar = bool | int | float | str
FactValue = Scalar | tuple[str, ...] | tuple[tuple[float, float], ...]
Facts = Mapping[str, FactValue]
"""The known facts by path, as ``demand.utilization_percent``; an absent path is unknown."""


RANGE = ("low", "likely", "high")
"""What a range consists of."""


class Kind(StrEnum):
    """The kinds of value that a fact can have."""

    BOOL = "bool"
    NUMBER = "number"
    CHOICE = "choice"
    TEXT = "text"
    TEXTS = "texts"
    CURVE = "curve"


class Fact(NamedTuple):
    """One fact and its domain: the values that it can have."""

    path: str
    kind: Kind
    description: str = ""
    low: float = float("-inf")
    high: float = float("inf")
    low_excluded: bool = False
    whole: bool = False
    choices: tuple[str, ...] = ()
    pattern: str = ""
    step: float = 1.0
    """The smallest difference that means something, for numbers."""
    ranged: bool = False
    """Whether a profile may state ``[low, likely, high]``."""
    derived: bool = False
    """Whether it is computed from other facts instead of stated."""
    money: bool = False
    """Whether the cost model supplies it (stratum c of deciding)."""

    def contains(self, value: object) -> bool:
        """Tell whether *value* is one that the fact can have."""
        match self.kind:
            case Kind.NUMBER:
                return self._contains_number(value)
            case Kind.BOOL:
                return isinstance(value, bool)
            case Kind.CHOICE:
                return isinstance(value, str) and value in self.choices
            case Kind.TEXT:
                return _is_text(value) and _matches(self.pattern, str(value))
            case Kind.TEXTS:
                return isinstance(value, list) and all(map(_is_text, value))
            case Kind.CURVE:
                return False
            case _:
                assert_never(self.kind)

    def _contains_number(self, value: object) -> bool:
        if isinstance(value, list):
            return self.ranged and len(value) == len(RANGE) and all(map(self._contains_one, value))
        return self._contains_one(value)

    def _contains_one(self, value: object) -> bool:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        above = value > self.low if self.low_excluded else value >= self.low
        return above and value <= self.high and not (self.whole and value != int(value))


def _matches(pattern: str, value: str) -> bool:
    return not pattern or re.fullmatch(pattern, value) is not None


def _is_text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_TEXT


LONGEST_TEXT = 200


class FactTable(Mapping[str, Fact]):
    """All facts by path."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self._facts = {fact.path: fact for fact in facts}

    def __getitem__(self, path: str) -> Fact:
        """Give the fact at *path*."""
        return self._facts[path]

    def __iter__(self) -> Iterator[str]:
        """Go over the paths, in the order of the profile."""
        return iter(self._facts)

    def __len__(self) -> int:
        """Count the facts."""
        return len(self._facts)


def facts_from_schema(schema: Mapping[str, object]) -> Iterator[Fact]:
    """Read the facts that a profile can state out of the profile's JSON Schema."""
    definitions = _mapping(schema["$defs"])
    for group, reference in _mapping(schema["properties"]).items():
        body = _alternatives(_mapping(reference))[0]
        if "$ref" not in body or group in GROUPS_WITHOUT_FACTS:
            continue
        definition = _mapping(definitions[str(body["$ref"]).rpartition("/")[2]])
        for name, field in _mapping(definition["properties"]).items():
            yield _fact(f"{group}.{name}", _mapping(field))


GROUPS_WITHOUT_FACTS = frozenset({"prices", "proposal"})
"""Groups of the profile that rules do not read: inputs of the cost model and of the gate."""


def _fact(path: str, field: Mapping[str, object]) -> Fact:
    body, *more = _alternatives(field)
    description = str(field.get("description", ""))
    match body:
        case {"type": "boolean"}:
            return Fact(path, Kind.BOOL, description)
        case {"enum": list(choices)}:
            return Fact(path, Kind.CHOICE, description, choices=tuple(map(str, choices)))
        case {"type": "array", "items": {"type": "string"}}:
            return Fact(path, Kind.TEXTS, description)
        case {"type": "array"}:
            return Fact(path, Kind.CURVE, description)
        case {"type": "string"}:
            return Fact(path, Kind.TEXT, description, pattern=str(body.get("pattern", "")))
        case _:
            return Fact(
                path,
                Kind.NUMBER,
                description,
                low=_number(body, "exclusiveMinimum", _number(body, "minimum", float("-inf"))),
                high=_number(body, "maximum", float("inf")),
                low_excluded="exclusiveMinimum" in body,
                whole=body["type"] == "integer",
                step=_number(body, "x-step", 1.0),
                ranged=bool(more),
            )


def _alternatives(field: Mapping[str, object]) -> list[Mapping[str, object]]:
    """Unfold ``anyOf``/``oneOf``, without the null that every optional field allows."""
    for word in ("anyOf", "oneOf"):
        nested = field.get(word)
        if isinstance(nested, list):
            found = [body for one in nested for body in _alternatives(_mapping(one))]
            return [body for body in found if body.get("type") != "null"]
    return [field]


def _mapping(value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        message = f"a JSON Schema of another form than expected: {value!r}"
        raise TypeError(message)
    return value


def _number(body: Mapping[str, object], word: str, otherwise: float) -> float:
    value = body.get(word, otherwise)
    return float(value) if isinstance(value, int | float) else otherwise
