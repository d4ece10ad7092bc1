"""Rule packs in files: read, check, and layer one over another."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pydantic import ValidationError

from gpucmp.derived import COST_FACTS, DERIVED
from gpucmp.documents import Document, Pointer, Value, read_documents
from gpucmp.errors import InputError, Place, Problem
from gpucmp.facts import FactTable, facts_from_schema
from gpucmp.models import profile_schema
from gpucmp.packshapes import PackShape, RuleShape
from gpucmp.rulecheck import Fault, Surroundings, condition_faults, faults_of, unknown_fact
from gpucmp.validation import problems_of, suggestion

Data = dict[str, object]
LISTS = ("dimensions", "comparison", "common_ground", "checklists", "plans")
MAPS = ("guides", "parameters", "offers", "questions")
RULE_FOLDERS = ("criteria", "constraints", "cautions")


@dataclass(frozen=True, slots=True)
class PackText:
    """The files of one pack, by the path that messages name them by."""

    name: str
    files: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class PackSource:
    """A pack as read: its plain data, and what only the checks of a pack need."""

    data: Data
    """What ``packdata.pack_from`` reads, and what a wheel carries."""
    tests: Mapping[str, list[Data]] = field(default_factory=dict)
    document: Document | None = None
    """The pack's own files as one document, with the place of everything in them."""
    own: tuple[str, ...] = ()
    """Ids of the rules that these files state whole or change."""


def fact_table() -> FactTable:
    """Give every fact: those that a profile states, and those that are computed."""
    derived = (one.fact for one in DERIVED)
    return FactTable([*facts_from_schema(profile_schema()), *derived, *COST_FACTS])


def read_pack(
    text: PackText, table: FactTable, below: Callable[[str, Place], PackSource]
) -> PackSource:
    """Read a pack; *below* finds the pack that it extends.

    Raises:
        InputError: The pack cannot be used; every problem in its files is named.
    """
    document = _one_document(text)
    _check_shape(document)
    shape = _mapping(document.data)
    extends = shape.get("extends")
    base = (
        below(str(extends), document.place(("extends",)))
        if extends is not None
        else PackSource(_empty())
    )
    layer = _Layer(document, base, table)
    source = layer.source()
    if layer.problems:
        raise InputError(layer.problems)
    return source


def _one_document(text: PackText) -> Document:
    """Put the files of a pack together; rules stand under their ids."""
    data: dict[str, Value] = {}
    places: dict[Pointer, Place] = {(): Place(text.name)}
    keys: dict[Pointer, Place] = {}
    rules: dict[str, Value] = {}
    problems: list[Problem] = []
    for file, raw in text.files.items():
        try:
            document, *more = read_documents(raw, file)
        except InputError as error:
            problems.extend(error.problems)
            continue
        problems.extend(Problem(one.place(()), "one document a file", "split it") for one in more)
        prefix: Pointer = ()
        if _is_rule_file(file, document):
            rule = str(_mapping(document.data)["id"])
            if rule in rules:
                first = places[("rules", rule)]
                problems.append(
                    Problem(document.place(("id",)), f"rule {rule} stands in {first} already")
                )
            rules[rule] = document.data
            prefix = ("rules", rule)
        else:
            problems.extend(_take(data, document, places))
        places.update({(*prefix, *pointer): place for pointer, place in document.places.items()
                       if prefix or pointer})
        keys.update({(*prefix, *pointer): place for pointer, place in document.key_places.items()})
    if problems:
        raise InputError(problems)
    own_rules = data.get("rules")
    if rules and isinstance(own_rules, dict):
        data["rules"] = {**own_rules, **rules}
    elif rules:
        data["rules"] = {**rules}
    return Document(text.name, 0, data, places, keys)


def _is_rule_file(file: str, document: Document) -> bool:
    in_folder = file.replace("\\", "/").rpartition("/")[0].rpartition("/")[2] in RULE_FOLDERS
    return in_folder and isinstance(_mapping(document.data).get("id"), str)


def _take(
    data: dict[str, Value], document: Document, places: Mapping[Pointer, Place]
) -> Iterator[Problem]:
    if not isinstance(document.data, dict):
        return
    for key, value in document.data.items():
        if key in data:
            first = places[(key,)]
            yield Problem(document.key_place((key,)), f"{key} stands in {first} already")
        else:
            data[key] = value


def _check_shape(document: Document) -> None:
    try:
        PackShape.model_validate(document.data)
    except ValidationError as error:
        known: dict[Pointer, Iterable[str]] = {(): _keys(PackShape)}
        for rule in _mapping(_mapping(document.data).get("rules", {})):
            known[("rules", rule)] = _keys(RuleShape)
        found = problems_of(error, document, known)
        raise InputError(dict.fromkeys(found)) from None


