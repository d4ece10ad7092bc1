"""Which unknown fact to ask for first: what the possible answers would do to the verdict."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import ceil, floor
from typing import NamedTuple

from gpucmp.catalog import Catalog
from gpucmp.conditions import Test, leaves
from gpucmp.consistency import contradictions_in
from gpucmp.deciding import Decision, Money, decide_on, left_after
from gpucmp.derived import DERIVED_INPUTS, derive, inputs_of
from gpucmp.facts import Fact, Facts, FactTable, FactValue, Kind
from gpucmp.money.costinputs import COST_INPUTS
from gpucmp.options import Option
from gpucmp.pack import Pack, Points, Rule
from gpucmp.report import Answer, Question
from gpucmp.scoring import Judgment, judge
from gpucmp.text import Text

FAR = 1_000_000
"""An end of a range that no answer comes near."""
SPREAD = (0, 1, 3, 10, 30, 100, 300, 1_000, 10_000, 100_000)
"""Answers tried for a number that feeds derived facts, whose thresholds are on another scale."""


class Effect(NamedTuple):
    """What one answer alone does to the scores."""

    fact: str
    value: FactValue
    scores: Points
    standing: tuple[Option, ...]


class Trial(NamedTuple):
    """Verdicts on the facts of a profile with one of them changed."""

    stated: Facts
    readers: Mapping[str, tuple[int, ...]]
    verdict: Callable[[str, FactValue], str | None]
    """Decides with one other value; None where that contradicts another fact."""
    numbers: Callable[[str], tuple[float, ...]]
    """Gives the numbers of a fact about which something changes."""
    smooth: frozenset[str]
    """Facts that also count between those numbers: graded ones, and what feeds derived facts."""


class Asker:
    """Tries the answers to the open questions of one profile."""

    def __init__(self, pack: Pack, table: FactTable, catalog: Catalog) -> None:
        self._pack = pack
        self._table = table
        self._catalog = catalog
        self._readers = _readers(pack)
        self._numbers = _numbers(pack)
        self._feeding = _feeding(pack)
        self.effects: list[Effect] = []
        """Of every answer that was tried, in the order of the questions."""
        self._answered: dict[str, tuple[FactValue, ...]] = {}
        self._reading_costs = tuple(
            at
            for at, rule in enumerate(pack.rules)
            if any(path.startswith("cost.") for path in facts_read(rule))
        )

    @property
    def readers(self) -> Mapping[str, tuple[int, ...]]:
        """Say which rules, by their place in the pack, read each fact, or hang on it."""
        return self._readers

    @property
    def smooth(self) -> frozenset[str]:
        """Name the facts that count between the numbers that tell rules apart, too."""
        graded = {rule.along for rule in self._pack.rules if rule.along}
        return frozenset({*graded, *self._feeding})

    def open_facts(self, stated: Facts) -> tuple[str, ...]:
        """Name the unknown facts of a profile that anything reads."""
        return tuple(
            path
            for path, fact in self._table.items()
            if not fact.derived and path not in stated and path in self._readers
        )

    def answers(self, path: str) -> tuple[FactValue, ...]:
        """Give the values of a fact that can tell rules apart; none where nobody can list them."""
        if path not in self._answered:
            self._answered[path] = tuple(self._answers(self._table[path]))
        return self._answered[path]

    def trial(self, stated: Facts, base: Decision, money: Money | None) -> "Trial":
        """Give the way to verdicts on facts of which one has another value."""

        def verdict(path: str, value: FactValue) -> str | None:
            decision = self._decide({**stated, path: value}, path, base, money)
            return None if decision is None else decision.verdict.option

        return Trial(stated, self._readers, verdict, self._telling_numbers, self.smooth)

    def _telling_numbers(self, path: str) -> tuple[float, ...]:
        """Give the numbers of a fact about which something changes, and the ends of its domain."""
        found = self.answers(path)
        return tuple(one for one in found if isinstance(one, int | float))

    def questions(
        self, stated: Facts, base: Decision, money: Money | None = None
    ) -> tuple[Question, ...]:
        """Give the open questions: those that can change the verdict first, then by swing.

        *money* is what *base* was decided with.
        """
        leader = base.standing[0] if base.standing else None
        found = [
            self._question(self._table[path], stated, base, leader, money)
            for path in self.open_facts(stated)
        ]
        asked = [question for question in found if question.answers]
        return tuple(sorted(asked, key=lambda one: (not one.can_change_verdict, -one.swing)))

    def _question(
        self,
        fact: Fact,
        stated: Facts,
        base: Decision,
        leader: Option | None,
        money: Money | None,
    ) -> Question:
        answers = []
        margins = [_margin(base, leader)]
        for value in self.answers(fact.path):
            decision = self._decide({**stated, fact.path: value}, fact.path, base, money)
            if decision is None:
                continue
            margin = decision.verdict.margin
            printed = None if margin is None else round(margin, 3)
            effect = Effect(fact.path, value, decision.scores, decision.standing)
            self.effects.append(effect)
            answers.append(Answer(value, decision.verdict.option, printed))
            margins.append(_margin(decision, leader))
        changes = any(answer.verdict != base.verdict.option for answer in answers)
        readers = (base.judgments[at] for at in self._readers[fact.path])
        described = Text(fact.description, fact.description)
        return Question(
            fact.path,
            self._pack.questions.get(fact.path, described),
            changes,
            round(max(margins) - min(margins), 3),
            tuple(judged.rule.id for judged in readers if judged.waits_for),
            _thinned(answers),
        )

    def _decide(
        self, stated: Facts, path: str, base: Decision, money: Money | None
    ) -> Decision | None:
        """Decide with one more fact, judging again only the rules that read it."""
        if contradictions_in(stated):
            return None
        facts = self._derived(stated, path, base)
        judgments = list(base.judgments)
        for at in self._readers[path]:
            judgments[at] = judge(judgments[at].rule, facts)
        if money is not None:
            facts = self._with_costs(facts, path, judgments, base, money)
        return decide_on(self._pack, facts, tuple(judgments), near=base)

    def _derived(self, stated: Facts, path: str, base: Decision) -> Facts:
        """Add what follows from the facts; nothing new does where *path* is no input of it."""
        if path in DERIVED_INPUTS:
            return derive(stated, self._pack.parameters, self._catalog)
        known = {one: value for one, value in base.facts.items() if not one.startswith("cost.")}
        return {**known, path: stated[path]}

    def _with_costs(
        self,
        facts: Facts,
        path: str,
        judgments: list[Judgment],
        base: Decision,
        money: Money,
    ) -> Facts:
        """Add what is known of costs; it is computed again only where the fact may move it."""
        left = left_after(self._pack, facts, judgments)
        if left == base.left_before_costs and path not in COST_INPUTS:
            known = {one: base.facts[one] for one in base.facts if one.startswith("cost.")}
            again = [at for at in self._readers[path] if at in self._reading_costs]
        else:
            known = dict(money(facts, left))
            again = list(self._reading_costs)
        facts = {**facts, **known}
        for at in again:
            judgments[at] = judge(judgments[at].rule, facts)
        return facts

    def _answers(self, fact: Fact) -> Iterator[FactValue]:
        match fact.kind:
            case Kind.BOOL:
                yield from (True, False)
            case Kind.CHOICE:
                yield from fact.choices
            case Kind.NUMBER:
                spread = SPREAD if fact.path in self._feeding else ()
                yield from _number_answers(fact, self._numbers.get(fact.path, ()), spread)
            case Kind.TEXT if fact.path == "hardware.gpu":
                yield from _telling_gpus(self._catalog)
            case _:
                return


def _margin(decision: Decision, leader: Option | None) -> float:
    """Give the leader's lead over the best other option; a ruled-out option counts as 0."""
    if leader is None:
        return 0.0
    counted = {
        option: score if decision.left[option] else 0.0
        for option, score in decision.scores.items()
    }
    return counted.pop(leader) - max(counted.values())


