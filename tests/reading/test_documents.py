import pytest
import yaml

from gpucmp.errors import InputError
from gpucmp.reading import documents
from gpucmp.reading.documents import Document, Pointer, Value, read_documents, read_value


def read(text: str, file: str = "f.yaml") -> Document:
    (document,) = read_documents(text.encode(), file)
    return document


def problems(text: str, file: str = "f.yaml") -> list[str]:
    with pytest.raises(InputError) as caught:
        read_documents(text.encode(), file)
    lines = [str(problem) for problem in caught.value.problems]
    assert not any("\n" in line for line in lines)
    return lines


def at(document: Document, *pointer: str | int) -> tuple[int, int]:
    place = document.place(pointer)
    return place.line, place.column


def key_at(document: Document, *pointer: str | int) -> tuple[int, int]:
    place = document.key_place(pointer)
    return place.line, place.column


# The rows of YAML 1.1 readings that YAML 1.2 has done away with: core schema, section 10.3.2.
@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1e3", 1000.0),
        ("1E5", 100_000.0),
        ("1e-3", 0.001),
        ("1.0e3", 1000.0),
        ("12e03", 12000.0),
        ("1.0e+3", 1000.0),
        ("0.1e-2", 0.001),
        ("+.5", 0.5),
        ("-.5", -0.5),
        ("1.", 1.0),
        ("1_000", "1_000"),
        ("1__0", "1__0"),
        ("123_", "123_"),
        ("010", 10),
        ("007", 7),
        ("012345", 12345),
        ("08", 8),
        ("0o10", 8),
        ("0xFf", 255),
        ("-7", -7),
        ("+7", 7),
        ("0b11", "0b11"),
        ("-0x10", "-0x10"),
        ("22:22", "22:22"),
        ("16:9", "16:9"),
        ("8:00", "8:00"),
        ("1:30:00", "1:30:00"),
        ("10:30.5", "10:30.5"),
        ("no", "no"),
        ("On", "On"),
        ("OFF", "OFF"),
        ("yes", "yes"),
        ("y", "y"),
        ("true", True),
        ("True", True),
        ("TRUE", True),
        ("tRUE", "tRUE"),
        ("false", False),
        ("False", False),
        ("FALSE", False),
        ("null", None),
        ("Null", None),
        ("NULL", None),
        ("~", None),
        ("", None),
        ("3.10", 3.1),
        ("'3.10'", "3.10"),
        ("2026-12-01", "2026-12-01"),
        ("2026-13-45", "2026-13-45"),
        ("2026-02-30", "2026-02-30"),
        ("2026-12-01T10:00:00Z", "2026-12-01T10:00:00Z"),
        ("=", "="),
        ("<<", "<<"),
        ("a > 1 # c", "a > 1"),
        ("NaN", "NaN"),
        ("inf", "inf"),
        ("-x", "-x"),
        ("70%", "70%"),
        ("'1'", "1"),
        ('"true"', "true"),
        ("“smart”", "“smart”"),
        ("|\n  1\n", "1\n"),
        (">-\n  1\n", "1"),
        ("[no, se]", ["no", "se"]),
        ("!!str 1", "1"),
        ("!!str", ""),
        ('!!int "3"', 3),
        ("!!float 3", 3.0),
        ('!!bool "true"', True),
        ('!!null ""', None),
        ("!!map {b: 1}", {"b": 1}),
        ("!!seq [1]", [1]),
        ("! 3", "3"),
        ("! [3]", [3]),
        ("!<tag:yaml.org,2002:int> 3", 3),
    ],
)
def test_a_value_is_read_by_the_core_schema_of_yaml_1_2(written: str, value: Value) -> None:
    data = read(f"v: {written}\n").data

    assert isinstance(data, dict)
    assert data["v"] == value
    assert type(data["v"]) is type(value)


@pytest.mark.parametrize("number", [".nan", ".NaN", ".inf", "-.Inf", "+.INF", "1e400", "-1e400"])
def test_a_number_that_is_not_finite_is_refused_where_it_stands(number: str) -> None:
    assert problems(f"a: 1\nv: {number}\n") == [
        f"f.yaml:2:4: `{number}` is not a finite number",
    ]


@pytest.mark.parametrize("number", ["9" * 5000, "0x" + "f" * 5000, "-" + "1" * 100])
def test_an_integer_of_absurd_length_is_refused_where_it_stands(number: str) -> None:
    assert problems(f"v: {number}\n") == [
        f"f.yaml:1:4: a number of {len(number)} digits is too long: at most 100 are read",
    ]


