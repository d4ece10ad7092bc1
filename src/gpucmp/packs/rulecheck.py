"""What is wrong with one rule: effects, points, targets, sources, and tests that cannot be."""

import math
from collections.abc import Iterator, Mapping

from gpucmp.facts import Kind
from gpucmp.options import PURCHASES_OF, Option, Purchase, State
from gpucmp.packs.conditioncheck import (
    Fault,
    Steps,
    Surroundings,
    condition_faults,
    unknown_fact,
    value_fault,
)
from gpucmp.reading.scalars import show
from gpucmp.reading.validation import found, plain, suggestion

Body = Mapping[str, object]
CONDITIONS = ("applies_when", "when", "unless_known")
EXCLUSIVE = ("points", "rules_out", "advises")
EFFECTS = (*EXCLUSIVE, "purchases")
TARGETS = (*map(str, Option), *map(str, Purchase))
MOST_POINTS = 3
FEWEST_KNOTS = 2
LENGTH_OF_STEP = 2


def faults_of(body: Body, around: Surroundings) -> Iterator[Fault]:
    """Find everything that is wrong with a rule whose shape is right."""
    yield from _effects(body)
    yield from _dimension(body, around)
    for key in CONDITIONS:
        if key in body:
            yield from condition_faults(body[key], around, (key,))
    yield from _along(body, around)
    yield from _points(body, around)
    yield from _rules_out(body, around)
    yield from _purchases(body)
    yield from _cost_facts(body, around)
    yield from source_faults(body.get("sources"), around, ("sources",))
    yield from _tests(body, around)


def _effects(body: Body) -> Iterator[Fault]:
    if "title" not in body:
        yield Fault((), "the rule has no title", "add title")
    if not any(key in body for key in EFFECTS):
        yield Fault((), "the rule does nothing", f"add one of {', '.join(EFFECTS)}")
    if sum(key in body for key in EXCLUSIVE) > 1:
        yield Fault((), "points, rules_out, and advises exclude each other", "make two rules")
    if "when" not in body and "along" not in body:
        yield Fault((), "the rule has no condition, so it would always fire", "add when")
    for key in EFFECTS:
        if body.get(key) == {}:
            yield Fault((key,), f"{key} is empty", "say what the rule does")
    if "rules_out" not in body:
        yield from (
            Fault((key,), f"only a constraint can be {can}", "remove it")
            for key, can in OF_CONSTRAINTS.items()
            if key in body
        )


OF_CONSTRAINTS = {"temporary": "temporary", "waivable": "waived"}


def _dimension(body: Body, around: Surroundings) -> Iterator[Fault]:
    dimension = body.get("dimension")
    if dimension is None:
        if "points" in body:
            hint = f"add dimension: one of {', '.join(around.dimensions)}"
            yield Fault((), "the rule gives points in no dimension", hint)
        return
    if "points" not in body:
        message = "a dimension counts points, and the rule gives none"
        yield Fault(("dimension",), message, "remove it")
    if isinstance(dimension, str) and dimension not in around.dimensions:
        hint = suggestion(dimension, around.dimensions)
        hint = hint or f"one of {', '.join(around.dimensions)}"
        yield Fault(("dimension",), f"unknown dimension {show(dimension)}", hint)


def _along(body: Body, around: Surroundings) -> Iterator[Fault]:
    along = body.get("along")
    if not isinstance(along, str):
        return
    fact = around.table.get(along)
    if fact is None:
        yield unknown_fact(along, around.table, ("along",))
    elif fact.kind is not Kind.NUMBER:
        yield Fault(("along",), f"{along} is no number, so nothing can be graded along it")
    if "points" not in body:
        yield Fault(("along",), "along needs points", "add points: {value: {option: points}}")


def _points(body: Body, around: Surroundings) -> Iterator[Fault]:
    points = body.get("points")
    if not isinstance(points, Mapping):
        return
    lower_end = around.dimensions.get(str(body.get("dimension")), False)
    if "along" in body:
        yield from _knots(points, str(body["along"]), around)
        graded: list[tuple[Steps, object]] = [
            (("points", at), one) for at, one in points.items() if _number(at) is not None
        ]
    else:
        graded = [(("points",), points)]
    for steps, one in graded:
        if isinstance(one, Mapping):
            yield from _option_points(one, steps, lower_end=lower_end)
        else:
            yield Fault(steps, f"a knot holds points by option, not {found(one)}")


def _knots(points: Body, along: str, around: Surroundings) -> Iterator[Fault]:
    fact = around.table.get(along)
    if len(points) < FEWEST_KNOTS:
        yield Fault(("points",), "a graded criterion has at least two knots", "add one")
    seen: dict[float, str] = {}
    for at in points:
        number = _number(at)
        if number is None:
            hint = "with `along`, points are {value of the fact: {option: points}}"
            yield Fault(("points", at), f"the knot {show(at)} is no number", hint)
        elif number in seen:
            message = f"the knots {show(seen[number])} and {show(at)} are the same"
            yield Fault(("points", at), message, "keep one of the two")
        else:
            seen[number] = at
            if fact is not None and not fact.low <= number <= fact.high:
                yield from value_fault(fact, number, ("points", at))


