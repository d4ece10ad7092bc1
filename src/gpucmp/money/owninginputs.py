"""What is known of owning: the server, its power and people, and what is owned already."""

from collections.abc import Iterator

from gpucmp.money.costfigures import (
    ASSUMED,
    CATALOG,
    LEFT_OUT,
    OPERATOR_COST,
    SERVER_PRICE,
    STATED,
    Figure,
    Ledger,
    assumed,
    exactly,
)
from gpucmp.money.prices import BASEBOARD, Server
from gpucmp.options import Purchase

OPEX = "owned.opex_per_server_hour"
END_OF_LIFE = "hardware.existing_end_of_life_months"
SHARES = ("owned.network_percent", "owned.storage_percent")
OWNING = (
    *SHARES,
    "owned.room_works",
    "owned.room_works_life_years",
    "owned.life_years",
    "owned.availability_percent",
)
"""Figures that take the book's default where the profile states none."""
RUNNING = (
    "owned.spares_percent",
    "owned.maintenance_percent_per_year",
    "owned.software_per_gpu_year",
    "owned.electricity_per_kwh",
)
"""The same, unless all running costs are stated in one figure."""
GPUS_PER_SERVER = 8
SERVER_OVER_GPU = 1.8
"""Nameplate of a server / its GPUs' power: DGX H100 10.2 / 5.6, DGX B200 14.3 / 8."""


def owned_places(ledger: Ledger, left: tuple[Purchase, ...]) -> tuple[Purchase, ...]:
    """Find the figures of owning, and give the places where it can be costed."""
    if not left:
        return ()
    for path in OWNING:
        ledger.defaulted(path)
    _server(ledger)
    _existing(ledger)
    _residual(ledger)
    needed = [SERVER_PRICE, OPERATOR_COST, "owned.room_works"]
    if not ledger.take(OPEX):
        for path in RUNNING:
            ledger.defaulted(path)
        _licenses(ledger)
        _power(ledger)
        _pue(ledger, left)
        ledger.crew("owned.operators_fte", "owned.servers_per_operator")
        needed += ["owned.power_busy_kw", "owned.electricity_per_kwh"]
        needed += ["owned.software_per_gpu_year"]
    if any(path not in ledger.found for path in needed):
        return ()
    rent = "owned.colocation_per_kw_month"
    if Purchase.COLOCATED in left and OPEX not in ledger.found and not ledger.defaulted(rent):
        return tuple(one for one in left if one is not Purchase.COLOCATED)
    return left


def _server(ledger: Ledger) -> None:
    """Find the price of a server of the stated size; one of another size tells nothing."""
    path = "hardware.gpus_per_server"
    size = ledger.facts.get(path)
    known = [one for one in _servers(ledger) if size in (None, one.gpus)]
    server = known[0] if known else None
    if isinstance(size, int | float):
        ledger.found[path] = exactly(path, float(size), STATED)
    else:
        count = server.gpus if server else GPUS_PER_SERVER
        ledger.found[path] = exactly(path, count, CATALOG if server else ASSUMED)
    if ledger.take(SERVER_PRICE):
        return
    if server is None or server.price is None:
        ledger.lacks(f"prices.{SERVER_PRICE}")
    elif not (rate := ledger.rate(server.currency)):
        ledger.lacks_rate(server.currency)
    else:
        price = server.price * rate
        ledger.found[SERVER_PRICE] = Figure(
            SERVER_PRICE, price, price, price, CATALOG, str(server.source), server.date
        )


def _servers(ledger: Ledger) -> Iterator[Server]:
    """Give the whole servers with the GPU whose price is known, newest first."""
    for one in ledger.book.servers(ledger.gpu) if ledger.gpu else ():
        if one.kind != BASEBOARD and one.price is not None:
            yield one


def _count(ledger: Ledger) -> float:
    return ledger.found["hardware.gpus_per_server"].likely


def _existing(ledger: Ledger) -> None:
    """Take the GPUs already owned; unless told, they last like new ones."""
    owned = "hardware.existing_gpus"
    if not ledger.demand(owned) or not ledger.found[owned].likely or ledger.demand(END_OF_LIFE):
        return
    horizon = ledger.found.get("demand.horizon_months")
    life = 12 * ledger.found["owned.life_years"].likely
    months = min(life, horizon.likely) if horizon else life
    source = "judgment: of unknown age, they last at most as long as new ones"
    ledger.found[END_OF_LIFE] = Figure(
        END_OF_LIFE, months, 0.0, months, ASSUMED, source, unit="months"
    )


def _residual(ledger: Ledger) -> None:
    path = "owned.residual_percent"
    if ledger.take(path):
        return
    horizon = ledger.found.get("demand.horizon_months")
    life = ledger.found["owned.life_years"].likely
    one = ledger.book.default(path)
    value = one.at(min(horizon.likely / 12, life) if horizon else life)
    low, high = min(one.low, value), max(one.high, value)
    ledger.found[path] = Figure(
        path, value, low, high, ASSUMED, str(one.source), one.source.date, one.unit
    )


def _licenses(ledger: Ledger) -> None:
    """Leave no license out where the card comes with it for as long as it is used."""
    path, horizon = "owned.software_per_gpu_year", ledger.found.get("demand.horizon_months")
    known = ledger.book.license(ledger.gpu) if ledger.gpu else None
    if path in ledger.stated or known is None or horizon is None:
        return
    if known.bundled_years * 12 >= horizon.likely:
        ledger.left_out.remove(LEFT_OUT[path])
        source = f"{known.product} comes with the card: {known.source}"
        ledger.found[path] = Figure(path, 0.0, 0.0, 0.0, CATALOG, source, known.date)


def _power(ledger: Ledger) -> None:
    """Take the power of a server: stated, else a share of its nameplate."""
    busy, idle = "owned.power_busy_kw", "owned.power_idle_kw"
    nameplate = _nameplate_kw(ledger)
    for path in (busy, idle):
        if not ledger.take(path) and nameplate:
            one = ledger.book.default(path)
            ledger.found[path] = assumed(path, one, nameplate / 100, "kW")
    if busy not in ledger.found:
        ledger.lacks(f"prices.{busy}")
    elif idle not in ledger.found:
        one, full = ledger.book.default(idle), ledger.book.default(busy)
        scale = ledger.found[busy].likely / full.value
        ledger.found[idle] = assumed(idle, one, scale, "kW")


def _nameplate_kw(ledger: Ledger) -> float:
    """Give a server's nameplate, of the catalog or by the power of its GPUs; 0 if unknown."""
    known = ledger.book.nameplate(ledger.gpu) if ledger.gpu else None
    if known and known.max_power_kw:
        return known.max_power_kw * _count(ledger) / known.gpus
    return (ledger.tdp_w or 0) * _count(ledger) * SERVER_OVER_GPU / 1000


def _pue(ledger: Ledger, left: tuple[Purchase, ...]) -> None:
    liquid = ledger.facts.get("facility.cooling") == "liquid"
    ledger.defaulted("owned.pue", "liquid.pue" if liquid else "")
    if Purchase.COLOCATED in left and "owned.pue" not in ledger.stated:
        ledger.defaulted("colocated.pue")
