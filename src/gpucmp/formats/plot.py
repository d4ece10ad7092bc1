"""Pictures made of characters: curves over axes, bands, bars; numbers in, lines of text out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10
from typing import NamedTuple

from rich.cells import cell_len

SPARSE = 4
"""A curve that is not the lowest shows its mark on every so many columns, dots between."""
STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
"""Distances of ticks that people read easily, times a power of ten."""


class Span(NamedTuple):
    """A piece of a line, with the mark of the curve that it draws, if it draws one."""

    text: str
    of: str = ""


Line = tuple[Span, ...]
Point = tuple[float, float]


class Pen(NamedTuple):
    """The characters that a picture is drawn with."""

    horizontal: str
    vertical: str
    corner: str
    tick_x: str
    tick_y: str
    pointer: str
    dot: str
    knot: str
    full: str
    left: str
    middle: str
    right: str


UNICODE = Pen(*"─│└┴┤▲·●█├┼┤")
PLAIN = Pen(*"-|+++^.*#|||")


def pen(*, unicode: bool) -> Pen:
    """Choose the characters: boxes and blocks, or what every terminal has."""
    return UNICODE if unicode else PLAIN


@dataclass(frozen=True, slots=True)
class Curve:
    """A line through points that go from left to right."""

    mark: str
    points: tuple[Point, ...]

    def at(self, x: float) -> float | None:
        """Give the height at *x*: straight between points; None beside them."""
        for (left, low), (right, high) in pairwise(self.points):
            if left <= x <= right:
                share = (x - left) / (right - left) if right > left else 1.0
                return low + share * (high - low)
        return None


class Axis(NamedTuple):
    """The stretch of numbers that is shown, and those of them that are written out."""

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...] = ()

    def place(self, value: float, cells: int) -> int:
        """Give the cell of *value*, from 0."""
        span = self.high - self.low
        return floor((value - self.low) / span * (cells - 1) + 0.5) if span else 0


class Chart(NamedTuple):
    """Curves over two axes."""

    curves: tuple[Curve, ...]
    x: Axis
    y: Axis
    width: int
    """Columns, with the numbers on the left."""
    height: int
    """Rows between the axes."""
    lowest_only: bool = False
    """Whether only the lowest curve of each column is drawn in full, as an envelope is."""
    knots: tuple[Point, ...] = ()
    """Points that are marked."""
    pointers: tuple[tuple[float, str], ...] = ()
    """Columns that are marked from top to bottom, with words below the axis."""


def draw(chart: Chart, *, unicode: bool) -> list[Line]:
    """Draw *chart*, from the top row to the words below its lower axis."""
    with_ = pen(unicode=unicode)
    labels = {
        chart.height - 1 - chart.y.place(at, chart.height): text for at, text in chart.y.ticks
    }
    gutter = max(map(cell_len, labels.values()), default=0)
    columns = chart.width - gutter - 2
    rows = _canvas(chart, columns, with_)
    lines: list[Line] = []
    for at, row in enumerate(rows):
        edge = with_.tick_y if at in labels else with_.vertical
        label = labels.get(at, "")
        lead = " " * (gutter - cell_len(label))
        lines.append((Span(f"{lead}{label} {edge}"), *_spans(row)))
    lead = " " * (gutter + 1)
    places = {chart.x.place(at, columns): text for at, text in chart.x.ticks}
    axis = (with_.tick_x if at in places else with_.horizontal for at in range(columns))
    lines.append((Span(f"{lead}{with_.corner}{''.join(axis)}"),))
    lines.append((Span(f"{lead} {_labels(places, columns)}".rstrip()),))
    for x, words in chart.pointers:
        column = chart.x.place(x, columns)
        lines.append((Span(f"{lead} {_pointed(column, words, columns, with_)}"),))
    return lines


Cells = list[list[tuple[str, str]]]


def _canvas(chart: Chart, columns: int, with_: Pen) -> Cells:
    cells = [[(" ", "")] * columns for _ in range(chart.height)]
    for x, _ in chart.pointers:
        for row in cells:
            row[chart.x.place(x, columns)] = (with_.vertical, "")
    for number, curve in enumerate(chart.curves):
        heights = _heights(curve, chart.x, columns)
        if chart.lowest_only:
            _draw_sparse(number, curve, [_row(y, chart) for y in heights], (cells, with_))
        else:
            _draw_full(curve, [_row(y, chart) for y in heights], cells)
    if chart.lowest_only:
        _draw_envelope(chart, cells)
    for x, y in chart.knots:
        _put(cells, _row(y, chart), chart.x.place(x, columns), (with_.knot, ""))
    return cells


def _put(cells: Cells, row: int | None, column: int, what: tuple[str, str]) -> None:
    """Fill a cell; what lies outside of the picture is left out."""
    if row is not None and 0 <= row < len(cells):
        cells[row][column] = what


def _draw_sparse(
    number: int, curve: Curve, rows: Sequence[int | None], on: tuple[Cells, Pen]
) -> None:
    """Draw a curve as dots with its mark here and there, where nothing else is."""
    cells, with_ = on
    bare = {" ", with_.vertical}
    for column, row in enumerate(rows):
        if column % SPARSE == number % SPARSE:
            _put(cells, row, column, (curve.mark, curve.mark))
        elif row is not None and 0 <= row < len(cells) and cells[row][column][0] in bare:
            cells[row][column] = (with_.dot, curve.mark)


def _draw_full(curve: Curve, rows: Sequence[int | None], cells: Cells) -> None:
    """Draw a curve with its mark in every column, and in the rows that a steep part crosses."""
    before: int | None = None
    for column, row in enumerate(rows):
        if row is not None and before is not None and abs(before - row) > 1:
            step = 1 if row > before else -1
            for crossed in range(before + step, row, step):
                _put(cells, crossed, column, (curve.mark, curve.mark))
        _put(cells, row, column, (curve.mark, curve.mark))
        before = row


def _draw_envelope(chart: Chart, cells: Cells) -> None:
    """Draw the lowest curve of each column in full, over what lies there."""
    columns = len(cells[0])
    lines = [(curve.mark, _heights(curve, chart.x, columns)) for curve in chart.curves]
    for column in range(columns):
        known = [(y, mark) for mark, heights in lines if (y := heights[column]) is not None]
        if known:
            y, mark = min(known)
            _put(cells, _row(y, chart), column, (mark, mark))


def _heights(curve: Curve, x: Axis, columns: int) -> list[float | None]:
    step = (x.high - x.low) / max(1, columns - 1)
    return [curve.at(min(x.high, x.low + at * step)) for at in range(columns)]


def _row(y: float | None, chart: Chart) -> int | None:
    """Give the row of *y*, from the top; outside of the picture it is outside of the rows."""
    return None if y is None else chart.height - 1 - chart.y.place(y, chart.height)


def _spans(row: Sequence[tuple[str, str]]) -> Iterator[Span]:
    text, of = "", ""
    for character, mark in row:
        if mark != of and text:
            yield Span(text, of)
            text = ""
        text, of = text + character, mark
    if text.strip():
        yield Span(text.rstrip(), of)


def _labels(places: Mapping[int, str], columns: int) -> str:
    """Write each label centered below its place, those that would run into another left out."""
    line = ""
    for at, text in sorted(places.items()):
        start = max(0, min(at - len(text) // 2, columns - len(text)))
        if not line or start > len(line):
            line = line.ljust(start) + text
    return line


def _pointed(column: int, words: str, columns: int, with_: Pen) -> str:
    """Write a pointer with its words on the side that has room."""
    if column + 2 + cell_len(words) <= columns:
        return f"{' ' * column}{with_.pointer} {words}"
    start = max(0, column - cell_len(words) - 1)
    return f"{' ' * start}{words} {with_.pointer}"


def ticks(high: float, most: int) -> tuple[float, ...]:
    """Choose round numbers from 0 to *high*, at most *most* beyond the 0."""
    if high <= 0:
        return (0.0,)
    rough = high / most
    scale = 10.0 ** floor(log10(rough))
    step = next((scale * one for one in STEPS if scale * one >= rough * (1 - 1e-9)), 10 * scale)
    return tuple(step * at for at in range(floor(high / step + 1e-9) + 1))


class Stretch(NamedTuple):
    """A part of a band, from *start* to *end*, with its name."""

    mark: str
    name: str
    start: float
    end: float


def band(stretches: Iterable[Stretch], axis: Axis, columns: int, *, unicode: bool) -> Line:
    """Draw stretches side by side, each with its name where that has room."""
    with_ = pen(unicode=unicode)
    spans = [Span(with_.left)]
    found = list(stretches)
    for at, one in enumerate(found):
        width = axis.place(one.end, columns) - axis.place(one.start, columns) - 1
        name = next(
            (text for text in (f" {one.name} ", one.name, one.mark) if cell_len(text) <= width), ""
        )
        rest = max(0, width - cell_len(name))
        lead = rest // 2
        spans.append(
            Span(with_.horizontal * lead + name + with_.horizontal * (rest - lead), one.mark)
        )
        spans.append(Span(with_.right if at == len(found) - 1 else with_.middle))
    return tuple(spans)


def spread(ends: tuple[float, float, float], axis: Axis, width: int, *, unicode: bool) -> str:
    """Draw a low, a middle, and a high number as a line with a dot."""
    with_ = pen(unicode=unicode)
    low, middle, high = (axis.place(one, width) for one in ends)
    cells = [" "] * width
    cells[low : high + 1] = with_.horizontal * (high - low + 1)
    cells[low], cells[high] = with_.left, with_.right
    cells[middle] = with_.knot
    return "".join(cells).rstrip()


def swing(ends: tuple[float, float], axis: Axis, width: int, *, unicode: bool) -> str:
    """Draw the stretch between two numbers as a bar beside the line of the 0."""
    with_ = pen(unicode=unicode)
    low, high = sorted(axis.place(one, width) for one in ends)
    cells = [" "] * width
    cells[low : high + 1] = with_.full * (high - low + 1)
    zero = axis.place(0.0, width)
    if not low <= zero <= high:
        cells[zero] = with_.vertical
    elif low < high:
        cells[zero] = with_.middle
    return "".join(cells).rstrip()


def rounded_up(value: float) -> float:
    """Give the next number of two digits above *value*, as the end of an axis."""
    if value <= 0:
        return 1.0
    scale = 10.0 ** (floor(log10(value)) - 1)
    return ceil(value / scale - 1e-9) * scale
