"""Facts that are computed from other facts, before any rule is read."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from gpucmp.catalog import Catalog
from gpucmp.facts import Fact, Facts, FactValue, Kind
from gpucmp.pack import Parameter

Parameters = Mapping[str, Parameter]
Known = dict[str, FactValue]


class Basis(NamedTuple):
    """What a derived fact may be computed from."""

    facts: Facts
    parameters: Parameters
    catalog: Catalog

    def number(self, path: str) -> float | None:
        """Give a known number; None where the fact is unknown."""
        value = self.facts.get(path)
        return value if isinstance(value, int | float) else None


class DerivedFact(NamedTuple):
    """A fact with the facts that it comes from and the way to compute it."""

    fact: Fact
    inputs: tuple[str, ...]
    compute: Callable[[Basis], FactValue | None]


def derive(facts: Facts, parameters: Parameters, catalog: Catalog) -> Facts:
    """Add every derived fact that can be computed; a stated one of the same path holds.

    A utilization that counts activity instead of allocation is no *demand.utilization_percent*
    (``DESIGN``: the guides' thresholds are about allocation), so it is taken out.
    """
    known: Known = dict(facts)
    if known.get("demand.utilization_kind") in ACTIVITY_KINDS:
        known.pop("demand.utilization_percent", None)
    basis = Basis(known, parameters, catalog)
    for derived in DERIVED:
        if derived.fact.path not in known:
            value = derived.compute(basis)
            if value is not None:
                known[derived.fact.path] = value
    return known


ACTIVITY_KINDS = ("busy", "sm-active")


def _tdp_w(basis: Basis) -> float | None:
    name = basis.facts.get("hardware.gpu")
    gpu = basis.catalog.find(name) if isinstance(name, str) else None
    return gpu.tdp_w if gpu else None


def _existing_percent(basis: Basis) -> float | None:
    existing = basis.number("hardware.existing_gpus")
    gpus = basis.number("demand.gpus")
    peak = basis.number("demand.peak_gpus")
    if existing is None:
        return None
    if existing == 0:
        return 0.0
    wanted = max(gpus or 0, peak or 0)
    return 100 * existing / wanted if wanted else None


def _peak_over_gpus(basis: Basis) -> float | None:
    gpus, peak = basis.number("demand.gpus"), basis.number("demand.peak_gpus")
    return peak / gpus if gpus and peak is not None else None


def _late_weeks(of: str) -> Callable[[Basis], float | None]:
    def compute(basis: Basis) -> float | None:
        ready, needed = basis.number(of), basis.number("demand.needed_in_weeks")
        return None if ready is None or needed is None else ready - needed

    return compute


def _gpu_kw(basis: Basis) -> float | None:
    tdp, gpus = basis.number("hardware.tdp_w"), basis.number("demand.gpus")
    return None if tdp is None or gpus is None else tdp * gpus / 1000


def _power_percent(kw: str) -> Callable[[Basis], float | None]:
    def compute(basis: Basis) -> float | None:
        needed, there = basis.number(kw), basis.number("facility.power_kw")
        return 100 * needed / there if needed is not None and there else None

    return compute


def _needs_kw(basis: Basis) -> float | None:
    gpu_kw = _gpu_kw(basis)
    if gpu_kw is None:
        return None
    return gpu_kw * basis.parameters["server_over_gpu_power"].value


def _new_regions(basis: Basis) -> int | None:
    served, planned = (basis.facts.get(f"service.regions{end}") for end in ("", "_planned"))
    if not isinstance(served, tuple) or not isinstance(planned, tuple):
        return None
    return len(set(planned) - set(served))


def _number_fact(path: str, description: str) -> Fact:
    return Fact(path, Kind.NUMBER, description, low=float("-inf"), derived=True)


def _cost_fact(path: str, description: str) -> Fact:
    return Fact(path, Kind.NUMBER, description, derived=True, money=True)


DERIVED: tuple[DerivedFact, ...] = (
    DerivedFact(
        _number_fact("hardware.tdp_w", "Power of one GPU by the catalog, in watts."),
        ("hardware.gpu",),
        _tdp_w,
    ),
    DerivedFact(
        _number_fact(
            "hardware.existing_percent",
            "GPUs already owned, in percent of the larger of capacity and peak.",
        ),
        ("hardware.existing_gpus", "demand.gpus", "demand.peak_gpus"),
        _existing_percent,
    ),
    DerivedFact(
        _number_fact("demand.peak_over_gpus", "Most GPUs wanted at once / capacity."),
        ("demand.peak_gpus", "demand.gpus"),
        _peak_over_gpus,
    ),
    DerivedFact(
        _number_fact("hardware.late_weeks", "Quoted lead time minus the time that is left."),
        ("hardware.lead_time_weeks", "demand.needed_in_weeks"),
        _late_weeks("hardware.lead_time_weeks"),
    ),
    DerivedFact(
        _number_fact("facility.works_late_weeks", "Works on the room minus the time left."),
        ("facility.works_weeks", "demand.needed_in_weeks"),
        _late_weeks("facility.works_weeks"),
    ),
    DerivedFact(
        _number_fact("facility.gpu_kw", "Power of the GPUs alone, in kW: gpus x TDP."),
        ("demand.gpus", "hardware.tdp_w"),
        _gpu_kw,
    ),
    DerivedFact(
        _number_fact(
            "facility.needs_kw",
            "Power of whole servers by nameplate, in kW: GPU power x a server's power over it.",
        ),
        ("demand.gpus", "hardware.tdp_w"),
        _needs_kw,
    ),
    DerivedFact(
        _number_fact("facility.gpu_power_percent", "Power of the GPUs alone / the room's power."),
        ("facility.gpu_kw", "facility.power_kw"),
        _power_percent("facility.gpu_kw"),
    ),
    DerivedFact(
        _number_fact("facility.power_use_percent", "Power of whole servers / the room's power."),
        ("facility.needs_kw", "facility.power_kw"),
        _power_percent("facility.needs_kw"),
    ),
    DerivedFact(
        _number_fact("service.new_regions", "Planned regions that are not served today."),
        ("service.regions", "service.regions_planned"),
        _new_regions,
    ),
)
"""In the order of computing: a fact stands behind its inputs."""

COST_FACTS: tuple[Fact, ...] = (
    Fact(
        "cost.assumed",
        Kind.BOOL,
        "Whether the price of owning or of renting is not the profile's own.",
        derived=True,
        money=True,
    ),
    _cost_fact("cost.capital_percent", "First purchase of owning all / capital that can be had."),
    _cost_fact("cost.month_percent", "Mean monthly cost of the best cloud mix / monthly budget."),
    _cost_fact("cost.break_even_utilization_percent", "Utilization from which owning costs less."),
    _cost_fact("cost.owned_over_cloud", "Cost of owning / cost of the best cloud mix."),
    _cost_fact("cost.hybrid_saves_percent", "What the best mix saves against the better end."),
)
"""Facts that a cost model supplies; a constraint that reads one needs ``after_costs``."""


COST_NEEDS = (
    "demand.gpus",
    "demand.utilization_percent",
    "demand.horizon_months",
    "hardware.gpu",
)
"""What costs need of a profile that states no prices."""
BUDGETS = {"cost.capital_percent": "budget.capital", "cost.month_percent": "budget.per_month"}


def inputs_of(path: str) -> tuple[str, ...]:
    """Name the facts of a profile that *path* hangs on: itself, or what it is derived from."""
    if path.startswith("cost."):
        return (*COST_NEEDS, BUDGETS[path]) if path in BUDGETS else COST_NEEDS
    derived = _BY_PATH.get(path)
    if derived is None:
        return (path,)
    return tuple(dict.fromkeys(one for given in derived.inputs for one in inputs_of(given)))


def missing_inputs(path: str, facts: Facts) -> tuple[str, ...]:
    """Name the unknown facts of the profile that keep *path* unknown."""
    return tuple(one for one in inputs_of(path) if one not in facts)


_BY_PATH = {derived.fact.path: derived for derived in DERIVED}
DERIVED_INPUTS = frozenset(
    {"demand.utilization_kind", "demand.utilization_percent"}.union(
        *(one.inputs for one in DERIVED), *(inputs_of(one.fact.path) for one in DERIVED)
    )
)
"""The facts that ``derive`` looks at."""
