"""What can be wrong with the input, and where."""

from collections.abc import Iterable
from typing import NamedTuple


class Place(NamedTuple):
    """A position in a text; line and column count from 1 (0 where the text has none)."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        """Write the place as editors and terminals link it: ``file:line:column``."""
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}"


class Problem(NamedTuple):
    """One thing that is wrong with an input, in one line, with what would mend it."""

    place: Place
    message: str
    hint: str = ""

    def __str__(self) -> str:
        """Write the problem as one line."""
        line = f"{self.place}: {self.message}"
        return f"{line} ({self.hint})" if self.hint else line


class InputError(Exception):
    """The input cannot be used; holds every problem that was found in it."""

    exit_code = 2

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(map(str, self.problems)))
