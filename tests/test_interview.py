import json
from collections.abc import Mapping

import jsonschema
import pytest

from gpucmp.advice import Knowledge
from gpucmp.facts import Fact, FactValue, Kind
from gpucmp.interview import SCHEMA_FILE, Interview, expected, profile_text
from gpucmp.options import Option
from gpucmp.published import Subject, schema_text
from gpucmp.reading.documents import read_documents
from gpucmp.report import UNDECIDED
from gpucmp.text import Lang
from tests.builders import a_knowledge, a_pack, a_rule

KNOWLEDGE = a_knowledge(
    a_pack(
        a_rule("R1", points={"cloud": 3}, when={"workload.pattern": "bursty"}),
        a_rule("R2", points={"self-hosted": 1}, when={"team.keeps_driver_stack": True}),
    )
)


def fact(path: str) -> Fact:
    return KNOWLEDGE.table[path]


def answered(path: str, text: str, **facts: FactValue) -> Mapping[str, FactValue]:
    known = {name.replace("__", "."): value for name, value in facts.items()}
    return Interview(KNOWLEDGE, known).answered(fact(path), text).facts


def data_of(text: str) -> dict[str, object]:
    data = read_documents(text.encode(), "x.yaml")[0].data
    assert isinstance(data, dict)
    return {key: value for key, value in data.items() if value is not None}


def test_what_can_move_the_verdict_most_is_asked_first() -> None:
    found = Interview(KNOWLEDGE, {}).next_question()

    assert found is not None
    question, asked = found
    assert question.fact == asked.path == "workload.pattern"


def test_an_answer_becomes_a_fact_and_moves_the_decision() -> None:
    start = Interview(KNOWLEDGE, {})
    then = start.answered(fact("workload.pattern"), " bursty ")

    assert start.decision().verdict.option == UNDECIDED
    assert then.facts == {"workload.pattern": "bursty"}
    assert then.decision().verdict.option == Option.CLOUD


def test_an_empty_answer_leaves_the_fact_unknown_and_is_not_asked_again() -> None:
    then = Interview(KNOWLEDGE, {}).answered(fact("workload.pattern"), "  ")
    found = then.next_question()

    assert then.facts == {}
    assert found is not None
    assert found[1].path == "team.keeps_driver_stack"


def test_when_all_is_answered_or_passed_over_nothing_is_asked() -> None:
    interview = Interview(KNOWLEDGE, {}).answered(fact("workload.pattern"), "steady")
    while (found := interview.next_question()) is not None:
        interview = interview.answered(found[1], "")

    assert interview.facts == {"workload.pattern": "steady"}
    assert "team.keeps_driver_stack" in interview.passed


@pytest.mark.parametrize(
    ("text", "value"),
    [("y", True), ("YES", True), ("true", True), ("是", True), ("n", False), ("No", False),
     ("false", False), ("否", False)],
)  # fmt: skip
def test_yes_and_no_are_taken_in_the_words_people_use(text: str, *, value: bool) -> None:
    facts = answered("team.keeps_driver_stack", text)

    assert facts == {"team.keeps_driver_stack": value}


@pytest.mark.parametrize(
    ("path", "text", "value"),
    [
        ("demand.gpus", "64", 64),
        ("demand.utilization_percent", "62.5", 62.5),
        ("hardware.gpu", "1080", "1080"),
        ("hardware.gpu", "H100 SXM: 80GB", "H100 SXM: 80GB"),
        ("workload.kind", "training", "training"),
    ],
)
def test_an_answer_is_read_as_its_fact_wants_it(path: str, text: str, value: FactValue) -> None:
    assert answered(path, text) == {path: value}


def test_names_are_separated_by_commas_or_stand_in_brackets() -> None:
    path = next(path for path, one in KNOWLEDGE.table.items() if one.kind is Kind.TEXTS)

    assert answered(path, "iso27001, soc2")[path] == ("iso27001", "soc2")
    assert answered(path, "[iso27001, soc2]")[path] == ("iso27001", "soc2")


