"""From files, folders, and standard input to profiles and packs."""

import json
import sys
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from gpucmp.advice import Knowledge
from gpucmp.catalog import Catalog, catalog_from
from gpucmp.consistency import contradictions
from gpucmp.errors import InputError, Place, Problem
from gpucmp.facts import Fact, FactTable, Kind
from gpucmp.money.pricebook import pricebook_from
from gpucmp.pack import Pack
from gpucmp.packdata import pack_from
from gpucmp.profile import Profile, accepts, profile_from
from gpucmp.reading.decoding import MAX_BYTES
from gpucmp.reading.documents import Document, Pointer, Value, read_documents
from gpucmp.reading.scalars import show
from gpucmp.settings import changed, changes_of

if TYPE_CHECKING:
    from gpucmp.packs.packfile import PackSource
    from gpucmp.proposals.instances import Instances

STDIN = "-"
STDIN_NAME = "<stdin>"
BUILTIN = "builtin"
COMPILED = "compiled.json"
CATALOG = "catalog"
PACK_ENDINGS = (".yaml", ".yml", ".json")


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
        return knowledge_from(pack_source(pack))
    compiled = rules_folder() / COMPILED
    if compiled.is_file():
        data = json.loads(compiled.read_bytes())
        return Knowledge(
            pack_from(data["pack"]),
            _table_from(data["facts"]),
            catalog_from(data["catalog"]),
            pricebook_from(data["prices"]),
        )
    return knowledge_from(pack_source(BUILTIN))


def pack_of(source: "PackSource") -> Pack:
    """Build the pack of *source*."""
    return pack_from(source.data)


def knowledge_from(source: "PackSource") -> Knowledge:
    """Put the pack of *source* beside the facts, the GPUs, and the prices."""
    from gpucmp.packs.packfile import fact_table

    catalog = catalog_from(_catalog_data(rules_folder()))
    prices = pricebook_from(_price_data(rules_folder(), catalog))
    return Knowledge(pack_of(source), fact_table(), catalog, prices)


@cache
def instances() -> "Instances":
    """Load the GPUs of the types of instances that clouds rent."""
    from gpucmp.proposals.instances import FILE, instances_from

    file = rules_folder() / CATALOG / FILE
    data = read_documents(read_file(file), str(file))[0].data
    return instances_from(data if isinstance(data, dict) else {})


def table() -> FactTable:
    """Give every fact."""
    from gpucmp.packs.packfile import fact_table

    return fact_table()


def compile_builtin(folder: Path) -> str:
    """Compile the rules in *folder* to what an installed gpucmp reads at its start.

    Raises:
        InputError: The rules are not usable.
    """
    from gpucmp.packs.packfile import fact_table

    table = fact_table()
    source = _source(folder, table, ())
    catalog = _catalog_data(folder)
    compiled = {
        "pack": source.data,
        "facts": [_fact_data(fact) for fact in table.values()],
        "catalog": catalog,
        "prices": _price_data(folder, catalog_from(catalog)),
    }
    # In the order of the files: sorted keys would put the parts of conditions in another one.
    return json.dumps(compiled, ensure_ascii=False, separators=(",", ":"))


def pack_source(pack: str = BUILTIN) -> "PackSource":
    """Read a pack from its files, with its tests and places.

    Raises:
        InputError: The pack cannot be read or used.
    """
    from gpucmp.packs.packfile import fact_table, missing_parameters

    path = rules_folder() if pack == BUILTIN else Path(pack)
    source = _source(path, fact_table(), ())
    missing = missing_parameters(source)
    if missing:
        raise InputError(missing)
    return source