def _keys(shape: type[PackShape] | type[RuleShape]) -> tuple[str, ...]:
    return tuple(shape.model_fields)


class _Layer:
    """One pack laid over another."""

    def __init__(self, document: Document, base: PackSource, table: FactTable) -> None:
        self.problems: list[Problem] = []
        self._document = document
        self._shape = _mapping(document.data)
        self._base = base
        self._table = table
        self._overrides: list[Data] = list(_items(base.data["overrides"]))
        self._tests = dict(base.tests)

    def source(self) -> PackSource:
        """Lay the pack over its base and check what it says."""
        data: Data = {"id": self._shape["id"], "version": self._shape.get("version", "0")}
        for key in LISTS:
            data[key] = self._joined_list(key)
        for key in MAPS:
            data[key] = self._joined_map(key)
        self._weigh(data)
        around = self._surroundings(data)
        self._check_facts(around)
        own = self._own_rules(around)
        data["rules"] = self._joined_rules(own, around)
        data["overrides"] = self._overrides
        data["digest"] = _digest(data)
        names = tuple(str(name) for name in _mapping(self._shape.get("rules", {})))
        return PackSource(data, self._tests, self._document, names)

    def _fault(self, pointer: Pointer, message: str, hint: str = "") -> None:
        self.problems.append(Problem(self._document.key_place(pointer), message, hint))

    def _joined_list(self, key: str) -> list[Data]:
        """Take the base's entries, then the pack's own; an entry of the same id replaces."""
        joined = {str(one["id"]): one for one in _items(self._base.data[key])}
        seen: set[str] = set()
        for at, one in enumerate(_items(self._shape.get(key, []))):
            name = str(one["id"])
            if name in seen:
                self._fault((key, at, "id"), f"{name} stands twice in {key}")
            seen.add(name)
            if name in joined:
                self._record(f"{key} {name}", "replaced", "")
            joined[name] = _worded(one)
        return list(joined.values())

    def _joined_map(self, key: str) -> Data:
        joined = dict(_mapping(self._base.data[key]))
        for name, value in _mapping(self._shape.get(key, {})).items():
            before = joined.get(name)
            if isinstance(value, Mapping):
                joined[name] = _worded(value)
            elif isinstance(value, str):
                joined[name] = {"en": value, "zh": value}
            elif isinstance(before, Mapping):
                joined[name] = {**before, "value": value}
            else:
                hint = suggestion(name, joined) or "a new one needs unit, source, and dates"
                self._fault((key, name), f"there is no parameter {name} to change", hint)
                continue
            if before is not None and key == "parameters":
                old = _mapping(before)["value"]
                new = _mapping(joined[name])["value"]
                self._record(f"parameter {name}", f"{old} → {new}", "")
        return joined

    def _weigh(self, data: Data) -> None:
        by_id = {str(one["id"]): one for one in _items(data["dimensions"])}
        for name, one in _mapping(self._shape.get("weights", {})).items():
            if name not in by_id:
                hint = suggestion(name, by_id)
                self._fault(("weights", name), f'unknown dimension "{name}"', hint)
                continue
            new = _mapping(one)
            change = f"weight {by_id[name].get('weight', 1)} → {new['weight']}"
            self._record(f"dimension {name}", change, str(new["reason"]))
            by_id[name] = {**by_id[name], "weight": new["weight"], "reason": new["reason"]}
        data["dimensions"] = list(by_id.values())

    def _surroundings(self, data: Data) -> Surroundings:
        return Surroundings(
            self._table,
            {str(one["id"]): one.get("lower_end") is True for one in _items(data["dimensions"])},
            {
                name: _float(_mapping(one)["value"])
                for name, one in _mapping(data["parameters"]).items()
            },
            tuple(_mapping(data["guides"])),
        )

    def _check_facts(self, around: Surroundings) -> None:
        for path in _mapping(self._shape.get("questions", {})):
            if path not in self._table:
                self._report(unknown_fact(path, self._table, ("questions", path)), ())
        for purchase, condition in _mapping(self._shape.get("offers", {})).items():
            for fault in condition_faults(condition, around, ("offers", purchase)):
                self._report(fault, ())

    def _report(self, fault: Fault, prefix: Pointer) -> None:
        self._fault((*prefix, *fault.steps), fault.message, fault.hint)

    def _own_rules(self, around: Surroundings) -> Mapping[str, Data | None]:
        """Give the rules that the pack states or changes, whole; None where one is switched off."""
        below = {str(one["id"]): one for one in _items(self._base.data["rules"])}
        own: dict[str, Data | None] = {}
        for name, body in _mapping(self._shape.get("rules", {})).items():
            pointer = ("rules", name)
            if body == "off" or _mapping(body if body != "off" else {}).get("off"):
                own[name] = None
                self._switch_off(name, body, below)
                continue
            stated = dict(_mapping(body))
            whole = self._whole(name, stated, below)
            if whole is None:
                continue
            for fault in faults_of(whole, around):
                self._report(fault, pointer)
            own[name] = whole
        return own

    def _switch_off(self, name: str, body: object, below: Mapping[str, Data]) -> None:
        if name not in below:
            self._fault(("rules", name), f"there is no rule {name} to switch off",
                        suggestion(name, below))
            return
        off = body.get("off") if isinstance(body, Mapping) else True
        reason = body.get("reason", "") if isinstance(body, Mapping) else ""
        self._record(f"rule {name}", "off", off if isinstance(off, str) else str(reason))

    def _whole(self, name: str, stated: Data, below: Mapping[str, Data]) -> Data | None:
        """Give a rule with what it leaves to the rule below."""
        reason = stated.pop("reason", None)
        stated.pop("off", None)
        if stated.get("id", name) != name:
            self._fault(("rules", name, "id"), f"the id differs from the key {name}")
        tests = stated.get("tests")
        if name in below:
            if reason is None:
                self._fault(("rules", name), f"the change to {name} gives no reason", "add reason")
            changed = ", ".join(key for key in stated if key != "id")
            self._record(f"rule {name}", changed, str(reason or ""))
            stated = {**below[name], **stated}
        elif below and _looks_built_in(name):
            hint = suggestion(name, below) or "a rule of your own takes a prefix, as ACME-1"
            self._fault(("rules", name), f"there is no rule {name} in the pack below", hint)
            return None
        if isinstance(tests, list):
            self._tests[name] = [dict(_mapping(one)) for one in tests]
        return {**stated, "id": name}

    def _joined_rules(
        self, own: Mapping[str, Data | None], around: Surroundings
    ) -> list[Data]:
        joined = {str(one["id"]): one for one in _items(self._base.data["rules"])}
        for name, body in own.items():
            if body is None:
                joined.pop(name, None)
                self._tests.pop(name, None)
            else:
                place = str(self._document.place(("rules", name)))
                joined[name] = {**body, "place": place}
        if self.problems:
            return list(joined.values())
        return [_normal(body, around) for body in joined.values()]

    def _record(self, target: str, change: str, reason: str) -> None:
        if self._base.data["rules"]:
            self._overrides.append({"target": target, "change": change, "reason": reason})


