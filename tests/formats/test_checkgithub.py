"""Workflow commands of GitHub Actions."""

import re

from hypothesis import given
from hypothesis import strategies as st

from gpucmp.errors import Place, Problem
from gpucmp.formats import Style
from gpucmp.formats.checkgithub import render
from gpucmp.gate.findings import Severity, Status
from gpucmp.text import Lang
from tests.formats.gateresults import (
    AT,
    CLEAN,
    DIFFERS,
    FULL,
    LEFT_OUT,
    UNREAD,
    checked,
    finding,
    judged,
    result,
)

COMMAND = re.compile(r"::(error|warning|notice) ([^:]*(?:%3A[^:]*)*)::(.*)")
STYLE = Style(Lang.EN)


def parsed(line: str) -> tuple[str, dict[str, str], str]:
    """Read a command as the runner does (actions/runner, ActionCommand.cs)."""
    found = COMMAND.fullmatch(line)
    assert found
    pairs = (one.split("=", 1) for one in found[2].split(","))
    properties = {
        key: value.replace("%3A", ":").replace("%2C", ",").replace("%0D", "\r")
        .replace("%0A", "\n").replace("%25", "%")
        for key, value in pairs
    }  # fmt: skip
    message = found[3].replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
    return found[1], properties, message


def test_a_finding_is_an_annotation_at_its_place() -> None:
    command, properties, message = parsed(render(FULL, STYLE).splitlines()[0])

    assert command == "error"
    assert properties["file"] == "infra/llm.gpucmp.yaml"
    assert (properties["line"], properties["col"], properties["endColumn"]) == ("12", "11", "15")
    assert message.startswith("infra/llm.gpucmp.yaml:12:11: differs-from-verdict: cloud is")
    assert message.endswith("\nPropose self-hosted.")


def test_what_is_waived_or_known_is_no_annotation() -> None:
    text = render(FULL, STYLE)

    assert len(text.splitlines()) == 2
    assert "only-planned" not in text
    assert "left-out" not in text


def test_what_cannot_be_read_is_an_error() -> None:
    command, properties, message = parsed(render(UNREAD, STYLE).splitlines()[0])

    assert (command, properties["line"], properties["col"]) == ("error", "3", "5")
    assert "unknown key" in message


def test_what_has_no_line_is_told_without_one() -> None:
    one = result(problems=(Problem(Place("gone.gpucmp.yaml"), "there is no such file"),))
    _, properties, _ = parsed(render(one, STYLE).splitlines()[0])

    assert properties == {"file": "gone.gpucmp.yaml", "title": "gpucmp: cannot be read"}


def test_nothing_found_is_nothing_written() -> None:
    assert render(CLEAN, STYLE) == ""


def test_at_most_ten_of_a_severity_are_written_and_the_rest_is_counted() -> None:
    many = [judged(finding(), mark=f"a:{n}") for n in range(13)]
    notes = [judged(finding(LEFT_OUT), mark=f"b:{n}") for n in range(12)]
    lines = render(result(checked(*notes, *many)), STYLE).splitlines()

    assert sum(line.startswith("::error") for line in lines) == 10
    assert sum(line.startswith("::notice") for line in lines) == 10
    assert lines[-1] == "::notice title=gpucmp::6 more findings, see the job summary"
    assert lines[0].startswith("::error")


@given(st.text(st.characters(exclude_categories=["Cs"])) | st.just("50 %,\r\n::error::完, a=b"))
def test_an_annotation_survives_every_character(text: str) -> None:
    place = AT._replace(path=text or "p")
    shown = judged(finding(DIFFERS, text, place))
    lines = render(result(checked(shown)), STYLE).split("\n")
    _, properties, message = parsed(lines[0])

    assert lines[1:] == [""]
    assert properties["file"] == (text or "p")
    assert f"differs-from-verdict: {text}\n" in message


def test_severities_and_statuses_are_those_of_the_gate() -> None:
    one = finding()._replace(severity=Severity.NOTE)

    assert render(result(checked(judged(one))), STYLE).startswith("::notice")
    assert render(result(checked(judged(one, Status.EXISTING))), STYLE) == ""