@pytest.mark.parametrize("key", ["on", "no", "2026-12-01", "22:22", "=", "'1'", '"<<"'])
def test_a_key_that_only_yaml_1_1_takes_for_another_type_is_text(key: str) -> None:
    assert read(f"{key}: x\n").data == {key.strip("'\""): "x"}


@pytest.mark.parametrize(
    ("key", "kind"),
    [("true", "a boolean"), ("False", "a boolean"), ("~", "null"), ("null", "null")],
)
def test_a_boolean_or_null_as_a_key_is_to_be_quoted(key: str, kind: str) -> None:
    assert problems(f"a:\n  {key}: x\n") == [
        f'f.yaml:2:3: the key `{key}` is {kind} (quote it: "{key}")',
    ]


@pytest.mark.parametrize("key", ["1", "0.50", "1e3", "010", "-0x1", "1_000"])
def test_a_number_as_a_key_is_kept_as_it_is_written(key: str) -> None:
    assert read(f"{key}: x\n").data == {key: "x"}


def test_a_number_as_a_key_must_be_finite() -> None:
    assert problems(".inf: x\n") == ["f.yaml:1:1: `.inf` is not a finite number"]


def test_a_missing_key_is_a_problem() -> None:
    assert problems("?\n: x\n") == ["f.yaml:1:2: no key (write it before the colon)"]


@pytest.mark.parametrize("text", ["? [a]\n: b\n", "? {a: 1}\n: b\n", "? - a\n: b\n"])
def test_a_list_or_mapping_is_no_key(text: str) -> None:
    (problem,) = problems(text)

    assert problem.startswith("f.yaml:1:3: a list or mapping cannot be a key")


def test_a_template_in_braces_is_a_mapping_as_a_key() -> None:
    assert problems("gpus: {{ count }}\n") == [
        "f.yaml:1:8: a list or mapping cannot be a key (quote text that starts with `{` or `[`)",
    ]


def test_a_key_with_an_invisible_character_is_kept() -> None:
    assert read("gpus\u200b: 8\n").data == {"gpus\u200b": 8}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: 1\nb: 2\na: 3\n", '3:1: duplicate key "a": first on line 1'),
        ("x:\n  - {a: 1, a: 1}\n", '2:12: duplicate key "a": first on line 2'),
        ('a: 1\n"a": 1\n', '2:1: duplicate key "a": first on line 1'),
        ('{"a": 1,\n "a": 1}', '2:2: duplicate key "a": first on line 1'),
    ],
)
def test_a_duplicate_key_names_the_line_of_the_first(text: str, problem: str) -> None:
    assert problems(text) == [f"f.yaml:{problem} (keep one of the two)"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "1:1: empty: expected a mapping"),
        ("# only a comment\n", "1:1: empty: expected a mapping"),
        ("\n\n---\n", "3:1: empty: expected a mapping"),
        ("--- # nothing\n", "1:1: empty: expected a mapping"),
        ("a: 1\n---\n", "2:1: empty: expected a mapping"),
        ("---\n---\na: 1\n", "1:1: empty: expected a mapping"),
        ("~\n", "1:1: expected a mapping, found null"),
        ("\n- a\n", "2:1: expected a mapping, found a list"),
        ("[]", "1:1: expected a mapping, found a list"),
        ("--- yes\n", "1:5: expected a mapping, found the text `yes`"),
        ("true", "1:1: expected a mapping, found a boolean"),
        ("7", "1:1: expected a mapping, found a number"),
        ("7.5", "1:1: expected a mapping, found a number"),
        (
            "gpus:8\n",
            (
                "1:1: expected a mapping, found the text `gpus:8`"
                " (write `key: value`, with a space after the colon)"
            ),
        ),
    ],
)
def test_a_document_that_is_no_mapping_is_a_problem(text: str, problem: str) -> None:
    assert problems(text) == [f"f.yaml:{problem}"]