def _looks_built_in(name: str) -> bool:
    letter, digits = name[:1], name[1:].partition("-")[0]
    return letter.isupper() and digits.isdigit()


def _normal(body: Data, around: Surroundings) -> Data:
    """Put the values of parameters in, note which were used, and word texts in both languages.

    The references stay beside the values, so that a layer above can change the parameter.
    """
    raw = _mapping(body.get("stated", body))
    used: list[str] = []
    whole = _worded(_resolved(raw, around, used))
    whole.pop("tests", None)
    whole.pop("reason", None)
    if used:
        whole["parameters"] = sorted(set(used))
        whole["stated"] = {key: value for key, value in raw.items() if key != "tests"}
    return whole


def _resolved(value: object, around: Surroundings, used: list[str]) -> object:
    if isinstance(value, Mapping):
        name = value.get("parameter")
        if len(value) == 1 and isinstance(name, str):
            used.append(name)
            return around.parameters[name]
        return {key: _resolved(one, around, used) for key, one in value.items() if key != "stated"}
    if isinstance(value, list):
        return [_resolved(one, around, used) for one in value]
    return value


TEXT_KEYS = frozenset({"title", "why", "advises", "text", "description", "part"})


def _worded(value: object) -> Data:
    """Word every text in both languages: one given once stands for both."""
    return {key: _worded_value(key, one) for key, one in _mapping(value).items()}


def _worded_value(key: str, value: object) -> object:
    if isinstance(value, str) and key in TEXT_KEYS:
        return {"en": value, "zh": value}
    if key == "cells":
        return {
            name: {"en": one, "zh": one} if isinstance(one, str) else one
            for name, one in _mapping(value).items()
        }
    if key == "stages" and isinstance(value, list):
        return [{"en": one, "zh": one} if isinstance(one, str) else one for one in value]
    if key == "split" and isinstance(value, list):
        return [_worded(one) for one in value]
    return value


def _digest(data: Data) -> str:
    """Name the content of a pack: the same rules have the same digest wherever they lie."""
    rules = [
        {key: value for key, value in rule.items() if key != "place"}
        for rule in _items(data["rules"])
    ]
    text = json.dumps({**data, "rules": rules}, sort_keys=True, ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def _empty() -> Data:
    return {
        "rules": [],
        "overrides": [],
        **{key: [] for key in LISTS},
        **{key: {} for key in MAPS},
    }




def _items(value: object) -> Iterator[Data]:
    for one in value if isinstance(value, list) else ():
        yield dict(_mapping(one))


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _float(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
