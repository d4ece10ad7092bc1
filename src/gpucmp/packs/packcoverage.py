"""How far the tests of a pack, and a set of profiles, exercise its rules."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from gpucmp.advice import Knowledge
from gpucmp.conditions import leaves
from gpucmp.deciding import Decision, decide_on
from gpucmp.derived import derive
from gpucmp.errors import Place
from gpucmp.facts import Fact, Facts, FactTable
from gpucmp.options import State
from gpucmp.pack import Pack, Rule
from gpucmp.packs.packfile import PackSource
from gpucmp.packs.packtests import expected_state, facts_given, place_of
from gpucmp.profile import Profile
from gpucmp.scoring import judge

NEAR_SHARE = 0.02
"""How far beside a threshold a test may lie, as a share of it, where that is more than a step."""
TOLERANCE = 1e-9
FAR_BELOW = frozenset({"at_least", "below", "between"})
"""Tests that come out otherwise just below their number; of the rest it is just above."""


class Need(NamedTuple):
    """Something that the tests of a rule should show."""

    what: str
    """What kind of test, as ``test that expects fires``."""
    hint: str
    place: Place
    met: bool


class RuleCoverage(NamedTuple):
    """What the tests of one rule should show, and whether they do."""

    rule: str
    place: Place
    needs: tuple[Need, ...]

    @property
    def percent(self) -> int:
        """Give the share of what is shown, rounded down."""
        return coverage_percent((self,))


def coverage_percent(coverages: Iterable[RuleCoverage]) -> int:
    """Give the share of what the tests of all rules show, rounded down; 100 without rules."""
    needs = [need for one in coverages for need in one.needs]
    return 100 * sum(need.met for need in needs) // len(needs) if needs else 100


def test_coverage(source: PackSource, pack: Pack, table: FactTable) -> tuple[RuleCoverage, ...]:
    """Tell for each rule in the pack's own files what its tests show."""
    return tuple(
        RuleCoverage(rule.id, place_of(source, rule), tuple(_Needs(source, pack, table, rule)))
        for rule in pack.rules
        if rule.id in source.own
    )


class _Needs:
    """What the tests of one rule should show."""

    def __init__(self, source: PackSource, pack: Pack, table: FactTable, rule: Rule) -> None:
        tests = source.tests.get(rule.id, [])
        self._source = source
        self._table = table
        self._rule = rule
        self._parameters = pack.parameters
        self._states = {expected_state(test) for test in tests}
        self._given = [facts_given(test, table) for test in tests]
        self._steps = dict(_steps_of_tests(source, pack, rule))

    def __iter__(self) -> Iterator[Need]:
        """Go over the needs: states, then thresholds, then knots."""
        for state in State:
            if self._can_be(state):
                what = f"test that expects {state}"
                hint = "or points, or rules_out" if state is State.FIRES else ""
                yield self._need(what, hint, met=state in self._states)
        thresholds = {
            (test.fact, at, test.word in FAR_BELOW): None
            for condition in self._rule.conditions
            for test in leaves(condition)
            for at in test.thresholds()
        }
        for path, at, far_below in thresholds:
            yield from self._threshold(self._table[path], at, far_below=far_below)
        yield from self._knots()

    def _can_be(self, state: State) -> bool:
        rule = self._rule
        if state is State.DOES_NOT_FIRE:
            spared = rule.rules_out and all(one.unless for one in rule.rules_out)
            return bool(rule.when or rule.unless_known or spared)
        if state is State.NOT_APPLICABLE:
            return rule.applies_when is not None
        if state is State.UNKNOWN:
            return any(judge(rule, facts).state is state for facts in self._with_less_known())
        return True

    def _with_less_known(self) -> Iterator[Facts]:
        """Give facts that leave open what the rule may hang on."""
        yield {}
        for given in self._given:
            for path in given:
                yield {other: value for other, value in given.items() if other != path}

    def _threshold(self, fact: Fact, at: float, *, far_below: bool) -> Iterator[Need]:
        steps = self._steps.get((fact.path, at), ())
        side = -1 if far_below else 1
        values = self._values(fact.path)
        if fact.contains(at):
            what = f"test exactly on {fact.path} {at:g}"
            yield self._need(what, "", steps, met=at in values)
        if fact.low < at if far_below else at < fact.high:
            reach = max(fact.step, NEAR_SHARE * abs(at)) + TOLERANCE
            near = any(0 < side * (value - at) <= reach for value in values)
            what = f"test just {'below' if far_below else 'above'} {fact.path} {at:g}"
            yield self._need(what, f"as on {at + side * fact.step:g}", steps, met=near)

    def _knots(self) -> Iterator[Need]:
        path = self._rule.along
        values = self._values(path)
        for knot in self._rule.knots:
            what = f"test exactly on the knot {knot.at:g} of {path}"
            steps = self._steps.get(("points", knot.at), ("points",))
            yield self._need(what, "", steps, met=knot.at in values)
        for low, high in pairwise(self._rule.knots):
            what = f"test between the knots {low.at:g} and {high.at:g} of {path}"
            steps = self._steps.get(("points", low.at), ("points",))
            between = any(low.at < value < high.at for value in values)
            yield self._need(what, f"as on {(low.at + high.at) / 2:g}", steps, met=between)

    def _values(self, path: str) -> list[float]:
        found = (given.get(path) for given in self._given)
        return [value for value in found if isinstance(value, int | float)]

    def _need(self, what: str, hint: str, steps: tuple[str | int, ...] = (), *, met: bool) -> Need:
        return Need(what, hint, place_of(self._source, self._rule, *steps), met)


