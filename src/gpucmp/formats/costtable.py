"""The costs of one profile for a terminal: what is cheapest, how firmly, and what it rests on."""

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from gpucmp.costadvice import CostResult
from gpucmp.costphrasing import (
    age_words,
    break_even_words,
    doubt_words,
    firmness,
    headline_words,
    left_out_words,
    missing_words,
    mix_ends,
    mix_words,
    money,
    needs_spot_note,
    not_costed,
    nothing_words,
    part_name,
    parts_of,
    percent,
    price_words,
    purchase_name,
    rate,
    rented_ways,
    stated,
    way,
)
from gpucmp.formats import Style
from gpucmp.formats.costpictures import cash, ranges, screening
from gpucmp.formats.terminal import COLORS, NARROW, Words, fits, written
from gpucmp.money.costranking import best_options, shown_options
from gpucmp.money.costreport import CostOption, Costs
from gpucmp.words import option_text, purchase_text, word

INDENT = 2
DIGEST_DIGITS = 12
HEADS = ("cost_total", "cost_npv", "cost_per_gpu_hour", "cost_upfront", "cost_servers")
NAMES = 2
"""Columns of the table of options that hold no figures."""


def render(result: CostResult, style: Style) -> str:
    """Write the costs of one profile in full."""
    return written(_parts(result, style), style)


def _parts(result: CostResult, style: Style) -> Iterator[RenderableType]:
    yield Words(result.name, "bold")
    yield from _headline(result, style)
    yield from _section("cost_doubts", _listing(doubt_words(result, style.lang), style), style)
    yield from _section("cost_options", _options(result, style), style)
    yield from _section("cost_parts", _parts_table(result.costs, style), style)
    yield from _section("cost_break_even", _break_evens(result, style), style)
    yield from _section("cost_screening", list(screening(result, style)), style)
    yield from _section("cost_mixture", _mix(result, style), style)
    yield from _section("cost_cash", list(cash(result, style)), style)
    yield from _section("cost_ranges", list(ranges(result, style)), style)
    yield from _section("cost_missing", _listing(missing_words(result, style.lang), style), style)
    left_out = _listing(left_out_words(result.costs, style.lang), style)
    yield from _section("cost_left_out", left_out, style)
    yield from _section("cost_age", [Words(one) for one in age_words(result, style.lang)], style)
    yield Words("")
    yield Words(_footer(result, style), "dim")


def _section(key: str, rows: Sequence[RenderableType], style: Style) -> Iterable[RenderableType]:
    if rows:
        yield Words("")
        yield Words(word(key, style.lang), "bold")
        yield from (Padding(row, (0, 0, 0, INDENT)) for row in rows)


def _headline(result: CostResult, style: Style) -> Iterator[RenderableType]:
    costs, lang = result.costs, style.lang
    first = next(iter(best_options(costs).values()), None)
    if first is None:
        yield from (Words(one, "bold yellow") for one in nothing_words(result, lang))
        return
    color = COLORS[first.option]
    line = Words(option_text(first.option).in_(lang).upper(), f"bold {color}")
    line.append(f" · {purchase_name(first, lang)}{rented_ways(first, costs, lang)}", color)
    line.append(f"{word('colon', lang)}{price_words(first, costs, lang)}")
    yield line
    yield from map(Words, headline_words(result, lang))
    yield Words(firmness(result, lang), "dim")


def _options(result: CostResult, style: Style) -> list[RenderableType]:
    """Give every way that can be costed, and why the others cannot."""
    costs, lang = result.costs, style.lang
    best = list(best_options(costs).values())
    rows = shown_options(costs)
    found: list[RenderableType] = []
    if rows:
        table = _table(rows, best, style)
        found += table or [part for one in rows for part in _stacked(one, best, style)]
    if needs_spot_note(costs):
        found.append(Words(word("cost_spot", lang)))
    if rows:
        found.append(Words(word("cost_basis", lang).format(**_basis(costs)), "dim"))
    found += _listing(not_costed(result, lang), style, "dim")
    return found


