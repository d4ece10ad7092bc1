"""The laws of the advice (DESIGN, section 6), over random profiles and packs."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from gpucmp import loading
from gpucmp.advice import Knowledge, advise, money_of
from gpucmp.conditions import condition_from
from gpucmp.consistency import contradictions_in
from gpucmp.deciding import Decision, decide, purchases_left
from gpucmp.derived import derive, inputs_of
from gpucmp.facts import Facts, FactValue
from gpucmp.money.costinputs import COST_INPUTS
from gpucmp.options import OWNED_PURCHASES, RENTED_PURCHASES, Option, State, Strength
from gpucmp.pack import Rule
from gpucmp.profile import Profile
from gpucmp.questions import Asker, facts_read
from gpucmp.report import NONE, UNDECIDED, Purchases, Report
from gpucmp.scoring import graded, judge
from tests.builders import a_knowledge, a_rule
from tests.properties.strategies import (
    CONDITIONS,
    DIMENSIONS,
    POINTS,
    READ_BY_CONDITIONS,
    SMALL,
    STATED,
    bodies,
    facts_of,
    numbers_read,
    packs,
    values,
)

PRICED = loading.knowledge()
BUILTIN = PRICED._replace(book=None)
"""Without prices the criteria alone decide, which is where most laws hold."""
FACTS = facts_of(BUILTIN.pack, BUILTIN.catalog)
CLOUD, SELF_HOSTED, HYBRID = Option.CLOUD, Option.SELF_HOSTED, Option.HYBRID
A_BIT = 1e-9
WEAKER = {
    Strength.CLEAR: Strength.LEAN,
    Strength.LEAN: Strength.CLOSE,
    Strength.CLOSE: Strength.CLOSE,
}
SETTLED = {
    State.FIRES: "speaks",
    State.DOES_NOT_FIRE: "is silent",
    State.NOT_APPLICABLE: "is silent",
}


class Case(NamedTuple):
    """What is advised on, and by what."""

    knowledge: Knowledge
    facts: Facts

    def __repr__(self) -> str:
        pack = self.knowledge.pack
        rules = "built-in" if pack.id == "builtin" else (pack.dimensions, pack.rules, pack.offers)
        return f"Case({rules}, priced={self.knowledge.book is not None}, {self.facts})"


@st.composite
def small_cases(draw: st.DrawFn) -> Case:
    """Give a small random pack with facts that it reads."""
    knowledge = a_knowledge(draw(packs()))
    return Case(knowledge, draw(small_facts(knowledge)))


def small_facts(knowledge: Knowledge) -> st.SearchStrategy[Facts]:
    return facts_of(knowledge.pack, knowledge.catalog, SMALL)


PRICED_CASES = FACTS.map(lambda facts: Case(PRICED, facts))
COSTED: Facts = {
    "demand.gpus": 8,
    "demand.utilization_percent": 45,
    "demand.horizon_months": 12,
    "hardware.gpu": "H100-SXM5-80GB",
}
COSTED_CASES = FACTS.map(lambda facts: Case(PRICED, {**facts, **COSTED})).filter(
    lambda case: not contradictions_in(case.facts)
)
"""Profiles that always have costs: random ones rarely hold all that costs need."""
CASES = small_cases() | FACTS.map(lambda facts: Case(BUILTIN, facts))
"""Small packs clip, forbid, and tie often; the built-in one reads every fact."""


def decided(knowledge: Knowledge, facts: Facts) -> Decision:
    pack = knowledge.pack
    money = money_of(Profile("a profile", facts), knowledge)
    return decide(pack, derive(facts, pack.parameters, knowledge.catalog), money)


def report(knowledge: Knowledge, facts: Facts) -> Report:
    return advise(Profile("a profile", facts), knowledge)


def value_of(points: Mapping[Option, float], option: Option) -> float:
    return points.get(option, 0.0)


@given(CASES | PRICED_CASES)
def test_the_printed_parts_sum_to_the_printed_score(case: Case) -> None:
    found = report(*case)

    for option in Option:
        tenths = [part.points * 10 for part in found.parts if part.option is option]
        assert tenths == pytest.approx([round(one) for one in tenths])
        assert sum(map(round, tenths)) == round(found.scores[option] * 10)


@given(CASES | PRICED_CASES)
def test_a_ruled_out_option_is_never_the_verdict(case: Case) -> None:
    found = report(*case)

    out = {one.option for one in found.ruled_out if one.option and one.certain}
    assert found.verdict.option not in out
    assert found.verdict.rival not in out


@given(CASES)
def test_every_option_that_is_out_has_a_rule_that_says_so(case: Case) -> None:
    found = report(*case)

    said = {one.option or one.purchase for one in found.ruled_out if one.certain}
    for option, left in decided(*case).left.items():
        if not left:
            assert option in said or said & {*OWNED_PURCHASES, *RENTED_PURCHASES}


@given(CASES)
def test_a_verdict_names_purchases_that_are_left_in_its_option(case: Case) -> None:
    found = decided(*case)
    verdict = found.verdict

    if verdict.option in {NONE, UNDECIDED}:
        assert (verdict.purchase, verdict.purchases) == (None, Purchases())
    else:
        left = set(found.left[Option(verdict.option)])
        owned, rented = verdict.purchases.owned, verdict.purchases.rented
        assert {one for one in (owned, rented) if one is not None} <= left
        assert (owned is not None) == bool(left & set(OWNED_PURCHASES))
        assert (rented is not None) == bool(left & set(RENTED_PURCHASES))


@given(CASES | PRICED_CASES)
def test_the_same_input_gives_the_same_report(case: Case) -> None:
    knowledge, facts = case
    again = knowledge._replace(pack=knowledge.pack._replace(), catalog=replace(knowledge.catalog))
    backwards = {path: facts[path] for path in reversed([*facts])}

    assert repr(report(again, backwards)) == repr(report(knowledge, facts))


@settings(max_examples=30)
@given(st.lists(FACTS, min_size=2, max_size=4))
def test_the_advice_on_many_profiles_is_that_on_each(many: list[Facts]) -> None:
    together = [report(BUILTIN, facts) for facts in many]

    alone = [report(BUILTIN._replace(), facts) for facts in reversed(many)]
    assert together == alone[::-1]


@given(small_cases(), CONDITIONS, st.sampled_from(DIMENSIONS), POINTS)
def test_a_rule_that_does_not_fire_changes_no_score(
    case: Case, when: object, dimension: str, points: dict[Option, float]
) -> None:
    knowledge, facts = case
    pack = knowledge.pack
    rule = a_rule("EXTRA", when=when, dimension=dimension, points=points)
    known = derive(facts, pack.parameters, knowledge.catalog)
    assume(judge(rule, known).state is not State.FIRES)

    with_it = decide(pack._replace(rules=(rule, *pack.rules)), known)

    assert with_it.scores == decide(pack, known).scores


@pytest.mark.parametrize(
    "path",
    [
        "demand.utilization_percent",
        "demand.needed_in_weeks",
        "data.egress_tb_per_month",
        "data.stored_tb",
    ],
)
@given(data=st.data())
def test_more_of_a_graded_fact_never_helps_the_cloud(path: str, data: st.DataObject) -> None:
    facts = data.draw(FACTS)
    amounts = values(BUILTIN.table[path], BUILTIN.catalog, numbers_read(BUILTIN.pack)[path])
    less, more = sorted(number(data.draw(amounts)) for _ in range(2))

    before, after = (decided(BUILTIN, {**facts, path: amount}) for amount in (less, more))

    assert lead(before.scores) <= lead(after.scores) + A_BIT


@pytest.mark.parametrize(
    "rule", [rule for rule in BUILTIN.pack.rules if rule.along in STATED], ids=lambda rule: rule.id
)
@given(data=st.data())
def test_more_of_what_a_rule_grades_never_helps_the_cloud(rule: Rule, data: st.DataObject) -> None:
    near = tuple(knot.at for knot in rule.knots)
    amounts = values(BUILTIN.table[rule.along], BUILTIN.catalog, near)
    less, more = sorted(number(data.draw(amounts)) for _ in range(2))

    assert lead(graded(rule.knots, less)) <= lead(graded(rule.knots, more)) + A_BIT


def number(value: FactValue) -> float:
    assert isinstance(value, int | float)
    return value


def lead(points: Mapping[Option, float]) -> float:
    """Give what self-hosted has over the cloud."""
    return value_of(points, SELF_HOSTED) - value_of(points, CLOUD)


@given(CONDITIONS, READ_BY_CONDITIONS, st.data())
def test_a_condition_that_is_settled_is_so_for_every_completion(
    raw: object, whole: Facts, data: st.DataObject
) -> None:
    condition = condition_from(raw)
    known = data.draw(st.sets(st.sampled_from(sorted(whole))))

    held = condition.holds({path: whole[path] for path in known})

    assert condition.holds(whole) is not None
    assert held is None or condition.holds(whole) is held


@given(bodies(), READ_BY_CONDITIONS, st.data())
def test_a_rule_that_is_settled_is_so_for_every_completion(
    body: dict[str, object], whole: Facts, data: st.DataObject
) -> None:
    rule = a_rule(**body)._replace(unless_known=None)
    known = data.draw(st.sets(st.sampled_from(sorted(whole))))

    part, full = judge(rule, {path: whole[path] for path in known}), judge(rule, whole)

    assert full.state in SETTLED
    if part.state in SETTLED:
        assert SETTLED[part.state] == SETTLED[full.state]
        assert part.points == full.points
    removed = {one.target for one in part.removals if one.certain}
    assert removed <= {one.target for one in full.removals if one.certain}
    possible = {one.target for one in part.removals}
    assert {one.target for one in full.removals} <= possible


def reads(rule: Rule) -> set[str]:
    """Name the facts of a profile that can matter for *rule*."""
    found = {given for path in facts_read(rule) for given in inputs_of(path)}
    kind = {"demand.utilization_kind"} if "demand.utilization_percent" in found else set()
    return found | kind


@given(CASES, st.data())
def test_one_more_fact_changes_nothing_for_the_rules_of_other_facts(
    case: Case, data: st.DataObject
) -> None:
    knowledge, facts = case
    path = data.draw(st.sampled_from([one for one in STATED if one not in facts] or STATED))
    value = data.draw(values(knowledge.table[path], knowledge.catalog))

    before, after = decided(knowledge, facts), decided(knowledge, {**facts, path: value})

    for was, is_now in zip(before.judgments, after.judgments, strict=True):
        assert path in reads(was.rule) or was == is_now


@given(CASES)
def test_planned_evidence_changes_no_score_and_only_weakens_by_a_step(case: Case) -> None:
    knowledge, facts = case

    planned, measured = (
        decided(knowledge, {**facts, "demand.evidence": evidence})
        for evidence in ("planned", "measured")
    )

    assert (planned.scores, planned.left) == (measured.scores, measured.left)
    strength = measured.verdict.strength
    weaker = WEAKER[strength] if strength and measured.verdict.rival else strength
    lowered = weaker is not strength
    assert planned.verdict == measured.verdict._replace(strength=weaker, lowered=lowered)


@given(CASES)
def test_scores_run_from_0_to_100_and_dimensions_from_minus_3_to_3(case: Case) -> None:
    found = report(*case)

    assert all(0 <= score <= 100 for score in found.scores.values())
    assert all(
        -3 <= value <= 3 for dimension in found.dimensions for value in dimension.values.values()
    )


@given(CASES)
def test_a_hybrid_takes_the_lower_end_where_it_needs_both(case: Case) -> None:
    for found in decided(*case).dimensions:
        ends = [value_of(found.values, option) for option in (SELF_HOSTED, CLOUD)]
        if found.dimension.lower_end:
            assert value_of(found.values, HYBRID) == min(ends)


@given(CASES)
def test_a_dimension_is_the_sum_of_its_rules_up_to_3(case: Case) -> None:
    found = decided(*case)

    for one in found.dimensions:
        rules = [judged for judged in found.judgments if judged.rule.dimension == one.dimension.id]
        for option in (SELF_HOSTED, CLOUD):
            total = sum(value_of(judged.points, option) for judged in rules)
            assert value_of(one.values, option) == pytest.approx(max(-3, min(3, total)))


@given(CASES | PRICED_CASES)
def test_nothing_is_the_verdict_only_where_everything_is_ruled_out(case: Case) -> None:
    found = decided(*case)

    assert (found.verdict.option == NONE) == (not any(found.left.values()))
    assert bool(found.verdict.conflicts) == (found.verdict.option == NONE)


@given(st.data())
def test_a_conflict_leaves_nothing_and_less_than_it_leaves_something(data: st.DataObject) -> None:
    knowledge = a_knowledge(data.draw(packs(kinds=("rules_out",))))
    pack, facts = knowledge.pack, data.draw(small_facts(knowledge))
    found = decided(knowledge, facts)
    certain = [one for one in found.removals if one.certain]

    def leaves_something(rules: tuple[str, ...]) -> bool:
        chosen = (one for one in certain if one.rule.id in rules)
        return any(purchases_left(pack, facts, chosen).values())

    for conflict in found.verdict.conflicts:
        assert not leaves_something(conflict)
        assert all(map(leaves_something, combinations(conflict, len(conflict) - 1)))


@given(CASES)
def test_undecided_is_the_verdict_only_where_the_best_are_even(case: Case) -> None:
    found = decided(*case)

    best = sorted((found.scores[option] for option in found.standing), reverse=True)
    tie = len(best) > 1 and best[0] - best[1] < A_BIT
    assert (found.verdict.option == UNDECIDED) == tie


@given(CASES)
def test_the_verdict_is_the_best_option_that_stands(case: Case) -> None:
    found = decided(*case)
    assume(found.verdict.option not in {NONE, UNDECIDED})

    standing = {option: found.scores[option] for option, left in found.left.items() if left}
    assert found.scores[Option(found.verdict.option)] == max(standing.values())


@settings(max_examples=60)
@given(CASES | PRICED_CASES, FACTS)
def test_asking_decides_on_one_more_fact_as_a_full_run_does(case: Case, more: Facts) -> None:
    knowledge, facts = case
    asker = Asker(knowledge.pack, knowledge.table, knowledge.catalog)
    base, money = decided(knowledge, facts), money_of(Profile("a profile", facts), knowledge)

    for path in STATED:
        if path in facts:
            continue
        tried = [*asker._answers(knowledge.table[path]), *([more[path]] if path in more else [])]
        for value in tried:
            stated = {**facts, path: value}
            full = None if contradictions_in(stated) else decided(knowledge, stated)
            if path in asker._readers:
                assert asker._decide(stated, path, base, money) == full
            elif path not in COST_INPUTS or knowledge.book is None:
                assert full is None or full._replace(facts=base.facts) == base


@settings(max_examples=60)
@given(CASES | PRICED_CASES)
def test_what_a_question_can_change_is_confirmed_by_a_full_run(case: Case) -> None:
    assert_confirmed(case)


@settings(max_examples=60)
@given(COSTED_CASES)
@example(
    Case(
        PRICED,
        {
            **COSTED,
            "demand.needed_in_weeks": 0,
            "hardware.existing_gpus": 0,
            "compliance.jurisdiction_risk": True,
            "compliance.data_must_stay": "nowhere",
            "compliance.sensitive_separable": False,
            "data.link_gbps": 1,
            "facility.liquid_refit_possible": False,
            "facility.power_kw": 0,
            "budget.currency": "USD",
        },
    )
)
def test_it_is_confirmed_too_where_answers_move_the_costs(case: Case) -> None:
    assert_confirmed(case)


def assert_confirmed(case: Case) -> None:
    """Hold every answer of every question against a full run with that fact."""
    knowledge, facts = case
    found = report(knowledge, facts)
    for question in found.questions:
        full = [
            decided(knowledge, {**facts, question.fact: answer.value}).verdict.option
            for answer in question.answers
        ]
        assert full == [answer.verdict for answer in question.answers]
        changes = any(one != found.verdict.option for one in full)
        assert question.can_change_verdict == changes
