"""Careful looks into foreign data."""

import pytest

from gpucmp.proposals.values import block, blocks, items, mapping, text, whole


@pytest.mark.parametrize(
    ("value", "expected"),
    [(3, 3), (3.0, 3), ("12", 12), (0, 0), (True, None), (2.5, None), (-1, None), ("x", None),
     (None, None), ("٣", None), ([], None)],
)  # fmt: skip
def test_a_count_is_a_whole_number_of_none_or_more(value: object, expected: int | None) -> None:
    assert whole(value) == expected


def test_what_has_another_form_is_empty() -> None:
    assert mapping([1]) == {}
    assert items({"a": 1}) == []
    assert text(3) == ""
    assert block([]) == block(None) == block("x") == {}
    assert block([{"a": 1}]) == block({"a": 1}) == {"a": 1}
    assert list(blocks([1, {"a": 1}])) == [{"a": 1}]
