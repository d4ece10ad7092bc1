"""Profiles and terms about money, with everything at zero that a test does not state."""

import json
from collections.abc import Mapping
from pathlib import Path

from gpucmp.advice import Knowledge
from gpucmp.derived import derive
from gpucmp.loading import read_profiles
from gpucmp.money.costing import Costing, costing, costs_of
from gpucmp.money.costreport import CostOption, Costs
from gpucmp.money.costs import CloudTerms, OwnedTerms, Terms
from gpucmp.money.curves import Curve
from gpucmp.money.pricebook import PriceBook
from gpucmp.options import PURCHASES_OF, Option, Purchase
from gpucmp.profile import Profile
from gpucmp.reading.documents import read_documents, read_value

OWNED, COLOCATED = Purchase.OWNED, Purchase.COLOCATED
ON_DEMAND, SPOT = Purchase.ON_DEMAND, Purchase.SPOT
RESERVED_1Y, RESERVED_3Y = Purchase.RESERVED_1Y, Purchase.RESERVED_3Y
DEDICATED, SERVERLESS = Purchase.DEDICATED, Purchase.SERVERLESS

HOURS = 8760.0

PLAIN = """\
name: plain
demand: {gpus: 8, utilization_percent: 100, horizon_months: 60}
hardware: {gpus_per_server: 8}
prices:
  discount_rate_percent: 0
  second_site_operators_fte: 0
  cloud: {on_demand_per_gpu_hour: 1, unused_percent: 0, support_percent: 0, operators_fte: 0}
  owned:
    {server_price: 0, network_percent: 0, storage_percent: 0, residual_percent: 0, life_years: 5,
     availability_percent: 100, room_works: 0, opex_per_server_hour: 0, operator_cost_per_year: 0}
"""
"""A profile of one server, in which nothing costs anything but a dollar a GPU-hour on demand."""


def read(text: str, knowledge: Knowledge, folder: Path, *settings: str) -> Profile:
    """Read a profile as a user writes it; *settings* are ``path=value``, also below ``prices``."""
    data = read_documents(text.encode(), "profile")[0].data
    for setting in settings:
        path, _, value = setting.partition("=")
        *groups, name = path.split(".")
        inner = data
        for group in groups:
            assert isinstance(inner, dict)
            inner = inner.setdefault(group, {})
        assert isinstance(inner, dict)
        inner[name] = read_value(value, "setting")
    file = folder / "profile.json"
    file.write_text(json.dumps(data))
    (found,) = read_profiles([str(file)], knowledge)
    if not isinstance(found, Profile):
        raise found
    return found


def found_of(
    profile: Profile,
    knowledge: Knowledge,
    book: PriceBook,
    left: Mapping[Option, tuple[Purchase, ...]] = PURCHASES_OF,
) -> Costing:
    facts = derive(profile.facts, knowledge.pack.parameters, knowledge.catalog)
    return costing(profile, facts, book, knowledge.catalog, left)


def costed(
    profile: Profile,
    knowledge: Knowledge,
    book: PriceBook,
    left: Mapping[Option, tuple[Purchase, ...]] = PURCHASES_OF,
) -> Costs:
    return costs_of(found_of(profile, knowledge, book, left), left)


def option(costs: Costs, purchase: str) -> CostOption:
    """Give the way that buys *purchase* alone."""
    alone = (one for one in costs.options if one.option is not Option.HYBRID)
    return next(one for one in alone if one.purchase == purchase)


FREE = OwnedTerms(
    gpus_per_server=8,
    hours_per_year=HOURS,
    server_price=0.0,
    network_and_storage=0.0,
    residual=0.0,
    use_years=5.0,
    maintenance=0.0,
    spares=0.0,
    software=0.0,
    space=0.0,
    idle_power=0.0,
    busy_power=0.0,
    other_per_hour=0.0,
    other_on_all_hours=True,
    operator_cost=0.0,
    operators=None,
    least_operators=0.0,
    servers_per_operator=100.0,
    room_works=0.0,
    room_works_years=10.0,
    availability=1.0,
)
"""Servers that cost nothing."""

CLOUD = CloudTerms(
    prices={ON_DEMAND: 1.0},
    unused=0.0,
    spot_lost=0.0,
    deferrable=0.0,
    support=0.0,
    storage_per_year=0.0,
    egress_per_year=0.0,
    operators=0.0,
    least_operators=0.0,
    gpus_per_operator=800.0,
    operator_cost=0.0,
)
"""A dollar a GPU-hour on demand, and nothing else."""


FLAT = Curve(((8.0, 1.0),))
"""Eight GPUs at all hours."""

TERMS = Terms(
    curve=FLAT,
    capacity_gpus=8.0,
    horizon_months=60.0,
    hours_per_year=HOURS,
    rate=0.0,
    growth=0.0,
    trend=0.0,
    owned={OWNED: FREE},
    cloud=CLOUD,
)
"""One server, used at all hours for five years."""