def _source(path: Path, table: FactTable, above: tuple[Path, ...]) -> "PackSource":
    from gpucmp.packs.packfile import PackSource, PackText, read_pack

    if not _is_there(path):
        raise InputError([Problem(Place(str(path)), "there is no such pack")])
    resolved = path.resolve()

    def below(name: str, place: Place) -> PackSource:
        if name == BUILTIN:
            return _source(rules_folder(), table, (*above, resolved))
        lower = (path if path.is_dir() else path.parent) / name
        if not _is_there(lower):
            message = f"there is no pack {show(name)} beside {path.name}"
            raise InputError([Problem(place, message, "or extend builtin")])
        if lower.resolve() in (*above, resolved):
            chain = " → ".join(one.name for one in (*above, resolved, lower))
            message = f"packs extend each other in a circle: {chain}"
            raise InputError([Problem(place, message, "one of them has to stand alone")])
        return _source(lower, table, (*above, resolved))

    shown = Path("rules") if resolved == rules_folder().resolve() else path
    return read_pack(PackText(str(shown), dict(_pack_files(path, shown))), table, below)


def _pack_files(path: Path, shown: Path) -> Iterator[tuple[str, bytes]]:
    """Give the files of a pack by the names that messages use, which start with *shown*.

    Raises:
        InputError: A file cannot be read, or a folder holds none.
    """
    if not path.is_dir():
        yield str(shown), read_file(path)
        return
    insides = (file.relative_to(path) for file in sorted(path.rglob("*")))
    files = [inside for inside in insides if _is_of_pack(inside)]
    if not files:
        message = f"holds no rules: no file in it ends in {', '.join(PACK_ENDINGS)}"
        raise InputError([Problem(Place(str(shown)), message)])
    for inside in files:
        yield str(shown / inside), read_file(path / inside)


def _is_of_pack(inside: Path) -> bool:
    hidden = any(part.startswith(".") for part in inside.parts)
    apart = inside.parts[0] == CATALOG or inside.name == COMPILED
    return inside.suffix in PACK_ENDINGS and not hidden and not apart


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None


def _catalog_data(folder: Path) -> Mapping[str, object]:
    file = folder / CATALOG / "gpus.yaml"
    data = read_documents(read_file(file), str(file))[0].data
    return data if isinstance(data, dict) else {}


def _price_data(folder: Path, catalog: Catalog) -> Mapping[str, object]:
    from gpucmp.money.pricecheck import checked_prices

    files = {
        file.stem: read_documents(read_file(file), f"rules/{CATALOG}/{file.name}")[0]
        for file in sorted((folder / CATALOG).glob("*.yaml"))
        if file.stem not in {"gpus", "instances"}
    }
    return checked_prices(files, catalog)


def _fact_data(fact: Fact) -> dict[str, object]:
    """Write a fact without what is as usual: infinite ends are no JSON."""
    usual = Fact(fact.path, fact.kind)._asdict()
    return {
        key: value
        for key, value in fact._asdict().items()
        if key in {"path", "kind"} or value != usual[key]
    }


def _table_from(data: Iterable[dict[str, object]]) -> FactTable:
    return FactTable([_fact_from(one) for one in data])


def _fact_from(data: Mapping[str, object]) -> Fact:
    choices = data.get("choices")
    return Fact(
        path=str(data["path"]),
        kind=Kind(str(data["kind"])),
        description=str(data.get("description", "")),
        low=_number(data.get("low"), float("-inf")),
        high=_number(data.get("high"), float("inf")),
        low_excluded=data.get("low_excluded") is True,
        whole=data.get("whole") is True,
        choices=tuple(map(str, choices)) if isinstance(choices, list) else (),
        pattern=str(data.get("pattern", "")),
        step=_number(data.get("step"), 1.0),
        ranged=data.get("ranged") is True,
        derived=data.get("derived") is True,
        money=data.get("money") is True,
    )


def _number(value: object, otherwise: float) -> float:
    return float(value) if isinstance(value, int | float) else otherwise


