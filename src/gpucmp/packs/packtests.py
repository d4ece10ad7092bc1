"""Runs the tests that stand inside the rules of a pack."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gpucmp.catalog import Catalog
from gpucmp.derived import derive
from gpucmp.errors import Place
from gpucmp.facts import Facts, FactTable
from gpucmp.options import Option, State
from gpucmp.pack import Pack, Points, Rule
from gpucmp.packs.packfile import PackSource
from gpucmp.profile import profile_from
from gpucmp.scoring import Judgment, judge

RULES_OUT = "rules_out"
TOLERANCE = 1e-9
_PLACE = re.compile(r"(?P<file>.*):(?P<line>\d+):(?P<column>\d+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class TestResult:
    """What became of one test of a rule."""

    rule: str
    index: int
    """Which test of the rule, counted from 1."""
    place: Place
    passed: bool
    expected: str
    got: str


def run_tests(
    source: PackSource, pack: Pack, table: FactTable, catalog: Catalog
) -> tuple[TestResult, ...]:
    """Run every test of *source* on the rules of *pack*, with the parameters as layered."""
    return tuple(
        _run(rule, (at, test), _place_of_test(source, rule, at), judged)
        for rule in pack.rules
        for at, test in enumerate(source.tests.get(rule.id, ()))
        for judged in [judge(rule, derive(facts_given(test, table), pack.parameters, catalog))]
    )


def _place_of_test(source: PackSource, rule: Rule, at: int) -> Place:
    """Find a test; that of a rule below stands at the parameter that the layer changes."""
    document = source.document
    if document is not None and rule.id not in source.own:
        changed = (("parameters", name) for name in rule.parameters)
        for pointer in changed:
            if pointer in document.places:
                return document.key_place(pointer)
    return place_of(source, rule, "tests", at)


def _run(
    rule: Rule, numbered: tuple[int, Mapping[str, object]], place: Place, judged: Judgment
) -> TestResult:
    at, test = numbered
    expect = test.get("expect")
    passed = _is_as_expected(judged, expect)
    return TestResult(rule.id, at + 1, place, passed, expected_text(test), _got(judged, expect))


def expected_state(test: Mapping[str, object]) -> str:
    """Give the state that *test* expects; points and removals come only with a rule that fires."""
    expect = test.get("expect")
    return State.FIRES.value if isinstance(expect, Mapping) else str(expect)


def facts_given(test: Mapping[str, object], table: FactTable) -> Facts:
    """Give the facts that *test* states, as a profile would."""
    given = test.get("given")
    groups: dict[str, dict[str, object]] = {}
    for path, value in given.items() if isinstance(given, Mapping) else ():
        group, _, name = str(path).partition(".")
        groups.setdefault(group, {})[name] = value
    return profile_from({"name": "a test", **groups}, table).facts


def place_of(source: PackSource, rule: Rule, *steps: str | int) -> Place:
    """Find where a part of *rule* stands: in the pack's own files, else where the rule stands."""
    if source.document is not None and rule.id in source.own:
        return source.document.key_place(("rules", rule.id, *steps))
    found = _PLACE.fullmatch(rule.place)
    if found is None:
        return Place(rule.place)
    return Place(found["file"], int(found["line"]), int(found["column"]))


def _is_as_expected(judged: Judgment, expect: object) -> bool:
    if not isinstance(expect, Mapping):
        return judged.state == expect
    if judged.state is not State.FIRES:
        return False
    if RULES_OUT in expect:
        return set(_removed(judged)) == set(_names(expect[RULES_OUT]))
    return all(
        abs(judged.points.get(option, 0.0) - _number(expect.get(option))) < TOLERANCE
        for option in Option
    )


def expected_text(test: Mapping[str, object]) -> str:
    """Write what *test* expects in a few words."""
    expect = test.get("expect")
    if not isinstance(expect, Mapping):
        return str(expect)
    if RULES_OUT in expect:
        return _ruling_out(_names(expect[RULES_OUT]))
    return points_text({option: _number(expect.get(option)) for option in Option})


def _got(judged: Judgment, expect: object) -> str:
    if judged.state is State.UNKNOWN:
        return f"unknown, as it waits for {', '.join(judged.waits_for)}"
    if judged.state is not State.FIRES or not isinstance(expect, Mapping):
        return judged.state.value
    return _ruling_out(_removed(judged)) if RULES_OUT in expect else points_text(judged.points)


def points_text(points: Points) -> str:
    """Write points in a few words, as ``self-hosted +3, cloud -3``; those of 0 are left out."""
    shown = [f"{option} {points[option]:+.6g}" for option in Option if points.get(option)]
    return ", ".join(shown) or "no points"


def _ruling_out(targets: Iterable[str]) -> str:
    return f"rules out {', '.join(targets) or 'nothing'}"


def _removed(judged: Judgment) -> list[str]:
    return [removal.target.value for removal in judged.removals if removal.certain]


def _names(value: object) -> list[str]:
    return list(map(str, value)) if isinstance(value, list) else [str(value)]


def _number(value: object) -> float:
    return value if isinstance(value, int | float) else 0.0
