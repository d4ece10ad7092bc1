"""The laws of the flips (DESIGN, sections 5.7 and 6)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gpucmp.advice import Knowledge, advise, money_of
from gpucmp.consistency import contradictions_in
from gpucmp.derived import DERIVED_INPUTS
from gpucmp.facts import Facts, Kind
from gpucmp.flips import flips
from gpucmp.profile import Profile
from gpucmp.questions import Asker
from gpucmp.report import Flip
from tests.properties.test_advice import CASES, COSTED_CASES, Case, decided

MANY = settings(max_examples=max(500, settings().max_examples))


def flips_of(case: Case, *, thorough: bool = True) -> tuple[Flip, ...]:
    knowledge, facts = case
    asker = Asker(knowledge.pack, knowledge.table, knowledge.catalog)
    base, money = decided(knowledge, facts), money_of(Profile("a profile", facts), knowledge)
    trial = asker.trial(facts, base, money)
    return flips(trial, knowledge.table, base, thorough=thorough)


def verdict_on(knowledge: Knowledge, facts: Facts) -> str:
    return decided(knowledge, facts).verdict.option


@MANY
@given(CASES | COSTED_CASES)
def test_each_flip_flips_and_one_step_before_it_does_not(case: Case) -> None:
    verdict = verdict_on(*case)
    for flip in flips_of(case, thorough=False):
        changed = {**case.facts, flip.fact: flip.to}
        assert contradictions_in(changed) == ()
        assert verdict_on(case.knowledge, changed) == flip.verdict != verdict
        fact = case.knowledge.table[flip.fact]
        if fact.kind is Kind.NUMBER:
            old = case.facts[flip.fact]
            assert isinstance(old, int | float)
            assert isinstance(flip.to, int | float)
            step = fact.step if flip.to < old else -fact.step
            before: Facts = {**case.facts, flip.fact: round(flip.to + step, 6)}
            if (flip.to + step - old) * (flip.to - old) > 0 and not contradictions_in(before):
                assert verdict_on(case.knowledge, before) == verdict


@MANY
@given(CASES, st.data())
def test_no_nearer_flip_exists(case: Case, data: st.DataObject) -> None:
    verdict = verdict_on(*case)
    found = flips_of(case)
    numbers = [
        path
        for path in case.facts
        if case.knowledge.table[path].kind is Kind.NUMBER and path not in DERIVED_INPUTS
    ]
    if not numbers:
        return
    path = data.draw(st.sampled_from(numbers))
    fact, value = case.knowledge.table[path], case.facts[path]
    assert isinstance(value, int | float)
    for sign in (-1, 1):
        values = [one.to for one in found if one.fact == path]
        beyond = [
            one for one in values if isinstance(one, int | float) and sign * (one - value) > 0
        ]
        nearest = beyond[0] if beyond else None
        for count in range(1, 20):
            tried = round(value + sign * count * fact.step, 6)
            tried = int(tried) if fact.whole else tried
            facts = {**case.facts, path: tried}
            if not fact.contains(tried) or contradictions_in(facts):
                break
            if nearest is not None and sign * (tried - nearest) >= 0:
                break
            assert verdict_on(case.knowledge, facts) == verdict


@given(CASES | COSTED_CASES)
def test_flips_are_of_stated_facts_and_the_nearest_comes_first(case: Case) -> None:
    found = advise(Profile("a profile", case.facts), case.knowledge).flips

    assert all(case.facts[one.fact] == one.from_ != one.to for one in found)
    assert len({(one.fact, one.to) for one in found}) == len(found)
