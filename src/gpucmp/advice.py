"""The one function that everything else serves: from a profile and a pack to a report."""

from collections.abc import Iterator
from typing import NamedTuple

from gpucmp.bounds import Problem
from gpucmp.breakdown import printed_scores, score_parts
from gpucmp.catalog import Catalog
from gpucmp.certificate import certify
from gpucmp.conditions import leaves
from gpucmp.deciding import Decision, decide, removed_purchases
from gpucmp.derived import ACTIVITY_KINDS, derive, inputs_of, missing_inputs
from gpucmp.disagreeing import disagreements
from gpucmp.facts import Facts, FactTable
from gpucmp.flips import flips
from gpucmp.money.coster import Coster
from gpucmp.money.costreport import Doubt
from gpucmp.money.pricebook import PriceBook
from gpucmp.options import OPTIONS, Option, Purchase
from gpucmp.pack import Pack, Rule
from gpucmp.planning import plan
from gpucmp.profile import Profile
from gpucmp.questions import Asker
from gpucmp.report import (
    Certificate,
    Cited,
    DimensionResult,
    Flip,
    Known,
    Note,
    OverrideUsed,
    PackUsed,
    ParameterUsed,
    PricesUsed,
    Question,
    Report,
    RuledOut,
    RuleResult,
    Used,
    Verdict,
)
from gpucmp.scoring import Judgment, Removal
from gpucmp.text import Text


class Knowledge(NamedTuple):
    """What the advisor knows beside the profile: the pack, the facts, the GPUs, and prices."""

    pack: Pack
    table: FactTable
    catalog: Catalog
    book: PriceBook | None = None
    """Without prices nothing is costed, and a verdict stands on the criteria alone."""


def advise(profile: Profile, knowledge: Knowledge, *, certified: bool = True) -> Report:
    """Judge *profile* by the rules and decide.

    Without *certified* nobody asks what could change the verdict, which takes half of the time:
    ``exactness`` is empty then, and there are no flips.
    """
    pack = knowledge.pack
    money = money_of(profile, knowledge)
    decision = decide(pack, derive(profile.facts, pack.parameters, knowledge.catalog), money)
    facts = decision.facts
    asker = Asker(pack, knowledge.table, knowledge.catalog)
    questions = asker.questions(profile.facts, decision, money)
    certificate, turning = NOT_ASKED
    if certified:
        asked = (asker, decision, questions, money)
        certificate, turning = _what_changes_it(profile, knowledge, asked)
    costs = money.costs(decision.facts, decision.left_before_costs) if money else None
    doubts = costs.doubts if costs else ()
    return Report(
        name=profile.name,
        file=profile.file,
        verdict=_printed(decision, certificate),
        scores=printed_scores(decision.scores),
        parts=score_parts(decision.dimensions, decision.scores),
        dimensions=tuple(_dimensions(decision, facts)),
        rules=tuple(_rule(one, profile, facts, pack) for one in decision.judgments),
        ruled_out=_ruled_out(decision),
        questions=questions,
        plan=plan(pack, facts, decision, questions),
        notes=(*_notes(profile, knowledge), *(_doubt(one, profile) for one in doubts)),
        known=_known(profile, questions),
        pack=_pack_used(pack, decision),
        costs=costs,
        disagreements=tuple(disagreements(pack, facts)),
        certificate=certificate,
        flips=turning,
        prices=PricesUsed(knowledge.book.as_of, knowledge.book.digest) if knowledge.book else None,
    )


Changes = tuple[Certificate, tuple[Flip, ...]]
NOT_ASKED: Changes = Certificate(certain=False, exactness="", could_still_win=()), ()


def _what_changes_it(
    profile: Profile,
    knowledge: Knowledge,
    asked: tuple[Asker, Decision, tuple[Question, ...], Coster | None],
) -> Changes:
    """Tell what answers, and what other values, would give another verdict."""
    asker, decision, questions, money = asked
    problem = problem_of(profile, knowledge, asker, money)
    trial = asker.trial(profile.facts, decision, money)
    return (
        certify(problem, decision, questions, asker.effects),
        flips(trial, knowledge.table, decision, thorough=money is None),
    )


def money_of(profile: Profile, knowledge: Knowledge) -> Coster | None:
    """Give the way to the costs of *profile*, which deciding takes once it knows what is left."""
    book = knowledge.book
    return None if book is None else Coster(profile, book, knowledge.catalog)


def problem_of(
    profile: Profile, knowledge: Knowledge, asker: Asker, money: Coster | None
) -> Problem:
    """Put the open questions of *profile* as the problem that a certificate answers."""
    pack, catalog = knowledge.pack, knowledge.catalog

    def derived(facts: Facts) -> Facts:
        return derive(facts, pack.parameters, catalog)

    return Problem(
        pack,
        profile.facts,
        asker.open_facts(profile.facts),
        asker.readers,
        asker.answers,
        lambda facts: decide(pack, derived(facts), money),
        derived,
        assumed="prices" not in profile.stated,
        smooth=asker.smooth,
    )


def _printed(decision: Decision, certificate: Certificate) -> Verdict:
    """Give the verdict with the margin between the printed scores."""
    verdict = decision.verdict._replace(
        certain=certificate.certain,
        exactness=certificate.exactness,
        could_still_win=tuple(one.verdict for one in certificate.could_still_win),
    )
    if verdict.margin is None or verdict.rival is None:
        return verdict
    points = printed_scores(decision.scores)
    margin = round(points[Option(verdict.option)] - points[verdict.rival], 1)
    share = None if verdict.margin_share is None else round(verdict.margin_share, 3)
    return verdict._replace(margin=margin, margin_share=share)


