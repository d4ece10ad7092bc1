"""The money of one profile: what each option costs, where they break even, and the best mix."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gpucmp.catalog import Catalog
from gpucmp.facts import Facts
from gpucmp.money.breakeven import BEYOND_HORIZON, balance, payback
from gpucmp.money.cashflow import first_purchase
from gpucmp.money.costfigures import ASSUMED, Figure, Inputs
from gpucmp.money.costinputs import NEEDED, find_inputs
from gpucmp.money.costreport import (
    BreakEvenResult,
    Corner,
    CostInput,
    CostOption,
    Costs,
    Mix,
    MixUnit,
    ScreeningLine,
)
from gpucmp.money.costs import Terms
from gpucmp.money.costterms import curve_of, terms_of
from gpucmp.money.plausibility import doubts
from gpucmp.money.portfolios import Portfolio, limited, most_servers, only, portfolio
from gpucmp.money.presentvalue import PresentValues, best_mix
from gpucmp.money.pricebook import PriceBook
from gpucmp.money.screening import corners, screening_lines
from gpucmp.options import OWNED_PURCHASES, RENTED_PURCHASES, Option, Purchase
from gpucmp.profile import Profile

Left = Mapping[Option, Sequence[Purchase]]


class Costing(NamedTuple):
    """A profile's numbers, put into the terms of the cost model; none where some are missing."""

    inputs: Inputs
    terms: Terms | None
    contradiction: str = ""


def costing(
    profile: Profile, facts: Facts, book: PriceBook, catalog: Catalog, left: Left
) -> Costing:
    """Find the numbers for the purchases that are *left*."""
    open_to = {purchase for purchases in left.values() for purchase in purchases}
    purchases = [one for one in Purchase if one in open_to]
    inputs = find_inputs(profile, facts, book, catalog, purchases)
    known = all(path in inputs.figures for path in NEEDED)
    if not known or not (inputs.places or inputs.purchases):
        return Costing(inputs, None)
    values = inputs.values()
    try:
        curve = curve_of(inputs, values)
    except ValueError as error:
        return Costing(inputs, None, str(error))
    if curve.mean() <= 0:
        return Costing(inputs, None, "no GPU-hour is used, so that none has a cost")
    return Costing(inputs, terms_of(inputs, values, curve))


class Sides(NamedTuple):
    """The cheapest portfolio of each side, by net present value; None where it cannot be had."""

    place: Purchase | None
    """The cheaper place for owned servers."""
    owned: float | None
    cloud: float | None
    hybrid: float | None
    hybrid_servers: int = 0
    hybrid_place: Purchase | None = None


def sides(terms: Terms, left: Left, *, exact: bool = True) -> Sides:
    """Cost the three options, each by its cheapest remaining portfolio."""
    owning = limited(terms, left[Option.SELF_HOSTED])
    renting = limited(terms, left[Option.CLOUD])
    values = PresentValues(owning)
    owned = {place: values.of(place, values.most(place)) for place in owning.owned}
    place = min(owned, key=owned.__getitem__, default=None)
    hybrid = _hybrid(limited(terms, left[Option.HYBRID]), exact=exact)
    return Sides(
        place or (hybrid[2] if hybrid else None),
        owned[place] if place else None,
        PresentValues(renting).of(None, 0) if renting.cloud else None,
        hybrid[0] if hybrid else None,
        hybrid[1] if hybrid else 0,
        hybrid[2] if hybrid else None,
    )


def _hybrid(terms: Terms, *, exact: bool) -> tuple[float, int, Purchase] | None:
    """Find the best true mix, with what a second site costs; one server cannot be split."""
    if terms.cloud is None:
        return None
    values = PresentValues(terms)
    found = []
    for place in terms.owned:
        if values.most(place) > 1:
            servers = best_mix(values, place, exact=exact, ends=False)
            found.append((values.of(place, servers), servers, place))
    return min(found, default=None)


