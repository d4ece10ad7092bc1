"""Text for GitHub-flavored Markdown: words shown as they are, and tables."""

import re
from collections.abc import Iterable, Sequence

SPECIAL = re.compile(r"[\\`*_\[\]{}|~#]")
BLOCK_START = re.compile(r"^(\d*)([-+=.)])(?=[-+=\s]|$)")
"""A start that makes a list, a heading, or a rule of a line."""
REFERENCE = re.compile(r"@(?=\w)|#(?=\d)")
"""What GitHub turns into a mention of a person or a link to an issue."""
APART = "&#8203;"
"""A space without width, which keeps GitHub from seeing a reference."""
ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "<span>$</span>"})
"""A dollar in a span opens no formula (GitHub, Writing mathematical expressions)."""


def escaped(text: str) -> str:
    """Write *text* so that Markdown shows it as it is, on one line and in any place."""
    line = " ".join("".join(one if one.isprintable() else " " for one in text).split())
    line = SPECIAL.sub(r"\\\g<0>", line.translate(ENTITIES))
    line = REFERENCE.sub(rf"\g<0>{APART}", line)
    return BLOCK_START.sub(r"\1\\\2", line)


def table(header: Sequence[str], alignments: str, rows: Iterable[Iterable[str]]) -> str:
    """Lay out a table; *alignments* has an ``l`` or an ``r`` for each column."""
    rule = ("--:" if one == "r" else "---" for one in alignments)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (header, rule, *rows))
