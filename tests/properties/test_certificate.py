"""The laws of the certificate (DESIGN, sections 5.5 and 6)."""

from itertools import product

from hypothesis import example, given, settings
from hypothesis import strategies as st

from gpucmp.advice import Knowledge
from gpucmp.certificate import EXACT
from gpucmp.consistency import contradictions_in
from gpucmp.facts import Facts, FactValue
from gpucmp.questions import Asker
from gpucmp.report import NONE, UNDECIDED, Report
from tests.properties.test_advice import (
    BUILTIN,
    CASES,
    COSTED_CASES,
    FACTS,
    PRICED,
    Case,
    decided,
    report,
    small_cases,
)

MOST_COMPLETIONS = 400
"""Beyond so many, a small pack is left to the random completions."""


def verdict_on(knowledge: Knowledge, facts: Facts) -> str:
    return decided(knowledge, facts).verdict.option


def reachable(found: Report) -> set[str]:
    """Name the verdicts that the certificate allows for."""
    return {found.verdict.option, *found.verdict.could_still_win}


def completions(knowledge: Knowledge, facts: Facts) -> list[Facts] | None:
    """Give every completion over the values that tell rules apart; None where there are many."""
    asker = Asker(knowledge.pack, knowledge.table, knowledge.catalog)
    values = {path: asker.answers(path) for path in asker.open_facts(facts)}
    values = {path: found for path, found in values.items() if found}
    count = 1
    for found in values.values():
        count *= len(found)
        if count > MOST_COMPLETIONS:
            return None
    answered = (dict(zip(values, chosen, strict=True)) for chosen in product(*values.values()))
    return [full for one in answered if not contradictions_in(full := {**facts, **one})]


@settings(max_examples=max(1000, settings().max_examples))
@given(small_cases())
def test_the_certificate_equals_brute_force_on_small_packs(case: Case) -> None:
    found = report(*case)
    every = completions(*case)
    if every is None:
        return
    verdicts = {verdict_on(case.knowledge, full) for full in every}

    assert verdicts <= {*reachable(found), UNDECIDED, NONE}
    if found.verdict.certain:
        assert verdicts <= {found.verdict.option}


@given(CASES | COSTED_CASES)
def test_every_completion_that_is_named_makes_its_rival_win(case: Case) -> None:
    found = report(*case)

    for rival in found.certificate.could_still_win:
        if rival.proven:
            facts = {**case.facts, **rival.completion}
            assert contradictions_in(facts) == ()
            assert verdict_on(case.knowledge, facts) == rival.verdict
    if found.verdict.exactness == EXACT:
        assert all(rival.proven for rival in found.certificate.could_still_win)


@settings(max_examples=max(500, settings().max_examples))
@given(CASES | COSTED_CASES, st.data())
def test_what_the_certificate_excludes_no_random_completion_brings(
    case: Case, data: st.DataObject
) -> None:
    found = report(*case)
    asker = Asker(case.knowledge.pack, case.knowledge.table, case.knowledge.catalog)
    answers: dict[str, FactValue] = {}
    for path in asker.open_facts(case.facts):
        fact = case.knowledge.table[path]
        values = asker.answers(path)
        if not values:
            continue
        chosen = data.draw(st.sampled_from(values), label=path)
        between = data.draw(st.floats(0, 1), label=f"{path} moved")
        if isinstance(chosen, float) and not fact.whole:
            chosen += between * fact.step
        if fact.contains(chosen) and not contradictions_in(
            {**case.facts, **answers, path: chosen}
        ):
            answers[path] = chosen
    verdict = verdict_on(case.knowledge, {**case.facts, **answers})

    assert verdict in {*reachable(found), UNDECIDED, NONE}
    assert not found.verdict.certain or verdict == found.verdict.option


@given(CASES)
def test_a_profile_with_no_open_fact_is_certain_or_undecided(case: Case) -> None:
    found = report(*case)
    asker = Asker(case.knowledge.pack, case.knowledge.table, case.knowledge.catalog)

    if not asker.open_facts(case.facts) and found.verdict.option not in {NONE, UNDECIDED}:
        assert found.verdict.certain
        assert found.verdict.could_still_win == ()


@example(Case(PRICED, {}))
@example(Case(BUILTIN, {}))
@given(FACTS.map(lambda facts: Case(PRICED, facts)))
def test_the_verdict_itself_is_no_rival(case: Case) -> None:
    found = report(*case)

    assert found.verdict.option not in found.verdict.could_still_win
    assert not (found.verdict.certain and found.verdict.could_still_win)
