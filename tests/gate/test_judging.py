import pytest

from gpucmp.errors import Place, Problem
from gpucmp.gate.findings import BaselineEntry, Finding, Severity, Status
from gpucmp.gate.judging import Allowed, Context, fingerprint, judge
from gpucmp.gate.policy import Policy
from tests.gate.results import (
    LOCKED,
    TODAY,
    a_finding,
    a_look,
    a_place,
    a_waiver,
    everything,
    judged,
    own_waiver,
)


def entry_for(mark: str, path: str = "a.yaml") -> BaselineEntry:
    return BaselineEntry(mark, "fatal-kind", path, "/proposal/option", "cloud", "said.")


def the_mark() -> str:
    return everything(judged(a_look(a_finding())))[0].fingerprint


def test_a_fingerprint_is_32_digits_and_a_count() -> None:
    mark, _, count = the_mark().partition(":")

    # sha256sum of "fatal-kind", "a.yaml", "/proposal/option", and "cloud" between NULs
    assert mark == "fe0e57bfb8ca01418d6d1b2994780dd5"
    assert count == "1"


@pytest.mark.parametrize(
    "other",
    [
        a_finding(at=a_place(line=4)),
        a_finding(at=a_place()._replace(column=9, end_column=12, file="elsewhere")),
        a_finding(severity=Severity.NOTE),
    ],
)
def test_lines_and_severities_do_not_change_a_fingerprint(other: Finding) -> None:
    assert fingerprint(other, "a.yaml") == fingerprint(a_finding(), "a.yaml")


def test_what_a_finding_is_about_changes_its_fingerprint() -> None:
    marks = {
        fingerprint(a_finding(), "a.yaml"),
        fingerprint(a_finding(), "b.yaml"),
        fingerprint(a_finding(LOCKED), "a.yaml"),
        fingerprint(a_finding(value="hybrid"), "a.yaml"),
        fingerprint(a_finding(rule="A6"), "a.yaml"),
        fingerprint(a_finding(at=a_place(pointer="/proposal")), "a.yaml"),
    }

    assert len(marks) == 6


def test_equal_findings_are_counted_in_the_order_of_their_places() -> None:
    first, second = a_finding(at=a_place(line=3)), a_finding(at=a_place(line=8))

    found = everything(judged(a_look(second, first)))

    assert [one.finding.location.line for one in found] == [3, 8]
    assert [one.fingerprint[-2:] for one in found] == [":1", ":2"]


def test_documents_of_one_file_have_fingerprints_of_their_own() -> None:
    both = [a_look(a_finding(), document=at, documents=2) for at in (0, 1)]

    marks = {one.fingerprint[:-2] for one in everything(judged(*both))}

    assert len(marks) == 2


def test_a_new_error_fails_and_what_is_milder_does_not() -> None:
    failed = judged(a_look(a_finding()))
    passed = judged(a_look(a_finding(severity=Severity.WARNING)))

    assert (failed.failed, failed.exit_code) == (True, 1)
    assert (passed.failed, passed.exit_code) == (False, 0)
    assert passed.counts.warnings == 1


def test_what_cannot_be_read_is_worse_than_a_failure() -> None:
    problem = Problem(Place("b.yaml", 1, 1), "is broken")
    context = Context(Policy(), "", TODAY, lambda _path: True)

    result = judge([a_look(a_finding())], [problem, problem], Allowed(), context)

    assert result.problems == (problem,)
    assert (result.failed, result.exit_code) == (True, 2)


def test_what_stands_in_the_baseline_does_not_fail() -> None:
    result = judged(a_look(a_finding()), allowed=Allowed((), (entry_for(the_mark()),)))

    assert everything(result)[0].status is Status.EXISTING
    assert (result.failed, result.counts.existing, result.resolved) == (False, 1, ())


def test_a_second_finding_of_the_same_kind_is_new_beside_the_baseline() -> None:
    more = a_look(a_finding(at=a_place(line=3)), a_finding(at=a_place(line=8)))

    result = judged(more, allowed=Allowed((), (entry_for(the_mark()),)))

    assert [one.status for one in everything(result)] == [Status.EXISTING, Status.NEW]
    assert result.failed


def test_what_cannot_be_waived_stands_in_no_baseline() -> None:
    mark = everything(judged(a_look(a_finding(LOCKED))))[0].fingerprint

    assert judged(a_look(a_finding(LOCKED)), allowed=Allowed((), (entry_for(mark),))).failed
    assert judged(
        a_look(a_finding()),
        allowed=Allowed((), (entry_for(the_mark()),), frozenset({"fatal-kind"})),
    ).failed


def test_what_is_gone_from_a_file_that_was_checked_is_resolved() -> None:
    gone, kept = entry_for("0" * 32 + ":1"), entry_for("1" * 32 + ":1", "other.yaml")

    there = judged(a_look(), allowed=Allowed((), (gone, kept)), there=("other.yaml",))
    deleted = judged(a_look(), allowed=Allowed((), (gone, kept)))

    assert there.resolved == (gone,)
    assert deleted.resolved == (gone, kept)
    assert deleted.counts.resolved == 2


def test_a_waived_finding_hides_behind_its_waiver_even_in_the_baseline() -> None:
    waiver = a_waiver()

    result = judged(a_look(a_finding()), allowed=Allowed((waiver,), (entry_for(the_mark()),)))

    (one,) = everything(result)
    assert (one.status, one.waiver) == (Status.WAIVED, waiver)
    assert (result.failed, result.resolved, result.counts.waived) == (False, (), 1)


def test_an_expired_waiver_is_said_beside_what_it_hid() -> None:
    waiver = a_waiver(expires="2026-11-30")

    result = judged(a_look(a_finding()), allowed=Allowed((waiver,)))

    (one,) = everything(result)
    assert (one.status, one.expired, one.waiver) == (Status.NEW, waiver, None)
    assert result.failed


def test_what_is_said_of_a_file_of_waivers_stands_for_itself() -> None:
    result = judged(a_look(), allowed=Allowed((a_waiver("unknown-kind"),)))

    files = {one.path: one for one in result.checked}
    (one,) = files[".gpucmp-waivers.yaml"].findings
    assert one.finding.kind.id == "waiver-unused"
    assert files[".gpucmp-waivers.yaml"].verdict is None
    assert not result.failed


def test_what_is_said_of_a_waiver_in_a_proposal_stands_with_it() -> None:
    own = own_waiver("other-kind")

    result = judged(a_look(a_finding(), waivers=(own,)))

    (checked,) = result.checked
    assert [one.finding.kind.id for one in checked.findings] == ["fatal-kind", "waiver-unused"]


def test_documents_come_by_path_and_number_in_any_order() -> None:
    looked = [a_look(path=path, document=at) for path in "ba" for at in (1, 0)]

    result = judged(*looked)

    assert [(one.path, one.document) for one in result.checked] == [
        ("a", 0),
        ("a", 1),
        ("b", 0),
        ("b", 1),
    ]
    assert result.pack is None
