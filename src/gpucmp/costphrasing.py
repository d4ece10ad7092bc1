"""How money reads: amounts, ways to buy, break-evens, and why a figure is missing."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from gpucmp.costwords import INPUTS, LEFT_OUT, LEFT_OUT_INPUTS, PARTS, UNITS
from gpucmp.money.costfigures import price_path
from gpucmp.money.costranking import MIX, best_options
from gpucmp.money.costreport import BreakEvenResult, CostInput, CostOption, Costs, Mix
from gpucmp.options import Option, Purchase
from gpucmp.text import Lang
from gpucmp.words import option_text, purchase_text, word

if TYPE_CHECKING:
    from gpucmp.costadvice import CostResult

GLUE = "\N{NO-BREAK SPACE}"
"""Stands between a number and its unit, so that no line ends there."""
SCALES: Mapping[Lang, tuple[tuple[float, str], ...]] = {
    Lang.EN: ((1e9, "B"), (1e6, "M"), (1e3, "k")),
    Lang.ZH: ((1e8, "亿"), (1e4, "万")),
}
MOST_DECIMALS = 2
SMALL = 0.1
WHOLE_FROM = 1000
WHOLE = 100
ROUNDING = 1e-6


def money(value: float, lang: Lang) -> str:
    """Write an amount in three digits: ``1.23 M``, ``515 k``; in Chinese by 万 and 亿."""
    size = abs(float(f"{value:.2e}"))
    for scale, suffix in SCALES[lang]:
        if size >= scale:
            return _minus(f"{_three_digits(value / scale)}{GLUE}{suffix}")
    return _minus(_three_digits(value))


def _three_digits(value: float) -> str:
    """Write three digits, or all of those before the point if they are more."""
    if value == 0:
        return "0"
    exponent = int(f"{value:.2e}".partition("e")[2])
    return f"{value:,.{max(0, MOST_DECIMALS - max(0, exponent))}f}"


def _minus(text: str) -> str:
    return text.replace("-", "−")


def rate(value: float) -> str:
    """Write the price of a small unit, as a GPU-hour: ``4.58``, ``0.0185``."""
    return _minus(f"{value:,.2f}" if abs(value) >= SMALL or value == 0 else f"{value:.3g}")


def number(value: float) -> str:
    """Write a number of the inputs: all digits before the point, at most four in all behind."""
    return _minus(f"{value:,.0f}" if abs(value) >= WHOLE_FROM else f"{value:.4g}")


def percent(value: float) -> str:
    """Write a share: ``44 %``, ``<1 %``, ``>99 %``."""
    shown = f"{value:.0f}"
    if shown == "0" and value > 0:
        shown = "<1"
    elif shown == f"{WHOLE}" and value < WHOLE - ROUNDING:
        shown = ">99"
    return f"{shown}{GLUE}%"


def purchase_name(one: CostOption, lang: Lang) -> str:
    """Name what a costed way buys: ``owned``, ``cheapest mix``, ``owned + rented``."""
    if one.purchase == MIX:
        return word("cost_mix", lang)
    name = purchase_text(Purchase(one.purchase)).in_(lang)
    return f"{name} + {word('cost_rented', lang)}" if one.option is Option.HYBRID else name


def way(one: CostOption, lang: Lang) -> str:
    """Name a costed way in full: ``self-hosted · colocated``."""
    return f"{option_text(one.option).in_(lang)} · {purchase_name(one, lang)}"


def rented_ways(one: CostOption, costs: Costs, lang: Lang) -> str:
    """Name what a rented mix consists of, where the result tells; else nothing."""
    mix = costs.mix
    if one.purchase != MIX or mix is None or mix.owned_servers:
        return ""
    names = (purchase_text(unit.purchase).in_(lang) for unit in mix.units)
    return word("cost_consists", lang).format(names=" + ".join(names))


def needs_spot_note(costs: Costs) -> bool:
    """Tell whether spot looks cheaper than the cheapest way that holds all the work."""
    best = best_options(costs).get(Option.CLOUD)
    spots = (one for one in costs.options if one.purchase == Purchase.SPOT)
    return best is not None and any(one is not best and one.npv < best.npv for one in spots)


def part_name(key: str, lang: Lang) -> str:
    """Name a part of a total."""
    return PARTS[key].in_(lang) if key in PARTS else key


def parts_of(options: Mapping[Option, CostOption]) -> tuple[str, ...]:
    """Give the parts that the options have, in the order in which they are shown."""
    found = dict.fromkeys(key for one in options.values() for key in one.parts)
    return (*(key for key in PARTS if key in found), *(key for key in found if key not in PARTS))


def input_title(path: str, result: "CostResult", lang: Lang) -> str:
    """Name a number that the costs follow from."""
    title = INPUTS.get(path) or result.titles.get(path.removesuffix(".least"))
    return title.in_(lang) if title else path


def input_value(one: CostInput, currency: str, lang: Lang) -> str:
    """Write a number with its range and unit: ``10 (1.3–12) % a year``."""
    spread = f" ({number(one.low)}–{number(one.high)})" if one.low < one.high else ""
    unit = unit_of(one.path, currency, lang)
    return f"{number(one.value)}{spread}{GLUE}{unit}".rstrip()


def unit_of(path: str, currency: str, lang: Lang) -> str:
    """Give the unit of a number by the end of its path; a ratio has none."""
    for ending, unit in UNITS:
        if path.endswith(ending):
            return unit.in_(lang).format(money=currency)
    return ""


def stated(costs: Costs, path: str) -> float | None:
    """Give the likely value of a number; None where it is not known."""
    return next((one.value for one in costs.inputs if one.path == path), None)


class BreakEvenWords(NamedTuple):
    """A break-even in words."""

    against: str
    utilization: str
    here: str
    """Which side of it the profile stands on; empty where that says nothing."""
    months: str
    price: str


def break_even_words(one: BreakEvenResult, costs: Costs, lang: Lang) -> BreakEvenWords:
    """Put a break-even in words, and why a figure is missing."""
    return BreakEvenWords(
        purchase_text(one.against).in_(lang),
        _utilization(one, lang),
        _here(one, costs, lang),
        _months(one, costs, lang),
        _price(one, costs, lang),
    )


def _utilization(one: BreakEvenResult, lang: Lang) -> str:
    if one.utilization_percent is None:
        return word(f"cost_{one.note.replace('-', '_')}", lang)
    key = "cost_above" if one.utilization_percent <= WHOLE else "cost_above_full"
    return word(key, lang).format(value=percent(one.utilization_percent))


def _here(one: BreakEvenResult, costs: Costs, lang: Lang) -> str:
    here = stated(costs, "demand.utilization_percent")
    if one.utilization_percent is None or here is None:
        return ""
    key = "cost_owning_less" if here > one.utilization_percent else "cost_renting_less"
    return word(key, lang).format(value=f"{number(here)}{GLUE}%")


def _months(one: BreakEvenResult, costs: Costs, lang: Lang) -> str:
    if one.months is None:
        horizon = number(costs.horizon_months or 0.0)
        return word("cost_beyond_horizon", lang).format(months=horizon)
    if one.months == 0:
        return word("cost_from_start", lang)
    return word("cost_months", lang).format(months=f"{one.months:.1f}")


def _price(one: BreakEvenResult, costs: Costs, lang: Lang) -> str:
    if one.cloud_price_per_gpu_hour is None:
        return word("cost_any_price", lang)
    text = word("cost_above", lang).format(value=rate(one.cloud_price_per_gpu_hour))
    here = stated(costs, price_path(one.against))
    return text if here is None else f"{text}{word('cost_now', lang).format(value=rate(here))}"


def mix_words(mix: Mix, result: "CostResult", lang: Lang) -> str:
    """Say in a sentence what the cheapest mix is."""
    if not mix.owned_servers:
        return word("cost_own_none", lang)
    rents = any(one.purchase not in {Purchase.OWNED, Purchase.COLOCATED} for one in mix.units)
    if not rents:
        return word("cost_own_all", lang)
    text = word("cost_own_some", lang).format(servers=mix.owned_servers)
    if any(one.option is Option.HYBRID and one.purchase is None for one in result.excluded):
        return f"{text}{word('cost_hybrid_out', lang)}"
    return text


def price_words(one: CostOption, costs: Costs, lang: Lang) -> str:
    """Give what a way costs in all and per used GPU-hour."""
    return word("cost_head", lang).format(
        total=money(one.total, lang),
        currency=costs.currency,
        months=number(costs.horizon_months or 0.0),
        rate=rate(one.per_gpu_hour),
    )


def lead_words(first: CostOption, second: CostOption, costs: Costs, lang: Lang) -> str:
    """Say how much less the cheapest way costs than the cheapest of the next option."""
    share = WHOLE * (1 - first.npv / second.npv) if second.npv > 0 else 0.0
    return word("cost_lead", lang).format(
        share=percent(share),
        way=way(second, lang),
        npv=money(first.npv, lang),
        other=money(second.npv, lang),
        currency=costs.currency,
    )


def nothing_words(result: "CostResult", lang: Lang) -> list[str]:
    """Say why there is no figure at all."""
    contradiction = result.costs.contradiction
    if contradiction:
        return [word("cost_contradiction", lang), contradiction]
    out = {one.option for one in result.excluded if one.purchase is None}
    return [word("cost_all_out" if len(out) == len(Option) else "cost_none", lang)]


def headline_words(result: "CostResult", lang: Lang) -> list[str]:
    """Say what else the first lines have to tell: the lead, doubts, and how firm it is."""
    costs = result.costs
    first, *others = best_options(costs).values()
    said = [lead_words(first, others[0], costs, lang) if others else word("cost_alone", lang)]
    for one in result.excluded:
        if one.option is first.option and one.purchase is None:
            rules = word("comma", lang).join(one.rules)
            figures = {"option": option_text(one.option).in_(lang), "rules": rules}
            said.append(word("cost_though_out", lang).format(**figures))
    said.append(undiscounted(costs, lang))
    return [one for one in said if one]


def mix_ends(mix: Mix, costs: Costs, lang: Lang) -> list[str]:
    """Give what the mix costs beside owning and renting everything, and what it leaves out."""
    said = [
        word("cost_ends", lang).format(
            total=money(mix.total, lang),
            owned=money(mix.all_owned_total, lang),
            cloud=money(mix.all_cloud_total, lang),
            currency=costs.currency,
        )
    ]
    if mix.second_site_per_year:
        yearly = money(mix.second_site_per_year, lang)
        said.append(word("cost_second_site", lang).format(yearly=yearly))
    return said


def signed_money(value: float, lang: Lang) -> str:
    """Write an amount with its sign."""
    text = money(value, lang)
    return f"+{text}" if value > 0 else text


def firmness(result: "CostResult", lang: Lang) -> str:
    """Say how far the ranking can be trusted: over the draws, and how much is assumed."""
    costs = result.costs
    said = []
    best = next(iter(best_options(costs)), None)
    if costs.uncertainty and len(costs.uncertainty.options) > 1:
        share = next(
            (one.cheapest_percent for one in costs.uncertainty.options if one.option is best), 0.0
        )
        said.append(
            word("cost_firm", lang).format(
                share=percent(share), draws=f"{costs.uncertainty.draws:,}"
            )
        )
    said.append(word("cost_assumed", lang).format(count=costs.assumed, all=len(costs.inputs)))
    return " · ".join(said)


def not_costed(result: "CostResult", lang: Lang) -> Iterator[tuple[str, str]]:
    """Say of each option, and owned or rented way, that has no figures why it has none."""
    comma = word("comma", lang)
    costed = best_options(result.costs)
    for one in result.excluded:
        name = option_text(one.option).in_(lang)
        if one.purchase is not None:
            if one.option is Option.HYBRID:
                continue
            name = f"{name} · {purchase_text(one.purchase).in_(lang)}"
        yield name, word("ruled_out_by", lang).format(rules=comma.join(one.rules))
    out = {one.option for one in result.excluded if one.purchase is None}
    missing = result.costs.missing
    for option in Option:
        if option in out or option in costed:
            continue
        needs = [path for path in missing if _concerns(path, option)]
        reason = word("cost_needs", lang).format(paths=comma.join(needs))
        yield (
            option_text(option).in_(lang),
            reason if needs else word("cost_no_split", lang),
        )


def _concerns(path: str, option: Option) -> bool:
    if path.startswith("prices.owned"):
        return option is not Option.CLOUD
    if path.startswith("prices.cloud"):
        return option is not Option.SELF_HOSTED
    return True


def missing_words(result: "CostResult", lang: Lang) -> Iterator[tuple[str, str]]:
    """Give each number that is missing by the field that states it, and its name."""
    for path in result.costs.missing:
        rate_of, of_rate, currency = path.partition("exchange_rates.")
        if rate_of and of_rate:
            yield path, word("cost_exchange_rate", lang).format(currency=currency)
        else:
            yield path, input_title(path.removeprefix("prices."), result, lang)


def doubt_words(result: "CostResult", lang: Lang) -> Iterator[tuple[str, str]]:
    """Give each stated number that is far from what is usual, and what is usual."""
    for one in result.costs.doubts:
        yield input_title(one.path, result, lang), one.text.in_(lang)


def left_out_words(costs: Costs, lang: Lang) -> Iterator[tuple[str, str]]:
    """Give each part that totals leave out, and the field that brings it in."""
    for key in costs.left_out:
        name = LEFT_OUT[key].in_(lang) if key in LEFT_OUT else key
        yield name, LEFT_OUT_INPUTS.get(key, "")


def age_words(result: "CostResult", lang: Lang) -> list[str]:
    """Say which prices are old, or that nobody asked."""
    age = result.age
    if not age.as_of:
        return [word("no_age", lang)]
    day = {"days": number(age.days), "as_of": age.as_of}
    if not age.stale:
        return [word("cost_no_stale", lang).format(**day)]
    lines = [word("cost_stale", lang).format(**day)]
    for one in age.stale:
        title = input_title(one.path, result, lang)
        date = one.date or word("undated", lang)
        key = "cost_stale_some" if one.of > 1 else "cost_stale_one"
        lines.append(word(key, lang).format(title=title, date=date, old=one.old, all=one.of))
    return lines


def undiscounted(costs: Costs, lang: Lang) -> str:
    """Say where the plain total would put another option first; empty where it would not."""
    best = list(best_options(costs).values())
    if not best:
        return ""
    least = min(best, key=lambda one: one.total)
    if least is best[0]:
        return ""
    figures = {"way": way(least, lang), "total": money(least.total, lang)}
    return word("cost_undiscounted", lang).format(**figures, currency=costs.currency)
