import pytest
from rich.cells import cell_len

from gpucmp.errors import InputError
from gpucmp.formats import Style
from gpucmp.formats.explanation import ALL, render
from gpucmp.options import State
from gpucmp.report import Cited, Report, Used
from gpucmp.text import Lang
from tests.formats.reports import PROFILES, reports_of


def report_of(case: str) -> Report:
    (report,) = reports_of(case)
    return report


def lines_of(
    report: Report, subject: str = ALL, *, lang: Lang = Lang.EN, width: int = 100
) -> list[str]:
    return render([report], subject, Style(lang, width)).splitlines()


def test_a_score_adds_up_from_neutral_over_its_rules() -> None:
    lines = lines_of(report_of("clear"))
    at = lines.index("How the score of self-hosted adds up")

    assert lines[at + 1 : at + 5] == [
        "   50.0      neutral",
        "  +16.7  A1  Sustained use favors owned GPUs [Utilization]",
        "   +8.3  A4  The team keeps its drivers [Operations]",
        "   75.0      score",
    ]


def test_clipped_points_have_a_line_of_their_own() -> None:
    lines = lines_of(report_of("hybrid"))

    assert any(
        line.split()
        == [
            "−11.1",
            "Shape",
            "of",
            "the",
            "load:",
            "clipped:",
            "a",
            "dimension",
            "counts",
            "at",
            "most",
            "3",
        ]
        for line in lines
    )


def test_the_lower_end_that_a_hybrid_takes_has_a_line_of_its_own() -> None:
    lines = lines_of(report_of("markup"), lang=Lang.ZH)

    assert any(line.split() == ["−11.1", "运维：取两端中较低者"] for line in lines)


def test_rules_that_fire_come_first_and_those_that_do_not_last() -> None:
    heads = [line for line in lines_of(report_of("clear")) if not line.startswith(" ")]
    states = [
        next(state for state in State if line.endswith(state.replace("-", " ")))
        for line in heads
        if line.endswith(("fires", "fire", "unknown", "applicable"))
    ]

    assert states[0] is State.FIRES
    assert states.index(State.UNKNOWN) > states.index(State.FIRES)


def test_one_rule_is_explained_down_to_the_line_of_the_profile() -> None:
    report = report_of("hybrid")
    rule = next(one for one in report.rules if one.id == "B9")
    used = tuple(one._replace(place="mine.yaml:3:12") for one in rule.facts)
    rules = tuple(one._replace(facts=used) if one.id == "B9" else one for one in report.rules)

    assert lines_of(report._replace(rules=rules), "B9", width=120) == [
        "mixed work",
        "",
        "B9  A base carries peaks | bursts  fires",
        "    tests    ✓  workload.pattern     bursty      bursty  mine.yaml:3:12",
        "             ✓  demand.peak_to_mean  at_least 2  3       mine.yaml:3:12",
        "    gives    self-hosted −1 → −5.6, hybrid +3 → +16.7",
        "    sources  clusters §9",
        "             A [public] note (2026-05) https://example.org/note",
        "    rule     pack.yaml:104:5",
        "",
    ]


def test_a_narrow_terminal_has_labels_above_and_the_place_below() -> None:
    lines = lines_of(report_of("clear"), "A1", width=50)

    assert lines[2:8] == [
        "A1  Sustained use favors owned GPUs  fires",
        "  tests",
        "    ·  demand.utilization_percent 85 (along)",
        "  gives",
        "    self-hosted +3 → +16.7, cloud −3 → −16.7",
        "  why",
    ]


def test_tests_that_find_no_room_in_columns_are_sentences() -> None:
    report = report_of("clear")
    rule = next(one for one in report.rules if one.id == "A1")
    place = "a/long/path/to/some/profile.yaml:13:24"
    used = Used(
        "demand.utilization_percent", "between 30 and 70 percent", 85, holds=False, place=place
    )
    rules = (rule._replace(facts=(used,)),)

    lines = lines_of(report._replace(rules=rules), "A1")

    assert lines[3:5] == [
        "    tests    ✗  demand.utilization_percent 85 (between 30 and 70 percent)",
        f"                {place}",
    ]


