"""From figures to the terms of the cost model: the likely ones, or one draw of them."""

from collections.abc import Mapping
from math import inf

from gpucmp.money.costfigures import OPERATOR_COST, SERVER_PRICE, Inputs, price_path
from gpucmp.money.costs import CloudTerms, OwnedTerms, Terms, tiered
from gpucmp.money.curves import Curve, curve_from_steps, curve_from_summary, flattened
from gpucmp.money.owninginputs import END_OF_LIFE, OPEX, SHARES
from gpucmp.money.rentinginputs import GB_PER_TB
from gpucmp.options import Purchase

Values = Mapping[str, float]


def curve_of(inputs: Inputs, values: Values) -> Curve:
    """Build the load duration curve: measured steps, else a shape from the summary figures.

    Raises:
        ValueError: The figures contradict each other.
    """
    if inputs.curve_steps:
        curve = curve_from_steps(inputs.curve_steps)
    else:
        curve = curve_from_summary(
            gpus=values["demand.gpus"],
            utilization_percent=values["demand.utilization_percent"],
            peak_gpus=values.get("demand.peak_gpus"),
            peak_to_mean=values.get("demand.peak_to_mean"),
            pattern=inputs.pattern,
        )
    return flattened(
        curve,
        deferrable_share=values.get("demand.deferrable_percent", 0.0) / 100,
        window_hours=values.get("demand.deferrable_hours"),
        pattern=inputs.pattern,
    )


def terms_of(inputs: Inputs, values: Values, curve: Curve) -> Terms:
    """Put *values* into the terms of the cost model."""
    return Terms(
        curve=curve,
        capacity_gpus=values["demand.gpus"],
        horizon_months=values["demand.horizon_months"],
        hours_per_year=12 * values["hours_per_month"],
        rate=values["discount_rate_percent"] / 100,
        growth=values.get("demand.growth_percent_per_year", 0.0) / 100,
        trend=values["price_trend_percent_per_year"] / 100,
        owned={place: _owned_terms(place, inputs, values) for place in inputs.places},
        cloud=_cloud_terms(inputs, values) if inputs.purchases else None,
        second_site_operators=values["second_site_operators_fte"],
        operator_cost=values[OPERATOR_COST],
    )


def _owned_terms(place: Purchase, inputs: Inputs, values: Values) -> OwnedTerms:
    price, count = values[SERVER_PRICE], values["hardware.gpus_per_server"]
    hours = 12 * values["hours_per_month"]
    tariff, busy, idle, rent = _power(place, values)
    return OwnedTerms(
        gpus_per_server=int(count),
        hours_per_year=hours,
        server_price=price,
        network_and_storage=price * sum(values[path] for path in SHARES) / 100,
        residual=price * values["owned.residual_percent"] / 100,
        use_years=min(values["demand.horizon_months"] / 12, values["owned.life_years"]),
        maintenance=price * values.get("owned.maintenance_percent_per_year", 0.0) / 100,
        spares=price * values.get("owned.spares_percent", 0.0) / 100,
        software=values.get("owned.software_per_gpu_year", 0.0) * count,
        space=rent,
        idle_power=idle * tariff * hours,
        busy_power=(busy - idle) * tariff,
        other_per_hour=values.get(OPEX, 0.0),
        other_on_all_hours=inputs.opex_on_all_hours,
        operator_cost=values[OPERATOR_COST],
        operators=0.0 if OPEX in values else values.get("owned.operators_fte"),
        least_operators=values.get("owned.operators_fte.least", 0.0),
        servers_per_operator=values.get("owned.servers_per_operator", inf),
        room_works=0.0 if place is Purchase.COLOCATED else values["owned.room_works"],
        room_works_years=values["owned.room_works_life_years"],
        availability=values["owned.availability_percent"] / 100,
        existing_servers=values.get("hardware.existing_gpus", 0.0) / count,
        existing_years=values.get(END_OF_LIFE, 0.0) / 12,
    )


def _power(place: Purchase, values: Values) -> tuple[float, float, float, float]:
    """Give what a kW of a server costs an hour, its kW busy and idle, and its rent a year."""
    if OPEX in values:
        return 0.0, 0.0, 0.0, 0.0
    busy = values["owned.power_busy_kw"]
    idle = min(values["owned.power_idle_kw"], busy)
    pue, rent = values["owned.pue"], 0.0
    if place is Purchase.COLOCATED:
        pue = values.get("colocated.pue", pue)
        rent = values["owned.colocation_per_kw_month"] * busy * 12
    return values["owned.electricity_per_kwh"] * pue, busy, idle, rent


def _cloud_terms(inputs: Inputs, values: Values) -> CloudTerms:
    storage = values.get("cloud.storage_per_tb_month", 0.0) * values.get("data.stored_tb", 0.0)
    egress = tiered(values.get("data.egress_tb_per_month", 0.0) * GB_PER_TB, inputs.tiers)
    return CloudTerms(
        prices={one: values[price_path(one)] for one in inputs.purchases},
        unused=values.get("cloud.unused_percent", 0.0) / 100,
        spot_lost=values.get("cloud.spot_lost_percent", 0.0) / 100,
        deferrable=values.get("demand.deferrable_percent", 0.0) / 100,
        support=values["cloud.support_percent"] / 100,
        storage_per_year=12 * storage,
        egress_per_year=12 * egress,
        operators=values.get("cloud.operators_fte"),
        least_operators=values.get("cloud.operators_fte.least", 0.0),
        gpus_per_operator=values.get("cloud.gpus_per_operator", inf),
        operator_cost=values[OPERATOR_COST],
    )
