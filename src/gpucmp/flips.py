"""What would change the verdict: the nearest values of each known fact at which another holds."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from gpucmp.deciding import Decision
from gpucmp.facts import Fact, FactTable, FactValue, Kind
from gpucmp.money.costinputs import COST_INPUTS
from gpucmp.questions import FAR, Trial
from gpucmp.report import Flip

PIECES = 8
"""Into how many pieces a stretch between two telling numbers is cut, where a clipped or graded
criterion may turn."""
FEW = 4
"""Numbers tried on either side where each is dear."""
OTHER_VALUE = 0.5
"""How far another value of a choice counts to lie, beside numbers by their relative change."""


def flips(
    trial: Trial, table: FactTable, base: Decision, *, thorough: bool = True
) -> tuple[Flip, ...]:
    """Give the nearest flips of every known fact, the nearest first.

    Each was decided on in full, and so was the value one step before it. Unless *thorough*, facts
    that costs hang on are tried at few numbers, as each has to be costed anew.
    """
    found = [
        flip
        for path, value in trial.stated.items()
        if path in trial.readers and path in table
        for flip in _of_fact(
            table[path],
            value,
            (trial, base.verdict.option),
            thorough=thorough or path not in COST_INPUTS,
        )
    ]
    return tuple(sorted(found, key=lambda one: (distance(one, table), one.fact, str(one.to))))


def distance(flip: Flip, table: FactTable) -> float:
    """Tell how far a flip lies: the change as a share of the number, at least of its step."""
    if table[flip.fact].kind is not Kind.NUMBER:
        return OTHER_VALUE
    old, new = _number(flip.from_), _number(flip.to)
    return abs(new - old) / max(abs(old), table[flip.fact].step)


Judged = tuple[Trial, str]
"""The way to other verdicts, and the present one."""


def _of_fact(fact: Fact, value: FactValue, judged: Judged, *, thorough: bool) -> Iterator[Flip]:
    trial, verdict = judged
    match fact.kind:
        case Kind.BOOL | Kind.CHOICE:
            for other in (True, False) if fact.kind is Kind.BOOL else fact.choices:
                if other != value:
                    changed = trial.verdict(fact.path, other)
                    if changed not in {None, verdict}:
                        yield Flip(fact.path, value, other, str(changed))
        case Kind.NUMBER:
            yield from _of_number(fact, _number(value), judged, thorough=thorough)
        case _:
            return


def _of_number(fact: Fact, value: float, judged: Judged, *, thorough: bool) -> Iterator[Flip]:
    trial, verdict = judged
    telling = [one for one in trial.numbers(fact.path) if fact.contains(one)]
    below = [value, *sorted((one for one in telling if one < value), reverse=True)]
    above = [value, *sorted(one for one in telling if one > value)]
    for stretch in (below, above):
        if not thorough:
            numbers = iter(stretch[1 : FEW + 1])
        elif fact.path in trial.smooth or fact.path in COST_INPUTS:
            numbers = _finer(fact, stretch)
        else:
            numbers = iter(stretch[1:])
        found = _first_change(fact, numbers, trial, verdict)
        if found is not None:
            to, changed = found
            yield Flip(fact.path, value, to, changed)


def _finer(fact: Fact, ends: Sequence[float]) -> Iterator[float]:
    """Cut each stretch into pieces on the fact's resolution; ends that are far are taken alone."""
    for start, end in pairwise(ends):
        if abs(end) < FAR:
            for piece in range(1, PIECES):
                yield _on_grid(fact, start + (end - start) * piece / PIECES)
        yield end


def _first_change(
    fact: Fact, numbers: Iterator[float], trial: Trial, verdict: str
) -> tuple[float, str] | None:
    """Walk outward to the first other verdict, then halve to where it begins."""
    last = _number(trial.stated[fact.path])
    for number in numbers:
        if number == last or not fact.contains(number):
            continue
        changed = trial.verdict(fact.path, number)
        if changed is None:
            return None
        if changed != verdict:
            return _halved(fact, (last, number, changed), trial, verdict)
        last = number
    return None


def _halved(
    fact: Fact, between: tuple[float, float, str], trial: Trial, verdict: str
) -> tuple[float, str]:
    """Narrow a change down to one step of the fact's resolution."""
    same, other, changed = between
    while abs(other - same) > fact.step * 1.000001:
        middle = _on_grid(fact, (same + other) / 2)
        if middle in {same, other}:
            break
        found = trial.verdict(fact.path, middle)
        if found is None or found == verdict:
            same = middle
        else:
            other, changed = middle, found
    return other, changed


def _on_grid(fact: Fact, number: float) -> float:
    on_grid = round(number / fact.step) * fact.step
    return int(on_grid) if on_grid == int(on_grid) else round(on_grid, 6)


def _number(value: FactValue) -> float:
    if isinstance(value, int | float):
        return value
    raise TypeError(f"not a number: {value!r}")
