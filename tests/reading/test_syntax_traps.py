import pytest

from gpucmp.errors import InputError
from gpucmp.reading.documents import read_documents
from gpucmp.reading.syntax_traps import explain


def last_problem(text: str) -> str:
    with pytest.raises(InputError) as caught:
        read_documents(text.encode(), "f")
    return str(caught.value.problems[-1])


TAB = "a tab stands where YAML allows only spaces (replace the tab by spaces)"
BLOCK = "`>` and `|` start a block of text, so nothing else may stand on their line"
NAMELESS = "`*` and `&` start a YAML alias or anchor, and its name is missing"
NEVER = "the quote that opens here is never closed"
AFTER = "text goes on after the closing quote"
DIRECTIVE = "`%` starts a YAML directive that is not understood"
FIT = "this does not fit the mapping that starts on line 1"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a:\n\t- b\n", f"f:2:1: {TAB}"),
        ("\ta: 1\n", f"f:1:1: {TAB}"),
        ("-\ta\n", f"f:1:2: {TAB}"),
        ("a:\n  b: 1\n\tc: 2\n", f"f:3:1: {TAB}"),
        ("a:\n  b: 1\n  \tc: 2\n", f"f:3:3: {TAB}"),
        ("a: |\n  x\n\ty\n", f"f:3:1: {TAB}"),
        ("op: >=\n", f'f:1:5: {BLOCK} (quote it, for example `">="`)'),
        ("op: |x\n", f'f:1:5: {BLOCK} (quote it, for example `">="`)'),
        (
            "a: {b: >=500}\n",
            'f:1:8: text cannot start with > here (quote it, for example `">=500"`)',
        ),
        ("a: [>=5]\n", 'f:1:5: text cannot start with > here (quote it, for example `">=5"`)'),
        ("a: @x\n", 'f:1:4: text cannot start with @ here (quote it, for example `"@x"`)'),
        ("a: %x\n", 'f:1:4: text cannot start with % here (quote it, for example `"%x"`)'),
        (
            "a: 'x\nb: 2\n",
            f"f:1:4: {NEVER} (close it; inside single quotes an apostrophe is written '')",
        ),
        (
            'a: 1\nb: "x\n---\n',
            f"f:2:4: {NEVER} (close it; inside single quotes an apostrophe is written '')",
        ),
        ("a: [1,\n  2\n", "f:1:4: the `[` that opens here is never closed (close it with `]`)"),
        (
            "a: [\n",
            (
                "f:2:1: the text ends inside a bracket or brace that is never closed"
                " (close it with `]` or `}`)"
            ),
        ),
        (
            "[" * 5000,
            "f:1:1001: nested too deep to be read (close brackets before more are opened)",
        ),
        ("a: {b: 1\n", "f:1:4: the `{` that opens here is never closed (close it with `}`)"),
        (
            "a: [1, 2\nb: 3\n",
            (
                "f:2:2: expected `,` or `]` in the list that starts on line 1"
                " (separate the items with `,` and close the list with `]`)"
            ),
        ),
        (
            '{"a" 1}',
            (
                "f:1:6: expected `,` or `}` in the mapping that starts on line 1"
                " (separate the entries with `,` and close the mapping with `}`)"
            ),
        ),
        (
            "when: *any\n",
            (
                "f:1:7: there is no anchor `&any` for the alias `*any`"
                ' (quote text that starts with `*`: "*any")'
            ),
        ),
        (
            "when: *any text\n",
            (
                "f:1:12: `*` and `&` start a YAML alias or anchor, and text follows its name"
                ' (quote it, for example `"*any text"`)'
            ),
        ),
        ("a: *\n", f'f:1:4: {NAMELESS} (quote it, for example `"*"`)'),
        ("a: & b\n", f'f:1:4: {NAMELESS} (quote it, for example `"*"`)'),
        ("%YAML 1.3\n---\na: 1\n", f"f:1:1: {DIRECTIVE} (remove the line: YAML 1.2 needs none)"),
        ("%x: 1\n", f"f:1:3: {DIRECTIVE} (remove the line: YAML 1.2 needs none)"),
        (
            "a: “x: y”\n",
            "f:1:6: curly quotes do not quote in YAML (write straight quotes: \" or ')",
        ),
        (
            "a: 'it's'\n",
            (
                f"f:1:8: {AFTER} (inside single quotes an apostrophe is written '';"
                " or use double quotes)"
            ),
        ),
        (
            '{"a": 1}\n{"b": 2}\n',
            (
                "f:2:1: a document starts here without `---`"
                " (put a line `---` before it, or check the indentation)"
            ),
        ),
        (
            "a: b: c\n",
            (
                "f:1:5: `:` is not expected here"
                " (check the indentation, or quote text that contains `: `)"
            ),
        ),
        (
            "a: - b\n",
            (
                "f:1:4: `- ` is not expected here"
                " (start the list on the next line, or quote the text)"
            ),
        ),
        (
            "- a\nb: 1\n",
            (
                "f:2:1: expected `- ` and the next item of the list that starts on line 1"
                " (check the indentation)"
            ),
        ),
        (
            'a: "C:\\dir"\n',
            (
                "f:1:7: the backslash escape is not known in double quotes"
                " (use single quotes, or write `\\\\` for a backslash)"
            ),
        ),
        (
            "a: !h!x 1\n",
            "f:1:4: `!` starts a YAML tag that is not known (quote text that starts with `!`)",
        ),
        (
            "a: 1\nfoo\nb: 2\n",
            (
                "f:2:1: expected `:` after this key"
                " (write `key: value`, or indent text that continues the line before)"
            ),
        ),
        (
            "a: ]\n",
            ("f:1:4: expected a value before `]` (quote text that starts with `]`)"),
        ),
        (
            "a:\n  b: 1\n c: 2\n",
            f"f:3:2: {FIT} (check the indentation, and that brackets and quotes are in pairs)",
        ),
        (
            "a: [1]]\n",
            f"f:1:7: {FIT} (check the indentation, and that brackets and quotes are in pairs)",
        ),
    ],
)
def test_a_known_trap_is_explained_in_one_line(text: str, problem: str) -> None:
    assert last_problem(text) == problem


def test_an_unknown_error_is_passed_on() -> None:
    assert explain("found a bug", "a: \0b", 1).message == "found a bug"
    assert explain("found a bug", "a: \0b", 1).hint == ""