Steps = tuple[str | int, ...]


def _steps_of_tests(
    source: PackSource, pack: Pack, rule: Rule
) -> Iterator[tuple[tuple[str, float], Steps]]:
    """Tell where each threshold and knot of *rule* stands in the pack's own files."""
    document = source.document
    body: object = document.data if document is not None else {}
    for step in ("rules", rule.id):
        body = body.get(step) if isinstance(body, Mapping) else None
    points = body.get("points") if rule.along and isinstance(body, Mapping) else None
    for knot in points if isinstance(points, Mapping) else ():
        yield ("points", float(knot)), ("points", str(knot))
    for steps, number in _numbers(body, pack, ()):
        paths = [step for step in steps if isinstance(step, str) and "." in step]
        if paths and steps[0] not in {"points", "tests"}:
            yield (paths[-1], number), steps


def _numbers(raw: object, pack: Pack, steps: Steps) -> Iterator[tuple[Steps, float]]:
    match raw:
        case {"parameter": str(name), **rest} if not rest and name in pack.parameters:
            yield steps, pack.value(name)
        case dict():
            for key, value in raw.items():
                yield from _numbers(value, pack, (*steps, str(key)))
        case list():
            for at, value in enumerate(raw):
                yield from _numbers(value, pack, (*steps, at))
        case int() | float():
            yield steps, raw
        case _:
            return


class RuleUse(NamedTuple):
    """What a rule did on a set of profiles."""

    rule: str
    fired: int
    """On how many profiles it fired."""
    decided: int
    """On how many profiles the verdict would be another without it."""
    can_decide: bool
    """Whether it can touch a verdict at all: a caution cannot."""


class ProfileCoverage(NamedTuple):
    """What the rules did on a set of profiles."""

    profiles: int
    rules: tuple[RuleUse, ...]

    @property
    def never_fired(self) -> tuple[str, ...]:
        """Name the rules that fired on no profile."""
        return tuple(one.rule for one in self.rules if one.fired == 0)

    @property
    def always_fired(self) -> tuple[str, ...]:
        """Name the rules that fired on every profile."""
        return tuple(one.rule for one in self.rules if 0 < one.fired == self.profiles)

    @property
    def never_decided(self) -> tuple[str, ...]:
        """Name the rules without which every verdict would be the same."""
        return tuple(one.rule for one in self.rules if one.can_decide and one.decided == 0)


def profile_coverage(profiles: Iterable[Profile], knowledge: Knowledge) -> ProfileCoverage:
    """Tell which rules fire on *profiles*, and which of them decide a verdict."""
    pack = knowledge.pack
    fired = dict.fromkeys((rule.id for rule in pack.rules), 0)
    decided = dict(fired)
    count = 0
    for profile in profiles:
        count += 1
        facts = derive(profile.facts, pack.parameters, knowledge.catalog)
        judgments = tuple(judge(rule, facts) for rule in pack.rules)
        verdict = _winner(decide_on(pack, facts, judgments))
        for at, judged in enumerate(judgments):
            if judged.state is not State.FIRES:
                continue
            fired[judged.rule.id] += 1
            others = judgments[:at] + judgments[at + 1 :]
            decided[judged.rule.id] += _winner(decide_on(pack, facts, others)) != verdict
    return ProfileCoverage(
        count,
        tuple(
            RuleUse(rule.id, fired[rule.id], decided[rule.id], rule.advises is None)
            for rule in pack.rules
        ),
    )


def _winner(decision: Decision) -> tuple[object, ...]:
    return decision.verdict.option, decision.verdict.purchases