def _option_points(points: Body, steps: Steps, *, lower_end: bool = False) -> Iterator[Fault]:
    for option, value in points.items():
        place = (*steps, option)
        if option not in set(Option):
            hint = suggestion(option, map(str, Option)) or f"one of {', '.join(Option)}"
            yield Fault(place, f"unknown option {show(option)}", hint)
        elif isinstance(value, bool) or not isinstance(value, int | float):
            yield Fault(place, f"points are a number from -3 to 3, not {found(value)}")
        elif not -MOST_POINTS <= value <= MOST_POINTS:
            yield Fault(place, f"points run from -3 to 3, and these are {plain(value)}")
        elif lower_end and option == Option.HYBRID:
            message = "a hybrid takes the lower of both ends in this dimension"
            yield Fault(place, message, "remove it")


def _rules_out(body: Body, around: Surroundings) -> Iterator[Fault]:
    targets = body.get("rules_out")
    for target, rest in targets.items() if isinstance(targets, Mapping) else ():
        steps = ("rules_out", target)
        yield from _target(target, steps)
        if "unless" in rest:
            yield from condition_faults(rest["unless"], around, (*steps, "unless"))
        inside = _purchases_in(target)
        for at, purchase in enumerate(rest.get("except", [])):
            if target in TARGETS and purchase not in inside:
                message = f"{purchase} is no way to buy inside {target}"
                hint = f"one of {', '.join(inside)}" if inside else "only an option has exceptions"
                yield Fault((*steps, "except", at), message, hint)


def _target(target: object, steps: Steps) -> Iterator[Fault]:
    if target not in TARGETS:
        hint = suggestion(str(target), TARGETS) or f"one of {', '.join(TARGETS)}"
        yield Fault(steps, f"unknown option or purchase {show(str(target))}", hint)


def _purchases_in(target: str) -> tuple[Purchase, ...]:
    return PURCHASES_OF[Option(target)] if target in set(Option) else ()


def _purchases(body: Body) -> Iterator[Fault]:
    liked = body.get("purchases")
    for option, purchases in liked.items() if isinstance(liked, Mapping) else ():
        inside = _purchases_in(option)
        for purchase in purchases:
            if purchase not in inside:
                message = f"{purchase} is no way to buy inside {option}"
                hint = f"one of {', '.join(inside)}"
                yield Fault(("purchases", option, purchase), message, hint)


def _cost_facts(body: Body, around: Surroundings) -> Iterator[Fault]:
    """Refuse a cost fact in a constraint of stratum b: costs are known only after it."""
    if "rules_out" not in body or body.get("after_costs") is True:
        return
    for steps, path in _paths({**body, "tests": None}, ()):
        fact = around.table.get(path)
        if fact is not None and fact.money:
            hint = "add `after_costs: true`"
            yield Fault(steps, f"{path} is known only after constraints have acted", hint)


def _paths(raw: object, steps: Steps) -> Iterator[tuple[Steps, str]]:
    if isinstance(raw, Mapping):
        for key, value in raw.items():
            yield (*steps, key), key
            yield from _paths(value, (*steps, key))
    elif isinstance(raw, list):
        for at, value in enumerate(raw):
            yield from _paths(value, (*steps, at))


def source_faults(sources: object, around: Surroundings, steps: Steps) -> Iterator[Fault]:
    """Find what is wrong with the sources of an entry."""
    for at, one in enumerate(sources if isinstance(sources, list) else []):
        place = (*steps, at)
        match [key for key in ("guide", "reference", "judgment") if key in one]:
            case ["guide"]:
                yield from _guide(one, around, place)
            case ["reference"]:
                if "date" not in one:
                    yield Fault(place, "a reference has a date", "add date")
            case ["judgment"]:
                pass
            case _:
                yield Fault(place, "a source is one of guide, reference, and judgment")


def _guide(source: Body, around: Surroundings, steps: Steps) -> Iterator[Fault]:
    guide = str(source["guide"])
    if "section" not in source:
        yield Fault(steps, "a guide is cited with its section", "add section")
    if guide not in around.guides:
        hint = suggestion(guide, around.guides) or "list it under guides"
        yield Fault((*steps, "guide"), f"unknown guide {show(guide)}", hint)


def _tests(body: Body, around: Surroundings) -> Iterator[Fault]:
    tests = body.get("tests")
    for at, test in enumerate(tests if isinstance(tests, list) else []):
        steps: Steps = ("tests", at)
        for path, value in test.get("given", {}).items():
            place = (*steps, "given", path)
            fact = around.table.get(path)
            if fact is None:
                yield unknown_fact(path, around.table, place)
            elif fact.kind is Kind.CURVE:
                if not _is_curve(value):
                    hint = "for example [[8, 40], [2, 60]]: GPUs, and the percent of hours"
                    yield Fault(place, f"{path} is never {found(value)}", hint)
            elif not (isinstance(value, list) and fact.contains(value)):
                yield from value_fault(fact, value, place)
        yield from _expected(test["expect"], (*steps, "expect"))


def _is_curve(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(step, list) and len(step) == LENGTH_OF_STEP and all(map(_is_number, step))
        for step in value
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _expected(expected: object, steps: Steps) -> Iterator[Fault]:
    match expected:
        case str() if expected in set(State):
            pass
        case {"rules_out": list(targets), **rest} if not rest:
            for at, target in enumerate(targets):
                yield from _target(target, (*steps, "rules_out", at))
        case dict() if "rules_out" not in expected:
            yield from _option_points(expected, steps)
        case _:
            hint = f"one of {', '.join(State)}, points by option, or rules_out with a list"
            yield Fault(steps, f"a test cannot expect {found(expected)}", hint)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and "_" not in text else None