@pytest.mark.parametrize(
    ("path", "text", "message"),
    [
        ("demand.gpus", "many", "expected a whole number of at least 1"),
        ("demand.gpus", "2.5", "expected a whole number of at least 1"),
        ("demand.utilization_percent", "101", "expected a number from 0 to 100"),
        ("workload.pattern", "wild", "expected one of "),
        ("team.keeps_driver_stack", "maybe", "expected true or false"),
        ("demand.gpus", "[8, 16, 32]", "expected a whole number of at least 1"),
        ("demand.gpus", "[1", "never closed"),
    ],
)
def test_an_answer_that_cannot_be_used_says_what_can(path: str, text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        answered(path, text)


def test_an_answer_that_contradicts_another_is_refused() -> None:
    with pytest.raises(ValueError, match="peak"):
        answered("demand.peak_gpus", "8", demand__gpus=64, demand__utilization_percent=50)


@pytest.mark.parametrize(
    ("fact_", "words"),
    [
        (Fact("a.b", Kind.BOOL), "true or false"),
        (Fact("a.b", Kind.CHOICE, choices=("x", "y")), "one of x, y"),
        (Fact("a.b", Kind.NUMBER, low=0, high=100), "a number from 0 to 100"),
        (Fact("a.b", Kind.NUMBER, low=1, high=1e9, whole=True), "a whole number of at least 1"),
        (Fact("a.b", Kind.TEXT), "a name"),
        (Fact("a.b", Kind.TEXTS), "names, separated by commas"),
        (Fact("a.b", Kind.CURVE), "a list of [gpus, percent_of_hours]"),
    ],
)
def test_what_a_fact_can_be_is_said_in_words(fact_: Fact, words: str) -> None:
    assert expected(fact_) == words


@pytest.mark.parametrize("lang", Lang)
def test_a_profile_to_fill_in_has_every_field_and_states_only_its_name(
    knowledge: Knowledge, lang: Lang
) -> None:
    text = profile_text("my work", {}, knowledge, lang)

    assert data_of(text) == {"name": "my work"}
    for path, one in knowledge.table.items():
        if not one.derived:
            assert f"\n  # {path.partition('.')[2]}:   # {expected(one)}\n" in text


def test_the_questions_stand_above_their_fields_in_the_language(knowledge: Knowledge) -> None:
    question = knowledge.pack.questions["demand.gpus"]

    assert f"  # {question.en}\n  # gpus:" in profile_text("x", {}, knowledge, Lang.EN)
    assert f"  # {question.zh}\n  # gpus:" in profile_text("x", {}, knowledge, Lang.ZH)


def test_a_field_without_a_question_has_its_description() -> None:
    text = profile_text("x", {}, KNOWLEDGE, Lang.EN)

    assert f"  # {fact('hardware.gpu').description}\n  # gpu:" in text


def test_the_schema_is_named_before_anything_else() -> None:
    first = profile_text("x", {}, KNOWLEDGE, Lang.EN).splitlines()[0]

    assert first == f"# yaml-language-server: $schema={SCHEMA_FILE}"


@pytest.mark.parametrize(
    "name",
    ["plain", "two words", "no", "null", "12", "true", "yes", "a: b", "# c", "- d", "渲染",
     '"quoted"', "back\\slash", "{x}", "semi-plain", "", "y", "\u2028", "\x7f", "emoji 🎉"],
)  # fmt: skip
def test_any_name_is_read_back_as_it_was_given(name: str) -> None:
    data = read_documents(profile_text(name, {}, KNOWLEDGE, Lang.EN).encode(), "x")[0].data

    assert isinstance(data, dict)
    assert data["name"] == name


def test_known_facts_are_stated_and_read_back(knowledge: Knowledge) -> None:
    facts: dict[str, FactValue] = {
        "demand.gpus": 64,
        "demand.utilization_percent": 62.5,
        "team.keeps_driver_stack": True,
        "workload.pattern": "steady",
        "hardware.gpu": "H100",
    }
    text = profile_text("x", facts, knowledge, Lang.ZH)

    assert data_of(text) == {
        "name": "x",
        "workload": {"pattern": "steady"},
        "demand": {"gpus": 64, "utilization_percent": 62.5},
        "hardware": {"gpu": "H100"},
        "team": {"keeps_driver_stack": True},
    }
    jsonschema.validate(data_of(text), json.loads(schema_text(Subject.PROFILE)))
