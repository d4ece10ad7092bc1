"""Questions to a person, those that decide most first, and the profile that comes of them."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple, assert_never

from gpucmp.advice import Knowledge
from gpucmp.consistency import contradictions_in
from gpucmp.deciding import Decision, decide
from gpucmp.derived import derive
from gpucmp.errors import InputError
from gpucmp.facts import Fact, FactValue, Kind
from gpucmp.profile import frozen
from gpucmp.questions import Asker
from gpucmp.reading.documents import read_value
from gpucmp.report import Question
from gpucmp.text import Lang

YES = {"y": True, "yes": True, "true": True, "是": True, "n": False, "no": False, "否": False}
BOUNDLESS = 1e6
"""From here on a limit is one that nobody meets."""
UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
"""What JSON writes as it is and YAML does not read."""
SCHEMA_FILE = "gpucmp-profile.schema.json"


class Interview(NamedTuple):
    """What has been answered and what was passed over."""

    knowledge: Knowledge
    facts: Mapping[str, FactValue]
    passed: frozenset[str] = frozenset()

    def decision(self) -> Decision:
        """Decide on what has been answered so far."""
        pack = self.knowledge.pack
        return decide(pack, derive(self.facts, pack.parameters, self.knowledge.catalog))

    def next_question(self) -> tuple[Question, Fact] | None:
        """Give the open question that can move the verdict most; None where all are answered."""
        asker = Asker(self.knowledge.pack, self.knowledge.table, self.knowledge.catalog)
        for question in asker.questions(self.facts, self.decision()):
            if question.fact not in self.passed:
                return question, self.knowledge.table[question.fact]
        return None

    def answered(self, fact: Fact, text: str) -> "Interview":
        """Take an answer; an empty one leaves the fact unknown.

        Raises:
            ValueError: The answer cannot be used; the message says why.
        """
        if not text.strip():
            return self._replace(passed=self.passed | {fact.path})
        facts = {**self.facts, fact.path: _value(fact, text.strip())}
        for one in contradictions_in(facts):
            raise ValueError(one.message)
        return self._replace(facts=facts)


def _value(fact: Fact, text: str) -> FactValue:
    if fact.kind is Kind.BOOL and text.lower() in YES:
        return YES[text.lower()]
    if fact.kind is Kind.TEXT:
        value: object = text
    else:
        try:
            value = read_value(text, "answer")
        except InputError as error:
            raise ValueError(error.problems[0].message) from None
    if fact.kind is Kind.TEXTS and isinstance(value, str):
        value = [one.strip() for one in value.split(",")]
    if not fact.contains(value) or (fact.kind is Kind.NUMBER and isinstance(value, list)):
        raise ValueError(f"expected {expected(fact)}")
    return frozen(value)


def expected(fact: Fact) -> str:
    """Say what values a fact can have."""
    match fact.kind:
        case Kind.BOOL:
            return "true or false"
        case Kind.CHOICE:
            return f"one of {', '.join(fact.choices)}"
        case Kind.NUMBER:
            return _range(fact)
        case Kind.TEXTS:
            return "names, separated by commas"
        case Kind.TEXT:
            return "a name"
        case Kind.CURVE:
            return "a list of [gpus, percent_of_hours]"
        case _:
            assert_never(fact.kind)


def _range(fact: Fact) -> str:
    kind = "a whole number" if fact.whole else "a number"
    if fact.high >= BOUNDLESS:
        return f"{kind} of at least {fact.low:g}"
    return f"{kind} from {fact.low:g} to {fact.high:g}"


def profile_text(
    name: str, facts: Mapping[str, FactValue], knowledge: Knowledge, lang: Lang
) -> str:
    """Write a profile with every field: the known ones, and the others as comments."""
    return "\n".join([*_head(name, lang), *_groups(facts, knowledge, lang)]) + "\n"


def _head(name: str, lang: Lang) -> Iterator[str]:
    yield f"# yaml-language-server: $schema={SCHEMA_FILE}"
    if lang is Lang.ZH:
        yield "# 除名称外各项均可省略；省略表示未知，不作任何假定。去掉 # 并填写即可。"
    else:
        yield "# Every field but the name is optional; what is left out is unknown, never assumed."
        yield "# To state a field, remove the # before it and put your value in."
    yield f"name: {_scalar(name)}"


def _groups(facts: Mapping[str, FactValue], knowledge: Knowledge, lang: Lang) -> Iterator[str]:
    group = ""
    for path, fact in knowledge.table.items():
        if fact.derived:
            continue
        if path.partition(".")[0] != group:
            group = path.partition(".")[0]
            yield ""
            yield f"{group}:"
        yield from _field(fact, facts, knowledge, lang)


def _field(
    fact: Fact, facts: Mapping[str, FactValue], knowledge: Knowledge, lang: Lang
) -> Iterator[str]:
    question = knowledge.pack.questions.get(fact.path)
    yield f"  # {question.in_(lang) if question else fact.description}"
    name = fact.path.partition(".")[2]
    if fact.path in facts:
        yield f"  {name}: {_scalar(facts[fact.path])}"
    else:
        yield f"  # {name}:   # {expected(fact)}"


def _scalar(value: object) -> str:
    """Write a value as YAML and JSON both read it; a plain word needs no quotes."""
    if isinstance(value, str) and value.replace("-", "").isalpha() and value.isascii():
        plain = read_value(value, "value")
        if plain == value:
            return value
    return UNPRINTABLE.sub(
        lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False)
    )