def _basis(costs: Costs) -> dict[str, str]:
    interest = stated(costs, "discount_rate_percent") or 0.0
    return {"currency": costs.currency, "rate": f"{interest:g} %"}


def _table(
    rows: Sequence[CostOption], best: Sequence[CostOption], style: Style
) -> list[RenderableType]:
    """Lay the ways out in a table, each option named once; nothing where there is no room."""
    lang = style.lang
    heads = ["", "", "", *(word(key, lang) for key in HEADS)]
    cells = []
    before = ""
    for one in rows:
        side = option_text(one.option).in_(lang) if one.option != before else ""
        before = one.option
        mark = "✓" if any(one is other for other in best) else ""
        figures = [money(one.total, lang), money(one.npv, lang), rate(one.per_gpu_hour)]
        owned = [money(one.upfront, lang), str(one.servers)] if one.servers else ["·", "·"]
        cells.append([mark, side, purchase_name(one, lang), *figures, *owned])
    if not fits([heads, *cells], style.width - INDENT):
        return []
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    for at, head in enumerate(heads):
        table.add_column(head, justify="right" if at > NAMES else "left", no_wrap=True)
    for one, (mark, side, *texts) in zip(rows, cells, strict=True):
        look = f"bold {COLORS[one.option]}" if mark else ""
        name = Words(side, COLORS[one.option])
        table.add_row(Words(mark, look), name, *(Words(text, look) for text in texts))
    return [table]


def _stacked(
    one: CostOption, best: Sequence[CostOption], style: Style
) -> Iterator[RenderableType]:
    """Put below each other what a narrow terminal has no columns for."""
    lang = style.lang
    cheapest = any(one is other for other in best)
    look = f"bold {COLORS[one.option]}" if cheapest else ""
    yield Words(f"{'✓' if cheapest else '·'} {way(one, lang)}", look)
    lines = [
        word("cost_stacked", lang).format(
            total=money(one.total, lang), npv=money(one.npv, lang), rate=rate(one.per_gpu_hour)
        )
    ]
    if one.servers:
        lines.append(
            word("cost_stacked_owned", lang).format(
                upfront=money(one.upfront, lang), servers=one.servers
            )
        )
    yield from (Padding(Words(line), (0, 0, 0, INDENT)) for line in lines)


def _parts_table(costs: Costs, style: Style) -> list[RenderableType]:
    """Give the parts of the cheapest way of each option: in all, a month, and as a share."""
    best = best_options(costs)
    ways = list(best.values())
    for gap in (2, 1):
        lines = _part_lines(costs, ways, gap, style)
        if ways and max(one.columns() for one in lines) <= style.width - INDENT:
            return list(lines)
    return [part for one in ways for part in _part_lines(costs, [one], 1, style)]


def _part_lines(costs: Costs, ways: Sequence[CostOption], gap: int, style: Style) -> list[Words]:
    lang, months = style.lang, costs.horizon_months or 1.0
    heads = [word(key, lang) for key in ("cost_in_all", "cost_a_month", "cost_share")]
    rows = [["", *(heads * len(ways))]]
    for key in parts_of({one.option: one for one in ways}):
        cells = (text for one in ways for text in _part(one.parts.get(key), one, months, style))
        rows.append([part_name(key, lang), *cells])
    totals = (text for one in ways for text in _part(one.total, one, months, style))
    rows.append([word("cost_sum", lang), *totals])
    widths = [max(cell_len(row[at]) for row in rows) for at in range(len(rows[0]))]
    head = Words(" " * widths[0])
    for at, one in enumerate(ways):
        group = widths[1 + 3 * at : 4 + 3 * at]
        name = option_text(one.option).in_(lang) if len(ways) > 1 else way(one, lang)
        room = sum(group) + 2 * gap
        head.append(" " * (gap + max(0, room - cell_len(name))))
        head.append(name, f"bold {COLORS[one.option]}")
    looks = ["dim", *[""] * (len(rows) - 2), "bold"]
    return [
        head,
        *(_aligned(row, widths, gap, look) for row, look in zip(rows, looks, strict=True)),
    ]


