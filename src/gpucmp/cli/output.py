"""Where text goes: standard output, a file, or messages; and how it may look there."""

import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from unicodedata import east_asian_width

from gpucmp.errors import InputError, Place, Problem
from gpucmp.formats import Format, Style
from gpucmp.text import Lang

PIPED_WIDTH = 100
NARROWEST = 40
WIDEST = 120
"""Columns beyond which a line is hard to follow."""
DRAWN = "█▌▐│·→…–−“”\u2019—§☐▸✓✗×½"
"""The characters beyond ASCII that tables draw with."""
FOR_PEOPLE = (Format.TABLE, Format.MARKDOWN)


class When(StrEnum):
    """When to print in color."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


def style_for(lang: Lang | None, color: When, fmt: Format, *, to_file: bool) -> Style:
    """Choose language, width, color, and characters from flags, environment, and terminal."""
    chosen = language(lang, fmt)
    if to_file or fmt is not Format.TABLE:
        return Style(chosen, PIPED_WIDTH)
    if chosen is Lang.ZH and not _can_write("中"):
        say(
            f"gpucmp: note: {_encoding()}, the encoding of the output, has no Chinese, so this "
            "is in English; PYTHONIOENCODING=utf-8 changes that"
        )
        chosen = Lang.EN
    return Style(chosen, _width(), wants_color(color), _can_write(DRAWN))


def language(lang: Lang | None, fmt: Format) -> Lang:
    """Choose the language; machine output follows only the flag and gpucmp's own variable."""
    if lang is not None:
        return lang
    others = ("LC_ALL", "LC_MESSAGES", "LANG") if fmt in FOR_PEOPLE else ()
    found = (os.environ.get(name, "") for name in ("GPUCMP_LANG", *others))
    return Lang.ZH if next(filter(None, found), "").lower().startswith("zh") else Lang.EN


def _width() -> int:
    columns = shutil.get_terminal_size((PIPED_WIDTH, 24)).columns
    return min(max(NARROWEST, columns), WIDEST)


def _encoding() -> str:
    return getattr(sys.stdout, "encoding", None) or "ascii"


def _can_write(text: str) -> bool:
    try:
        text.encode(_encoding())
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def wants_color(flag: When) -> bool:
    """Decide on color: the flag, the variables that other programs know too, the terminal."""
    for choice in (flag, os.environ.get("GPUCMP_COLOR", "").lower()):
        if choice in {When.ALWAYS, When.NEVER}:
            return choice == When.ALWAYS
    if os.environ.get("NO_COLOR"):
        return False
    if forced := os.environ.get("FORCE_COLOR"):
        return forced != "0"
    if os.environ.get("CLICOLOR_FORCE", "0") not in {"", "0"}:
        return True
    if os.environ.get("CLICOLOR") == "0" or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout is not None and sys.stdout.isatty()


def write(text: str, *, fmt: Format = Format.TABLE) -> None:
    """Write a result to standard output; data formats are UTF-8 whatever the locale.

    Raises:
        InputError: Standard output takes no more, as a full disk does.
    """
    if sys.stdout is None:
        raise InputError([Problem(Place("<stdout>"), "standard output is closed")])
    encoding = _encoding() if fmt is Format.TABLE else "utf-8"
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(_encoded(text, encoding))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        silence()
    except OSError as error:
        silence()
        raise _unwritable(Path("<stdout>"), error) from None


def _encoded(text: str, encoding: str) -> bytes:
    """Encode *text* with a mark for each column that the encoding has no character for."""
    try:
        return text.encode(encoding)
    except UnicodeEncodeError as error:
        lacking = {one for one in text[error.start :] if not one.encode(encoding, "ignore")}
        marks = {ord(one): "??" if east_asian_width(one) in "WF" else "?" for one in lacking}
        return text.translate(marks).encode(encoding)


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
    data = text.encode()
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # a pipe or a device, which nothing must replace
        else:
            _replace(path.resolve(), data)
    except OSError as error:
        raise _unwritable(path, error) from None


def _replace(path: Path, data: bytes) -> None:
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".gpucmp-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).chmod(mode)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def _unwritable(path: Path, error: OSError) -> InputError:
    reason = (error.strerror or "unknown reason").lower()
    return InputError([Problem(Place(str(path)), f"cannot be written: {reason}")])


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def complain(problems: Iterable[Problem]) -> None:
    """Write problems to standard error, a line each."""
    for problem in problems:
        say(f"gpucmp: error: {problem}")


def say(message: str) -> None:
    """Write one line to standard error; what would steer a terminal is spelled out."""
    if sys.stderr is None:
        return
    line = "".join(one if one.isprintable() else repr(one)[1:-1] for one in message)
    encoding = sys.stderr.encoding or "utf-8"
    with suppress(OSError):  # nobody is there to hear it
        print(line.encode(encoding, "backslashreplace").decode(encoding), file=sys.stderr)
