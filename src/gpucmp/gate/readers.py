"""Files that are no profiles, and that the gate reads all the same; one reader a form."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from gpucmp.errors import InputError
from gpucmp.gate.demands import is_demand, look_at_demand
from gpucmp.gate.looking import Looked, Setup
from gpucmp.gate.opening import Opener


class Reader(NamedTuple):
    """How to recognize and judge files of one form."""

    recognizes: Callable[[str, bytes], bool]
    """Tells by the name and the bytes of a file."""
    look: Callable[[str, bytes, Setup, Opener], Iterator[Looked | InputError]]
    """Gives what was found in each document; what cannot be read comes as its error."""


READERS: Sequence[Reader] = (Reader(is_demand, look_at_demand),)
"""Asked in this order; a file that none recognizes is read as profiles."""
