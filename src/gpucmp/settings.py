"""Changes to a profile from the command line: ``--set demand.gpus=64``."""

from collections.abc import Iterable, Mapping, Sequence

from gpucmp.errors import InputError, Place, Problem
from gpucmp.facts import FactTable
from gpucmp.reading.documents import Document, Pointer, Value, read_value
from gpucmp.reading.scalars import clip, show

Change = tuple[Pointer, Value, Place]


def changes_of(settings: Iterable[str], table: FactTable) -> tuple[list[Change], list[Problem]]:
    """Read ``fact=value`` settings, each value as a profile would."""
    found: list[Change] = []
    wrong: list[Problem] = []
    for setting in settings:
        place = Place(f"--set {clip(setting)}")
        left, equals, text = setting.partition("=")
        path = left.strip()
        if not equals:
            wrong.append(Problem(place, "expected fact=value", "as demand.gpus=64"))
        elif not _is_free(path) and (path not in table or table[path].derived):
            wrong.append(_unknown_setting(path, place, table))
        else:
            try:
                found.append((tuple(path.split(".")), read_value(text, place.file), place))
            except InputError as error:
                wrong.extend(Problem(place, one.message, one.hint) for one in error.problems)
    return found, wrong


def _is_free(path: str) -> bool:
    """Tell whether the models alone say what may be set there."""
    return path == "name" or path.startswith("prices.")


def _unknown_setting(path: str, place: Place, table: FactTable) -> Problem:
    from gpucmp.reading.validation import suggestion

    if path in table:
        return Problem(place, f"{path} is computed, and not stated", "set what it comes from")
    known = ["name", *(one for one, fact in table.items() if not fact.derived)]
    return Problem(place, f"unknown fact {show(path)}", suggestion(path, known))


def changed(document: Document, changes: Iterable[Change]) -> Document:
    """Put the changes in; a group that is no mapping is left to be found wrong."""
    data = dict(document.data) if isinstance(document.data, dict) else {}
    places, keys = dict(document.places), dict(document.key_places)
    for pointer, value, place in changes:
        group, *names = map(str, pointer)
        fields = {} if data.get(group) is None else data[group]
        if not names:
            data[group] = value
        elif isinstance(fields, dict):
            data[group] = _put(fields, names, value)
        for inside in [one for one in places if one[: len(pointer)] == pointer]:
            del places[inside]
        places[pointer] = keys[pointer] = place
    return Document(document.file, document.index, data, places, keys)


def _put(fields: Mapping[str, Value], names: Sequence[str], value: Value) -> dict[str, Value]:
    """Put *value* in at the end of *names*, which are keys of mappings inside each other."""
    name, *deeper = names
    if deeper:
        inside = fields.get(name)
        value = _put(inside if isinstance(inside, dict) else {}, deeper, value)
    return {**fields, name: value}
