"""Where text goes: standard output, a file, or messages; and how it may look there."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from gpucmp.errors import InputError, Place, Problem
from gpucmp.formats import Format, Style
from gpucmp.text import Lang

PIPED_WIDTH = 100
NARROWEST = 40
DRAWN = "█▌│·→…–−“”§☐▸"
"""The characters beyond ASCII that tables draw with."""
FOR_PEOPLE = (Format.TABLE, Format.MARKDOWN)


def style_for(lang: Lang | None, color: str, fmt: Format, *, to_file: bool) -> Style:
    """Choose language, width, color, and characters from flags, environment, and terminal."""
    chosen = lang or _environment_lang(for_people=fmt in FOR_PEOPLE)
    if to_file or fmt is not Format.TABLE:
        return Style(chosen, PIPED_WIDTH)
    return Style(chosen, _width(), wants_color(color), _can_draw(chosen))


def _environment_lang(*, for_people: bool) -> Lang:
    """Read the language from the environment; machine output follows only its own variable."""
    own = os.environ.get("GPUCMP_LANG", "")
    if own:
        return Lang.ZH if own.lower().startswith("zh") else Lang.EN
    if not for_people:
        return Lang.EN
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((os.environ[name] for name in names if os.environ.get(name)), "")
    return Lang.ZH if locale.lower().startswith("zh") else Lang.EN


def _width() -> int:
    columns = shutil.get_terminal_size((PIPED_WIDTH, 24)).columns
    return max(NARROWEST, columns)


def _can_draw(lang: Lang) -> bool:
    wanted = DRAWN + ("中" if lang is Lang.ZH else "")
    try:
        wanted.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def wants_color(flag: str) -> bool:
    """Decide on color: flag, own variable, ``NO_COLOR``, ``FORCE_COLOR``, ``CLICOLOR``, terminal."""
    own = os.environ.get("GPUCMP_COLOR", "").lower()
    for choice in (flag, own):
        if choice in {"always", "never"}:
            return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    for name in ("FORCE_COLOR", "CLICOLOR_FORCE"):
        forced = os.environ.get(name)
        if forced:
            return forced != "0"
    if os.environ.get("CLICOLOR") == "0" or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()


def write(text: str, *, fmt: Format = Format.TABLE) -> None:
    """Write a result to standard output; data formats are UTF-8 whatever the locale."""
    utf8 = fmt is not Format.TABLE
    encoding = "utf-8" if utf8 else sys.stdout.encoding or "utf-8"
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode(encoding, "replace"))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        silence()


def silence() -> None:
    """Send the rest of standard output nowhere, as its reader has left.

    The Python documentation's note on SIGPIPE: without this the flush at exit fails again.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write_file(text: str, path: Path) -> None:
    """Write a result to a file, whole or not at all.

    Raises:
        InputError: The file cannot be written.
    """
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            Path(name).chmod(0o666 & ~_umask())
            Path(name).replace(path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        message = f"cannot be written: {(error.strerror or 'unknown reason').lower()}"
        raise InputError([Problem(Place(str(path)), message)]) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def complain(problems: Iterable[Problem]) -> None:
    """Write problems to standard error, a line each."""
    for problem in problems:
        say(f"gpucmp: error: {problem}")


def say(message: str) -> None:
    """Write one line to standard error."""
    encoding = sys.stderr.encoding or "utf-8"
    line = " ".join(message.split("\n"))
    print(line.encode(encoding, "backslashreplace").decode(encoding), file=sys.stderr)
