"""What the formats of the gate share."""

from pathlib import Path

import pytest

from gpucmp.errors import Place, Problem
from gpucmp.formats import Style
from gpucmp.formats.check import CheckFormat, fails, render_check, told, worst_first
from gpucmp.gate.findings import Severity, Status
from gpucmp.gate.running import Request, configure, run, unusable
from gpucmp.text import Lang
from tests.formats.gatecases import (
    CHECK_CASES,
    PROPOSALS,
    ROOT,
    TODAY,
    check_golden,
    check_written,
    gate_result,
    in_root,
)
from tests.formats.gateresults import FULL, PLANNED, UNREAD, finding, judged, result


@pytest.mark.parametrize("fmt", [*CheckFormat])
def test_every_format_names_every_new_finding(fmt: CheckFormat) -> None:
    text = render_check(FULL, fmt, Style(Lang.EN))

    assert "differs-from-verdict" in text
    assert "prices-old" in text


@pytest.mark.parametrize("fmt", [*CheckFormat])
def test_every_format_says_what_could_not_be_read(fmt: CheckFormat) -> None:
    text = render_check(UNREAD, fmt, Style(Lang.EN))

    assert "broken.gpucmp.yaml" in text
    assert "unknown key" in text


def test_an_expired_waiver_is_said_beside_its_finding() -> None:
    one = judged(finding(message="it is late."), expired=True)

    assert told(one, Lang.EN).startswith("it is late. (a waiver of dana@example.org expired")
    assert "已于 2027-01-31 到期" in told(one, Lang.ZH)


def test_the_worst_come_first() -> None:
    ranks = [one.finding.severity.rank for _, one in worst_first(FULL, Status)]

    assert ranks == sorted(ranks)


@pytest.mark.parametrize(
    ("fail_on", "fail"), [("error", False), ("warning", True), ("note", True), ("never", False)]
)
def test_the_policy_says_which_severities_fail(fail_on: str, *, fail: bool) -> None:
    assert PLANNED.severity is Severity.WARNING
    assert fails(finding(PLANNED), result(fail_on=fail_on)) is fail


def test_every_broken_profile_fails_with_its_lines_in_every_format() -> None:
    style = Style(Lang.EN, 1000)
    with in_root():
        configured = configure(ROOT, [], isolated=True)
        for file in sorted(Path("tests/broken/profiles").iterdir()):
            broken = run(Request([str(file)], TODAY, ROOT), configured).result
            texts = {fmt: render_check(broken, fmt, style) for fmt in CheckFormat}
            del texts[CheckFormat.JSON]

            assert broken.exit_code == 2, file
            assert broken.problems
            for problem in broken.problems[:10]:
                missing = [fmt for fmt, text in texts.items() if str(problem.place) not in text]
                assert missing == [], file


@pytest.mark.parametrize("fmt", [*CheckFormat])
def test_settings_that_cannot_be_used_fail_in_every_format(fmt: CheckFormat) -> None:
    place = Place(".gpucmp.yaml", 2, 1)
    result = unusable([Problem(place, "unknown key `fail-on`")], TODAY, ".gpucmp.yaml")

    assert result.exit_code == 2
    assert "unknown key" in render_check(result, fmt, Style(Lang.EN))


@pytest.mark.parametrize(("fmt", "case"), CHECK_CASES)
def test_a_document_is_the_golden_one(fmt: CheckFormat, case: str) -> None:
    assert check_written(fmt, case) == check_golden(fmt, case).read_bytes()


def test_the_examples_show_what_passes_what_fails_and_what_is_waived() -> None:
    proposals = gate_result("proposals")
    files = [one for one in proposals.checked if one.verdict]
    statuses = {one.status for _, one in proposals.judged()}

    assert len(files) >= 8
    assert all(one.file.startswith(PROPOSALS) for one in files)
    assert any(not one.findings for one in files)
    assert statuses == {Status.NEW, Status.WAIVED}
    assert any(one.expired for _, one in proposals.judged())
    assert (proposals.exit_code, gate_result("passed").exit_code) == (1, 0)
    assert gate_result("unread").exit_code == 2
