"""The money of one profile in full: costs, cash, and what the ranges of the numbers do to them."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gpucmp.advice import Knowledge
from gpucmp.deciding import Decision, Left, decide, removed_purchases
from gpucmp.derived import derive
from gpucmp.money.cashflow import cash, crossing_month, cumulative
from gpucmp.money.coster import Coster
from gpucmp.money.costfigures import CATALOG, HOME, price_path
from gpucmp.money.costranking import best_options
from gpucmp.money.costreport import CashFlow, CostInput, Costs
from gpucmp.money.costs import Terms
from gpucmp.money.portfolios import limited
from gpucmp.money.pricebook import STALE_AFTER, PriceBook
from gpucmp.money.prices import is_stale
from gpucmp.options import RENTED_PURCHASES, Option, Purchase
from gpucmp.profile import Profile
from gpucmp.text import Text

SCHEMA = "gpucmp.cost/1"
DRAWS = 10_000
SEED = 1


class Excluded(NamedTuple):
    """An option, or one of its purchases, that rules removed, so that it is not costed."""

    option: Option
    purchase: Purchase | None
    """Null where the whole option is out."""
    rules: tuple[str, ...]


class StalePrice(NamedTuple):
    """A price that is old on the day that it is judged on."""

    path: str
    date: str
    """Of the oldest price behind it; empty where it has none."""
    old: int
    of: int
    """How many prices it rests on, *old* of which are old."""


class Age(NamedTuple):
    """How old the prices are on a day; nothing is called old without one."""

    as_of: str
    days: float
    """Age from which a price is old."""
    stale: tuple[StalePrice, ...]


class CostResult(NamedTuple):
    """What ``gpucmp cost`` found out about one profile."""

    name: str
    file: str
    costs: Costs
    excluded: tuple[Excluded, ...]
    age: Age
    prices_as_of: str
    prices_digest: str
    titles: Mapping[str, Text]
    """Names of the numbers that have a default."""
    places: Mapping[str, str]
    """Where the profile states the numbers that it states."""

    @property
    def best(self) -> dict[Option, str]:
        """Name the cheapest purchase of each option, cheapest option first."""
        return {option: one.purchase for option, one in best_options(self.costs).items()}


def cost(
    profile: Profile,
    knowledge: Knowledge,
    *,
    draws: int = DRAWS,
    seed: int = SEED,
    as_of: str = "",
) -> CostResult:
    """Cost *profile*; ``as_of`` is the day on which prices are judged to be old or not.

    Raises:
        ValueError: The knowledge holds no prices.
    """
    book = knowledge.book
    if book is None:
        raise ValueError("nothing is costed without prices")
    derived = derive(profile.facts, knowledge.pack.parameters, knowledge.catalog)
    coster = Coster(profile, book, knowledge.catalog)
    decision = decide(knowledge.pack, derived, coster)
    facts, left = decision.facts, decision.left_before_costs
    found, costs = coster.costed(facts, left).found, coster.costs(facts, left)
    if found.terms is not None:
        costs = _with_cash(costs, found.terms, left)
        from gpucmp.money.uncertainty import simulate

        spread = simulate(found, left, draws=draws, seed=seed) if draws else None
        costs = costs._replace(uncertainty=spread)
    limit = AgeLimit(as_of, book.default(STALE_AFTER).value)
    return CostResult(
        name=profile.name,
        file=profile.file,
        costs=costs,
        excluded=tuple(_excluded(decision)),
        age=age_of(costs, profile, knowledge, limit),
        prices_as_of=book.as_of,
        prices_digest=book.digest,
        titles={path: one.title for path, one in book.defaults.items()},
        places=dict(_places(costs, profile)),
    )


def _with_cash(costs: Costs, terms: Terms, left: Left) -> Costs:
    """Add what has been paid by each month, by the cheapest way of each option."""
    best = best_options(costs)
    flows = []
    for option in Option:
        if one := best.get(option):
            place = None if option is Option.CLOUD else Purchase(one.purchase)
            paid = cumulative(cash(limited(terms, left[option]), place, one.servers))
            flows.append(CashFlow(option, one.purchase, paid))
    known = {one.option: one.cumulative for one in flows}
    owned, rented = known.get(Option.SELF_HOSTED), known.get(Option.CLOUD)
    crossing = crossing_month(owned, rented) if owned and rented else None
    return costs._replace(cash_flows=tuple(flows), cash_crossing_month=crossing)


def _excluded(decision: Decision) -> Iterator[Excluded]:
    """Name what no longer can be had, with the rules that say so."""
    rules: dict[tuple[Option, Purchase | None], dict[str, None]] = {}
    for removal in decision.removals:
        if removal.certain:
            for option, purchase in removed_purchases(removal):
                gone = purchase if decision.left[option] else None
                rules.setdefault((option, gone), {})[removal.rule.id] = None
    for (option, gone), found in rules.items():
        yield Excluded(option, gone, tuple(found))


def _places(costs: Costs, profile: Profile) -> Iterator[tuple[str, str]]:
    """Find where the profile states a number: a fact, or one of its prices."""
    for one in costs.inputs:
        place = profile.places.get(one.path) or profile.places.get(f"prices.{one.path}")
        if place:
            yield one.path, place


class AgeLimit(NamedTuple):
    """The day on which prices are judged, and the age from which they are old."""

    as_of: str
    """Empty where nothing is to be called old."""
    days: float


def age_of(costs: Costs, profile: Profile, knowledge: Knowledge, limit: AgeLimit) -> Age:
    """Find the prices behind *costs* that are old; without prices none is."""
    book = knowledge.book
    gpu = profile.facts.get("hardware.gpu")
    known = knowledge.catalog.find(gpu) if isinstance(gpu, str) else None
    if book is None or not limit.as_of:
        return Age("", limit.days, ())
    name = known.name if known else ""
    from_catalog = (one for one in costs.inputs if one.origin == CATALOG)
    found = [_stale_input(one, book, name, (limit, costs.currency)) for one in from_catalog]
    prices = profile.stated.get("prices")
    stated = prices.get("as_of") if isinstance(prices, Mapping) else None
    if isinstance(stated, str) and is_stale(stated, limit.as_of, limit.days):
        found.append(StalePrice("as_of", stated, 1, 1))
    return Age(limit.as_of, limit.days, tuple(one for one in found if one.old))


def _stale_input(
    one: CostInput, book: PriceBook, gpu: str, judged: tuple[AgeLimit, str]
) -> StalePrice:
    """Count the old prices behind a number of the catalog; what is no price is none."""
    limit, currency = judged
    purchase = BY_PATH.get(one.path)
    if purchase is None:
        old = bool(one.source) and is_stale(one.date, limit.as_of, limit.days)
        return StalePrice(one.path, one.date, int(old), 1)
    markets = (book.market(gpu, purchase, money) for money in (currency, HOME))
    market = next(filter(None, markets))
    old_count = sum(is_stale(offer.date, limit.as_of, limit.days) for offer in market.offers)
    return StalePrice(one.path, market.oldest, old_count, len(market.offers))


BY_PATH: Mapping[str, Purchase] = {price_path(one): one for one in RENTED_PURCHASES}
"""The way of renting whose price a path holds."""
