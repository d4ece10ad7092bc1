"""From files, folders, and standard input to profiles and packs."""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from gpucmp.advice import Knowledge
from gpucmp.catalog import Catalog, catalog_from
from gpucmp.consistency import contradictions
from gpucmp.documents import Document, Pointer, Value, read_documents, read_value
from gpucmp.errors import InputError, Place, Problem
from gpucmp.facts import Fact, FactTable, Kind
from gpucmp.packdata import pack_from
from gpucmp.profile import Profile, accepts, profile_from

if TYPE_CHECKING:
    from gpucmp.packfile import PackSource

STDIN = "-"
STDIN_NAME = "<stdin>"
BUILTIN = "builtin"
LARGEST_FILE = 1 << 20


def rules_folder() -> Path:
    """Find the built-in rules: inside the installed package, else beside the source."""
    installed = Path(__file__).with_name("rules")
    return installed if installed.is_dir() else Path(__file__).parents[2] / "rules"


def knowledge(pack: str | None = None) -> Knowledge:
    """Load the built-in pack, or the pack at the path *pack*.

    Raises:
        InputError: The pack cannot be read or used.
    """
    if pack is not None and pack != BUILTIN:
        source = pack_source(pack)
        return _knowledge(source.data, *_facts_and_gpus())
    compiled = rules_folder() / "compiled.json"
    if compiled.is_file():
        data = json.loads(compiled.read_bytes())
        return _knowledge(
            data["pack"], _table_from(data["facts"]), catalog_from(data["catalog"])
        )
    return _knowledge(pack_source(BUILTIN).data, *_facts_and_gpus())