def _aligned(row: Sequence[str], widths: Sequence[int], gap: int, look: str) -> Words:
    """Lay a row out: its name to the left, its figures to the right of their columns."""
    first, *rest = row
    text = first + " " * (widths[0] - cell_len(first))
    for cell, width in zip(rest, widths[1:], strict=True):
        text += " " * (gap + width - cell_len(cell)) + cell
    return Words(text, look)


def _part(
    value: float | None, one: CostOption, months: float, style: Style
) -> tuple[str, str, str]:
    if value is None:
        return "·", "·", "·"
    share = 100 * value / one.total if one.total else 0.0
    return money(value, style.lang), money(value / months, style.lang), percent(share)


def _break_evens(result: CostResult, style: Style) -> list[RenderableType]:
    """Give a line for each way of renting: the utilization, the month, and the price that flip."""
    costs, lang = result.costs, style.lang
    if not costs.break_even:
        return []
    keys = ("cost_utilization", "cost_payback", "cost_price")
    rows = [break_even_words(one, costs, lang) for one in costs.break_even]
    place = purchase_text(costs.break_even[0].owned).in_(lang)
    intro = word("cost_break_even_of", lang).format(place=place, currency=costs.currency)
    found: list[RenderableType] = [Words(intro, "dim")]
    if style.width < NARROW:
        for one in rows:
            found.append(Words(word("cost_against", lang).format(name=one.against), "bold"))
            texts = (" · ".join(filter(None, (one.utilization, one.here))), one.months, one.price)
            for key, text in zip(keys, texts, strict=True):
                line = Words(f"{word(key, lang)}{word('colon', lang)}", "dim")
                line.append(text)
                found.append(Padding(line, (0, 0, 0, INDENT)))
        return found
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    table.add_column(word("cost_against", lang).format(name="").strip(), no_wrap=True)
    for key in keys:
        table.add_column(word(key, lang))
    for one in rows:
        here = [Words(one.here, "dim")] if one.here else []
        table.add_row(
            Words(one.against, "bold"),
            Group(Words(one.utilization), *here),
            Words(one.months),
            Words(one.price),
        )
    return [*found, table]


def _mix(result: CostResult, style: Style) -> list[RenderableType]:
    """Give the cheapest number of owned servers, what goes with them, and the two ends."""
    mix, lang = result.costs.mix, style.lang
    if mix is None:
        return []
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    table.add_column("")
    for key in ("gpus", "cost_load_factor"):
        table.add_column(word(key, lang), justify="right")
    for one in mix.units:
        name = purchase_text(one.purchase).in_(lang)
        table.add_row(
            Words(name), Words(f"{one.gpus:,.1f}"), Words(percent(one.load_factor_percent))
        )
    ends = map(Words, mix_ends(mix, result.costs, lang))
    return [Words(mix_words(mix, result, lang)), table, *ends]


def _listing(
    rows: Iterable[tuple[str, str]], style: Style, look: str = ""
) -> list[RenderableType]:
    """Lay out a name and what is to be said of it, in one column in a narrow terminal."""
    found = list(rows)
    if not found:
        return []
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=style.width >= NARROW)
    for name, said in found:
        if style.width < NARROW:
            table.add_row(Words(word("colon", style.lang).join(filter(None, (name, said))), look))
        else:
            table.add_row(Words(name, f"bold {look}".strip()), Words(said, look))
    return [table]


def _footer(result: CostResult, style: Style) -> str:
    digest = result.prices_digest.removeprefix("sha256:")[:DIGEST_DIGITS]
    return word("cost_footer", style.lang).format(as_of=result.prices_as_of, digest=digest)
