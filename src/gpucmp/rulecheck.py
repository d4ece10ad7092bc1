"""What is wrong with one rule: facts, values, points, and references that do not exist."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from gpucmp.conditions import COMPARISONS, TESTS, alternatives
from gpucmp.deciding import PURCHASES_OF
from gpucmp.facts import Fact, FactTable, Kind
from gpucmp.options import Option, Purchase, State
from gpucmp.validation import suggestion

Body = Mapping[str, object]
Steps = tuple[str | int, ...]
GROUP_WORDS = ("all", "any", "none")
TEST_WORDS = (*(word for word in TESTS if word not in {"equals", "one_of"}), "known")
EFFECTS = ("points", "rules_out", "advises", "purchases")


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is wrong with a rule, at *steps* below it."""

    steps: Steps
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a rule may refer to."""

    table: FactTable
    dimensions: Mapping[str, bool]
    """Ids of the dimensions, each with whether a hybrid takes its lower end."""
    parameters: Mapping[str, float]
    guides: Iterable[str]


def faults_of(body: Body, around: Surroundings) -> Iterator[Fault]:
    """Find everything that is wrong with a rule whose shape is right."""
    yield from _effects(body, around)
    for key in ("applies_when", "when", "unless_known"):
        if key in body:
            yield from condition_faults(body[key], around, (key,))
    yield from _points(body, around)
    yield from _rules_out(body, around)
    yield from _purchases(body)
    yield from _cost_facts(body, around)
    yield from _sources(body, around)
    yield from _tests(body, around)


def _effects(body: Body, around: Surroundings) -> Iterator[Fault]:
    if "title" not in body:
        yield Fault((), "the rule has no title", "add title")
    if not any(key in body for key in EFFECTS):
        yield Fault((), "the rule does nothing", f"add one of {', '.join(EFFECTS)}")
    if sum(key in body for key in ("points", "rules_out", "advises")) > 1:
        yield Fault((), "points, rules_out, and advises exclude each other", "make two rules")
    if "when" not in body and "along" not in body:
        yield Fault((), "the rule has no condition, so it would always fire", "add when")
    dimension = body.get("dimension")
    if "points" in body and dimension is None:
        yield Fault((), "points need a dimension", f"one of {', '.join(around.dimensions)}")
    if dimension is not None and "points" not in body:
        yield Fault(("dimension",), "a dimension counts points, and the rule gives none")
    if isinstance(dimension, str) and dimension not in around.dimensions:
        hint = suggestion(dimension, around.dimensions)
        yield Fault(("dimension",), f'unknown dimension "{dimension}"', hint)
    if "temporary" in body and "rules_out" not in body:
        yield Fault(("temporary",), "only a constraint can be temporary")


def condition_faults(raw: object, around: Surroundings, steps: Steps) -> Iterator[Fault]:
    """Find what is wrong with a condition."""
    if not isinstance(raw, Mapping):
        yield Fault(steps, "a condition is a mapping of facts to tests")
        return
    if not raw:
        yield Fault(steps, "an empty condition always holds", "leave it out")
    for key, value in raw.items():
        if key in GROUP_WORDS:
            yield from _group(str(key), value, around, (*steps, str(key)))
        else:
            yield from _fact_test(str(key), value, around, (*steps, str(key)))


def _group(word: str, value: object, around: Surroundings, steps: Steps) -> Iterator[Fault]:
    if not isinstance(value, list | Mapping) or not value:
        yield Fault(steps, f"`{word}` holds a list of conditions")
        return
    if isinstance(value, Mapping):
        for part in alternatives(value):
            yield from condition_faults(part, around, steps)
        return
    for at, part in enumerate(value):
        yield from condition_faults(part, around, (*steps, at))


def _fact_test(
    path: str, value: object, around: Surroundings, steps: Steps
) -> Iterator[Fault]:
    fact = around.table.get(path)
    if fact is None:
        yield unknown_fact(path, around.table, steps)
        return
    if not isinstance(value, Mapping):
        yield from _values(fact, value, steps)
        return
    if not value:
        yield Fault(steps, "a test is missing", f"one of {', '.join(TEST_WORDS)}")
    for word, operand in value.items():
        yield from _word(fact, str(word), operand, (around, (*steps, str(word))))


def unknown_fact(path: str, table: FactTable, steps: Steps) -> Fault:
    """Say that there is no such fact, and which may be meant."""
    return Fault(steps, f'unknown fact "{path}"', suggestion(path, table))


def _word(
    fact: Fact, word: str, operand: object, where: tuple[Surroundings, Steps]
) -> Iterator[Fault]:
    around, steps = where
    if word not in TEST_WORDS:
        hint = suggestion(word, TEST_WORDS) or f"one of {', '.join(TEST_WORDS)}"
        yield Fault(steps, f'unknown test "{word}"', hint)
    elif word == "known":
        if not isinstance(operand, bool):
            yield Fault(steps, "`known` is true or false")
    elif word == "not":
        yield from _values(fact, operand, steps)
    elif fact.kind is not Kind.NUMBER:
        yield Fault(steps, f"{fact.path} is no number, so `{word}` cannot be told")
    elif word == "between":
        yield from _between(fact, operand, (around, steps))
    else:
        yield from _operand(fact, operand, (around, steps))


def _between(
    fact: Fact, operand: object, where: tuple[Surroundings, Steps]
) -> Iterator[Fault]:
    around, steps = where
    if not isinstance(operand, list) or len(operand) != 2:  # noqa: PLR2004 - from, to
        yield Fault(steps, "`between` holds two numbers, [from, to]")
        return
    for at, end in enumerate(operand):
        yield from _operand(fact, end, (around, (*steps, at)))
    low, high = (_resolved(end, around) for end in operand)
    if low is not None and high is not None and not low < high:
        yield Fault(steps, f"nothing lies between {low:g} and {high:g}")


def _operand(
    fact: Fact, operand: object, where: tuple[Surroundings, Steps]
) -> Iterator[Fault]:
    around, steps = where
    if isinstance(operand, Mapping):
        name = operand.get("parameter")
        if len(operand) != 1 or not isinstance(name, str):
            yield Fault(steps, "expected a number or {parameter: name}")
        elif name not in around.parameters:
            hint = suggestion(name, around.parameters)
            yield Fault(steps, f'unknown parameter "{name}"', hint)
        return
    number = _resolved(operand, around)
    if number is None:
        yield Fault(steps, "expected a number or {parameter: name}")
    elif not fact.low <= number <= fact.high:
        yield Fault(steps, f"{fact.path} runs from {fact.low:g} to {fact.high:g}")


def _resolved(operand: object, around: Surroundings) -> float | None:
    if isinstance(operand, Mapping):
        return around.parameters.get(str(operand.get("parameter")))
    if isinstance(operand, bool) or not isinstance(operand, int | float):
        return None
    return operand


def _values(fact: Fact, value: object, steps: Steps) -> Iterator[Fault]:
    if fact.kind in {Kind.TEXTS, Kind.CURVE}:
        yield Fault(steps, f"{fact.path} is a list; only `known` can be told of it")
        return
    several = isinstance(value, list)
    for at, one in enumerate(value if isinstance(value, list) else [value]):
        if isinstance(one, list) or not fact.contains(one):
            place = (*steps, at) if several else steps
            yield Fault(place, f"{fact.path} is never {_shown(one)}", _domain(fact, one))


def _shown(value: object) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else f"`{value}`"


def _domain(fact: Fact, value: object) -> str:
    if fact.kind is Kind.CHOICE:
        near = suggestion(value, fact.choices) if isinstance(value, str) else ""
        return near or f"one of {', '.join(fact.choices)}"
    if fact.kind is Kind.BOOL:
        return "true or false"
    if fact.kind is Kind.NUMBER:
        return f"a number of {fact.low:g} to {fact.high:g}"
    return ""


def _points(body: Body, around: Surroundings) -> Iterator[Fault]:
    points = body.get("points")
    along = body.get("along")
    if isinstance(along, str):
        fact = around.table.get(along)
        if fact is None:
            yield unknown_fact(along, around.table, ("along",))
        elif fact.kind is not Kind.NUMBER:
            yield Fault(("along",), f"{along} is no number, so nothing can be graded along it")
        if not isinstance(points, Mapping):
            yield Fault(("along",), "along needs points")
    if not isinstance(points, Mapping):
        return
    lower_end = around.dimensions.get(str(body.get("dimension")), False)
    if along is None:
        yield from _option_points(points, ("points",), lower_end=lower_end)
        return
    yield from _knots(points, lower_end=lower_end)


def _knots(points: Body, *, lower_end: bool) -> Iterator[Fault]:
    if len(points) < 2:  # noqa: PLR2004 - a line has two ends
        yield Fault(("points",), "a graded criterion has at least two knots")
    seen: dict[float, str] = {}
    for at, one in points.items():
        number = _number(at)
        if number is None:
            hint = "with `along`, points are {value of the fact: {option: points}}"
            yield Fault(("points", at), f'the knot "{at}" is no number', hint)
        elif number in seen:
            yield Fault(("points", at), f'the knots "{seen[number]}" and "{at}" are the same')
        else:
            seen[number] = at
        if isinstance(one, Mapping):
            yield from _option_points(one, ("points", at), lower_end=lower_end)
        else:
            yield Fault(("points", at), "a knot holds points by option")


def _option_points(points: Body, steps: Steps, *, lower_end: bool) -> Iterator[Fault]:
    for option, value in points.items():
        place = (*steps, option)
        if option not in set(Option):
            hint = suggestion(option, map(str, Option))
            yield Fault(place, f'unknown option "{option}"', hint or "points go to options")
        elif isinstance(value, bool) or not isinstance(value, int | float):
            yield Fault(place, "points are a number of -3 to 3")
        elif not -3 <= value <= 3:  # noqa: PLR2004 - the scale of the pack
            yield Fault(place, f"{value:g} points are out of -3 to 3")
        elif lower_end and option == Option.HYBRID:
            yield Fault(place, "a hybrid takes the lower end in this dimension", "remove it")


def _rules_out(body: Body, around: Surroundings) -> Iterator[Fault]:
    targets = body.get("rules_out")
    if not isinstance(targets, Mapping):
        return
    if not targets:
        yield Fault(("rules_out",), "nothing is ruled out")
    for target, rest in targets.items():
        steps = ("rules_out", target)
        if not isinstance(rest, Mapping):
            continue
        if "unless" in rest:
            yield from condition_faults(rest["unless"], around, (*steps, "unless"))
        spared = rest.get("except", [])
        of = PURCHASES_OF[Option(target)] if target in set(Option) else ()
        for at, purchase in enumerate(spared if isinstance(spared, list) else []):
            if purchase not in of:
                message = f"{purchase} is no way to buy inside {target}"
                yield Fault((*steps, "except", at), message)


def _purchases(body: Body) -> Iterator[Fault]:
    liked = body.get("purchases")
    if not isinstance(liked, Mapping):
        return
    for option, purchases in liked.items():
        for purchase in purchases if isinstance(purchases, Mapping) else ():
            if Purchase(purchase) not in PURCHASES_OF[Option(option)]:
                steps = ("purchases", option, purchase)
                yield Fault(steps, f"{purchase} is no way to buy inside {option}")


def _cost_facts(body: Body, around: Surroundings) -> Iterator[Fault]:
    """Refuse a cost fact in a constraint of stratum b: costs are known only after it."""
    if "rules_out" not in body or body.get("after_costs") is True:
        return
    for steps, path in _paths(body, ()):
        fact = around.table.get(path)
        if fact is not None and fact.money:
            hint = "add `after_costs: true`"
            yield Fault(steps, f"{path} is known only after constraints have acted", hint)


def _paths(raw: object, steps: Steps) -> Iterator[tuple[Steps, str]]:
    if isinstance(raw, Mapping):
        for key, value in raw.items():
            if key == "tests":
                continue
            yield (*steps, key), key
            yield from _paths(value, (*steps, key))
    elif isinstance(raw, list):
        for at, value in enumerate(raw):
            yield from _paths(value, (*steps, at))


def _sources(body: Body, around: Surroundings) -> Iterator[Fault]:
    sources = body.get("sources")
    for at, one in enumerate(sources if isinstance(sources, list) else []):
        steps = ("sources", at)
        kinds = [key for key in ("guide", "reference", "judgment") if key in one]
        if len(kinds) != 1:
            yield Fault(steps, "a source is one of guide, reference, and judgment")
        elif kinds == ["guide"]:
            if "section" not in one:
                yield Fault(steps, "a guide is cited with its section", "add section")
            if one["guide"] not in set(around.guides):
                hint = suggestion(str(one["guide"]), around.guides)
                yield Fault((*steps, "guide"), f'unknown guide "{one["guide"]}"', hint)
        elif kinds == ["reference"] and "date" not in one:
            yield Fault(steps, "a reference has a date", "add date")


def _tests(body: Body, around: Surroundings) -> Iterator[Fault]:
    tests = body.get("tests")
    for at, test in enumerate(tests if isinstance(tests, list) else []):
        steps: Steps = ("tests", at)
        given = test.get("given", {})
        for path, value in given.items():
            fact = around.table.get(path)
            if fact is None:
                yield unknown_fact(path, around.table, (*steps, "given", path))
            elif fact.kind is not Kind.CURVE and not fact.contains(value):
                message = f"{path} is never {_shown(value)}"
                yield Fault((*steps, "given", path), message, _domain(fact, value))
        yield from _expected(test.get("expect"), (*steps, "expect"))


def _expected(expected: object, steps: Steps) -> Iterator[Fault]:
    if isinstance(expected, Mapping):
        keys = set(expected)
        if keys != {"rules_out"} and not keys <= set(Option):
            yield Fault(steps, "expected points by option, or rules_out with a list")
    elif expected not in set(State):
        yield Fault(steps, f"expected one of {', '.join(State)}, points, or rules_out")


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
