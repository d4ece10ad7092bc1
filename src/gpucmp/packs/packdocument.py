"""The files of a rule pack as one document, with the place of everything in them."""

from collections.abc import Mapping
from typing import NamedTuple

from gpucmp.errors import InputError, Place, Problem
from gpucmp.reading.documents import Document, Pointer, Value, read_documents
from gpucmp.reading.scalars import clip

RULE_FOLDERS = ("criteria", "constraints", "cautions")


class PackText(NamedTuple):
    """The files of one pack, by the path that messages name them by."""

    name: str
    files: Mapping[str, bytes]


def one_document(text: PackText) -> Document:
    """Put the files of a pack together; rules stand under their ids.

    Raises:
        InputError: A file cannot be read, or does not go together with the others.
    """
    gathered = _Gathered(text.name)
    for file, raw in text.files.items():
        try:
            document, *more = read_documents(raw, file)
        except InputError as error:
            gathered.problems.extend(error.problems)
            continue
        gathered.add(document)
        for one in more:
            gathered.fault(one.place(()), "a pack file holds one document", "split the file")
    if gathered.problems:
        raise InputError(gathered.problems)
    return gathered.document()


class _Gathered:
    """The documents of a pack's files, on the way to one."""

    def __init__(self, name: str) -> None:
        self.problems: list[Problem] = []
        self._name = name
        self._data: dict[str, Value] = {}
        self._rules: dict[str, Value] = {}
        self._places: dict[Pointer, Place] = {}
        self._keys: dict[Pointer, Place] = {}

    def fault(self, place: Place, message: str, hint: str = "") -> None:
        """Note that a file cannot be put together with the others."""
        self.problems.append(Problem(place, message, hint))

    def add(self, document: Document) -> None:
        """Take in the rule, or the parts of the pack, that a file holds."""
        data = document.data if isinstance(document.data, dict) else {}
        rule = data.get("id")
        if not self._is_rule_file(document.file):
            for key, value in data.items():
                if key == "rules" and isinstance(value, dict):
                    for name, body in value.items():
                        self._put(self._rules, name, body, document.key_place((key, name)))
                else:
                    self._put(self._data, key, value, document.key_place((key,)))
            self._remember(document, ())
        elif isinstance(rule, str):
            self._put(self._rules, rule, data, document.place(("id",)))
            self._remember(document, ("rules", rule))
        else:
            self.fault(document.place(("id",)), "the rule has no id", "add id, as ACME-1")

    def _is_rule_file(self, file: str) -> bool:
        inside = file.removeprefix(self._name).replace("\\", "/")
        return inside.rpartition("/")[0].rpartition("/")[2] in RULE_FOLDERS

    def _put(self, held: dict[str, Value], key: str, value: Value, place: Place) -> None:
        pointer = ("rules", key) if held is self._rules else (key,)
        if key in held:
            message = f"{clip(key)} stands in {self._keys[pointer]} already"
            self.fault(place, message, "keep one of the two")
            return
        held[key] = value
        self._keys[pointer] = place

    def _remember(self, document: Document, prefix: Pointer) -> None:
        for pointer, place in document.places.items():
            if prefix or pointer or document.file == self._name:
                self._places.setdefault((*prefix, *pointer), place)
        for pointer, place in document.key_places.items():
            self._keys.setdefault((*prefix, *pointer), place)

    def document(self) -> Document:
        """Give everything as one document."""
        if self._rules:
            self._data.setdefault("rules", {**self._rules})
        self._places.setdefault((), Place(self._name))
        return Document(self._name, 0, self._data, self._places, self._keys)
