"""From the files of a run to profiles with the place of everything in them, and waivers."""

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from gpucmp import loading
from gpucmp.errors import InputError, Problem
from gpucmp.facts import FactTable
from gpucmp.gate.cases import Locator
from gpucmp.gate.findings import Waiver
from gpucmp.gate.looking import Opened
from gpucmp.profile import Profile
from gpucmp.reading.decoding import LINE_END
from gpucmp.reading.documents import Document, Pointer, decode, read_documents
from gpucmp.reading.scalars import show

IN_PROPOSAL: Pointer = ("proposal", "waivers")
IN_FILE: Pointer = ("waivers",)


class Opener:
    """Opens the files of a run."""

    def __init__(self, root: Path, table: FactTable, known: Collection[str]) -> None:
        self.root = root
        self._table = table
        self._known = known
        """The ids that a waiver may name."""

    def profiles(self, file: str, data: bytes) -> Iterator[Opened | InputError]:
        """Read every document of a file as a profile; what cannot be read comes as its error."""
        try:
            documents = read_documents(data, file)
        except InputError as error:
            yield error
            return
        yield from self.documents(documents, data)

    def documents(
        self, documents: Sequence[Document], data: bytes
    ) -> Iterator[Opened | InputError]:
        """Take profiles out of the *documents* of a file that holds *data*."""
        for document in documents:
            try:
                profile = loading.profile_of(document, self._table)
                locator = self.locator(document, data)
                waivers = self._own_waivers(profile, document, locator)
            except InputError as error:
                yield error
            else:
                yield Opened(profile, locator, document.index, len(documents), waivers)

    def locator(self, document: Document, data: bytes) -> Locator:
        """Give the places of a document."""
        lines = LINE_END.split(decode(data, document.file))
        path = path_in(self.root, document.file)
        return Locator(document.file, path, document.places, document.key_places, lines)

    def _own_waivers(
        self, profile: Profile, document: Document, locator: Locator
    ) -> tuple[Waiver, ...]:
        """Take the waivers of a proposal, which hold for its document alone.

        Raises:
            InputError: One names what does not exist.
        """
        proposal = profile.stated.get("proposal")
        stated = proposal.get("waivers") if isinstance(proposal, Mapping) else None
        if not isinstance(stated, list):
            return ()
        found = [
            waiver._replace(document=document.index)
            for waiver in waivers_in(stated, locator, IN_PROPOSAL)
        ]
        self._refuse_unknown(stated, document, IN_PROPOSAL)
        return tuple(found)

    def waivers_file(self, name: str) -> tuple[Waiver, ...]:
        """Read a file of waivers.

        Raises:
            InputError: It cannot be read, or is malformed.
        """
        from gpucmp.gate.gatefiles import read_one
        from gpucmp.reading.gatemodels import WaiversModel

        data = loading.read_file(Path(name))
        document = read_one(data, name, WaiversModel)
        stated = document.data.get("waivers") if isinstance(document.data, dict) else None
        rows = stated if isinstance(stated, list) else []
        self._refuse_unknown(rows, document, IN_FILE)
        folder = Path(path_in(self.root, name)).parent
        return tuple(
            waiver._replace(file=joined(folder, waiver.file)) if waiver.file else waiver
            for waiver in waivers_in(rows, self.locator(document, data), IN_FILE)
        )

    def _refuse_unknown(self, rows: Sequence[object], document: Document, inside: Pointer) -> None:
        """Refuse waivers of what does not exist, which would hide nothing and tell nobody.

        Raises:
            InputError: A rule is not known.
        """
        from gpucmp.reading.validation import suggestion

        problems = []
        for at, row in enumerate(rows):
            rule = row.get("rule") if isinstance(row, Mapping) else None
            if isinstance(rule, str) and rule not in self._known:
                place = document.place((*inside, at, "rule"))
                message = f"no kind of finding and no rule is called {show(rule)}"
                problems.append(Problem(place, message, suggestion(rule, self._known)))
        if problems:
            raise InputError(problems)


def waivers_in(rows: Sequence[object], locator: Locator, inside: Pointer) -> Iterator[Waiver]:
    """Take waivers out of *rows*, which the models found valid."""
    entries = ((at, row) for at, row in enumerate(rows) if isinstance(row, Mapping))
    for at, row in entries:
        words = {key: str(value) for key, value in row.items() if value is not None}
        yield Waiver(
            words["rule"],
            words["reason"],
            words["owner"],
            words["expires"],
            locator.at((*inside, at)),
            words.get("file", ""),
            words.get("pointer", ""),
        )


def path_in(root: Path, name: str) -> str:
    """Write a path relative to *root*, with ``/``; one outside stays as it was named."""
    if name == loading.STDIN_NAME:
        return name
    inside = os.path.relpath(Path(name).absolute(), root)
    return Path(name if inside.startswith("..") else inside).as_posix()


def joined(folder: Path, name: str) -> str:
    """Write a path or pattern that is relative to *folder*, without ``.`` and ``..``."""
    return Path(os.path.normpath(folder / name)).as_posix()


def printable(name: str) -> str:
    """Write a file name that is no text as one: bytes that are none are spelled out."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
