"""GitLab's code quality report."""

import json

from gpucmp.formats import Style
from gpucmp.formats.checkgitlab import render
from gpucmp.gate.findings import GateResult
from gpucmp.text import Lang
from tests.formats.gateresults import (
    AT,
    CLEAN,
    FULL,
    PROBLEM,
    UNREAD,
    checked,
    finding,
    judged,
    result,
)


def issues(one: GateResult) -> list[dict[str, object]]:
    found = json.loads(render(one, Style(Lang.EN)))
    assert isinstance(found, list)
    return found


def test_every_finding_that_is_not_waived_is_an_issue() -> None:
    assert [one["check_name"] for one in issues(FULL)] == [
        "differs-from-verdict", "left-out", "prices-old",
    ]  # fmt: skip
    assert [one["severity"] for one in issues(FULL)] == ["major", "info", "minor"]


def test_an_issue_has_what_gitlab_needs() -> None:
    (one,) = issues(result(checked(judged(finding(at=AT._replace(path="./a/b.yaml"))))))

    assert one["location"] == {"path": "a/b.yaml", "lines": {"begin": 12}}
    assert one["fingerprint"] == "aa:1"
    assert str(one["description"]).startswith("differs-from-verdict: cloud is 12.5 points behind.")


def test_nothing_found_is_an_empty_array() -> None:
    assert issues(CLEAN) == []


def test_what_cannot_be_read_blocks() -> None:
    first = issues(UNREAD)[0]

    assert (first["severity"], first["location"]) == (
        "blocker", {"path": "infra/broken.gpucmp.yaml", "lines": {"begin": 3}},
    )  # fmt: skip


def test_fingerprints_are_unique() -> None:
    twice = result(
        checked(judged(finding()), judged(finding(), mark="aa:2")), problems=(PROBLEM, PROBLEM)
    )
    marks = [one["fingerprint"] for one in issues(twice)]

    assert len(set(marks)) == len(marks) == 4


def test_the_fingerprint_of_what_cannot_be_read_stays_when_lines_move() -> None:
    moved = PROBLEM._replace(place=PROBLEM.place._replace(line=30))
    marks = [issues(result(problems=(one,)))[0]["fingerprint"] for one in (PROBLEM, moved)]

    assert marks[0] == marks[1]


def test_a_file_that_cannot_be_read_has_its_path_in_the_repository() -> None:
    one = result(problems=(PROBLEM,))._replace(unread={PROBLEM.place.file: "top/x.yaml"})

    assert issues(one)[0]["location"] == {"path": "top/x.yaml", "lines": {"begin": 3}}