def read_profiles(
    names: Iterable[str], knowledge_: Knowledge, settings: Iterable[str] = ()
) -> Iterator[Profile | InputError]:
    """Read every profile in the files *names*; ``-`` is standard input.

    *settings* are ``fact=value`` changes that hold for each profile. What cannot be read comes
    as the error that says why, so that a caller can go on and miss none.
    """
    changes, wrong = changes_of(settings, knowledge_.table)
    if wrong:
        yield InputError(wrong)
        return
    for name in names:
        try:
            file, data = bytes_of(name)
            documents = read_documents(data, file)
        except InputError as error:
            yield error
            continue
        for document in documents:
            try:
                yield profile_of(changed(document, changes), knowledge_.table)
            except InputError as error:
                yield error


def bytes_of(name: str) -> tuple[str, bytes]:
    """Read a file, or standard input for ``-``, and give the name that messages use.

    Raises:
        InputError: It cannot be read.
    """
    if name != STDIN:
        return name, read_file(Path(name))
    if sys.stdin is None:
        raise InputError([Problem(Place(STDIN_NAME), "standard input is closed")])
    try:
        return STDIN_NAME, sys.stdin.buffer.read(MAX_BYTES + 1)
    except OSError as error:
        raise _unreadable(STDIN_NAME, error) from None


def read_file(path: Path, most: int = MAX_BYTES) -> bytes:
    """Read a file, up to one byte more than may be in it.

    Raises:
        InputError: The file cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path | str, error: OSError | ValueError) -> InputError:
    place = Place("".join(c if c.isprintable() else repr(c)[1:-1] for c in str(path)))
    match error:
        case FileNotFoundError():
            problem = Problem(place, "there is no such file")
        case IsADirectoryError():
            problem = Problem(place, "this is a directory", "name the files in it")
        case OSError(strerror=str(reason)):
            problem = Problem(place, f"cannot be read: {reason.lower()}")
        case _:
            problem = Problem(place, f"cannot be read: {error}")
    return InputError([problem])


def profile_of(document: Document, table: FactTable) -> Profile:
    """Check a document and take the profile out of it.

    Raises:
        InputError: The document is no valid profile; every problem is named.
    """
    data = document.data if isinstance(document.data, dict) else {}
    problems, wrong = ([], set[Pointer]()) if accepts(data, table) else _problems(document)
    profile = profile_from(_without(data, wrong), table)
    problems += [
        Problem(document.place(_pointer(one.path)), one.message, one.hint)
        for one in contradictions(profile)
        if not {_pointer(one.absent), _pointer(one.absent)[:1]} & wrong
    ]
    if problems:
        raise InputError(problems)
    prices = (".".join(map(str, one)) for one in document.places if one[:1] == ("prices",))
    places = {path: str(document.place(_pointer(path))) for path in (*profile.facts, *prices)}
    file = document.file
    return Profile(profile.name, profile.facts, profile.ranges, profile.stated, file, places)


def _pointer(path: str) -> Pointer:
    return tuple(path.split("."))


def _problems(document: Document) -> tuple[list[Problem], set[Pointer]]:
    """Let the models look, and say what they find and in which groups and fields."""
    from pydantic import ValidationError

    from gpucmp.reading.models import ProfileModel
    from gpucmp.reading.schemas import known_keys
    from gpucmp.reading.validation import pointers_of, problems_of

    try:
        ProfileModel.model_validate(document.data)
    except ValidationError as error:
        wrong = {pointer[:2] for pointer in pointers_of(error, document)}
        return problems_of(error, document, known_keys(ProfileModel)), wrong
    return [], set()


def _without(data: Mapping[str, Value], wrong: Container[Pointer]) -> dict[str, Value]:
    """Leave out what is wrong, so that the rest can be looked at."""
    sound: dict[str, Value] = {"name": ""}
    for group, fields in data.items():
        if (group,) in wrong:
            continue
        if isinstance(fields, dict):
            sound[group] = {
                name: one for name, one in fields.items() if (group, name) not in wrong
            }
        else:
            sound[group] = fields
    return sound
