"""Costs for programs and for comments: JSON, JSON lines, CSV, and Markdown."""

from collections.abc import Iterable, Iterator, Sequence

from gpucmp.costadvice import SCHEMA, CostResult
from gpucmp.costphrasing import (
    GLUE,
    age_words,
    break_even_words,
    doubt_words,
    firmness,
    headline_words,
    input_title,
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
    signed_money,
    way,
)
from gpucmp.costwords import PARTS
from gpucmp.formats import Format
from gpucmp.markup import escaped, table
from gpucmp.money.costranking import best_options, shown_options
from gpucmp.money.costreport import CostOption, Costs, Mix, Uncertainty
from gpucmp.plaindata import Cell, Plain, csv_text, json_text, plain
from gpucmp.text import Lang
from gpucmp.words import option_text, purchase_text, word

CENTS = 2
DIGEST_DIGITS = 12
RATE_DIGITS = 4
COLUMNS = (
    "name",
    "file",
    "option",
    "purchase",
    "best_of_option",
    "currency",
    "horizon_months",
    "servers",
    "total",
    "npv",
    "per_gpu_hour",
    "upfront",
    *PARTS,
)


def render(results: Sequence[CostResult], fmt: Format, lang: Lang) -> str:
    """Write *results* in a format for programs, or as Markdown.

    Raises:
        ValueError: The format is another one.
    """
    match fmt:
        case Format.JSON:
            return render_json(results, lang)
        case Format.JSONL:
            return render_jsonl(results, lang)
        case Format.CSV:
            return render_csv(results)
        case Format.MARKDOWN:
            return render_markdown(results, lang)
        case _:
            raise ValueError(f"a {fmt} is no data")


def render_json(results: Sequence[CostResult], lang: Lang) -> str:
    """Write one result as it is, or several under ``reports``, as indented JSON."""
    if len(results) == 1:
        return f"{json_text(_data(results[0], lang), indent=2)}\n"
    several: Plain = {"schema": SCHEMA, "reports": [_data(one, lang) for one in results]}
    return f"{json_text(several, indent=2)}\n"


def render_jsonl(results: Iterable[CostResult], lang: Lang) -> str:
    """Write one compact JSON object a line, one line a result."""
    return "".join(f"{json_text(_data(one, lang))}\n" for one in results)


def _data(result: CostResult, lang: Lang) -> Plain:
    return {
        "schema": SCHEMA,
        "name": result.name,
        "file": result.file,
        "best": plain(result.best, lang),
        "costs": plain(result.costs, lang),
        "excluded": plain(result.excluded, lang),
        "age": plain(result.age, lang),
        "places": plain(result.places, lang),
        "prices": {"as_of": result.prices_as_of, "digest": result.prices_digest},
    }


def render_csv(results: Iterable[CostResult]) -> str:
    """Write one row an option and purchase below a header, its parts as columns."""
    return csv_text(COLUMNS, (row for one in results for row in _rows(one)))


def _rows(result: CostResult) -> Iterator[Iterator[Cell]]:
    best = best_options(result.costs)
    for one in result.costs.options:
        yield _row(one, result, is_best=one is best.get(one.option))


def _row(one: CostOption, result: CostResult, *, is_best: bool) -> Iterator[Cell]:
    costs = result.costs
    yield from (result.name, result.file, one.option, one.purchase, str(is_best).lower())
    yield from (costs.currency, costs.horizon_months, one.servers)
    yield from (round(one.total, CENTS), round(one.npv, CENTS))
    yield from (round(one.per_gpu_hour, RATE_DIGITS), round(one.upfront, CENTS))
    for key in PARTS:
        yield round(one.parts[key], CENTS) if key in one.parts else None


def render_markdown(results: Iterable[CostResult], lang: Lang) -> str:
    """Write each result as sections with tables."""
    blocks = (block for one in results for block in _blocks(one, lang))
    return "\n\n".join(blocks).replace(GLUE, " ") + "\n"


def _blocks(result: CostResult, lang: Lang) -> Iterator[str]:
    yield f"## {escaped(result.name)}"
    yield _headline(result, lang)
    yield from _figures(result, lang)
    sections = (
        ("cost_doubts", doubt_words),
        ("cost_missing", missing_words),
        ("cost_left_out", _left_out),
    )
    for key, rows in sections:
        for listed in _listed(rows(result, lang), lang):
            yield from _section(key, listed, lang)
    ages = "\n".join(f"- {escaped(one)}" for one in age_words(result, lang))
    yield from _section("cost_age", ages, lang)
    digest = result.prices_digest.removeprefix("sha256:")[:DIGEST_DIGITS]
    prices = escaped(word("cost_prices", lang).format(as_of=result.prices_as_of))
    yield f"<sub>{prices} · `{digest}`</sub>"


def _figures(result: CostResult, lang: Lang) -> Iterator[str]:
    costs = result.costs
    if costs.options:
        yield from _section("cost_options", _options(costs, lang), lang)
    yield from _listed(not_costed(result, lang), lang)
    if needs_spot_note(costs):
        yield word("cost_spot", lang)
    if costs.options:
        yield from _section("cost_parts", _parts(costs, lang), lang)
    if costs.break_even:
        yield from _section("cost_break_even", _break_even(costs, lang), lang)
    if costs.mix:
        yield from _section("cost_mixture", _mix(costs.mix, result, lang), lang)
    if costs.uncertainty:
        yield from _section("cost_ranges", _ranges(costs.uncertainty, result, lang), lang)


