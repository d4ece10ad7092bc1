"""Rule packs in files: read, check, and layer one over another."""

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from pydantic import ValidationError

from gpucmp.derived import COST_FACTS, DERIVED
from gpucmp.errors import InputError, Place, Problem
from gpucmp.facts import FactTable, facts_from_schema
from gpucmp.pack import READ_BY_THE_CORE
from gpucmp.packs.conditioncheck import Fault, Surroundings, condition_faults, unknown_fact
from gpucmp.packs.packdocument import RULE_FOLDERS, PackText, one_document
from gpucmp.packs.packshapes import PackShape
from gpucmp.packs.rulecheck import faults_of, source_faults
from gpucmp.reading.documents import Document, Pointer
from gpucmp.reading.models import profile_schema
from gpucmp.reading.scalars import show
from gpucmp.reading.schemas import known_keys
from gpucmp.reading.validation import plain, pointers_of, problems_of, suggestion

__all__ = ["RULE_FOLDERS", "PackSource", "PackText", "fact_table", "read_pack"]

Data = dict[str, object]
LISTS = ("dimensions", "comparison", "common_ground", "checklists", "plans")
LIST_RULES = "`gpucmp rules list` names them"
MAPS = ("guides", "parameters", "offers", "questions")


class PackSource(NamedTuple):
    """A pack as read: its plain data, and what only the checks of a pack need."""

    data: Data
    """What ``packdata.pack_from`` reads, and what a wheel carries."""
    tests: Mapping[str, list[Data]] = MappingProxyType({})
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
    document = one_document(text)
    problems, unfit = _shape_problems(document)
    extends = _mapping(document.data).get("extends")
    base = PackSource(_empty())
    if extends is not None:
        try:
            base = below(str(extends), document.place(("extends",)))
        except InputError as error:
            raise InputError([*problems, *error.problems]) from None
    layer = _Layer(document, base, table)
    source = layer.source(unfit)
    if problems or layer.problems:
        raise InputError([*problems, *layer.problems])
    return source


def missing_parameters(source: PackSource) -> list[Problem]:
    """Find the parameters that the program reads, and that neither a pack nor its base states."""
    place = source.document.place(()) if source.document else Place(str(source.data["id"]))
    return [
        Problem(place, f"the parameter {name} is missing", "extend builtin, or state it")
        for name in sorted(READ_BY_THE_CORE - set(_mapping(source.data["parameters"])))
    ]


def _shape_problems(document: Document) -> tuple[list[Problem], frozenset[str]]:
    """Find what has another shape than a pack, and the rules that are unfit to be looked at.

    Raises:
        InputError: More than rules is wrong, so that nothing else can be told.
    """
    try:
        PackShape.model_validate(document.data)
    except ValidationError as error:
        problems = problems_of(error, document, known_keys(PackShape))
        pointers = pointers_of(error, document)
        if any(pointer[:1] != ("rules",) or len(pointer) == 1 for pointer in pointers):
            raise InputError(problems) from None
        return problems, frozenset(str(pointer[1]) for pointer in pointers)
    return [], frozenset()


