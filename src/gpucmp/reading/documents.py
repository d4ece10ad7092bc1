"""YAML or JSON text to plain data plus the place of every value."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn, Protocol, TypeAlias

import yaml

from gpucmp.errors import InputError, Place, Problem
from gpucmp.reading.decoding import LINE_END, decode, json_as_yaml, refuse_controls, stand_ins
from gpucmp.reading.scalars import (
    RefusedScalarError,
    Scalar,
    clip,
    hint_for_text,
    kind_of,
    resolve_plain,
    resolve_tagged,
    show,
)
from gpucmp.reading.syntax_traps import CURSOR, explain

__all__ = ["Document", "Pointer", "Value", "decode", "hint_for_text", "read_documents"]
__all__ += ["read_value", "show"]

Value: TypeAlias = "Scalar | list[Value] | dict[str, Value]"
Pointer: TypeAlias = tuple[str | int, ...]

MAX_DEPTH = 100
MAX_EXPANDED = 100_000


class _Mark(Protocol):
    """Where the parser stands, counted from 0."""

    line: int
    column: int


_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_CORE = "tag:yaml.org,2002:"
_SCALAR_TAGS = {"!", *(_CORE + kind for kind in ("str", "int", "float", "bool", "null"))}
_LONE_SURROGATE = r"[\ud800-\udfff]"


@dataclass(frozen=True, slots=True)
class Document:
    """One document of a file: its data and where each part of it is written."""

    file: str
    index: int
    data: Value
    places: Mapping[Pointer, Place]
    key_places: Mapping[Pointer, Place]

    def place(self, pointer: Pointer) -> Place:
        """Find the place of a value, or of its nearest ancestor that is there."""
        while pointer not in self.places:
            pointer = pointer[:-1]
        return self.places[pointer]

    def key_place(self, pointer: Pointer) -> Place:
        """Find the place of an entry's key, or else what `place` finds."""
        return self.key_places.get(pointer) or self.place(pointer)


def read_documents(data: bytes, file: str) -> tuple[Document, ...]:
    """Read every document of a YAML or JSON file.

    Raises:
        InputError: The file is not text, not YAML or JSON, or holds a document that is no
            mapping; it names every problem found.
    """
    reader = _Reader(decode(data, file), file)
    if not reader.roots and not reader.problems:
        reader.problems.append(Problem(Place(file, 1, 1), "empty: expected a mapping"))
    for start, root in reader.roots:
        if root.blank:
            reader.problems.append(Problem(start, "empty: expected a mapping"))
        elif not isinstance(root.content, dict):
            message = f"expected a mapping, found {kind_of(root.content)}"
            hint = "write `key: value`, with a space after the colon"
            hint = hint if isinstance(root.content, str) and ":" in root.content else ""
            reader.problems.append(Problem(root.place, message, hint))
    if reader.problems:
        raise InputError(reader.problems)
    return tuple(
        Document(file, index, *_expand(root)) for index, (_, root) in enumerate(reader.roots)
    )


def read_value(text: str, file: str) -> Value:
    """Read one value as it would stand after ``key:`` on one line; no text is null.

    Raises:
        InputError: The text is not one scalar, flow list or flow mapping.
    """
    refuse_controls(text, file)
    reader = _Reader(text, file)
    if reader.problems:
        raise InputError(reader.problems)
    if reader.roots[1:] or reader.has_block or (text.strip() and not reader.roots):
        message = f"expected one value, found {show(text)}"
        raise InputError([Problem(Place(file, 1, 1), message, "quote the text")])
    return _expand(reader.roots[0][1])[0] if reader.roots else None


class _StopError(Exception):
    """Nothing more can be read after the last problem."""


_Content: TypeAlias = "Scalar | list[_Node] | dict[str, tuple[Place, _Node]]"


@dataclass(slots=True)
class _Node:
    """A value as written; ``size`` and ``height`` count what its aliases stand for."""

    place: Place
    content: _Content
    size: int = 1
    height: int = 0
    blank: bool = False


class _Key(NamedTuple):
    """The key of a mapping entry whose value comes next."""

    name: str
    place: Place
    merging: bool


@dataclass(slots=True)
class _Frame:
    """A collection that is being read; ``is_key`` if it stands where a key should."""

    place: Place
    is_mapping: bool
    is_key: bool
    node: _Node = field(init=False)
    items: list[_Node] = field(default_factory=list)
    entries: dict[str, tuple[Place, _Node]] = field(default_factory=dict)
    key: _Key | None = None
    merge_place: Place | None = None
    merges: list[_Node] = field(default_factory=list)

    def __post_init__(self) -> None:
        content = self.entries if self.is_mapping else self.items
        self.node = _Node(self.place, content, height=1)

    @property
    def wants_key(self) -> bool:
        """Tell whether the next node is a key."""
        return self.is_mapping and self.key is None

    def hold(self, child: _Node) -> None:
        """Take in the next item, or the value of the last key."""
        self.node.size += child.size
        self.node.height = max(self.node.height, child.height + 1)
        if self.key is None:
            self.items.append(child)
        elif self.key.merging:
            self.merges.append(child)
        else:
            self.entries[self.key.name] = (self.key.place, child)
        self.key = None


