"""Pictures of costs for a terminal: screening curves, cash over time, and what ranges do."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import JustifyMethod, RenderableType
from rich.padding import Padding
from rich.table import Table

from gpucmp.costadvice import CostResult
from gpucmp.costphrasing import (
    input_title,
    input_value,
    money,
    percent,
    rate,
    signed_money,
    stated,
    way,
)
from gpucmp.formats import Style
from gpucmp.formats.plot import (
    Axis,
    Chart,
    Curve,
    Line,
    Stretch,
    band,
    draw,
    rounded_up,
    spread,
    swing,
    ticks,
)
from gpucmp.formats.terminal import COLORS, NARROW, Words, fits
from gpucmp.money.costranking import MIX, best_options
from gpucmp.money.costreport import CashFlow, Costs, ScreeningLine, Spread, Swing
from gpucmp.options import Option, Purchase
from gpucmp.words import option_text, purchase_text, word

MARKS: Mapping[str, str] = {
    Purchase.OWNED: "O",
    Purchase.COLOCATED: "C",
    Purchase.ON_DEMAND: "D",
    Purchase.RESERVED_1Y: "1",
    Purchase.RESERVED_3Y: "3",
    Purchase.SPOT: "S",
    Purchase.DEDICATED: "T",
    Purchase.SERVERLESS: "L",
    Purchase.PRIVATE_DEPLOYMENT: "P",
    MIX: "M",
}
"""The letter that stands for a way of buying."""
MARK_COLORS: Mapping[str, str] = {
    "O": "green",
    "C": "bright_green",
    "D": "cyan",
    "1": "blue",
    "3": "bright_blue",
    "S": "yellow",
    "T": "red",
    "L": "bright_cyan",
    "P": "bright_red",
    "M": "cyan",
    "H": "magenta",
}
HYBRID_MARK = "H"
SEVERAL = 2
"""Fewer curves make no picture."""
WIDEST = 84
HEIGHT = 13
HEIGHT_NARROW = 9
HEADROOM = 2.0
"""How far above the highest point of the envelope the screening curves are shown."""
QUARTERS = (0, 25, 50, 75, 100)
FULL = 100.0
MOST_TICKS = 4
MOST_MONTHS = 6
BAR = 26
INDENT = 2
JUSTIFIED: tuple[JustifyMethod, ...] = ("left", "right", "left", "right")


class Reach(NamedTuple):
    """The load factors over which a way of buying is the cheapest."""

    line: ScreeningLine
    start: float
    end: float


def screening(result: CostResult, style: Style) -> Iterator[RenderableType]:
    """Draw the cost of a GPU-hour of capacity over its load factor, for every way of buying."""
    costs, lang = result.costs, style.lang
    reaches = _envelope(costs)
    if len(costs.screening) < SEVERAL:
        return
    here = stated(costs, "demand.utilization_percent")
    high = max(_at(one.line, one.end) for one in reaches)
    top = rounded_up(min(HEADROOM * high, max(_at(one, FULL) for one in costs.screening)))
    pointed = word("cost_here", lang).format(value=f"{here or 0:.0f} %")
    chart = Chart(
        tuple(_curve(one) for one in costs.screening),
        Axis(0, FULL, tuple((at, f"{at} %") for at in QUARTERS)),
        _axis(top, [rate(at) for at in ticks(top, MOST_TICKS)]),
        _width(style),
        _height(style),
        lowest_only=True,
        knots=tuple((one.end, _at(one.line, one.end)) for one in reaches[:-1]),
        pointers=((min(here, FULL), pointed),) if here else (),
    )
    yield Words(word("cost_screening_axis", lang).format(currency=costs.currency), "dim")
    yield from _drawn(draw(chart, unicode=style.unicode))
    yield _band(reaches, chart, style)
    yield Words(_said(reaches, style))
    yield _legend(costs, here, style)


def _at(line: ScreeningLine, load_factor: float) -> float:
    return line.fixed_per_gpu_hour + line.variable_per_gpu_hour * load_factor / FULL


def _envelope(costs: Costs) -> list[Reach]:
    """Give the cheapest way of each stretch of load factors."""
    lines = {one.purchase: one for one in costs.screening}
    cheapest = min(lines.values(), key=_start, default=None)
    if cheapest is None:
        return []
    names = [cheapest.purchase, *(one.above for one in costs.corners)]
    stops = [0.0, *(one.load_factor_percent for one in costs.corners), FULL]
    spans = zip(names, stops, stops[1:], strict=False)
    return [Reach(lines[name], start, end) for name, start, end in spans]


def _start(line: ScreeningLine) -> tuple[float, float]:
    return line.fixed_per_gpu_hour, line.variable_per_gpu_hour


def _curve(line: ScreeningLine) -> Curve:
    return Curve(MARKS[line.purchase], ((0.0, _at(line, 0)), (FULL, _at(line, FULL))))


def _axis(top: float, labels: Sequence[str]) -> Axis:
    return Axis(0, top, tuple(zip(ticks(top, MOST_TICKS), labels, strict=True)))


def _band(reaches: Sequence[Reach], chart: Chart, style: Style) -> RenderableType:
    """Name the cheapest way of each stretch, below the axis."""
    stretches = [
        Stretch(
            MARKS[one.line.purchase],
            purchase_text(one.line.purchase).in_(style.lang),
            one.start,
            one.end,
        )
        for one in reaches
    ]
    gutter = max(cell_len(text) for _, text in chart.y.ticks) + 2
    line = band(stretches, chart.x, chart.width - gutter, unicode=style.unicode)
    words = Words(" " * gutter)
    _append(words, line)
    return words.text


def _said(reaches: Sequence[Reach], style: Style) -> str:
    first, *others = reaches
    lang = style.lang
    said = [word("cost_lowest", lang).format(name=purchase_text(first.line.purchase).in_(lang))]
    for one in others:
        name = purchase_text(one.line.purchase).in_(lang)
        said.append(word("cost_corner", lang).format(above=name, value=percent(one.start)))
    return word("comma", lang).join(said)


def _legend(costs: Costs, here: float | None, style: Style) -> Table:
    """Give each line as a formula and, where the profile says how used it is, its value there."""
    lang = style.lang
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    table.add_column("", no_wrap=True)
    table.add_column("", no_wrap=True)
    for key in ("cost_line_fixed", "cost_line_variable"):
        table.add_column(word(key, lang), justify="right")
    if here:
        table.add_column(word("cost_at", lang).format(value=f"{here:.0f} %"), justify="right")
    for one in sorted(costs.screening, key=lambda one: _at(one, here or 0.0)):
        mark = MARKS[one.purchase]
        values = [one.fixed_per_gpu_hour, one.variable_per_gpu_hour]
        values += [_at(one, here)] if here else []
        name = purchase_text(one.purchase).in_(lang)
        figures = (Words(rate(value)) for value in values)
        table.add_row(Words(mark, f"bold {MARK_COLORS[mark]}"), Words(name), *figures)
    return table


def cash(result: CostResult, style: Style) -> Iterator[RenderableType]:
    """Draw what has been paid by each month, owning, renting, and doing both."""
    costs, lang = result.costs, style.lang
    flows = costs.cash_flows
    yield from _cash_picture(costs, style) if len(flows) >= SEVERAL else ()
    yield from (_paid(one, costs, style) for one in flows)
    sides = {one.option for one in flows} & {Option.SELF_HOSTED, Option.CLOUD}
    if costs.cash_crossing_month is not None:
        yield Words(word("cost_crossed", lang).format(month=costs.cash_crossing_month))
    elif len(sides) >= SEVERAL:
        months = len(flows[0].cumulative) - 1
        yield Words(word("cost_no_crossing", lang).format(months=months))


def _cash_picture(costs: Costs, style: Style) -> Iterator[RenderableType]:
    lang, flows, crossing = style.lang, costs.cash_flows, costs.cash_crossing_month
    months = len(flows[0].cumulative) - 1
    top = rounded_up(max(max(one.cumulative) for one in flows))
    chart = Chart(
        tuple(Curve(_mark(one), tuple(enumerate(one.cumulative))) for one in flows),
        Axis(0, months, tuple((at, f"{at:.0f}") for at in ticks(months, MOST_MONTHS))),
        _axis(top, [money(at, lang) for at in ticks(top, MOST_TICKS)]),
        _width(style),
        _height(style),
        knots=() if crossing is None else ((crossing, flows[0].cumulative[crossing]),),
        pointers=()
        if crossing is None
        else ((crossing, word("cost_crossing", lang).format(month=crossing)),),
    )
    yield Words(word("cost_cash_axis", lang).format(currency=costs.currency), "dim")
    yield from _drawn(draw(chart, unicode=style.unicode))


def _mark(flow: CashFlow) -> str:
    return HYBRID_MARK if flow.option is Option.HYBRID else MARKS[flow.purchase]


def _paid(flow: CashFlow, costs: Costs, style: Style) -> RenderableType:
    lang, mark = style.lang, _mark(flow)
    figures = {
        "start": money(flow.cumulative[0], lang),
        "end": money(flow.cumulative[-1], lang),
        "months": len(flow.cumulative) - 1,
    }
    name = way(best_options(costs)[flow.option], lang)
    line = Words(mark, f"bold {MARK_COLORS[mark]}")
    line.append(f" {word('cost_cash_legend', lang).format(way=name, **figures)}")
    return line


def ranges(result: CostResult, style: Style) -> Iterator[RenderableType]:
    """Draw where each option ends up over the draws, and which number moves the result most."""
    found, lang = result.costs.uncertainty, style.lang
    if found is None:
        return
    options = sorted(found.options, key=lambda one: one.p50)
    drawn = word("cost_drawn", lang).format(draws=f"{found.draws:,}", seed=found.seed)
    yield Words(drawn, "dim")
    axis = Axis(min(one.p10 for one in options), max(one.p90 for one in options))
    table = _spread_table(options, axis, style)
    if table:
        yield table
    else:
        for one in options:
            yield Words(option_text(one.option).in_(lang), f"bold {COLORS[one.option]}")
            yield from (Padding(row, (0, 0, 0, INDENT)) for row in _spread_lines(one, axis, style))
    if found.tornado:
        yield Words("")
        yield Words(word("cost_tornado", lang).format(currency=result.costs.currency))
        yield from _tornado(found.tornado, result, style)


def _spread_lines(one: Spread, axis: Axis, style: Style) -> Iterator[RenderableType]:
    low, middle, high = (money(at, style.lang) for at in (one.p10, one.p50, one.p90))
    share = percent(one.cheapest_percent)
    yield Words(
        word("cost_range_line", style.lang).format(low=low, middle=middle, high=high, share=share)
    )
    drawn = spread((one.p10, one.p50, one.p90), axis, BAR, unicode=style.unicode)
    yield Words(drawn, COLORS[one.option])


def _spread_table(options: Sequence[Spread], axis: Axis, style: Style) -> Table | None:
    """Lay the options out in a table with a bar each; None where there is no room."""
    lang = style.lang
    heads = ["", "P10", "P50", "P90", word("cost_cheapest_in", lang), " " * BAR]
    rows = []
    for one in options:
        figures = [money(at, lang) for at in (one.p10, one.p50, one.p90)]
        bar = spread((one.p10, one.p50, one.p90), axis, BAR, unicode=style.unicode)
        share = percent(one.cheapest_percent)
        rows.append([option_text(one.option).in_(lang), *figures, share, bar])
    if not fits([heads, *rows], style.width - INDENT):
        return None
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    for at, head in enumerate(heads):
        justify: JustifyMethod = "left" if at in {0, len(heads) - 1} else "right"
        table.add_column(head.strip(), justify=justify, no_wrap=True)
    for one, (name, *texts, bar) in zip(options, rows, strict=True):
        color = COLORS[one.option]
        table.add_row(Words(name, color), *map(Words, texts), Words(bar, color))
    return table


def _tornado(
    swings: Sequence[Swing], result: CostResult, style: Style
) -> Iterator[RenderableType]:
    """Draw a bar for each number, from where its low end leads to where its high end does."""
    ends = [0.0, *(at for one in swings for at in (one.at_low, one.at_high))]
    axis = Axis(min(ends), max(ends))
    inputs = {one.path: one for one in result.costs.inputs}
    table = Table(box=None, padding=(0, 1), pad_edge=False, show_header=False)
    for justify in JUSTIFIED:
        table.add_column(justify=justify, no_wrap=justify != "left")
    for one in swings:
        low, high = (signed_money(at, style.lang) for at in sorted((one.at_low, one.at_high)))
        drawn = swing((one.at_low, one.at_high), axis, BAR, unicode=style.unicode)
        bar = Words(drawn.ljust(BAR), _side_color(one))
        label = Words(input_title(one.path, result, style.lang))
        label.append(f" {input_value(inputs[one.path], result.costs.currency, style.lang)}", "dim")
        if style.width < NARROW:
            yield label
            yield from (Padding(row, (0, 0, 0, INDENT)) for row in (bar, Words(f"{low} … {high}")))
        else:
            table.add_row(label, Words(low), bar.text, Words(high))
    if style.width >= NARROW:
        yield table


def _side_color(one: Swing) -> str:
    """Color a bar by who costs less over it; where that changes it has the color of neither."""
    if max(one.at_low, one.at_high) <= 0:
        return COLORS[Option.SELF_HOSTED]
    return COLORS[Option.CLOUD] if min(one.at_low, one.at_high) >= 0 else "yellow"


def _width(style: Style) -> int:
    return min(style.width - INDENT, WIDEST)


def _height(style: Style) -> int:
    return HEIGHT_NARROW if style.width < NARROW else HEIGHT


def _drawn(lines: Sequence[Line]) -> Iterator[RenderableType]:
    for line in lines:
        words = Words("")
        _append(words, line)
        yield words.text


def _append(words: Words, line: Line) -> None:
    for span in line:
        words.append(span.text, MARK_COLORS.get(span.of, "dim"))