def test_every_problem_of_a_file_is_named() -> None:
    assert problems("true: a\nb: .inf\nc: !x y\n---\n- a\n---\nd: *e\nf: [g\n") == [
        'f.yaml:1:1: the key `true` is a boolean (quote it: "true")',
        "f.yaml:2:4: `.inf` is not a finite number",
        "f.yaml:3:4: the tag `!x` cannot be used here (quote text that starts with `!`)",
        "f.yaml:5:1: expected a mapping, found a list",
        (
            "f.yaml:7:4: there is no anchor `&e` for the alias `*e`"
            ' (quote text that starts with `*`: "*e")'
        ),
        "f.yaml:8:4: the `[` that opens here is never closed (close it with `]`)",
    ]


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("!!int foo", "`foo` does not fit its tag !!int"),
        ("!!int 1.5", "`1.5` does not fit its tag !!int (remove the tag)"),
        ("!!int true", "`true` does not fit its tag !!int (remove the tag)"),
        ("!!bool maybe", "`maybe` does not fit its tag !!bool"),
        (
            "!!bool yes",
            "`yes` does not fit its tag !!bool (YAML 1.2 reads `yes` as text: write `true`)",
        ),
        ("!!null x", "`x` does not fit its tag !!null"),
        ("!!float .inf", "`.inf` is not a finite number"),
        ("!!float true", "`true` does not fit its tag !!float (remove the tag)"),
        ("!!map x", "the tag `!!map` cannot be used here (remove it)"),
        ("!!map []", "the tag `!!map` cannot be used here (remove it)"),
        ("!!seq {}", "the tag `!!seq` cannot be used here (remove it)"),
        ("!!int []", "the tag `!!int` cannot be used here (remove it)"),
        ("!!timestamp 2026-12-01", "the tag `!!timestamp` cannot be used here (remove it)"),
        ("!=", "the tag `!=` cannot be used here (quote text that starts with `!`)"),
        ("!x {}", "the tag `!x` cannot be used here (quote text that starts with `!`)"),
        (
            "!!python/object/apply:os.getcwd []",
            "the tag `!!python/object/apply:os.getcwd` cannot be used here (remove it)",
        ),
        (">", '`>` starts a block of text, and none follows (quote it: ">")'),
        (">5", '`>` starts a block of text, and none follows (quote it: ">")'),
        ("|", '`|` starts a block of text, and none follows (quote it: "|")'),
    ],
)
def test_a_value_that_does_not_fit_how_it_is_written_is_a_problem(
    value: str, problem: str
) -> None:
    assert problems(f"v: {value}\n") == [f"f.yaml:1:4: {problem}"]


def test_places_of_keys_and_values_count_from_one() -> None:
    document = read("gpu:\n  count: 8\n  names:\n  - h100\n  -   a100\nnote: |\n  text\n")

    assert at(document) == (1, 1)
    assert at(document, "gpu") == (2, 3)
    assert at(document, "gpu", "count") == (2, 10)
    assert at(document, "gpu", "names") == (4, 3)
    assert at(document, "gpu", "names", 0) == (4, 5)
    assert at(document, "gpu", "names", 1) == (5, 7)
    assert at(document, "note") == (6, 7)
    assert key_at(document, "gpu") == (1, 1)
    assert key_at(document, "gpu", "count") == (2, 3)
    assert key_at(document, "gpu", "names") == (3, 3)
    assert key_at(document, "note") == (6, 1)


def test_places_in_flow_text_are_known() -> None:
    document = read("{a: [1, {b: 2}],\n  c: x}")

    assert document.data == {"a": [1, {"b": 2}], "c": "x"}
    assert at(document, "a") == (1, 5)
    assert at(document, "a", 1, "b") == (1, 13)
    assert key_at(document, "a", 1, "b") == (1, 10)
    assert at(document, "c") == (2, 6)
    assert key_at(document, "c") == (2, 3)


def test_places_of_later_documents_count_from_the_start_of_the_file() -> None:
    first, second = read_documents(b"a: 1\n---\n# c\nb:\n  c: 2\n", "f.yaml")

    assert (first.index, first.data) == (0, {"a": 1})
    assert (second.index, second.data, second.file) == (1, {"b": {"c": 2}}, "f.yaml")
    assert at(second) == (4, 1)
    assert at(second, "b", "c") == (5, 6)
    assert str(second.key_place(("b", "c"))) == "f.yaml:5:3"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_places_do_not_depend_on_the_ends_of_lines(end: str) -> None:
    document = read(end.join(["a: 1", "b:", "  c: 2", ""]))

    assert document.data == {"a": 1, "b": {"c": 2}}
    assert at(document, "b", "c") == (3, 6)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_places_do_not_depend_on_the_encoding(encoding: str) -> None:
    (document,) = read_documents("é: 😀\nb: {c: 1}\n".encode(encoding), "f.yaml")

    assert document.data == {"é": "😀", "b": {"c": 1}}
    assert key_at(document, "é") == (1, 1)
    assert at(document, "é") == (1, 4)
    assert at(document, "b", "c") == (2, 8)


