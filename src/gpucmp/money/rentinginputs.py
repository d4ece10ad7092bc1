"""What is known of renting: prices by the way of buying, and what comes on top."""

from math import inf

from gpucmp.money.costfigures import (
    ASSUMED,
    CATALOG,
    HOME,
    OPERATOR_COST,
    STATED,
    Figure,
    Ledger,
    price_path,
)
from gpucmp.money.costs import tiered
from gpucmp.options import RENTED_PURCHASES, Purchase

GB_PER_TB = 1000
EGRESS_PRICE = "cloud.egress_per_gb"
OF_PURCHASE = {
    Purchase.ON_DEMAND: "cloud.unused_percent",
    Purchase.SPOT: "cloud.spot_lost_percent",
}
"""What the price of a used hour hangs on beside the price of a billed one."""


ALL_PERCENT = 100


def rented_purchases(ledger: Ledger, left: tuple[Purchase, ...]) -> tuple[Purchase, ...]:
    """Find the figures of renting, and give the ways that can be costed."""
    if not left:
        return ()
    stated = [one for one in RENTED_PURCHASES if ledger.take(price_path(one))]
    offered = stated or [one for one in left if _market(ledger, one)]
    found = tuple(one for one in offered if one in left)
    if not _serves_all(ledger, found):
        ledger.lacks("prices.cloud.on_demand_per_gpu_hour")
        found = ()
    for one, path in OF_PURCHASE.items():
        if one in found:
            ledger.defaulted(path)
    ledger.defaulted("cloud.support_percent")
    ledger.crew("cloud.operators_fte", "cloud.gpus_per_operator")
    sound = [_stored(ledger), _egress(ledger), OPERATOR_COST in ledger.found]
    return found if all(sound) else ()


def _serves_all(ledger: Ledger, purchases: tuple[Purchase, ...]) -> bool:
    """Tell whether all the work can be rented: what may not be interrupted not on spot."""
    deferrable = ledger.found.get("demand.deferrable_percent")
    if purchases == (Purchase.SPOT,):
        return deferrable is not None and deferrable.low >= ALL_PERCENT
    return bool(purchases)


def _stored(ledger: Ledger) -> bool:
    """Take what storage costs; tell whether that is known or nothing is said to be stored."""
    if not ledger.demand("data.stored_tb"):
        ledger.left_out.append("cloud storage")
        return True
    return ledger.defaulted("cloud.storage_per_tb_month")


def _egress(ledger: Ledger) -> bool:
    """Take the tiers of egress; tell whether they are known or nothing is said to leave."""
    volume = "data.egress_tb_per_month"
    if not ledger.demand(volume):
        ledger.left_out.append("egress")
        return True
    stated, source, date, known = ledger.stated.get(EGRESS_PRICE), "", "", ledger.book.egress()
    rate = ledger.rate(known.currency) if known else 0.0
    if isinstance(stated, int | float):
        ledger.tiers = ((inf, float(stated)),)
    elif isinstance(stated, list):
        ledger.tiers = tuple((inf if end is None else end, price) for end, price in stated)
    elif known is not None and rate:
        ledger.tiers = tuple(
            (inf if end is None else end, price * rate) for end, price in known.tiers
        )
        source, date = f"{known.source}, {known.provider}", known.source.date
    gigabytes = ledger.found[volume].likely * GB_PER_TB
    if not ledger.tiers:
        ledger.lacks_rate(known.currency if known else HOME)
        return not gigabytes
    price = tiered(gigabytes, ledger.tiers) / gigabytes if gigabytes else ledger.tiers[0][1]
    origin = STATED if stated is not None else ASSUMED
    ledger.found[EGRESS_PRICE] = Figure(EGRESS_PRICE, price, price, price, origin, source, date)
    return True


def _market(ledger: Ledger, purchase: Purchase) -> bool:
    """Take the catalog's price of renting the GPU, in the result's currency or converted."""
    if not ledger.gpu:
        return False
    for currency in dict.fromkeys((ledger.currency, HOME)):
        market = ledger.book.market(ledger.gpu, purchase, currency)
        if market is None:
            continue
        if not (rate := ledger.rate(currency)):
            ledger.lacks_rate(currency)
            continue
        path = price_path(purchase)
        low, likely, high = (rate * one for one in (market.low, market.likely, market.high))
        kinds = ", ".join(one.value for one in market.rests_on)
        source = f"median of {len(market.offers)} offers ({kinds})"
        ledger.found[path] = Figure(path, likely, low, high, CATALOG, source, market.newest)
        return True
    return False
