"""Random valid profiles, conditions, rules, and packs."""

from collections.abc import Mapping

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from gpucmp.catalog import Catalog
from gpucmp.conditions import leaves
from gpucmp.consistency import contradictions_in
from gpucmp.facts import Fact, Facts, FactValue, Kind
from gpucmp.options import OWNED_PURCHASES, RENTED_PURCHASES, Option, Purchase
from gpucmp.pack import Dimension, Pack, Rule
from tests.builders import a_dimension, a_pack, a_rule, the_facts

STATED = tuple(path for path, fact in the_facts().items() if not fact.derived)
"""The facts that a profile can state."""
ORDINARY = (1, 8, 50, 64)
"""Numbers to try where no rule names any."""
REGIONS = ("asia", "eu", "us")
LARGE = 1_000_000.0
CURVES: SearchStrategy[FactValue] = st.sampled_from(
    [((8.0, 100.0),), ((4.0, 40.0), (16.0, 60.0)), ((0.0, 75.0), (2.0, 15.0), (64.0, 10.0))]
)


def numbers_read(pack: Pack) -> Mapping[str, tuple[float, ...]]:
    """Give the thresholds and knots of *pack* by fact: where something may change."""
    found: dict[str, set[float]] = {}
    for rule in pack.rules:
        for condition in rule.conditions:
            for test in leaves(condition):
                found.setdefault(test.fact, set()).update(test.thresholds())
        if rule.along:
            found.setdefault(rule.along, set()).update(knot.at for knot in rule.knots)
    return {path: tuple(sorted(numbers)) for path, numbers in found.items()}


def values(  # noqa: PLR0911 - a strategy for each kind
    fact: Fact, catalog: Catalog, near: tuple[float, ...] = ()
) -> SearchStrategy[FactValue]:
    """Give values of *fact*; of a number, also those on and beside *near*."""
    match fact.kind:
        case Kind.BOOL:
            return st.booleans()
        case Kind.CHOICE:
            return st.sampled_from(fact.choices)
        case Kind.NUMBER:
            return _numbers(fact, near)
        case Kind.CURVE:
            return CURVES
        case Kind.TEXTS:
            return st.lists(st.sampled_from(REGIONS), unique=True, max_size=3).map(tuple)
        case Kind.TEXT if fact.path == "hardware.gpu":
            return st.sampled_from([*(gpu.name for gpu in catalog.gpus), "Nonesuch"])
        case Kind.TEXT:
            return st.sampled_from(["USD", "CNY"])


def _numbers(fact: Fact, near: tuple[float, ...]) -> SearchStrategy[FactValue]:
    low, high = max(fact.low, -LARGE), min(fact.high, LARGE)
    beside = {one + by for one in near for by in (-fact.step, 0, fact.step)}
    told = sorted(one for one in {*beside, low, high} if fact.contains(one))
    any_of: SearchStrategy[float] = (
        st.integers(int(low), int(high))
        if fact.whole
        else st.floats(low, high).map(lambda one: round(one, 2)).filter(fact.contains)
    )
    return st.sampled_from(told) | any_of


@st.composite
def facts_of(draw: st.DrawFn, pack: Pack, catalog: Catalog, paths: tuple[str, ...] = ()) -> Facts:
    """Give what a valid profile states of *paths*: few facts, or most, and no contradiction."""
    table = the_facts()
    near = numbers_read(pack)
    facts: dict[str, FactValue] = {}
    known = draw(st.sampled_from([2, 5, 9]))
    for path in paths or STATED:
        if draw(st.integers(0, 9)) < known:
            facts[path] = draw(values(table[path], catalog, near.get(path, ORDINARY)))
    return consistent(facts)


def consistent(facts: Facts) -> Facts:
    """Leave out what contradicts something else."""
    found = dict(facts)
    while wrong := contradictions_in(found):
        for one in wrong:
            found.pop(one.path, None)
    return found


SMALL = (
    "workload.multi_node",
    "workload.pattern",
    "demand.gpus",
    "demand.peak_gpus",
    "demand.utilization_percent",
    "demand.utilization_kind",
    "demand.evidence",
    "hardware.existing_gpus",
    "compliance.private_deployment",
)
"""The facts that small random packs read, directly or derived."""

EVER_TRUE: SearchStrategy[object] = st.just({"demand.gpus": {"at_least": 1}})
TESTS: SearchStrategy[object] = st.one_of(
    st.booleans().map(lambda value: {"workload.multi_node": value}),
    st.booleans().map(lambda value: {"compliance.private_deployment": value}),
    st.lists(
        st.sampled_from(["steady", "daily", "bursty", "phased"]), min_size=1, unique=True
    ).map(lambda value: {"workload.pattern": value}),
    st.builds(
        lambda fact, word, number: {fact: {word: number}},
        st.sampled_from(["demand.gpus", "demand.utilization_percent"]),
        st.sampled_from(["at_least", "above", "at_most", "below", "not"]),
        st.sampled_from([8, 30, 70]),
    ),
    st.sampled_from([1, 2]).map(lambda value: {"demand.peak_over_gpus": {"at_least": value}}),
    st.just({"demand.gpus": {"between": [8, 64]}}),
    st.just({"hardware.existing_percent": {"below": 100}}),
)
CONDITIONS: SearchStrategy[object] = st.recursive(
    TESTS,
    lambda inner: st.builds(
        lambda word, parts: {word: parts},
        st.sampled_from(["all", "any", "none"]),
        st.lists(inner, min_size=1, max_size=3),
    ),
    max_leaves=3,
)
"""Conditions without ``known``, which alone is settled by a fact that is not there."""