def test_the_place_of_what_is_missing_is_that_of_its_nearest_ancestor() -> None:
    document = read("a:\n  b: [1]\n")

    assert at(document, "a", "b", 7, "c") == (2, 6)
    assert at(document, "x", "y") == (1, 1)
    assert key_at(document, "a", "c") == (2, 3)
    assert key_at(document, "a", "b", 0) == (2, 7)


def test_a_missing_value_is_null_beside_its_key() -> None:
    document = read("a:\nb: &x\nc: {d, e: }\n")

    assert document.data == {"a": None, "b": None, "c": {"d": None, "e": None}}
    assert at(document, "a") == (1, 3)
    assert at(document, "b") == (2, 4)


@pytest.mark.parametrize("separator", ["\x85", "\u2028", "\u2029"])
def test_only_line_feeds_and_carriage_returns_end_a_line(separator: str) -> None:
    document = read(f"a{separator}: 'x {separator} y'\nb: 1\n")

    assert document.data == {f"a{separator}": f"x {separator} y", "b": 1}
    assert at(document, "b") == (2, 4)


def test_an_alias_stands_for_a_copy_of_its_anchor() -> None:
    document = read("a: &x {b: [1]}\nc: *x\nd: &x 2\ne: *x\n*x : 3\n".replace("*x :", '"2":'))

    assert document.data == {"a": {"b": [1]}, "c": {"b": [1]}, "d": 2, "e": 2, "2": 3}
    assert at(document, "c") == (2, 4)
    assert at(document, "c", "b") == (1, 11)
    assert key_at(document, "c", "b") == (1, 8)


def test_an_alias_may_be_a_key_where_it_stands_for_text() -> None:
    document = read("&k a: &v b\n*v : 1\nc: *k\n")

    assert document.data == {"a": "b", "b": 1, "c": "a"}
    assert key_at(document, "b") == (2, 1)


def test_an_alias_of_a_mapping_is_no_key() -> None:
    (problem,) = problems("a: &x {}\n*x : 1\n")

    assert problem.startswith("f.yaml:2:1: a list or mapping cannot be a key")


@pytest.mark.parametrize("text", ["a: &x [*x]\n", "a: &x {b: {c: *x}}\n", "&x a: &x\n  - *x\n"])
def test_an_alias_inside_its_own_anchor_is_refused(text: str) -> None:
    (problem,) = problems(text)

    assert problem.endswith("the alias `*x` is part of what it stands for")


def test_an_anchor_is_not_known_in_the_next_document() -> None:
    (problem,) = problems("a: &x 1\n---\nb: *x\n")

    assert problem.startswith("f.yaml:3:4: there is no anchor `&x` for the alias `*x`")


def test_a_bomb_of_aliases_is_refused_without_expansion() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]

    (problem,) = problems("\n".join(lines))

    assert problem.endswith("aliases expand to more than 100000 values")


def test_a_long_list_without_aliases_is_no_bomb() -> None:
    assert read(f"a: [{'1,' * 150_000}]").data == {"a": [1] * 150_000}


def test_a_hundred_levels_are_read() -> None:
    assert read("a: " + "[" * 99 + "]" * 99).place(("a", *[0] * 98)).column == 102


def test_more_than_a_hundred_levels_are_refused() -> None:
    assert problems("a: " + "[" * 100 + "]" * 100) == [
        "f.yaml:1:103: nested more than 100 deep",
    ]


@pytest.mark.parametrize("text", ["[" * 100_000, "- " * 100_000, "{a: " * 5000])
def test_depth_without_end_is_refused(text: str) -> None:
    (problem,) = problems(text)

    assert "nested" in problem


def test_levels_count_through_aliases() -> None:
    lines = [f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, 150)]

    assert problems("\n".join(["a0: &a0 [x]", *lines])) == [
        "f.yaml:100:12: nested more than 100 deep",
    ]


def test_merged_keys_give_way_to_the_keys_beside_them() -> None:
    document = read("a: &a {x: 1, y: 2}\nb:\n  y: 3\n  <<: *a\n")

    assert document.data == {"a": {"x": 1, "y": 2}, "b": {"x": 1, "y": 3}}
    assert key_at(document, "b", "x") == (1, 8)
    assert at(document, "b", "y") == (3, 6)


def test_the_first_mapping_of_a_merged_list_wins() -> None:
    text = "a: &a {x: 1}\nb: &b {x: 2, y: 2}\nc: &c {<<: [*a, *b, {z: 3}]}\nd: {<<: *c}\n"

    merged = {"x": 1, "y": 2, "z": 3}
    assert read(text).data == {"a": {"x": 1}, "b": {"x": 2, "y": 2}, "c": merged, "d": merged}