def costs_of(found: Costing, left: Left) -> Costs:
    """Give everything that a result says about money."""
    terms, inputs = found.terms, found.inputs
    shown = tuple(_input(figure) for figure in inputs.figures.values())
    horizon = inputs.figures.get("demand.horizon_months")
    empty = Costs(
        currency=inputs.currency,
        horizon_months=horizon.likely if horizon else None,
        options=(),
        break_even=(),
        mix=None,
        screening=(),
        corners=(),
        inputs=shown,
        missing=inputs.missing,
        left_out=inputs.left_out,
        assumed=sum(figure.origin == ASSUMED for figure in inputs.figures.values()),
        assumed_prices=inputs.assumed_prices,
        doubts=tuple(doubts(inputs.figures.values(), inputs.currency)),
        contradiction=found.contradiction,
    )
    if terms is None:
        return empty
    best = sides(terms, left)
    lines = screening_lines(terms)
    return empty._replace(
        options=tuple(_options(terms, left, best)),
        break_even=tuple(_break_even(terms, best)),
        mix=_mix(terms, best),
        screening=tuple(ScreeningLine(one.purchase, one.fixed, one.variable) for one in lines),
        corners=tuple(
            Corner(one.below, one.above, 100 * one.load_factor) for one in corners(lines)
        ),
        left_out=(*inputs.left_out, *((BETWEEN_SITES,) if best.hybrid_place else ())),
    )


BETWEEN_SITES = "traffic between sites"
"""What a hybrid leaves out: nobody can tell how much its two sites send to each other."""


def _input(figure: Figure) -> CostInput:
    return CostInput(
        figure.path,
        figure.likely,
        figure.low,
        figure.high,
        figure.origin,
        figure.source,
        figure.date,
        figure.unit,
    )


def _options(terms: Terms, left: Left, best: Sides) -> Iterator[CostOption]:
    for place in OWNED_PURCHASES:
        if place in terms.owned and place in left[Option.SELF_HOSTED]:
            whole = portfolio(terms, place, most_servers(terms, terms.owned[place]))
            yield _option(Option.SELF_HOSTED, place.value, whole, terms)
    renting = limited(terms, left[Option.CLOUD])
    if renting.cloud:
        for purchase in RENTED_PURCHASES:
            if purchase in renting.cloud.prices:
                alone = portfolio(only(renting, purchase), None, 0)
                yield _option(Option.CLOUD, purchase.value, alone, terms)
        if len(renting.cloud.prices) > 1:
            yield _option(Option.CLOUD, "mix", portfolio(renting, None, 0), terms)
    if best.hybrid_place is not None:
        both = limited(terms, left[Option.HYBRID])
        mixed = portfolio(both, best.hybrid_place, best.hybrid_servers)
        yield _option(Option.HYBRID, best.hybrid_place.value, mixed, terms)


def _option(option: Option, purchase: str, whole: Portfolio, terms: Terms) -> CostOption:
    return CostOption(
        option,
        purchase,
        whole.servers,
        whole.total,
        whole.npv,
        whole.npv / terms.used_hours(discounted=True),
        first_purchase(terms, whole.place, whole.servers) if whole.place else 0.0,
        dict(whole.parts),
    )


def _break_even(terms: Terms, best: Sides) -> Iterator[BreakEvenResult]:
    if best.place is None or terms.cloud is None:
        return
    for purchase in RENTED_PURCHASES:
        if purchase not in terms.cloud.prices:
            continue
        even = balance(terms, best.place, purchase)
        paid = payback(terms, best.place, purchase)
        share = even.utilization
        yield BreakEvenResult(
            purchase,
            best.place,
            None if share is None else 100 * share,
            paid.used_hours if paid else None,
            paid.months if paid else None,
            even.cloud_price,
            even.why_none or ("" if paid else BEYOND_HORIZON),
        )


def _mix(terms: Terms, best: Sides) -> Mix | None:
    """Give the best number of owned servers, ends included, before what a second site costs."""
    if best.place is None or terms.cloud is None:
        return None
    values = PresentValues(terms)
    servers = best_mix(values, best.place)
    whole = portfolio(terms, best.place, servers, second_site=False)
    most = most_servers(terms, terms.owned[best.place])
    return Mix(
        servers,
        tuple(MixUnit(one.purchase, one.gpus, 100 * one.load_factor) for one in whole.units),
        whole.npv,
        values.of(best.place, most),
        values.of(None, 0),
        terms.second_site_operators * terms.operator_cost if 0 < servers < most else 0.0,
    )