def _readers(pack: Pack) -> Mapping[str, tuple[int, ...]]:
    """Say which rules, by their place in *pack*, read each fact, directly or through another."""
    readers: dict[str, set[int]] = {}
    for at, rule in enumerate(pack.rules):
        for path in facts_read(rule):
            for given in (path, *inputs_of(path)):
                readers.setdefault(given, set()).add(at)
    for condition in pack.offers.values():
        for given in (one for test in leaves(condition) for one in inputs_of(test.fact)):
            readers.setdefault(given, set())
    # The kind of a utilization can take it away (derive), and planned evidence weakens a verdict.
    if "demand.utilization_percent" in readers:
        kind = readers.setdefault("demand.utilization_kind", set())
        kind.update(readers["demand.utilization_percent"])
    readers.setdefault("demand.evidence", set())
    return {path: tuple(sorted(found)) for path, found in readers.items()}


def facts_read(rule: Rule) -> tuple[str, ...]:
    """Name the facts that *rule* reads."""
    named = [test.fact for condition in rule.conditions for test in leaves(condition)]
    return tuple(dict.fromkeys([*named, *([rule.along] if rule.along else [])]))


def _feeding(pack: Pack) -> frozenset[str]:
    """Name the facts of a profile that are read through a derived fact."""
    read = {path for rule in pack.rules for path in facts_read(rule)}
    read.update(test.fact for condition in pack.offers.values() for test in leaves(condition))
    return frozenset(given for path in read for given in inputs_of(path) if given != path)