def test_a_test_that_stands_twice_in_a_rule_is_listed_once() -> None:
    report = report_of("clear")
    rules = tuple(one._replace(facts=one.facts * 2) for one in report.rules)

    assert lines_of(report._replace(rules=rules)) == lines_of(report)


def test_an_unknown_fact_says_so_and_the_rule_what_it_waits_for() -> None:
    lines = lines_of(report_of("clear"), "A6")

    assert lines[2].endswith("  unknown")
    assert any(line.endswith("own-domain  unknown") for line in lines)
    assert "    waits for  compliance.data_must_stay" in lines


def test_a_constraint_names_what_it_rules_out() -> None:
    english = lines_of(report_of("none"), "A6")
    chinese = lines_of(report_of("markup"), "A6", lang=Lang.ZH)

    assert "    rules out  cloud, hybrid" in english
    (line,) = (line for line in chinese if line.startswith("    排除  "))
    assert line.startswith("    排除  混合、云上 · 按量付费、云上 · 包年 1 年")


def test_a_caution_tells_what_to_watch_only_where_it_fires() -> None:
    fires = lines_of(report_of("clear"), "E2")
    silent = lines_of(report_of("hybrid"), "E2")

    assert any("Measure `peak_to_mean` <first>." in line for line in fires)
    assert not any("Measure" in line for line in silent)


def test_a_source_has_its_address_behind_it() -> None:
    report = report_of("clear")
    cited = (Cited("a book", "reference", "https://example.org/b"), Cited("a guess", "judgment"))
    rules = (report.rules[0]._replace(sources=cited),)

    lines = lines_of(report._replace(rules=rules), report.rules[0].id)

    assert [line[-28:].strip() for line in lines if "book" in line] == [
        "a book https://example.org/b"
    ]
    assert any(line.strip() == "a guess" for line in lines)


@pytest.mark.parametrize(
    ("subject", "hint"),
    [
        ("a1", 'did you mean "A1"?'),
        ("B9-existing-2", 'did you mean "B9-existing"?'),
        ("zz", "gpucmp rules list names them"),
    ],
)
def test_an_unknown_rule_is_refused_with_what_may_be_meant(subject: str, hint: str) -> None:
    with pytest.raises(InputError) as caught:
        lines_of(report_of("clear"), subject)

    assert str(caught.value) == f"--explain {subject}: there is no rule {subject} ({hint})"


def test_a_rule_that_gives_no_reason_has_no_line_for_one() -> None:
    report = report_of("clear")
    silent = tuple(one._replace(why=None) for one in report.rules)

    assert any(line.startswith("    why ") for line in lines_of(report))
    assert not any(line.startswith("    why ") for line in lines_of(report._replace(rules=silent)))


def test_a_rule_that_reads_nothing_lists_no_tests() -> None:
    report = report_of("clear")
    rules = (report.rules[0]._replace(facts=()),)

    lines = lines_of(report._replace(rules=rules), report.rules[0].id)

    assert not any(line.startswith("    tests ") for line in lines)


def test_several_reports_are_explained_one_below_the_other() -> None:
    text = render([*reports_of("clear"), *reports_of("none")], "A1", Style())

    assert [
        line for line in text.splitlines() if line in {"training cluster", "nothing fits"}
    ] == [
        "training cluster",
        "nothing fits",
    ]


@pytest.mark.parametrize("case", PROFILES)
@pytest.mark.parametrize("width", [40, 71, 72, 80, 100])
@pytest.mark.parametrize("lang", Lang)
def test_nothing_is_wider_than_the_terminal(case: str, width: int, lang: Lang) -> None:
    assert max(map(cell_len, lines_of(report_of(case), lang=lang, width=width))) <= width