def compile_builtin(folder: Path) -> str:
    """Compile the rules in *folder* to what an installed gpucmp reads at its start.

    Raises:
        InputError: The rules are not usable.
    """
    from gpucmp.packfile import fact_table

    table = fact_table()
    source = _source(folder, table, ())
    catalog = _catalog_data(folder)
    compiled = {
        "pack": source.data,
        "facts": [_fact_data(fact) for fact in table.values()],
        "catalog": catalog,
    }
    return json.dumps(compiled, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def pack_source(pack: str = BUILTIN) -> "PackSource":
    """Read a pack from its files, with its tests and places.

    Raises:
        InputError: The pack cannot be read or used.
    """
    from gpucmp.packfile import fact_table

    path = rules_folder() if pack == BUILTIN else Path(pack)
    return _source(path, fact_table(), ())


def _source(path: Path, table: FactTable, above: tuple[Path, ...]) -> "PackSource":
    from gpucmp.packfile import PackSource, PackText, read_pack

    resolved = path.resolve()

    def below(name: str, place: Place) -> PackSource:
        if name == BUILTIN:
            return _source(rules_folder(), table, (*above, resolved))
        beside = path.parent if path.is_file() else path
        lower = beside / name
        if lower.resolve() in (*above, resolved):
            chain = " → ".join(one.name for one in (*above, resolved, lower))
            raise InputError([Problem(place, f"packs extend each other in a circle: {chain}")])
        if not lower.exists():
            raise InputError([Problem(place, f"there is no pack {name}", "or extend builtin")])
        return _source(lower, table, (*above, resolved))

    return read_pack(PackText(str(path), dict(_pack_files(path))), table, below)


def _pack_files(path: Path) -> Iterator[tuple[str, bytes]]:
    """Give the files of a pack; those of the built-in pack are named from ``rules`` on."""
    if not path.is_dir():
        yield str(path), _read_file(path)
        return
    shown = Path("rules") if path.resolve() == rules_folder().resolve() else path
    for file in sorted(path.rglob("*.yaml")):
        inside = file.relative_to(path)
        if inside.parts[0] != "catalog":
            yield str(shown / inside), _read_file(file)


def _facts_and_gpus() -> tuple[FactTable, Catalog]:
    from gpucmp.packfile import fact_table

    return fact_table(), catalog_from(_catalog_data(rules_folder()))


def _catalog_data(folder: Path) -> Mapping[str, object]:
    file = folder / "catalog" / "gpus.yaml"
    data = read_documents(_read_file(file), str(file))[0].data
    return data if isinstance(data, dict) else {}


def _knowledge(data: Mapping[str, object], table: FactTable, catalog: Catalog) -> Knowledge:
    return Knowledge(pack_from(data), table, catalog)


def _fact_data(fact: Fact) -> dict[str, object]:
    """Write a fact without what is as usual: infinite ends are no JSON."""
    usual = asdict(Fact(fact.path, fact.kind))
    return {
        key: value
        for key, value in asdict(fact).items()
        if key in {"path", "kind"} or value != usual[key]
    }


def _table_from(data: Iterable[dict[str, object]]) -> FactTable:
    return FactTable([_fact_from(one) for one in data])


def _fact_from(data: dict[str, object]) -> Fact:
    choices = data.get("choices", ())
    given = {
        **data,
        "kind": Kind(str(data["kind"])),
        "choices": tuple(choices) if isinstance(choices, list) else (),
    }
    return Fact(**given)  # type: ignore


def read_profiles(
    names: Iterable[str], knowledge_: Knowledge, settings: Iterable[str] = ()
) -> Iterator[Profile | InputError]:
    """Read every profile in the files *names*; ``-`` is standard input.

    *settings* are ``fact=value`` changes that hold for each profile. What cannot be read comes
    as the error that says why, so that a caller can go on and miss none.
    """
    changes, wrong = _changes(settings, knowledge_.table)
    if wrong:
        yield InputError(wrong)
        return
    for name in names:
        try:
            file, data = _bytes_of(name)
            documents = read_documents(data, file)
        except InputError as error:
            yield error
            continue
        for document in documents:
            try:
                yield _profile(_changed(document, changes), knowledge_.table)
            except InputError as error:
                yield error


def _bytes_of(name: str) -> tuple[str, bytes]:
    if name == STDIN:
        return STDIN_NAME, sys.stdin.buffer.read(LARGEST_FILE + 1)
    return name, _read_file(Path(name))


def _read_file(path: Path) -> bytes:
    """Read a file, up to one byte more than may be in it.

    Raises:
        InputError: The file cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        message = f"cannot be read: {(reason or 'unknown reason').lower()}"
        raise InputError([Problem(Place(str(path)), message)]) from None


Change = tuple[str, str, Value, str]


def _changes(
    settings: Iterable[str], table: FactTable
) -> tuple[tuple[Change, ...], tuple[Problem, ...]]:
    """Read ``fact=value`` settings, each value as a profile would."""
    found: list[Change] = []
    wrong: list[Problem] = []
    for setting in settings:
        place = Place(f"--set {setting}")
        path, equals, text = setting.partition("=")
        group, _, name = path.strip().partition(".")
        if not equals:
            wrong.append(Problem(place, "expected fact=value", "as demand.gpus=64"))
            continue
        if path.strip() != "name" and (path not in table or table[path].derived):
            from gpucmp.validation import suggestion

            known = [one for one, fact in table.items() if not fact.derived]
            wrong.append(Problem(place, f'unknown fact "{path}"', suggestion(path, known)))
            continue
        try:
            found.append((group, name, read_value(text, place.file), place.file))
        except InputError as error:
            wrong.extend(error.problems)
    return tuple(found), tuple(wrong)


def _changed(document: Document, changes: Iterable[Change]) -> Document:
    if not changes or not isinstance(document.data, dict):
        return document
    data = dict(document.data)
    places = dict(document.places)
    keys = dict(document.key_places)
    for group, name, value, place in changes:
        pointer: Pointer = (group, name) if name else (group,)
        if name:
            fields = data.get(group)
            data[group] = {**(fields if isinstance(fields, dict) else {}), name: value}
        else:
            data[group] = value
        places[pointer] = keys[pointer] = Place(place)
    return Document(document.file, document.index, data, places, keys)


def _profile(document: Document, table: FactTable) -> Profile:
    """Check a document and take the profile out of it.

    Raises:
        InputError: The document is no valid profile; every problem is named.
    """
    if not accepts(document.data, table):
        _check(document)
    data = document.data if isinstance(document.data, dict) else {}
    profile = profile_from(data, table)
    found = [
        Problem(document.place(tuple(one.path.split("."))), one.message, one.hint)
        for one in contradictions(profile)
    ]
    if found:
        raise InputError(found)
    places = {path: str(document.place(tuple(path.split(".")))) for path in profile.facts}
    file = document.file
    return Profile(profile.name, profile.facts, profile.ranges, profile.stated, file, places)


def _check(document: Document) -> None:
    """Let the models look, and say what they find."""
    from pydantic import ValidationError

    from gpucmp.models import ProfileModel, known_keys
    from gpucmp.validation import problems_of

    try:
        ProfileModel.model_validate(document.data)
    except ValidationError as error:
        raise InputError(problems_of(error, document, known_keys())) from None


def environment(name: str) -> str:
    """Give an environment variable, empty where it is not set."""
    return os.environ.get(name, "")
