"""The settings of the gate in layers: flag over environment over file over built-in."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from gpucmp.errors import InputError, Place, Problem
from gpucmp.facts import FactTable
from gpucmp.gate.gatefiles import check
from gpucmp.gate.opening import joined
from gpucmp.gate.policy import BUILT_IN, Policy
from gpucmp.options import Option
from gpucmp.reading.documents import Document, Pointer, Value, read_value
from gpucmp.reading.scalars import show

BUILT_IN_ORIGIN = "built-in"
PREFIX = "GPUCMP_"
LISTS = ("required_facts", "allowed_options", "not_waivable", "exclude")
NUMBERS = ("minimum_margin", "max_price_age_days", "claim_tolerance_percent", "require_proposal")
PATHS = ("rules", "waivers", "baseline")
"""Settings whose value is relative to the folder of their layer."""


class Setting(NamedTuple):
    """One setting with where it comes from."""

    name: str
    value: object
    origin: str
    """``built-in``, a variable, a flag, or a place in the policy file."""


class Layer(NamedTuple):
    """Settings of one origin, checked."""

    document: Document
    folder: Path
    """What its paths are relative to."""


class Settled(NamedTuple):
    """The policy with the origin of each setting."""

    policy: Policy
    settings: tuple[Setting, ...]


def words_layer(
    words: Mapping[str, str | Sequence[str]], places: Mapping[str, str], folder: Path
) -> Layer:
    """Make a layer of texts by setting, as the environment and flags have them.

    *places* names the variable or the flag of each setting. A list is separated by commas.

    Raises:
        InputError: A value cannot be read.
    """
    data: dict[str, Value] = {}
    problems: list[Problem] = []
    for name, text in words.items():
        try:
            data[name] = _value(name, text, places[name])
        except InputError as error:
            place = Place(places[name])
            problems.extend(Problem(place, one.message, one.hint) for one in error.problems)
    if problems:
        raise InputError(problems)
    where: dict[Pointer, Place] = {(name,): Place(places[name]) for name in data}
    where[()] = Place("settings")
    return Layer(Document("settings", 0, data, where, where), folder)


def _value(name: str, text: str | Sequence[str], file: str) -> Value:
    if name == "severities":
        pairs = text.split(",") if isinstance(text, str) else text
        return {
            key.strip(): value.strip() for key, _, value in (one.partition("=") for one in pairs)
        }
    if name in LISTS:
        parts = text.split(",") if isinstance(text, str) else text
        return [part.strip() for part in parts if part.strip()]
    whole = text if isinstance(text, str) else ",".join(text)
    return read_value(whole, file) if name in NUMBERS else whole


def settle(layers: Sequence[Layer], table: FactTable, known: Collection[str]) -> Settled:
    """Put *layers* over the built-in settings, the strongest last.

    *known* are the ids of kinds of finding and of rules.

    Raises:
        InputError: A layer is malformed, or names what does not exist.
    """
    from gpucmp.reading.gatemodels import ConfigModel

    problems: list[Problem] = []
    settings = {
        name: Setting(name, value, BUILT_IN_ORIGIN)
        for name, value in BUILT_IN._asdict().items()
        if name != "severities"
    }
    for layer in (one for one in layers if one.document.data):
        try:
            check(layer.document, ConfigModel)
        except InputError as error:
            problems.extend(error.problems)
            continue
        problems.extend(_unknown(layer.document, table, known))
        for one in _settings(layer):
            settings[one.name] = one
    if problems:
        raise InputError(problems)
    return Settled(_policy(settings), tuple(settings[name] for name in sorted(settings)))


def _settings(layer: Layer) -> Iterator[Setting]:
    data = layer.document.data if isinstance(layer.document.data, dict) else {}
    for name, value in data.items():
        if value is None:
            continue
        if name == "severities" and isinstance(value, dict):
            for kind, severity in value.items():
                origin = str(layer.document.place((name, kind)))
                yield Setting(f"severities.{kind}", severity, origin)
        else:
            yield Setting(name, _settled(name, value, layer), str(layer.document.place((name,))))


def path_setting(layer: Layer, name: str) -> str:
    """Give a setting that is a path, before the layer is checked; empty where it has none."""
    data = layer.document.data if isinstance(layer.document.data, dict) else {}
    value = data.get(name)
    return str(_settled(name, value, layer)) if isinstance(value, str) and value.strip() else ""


def _settled(name: str, value: Value, layer: Layer) -> object:
    """Give a value as the policy has it; paths become relative to the working folder."""
    if name in PATHS and value != BUILT_IN.rules:
        return joined(layer.folder, str(value))
    if name == "exclude" and isinstance(value, list):
        return tuple(joined(layer.folder, str(one)) for one in value)
    return tuple(map(str, value)) if isinstance(value, list) else value


def _policy(settings: Mapping[str, Setting]) -> Policy:
    found = {name: one.value for name, one in settings.items()}
    age = found["max_price_age_days"]
    return Policy(
        rules=str(found["rules"]),
        fail_on=str(found["fail_on"]),
        minimum_margin=float(str(found["minimum_margin"])),
        required_facts=_texts(found["required_facts"]),
        max_price_age_days=None if age is None else float(str(age)),
        allowed_options=tuple(map(Option, _texts(found["allowed_options"]))),
        claim_tolerance_percent=float(str(found["claim_tolerance_percent"])),
        require_proposal=found["require_proposal"] is True,
        severities={
            name.partition(".")[2]: str(one.value)
            for name, one in settings.items()
            if name.startswith("severities.")
        },
        not_waivable=_texts(found["not_waivable"]),
        exclude=_texts(found["exclude"]),
        waivers=str(found["waivers"]),
        baseline=str(found["baseline"]),
    )


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, tuple) else ()


def _unknown(document: Document, table: FactTable, known: Collection[str]) -> Iterator[Problem]:
    """Find ids that do not exist: they would ask for nothing and tell nobody."""
    data = document.data if isinstance(document.data, dict) else {}
    stated = [path for path, fact in table.items() if not fact.derived]
    kinds = [one for one in known if one.islower()]
    for name, ids, what in (
        ("required_facts", stated, "no fact of a profile is called"),
        ("not_waivable", known, "no kind of finding and no rule is called"),
        ("severities", kinds, "no kind of finding is called"),
    ):
        yield from _unknown_in(document, name, data.get(name), (ids, what))


def _unknown_in(
    document: Document, name: str, value: object, known: tuple[Collection[str], str]
) -> Iterator[Problem]:
    from gpucmp.reading.validation import suggestion

    ids, what = known
    for at, one in _items(value):
        if one not in ids:
            place = document.key_place((name, at)) if isinstance(at, str) else None
            place = place or document.place((name, at))
            yield Problem(place, f"{what} {show(one)}", suggestion(one, ids))


def _items(value: object) -> Iterable[tuple[str | int, str]]:
    """Give the ids of a list, or of the keys of a mapping, with their steps."""
    if isinstance(value, Mapping):
        return [(key, key) for key in value]
    return [(at, str(one)) for at, one in enumerate(value)] if isinstance(value, list) else []
