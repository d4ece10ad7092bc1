import pytest

from gpucmp.gate.findings import Status, Waiver
from gpucmp.gate.judging import Allowed
from gpucmp.gate.policy import BUILT_IN, Policy
from gpucmp.gate.waivers import covers
from tests.gate.results import (
    LOCKED,
    NOTHING_ALLOWED,
    a_finding,
    a_look,
    a_place,
    a_waiver,
    everything,
    judged,
    own_waiver,
)

CHANGES = Allowed(whole=False)
LOCKING_A6 = Allowed(locked=frozenset({"A6"}))


def hides(waiver: Waiver, *, rule: str = "", path: str = "a.yaml", document: int = 0) -> bool:
    finding = a_finding(at=a_place(path), rule=rule)
    looked = a_look(finding, path=path, document=document)
    statuses = [
        one.status
        for one in everything(judged(looked, allowed=Allowed((waiver,))))
        if one.finding.kind.id == "fatal-kind"
    ]
    return statuses == [Status.WAIVED]


@pytest.mark.parametrize(
    "waiver",
    [
        a_waiver(),
        a_waiver("A6"),
        a_waiver(expires="2026-12-01"),
        a_waiver()._replace(file="a.yaml"),
        a_waiver()._replace(file="*.yaml"),
        a_waiver()._replace(pointer="/proposal/option"),
        own_waiver(),
    ],
)
def test_a_waiver_hides_what_it_is_for(waiver: Waiver) -> None:
    assert hides(waiver, rule="A6")


@pytest.mark.parametrize(
    "waiver",
    [
        a_waiver("other-kind"),
        a_waiver("A7"),
        a_waiver(expires="2026-11-30"),
        a_waiver()._replace(file="b.yaml"),
        a_waiver()._replace(file="b/*.yaml"),
        a_waiver()._replace(file="a"),
        a_waiver()._replace(pointer="/proposal"),
        a_waiver()._replace(pointer="/proposal/option/x"),
        own_waiver(document=1),
        own_waiver(path="b.yaml"),
    ],
)
def test_a_waiver_is_never_broader_than_it_is_written(waiver: Waiver) -> None:
    assert not hides(waiver, rule="A6")


def test_the_folder_of_a_file_is_no_file() -> None:
    assert not covers(a_waiver()._replace(file="proposals"), "proposals/a.yaml")


def kinds(
    *waivers: Waiver,
    allowed: Allowed = NOTHING_ALLOWED,
    policy: Policy = BUILT_IN,
    there: tuple[str, ...] = (),
) -> list[str]:
    """Give what is said of waivers beside a finding."""
    given = allowed._replace(waivers=waivers)
    result = judged(a_look(a_finding()), allowed=given, policy=policy, there=there)
    found = [one.finding.kind.id for one in everything(result)]
    return [one for one in found if one.startswith("waiver-")]


@pytest.mark.parametrize(
    ("expires", "expected"),
    [
        ("2026-12-01", ["waiver-expires-soon"]),
        ("2026-12-31", ["waiver-expires-soon"]),
        ("2027-01-01", []),
        ("2026-11-30", []),
    ],
)
def test_a_waiver_in_its_last_thirty_days_is_warned_of(expires: str, expected: list[str]) -> None:
    assert kinds(a_waiver(expires=expires)) == expected


def test_of_two_waivers_the_longer_one_hides_and_neither_is_unused() -> None:
    short, long = a_waiver(expires="2027-06-01"), a_waiver(expires="2027-12-31")

    (one,) = everything(judged(a_look(a_finding()), allowed=Allowed((long, short))))

    assert one.waiver == long


def test_an_unused_waiver_is_warned_of_and_an_expired_one_says_so() -> None:
    result = judged(a_look(), allowed=Allowed((a_waiver(), a_waiver("A9", "2026-01-01"))))

    messages = [one.finding.message.en for one in everything(result)]
    assert messages == [
        "The waiver of A9 (me) hides nothing, and it expired on 2026-01-01.",
        "The waiver of fatal-kind (me) hides nothing.",
    ]


def test_a_waiver_of_a_file_that_was_not_checked_is_not_called_unused() -> None:
    other = a_waiver()._replace(file="other.yaml")

    assert kinds(other, there=("other.yaml",)) == []
    assert kinds(other) == ["waiver-unused"]


def test_where_only_changes_are_checked_a_general_waiver_may_be_used_elsewhere() -> None:
    assert kinds(a_waiver("other-kind"), allowed=CHANGES) == []
    assert kinds(a_waiver("other-kind")._replace(file="a.yaml"), allowed=CHANGES) == [
        "waiver-unused"
    ]


def test_what_is_not_waivable_is_found_all_the_same_and_the_waiver_too() -> None:
    result = judged(a_look(a_finding(LOCKED)), allowed=Allowed((a_waiver("locked-kind"),)))

    found = {one.finding.kind.id: one.status for one in everything(result)}
    assert found == {"locked-kind": Status.NEW, "waiver-refused": Status.NEW}


def test_the_policy_can_lock_a_rule_and_a_kind() -> None:
    finding = a_finding(rule="A6")
    for rule in ("A6", "fatal-kind"):
        result = judged(a_look(finding), allowed=Allowed((a_waiver(),), locked=frozenset({rule})))
        assert result.failed


def test_a_waiver_of_a_locked_rule_is_refused_even_where_it_hides_nothing() -> None:
    assert kinds(a_waiver("A6"), allowed=LOCKING_A6) == ["waiver-refused"]


@pytest.mark.parametrize(
    ("waiver", "kind"),
    [
        (a_waiver("other-kind"), "waiver-unused"),
        (a_waiver(expires="2026-12-02"), "waiver-expires-soon"),
        (a_waiver("A6"), "waiver-refused"),
    ],
)
def test_the_policy_sets_the_severity_of_what_is_said_of_waivers(
    waiver: Waiver, kind: str
) -> None:
    off, mild = Policy(severities={kind: "off"}), Policy(severities={kind: "note"})

    assert kinds(waiver, policy=off, allowed=LOCKING_A6) == []
    result = judged(
        a_look(a_finding()), allowed=LOCKING_A6._replace(waivers=(waiver,)), policy=mild
    )
    (one,) = [each for each in everything(result) if each.finding.kind.id == kind]
    assert one.finding.severity == "note"
