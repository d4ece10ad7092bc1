import pytest

from gpucmp.gate.findings import Severity
from gpucmp.gate.policy import Policy


@pytest.mark.parametrize(
    ("fail_on", "failing"),
    [("error", 1), ("warning", 2), ("note", 3), ("never", 0)],
)
def test_the_gate_fails_on_a_severity_and_all_that_are_worse(fail_on: str, failing: int) -> None:
    policy = Policy(fail_on=fail_on)

    assert sum(map(policy.fails, Severity)) == failing
