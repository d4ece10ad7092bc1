import re
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt

from gpucmp.advice import advise
from gpucmp.facts import Facts
from gpucmp.formats import Format, Style
from gpucmp.formats.markdown import render
from gpucmp.markup import escaped
from gpucmp.profile import Profile
from gpucmp.report import OverrideUsed, Report
from gpucmp.text import Lang
from tests.formats.reports import CASES, SEVERAL, golden, reports_of, small_knowledge, written

GITHUB = MarkdownIt("commonmark").enable(["table", "strikethrough"])
ZERO_WIDTH_SPACE = "\u200b"
PLACES = {
    "heading": "## {}",
    "paragraph": "{}",
    "entry": "- {}",
    "cell": "| a | b |\n| --- | --- |\n| {} | c |",
}
ALLOWED = {"h2", "p", "ul", "li", "table", "thead", "tbody", "tr", "th", "td", "span"}


class Page(HTMLParser):
    """The text and the tags of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert attrs == []

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return "".join(self.words).replace(ZERO_WIDTH_SPACE, "")


def report_of(case: str) -> Report:
    (report,) = reports_of(case)
    return report


def lines_of(report: Report, lang: Lang = Lang.EN) -> list[str]:
    return render([report], Style(lang=lang)).splitlines()


@pytest.mark.parametrize("case", CASES[Format.MARKDOWN])
def test_a_document_is_the_golden_one(case: str) -> None:
    assert written(Format.MARKDOWN, case) == golden(Format.MARKDOWN, case).read_bytes()


def test_the_same_profile_gives_the_same_bytes() -> None:
    again = advise(Profile("only a name", {}, file="undecided.yaml"), small_knowledge())

    assert lines_of(again) == lines_of(report_of("undecided"))


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "text",
    [
        "[bold]渲染农场[/bold]",
        "a | b || c",
        "<b>bold</b> <script>alert(1)</script>",
        "<!-- hidden --> &amp; &#35;",
        "`code` ``more``",
        "*em* **strong** _em_ __strong__ ~~gone~~",
        "[link](https://example.org) ![image](x) [ref]: y",
        r"back\slash \| \\",
        "# heading",
        "- entry",
        "+ entry",
        "1. entry",
        "2) entry",
        "---",
        "===",
        "- - -",
        "> quote",
        "$1 and $2",
        "@someone and #12",
        "{{ braces }}",
    ],
)
def test_text_is_shown_as_it_is_in_any_place(text: str, place: str) -> None:
    page = Page(GITHUB.render(PLACES[place].format(escaped(text))))

    shown = page.text.replace("\n", "")
    assert shown == {"cell": f"ab{text}c"}.get(place, text)
    assert set(page.tags) <= ALLOWED
    assert page.tags.count("li") <= 1


def test_line_breaks_and_control_characters_become_single_spaces() -> None:
    assert escaped(" a\r\n\r\n b\tc\x1b[0m\u202ed\u2028e ") == r"a b c \[0m d e"


@pytest.mark.parametrize("text", ["@team", "mail@example.org", "#12", "see @某人"])
def test_nobody_is_mentioned_and_no_issue_is_linked(text: str) -> None:
    rendered = Page(GITHUB.render(escaped(text)))

    assert not re.search(r"@\w|#\d", "".join(rendered.words))


@pytest.mark.parametrize("text", ["0.5 GPUs", "clusters §7.1", "-5", "A7-shared", "a. b"])
def test_harmless_text_stays_readable(text: str) -> None:
    assert escaped(text) == text


def test_the_verdict_stands_below_the_name() -> None:
    assert lines_of(report_of("clear"))[:3] == [
        "## training cluster",
        "",
        "**self-hosted** · colocated · clear · 25.0 points ahead of hybrid",
    ]


def test_a_verdict_on_planned_use_says_that_it_is_weaker() -> None:
    assert lines_of(report_of("hybrid"))[2] == (
        "**hybrid** · owned + spot · lean · 16.7 points ahead of cloud"
        " · one step weaker, as utilization is only planned"
    )


def test_an_open_verdict_says_why() -> None:
    assert lines_of(report_of("undecided"))[2] == (
        "**undecided** · nothing tells the options apart yet"
    )


def test_a_verdict_without_a_rival_is_the_only_option_left() -> None:
    facts: Facts = {
        "compliance.data_must_stay": "own-domain",
        "compliance.sensitive_separable": False,
    }

    report = advise(Profile("sovereign", facts), small_knowledge())

    assert lines_of(report)[2] == "**self-hosted** · owned · clear · the only option left"


def test_what_is_ruled_out_names_its_rule() -> None:
    lines = lines_of(report_of("none"))

    assert "| hybrid | 50.0 | ruled out by A6, J3 |" in lines
    assert "- **cloud, hybrid**: Data may not leave the own domain (A6)" in lines
    assert "- Data may not leave the own domain (A6) + New servers arrive too late (J3)" in lines


def test_the_checklist_can_be_ticked_off() -> None:
    assert "- [ ] Settle how the data moves. <sub>clusters §8.1</sub>" in lines_of(
        report_of("hybrid")
    )


def test_a_part_whose_purchase_is_open_is_placed_by_its_side() -> None:
    report = report_of("hybrid")
    verdict = report.verdict._replace(purchases=report.verdict.purchases._replace(rented=None))

    assert "- **rented**: The peaks \\*above\\* (B9)" in lines_of(report._replace(verdict=verdict))


def test_questions_beyond_the_first_five_are_folded_away() -> None:
    report = report_of("clear")

    lines = lines_of(report)
    few = lines_of(report._replace(questions=report.questions[:5]))

    assert "<details><summary>4 more</summary>" in lines
    assert "6. How long is the lead time?<br><sub>`hardware.lead_time_weeks`</sub>" in lines
    assert not any("details" in line for line in few)


def test_a_report_without_questions_has_no_place_for_them() -> None:
    lines = lines_of(report_of("clear")._replace(questions=()))

    assert "### Ask next" not in lines
    assert "no single answer below changes the verdict" not in lines


def test_the_last_line_names_the_pack() -> None:
    assert re.fullmatch(
        r"<sub>known facts: 5, open questions: 9 · small 1\.0 · `[0-9a-f]{12}`</sub>",
        lines_of(report_of("clear"))[-1],
    )


def test_changes_to_the_pack_are_listed() -> None:
    report = report_of("clear")
    changes = (OverrideUsed("A1", "off", "we | measured <it>"),)

    lines = lines_of(report._replace(pack=report.pack._replace(overrides=changes)))

    assert lines[-3:] == ["### Changes to the pack", "", "- A1: off (we \\| measured &lt;it&gt;)"]


def test_several_reports_have_a_table_of_their_verdicts_first() -> None:
    lines = render(reports_of(SEVERAL), Style()).splitlines()

    assert lines[0] == (
        "| name | verdict | purchase | strength | margin | self-hosted | cloud | hybrid |"
    )
    assert lines[5] == (
        "| mixed work | **hybrid** | owned + spot | lean | 16.7 | 44.4 | 50.0 | 66.7 |"
    )
    assert sum(line.startswith("## ") for line in lines) == 5


@pytest.mark.parametrize("lang", Lang)
def test_every_row_of_a_table_has_as_many_cells_as_its_header(lang: Lang) -> None:
    blocks = render(reports_of(SEVERAL), Style(lang=lang)).split("\n\n")
    tables = [block.splitlines() for block in blocks if block.startswith("|")]

    assert len(tables) == 9
    for rows in tables:
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in rows}) == 1
