import pytest

from gpucmp.gate.patterns import has_wildcard, matches


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("a.yaml", "a.yaml", True),
        ("a.yaml", "aXyaml", False),
        ("./a.yaml", "a.yaml", True),
        ("vendor", "vendor/a/b.yaml", True),
        ("vendor/", "vendor/a.yaml", True),
        ("vendor", "vendors/a.yaml", False),
        ("*.yaml", "a.yaml", True),
        ("*.yaml", "b/a.yaml", False),
        ("**/*.yaml", "a.yaml", True),
        ("**/*.yaml", "b/c/a.yaml", True),
        ("b/**", "b/c/a.yaml", True),
        ("b/**", "c/b/a.yaml", False),
        ("?.yaml", "a.yaml", True),
        ("?.yaml", "/.yaml", False),
        ("[a].yaml", "[a].yaml", True),
    ],
)
def test_a_star_stops_at_a_slash_and_two_do_not(
    pattern: str, path: str, *, expected: bool
) -> None:
    assert matches(pattern, path) is expected


def test_only_stars_and_question_marks_are_wildcards() -> None:
    assert has_wildcard("a*")
    assert has_wildcard("a?")
    assert not has_wildcard("[a].yaml")