def _numbers(pack: Pack) -> Mapping[str, tuple[float, ...]]:
    """Give the numbers on each fact at which something changes: thresholds, equals, and knots."""
    found: dict[str, set[float]] = {}
    of_rules = (condition for rule in pack.rules for condition in rule.conditions)
    for condition in (*of_rules, *pack.offers.values()):
        for test in leaves(condition):
            found.setdefault(test.fact, set()).update(_telling(test))
    for rule in pack.rules:
        if rule.along:
            found.setdefault(rule.along, set()).update(knot.at for knot in rule.knots)
    return {path: tuple(sorted(numbers)) for path, numbers in found.items()}


def _telling(test: Test) -> Iterator[float]:
    """Give the numbers at which the outcome of *test* changes, those that it equals included."""
    yield from test.thresholds()
    if test.word in {"equals", "one_of", "not"}:
        named = test.operand if isinstance(test.operand, tuple) else (test.operand,)
        yield from (one for one in named if isinstance(one, int | float))


def _number_answers(
    fact: Fact, changes: Sequence[float], spread: Sequence[float]
) -> tuple[float, ...]:
    """Give an answer on each number at which a rule changes, one on both sides, and the ends."""
    tried = {near for at in changes for near in (at - fact.step, at, at + fact.step)}
    if fact.whole:
        tried = {whole for one in tried for whole in (floor(one), ceil(one))}
    ends = {end for end in (fact.low, fact.high) if abs(end) < FAR}
    numbers = sorted({*tried, *ends, *spread})
    return tuple(_whole(one) for one in numbers if fact.contains(one))


def _whole(number: float) -> float:
    return int(number) if number == int(number) else round(number, 6)


def _telling_gpus(catalog: Catalog) -> tuple[str, ...]:
    """Give the GPU of the least and of the most power: what a rule reads of a GPU is its power."""
    known = sorted((gpu.tdp_w, gpu.name) for gpu in catalog.gpus if gpu.tdp_w is not None)
    return tuple(dict.fromkeys(name for _, name in (known[:1] + known[-1:])))


def _thinned(answers: Iterable[Answer]) -> tuple[Answer, ...]:
    """Keep of neighboring answers with one verdict the first and the last."""
    found = list(answers)
    return tuple(
        answer
        for at, answer in enumerate(found)
        if at in (0, len(found) - 1)
        or {found[at - 1].verdict, found[at + 1].verdict} != {answer.verdict}
    )
