"""The numbers that a cost follows from: stated by the profile, from the catalog, or assumed."""

from collections.abc import Sequence

from gpucmp.catalog import Catalog
from gpucmp.facts import Facts
from gpucmp.money.costfigures import (
    CATALOG,
    HOME,
    OPERATOR_COST,
    STATED,
    Figure,
    Inputs,
    Ledger,
    exactly,
    price_path,
)
from gpucmp.money.owninginputs import owned_places
from gpucmp.money.pricebook import PriceBook
from gpucmp.money.rentinginputs import rented_purchases
from gpucmp.options import OWNED_PURCHASES, RENTED_PURCHASES, Purchase
from gpucmp.profile import Profile

__all__ = ["CATALOG", "COST_INPUTS", "HOME", "Figure", "Inputs", "find_inputs", "price_path"]

NEEDED = ("demand.gpus", "demand.utilization_percent", "demand.horizon_months")
SHAPE = (
    "demand.peak_gpus",
    "demand.peak_to_mean",
    "demand.deferrable_percent",
    "demand.deferrable_hours",
)
"""What the load duration curve hangs on beside the capacity and its utilization."""
ALWAYS = (
    "hours_per_month",
    "discount_rate_percent",
    "price_trend_percent_per_year",
    "second_site_operators_fte",
    OPERATOR_COST,
)
"""Figures that take the book's default where the profile states none."""

COST_INPUTS = frozenset(
    {
        *NEEDED,
        "workload.pattern",
        "demand.utilization_kind",
        "demand.peak_gpus",
        "demand.peak_to_mean",
        "demand.growth_percent_per_year",
        "demand.deferrable_percent",
        "demand.deferrable_hours",
        "demand.curve",
        "hardware.gpu",
        "hardware.gpus_per_server",
        "hardware.existing_gpus",
        "hardware.existing_end_of_life_months",
        "data.stored_tb",
        "data.egress_tb_per_month",
        "facility.cooling",
        "budget.currency",
        "budget.capital",
        "budget.per_month",
    }
)
"""The facts of a profile that costs hang on."""


def find_inputs(
    profile: Profile, facts: Facts, book: PriceBook, catalog: Catalog, left: Sequence[Purchase]
) -> Inputs:
    """Find every number: stated ones first, then the catalog's, then the defaults.

    *left* are the purchases that no constraint ruled out. A price that is not known stays missing;
    it is never taken from another GPU, nor from a server of another size.
    """
    ledger = Ledger(profile, facts, book, catalog)
    steps = _demand_figures(ledger)
    for path in ALWAYS:
        ledger.defaulted(path)
    places = owned_places(ledger, tuple(one for one in left if one in OWNED_PURCHASES))
    purchases = rented_purchases(ledger, tuple(one for one in left if one in RENTED_PURCHASES))
    return Inputs(
        ledger.found,
        ledger.currency,
        purchases,
        tuple(ledger.missing),
        tuple(ledger.left_out),
        ledger.tiers,
        steps,
        str(facts["workload.pattern"]) if "workload.pattern" in facts else None,
        places,
        ledger.stated.get("owned.opex_basis", "all") == "all",
    )


def _demand_figures(ledger: Ledger) -> tuple[tuple[float, float], ...]:
    """Take what the profile says of demand; a measured curve tells capacity and use itself."""
    curve = ledger.facts.get("demand.curve")
    found = curve if isinstance(curve, tuple) else ()
    steps = tuple(step for step in found if isinstance(step, tuple))
    for path in (*NEEDED, *SHAPE, "demand.growth_percent_per_year"):
        ledger.demand(path)
    gpus, used = NEEDED[:2]
    if steps and gpus not in ledger.found:
        ledger.found[gpus] = exactly(gpus, max(level for level, _ in steps), STATED)
    if steps and used not in ledger.found and ledger.found[gpus].likely > 0:
        mean = sum(level * share for level, share in steps) / 100
        share = 100 * mean / ledger.found[gpus].likely
        ledger.found[used] = exactly(used, share, STATED)
    ledger.lacks(*(path for path in NEEDED if path not in ledger.found))
    return steps
