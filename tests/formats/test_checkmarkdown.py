"""A comment on a pull request."""

from gpucmp.formats import Style
from gpucmp.formats.checkmarkdown import LONGEST, MARK, render, render_whole
from gpucmp.text import Lang
from tests.formats.gateresults import CLEAN, FULL, UNREAD, checked, finding, judged, result

STYLE = Style(Lang.EN)


def test_a_comment_can_be_found_again_and_says_the_outcome_first() -> None:
    lines = render(FULL, STYLE).splitlines()

    assert lines[0] == MARK
    assert lines[1].startswith("## gpucmp check: FAILED (errors: 1, warnings: 1")


def test_what_is_known_waived_or_resolved_folds_away() -> None:
    text = render(FULL, STYLE)

    assert "<details><summary>existing: 1</summary>" in text
    assert "waived until 2027-01-31 by dana@example.org" in text.replace("&#8203;", "")
    assert "Resolved since the baseline: 1" in text
    assert "a waiver of" in text


def test_every_finding_is_named() -> None:
    text = render(FULL, STYLE)

    for name in ("differs-from-verdict", "only-planned", "left-out", "prices-old"):
        assert f"`{name}`" in text


def test_words_of_a_file_stay_in_their_cell() -> None:
    text = render(result(checked(judged(finding(message="a | b\n# c @team")))), STYLE)

    assert "a \\| b \\# c" in text


def test_what_cannot_be_read_is_said() -> None:
    text = render(UNREAD, STYLE)

    assert "NOT CHECKED (problems with the input: 1)" in text
    assert "unknown key" in text


def test_a_clean_run_passes_with_its_verdicts() -> None:
    text = render(CLEAN, Style(Lang.ZH))

    assert "通过" in text
    assert "**自建**" in text


def test_a_document_without_a_verdict_and_a_run_without_a_pack_are_written_too() -> None:
    bare = result(checked()._replace(verdict=None))._replace(pack=None)

    assert "self-hosted" not in render(bare, STYLE)


def test_a_comment_is_as_long_as_github_takes_it_and_the_rest_is_counted() -> None:
    many = [judged(finding(message=f"it is {n}. " + "x" * 900), mark=f"a:{n}") for n in range(200)]
    text = render(result(checked(*many)), STYLE)

    assert len(text) <= LONGEST
    assert text.count("| error |") == 30
    assert "\n\n… and 170 more\n" in text
    assert render_whole(result(checked(*many)), STYLE).count("| error |") == 200


def test_a_finding_that_is_longer_than_a_comment_is_counted() -> None:
    text = render(result(checked(judged(finding(message="x" * LONGEST)))), STYLE)

    assert "| error |" not in text
    assert "… and 1 more" in text
