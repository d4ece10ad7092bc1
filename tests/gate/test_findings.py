from gpucmp.gate.findings import Location, Severity
from tests.formats.gateresults import AT


def test_severities_are_ranked_worst_first() -> None:
    assert [one.rank for one in Severity] == [0, 1, 2]
    assert Severity.ERROR.rank == 0


def test_a_location_is_written_as_editors_link_it() -> None:
    assert str(AT) == "infra/llm.gpucmp.yaml:12:11"
    assert str(Location("a", "a")) == "a:1:1"