@pytest.mark.parametrize("value", ["3", "[3]", "~", "text"])
def test_only_mappings_are_merged(value: str) -> None:
    (problem,) = problems(f"a:\n  <<: {value}\n")

    assert problem.startswith("f.yaml:2:")
    assert "`<<` merges mappings, and this is" in problem


def test_a_second_merge_key_is_a_duplicate() -> None:
    assert problems("a: &a {x: 1}\nb:\n  <<: *a\n  <<: *a\n") == [
        'f.yaml:4:3: duplicate key "<<": first on line 3 (merge a list: `<<: [*a, *b]`)',
    ]


def test_an_unknown_anchor_is_not_said_to_be_no_mapping() -> None:
    (problem,) = problems("a: {<<: *x}\n")

    assert "there is no anchor" in problem


def test_a_quoted_merge_key_is_a_key() -> None:
    assert read('{"<<": {"a": 1}}').data == {"<<": {"a": 1}}


def test_json_may_be_indented_by_tabs_and_keeps_its_places() -> None:
    document = read('\t{\n\t"a":\t[1,\t2],\n\t"\\ud83d\\ude00": "x\ty",\t"b": {}\n}\n')

    assert document.data == {"a": [1, 2], "😀": "x\ty", "b": {}}
    assert at(document, "a", 1) == (2, 11)
    assert key_at(document, "b") == (3, 25)
    assert at(document, "b") == (3, 30)


def test_a_json_file_is_known_by_its_name() -> None:
    assert read('\n\t{"a": "x\\/y \\uD83D\\uDE00"}', "F.JSON").data == {"a": "x/y 😀"}


def test_half_of_a_surrogate_pair_is_refused() -> None:
    (problem,) = problems('{"a": "\\ud83d"}')

    assert problem.startswith("f.yaml:1:")


@pytest.mark.parametrize(
    "text",
    ["a: 1\nb: [x, *y]\n", "a: 1e3\n", "a: [\n", "a: >=\n", '{\n\t"a":\t1\n}', 'a: "\\ud83d"\n'],
)
def test_the_parser_in_python_reads_and_refuses_the_same(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def outcome() -> tuple[int, Value]:
        try:
            return 0, read(text).data
        except InputError as error:
            return error.problems[0].place.line, None

    fast = outcome()
    monkeypatch.setattr(documents, "_LOADER", yaml.SafeLoader)

    assert outcome() == fast


@pytest.mark.parametrize(
    "error", [yaml.YAMLError("a\nb"), ValueError("a\nb"), KeyError("a"), RecursionError("a")]
)
def test_nothing_but_an_input_error_escapes(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(yaml, "parse", fail)

    (problem,) = problems("a: 1\n")
    assert problem.startswith("f.yaml: cannot be read as YAML: ")


def test_an_error_without_a_place_names_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise yaml.MarkedYAMLError(problem="found something")

    monkeypatch.setattr(yaml, "parse", fail)

    assert problems("a: 1\n") == ["f.yaml: found something"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("8", 8),
        (" 1e3 ", 1000.0),
        ("yes", "yes"),
        ("true", True),
        ("~", None),
        ("", None),
        ("'8'", "8"),
        ("8 # GPUs", 8),
        ("[a, {b: 1}]", ["a", {"b": 1}]),
        ('{"a":\t"\\ud83d\\ude00"}', {"a": "😀"}),
        ("2026-12-01", "2026-12-01"),
        ("a:b", "a:b"),
    ],
)
def test_one_value_is_read(text: str, value: Value) -> None:
    assert read_value(text, "--set") == value


@pytest.mark.parametrize(
    "text",
    ["a: 1", "- 1", "1\n---\n2", "# c", "[1", "a: b: c", "*x", ".nan", "\udc80", "\x00", "!x 1"],
)
def test_text_that_is_not_one_value_is_refused(text: str) -> None:
    with pytest.raises(InputError) as caught:
        read_value(text, "--set")

    assert caught.value.problems[0].place.file == "--set"


def test_the_pointers_of_a_document_cover_its_values_and_keys() -> None:
    document = read("a: [1, {b: 2}]\n")

    values: set[Pointer] = {(), ("a",), ("a", 0), ("a", 1), ("a", 1, "b")}
    assert set(document.places) == values
    assert set(document.key_places) == {("a",), ("a", 1, "b")}
