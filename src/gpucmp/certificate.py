"""Whether any answer to the open questions could still give another verdict (``DESIGN`` 5.5).

A rival is excluded by a bound that holds for every completion of the unknown facts, or it is shown
to win by a completion that was decided on in full. Where the search ends before either, within
``NODES`` steps, the rival counts as one that could win, and the result is ``bounded``.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from gpucmp.bounds import Problem, View
from gpucmp.consistency import contradictions_in
from gpucmp.deciding import SAME, Decision
from gpucmp.facts import Facts, FactValue
from gpucmp.options import OPTIONS, Option
from gpucmp.questions import Effect
from gpucmp.report import NONE, UNDECIDED, Certificate, Question, Rival

EXACT, BOUNDED = "exact", "bounded"
TRIES = 4
"""Full decisions that may fail before the search for one rival ends: they cost most."""
NODES = 30
"""Steps of the search for one rival that ``advise`` takes; counted, as results have no clock."""


def certify(
    problem: Problem,
    base: Decision,
    questions: Iterable[Question],
    effects: Sequence[Effect] = (),
    *,
    nodes: int = NODES,
) -> Certificate:
    """Tell which options could still win, each with answers that make it win.

    *base* was decided on ``problem.stated``; *questions* are those asked about it, and *effects*
    what each answer does alone, by which likely completions are put together.
    """
    verdict = base.verdict.option
    shown = dict(_by_one_answer(questions, verdict))
    rivals: list[Rival] = []
    for option in (*OPTIONS, NONE):
        if option == verdict or (option == NONE and rivals):
            continue
        if option in shown:
            rivals.append(Rival(option, shown[option], proven=True))
            continue
        search = Search(problem, base, option, nodes)
        found = search.put_together(base, effects) or search.run()
        if found is not None:
            rivals.append(Rival(option, search.shortened(found), proven=True))
        elif search.cut:
            rivals.append(Rival(option, {}, proven=False))
    settled = verdict not in {NONE, UNDECIDED} or not rivals
    certain = settled and not rivals and not _may_be_lost(problem, base)
    exact = all(one.proven for one in rivals)
    return Certificate(certain, EXACT if exact else BOUNDED, tuple(rivals))


def _by_one_answer(
    questions: Iterable[Question], verdict: str
) -> Iterator[tuple[str, Mapping[str, FactValue]]]:
    """Give for each verdict the answer to the weightiest question that alone brings it."""
    found: dict[str, Mapping[str, FactValue]] = {}
    for question in questions:
        for answer in question.answers:
            if answer.verdict not in {verdict, UNDECIDED}:
                found.setdefault(answer.verdict, {question.fact: answer.value})
    yield from found.items()


def _may_be_lost(problem: Problem, base: Decision) -> bool:
    """Tell whether a completion may rule the winner out, or leave the verdict undecided."""
    if base.verdict.option in {NONE, UNDECIDED}:
        return True
    view = View(problem, base)
    best = Option(base.verdict.option)
    return view.maybe_out(best) or any(
        view.lead(best, other) < SAME and not view.surely_out(other)
        for other in OPTIONS
        if other is not best
    )


class Search:
    """Looks for a completion in which *rival* is the verdict."""

    def __init__(self, problem: Problem, base: Decision, rival: str, nodes: int) -> None:
        self._problem = problem
        self._rival = rival
        self._left = nodes
        self._view = View(problem, base)
        self._tries = TRIES
        self._probes = {2, 4, 8, 16}
        """Numbers of answers at which it is tried whether they are enough."""
        self.cut = False
        """Whether the search ended before every case was excluded."""

    def run(self) -> Facts | None:
        """Give the answers that make the rival win; None where none were found."""
        return self._visit()

    def put_together(self, base: Decision, effects: Sequence[Effect]) -> Facts | None:
        """Try the answers that bring the rival nearest, each by itself, together."""
        if self._rival == NONE or self._excluded():
            return None
        if not base.standing:
            return None
        lead, best = self._gains(base, effects)
        chosen: dict[str, FactValue] = {}
        missing = lead
        for fact, (gain, value) in best:
            if contradictions_in({**self._problem.stated, **chosen, fact: value}):
                continue
            chosen[fact] = value
            missing -= gain
            if missing < 0 and self._tries > 0:
                self._tries -= 1
                if self._wins(chosen):
                    return {**self._problem.stated, **chosen}
        return None

    def _gains(
        self, base: Decision, effects: Iterable[Effect]
    ) -> tuple[float, list[tuple[str, tuple[float, FactValue]]]]:
        """Give the lead of the best option, and by which answer each fact takes most of it."""
        rival, best = Option(self._rival), base.standing[0]
        lead = base.scores[best] - base.scores[rival]
        found: dict[str, tuple[float, FactValue]] = {}
        for one in effects:
            gain = lead - (one.scores[best] - one.scores[rival])
            if rival in one.standing and gain > found.get(one.fact, (SAME,))[0]:
                found[one.fact] = (gain, one.value)
        return lead, sorted(found.items(), key=lambda item: -item[1][0])

    def _visit(self) -> Facts | None:
        if self._excluded():
            return None
        if self._left <= 0 or self._tries <= 0:
            self.cut = True
            return None
        self._left -= 1
        answers = {path: self._view.facts[path] for path in self._added()}
        if len(answers) in self._probes:
            self._probes.remove(len(answers))
            if self._wins(answers):
                return self._view.facts
        waiting = (one for one in self._view.undecided_facts() if self._problem.answers(one))
        path = next(waiting, None)
        if path is None:
            return self._decided()
        values = self._likeliest_first(path)
        self.cut = self.cut or not values  # every answer that is listed contradicts another fact
        for value in values:
            self._view.take(path, value)
            found = self._visit()
            self._view.back()
            if found is not None:
                return found
        return None

    def _likeliest_first(self, path: str) -> list[FactValue]:
        """Order the answers by how near they bring the rival; those that contradict are none."""
        ranked = []
        for at, value in enumerate(self._problem.answers(path)):
            if not contradictions_in({**self._view.facts, path: value}):
                self._view.take(path, value)
                ranked.append((self._hope(), at, value))
                self._view.back()
        return [value for _, _, value in sorted(ranked, key=lambda one: one[:2])]

    def _added(self) -> list[str]:
        return [path for path in self._view.facts if path not in self._problem.stated]

    def _decided(self) -> Facts | None:
        """Decide in full; what costs bring is only known now."""
        self._tries -= 1
        decision = self._problem.decide(self._view.facts)
        if decision.verdict.option == self._rival:
            return self._view.facts
        # Between the values that were tried, a clipped or graded criterion may turn.
        between = self._problem.smooth.intersection(self._added())
        self.cut = self.cut or bool(between) or not self._view.is_settled()
        return None

    def _excluded(self) -> bool:
        """Tell whether no completion of what is filled in lets the rival win."""
        view = self._view
        if self._rival == NONE:
            return not all(map(view.maybe_out, OPTIONS))
        rival = Option(self._rival)
        if view.surely_out(rival):
            return True
        others = [one for one in OPTIONS if one is not rival]
        stay = [one for one in others if not view.maybe_out(one) or view.falls_with(one, rival)]
        if any(view.lead(one, rival) >= SAME for one in stay):
            return True
        return rival is Option.HYBRID and stay == others and view.middle_lead() >= SAME

    def _hope(self) -> float:
        """Rank what is filled in: the lower, the likelier the rival wins."""
        view = self._view
        if self._rival == NONE:
            return -sum(map(view.surely_out, OPTIONS)) + 0.0
        rival = Option(self._rival)
        if view.surely_out(rival):
            return float("inf")
        others = [one for one in OPTIONS if one is not rival and not view.surely_out(one)]
        return max((view.lead(one, rival) for one in others), default=float("-inf"))

    def shortened(self, found: Facts) -> Mapping[str, FactValue]:
        """Leave out the answers that the rival does not need."""
        added = [path for path in found if path not in self._problem.stated]
        kept = {path: found[path] for path in added}
        count = 1
        while count < len(added):
            first = {path: found[path] for path in added[:count]}
            if self._wins(first):
                kept = first
                break
            count *= 2
        for path in list(kept):
            fewer = {one: value for one, value in kept.items() if one != path}
            if self._wins(fewer):
                kept = fewer
        return kept

    def _wins(self, answers: Facts) -> bool:
        facts = {**self._problem.stated, **answers}
        if contradictions_in(facts):
            return False
        return self._problem.decide(facts).verdict.option == self._rival
