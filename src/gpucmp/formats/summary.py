"""Several reports for a terminal, one row each."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.console import JustifyMethod, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from gpucmp.formats import Style
from gpucmp.formats.terminal import COLORS, Words, written
from gpucmp.options import Option
from gpucmp.phrasing import options_out
from gpucmp.report import Report
from gpucmp.words import option_text, purchase_text, strength_text, word

LEAST_NAME = 20
WITHOUT_SCORES = 4
"""How many columns stay where the scores find no room."""
GAP = 2


def render(reports: Sequence[Report], style: Style) -> str:
    """Write a table; without the scores in a narrow terminal, as two lines each in a tiny one."""
    header = [word(key, style.lang) for key in ("name", "verdict", "strength", "margin")]
    header += [option_text(option).in_(style.lang) for option in Option]
    rows = [_row(report, style) for report in reports]
    widths = [
        max(cell_len(name), *(row[at].columns() for row in rows)) for at, name in enumerate(header)
    ]
    for count in (len(header), WITHOUT_SCORES):
        left = style.width - sum(widths[1:count]) - GAP * (count - 1)
        if left >= min(LEAST_NAME, widths[0]):
            widths[0] = min(widths[0], left)
            return written([_table(header[:count], widths, rows)], style)
    return written((part for row in rows for part in _stacked(row)), style)


def _row(report: Report, style: Style) -> list[Words]:
    verdict, lang = report.verdict, style.lang
    answer = Words(option_text(verdict.option).in_(lang), f"bold {COLORS[verdict.option]}")
    if verdict.purchase:
        answer.append(f" · {purchase_text(verdict.purchase).in_(lang)}")
    strength = strength_text(verdict.strength).in_(lang) if verdict.strength else ""
    margin = "" if verdict.margin is None else f"{verdict.margin:.1f}"
    out = options_out(report)
    scores = [
        Words(f"({report.scores[option]:.1f})", "dim")
        if option in out
        else Words(f"{report.scores[option]:.1f}")
        for option in Option
    ]
    return [Words(report.name), answer, Words(strength), Words(margin), *scores]


def _table(header: Sequence[str], widths: Sequence[int], rows: Sequence[Sequence[Words]]) -> Table:
    table = Table(box=None, padding=(0, GAP // 2), pad_edge=False, header_style="dim")
    for at, name in enumerate(header):
        justify: JustifyMethod = "right" if at >= WITHOUT_SCORES - 1 else "left"
        table.add_column(name, justify=justify, width=widths[at])
    for row in rows:
        table.add_row(*row[: len(header)])
    return table


def _stacked(row: Sequence[Words]) -> Iterator[RenderableType]:
    name, *facts = row
    yield name
    stated = [fact.text for fact in facts[: WITHOUT_SCORES - 1] if fact.text]
    yield Padding(Text(" · ").join(stated), (0, 0, 0, GAP))
