import contextlib
import json
import math

import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from gpucmp.errors import InputError, Place, Problem
from gpucmp.reading.decoding import LINE_END
from gpucmp.reading.documents import Document, Value, read_documents, read_value

TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cn")), max_size=30)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**40), 10**40)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4)
)
MAPPINGS = st.dictionaries(TEXT, VALUES, max_size=5)
PIECES = st.text("ab1 :-\n\t{}[],?'\"\\#~\u2028\x85😀\ufeff\r“", max_size=20) | st.sampled_from(
    [
        "b: ",
        "- ",
        "\n  ",
        "&x ",
        "*x",
        "<<: ",
        "!!int ",
        "!t ",
        "> ",
        "---\n",
        "%YAML 1.2",
        "\\ud83d",
    ]
)
TEXTS = st.lists(PIECES, max_size=20).map("".join)


def outcome(data: bytes, file: str = "f.yaml") -> tuple[Document, ...]:
    with contextlib.suppress(InputError):
        return read_documents(data, file)
    return ()


def inside(place: Place, lines: list[str]) -> bool:
    return 1 <= place.line <= len(lines) and 1 <= place.column <= len(lines[place.line - 1]) + 1


def same(left: Value, right: Value) -> bool:
    """Compare two values with their types, to every sign of zero."""
    return repr(left) == repr(right)


@given(st.binary())
@example(b"\xff\xfe\x00")
@example(b"? ? ?")
def test_bytes_are_read_or_refused_with_an_input_error(data: bytes) -> None:
    outcome(data)
    outcome(data, "f.json")


@given(TEXTS)
def test_pieces_of_yaml_are_read_or_refused_inside_the_text(text: str) -> None:
    found: list[Problem] = []
    documents: tuple[Document, ...] = ()
    try:
        documents = read_documents(text.encode(), "f.yaml")
    except InputError as error:
        found.extend(error.problems)

    places = [p for d in documents for p in (*d.places.values(), *d.key_places.values())]
    places += [problem.place for problem in found]
    lines = [*LINE_END.split(text.removeprefix("\ufeff")), ""]
    assert all(inside(place, lines) for place in places)
    assert not any("\n" in str(problem) for problem in found)


@given(data=MAPPINGS, ascii_only=st.booleans(), indent=st.sampled_from([None, 2, "\t"]))
@example(data={"\x85": "a \u2028 b", "\U000f0000": "\u2029"}, ascii_only=False, indent=None)
@example(data={"\\😀\\": ["\\ud83d\\ude00", "😀"]}, ascii_only=True, indent="\t")
def test_json_is_read_back_as_written(
    *, data: dict[str, Value], ascii_only: bool, indent: int | str | None
) -> None:
    text = json.dumps(data, ensure_ascii=ascii_only, indent=indent)

    (document,) = read_documents(text.encode(), "f.json")

    assert same(document.data, data)
    lines = text.split("\n")
    places = (*document.places.values(), *document.key_places.values())
    assert all(inside(place, lines) for place in places)


@given(MAPPINGS)
def test_json_keys_and_text_stand_at_their_places(data: dict[str, Value]) -> None:
    text = json.dumps(data)

    (document,) = read_documents(text.encode(), "f.json")

    for pointer, place in document.key_places.items():
        assert text.startswith(json.dumps(pointer[-1]), place.column - 1)


@given(MAPPINGS)
def test_quoted_yaml_is_read_back_as_written(data: dict[str, Value]) -> None:
    text = yaml.safe_dump(data, default_style='"', sort_keys=False)

    (document,) = read_documents(text.encode(), "f.yaml")

    assert same(document.data, data)


@given(MAPPINGS, MAPPINGS)
def test_documents_are_read_one_by_one(first: dict[str, Value], second: dict[str, Value]) -> None:
    text = f"{json.dumps(first)}\n---\n{json.dumps(second)}\n"

    assert [d.data for d in read_documents(text.encode(), "f")] == [first, second]


@given(SCALARS)
def test_one_value_of_json_is_read_back(value: Value) -> None:
    assert same(read_value(json.dumps(value, ensure_ascii=False), "--set"), value)


@given(st.text(st.sampled_from("0123456789+-._eExo:,%"), max_size=12))
def test_numbers_that_are_read_are_finite(text: str) -> None:
    with contextlib.suppress(InputError):
        value = read_value(text, "--set")
        assert not isinstance(value, float) or math.isfinite(value)
