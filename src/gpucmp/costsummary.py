"""What a verdict says about money, in a few lines; ``gpucmp cost`` says the rest."""

from collections.abc import Iterator

from gpucmp.costphrasing import break_even_words, money, rate, way
from gpucmp.costwords import LEFT_OUT
from gpucmp.money.costranking import best_options
from gpucmp.money.costreport import Costs
from gpucmp.options import Option
from gpucmp.report import Report
from gpucmp.text import Lang
from gpucmp.words import option_text, word

MOST_BALANCES = 2


def money_rows(report: Report, lang: Lang) -> Iterator[tuple[str, str]]:
    """Give the lines about money, each with what it is about; none where nothing was costed."""
    costs = report.costs
    if costs is None:
        return
    best = best_options(costs)
    for one in best.values():
        figures = {"total": money(one.total, lang), "rate": rate(one.per_gpu_hour)}
        text = word("money_option", lang).format(**figures, currency=costs.currency)
        yield way(one, lang), text
    for balance in costs.break_even[:MOST_BALANCES]:
        words = break_even_words(balance, costs, lang)
        pair = word("money_break_even", lang).format(
            utilization=words.utilization, price=words.price, currency=costs.currency
        )
        yield word("money_against", lang).format(against=words.against), pair
    cheapest = next(iter(best), None)
    if cheapest and report.verdict.option in set(Option) - {cheapest}:
        names = {"cheapest": option_text(cheapest).in_(lang)}
        verdict = option_text(report.verdict.option).in_(lang)
        text = word("money_differs_how", lang).format(**names, verdict=verdict)
        yield word("money_differs", lang), text
    for other in report.disagreements:
        yield word("money_disagreement", lang), other.text.in_(lang)
    yield from _reservations(costs, lang, costed=bool(best))


def _reservations(costs: Costs, lang: Lang, *, costed: bool) -> Iterator[tuple[str, str]]:
    """Say what the figures rest on, what they leave out, and what is missing."""
    comma = word("comma", lang)
    if costed:
        count = {"count": costs.assumed, "all": len(costs.inputs)}
        yield word("money_rests", lang), word("cost_assumed", lang).format(**count)
        if costs.left_out:
            names = (LEFT_OUT[one].in_(lang) if one in LEFT_OUT else one for one in costs.left_out)
            yield word("money_without", lang), comma.join(names)
    if costs.contradiction:
        yield word("money_missing", lang), costs.contradiction
    elif costs.missing:
        yield word("money_missing", lang), comma.join(costs.missing)