READ_BY_CONDITIONS: SearchStrategy[Facts] = st.fixed_dictionaries(
    {
        "workload.multi_node": st.booleans(),
        "workload.pattern": st.sampled_from(["steady", "daily", "bursty", "phased"]),
        "demand.gpus": st.sampled_from([1, 8, 9, 63, 64, 70, 100]),
        "demand.utilization_percent": st.sampled_from([0, 8, 29, 30, 50, 70, 71]),
        "demand.peak_over_gpus": st.sampled_from([0.5, 1, 1.5, 2]),
        "hardware.existing_percent": st.sampled_from([0, 20, 50, 100]),
        "compliance.private_deployment": st.booleans(),
    }
)
"""All the facts that those conditions read, derived ones included."""

DIMENSIONS = ("money", "speed", "operations")
POINTS = st.dictionaries(
    st.sampled_from(Option), st.sampled_from([-3, -2, -1, -0.5, 0.25, 1, 2, 3]), min_size=1
)
END_POINTS = st.dictionaries(
    st.sampled_from([Option.SELF_HOSTED, Option.CLOUD]), st.sampled_from([-3, -1, 1, 2])
)


GRADED = ("demand.gpus", "demand.utilization_percent", "hardware.existing_percent")
KINDS = ("points", "points", "along", "rules_out", "purchases")


@st.composite
def bodies(draw: st.DrawFn, kinds: tuple[str, ...] = KINDS) -> dict[str, object]:
    """Give the body of a criterion, a graded one, a constraint, or a preference."""
    body: dict[str, object] = {}
    for key in ("applies_when", "unless_known"):
        if draw(st.integers(0, 4)) == 0:
            body[key] = draw(CONDITIONS)
    kind = draw(st.sampled_from(kinds))
    if kind != "along" or draw(st.booleans()):
        body["when"] = draw(EVER_TRUE | CONDITIONS)
    dimension = draw(st.sampled_from(DIMENSIONS))
    points = END_POINTS if dimension == "operations" else POINTS
    match kind:
        case "points":
            return {**body, "dimension": dimension, "points": draw(points)}
        case "along":
            fact = draw(st.sampled_from(GRADED))
            knots = draw(st.lists(st.sampled_from([8, 30, 50, 70]), min_size=2, unique=True))
            graded = {str(knot): draw(points) for knot in knots}
            return {**body, "dimension": dimension, "along": fact, "points": graded}
        case "rules_out":
            return {**body, "rules_out": draw(targets())}
        case _:
            liking = st.dictionaries(st.sampled_from(RENTED_PURCHASES), st.integers(-3, 3))
            return {**body, "purchases": {Option.CLOUD: draw(liking), Option.HYBRID: draw(liking)}}


@st.composite
def targets(draw: st.DrawFn) -> dict[str, object]:
    """Give what a constraint rules out, with exceptions and conditions that lift it."""
    found: dict[str, object] = {}
    any_of = st.sampled_from(Option) | st.sampled_from(Purchase)
    for target in draw(st.lists(any_of, min_size=1, max_size=3, unique=True)):
        rest: dict[str, object] = {}
        if draw(st.integers(0, 2)) == 0:
            rest["unless"] = draw(TESTS)
        if isinstance(target, Option) and draw(st.integers(0, 2)) == 0:
            of = OWNED_PURCHASES if target is Option.SELF_HOSTED else RENTED_PURCHASES
            rest["except"] = draw(st.lists(st.sampled_from(of), unique=True))
        found[target] = rest
    return found


@st.composite
def packs(draw: st.DrawFn, kinds: tuple[str, ...] = KINDS) -> Pack:
    """Give a small pack, with weights, a dimension of the lower end, and many constraints."""
    rules: list[Rule] = [
        a_rule(f"R{at}", **body)
        for at, body in enumerate(draw(st.lists(bodies(kinds), min_size=3, max_size=10)))
    ]
    offered: Mapping[Purchase, object] = (
        {Purchase.PRIVATE_DEPLOYMENT: {"compliance.private_deployment": True}}
        if draw(st.booleans())
        else {}
    )
    return a_pack(*rules, dimensions=draw(dimensions()), offers=offered)


@st.composite
def dimensions(draw: st.DrawFn) -> tuple[Dimension, ...]:
    """Give the three dimensions of small packs with weights; "operations" has a lower end."""
    return tuple(
        a_dimension(
            name,
            weight=draw(st.sampled_from([0.5, 1.0, 2.0])),
            lower_end=name == "operations",
        )
        for name in DIMENSIONS
    )
