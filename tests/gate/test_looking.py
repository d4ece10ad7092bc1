from gpucmp.advice import Knowledge
from gpucmp.gate.kinds import CHECKS
from gpucmp.gate.policy import Policy
from tests.gate.proposals import OWNED, RENTED, looked


def test_every_kind_is_found_passed_or_not_applicable(knowledge: Knowledge) -> None:
    one = looked(RENTED, knowledge)

    found = {finding.kind.id for finding in one.findings}
    passed = {kind.id for kind in one.passed}
    skipped = {other.kind.id for other in one.not_applicable}
    assert found | passed | skipped == {check.kind.id for check in CHECKS}
    assert not passed & skipped
    assert not found & (passed | skipped)


def test_a_kind_that_is_off_is_not_looked_for(knowledge: Knowledge) -> None:
    policy = Policy(severities={"reservation-beyond-horizon": "off"})

    one = looked(RENTED, knowledge, policy)

    kinds = {check.kind.id for check in CHECKS}
    seen = {finding.kind.id for finding in one.findings}
    seen |= {kind.id for kind in one.passed} | {other.kind.id for other in one.not_applicable}
    assert kinds - seen == {"reservation-beyond-horizon"}


def test_what_is_kept_of_a_document_is_its_verdict_and_not_its_report(
    knowledge: Knowledge,
) -> None:
    one = looked(OWNED, knowledge)

    assert (one.file, one.name) == ("a.gpucmp.yaml", "Owned cluster for speech research")
    assert one.proposed == "self-hosted"
    assert one.verdict
    assert one.verdict.option == "self-hosted"
    assert one.pack
    assert one.pack.id == "builtin"
