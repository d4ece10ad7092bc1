"""The findings for a terminal."""

import pytest
from rich.cells import cell_len

from gpucmp.formats import Style
from gpucmp.formats.check import outcome
from gpucmp.formats.checktext import render
from gpucmp.options import Strength
from gpucmp.text import Lang, Text
from tests.formats.gateresults import (
    CLEAN,
    FULL,
    PROBLEM,
    UNREAD,
    VERDICT,
    checked,
    finding,
    judged,
    result,
)


def test_each_finding_has_its_place_message_and_mend() -> None:
    text = render(FULL, Style(Lang.EN))

    assert "  error  infra/llm.gpucmp.yaml:12:11  differs-from-verdict\n" in text
    assert "    cloud is 12.5 points behind.\n    → Propose self-hosted.\n" in text
    assert "(waived)" in text
    assert "waived until 2027-01-31 by dana@example.org: pilot | phase" in text
    assert "prices of 2025. (a waiver of dana@example.org expired on 2027-01-31" in text


def test_the_verdict_stands_beside_what_is_proposed() -> None:
    assert "proposed: cloud; verdict: self-hosted · owned · clear" in render(FULL, Style(Lang.EN))


def test_the_last_line_is_the_outcome() -> None:
    assert render(FULL, Style(Lang.EN)).splitlines()[-1].startswith("FAILED (errors: 1")
    assert render(CLEAN, Style(Lang.EN)).splitlines()[-1].startswith("PASSED")
    assert render(UNREAD, Style(Lang.EN)).splitlines()[-1].startswith("NOT CHECKED (problems")


def test_what_cannot_be_read_is_said_with_its_place() -> None:
    assert str(PROBLEM)[:40] in render(UNREAD, Style(Lang.EN))


def test_what_is_resolved_is_listed() -> None:
    assert "only-planned  infra/old.gpucmp.yaml: was planned" in render(FULL, Style(Lang.EN))


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("lang", [*Lang])
def test_no_line_is_wider_than_the_terminal(width: int, lang: Lang) -> None:
    assert max(map(cell_len, render(FULL, Style(lang, width)).splitlines())) <= width


def test_colors_are_only_written_where_they_are_wanted() -> None:
    assert "\x1b" not in render(FULL, Style(Lang.EN))
    assert "\x1b" in render(FULL, Style(Lang.EN, color=True))


def test_one_of_several_documents_has_its_number_and_a_plain_verdict_its_option() -> None:
    bare = VERDICT._replace(option="undecided", purchase=None, strength=None)
    one = checked()._replace(documents=2, document=1, proposed="", verdict=bare)

    text = render(result(one), Style(Lang.EN))
    assert "infra/llm.gpucmp.yaml #2" in text
    assert "  verdict: undecided\n" in text


def test_a_file_of_waivers_is_named_by_its_path_and_has_no_verdict() -> None:
    one = checked(judged(finding()))._replace(name="", verdict=None)

    assert render(result(one), Style(Lang.EN)).startswith("infra/llm.gpucmp.yaml\n  error")


def test_a_gate_that_never_fails_says_so() -> None:
    assert outcome(result(checked(judged(finding())), fail_on="never"), Lang.EN) == (
        "PASSED: the gate fails on nothing"
    )
    assert VERDICT.strength is Strength.CLEAR


def test_words_of_a_profile_are_no_commands_to_a_runner() -> None:
    odd = checked(
        judged(finding(message=":::error::pwned ###[error]x")), name="::stop-commands::t"
    )
    text = render(result(odd), Style(Lang.EN))

    assert text.startswith(":stop-commands::t")
    assert "    :error::pwned #[error]x\n" in text


def test_what_has_nothing_to_say_is_left_out() -> None:
    quiet = checked()._replace(verdict=None)
    bare = finding()._replace(mend=Text("", ""))
    text = render(result(quiet, checked(judged(bare))), Style(Lang.EN))

    assert text.count("infra/llm.gpucmp.yaml\n") == 1
    assert "→" not in text
