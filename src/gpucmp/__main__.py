"""Start gpucmp: the installed command and ``python -m gpucmp`` both begin here."""

import atexit
import gc
from typing import NoReturn

COLLECT_AFTER = 200_000
"""New objects after which garbage is collected: more than a start makes."""


def main() -> NoReturn:
    """Run the command line.

    What a start imports and loads lives until the end, so the garbage collector need not look at
    it, neither on the way nor at the exit (a fifth of the time of a short run).
    """
    gc.set_threshold(COLLECT_AFTER)
    atexit.register(gc.freeze)
    from gpucmp import cli

    cli.main()


if __name__ == "__main__":
    main()
