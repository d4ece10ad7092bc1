"""Text for a terminal of a given width, color, and set of characters."""

import re
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.text import Text as RichText

from gpucmp.formats import Style
from gpucmp.options import Option
from gpucmp.report import NONE, UNDECIDED

NARROW = 72
"""Columns below which what stands side by side is stacked instead."""
COLORS = {
    Option.SELF_HOSTED: "green",
    Option.CLOUD: "cyan",
    Option.HYBRID: "magenta",
    UNDECIDED: "yellow",
    NONE: "red",
}
ASCII = str.maketrans({
    "█": "#", "▌": "#", "▐": "#", "│": "|", "·": "-", "→": "->", "…": "...", "–": "-", "−": "-",
    "“": '"', "”": '"', "\u2019": "'", "—": "-", "§": "S.", "☐": "[ ]", "▸": ">", "✓": "+",
    "✗": "x", "×": "x", "½": "1/2",
})  # fmt: skip
"""What stands for the characters that a terminal's encoding lacks."""
UNSAFE = re.compile(
    "[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]"
)
"""Characters that steer a terminal or turn the direction of writing."""

GLUE = "\xa0"
"""A space at which no line ends: between a number and its unit. It is written as a usual one."""

_WIDE = "\u2e80-\u2fff\u3005-\u3007\u3021-\u9fff\uac00-\ud7ff\uf900-\ufaff"
_OPENING = "（《「『【“\u2018"
_CLOSING = "，。、；：！？）》」』】”"
_LATIN = rf"[^\s{_WIDE}{_OPENING}{_CLOSING}]"
_PIECE = re.compile(
    rf"[{_OPENING}]*"
    rf"(?:[{_WIDE}][{_CLOSING},.;:!?)%]*|(?:{_LATIN}|{GLUE}[{_WIDE}]?)+[{_CLOSING}]*"
    rf"|(?<=[{_OPENING}])|[{_CLOSING}]+)"
    rf"[^\S{GLUE}]*|\s+"
)
"""What stays on one line: a word, or a Chinese character with the punctuation beside it."""
_PART = re.compile(r"[^-/_.:]*[-/_.:]*\s*")
"""A part of a word that is too long for a line, as a path or the name of a fact is."""


class Words:
    """Words that wrap between Chinese characters too, and long names at their joints."""

    def __init__(self, text: str, style: str = "") -> None:
        self.text = RichText(overflow="fold")
        self.append(text, style)

    def append(self, text: str, style: str = "") -> None:
        """Add words as they are; what would steer the terminal is spelled out."""
        self.text.append(UNSAFE.sub(lambda found: repr(found[0])[1:-1], text), style)

    def columns(self) -> int:
        """Count the columns of the widest line."""
        return max(map(cell_len, self.text.plain.split("\n")))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if options.no_wrap:
            yield self.text
            return
        lines = (
            part
            for line in self.text.split(allow_blank=True)
            for part in line.divide(breaks(line.plain, options.max_width))
        )
        yield RichText("\n", overflow="fold").join(lines)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self.text)


def fits(rows: Sequence[Sequence[str]], width: int, gap: int = 2) -> bool:
    """Tell whether a table of *rows* has room in *width* columns, nothing wrapped."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    return sum(widths) + gap * (len(widths) - 1) <= width


def breaks(text: str, width: int) -> list[int]:
    """Find where lines of at most *width* columns begin in a text of one line."""
    found: list[int] = []
    at = used = 0
    for piece in _pieces(text, width):
        if used and used + cell_len(piece.rstrip()) > width:
            found.append(at)
            used = 0
        at += len(piece)
        used += cell_len(piece)
    return found


def _pieces(text: str, width: int) -> Iterator[str]:
    for piece in _PIECE.findall(text):
        if cell_len(piece.rstrip()) <= width:
            yield piece
            continue
        for part in filter(None, _PART.findall(piece)):
            if cell_len(part.rstrip()) <= width:
                yield part
            else:
                yield from part


def written(parts: Iterable[RenderableType], style: Style) -> str:
    """Write *parts* below each other as text of the given style."""
    out = StringIO()
    console = Console(
        file=out,
        width=style.width,
        force_terminal=style.color,
        color_system="standard" if style.color else None,
        legacy_windows=False,
        emoji=False,
        markup=False,
        highlight=False,
    )
    for part in parts:
        console.print(part)
    lines = (line.rstrip() for line in out.getvalue().replace(GLUE, " ").split("\n"))
    text = "\n".join(lines)
    return text if style.unicode else text.translate(ASCII)
