"""Text for a terminal of a given width, color, and set of characters."""

from collections.abc import Iterable
from io import StringIO

from rich.console import Console, RenderableType
from rich.text import Text as Words

from gpucmp.formats import Style

ASCII = str.maketrans({
    "█": "#", "▌": "#", "▐": "#", "│": "|", "·": "-", "→": "->", "…": "...", "–": "-", "−": "-",
    "“": '"', "”": '"', "’": "'", "—": "-", "§": "S.", "☐": "[ ]", "▸": ">", "✓": "+", "✗": "x",
    "×": "x", "½": "1/2",
})
"""What stands for the characters that a terminal's encoding lacks."""


def words(text: str, style: str = "") -> Words:
    """Take text as it is, to be folded where no space would let it wrap, as in Chinese."""
    return Words(text, style=style, overflow="fold")


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
        safe_box=not style.unicode,
    )
    for part in parts:
        console.print(part)
    lines = (line.rstrip() for line in out.getvalue().splitlines())
    text = "\n".join(lines) + "\n"
    return text if style.unicode else text.translate(ASCII)
