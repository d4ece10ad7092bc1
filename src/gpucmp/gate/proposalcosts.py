"""What the proposed way costs, and the numbers of money findings in words."""

from math import ceil
from typing import NamedTuple

from gpucmp import costphrasing
from gpucmp.advice import Knowledge, money_of
from gpucmp.costphrasing import GLUE
from gpucmp.deciding import decide
from gpucmp.derived import derive
from gpucmp.gate.proposed import Proposed
from gpucmp.money.cashflow import first_purchase
from gpucmp.money.costing import sides
from gpucmp.money.costranking import best_options
from gpucmp.money.costreport import CostOption, Costs
from gpucmp.money.costs import Terms
from gpucmp.money.portfolios import limited, portfolio
from gpucmp.money.presentvalue import PresentValues
from gpucmp.options import OWNED_PURCHASES, Option, Purchase
from gpucmp.profile import Profile
from gpucmp.report import Report
from gpucmp.text import Lang, Text


class Split(NamedTuple):
    """What owning as many servers as proposed costs, the rest rented."""

    servers: int
    """Whole servers that hold the proposed GPUs."""
    gpus_per_server: int
    npv: float
    """Before what a second site costs, as ``Mix.total`` is."""
    line: CostOption
    """With what a second site costs."""


class ProposedCosts(NamedTuple):
    """The costs of what is proposed."""

    line: CostOption | None = None
    """Null where it cannot be costed."""
    split: Split | None = None
    """Null where no number of owned GPUs is proposed, or it cannot be costed."""


def proposed_costs(
    profile: Profile, report: Report, proposed: Proposed, knowledge: Knowledge
) -> ProposedCosts:
    """Cost what is proposed."""
    costs = report.costs
    if costs is None or proposed.option is None:
        return ProposedCosts()
    split = None
    if proposed.owns and proposed.owned_gpus and costs.mix is not None:
        split = _split(profile, proposed, knowledge)
    if split is not None and proposed.option is Option.HYBRID:
        return ProposedCosts(split.line, split)
    return ProposedCosts(_line(costs, proposed.option, proposed.purchase), split)


def _line(costs: Costs, option: Option, purchase: Purchase | None) -> CostOption | None:
    """Find the way of buying, or the cheapest of the option where none is proposed."""
    if purchase is None or option is Option.HYBRID:
        return best_options(costs).get(option)
    ways = (one for one in costs.options if one.option is option)
    return next((one for one in ways if one.purchase == purchase.value), None)


def _split(profile: Profile, proposed: Proposed, knowledge: Knowledge) -> Split | None:
    pack, coster = knowledge.pack, money_of(profile, knowledge)
    if coster is None or not proposed.owned_gpus:
        return None
    derived = derive(profile.facts, pack.parameters, knowledge.catalog)
    decision = decide(pack, derived, coster)
    left = decision.left_before_costs
    terms = coster.costed(decision.facts, left).found.terms
    place = sides(terms, left).place if terms else None
    if terms is None or place is None or terms.cloud is None:
        return None
    per_server = terms.owned[place].gpus_per_server
    servers = ceil(proposed.owned_gpus / per_server)
    npv = PresentValues(terms).of(place, servers, second_site=False)
    wanted = proposed.purchase if proposed.purchase in OWNED_PURCHASES else None
    line = _mixed(limited(terms, left[Option.HYBRID]), wanted or place, servers)
    return Split(servers, per_server, npv, line) if line else None


def _mixed(terms: Terms, place: Purchase, servers: int) -> CostOption | None:
    """Cost a hybrid with *servers* owned."""
    if place not in terms.owned or terms.cloud is None:
        return None
    whole = portfolio(terms, place, servers)
    return CostOption(
        Option.HYBRID,
        place.value,
        servers,
        whole.total,
        whole.npv,
        whole.npv / terms.used_hours(discounted=True),
        first_purchase(terms, place, servers),
        dict(whole.parts),
    )


def money(value: float, currency: str) -> Text:
    """Write an amount with its currency."""
    en, zh = (costphrasing.money(value, lang).replace(GLUE, " ") for lang in Lang)
    return Text(f"{en} {currency}", f"{zh} {currency}")


def way(one: CostOption) -> Text:
    """Name a costed way: ``cloud · reserved-1y``."""
    return Text(*(costphrasing.way(one, lang) for lang in Lang))
