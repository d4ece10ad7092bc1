"""The guides' tables for a terminal, as Markdown, or as JSON."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from gpucmp.comparing import ComparedRow, Comparison, Said
from gpucmp.formats import Format, Style
from gpucmp.formats.terminal import COLORS, Words, written
from gpucmp.markup import escaped, table
from gpucmp.options import Option
from gpucmp.phrasing import signed
from gpucmp.plaindata import json_text, plain
from gpucmp.text import Lang
from gpucmp.words import option_text, word

SIDE_BY_SIDE = 100
"""Columns from which the options stand beside each other."""


def render(comparison: Comparison, fmt: Format, style: Style) -> str:
    """Write *comparison*."""
    if fmt is Format.JSON:
        return json_text(plain(comparison, style.lang), indent=2) + "\n"
    if fmt is Format.MARKDOWN:
        return _markdown(comparison, style.lang)
    return written(_parts(comparison, style), style)


def _parts(comparison: Comparison, style: Style) -> Iterator[RenderableType]:
    lang = style.lang
    if comparison.name:
        yield Words(comparison.name, "bold")
        yield Words("")
    wide = style.width >= SIDE_BY_SIDE
    yield _beside(comparison, lang) if wide else _below(comparison, lang)
    yield Words("")
    yield Words(word("common_ground", lang), "bold")
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    for one in comparison.common:
        grid.add_row(Words(one.id, "dim"), Words(one.text.in_(lang)))
    yield Padding(grid, (0, 0, 0, 2))


def _beside(comparison: Comparison, lang: Lang) -> Table:
    grid = Table(box=None, padding=(0, 1), pad_edge=False, header_style="bold")
    grid.add_column("")
    grid.add_column("", ratio=2)
    for option in Option:
        grid.add_column(option_text(option).in_(lang), ratio=3)
    for row in comparison.rows:
        cells = [_cell(row, option, lang) for option in Option]
        title = Group(Words(row.title.in_(lang), "bold"), *_marks(row, lang))
        grid.add_row(Words(row.id, "dim"), title, *cells)
        grid.add_row()
    return grid


def _below(comparison: Comparison, lang: Lang) -> Group:
    parts: list[RenderableType] = []
    for row in comparison.rows:
        head = Words(f"{row.id}  ", "dim")
        head.append(row.title.in_(lang), "bold")
        parts.append(head)
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        for option in Option:
            grid.add_row(Words(option_text(option).in_(lang)), _cell(row, option, lang))
        parts.append(Padding(Group(grid, *_marks(row, lang)), (0, 0, 0, 2)))
    return Group(*parts)


def _cell(row: ComparedRow, option: Option, lang: Lang) -> Words:
    cell = row.cells.get(option)
    favored = option in row.favors
    words = Words("▸ " if favored else "", COLORS[option])
    words.append(cell.in_(lang) if cell else "", COLORS[option] if favored else "")
    return words


def _marks(row: ComparedRow, lang: Lang) -> list[RenderableType]:
    found: list[RenderableType] = [Words(said_words(one, lang), "dim") for one in row.said]
    if row.waits_for:
        facts = word("comma", lang).join(row.waits_for)
        found.append(Words(word("waits_for", lang).format(facts=facts), "dim"))
    return found


def said_words(one: Said, lang: Lang) -> str:
    """Say what a rule of a row comes to: its points, or what it rules out."""
    out = word("comma", lang).join(option_text(option).in_(lang) for option in one.rules_out)
    points = word("comma", lang).join(
        f"{option_text(option).in_(lang)} {signed(value)}"
        for option, value in one.points.items()
        if value
    )
    effect = f"{word('rules_out', lang)} {out}" if out else points
    return f"{one.rule}: {effect}" if effect else one.rule


def _markdown(comparison: Comparison, lang: Lang) -> str:
    header = ["", "", *(option_text(one).in_(lang) for one in Option), word("profile_says", lang)]
    rows = (_markdown_row(row, lang) for row in comparison.rows)
    blocks = [table(header, "llllll", rows), f"### {word('common_ground', lang)}"]
    blocks.append(
        "\n".join(f"- {one.id} {escaped(one.text.in_(lang))}" for one in comparison.common)
    )
    if comparison.name:
        blocks.insert(0, f"## {escaped(comparison.name)}")
    return "\n\n".join(blocks) + "\n"


def _markdown_row(row: ComparedRow, lang: Lang) -> Iterator[str]:
    yield row.id
    yield escaped(row.title.in_(lang))
    for option in Option:
        cell = escaped(row.cells[option].in_(lang)) if option in row.cells else ""
        yield f"**{cell}**" if cell and option in row.favors else cell
    yield "<br>".join(escaped(said_words(one, lang)) for one in row.said)
