"""Proposals for the tests of the gate: one that passes, for one change a test."""

import re
from collections.abc import Mapping
from pathlib import Path

from gpucmp import loading
from gpucmp.advice import Knowledge
from gpucmp.errors import InputError
from gpucmp.gate.cases import Case
from gpucmp.gate.findings import Finding
from gpucmp.gate.kinds import KINDS
from gpucmp.gate.looking import Looked, Opened, Setup, case_of, look
from gpucmp.gate.opening import Opener
from gpucmp.gate.policy import BUILT_IN, Policy

TODAY = "2026-12-01"
FOLDER = Path(__file__).parents[2] / "examples" / "proposals"
OWNED = (FOLDER / "research-cluster.gpucmp.yaml").read_text(encoding="utf-8")
"""Owning, where the data may not leave; it passes without a finding."""
RENTED = (FOLDER / "long-reservation.gpucmp.yaml").read_text(encoding="utf-8")
"""Renting for 18 months, by a reservation for 36."""
OPEN = (FOLDER / "claims-that-do-not-follow.gpucmp.yaml").read_text(encoding="utf-8")
"""Owning, where renting would do as well."""
NAME = "a.gpucmp.yaml"


def changed(text: str, changes: Mapping[str, str]) -> str:
    """Replace patterns in *text*, each of which has to be there once."""
    for pattern, words in changes.items():
        text, count = re.subn(pattern, words, text, flags=re.MULTILINE)
        assert count == 1, f"{pattern} is there {count} times"
    return text


def proposing(text: str, proposal: str) -> str:
    """Put another proposal into *text*, which ends with one."""
    head, _, _ = text.partition("\nproposal:")
    return f"{head}\nproposal:\n{proposal}"


def opened(text: str, knowledge: Knowledge, name: str = NAME) -> list[Opened]:
    """Read the documents of *text*, each of which has to be sound."""
    known = (*KINDS, *(rule.id for rule in knowledge.pack.rules))
    found = list(Opener(Path.cwd(), knowledge.table, known).profiles(name, text.encode()))
    wrong = [one for one in found if isinstance(one, InputError)]
    assert wrong == []
    return [one for one in found if isinstance(one, Opened)]


def a_case(text: str, knowledge: Knowledge, policy: Policy = BUILT_IN, today: str = TODAY) -> Case:
    (one,) = opened(text, knowledge)
    return case_of(one, Setup(knowledge, policy, today))


def looked(
    text: str, knowledge: Knowledge, policy: Policy = BUILT_IN, today: str = TODAY
) -> Looked:
    (one,) = opened(text, knowledge)
    return look(one, Setup(knowledge, policy, today))


def found(
    text: str, knowledge: Knowledge, policy: Policy = BUILT_IN, today: str = TODAY
) -> dict[str, Finding]:
    """Give the findings of *text* by kind; of a kind the last."""
    return {one.kind.id: one for one in looked(text, knowledge, policy, today).findings}


def passes(one: Looked, kind: str) -> bool:
    return kind in {passed.id for passed in one.passed}


def reason(one: Looked, kind: str) -> str:
    """Give why a kind is not applicable."""
    (text,) = [skipped.reason.en for skipped in one.not_applicable if skipped.kind.id == kind]
    return text


def the_knowledge() -> Knowledge:
    return loading.knowledge()
