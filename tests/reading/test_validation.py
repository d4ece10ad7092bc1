from typing import Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gpucmp.reading.documents import read_documents
from gpucmp.reading.schemas import known_keys
from gpucmp.reading.validation import found, plain, pointers_of, problems_of, suggestion


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    kind: Literal["round", "square"] | None = None
    size: float = Field(default=1, gt=0, le=10)


class Whole(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(min_length=2, max_length=4)
    part: Part | None = None
    parts: list[Part] = Field(default=[], max_length=1)
    codes: dict[str, int] = {}
    ends: tuple[int, int] | None = None
    odd: str = Field(default="", pattern="^[0-9]$")


def told(text: str) -> list[str]:
    (document,) = read_documents(text.encode(), "f.yaml")
    with pytest.raises(ValidationError) as caught:
        Whole.model_validate(document.data)
    problems = problems_of(caught.value, document, known_keys(Whole))
    return sorted(map(str, problems))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("part: {}", "1:1: name is missing (add name)"),
        ("name: a", "1:7: name: needs at least 2 characters"),
        ("name: abcde", "1:7: name: needs at most 4 characters"),
        ("name: 12", '1:7: name: expected text, found the number 12 (quote it: "12")'),
        ("name: true", '1:7: name: expected text, found `true` (quote it: "true")'),
        ("name: ab\nnames: x", '2:1: unknown key "names" (did you mean "name"?)'),
        ("name: ab\nsize: 1", '2:1: unknown key "size" (known here: name, part, parts, codes,'),
        ("name: ab\npart: {ends: 1}", '2:8: unknown key "ends" (it stands at the top level)'),
        ("name: ab\nparts: [{kinds: round}]", '2:10: unknown key "kinds" (did you mean "kind"?)'),
        ("name: ab\ncodes: {a: {b: 1}}", "2:12: a: expected a whole number, found a mapping"),
        ("name: ab\npart: {size: 0}", "2:14: size: must be more than 0, is 0"),
        ("name: ab\npart: {size: 11.5}", "2:14: size: must be at most 10, is 11.5"),
        ("name: ab\npart: {kind: squares}", "2:14: kind: expected one of round, square, found"),
        (
            "name: ab\nparts: one",
            "2:8: parts: expected a list, found the text `one` (write [one])",
        ),
        ("name: ab\nparts: [{}, {}]", "2:8: parts: needs at most 1 item, has 2"),
        ("name: ab\nodd: x", "2:6: odd: expected another form, found the text `x`"),
        ('name: ab\n"o\\nd": 1', '2:1: unknown key "o" followed by U+000A followed by "d"'),
    ],
)
def test_a_problem_is_told_in_the_words_of_the_document(text: str, problem: str) -> None:
    (line,) = told(text)

    assert line.startswith(f"f.yaml:{problem}")


def test_every_problem_is_told() -> None:
    text = "part: {kind: 5, size: x}\nparts: 7\n"

    assert {line.partition(" ")[0] for line in told(text)} == {
        "f.yaml:1:1:",
        "f.yaml:1:14:",
        "f.yaml:1:23:",
        "f.yaml:2:8:",
    }


def test_an_error_names_the_parts_of_the_document_that_it_is_about() -> None:
    (document,) = read_documents(b"name: ab\npart: {size: x, more: 1}\nparts: [5]", "f.yaml")
    with pytest.raises(ValidationError) as caught:
        Whole.model_validate(document.data)

    assert pointers_of(caught.value, document) == {
        ("part", "size"),
        ("part", "more"),
        ("parts", 0),
    }


PATHS = ("demand.gpus", "demand.utilization_percent", "hardware.gpu", "data.stored_tb", "A1")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("demand.gpu", "demand.gpus"),
        ("demand.GPUs", "demand.gpus"),
        ("gpus", "demand.gpus"),
        ("utilized_percent", "demand.utilization_percent"),
        ("demand.util", "demand.utilization_percent"),
        ("stored", "data.stored_tb"),
        ("hardware.stored_tb", "data.stored_tb"),
        ("a1", "A1"),
        ("budget.capital", ""),
        ("x", ""),
        ("", ""),
    ],
)
def test_the_nearest_is_suggested_where_one_is_near(word: str, meant: str) -> None:
    assert suggestion(word, PATHS) == (f'did you mean "{meant}"?' if meant else "")


def test_nothing_is_suggested_of_nothing() -> None:
    assert suggestion("x", ()) == ""


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "nothing"),
        (True, "`true`"),
        (8, "the number 8"),
        (8.0, "the number 8"),
        (0.1, "the number 0.1"),
        (1e300, "the number 1e+300"),
        (10**99, f"the number 1{'0' * 59}…"),
        ("a\x1b[31m", r"the text `a\x1b[31m`"),
        ("x" * 61, f"the text `{'x' * 60}…`"),
        ("", "empty text"),
        ([1], "a list"),
        ({}, "a mapping"),
    ],
)
def test_a_value_is_named_in_one_line(value: object, words: str) -> None:
    assert found(value) == words


@pytest.mark.parametrize(
    ("number", "written"), [(1e15, "1000000000000000"), (1e16, "1e+16"), (-3.5, "-3.5")]
)
def test_a_number_is_written_out_where_that_is_short(number: float, written: str) -> None:
    assert plain(number) == written
