"""How costs came about: each figure's formula in words, and every number behind it."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from gpucmp.costadvice import CostResult
from gpucmp.costphrasing import input_title, input_value, money, number, part_name, way
from gpucmp.costwords import FEEDS, FORMULAS, PARTS
from gpucmp.errors import InputError, Place, Problem
from gpucmp.formats import Style
from gpucmp.formats.terminal import NARROW, Words, written
from gpucmp.money.costfigures import ASSUMED, CATALOG, STATED
from gpucmp.money.costranking import best_options
from gpucmp.money.costreport import CostInput
from gpucmp.words import word

ALL = ("all", "cost")
INDENT = 2
FIGURES = {
    "total": "cost_total",
    "npv": "cost_figure_npv",
    "per_gpu_hour": "cost_per_gpu_hour",
    "utilization": "cost_figure_utilization",
    "months": "cost_payback",
    "cloud_price": "cost_figure_cloud_price",
    "mix": "cost_figure_mix",
}
"""What is no part of a total but follows from them, by the key of its formula."""
ORIGINS = {STATED: "cost_stated", CATALOG: "cost_catalog", ASSUMED: "cost_assumed_ones"}


def render(result: CostResult, style: Style, subject: str = "all") -> str:
    """Explain every figure of *result*, or the one figure or part *subject*.

    Raises:
        InputError: There is no such figure.
    """
    if subject not in {*ALL, *FORMULAS}:
        raise InputError([_no_such_figure(subject)])
    return written(_parts(result, style, subject), style)


def _no_such_figure(subject: str) -> Problem:
    from difflib import get_close_matches

    near = get_close_matches(subject.lower(), FORMULAS, n=1, cutoff=0.4)
    hint = f"did you mean {near[0]}?" if near else f"one of cost, {', '.join(FORMULAS)}"
    return Problem(Place(f"--explain {subject}"), f"there is no figure {subject}", hint)


def _parts(result: CostResult, style: Style, subject: str) -> Iterator[RenderableType]:
    lang = style.lang
    yield Words(result.name, "bold")
    yield Words("")
    everything = subject in ALL
    if everything:
        yield Words(word("cost_computed", lang), "bold")
    used = {key for one in result.costs.options for key in one.parts}
    keys = [key for key in FORMULAS if key not in PARTS or key in used]
    for key in keys if everything else [subject]:
        yield Padding(_figure(key, result, style), (0, 0, 0, INDENT))
    inputs = result.costs.inputs
    if not everything:
        inputs = tuple(one for one in inputs if one.path in FEEDS.get(subject, ()))
    for origin, name in ORIGINS.items():
        found = [one for one in inputs if one.origin == origin]
        if found:
            yield Words("")
            heading = word("cost_numbers", lang).format(origin=word(name, lang), count=len(found))
            yield Words(heading, "bold")
            yield from _numbers(found, result, style)


def _figure(key: str, result: CostResult, style: Style) -> RenderableType:
    """Give a figure's amounts, its formula, and the numbers that it follows from."""
    lang = style.lang
    name = word(FIGURES[key], lang) if key in FIGURES else part_name(key, lang)
    head = Words(name, "bold")
    amounts = [
        f"{way(one, lang)} {money(one.parts[key], lang)}"
        for one in best_options(result.costs).values()
        if key in one.parts
    ]
    if amounts:
        head.append(f"  {word('comma', lang).join(amounts)}")
    below: list[RenderableType] = [Words(FORMULAS[key].in_(lang))]
    known = {one.path: one for one in result.costs.inputs}
    feeding = [known[path] for path in FEEDS.get(key, ()) if path in known]
    if feeding:
        below.append(Words(_brief(feeding, result, style), "dim"))
    return Group(head, *(Padding(one, (0, 0, 0, INDENT)) for one in below))


def _brief(inputs: Iterable[CostInput], result: CostResult, style: Style) -> str:
    return " · ".join(
        f"{input_title(one.path, result, style.lang)} {number(one.value)}" for one in inputs
    )


def _numbers(
    inputs: Sequence[CostInput], result: CostResult, style: Style
) -> Iterator[RenderableType]:
    lang, currency = style.lang, result.costs.currency
    narrow = style.width < NARROW
    table = Table(box=None, padding=(0, 1), pad_edge=False, show_header=False)
    for ratio in (4, 3, 5):
        table.add_column(ratio=ratio)
    table.expand = True
    for one in inputs:
        title = Group(Words(input_title(one.path, result, lang)), Words(one.path, "dim"))
        value = Words(input_value(one, currency, lang), "bold")
        origin = Words(_origin(one, result))
        if narrow:
            for row, indent in ((title, 1), (value, 2), (origin, 2)):
                yield Padding(row, (0, 0, 0, indent * INDENT))
        else:
            table.add_row(title, value, origin)
    if not narrow:
        yield Padding(table, (0, 0, 0, INDENT))


def _origin(one: CostInput, result: CostResult) -> str:
    """Say where a number comes from: its place in the profile, or its source and day."""
    if one.origin == STATED:
        return result.places.get(one.path, "")
    known = one.source and one.date and one.date not in one.source
    return f"{one.source} ({one.date})" if known else one.source
