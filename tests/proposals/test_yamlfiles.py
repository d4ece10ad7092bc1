"""Streams of YAML documents of other programs."""

import pytest

from gpucmp.errors import InputError
from gpucmp.proposals.yamlfiles import read_stream


@pytest.mark.parametrize(
    "text",
    [
        "a: 1\n---\nb: 2\n",
        "---\na: 1\n---\nb: 2\n---\n",
        "# first\n---\na: 1\n---\n# nothing\n---\nb: 2\n",
        "---\n---\na: 1\n---\n\n---\nb: 2\n---\n---\n",
        "--- # comment\na: 1\n---\nb: 2",
    ],
)
def test_empty_documents_are_left_out(text: str) -> None:
    assert [one.data for one in read_stream(text.encode(), "s.yaml")] == [{"a": 1}, {"b": 2}]


def test_places_stay_those_of_the_file() -> None:
    first, second = read_stream(b"---\n# none\n---\na: 1\n---\nb: 2\n", "s.yaml")

    assert (first.place(("a",)).line, second.place(("b",)).line) == (4, 6)


def test_a_template_is_refused_with_its_place() -> None:
    with pytest.raises(InputError) as caught:
        read_stream(b"a: 1\nb: {{ .Values.b }}\n", "s.yaml")
    (problem,) = caught.value.problems

    assert str(problem) == (
        "s.yaml:2:4: a template, whose values are not known (helm template CHART > manifest.yaml)"
    )


def test_a_comment_may_speak_of_templates() -> None:
    assert read_stream(b"# {{ x }}\na: 1\n", "s.yaml")[0].data == {"a": 1}


def test_nothing_at_all_is_refused() -> None:
    with pytest.raises(InputError, match="empty"):
        read_stream(b"---\n# nothing\n---\n", "s.yaml")