class _Reader:
    """Builds nodes from the events of the parser."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.roots: list[tuple[Place, _Node]] = []
        self.has_block = False
        self._stack: list[_Frame] = []
        self._anchors: dict[str, _Node] = {}
        self._size = 0
        self._start = Place(file, 1, 1)
        if file.lower().endswith(".json") or text.lstrip().startswith(("{", "[")):
            text = json_as_yaml(text)
        replaced = stand_ins(text)
        self._originals = {ord(new): chr(old) for old, new in replaced.items()}
        self._read(text.translate(replaced) if replaced else text)

    def _read(self, text: str) -> None:
        try:
            for event in yaml.parse(text, Loader=_LOADER):
                self._take(event)
        except _StopError:
            return
        except yaml.MarkedYAMLError as error:
            self._explain(error, text)
        except (yaml.YAMLError, ValueError, KeyError, RecursionError) as error:
            self._problem(Place(self.file), f"cannot be read as YAML: {clip(str(error))}")

    def _problem(self, place: Place, message: str, hint: str = "") -> None:
        self.problems.append(Problem(place, message, hint))

    def _place(self, mark: _Mark | None) -> Place:
        return Place(self.file, mark.line + 1, mark.column + 1) if mark else Place(self.file)

    def _explain(self, error: yaml.MarkedYAMLError, text: str) -> None:
        place = self._place(error.problem_mark or error.context_mark)
        opening = self._place(error.context_mark) if error.context_mark else place
        line = dict(enumerate(LINE_END.split(text), 1)).get(place.line, "")
        before, after = line[: max(place.column - 1, 0)], line[max(place.column - 1, 0) :]
        cause = ": ".join(filter(None, (error.context, error.problem)))
        trap = explain(cause, f"{before}{CURSOR}{after}", opening.line)
        self._problem(opening if trap.at_opening else place, trap.message, trap.hint)

    def _take(self, event: yaml.Event) -> None:
        place = self._place(event.start_mark)
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event, place)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._open(event, place)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._close()
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event.anchor or "", place)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._start, self._anchors, self._size = place, {}, 0

    def _scalar(self, event: yaml.ScalarEvent, place: Place) -> None:
        content = self._content(event, place)
        plain = event.tag is None and event.implicit[0]
        node = _Node(place, content, blank=plain and not event.value and not event.anchor)
        self._name(event.anchor, node)
        if not self._stack or not self._stack[-1].wants_key:
            self._attach(node)
            return
        name = content if isinstance(content, str) else event.value
        if not isinstance(content, str) and not _is_number(content):
            hint = f'quote it: "{clip(name)}"' if name else "write it before the colon"
            message = f"the key `{clip(name)}` is {kind_of(content)}" if name else "no key"
            self._problem(place, message, hint)
        self._key(_Key(name, place, merging=plain and name == "<<"))

    def _content(self, event: yaml.ScalarEvent, place: Place) -> Scalar:
        text = event.value.translate(self._originals) if self._originals else event.value
        if event.style == '"' and re.search(_LONE_SURROGATE, text):
            self._problem(place, "half of a surrogate pair is no character")
        tag = event.tag
        try:
            if tag is None and event.implicit[0]:
                return resolve_plain(text)
            if tag and tag not in _SCALAR_TAGS:
                self._refuse_tag(tag, place)
            elif tag and tag != "!":
                return resolve_tagged(tag.removeprefix(_CORE), text)
        except RefusedScalarError as refused:
            self._problem(place, refused.message, refused.hint)
        if event.style in {"|", ">"} and not text:
            message = f"`{event.style}` starts a block of text, and none follows"
            self._problem(place, message, f'quote it: "{event.style}"')
        return text

    def _refuse_tag(self, tag: str, place: Place) -> None:
        shown = clip(tag.replace(_CORE, "!!", 1))
        hint = "remove it" if tag.startswith(_CORE) else "quote text that starts with `!`"
        self._problem(place, f"the tag `{shown}` cannot be used here", hint)

    def _name(self, anchor: str | None, node: _Node) -> None:
        self._size += 1
        if anchor:
            self._anchors[anchor] = node

    def _open(self, event: yaml.CollectionStartEvent, place: Place) -> None:
        if len(self._stack) >= MAX_DEPTH:
            self._stop(place, f"nested more than {MAX_DEPTH} deep")
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        if event.tag not in {None, "!", _CORE + ("map" if is_mapping else "seq")}:
            self._refuse_tag(str(event.tag), place)
        self.has_block |= not self._stack and not event.flow_style
        is_key = bool(self._stack) and self._stack[-1].wants_key
        if is_key:
            self._refuse_key(place)
        frame = _Frame(place, is_mapping, is_key)
        self._name(event.anchor, frame.node)
        self._stack.append(frame)

    def _refuse_key(self, place: Place) -> None:
        self._problem(
            place, "a list or mapping cannot be a key", "quote text that starts with `{` or `[`"
        )

    def _close(self) -> None:
        frame = self._stack.pop()
        if frame.merges:
            self._merge(frame)
        if frame.is_key:
            self._key(_Key(f"at {frame.place}", frame.place, merging=False))
        else:
            self._attach(frame.node)

    def _merge(self, frame: _Frame) -> None:
        merged: dict[str, tuple[Place, _Node]] = {}
        for node in frame.merges:
            for source in node.content if isinstance(node.content, list) else [node]:
                if not isinstance(source.content, dict):
                    message = f"`<<` merges mappings, and this is {kind_of(source.content)}"
                    self._problem(source.place, message, "write `<<: *name`")
                    continue
                for name, entry in source.content.items():
                    merged.setdefault(name, entry)
        frame.node.content = merged | frame.entries

    def _alias(self, name: str, place: Place) -> None:
        target = self._anchors.get(name)
        node = _Node(place, {})
        if target is None:
            hint = f'quote text that starts with `*`: "*{name}"'
            self._problem(place, f"there is no anchor `&{name}` for the alias `*{name}`", hint)
        elif any(frame.node is target for frame in self._stack):
            self._problem(place, f"the alias `*{name}` is part of what it stands for")
        else:
            self._size += target.size
            if self._size > MAX_EXPANDED:
                self._stop(place, f"aliases expand to more than {MAX_EXPANDED} values")
            if len(self._stack) + target.height > MAX_DEPTH:
                self._stop(place, f"nested more than {MAX_DEPTH} deep")
            node = _Node(place, target.content, target.size, target.height)
        if not self._stack or not self._stack[-1].wants_key:
            self._attach(node)
            return
        if not isinstance(node.content, str):
            self._refuse_key(place)
        key = node.content if isinstance(node.content, str) else f"at {place}"
        self._key(_Key(key, place, merging=False))

    def _key(self, key: _Key) -> None:
        frame = self._stack[-1]
        first = frame.merge_place if key.merging else frame.entries.get(key.name, (None,))[0]
        if first:
            hint = "merge a list: `<<: [*a, *b]`" if key.merging else "keep one of the two"
            message = f"duplicate key {show(key.name)}: first on line {first.line}"
            self._problem(key.place, message, hint)
        if key.merging:
            frame.merge_place = key.place
        frame.key = key

    def _attach(self, node: _Node) -> None:
        if self._stack:
            self._stack[-1].hold(node)
        else:
            self.roots.append((self._start, node))

    def _stop(self, place: Place, message: str) -> NoReturn:
        self._problem(place, message)
        raise _StopError


def _is_number(content: Scalar) -> bool:
    """Tell a number, which is kept as written where it is a key: the knot of a curve."""
    return isinstance(content, int | float) and not isinstance(content, bool)


def _expand(root: _Node) -> tuple[Value, dict[Pointer, Place], dict[Pointer, Place]]:
    """Turn a node into data and the places of values and keys, with aliases written out."""
    places: dict[Pointer, Place] = {(): root.place}
    key_places: dict[Pointer, Place] = {}
    data = _shell(root)
    todo: list[tuple[Pointer, _Node, Value]] = [((), root, data)]
    while todo:
        pointer, node, target = todo.pop()
        if isinstance(node.content, dict) and isinstance(target, dict):
            for name, (key_place, child) in node.content.items():
                key_places[*pointer, name] = key_place
                places[*pointer, name] = child.place
                target[name] = _shell(child)
                todo.append(((*pointer, name), child, target[name]))
        elif isinstance(node.content, list) and isinstance(target, list):
            for index, child in enumerate(node.content):
                places[*pointer, index] = child.place
                target.append(_shell(child))
                todo.append(((*pointer, index), child, target[index]))
    return data, places, key_places


def _shell(node: _Node) -> Value:
    """Return a scalar, or an empty collection to fill."""
    if isinstance(node.content, list):
        return []
    return {} if isinstance(node.content, dict) else node.content