def _dimensions(decision: Decision, facts: Facts) -> Iterator[DimensionResult]:
    waiting: dict[str, dict[str, None]] = {}
    for judged in decision.judgments:
        for fact in judged.waits_for:
            for missing in missing_inputs(fact, facts):
                waiting.setdefault(judged.rule.dimension, {})[missing] = None
    for scored in decision.dimensions:
        dimension = scored.dimension
        yield DimensionResult(
            dimension.id,
            dimension.title,
            dimension.weight,
            {option: round(scored.values.get(option, 0.0), 3) for option in OPTIONS},
            tuple(judged.rule.id for judged in scored.fired),
            tuple(waiting.get(dimension.id, ())),
        )


def _rule(judged: Judgment, profile: Profile, facts: Facts, pack: Pack) -> RuleResult:
    rule = judged.rule
    weights = {dimension.id: dimension.weight for dimension in pack.dimensions}
    waits = (one for fact in judged.waits_for for one in missing_inputs(fact, facts) or (fact,))
    return RuleResult(
        rule.id,
        rule.title,
        rule.kind.value,
        rule.dimension,
        judged.state,
        {option: round(points, 3) for option, points in judged.points.items()},
        weights.get(rule.dimension, 0.0),
        tuple(dict.fromkeys(waits)),
        _used(rule, profile, facts),
        rule.basis.value,
        tuple(Cited(str(one), one.basis.value, one.url) for one in rule.sources),
        rule.why,
        rule.advises,
        rule.place,
    )


def _used(rule: Rule, profile: Profile, facts: Facts) -> tuple[Used, ...]:
    """Trace what the rule read: each test of a fact, with how it came out."""
    tests = [test for condition in rule.conditions for test in leaves(condition)]
    found = [
        Used(
            test.fact,
            str(test),
            facts.get(test.fact),
            test.holds(facts),
            _place(test.fact, profile),
        )
        for test in tests
    ]
    if rule.along:
        fact = rule.along
        found.append(Used(fact, "along", facts.get(fact), None, _place(fact, profile)))
    return tuple(found)


def _place(fact: str, profile: Profile) -> str:
    places = (profile.places.get(given, "") for given in inputs_of(fact))
    return next(filter(None, places), "")


def _ruled_out(decision: Decision) -> tuple[RuledOut, ...]:
    """List what is out: options first, then purchases of options that stand, then what waits."""
    found = {one: None for removal in decision.removals for one in _removed(removal, decision)}
    return tuple(sorted(found, key=lambda one: (not one.certain, one.option is None, one.rule)))


def _removed(removal: Removal, decision: Decision) -> Iterator[RuledOut]:
    rule, certain = removal.rule, removal.certain
    target = removal.target
    if isinstance(target, Purchase):
        yield RuledOut(None, target, rule.id, rule.title, rule.temporary, certain)
    elif certain and decision.left[target]:
        for inside, purchase in removed_purchases(removal):
            yield RuledOut(
                None, purchase, rule.id, rule.title, rule.temporary, certain, inside=inside
            )
    else:
        yield RuledOut(target, None, rule.id, rule.title, rule.temporary, certain)


def _notes(profile: Profile, knowledge: Knowledge) -> Iterator[Note]:
    gpu = profile.facts.get("hardware.gpu")
    if isinstance(gpu, str) and knowledge.catalog.find(gpu) is None:
        near = ", ".join(knowledge.catalog.suggest(gpu))
        yield Note(
            "hardware.gpu",
            Text(
                f"“{gpu}” is not one GPU of the catalog; what follows from it stays unknown"
                + (f" (did you mean {near}?)" if near else ""),
                f"目录中没有唯一对应“{gpu}”的 GPU；由它推出的数据仍为未知"
                + (f"（是否指 {near}？）" if near else ""),
            ),
            profile.places.get("hardware.gpu", ""),
        )
    if profile.facts.get("demand.utilization_kind") in ACTIVITY_KINDS:
        yield Note(
            "demand.utilization_percent",
            Text(
                "the stated utilization counts activity, not allocation; it is not used",
                "所填利用率是活跃度而非分配率，未用于判断",
            ),
            profile.places.get("demand.utilization_percent", ""),
        )


def _doubt(doubt: Doubt, profile: Profile) -> Note:
    """Note a stated number that is far from what is usual, with the field that holds it."""
    path = doubt.path if doubt.path in profile.facts else f"prices.{doubt.path}"
    text = doubt.text
    return Note(
        path, Text(f"{path}: {text.en}", f"{path}：{text.zh}"), profile.places.get(path, "")
    )


def _known(profile: Profile, questions: tuple[Question, ...]) -> Known:
    return Known(len(profile.facts), len(profile.facts) + len(questions))


def _pack_used(pack: Pack, decision: Decision) -> PackUsed:
    read = {name for judged in decision.judgments for name in judged.rule.parameters}
    return PackUsed(
        pack.id,
        pack.version,
        pack.digest,
        tuple(OverrideUsed(one.target, one.change, one.reason) for one in pack.overrides),
        tuple(_parameter(pack, name) for name in sorted(read)),
    )


def _parameter(pack: Pack, name: str) -> ParameterUsed:
    one = pack.parameters[name]
    source = "; ".join(map(str, one.sources))
    return ParameterUsed(name, one.value, one.unit, source, one.still_valid_on)
