"""The GPUs that gpucmp knows by name, with their power and memory."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

_BRANDS = ("nvidia", "amd", "intel", "huawei", "aws", "tesla", "geforce", "instinct")
_CLOSE_NAMES = 3
_CLOSE_ENOUGH = 0.7


class Gpu(NamedTuple):
    """One board, module or superchip as it is sold and powered; figures of the whole of it."""

    name: str
    aliases: tuple[str, ...]
    vendor: str
    memory_gb: int
    tdp_w: int | None
    form: str
    cooling: str | None
    year: int
    confidence: str
    source: str
    note: str


@dataclass(frozen=True, slots=True)
class Catalog:
    """All known GPUs, and the short names that several of them share."""

    as_of: str
    gpus: tuple[Gpu, ...]
    ambiguous: Mapping[str, tuple[str, ...]]
    _index: dict[str, Gpu] = field(default_factory=dict, init=False, repr=False, compare=False)

    def find(self, name: str) -> Gpu | None:
        """Find the one GPU that *name* stands for; a name that may mean several finds none."""
        index = self._names()
        key = normalized_name(name)
        return index.get(key) or index.get(_without_brands(key))

    def suggest(self, name: str) -> tuple[str, ...]:
        """List the catalog names that *name* may mean or may be a slip of, likeliest first."""
        from difflib import get_close_matches  # only a wrong name needs it

        meanings = {normalized_name(short): names for short, names in self.ambiguous.items()}
        for known, gpu in self._names().items():
            meanings[known] = (gpu.name,)
        key = normalized_name(name)
        for exact in (key, _without_brands(key)):
            if exact in meanings:
                return meanings[exact]
        close = get_close_matches(key, meanings, n=_CLOSE_NAMES, cutoff=_CLOSE_ENOUGH)
        return tuple(dict.fromkeys(meaning for match in close for meaning in meanings[match]))

    def _names(self) -> dict[str, Gpu]:
        if not self._index:
            for gpu in self.gpus:
                for name in (gpu.name, *gpu.aliases):
                    self._index[normalized_name(name)] = gpu
        return self._index


def catalog_from(data: Mapping[str, object]) -> Catalog:
    """Build the catalog from the plain data of ``gpus.yaml``, which is trusted to be sound."""
    ambiguous = data["ambiguous"]
    shared = ambiguous.items() if isinstance(ambiguous, Mapping) else ()
    return Catalog(
        as_of=str(data["as_of"]),
        gpus=tuple(_gpu(row) for row in _items(data["gpus"]) if isinstance(row, Mapping)),
        ambiguous={str(short): tuple(map(str, _items(names))) for short, names in shared},
    )


def normalized_name(name: str) -> str:
    """Reduce *name* to what tells GPUs apart: its letters, in one case, and its digits."""
    return "".join(filter(str.isalnum, name.casefold()))


def _without_brands(key: str) -> str:
    for brand in _BRANDS:
        key = key.removeprefix(brand)
    return key


def _gpu(row: Mapping[str, object]) -> Gpu:
    tdp_w = row.get("tdp_w")
    cooling = row.get("cooling")
    return Gpu(
        name=str(row["name"]),
        aliases=tuple(map(str, _items(row.get("aliases")))),
        vendor=str(row["vendor"]),
        memory_gb=int(str(row["memory_gb"])),
        tdp_w=None if tdp_w is None else int(str(tdp_w)),
        form=str(row["form"]),
        cooling=None if cooling is None else str(cooling),
        year=int(str(row["year"])),
        confidence=str(row["confidence"]),
        source=str(row["source"]),
        note=str(row.get("note", "")),
    )


def _items(value: object) -> Iterator[object]:
    return iter(value if isinstance(value, list | tuple) else ())
