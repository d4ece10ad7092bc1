"""The costs of one profile while its facts change, as questions about it need them."""

from collections.abc import Iterator
from functools import cached_property

from gpucmp.catalog import Catalog
from gpucmp.facts import Facts, FactValue
from gpucmp.money.breakeven import ALWAYS_OWNED, balance
from gpucmp.money.cashflow import first_purchase
from gpucmp.money.costing import Costing, Left, Sides, costing, costs_of, sides
from gpucmp.money.costinputs import COST_INPUTS
from gpucmp.money.costreport import Costs
from gpucmp.money.costs import Terms
from gpucmp.money.portfolios import limited, most_servers, portfolio
from gpucmp.money.pricebook import PriceBook
from gpucmp.options import Option, Purchase
from gpucmp.profile import Profile

BUDGETS = ("budget.capital", "budget.per_month")
"""What costs are held against; it changes none."""
COSTED = tuple(sorted(COST_INPUTS - {*BUDGETS}))
BY_USE = (Purchase.ON_DEMAND, Purchase.SERVERLESS, Purchase.SPOT)
"""The ways of renting that a break-even utilization is against, the first that has a price."""


class Coster:
    """Costs a profile; what was costed once on the same facts is not costed again."""

    def __init__(self, profile: Profile, book: PriceBook, catalog: Catalog) -> None:
        self._profile, self._book, self._catalog = profile, book, catalog
        self._costed: dict[object, Costed] = {}

    def __call__(self, facts: Facts, left: Left) -> Facts:
        """Give the facts that cost rules read, for the purchases that are *left*."""
        return dict(self.costed(facts, left).facts(facts))

    def costs(self, facts: Facts, left: Left) -> Costs:
        """Give everything that a result says about money."""
        return costs_of(self.costed(facts, left).found, left)

    def costed(self, facts: Facts, left: Left) -> "Costed":
        """Give the costs on *facts*."""
        key = (*map(facts.get, COSTED), *map(left.get, Option))
        if key not in self._costed:
            found = costing(self._profile, facts, self._book, self._catalog, left)
            self._costed[key] = Costed(found, left)
        return self._costed[key]


class Costed:
    """The costs of a profile, each worked out when it is first asked for."""

    def __init__(self, found: Costing, left: Left) -> None:
        self.found = found
        self._left = left

    def facts(self, facts: Facts) -> Iterator[tuple[str, FactValue]]:
        """Give the facts that cost rules read; those that cannot be told are left out.

        Of *facts* only the budget is read.
        """
        terms = self.found.terms
        if terms is None:
            return
        yield from self._without_budget.items()
        capital, month = map(facts.get, BUDGETS)
        if isinstance(capital, int | float) and capital > 0 and self._first_payment is not None:
            yield "cost.capital_percent", 100 * self._first_payment / capital
        if isinstance(month, int | float) and month > 0 and self._monthly_bill is not None:
            yield "cost.month_percent", 100 * self._monthly_bill / month

    @cached_property
    def _sides(self) -> Sides:
        return sides(self._terms, self._left, exact=False)

    @cached_property
    def _terms(self) -> Terms:
        if self.found.terms is None:
            raise ValueError("what is not known has no cost")
        return self.found.terms

    @cached_property
    def _without_budget(self) -> dict[str, FactValue]:
        costs = self._sides
        known: dict[str, FactValue] = {"cost.assumed": self.found.inputs.assumed_prices}
        if costs.owned is not None and costs.cloud is not None and costs.cloud > 0:
            known["cost.owned_over_cloud"] = costs.owned / costs.cloud
        ends = [end for end in (costs.owned, costs.cloud) if end is not None]
        if costs.hybrid is not None and ends and min(ends) > 0:
            known["cost.hybrid_saves_percent"] = 100 * (1 - costs.hybrid / min(ends))
        even = self._break_even
        if even is not None:
            known["cost.break_even_utilization_percent"] = even
        return known

    @cached_property
    def _break_even(self) -> float | None:
        """Give the utilization in percent at which owning and renting by use cost the same."""
        terms, place = self._terms, self._sides.place
        against = next((one for one in BY_USE if terms.cloud and one in terms.cloud.prices), None)
        if place is None or against is None:
            return None
        found = balance(terms, place, against)
        if found.utilization is not None:
            return 100 * found.utilization
        return 0.0 if found.why_none == ALWAYS_OWNED else None

    @cached_property
    def _first_payment(self) -> float | None:
        place = self._sides.place
        if place is None:
            return None
        most = most_servers(self._terms, self._terms.owned[place])
        return first_purchase(self._terms, place, most)

    @cached_property
    def _monthly_bill(self) -> float | None:
        if self._sides.cloud is None:
            return None
        renting = limited(self._terms, self._left[Option.CLOUD])
        return portfolio(renting, None, 0).total / self._terms.horizon_months
