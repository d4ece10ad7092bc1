import pytest
from rich.cells import cell_len

from gpucmp.advice import advise
from gpucmp.facts import Facts
from gpucmp.formats import Format, Style
from gpucmp.formats.table import render
from gpucmp.profile import Profile
from gpucmp.report import OverrideUsed, Purchases, Report
from gpucmp.text import Lang
from tests.formats.reports import CASES, PROFILES, golden, reports_of, small_knowledge, written


def report_of(case: str) -> Report:
    (report,) = reports_of(case)
    return report


def report_on(facts: Facts, name: str = "x") -> Report:
    return advise(Profile(name, facts), small_knowledge())


def lines_of(report: Report, *, lang: Lang = Lang.EN, width: int = 100) -> list[str]:
    return render(report, Style(lang, width)).splitlines()


def section(lines: list[str], heading: str) -> list[str]:
    """Give the lines below *heading*, up to the next empty one."""
    rest = lines[lines.index(heading) + 1 :]
    return rest[: rest.index("")]


@pytest.mark.parametrize("case", CASES[Format.TABLE])
def test_a_table_is_the_golden_one(case: str) -> None:
    assert written(Format.TABLE, case) == golden(Format.TABLE, case).read_bytes()


@pytest.mark.parametrize("case", PROFILES)
@pytest.mark.parametrize("width", [40, 71, 72, 80, 120])
@pytest.mark.parametrize("lang", Lang)
def test_nothing_is_wider_than_the_terminal_or_cut_off(case: str, width: int, lang: Lang) -> None:
    lines = lines_of(report_of(case), lang=lang, width=width)

    assert max(map(cell_len, lines)) <= width
    assert "…" not in "".join(lines)


def test_the_verdict_stands_right_below_the_name() -> None:
    name, verdict, *_ = lines_of(report_of("clear"))

    assert name == "training cluster"
    assert verdict == "SELF-HOSTED · colocated · clear · 25.0 points ahead of hybrid"


def test_a_bar_goes_right_from_the_neutral_score_and_left_below_it() -> None:
    scores = lines_of(report_of("clear"))[3:6]

    assert scores == [
        "  self-hosted              │████████████  75.0",
        "  hybrid                   │              50.0",
        "  cloud            ████████│              33.3",
    ]


def test_half_a_cell_is_drawn_on_either_side() -> None:
    scores = lines_of(report_on({"demand.utilization_percent": 56.5}))[3:6]

    assert scores[0].startswith("  self-hosted              │██████▌ ")
    assert scores[-1].startswith("  cloud             ▐██████│")


def test_an_option_that_is_out_comes_last_with_the_rules_that_removed_it() -> None:
    scores = lines_of(report_of("none"))[3:6]

    assert scores[2].split() == ["hybrid", "│", "50.0", "ruled", "out", "by", "A6,", "J3"]


def test_a_narrow_terminal_has_scores_of_what_is_out_in_brackets() -> None:
    lines = lines_of(report_of("none"), width=50)

    assert lines[3].split() == ["self-hosted", "│", "(50.0)"]


def test_a_constraint_says_what_it_removes_and_that_it_will_pass() -> None:
    out = section(lines_of(report_of("none")), "Ruled out")

    assert out == [
        "  A6  cloud, hybrid        Data may not leave the own domain",
        "  J3  self-hosted, hybrid  New servers arrive too late (for now)",
    ]


def test_a_constraint_that_waits_says_for_which_facts() -> None:
    doubts = section(lines_of(report_of("clear")), "May yet be ruled out")

    assert doubts[0] == "  A6  cloud, hybrid        waits for compliance.data_must_stay"


def test_what_is_out_is_not_doubted_again() -> None:
    out: Facts = {
        "compliance.data_must_stay": "own-domain",
        "compliance.sensitive_separable": False,
        "compliance.private_deployment": False,
    }
    lines = lines_of(report_on(out))

    assert section(lines, "Ruled out")[0].startswith("  A6  cloud, hybrid ")
    assert section(lines, "May yet be ruled out") == [
        "  J3  self-hosted  waits for hardware.lead_time_weeks, demand.needed_in_weeks"
    ]


def test_a_conflict_names_the_constraints_that_cannot_hold_together() -> None:
    conflict = section(lines_of(report_of("none")), "These cannot hold together")

    assert conflict == [
        "  A6 + J3  Data may not leave the own domain + New servers arrive too late"
    ]


def test_a_removed_purchase_is_named_as_it_is_called() -> None:
    out = section(lines_of(report_of("markup"), lang=Lang.ZH, width=120), "已排除")

    assert "混合、云上 · 按量付费、云上 · 包年 1 年" in out[0]


def test_only_the_first_questions_are_asked_and_the_others_counted() -> None:
    asked = section(lines_of(report_of("undecided")), "Ask next")

    assert asked[:2] == [
        "  1.  How much of the time?",
        "      demand.utilization_percent: up to 31 → cloud; from 69 → self-hosted",
    ]
    assert asked[-1] == "  8 more"


def test_a_few_questions_leave_nothing_to_count() -> None:
    few = report_of("clear")._replace(questions=report_of("clear").questions[:2])

    assert not any(line.endswith(" more") for line in lines_of(few))


def test_where_no_answer_changes_the_verdict_the_questions_say_so() -> None:
    asked = section(lines_of(report_of("clear")), "Ask next")

    assert asked[0] == "  no single answer below changes the verdict"


def test_a_report_without_questions_has_no_part_for_them() -> None:
    assert "Ask next" not in lines_of(report_of("clear")._replace(questions=()))


def test_a_changed_pack_lists_its_changes() -> None:
    changed = (OverrideUsed("A1", "off", "we own no meters"),)
    report = report_of("clear")
    pack = report.pack._replace(overrides=changed)

    lines = section(lines_of(report._replace(pack=pack)), "Changes to the pack")

    assert lines == ["  A1  off  we own no meters"]


def test_a_part_whose_purchase_is_not_chosen_is_named_by_its_side() -> None:
    report = report_of("hybrid")
    verdict = report.verdict._replace(purchases=Purchases())

    parts = section(lines_of(report._replace(verdict=verdict)), "Which part where")

    assert parts == ["  owned   The base (B9)", "  rented  The peaks *above* (B9)"]


def test_a_judgment_is_cited_as_one_and_its_reason_left_to_the_explanation() -> None:
    lines = lines_of(report_of("clear"))

    assert "      keeps_driver_stack true — judgment" in lines
    assert "a reason that only the pack tells" not in "".join(lines)


@pytest.mark.parametrize(
    "name", ["[bold]x[/bold]", ":warning:", "[/a]", "[h100] on-demand", r"\[red]"]
)
def test_a_name_prints_as_it_is(name: str) -> None:
    assert lines_of(report_on({}, name))[0] == name


def test_a_name_of_two_lines_prints_on_two() -> None:
    assert lines_of(report_on({}, "a\nb"))[:2] == ["a", "b"]


def test_the_longest_name_wraps() -> None:
    lines = lines_of(report_on({}, "x" * 200), width=80)

    assert lines[:3] == ["x" * 80, "x" * 80, "x" * 40]


def test_with_color_the_words_are_the_same() -> None:
    plain = render(report_of("hybrid"), Style())
    colored = render(report_of("hybrid"), Style(color=True))

    assert "\x1b[1;35mHYBRID\x1b[0m" in colored
    assert len(colored.splitlines()) == len(plain.splitlines())
