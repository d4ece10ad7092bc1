"""What to do with a verdict: stages, the split of a hybrid, the migration checklist."""

from gpucmp.deciding import Decision
from gpucmp.facts import Facts
from gpucmp.options import Option, State, Strength
from gpucmp.pack import Pack
from gpucmp.report import UNDECIDED, ChecklistEntry, Plan, Question, Split
from gpucmp.text import Text
from gpucmp.words import option_text

MOST_QUESTIONS = 3


def plan(pack: Pack, facts: Facts, decision: Decision, questions: tuple[Question, ...]) -> Plan:
    """Plan what follows from *decision*."""
    occasion = _occasion(decision)
    return Plan(
        _stages(pack, decision, questions, occasion),
        occasion,
        _split(decision),
        _checklist(pack, facts, decision),
    )


def _occasion(decision: Decision) -> str:
    """Tell why the plan has stages (B9): a temporary constraint, a close or an open verdict."""
    if any(removal.certain and removal.rule.temporary for removal in decision.removals):
        return "temporary"
    if decision.verdict.option == UNDECIDED:
        return "undecided"
    return "close" if decision.verdict.strength is Strength.CLOSE else ""


def _stages(
    pack: Pack, decision: Decision, questions: tuple[Question, ...], occasion: str
) -> tuple[Text, ...]:
    chosen = [stage for one in pack.plans if one.occasion == occasion for stage in one.stages]
    figures = _figures(decision, questions)
    return tuple(
        Text(
            stage.en.format_map({key: text.en for key, text in figures.items()}),
            stage.zh.format_map({key: text.zh for key, text in figures.items()}),
        )
        for stage in chosen
    )


def _figures(decision: Decision, questions: tuple[Question, ...]) -> dict[str, Text]:
    verdict = decision.verdict
    named = Option(verdict.option) if verdict.option in set(Option) else None
    temporary = [one.rule.title for one in decision.removals if one.certain and one.rule.temporary]
    first = [question.text for question in questions[:MOST_QUESTIONS]]
    nothing = Text("the other options", "其他方案")
    return {
        "option": option_text(named) if named else nothing,
        "rival": option_text(verdict.rival) if verdict.rival else nothing,
        "rule": _joined(temporary),
        "questions": _joined(first),
    }


def _joined(texts: list[Text]) -> Text:
    unique = list(dict.fromkeys(texts))
    return Text(" ".join(text.en for text in unique), "".join(text.zh for text in unique))


def _split(decision: Decision) -> tuple[Split, ...]:
    """Collect which part of a hybrid's work runs where, from the rules that speak for it."""
    if decision.verdict.option != Option.HYBRID:
        return ()
    fired = [judged for judged in decision.judgments if judged.state is State.FIRES]
    fired.sort(key=lambda judged: -judged.points.get(Option.HYBRID, 0.0))
    return tuple(
        Split(part.part, "owned" if part.owned else "rented", judged.rule.id)
        for judged in fired
        for part in judged.rule.split
    )


def _checklist(pack: Pack, facts: Facts, decision: Decision) -> tuple[ChecklistEntry, ...]:
    """Give the migration checklist where what is there today and the verdict differ."""
    owns = facts.get("hardware.existing_gpus")
    moves_to_cloud = (
        isinstance(owns, int | float)
        and owns > 0
        and (decision.verdict.option in {Option.CLOUD, Option.HYBRID})
    )
    if not moves_to_cloud:
        return ()
    return tuple(
        ChecklistEntry(item.id, item.text, "; ".join(map(str, item.sources)))
        for item in pack.checklists
        if "to-cloud" in item.directions
    )
