"""JUnit XML, read by the parser of another project."""

import pytest
from junitparser import Failure, JUnitXml, Skipped, TestCase

from gpucmp.formats import Style
from gpucmp.formats.checkjunit import render
from gpucmp.gate.findings import GateResult, Status
from gpucmp.text import Lang
from tests.formats.gateresults import (
    CLEAN,
    FULL,
    PLANNED,
    SPOT,
    UNREAD,
    checked,
    finding,
    judged,
    result,
)

STYLE = Style(Lang.EN)


def cases(one: GateResult) -> dict[str, TestCase]:
    xml = JUnitXml.fromstring(render(one, STYLE).encode())
    return {case.name: case for suite in xml for case in suite}


def test_every_kind_that_was_looked_for_is_a_case() -> None:
    assert set(cases(FULL)) == {
        "differs-from-verdict", "only-planned", "left-out", "prices-old", "spot-interrupted",
        "over-budget",
    }  # fmt: skip
    assert cases(FULL)["spot-interrupted"].is_passed
    assert cases(FULL)["spot-interrupted"].classname == "gpucmp.builtin.purchase"


def test_an_error_fails_its_case() -> None:
    (failure,) = cases(FULL)["differs-from-verdict"].result

    assert isinstance(failure, Failure)
    assert failure.message == "cloud is 12.5 points behind."
    assert "infra/llm.gpucmp.yaml:12:11" in str(failure.text)


def test_what_is_waived_is_skipped_with_the_reason() -> None:
    (skipped,) = cases(FULL)["only-planned"].result

    assert isinstance(skipped, Skipped)
    assert skipped.message == "waived until 2027-01-31: pilot | phase"


def test_a_warning_and_what_is_known_pass_with_their_words() -> None:
    for name in ("prices-old", "left-out"):
        assert cases(FULL)[name].is_passed
        assert name.split("-")[0] in str(cases(FULL)[name].system_out)


def test_a_warning_that_fails_the_gate_fails_its_case() -> None:
    strict = result(checked(judged(finding(PLANNED))), fail_on="warning")

    assert isinstance(cases(strict)["only-planned"].result[0], Failure)


def test_what_does_not_apply_is_skipped() -> None:
    (skipped,) = cases(CLEAN)["over-budget"].result

    assert skipped.message == "not applicable: nothing is costed"


def test_what_cannot_be_read_is_an_error() -> None:
    xml = JUnitXml.fromstring(render(UNREAD, STYLE).encode())

    assert (xml.errors, xml.failures) == (1, 1)
    assert "unknown key" in render(UNREAD, STYLE)


def test_nothing_to_check_is_one_green_case() -> None:
    (case,) = cases(result()).values()

    assert case.is_passed


@pytest.mark.parametrize("text", ["a\0b\x0bc", "]]> & <b> \"'", "完\ud800成"])
def test_what_xml_cannot_say_is_left_out(text: str) -> None:
    odd = result(checked(judged(finding(message=text)), judged(finding(), Status.EXISTING)))

    assert "differs-from-verdict" in cases(odd)


def test_a_kind_that_was_found_and_not_found_in_parts_is_one_case() -> None:
    xml = JUnitXml.fromstring(render(result(checked(judged(finding(SPOT)))), STYLE).encode())
    names = [case.name for suite in xml for case in suite]

    assert names.count("spot-interrupted") == 1
