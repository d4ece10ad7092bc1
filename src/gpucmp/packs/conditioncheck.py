"""What is wrong with a condition: facts, tests, values, and parameters that do not exist."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gpucmp.conditions import TESTS, alternatives
from gpucmp.facts import LONGEST_TEXT, Fact, FactTable, Kind
from gpucmp.reading.scalars import show
from gpucmp.reading.validation import found, plain, suggestion

Steps = tuple[str | int, ...]
GROUP_WORDS = ("all", "any", "none")
TEST_WORDS = (*(word for word in TESTS if word not in {"equals", "one_of"}), "known")
OPERAND = "a number or {parameter: name}"


class Fault(NamedTuple):
    """Something that is wrong with a rule, at *steps* below it."""

    steps: Steps
    message: str
    hint: str = ""


class Surroundings(NamedTuple):
    """What a rule may refer to."""

    table: FactTable
    dimensions: Mapping[str, bool]
    """Ids of the dimensions, each with whether a hybrid takes its lower end."""
    parameters: Mapping[str, float]
    guides: Sequence[str]


def condition_faults(raw: object, around: Surroundings, steps: Steps) -> Iterator[Fault]:
    """Find what is wrong with a condition."""
    if not isinstance(raw, Mapping):
        message = f"a condition is a mapping of facts to tests, not {found(raw)}"
        yield Fault(steps, message, "for example {demand.gpus: {at_least: 8}}")
        return
    if not raw:
        yield Fault(steps, "an empty condition always holds", "leave it out")
    for key, value in raw.items():
        if key in GROUP_WORDS:
            yield from _group(str(key), value, around, (*steps, str(key)))
        else:
            yield from _fact_test(str(key), value, around, (*steps, str(key)))


def unknown_fact(path: str, table: FactTable, steps: Steps) -> Fault:
    """Say that there is no such fact, and which may be meant."""
    hint = suggestion(path, table) or "`gpucmp schema profile` lists the facts"
    return Fault(steps, f"unknown fact {show(path)}", hint)


def value_fault(fact: Fact, value: object, steps: Steps) -> Iterator[Fault]:
    """Say so where *value* is none that *fact* can have."""
    if isinstance(value, list) or not fact.contains(value):
        message = f"{fact.path} is never {found(value)}"
        near = suggestion(value, fact.choices) if isinstance(value, str) else ""
        yield Fault(steps, message, near or domain(fact))


def domain(fact: Fact) -> str:
    """Say in words which values *fact* can have."""
    match fact.kind:
        case Kind.CHOICE:
            return f"one of {', '.join(fact.choices)}"
        case Kind.BOOL:
            return "true or false"
        case Kind.NUMBER:
            return _number_domain(fact)
        case Kind.TEXT:
            return f"text of 1 to {LONGEST_TEXT} characters"
        case _:
            return "a list"


def _number_domain(fact: Fact) -> str:
    what = "a whole number" if fact.whole else "a number"
    ends = []
    if fact.low > float("-inf"):
        ends.append(f"{'above' if fact.low_excluded else 'from'} {plain(fact.low)}")
    if fact.high < float("inf"):
        ends.append(f"up to {plain(fact.high)}")
    return " ".join((what, *ends))


def _group(word: str, value: object, around: Surroundings, steps: Steps) -> Iterator[Fault]:
    if not isinstance(value, list | Mapping) or not value:
        yield Fault(
            steps, f"`{word}` holds a list of conditions", "for example [{demand.gpus: 8}]"
        )
        return
    if isinstance(value, Mapping):
        for part in alternatives(value):
            yield from condition_faults(part, around, steps)
        return
    for at, part in enumerate(value):
        yield from condition_faults(part, around, (*steps, at))


def _fact_test(path: str, value: object, around: Surroundings, steps: Steps) -> Iterator[Fault]:
    fact = around.table.get(path)
    if fact is None:
        yield unknown_fact(path, around.table, steps)
    elif not isinstance(value, Mapping):
        yield from _values(fact, value, steps)
    elif not value:
        yield Fault(steps, "a test is missing", f"one of {', '.join(TEST_WORDS)}")
    else:
        words = _Words(fact, around)
        for word, operand in value.items():
            yield from words.faults(str(word), operand, (*steps, str(word)))


def _values(fact: Fact, value: object, steps: Steps) -> Iterator[Fault]:
    if fact.kind in {Kind.TEXTS, Kind.CURVE}:
        yield Fault(steps, f"{fact.path} is a list; only `known` can be told of it")
    elif not isinstance(value, list):
        yield from value_fault(fact, value, steps)
    elif not value:
        yield Fault(steps, f"{fact.path} is none of an empty list", "list the values")
    else:
        for at, one in enumerate(value):
            yield from value_fault(fact, one, (*steps, at))


class _Words(NamedTuple):
    """The tests in words that are made of one fact."""

    fact: Fact
    around: Surroundings

    def faults(self, word: str, operand: object, steps: Steps) -> Iterator[Fault]:
        """Find what is wrong with one test."""
        if word not in TEST_WORDS:
            hint = suggestion(word, TEST_WORDS) or f"one of {', '.join(TEST_WORDS)}"
            yield Fault(steps, f"unknown test {show(word)}", hint)
        elif word == "known":
            if not isinstance(operand, bool):
                yield Fault(steps, f"`known` is true or false, not {found(operand)}")
        elif word == "not":
            yield from _values(self.fact, operand, steps)
        elif self.fact.kind is not Kind.NUMBER:
            message = f"{self.fact.path} is no number, so `{word}` cannot be told"
            yield Fault(steps, message, domain(self.fact))
        elif word == "between":
            yield from self._between(operand, steps)
        else:
            yield from self._operand(operand, steps)

    def _between(self, operand: object, steps: Steps) -> Iterator[Fault]:
        match operand:
            case [low, high]:
                yield from self._operand(low, (*steps, 0))
                yield from self._operand(high, (*steps, 1))
                ends = self._resolved(low), self._resolved(high)
            case _:
                yield Fault(steps, "`between` holds two numbers, [from, to]")
                return
        if ends[0] is not None and ends[1] is not None and ends[0] >= ends[1]:
            message = f"nothing lies between {plain(ends[0])} and {plain(ends[1])}"
            yield Fault(steps, message, "write [from, to]")

    def _operand(self, operand: object, steps: Steps) -> Iterator[Fault]:
        number = self._resolved(operand)
        if number is not None:
            if not self.fact.low <= number <= self.fact.high:
                message = f"{self.fact.path} is never {found(number)}"
                yield Fault(steps, message, domain(self.fact))
            return
        match operand:
            case {"parameter": str(name), **rest} if not rest:
                hint = suggestion(name, self.around.parameters)
                yield Fault(steps, f"unknown parameter {show(name)}", hint)
            case _:
                yield Fault(steps, f"expected {OPERAND}, found {found(operand)}")

    def _resolved(self, operand: object) -> float | None:
        match operand:
            case bool():
                return None
            case int() | float():
                return operand
            case {"parameter": str(name), **rest} if not rest:
                return self.around.parameters.get(name)
            case _:
                return None