class _Layer:
    """One pack laid over another."""

    def __init__(self, document: Document, base: PackSource, table: FactTable) -> None:
        self.problems: list[Problem] = []
        self._document = document
        self._shape = _mapping(document.data)
        self._layered = self._shape.get("extends") is not None
        self._base = base
        self._below = {str(one["id"]): one for one in _items(base.data["rules"])}
        self._table = table
        self._overrides: list[Data] = list(_items(base.data["overrides"]))
        self._tests = dict(base.tests)

    def source(self, unfit: Collection[str] = ()) -> PackSource:
        """Lay the pack over its base and check what it says, but for the rules *unfit*."""
        data: Data = {"id": self._shape["id"], "version": self._shape.get("version", "0")}
        for key in LISTS:
            data[key] = self._joined_list(key)
        for key in MAPS:
            data[key] = self._joined_map(key)
        self._weigh(data)
        around = _surroundings(self._table, data)
        self._check_entries(around)
        data["rules"] = self._joined_rules(around, unfit)
        data["overrides"] = self._overrides
        self._check_references(data, unfit)
        data["digest"] = _digest(data)
        names = tuple(_mapping(self._shape.get("rules")))
        return PackSource(data, self._tests, self._document, names)

    def _fault(self, pointer: Pointer, message: str, hint: str = "") -> None:
        self.problems.append(Problem(self._document.key_place(pointer), message, hint))

    def _report(self, faults: Iterable[Fault], *prefix: str | int) -> None:
        for fault in faults:
            self._fault((*prefix, *fault.steps), fault.message, fault.hint)

    def _record(self, target: str, change: str, reason: str = "") -> None:
        if self._layered:
            self._overrides.append({"target": target, "change": change, "reason": reason})

    def _joined_list(self, key: str) -> list[Data]:
        """Take the base's entries, then the pack's own; an entry of the same id replaces."""
        joined = {str(one["id"]): one for one in _items(self._base.data[key])}
        seen: set[str] = set()
        for at, one in enumerate(_items(self._shape.get(key))):
            name = str(one["id"])
            if name in seen:
                self._fault((key, at, "id"), f"{name} stands twice in {key}", "keep one")
            elif name in joined:
                self._record(f"{key} {name}", "replaced")
            seen.add(name)
            joined[name] = _worded(one)
        return list(joined.values())

    def _joined_map(self, key: str) -> Data:
        joined = dict(_mapping(self._base.data[key]))
        for name, value in _mapping(self._shape.get(key)).items():
            before = joined.get(name)
            if isinstance(value, Mapping):
                joined[name] = _worded(value)
            elif isinstance(value, str):
                joined[name] = {"en": value, "zh": value}
            elif isinstance(before, Mapping):
                joined[name] = {**before, "value": value}
            else:
                hint = suggestion(name, joined) or "a new one needs unit, sources, and dates"
                self._fault((key, name), f"there is no parameter {name} to change", hint)
                continue
            if isinstance(before, Mapping) and key == "parameters":
                new = _mapping(joined[name])["value"]
                self._record(f"parameter {name}", f"{plain(before['value'])} → {plain(new)}")
            elif before is not None and key == "offers":
                self._record(f"offer {name}", "replaced")
        return joined

    def _weigh(self, data: Data) -> None:
        by_id = {str(one["id"]): one for one in _items(data["dimensions"])}
        for name, one in _mapping(self._shape.get("weights")).items():
            if name not in by_id:
                hint = suggestion(name, by_id) or f"one of {', '.join(by_id)}"
                self._fault(("weights", name), f"unknown dimension {show(name)}", hint)
                continue
            new = _mapping(one)
            change = f"weight {plain(by_id[name].get('weight', 1))} → {plain(new['weight'])}"
            self._record(f"dimension {name}", change, str(new["reason"]))
            by_id[name] = {**by_id[name], "weight": new["weight"], "reason": new["reason"]}
        data["dimensions"] = list(by_id.values())

    def _check_entries(self, around: Surroundings) -> None:
        """Check what the pack says beside its rules."""
        for path in _mapping(self._shape.get("questions")):
            if path not in self._table:
                self._report([unknown_fact(path, self._table, ())], "questions", path)
        for purchase, condition in _mapping(self._shape.get("offers")).items():
            self._report(condition_faults(condition, around, ()), "offers", purchase)
        steps: Pointer = ("sources",)
        self._report(source_faults(self._shape.get("sources"), around, steps))
        for name, one in _mapping(self._shape.get("parameters")).items():
            sources = _mapping(one).get("sources")
            self._report(source_faults(sources, around, steps), "parameters", name)
        for key in LISTS:
            for at, one in enumerate(_items(self._shape.get(key))):
                self._report(source_faults(one.get("sources"), around, steps), key, at)

    def _check_references(self, data: Data, unfit: Collection[str]) -> None:
        """Check that what refers to a rule finds it."""
        rules = [*(str(one["id"]) for one in _items(data["rules"])), *sorted(unfit)]
        for row, one in enumerate(_items(self._shape.get("comparison"))):
            for at, rule in enumerate(_strings(one.get("rules"))):
                if rule not in rules:
                    pointer = ("comparison", row, "rules", at)
                    hint = suggestion(rule, rules) or LIST_RULES
                    self._fault(pointer, f"there is no rule {show(rule)}", hint)

    def _joined_rules(self, around: Surroundings, unfit: Collection[str]) -> list[Data]:
        """Take the base's rules, then the pack's own, each whole."""
        joined = dict(self._below)
        for name, body in _mapping(self._shape.get("rules")).items():
            if name in unfit:
                continue
            stated: Data = {"off": True} if body == "off" else dict(_mapping(body))
            if stated.get("off"):
                self._switch_off(name, stated)
                joined.pop(name, None)
                continue
            whole = self._whole(name, stated)
            if whole is not None:
                self._report(faults_of(whole, around), "rules", name)
                place = str(self._document.place(("rules", name)))
                joined[name] = {**_worded(whole), "place": place}
                joined[name].pop("tests", None)
        return list(joined.values())

    def _switch_off(self, name: str, stated: Data) -> None:
        if name not in self._below:
            hint = suggestion(name, self._below) or LIST_RULES
            self._fault(("rules", name), f"there is no rule {name} to switch off", hint)
            return
        off = stated["off"]
        reason = off if isinstance(off, str) else stated.get("reason") or ""
        self._record(f"rule {name}", "off", str(reason))
        self._tests.pop(name, None)

    def _whole(self, name: str, stated: Data) -> Data | None:
        """Give a rule with what it leaves to the rule below; a key without a value takes away."""
        reason = stated.pop("reason", None)
        stated.pop("off", None)
        if stated.pop("id", name) != name:
            self._fault(("rules", name, "id"), f"the id differs from the key {name}", "remove it")
        if name in self._below:
            if reason is None:
                self._fault(("rules", name), f"the change to {name} gives no reason", "add reason")
            self._record(f"rule {name}", ", ".join(stated), str(reason or ""))
        elif self._below and _looks_built_in(name):
            hint = suggestion(name, self._below) or "a rule of your own takes a prefix, as ACME-1"
            self._fault(("rules", name), f"there is no rule {name} in the pack below", hint)
            return None
        else:
            self._record(f"rule {name}", "added", str(reason or ""))
        tests = stated.get("tests")
        if isinstance(tests, list):
            self._tests[name] = list(_items(tests))
        whole = {**self._below.get(name, {}), **stated, "id": name}
        return {key: value for key, value in whole.items() if value is not None}


def _surroundings(table: FactTable, data: Data) -> Surroundings:
    return Surroundings(
        table,
        {str(one["id"]): one.get("lower_end") is True for one in _items(data["dimensions"])},
        {
            name: _float(_mapping(one)["value"])
            for name, one in _mapping(data["parameters"]).items()
        },
        tuple(_mapping(data["guides"])),
    )


def _looks_built_in(name: str) -> bool:
    return name[1:].partition("-")[0].isdigit()


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


def _strings(value: object) -> Iterator[str]:
    return map(str, value) if isinstance(value, list) else iter(())


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