def _left_out(result: CostResult, lang: Lang) -> Iterator[tuple[str, str]]:
    return left_out_words(result.costs, lang)


def _section(key: str, content: str, lang: Lang) -> Iterator[str]:
    yield f"### {word(key, lang)}"
    yield content


def _listed(rows: Iterable[tuple[str, str]], lang: Lang) -> Iterator[str]:
    """Give a list of names and what is said of them, as one block; nothing for nothing."""
    colon = word("colon", lang)
    entries = [f"- {colon.join(escaped(one) for one in row if one)}" for row in rows]
    if entries:
        yield "\n".join(entries)


def _headline(result: CostResult, lang: Lang) -> str:
    costs = result.costs
    first = next(iter(best_options(costs).values()), None)
    if first is None:
        return "<br>".join(map(escaped, nothing_words(result, lang)))
    price = price_words(first, costs, lang)
    said = [f"**{escaped(way(first, lang))}**{word('colon', lang)}{escaped(price)}"]
    said.extend(map(escaped, headline_words(result, lang)))
    said.append(f"<sub>{escaped(firmness(result, lang))}</sub>")
    return "<br>".join(said)


def _options(costs: Costs, lang: Lang) -> str:
    keys = ("cost_total", "cost_npv", "cost_per_gpu_hour", "cost_upfront", "cost_servers")
    header = (word("option", lang), *(word(key, lang) for key in keys))
    best = best_options(costs)
    rows = []
    for one in shown_options(costs):
        name = escaped(way(one, lang))
        figures = (money(one.total, lang), money(one.npv, lang), rate(one.per_gpu_hour))
        owned = (money(one.upfront, lang), str(one.servers)) if one.servers else ("", "")
        marked = f"**{name}**" if one is best.get(one.option) else name
        rows.append((marked, *figures, *owned))
    return table(header, "lrrrrr", rows)


def _parts(costs: Costs, lang: Lang) -> str:
    best = best_options(costs)
    months = costs.horizon_months or 1.0
    share = f"{word('cost_a_month', lang)}, {word('cost_share', lang)}"
    columns = (
        (f"{option_text(one.option).in_(lang)} · {purchase_name(one, lang)}", share)
        for one in best.values()
    )
    header = ("", *(escaped(cell) for column in columns for cell in column))
    rows = [
        (
            part_name(key, lang),
            *(
                cell
                for one in best.values()
                for cell in _part(one.parts.get(key), one, months, lang)
            ),
        )
        for key in parts_of(best)
    ]
    total = (
        f"**{word('cost_sum', lang)}**",
        *(cell for one in best.values() for cell in _part(one.total, one, months, lang)),
    )
    return table(header, "l" + "rr" * len(best), [*rows, total])


def _part(value: float | None, one: CostOption, months: float, lang: Lang) -> tuple[str, str]:
    if value is None:
        return "", ""
    share = percent(100 * value / one.total if one.total else 0.0)
    return money(value, lang), escaped(f"{money(value / months, lang)}, {share}")


def _break_even(costs: Costs, lang: Lang) -> str:
    keys = ("cost_utilization", "cost_payback", "cost_price")
    against = word("cost_against", lang).format(name="").strip()
    rows = []
    for one in costs.break_even:
        said = break_even_words(one, costs, lang)
        used = "<br>".join(escaped(text) for text in (said.utilization, said.here) if text)
        rows.append((escaped(said.against), used, escaped(said.months), escaped(said.price)))
    return table((against, *(word(key, lang) for key in keys)), "llll", rows)


def _mix(mix: Mix, result: CostResult, lang: Lang) -> str:
    header = ("", word("gpus", lang), word("cost_load_factor", lang))
    rows = (
        (
            purchase_text(one.purchase).in_(lang),
            f"{one.gpus:,.1f}",
            percent(one.load_factor_percent),
        )
        for one in mix.units
    )
    said = [escaped(mix_words(mix, result, lang)), table(header, "lrr", rows)]
    said.append("<br>".join(map(escaped, mix_ends(mix, result.costs, lang))))
    return "\n\n".join(said)


def _ranges(found: Uncertainty, result: CostResult, lang: Lang) -> str:
    header = (word("option", lang), "P10", "P50", "P90", word("cost_cheapest_in", lang))
    rows = (
        (
            option_text(one.option).in_(lang),
            *(money(at, lang) for at in (one.p10, one.p50, one.p90)),
            escaped(percent(one.cheapest_percent)),
        )
        for one in found.options
    )
    drawn = word("cost_drawn", lang).format(draws=f"{found.draws:,}", seed=found.seed)
    blocks = [table(header, "lrrrr", rows), f"<sub>{escaped(drawn)}</sub>"]
    swings = [
        word("cost_swing", lang).format(
            title=input_title(one.path, result, lang),
            low=signed_money(min(one.at_low, one.at_high), lang),
            high=signed_money(max(one.at_low, one.at_high), lang),
        )
        for one in found.tornado
    ]
    if swings:
        blocks.append(escaped(word("cost_tornado", lang).format(currency=result.costs.currency)))
        blocks.append("\n".join(f"- {escaped(one)}" for one in swings))
    return "\n\n".join(blocks)
