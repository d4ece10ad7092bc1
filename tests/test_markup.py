import pytest
from markdown_it import MarkdownIt

from gpucmp.markup import escaped, table

GITHUB = MarkdownIt("commonmark").enable(["table"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("plain words, 42 %", "plain words, 42 %", id="harmless"),
        pytest.param("a_b *c* [d]", r"a\_b \*c\* \[d\]", id="marks"),
        pytest.param("- entry", r"\- entry", id="a list"),
        pytest.param("1. entry", r"1\. entry", id="a numbered list"),
        pytest.param("<b> & $x", "&lt;b&gt; &amp; <span>$</span>x", id="tags and formulas"),
        pytest.param("@me #1", "@&#8203;me \\#&#8203;1", id="references"),
        pytest.param(" a\r\n\tb\x1b ", "a b", id="one line"),
    ],
)
def test_text_is_shown_as_it_is(text: str, expected: str) -> None:
    assert escaped(text) == expected


def test_a_table_is_one_for_github() -> None:
    text = table(("name", "cost"), "lr", [("a", "1"), (escaped("b|c"), "2")])

    assert text.splitlines()[:2] == ["| name | cost |", "| --- | --: |"]
    html = GITHUB.render(text)
    assert html.count("<tr>") == 3
    assert "<td>b|c</td>" in html
