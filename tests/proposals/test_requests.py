"""Products of numbers that may be unknown."""

import pytest

from gpucmp.proposals.requests import times


@pytest.mark.parametrize(
    ("one", "other", "product"),
    [(2, 3, 6), (None, 3, None), (2, None, None), (0, None, 0), (None, 0, 0)],
)
def test_nothing_times_the_unknown_is_nothing(
    one: int | None, other: int | None, product: int | None
) -> None:
    assert times(one, other) == product
