import csv
import io
import json
import subprocess
import sys
from collections.abc import Sequence

import pytest

from gpucmp.advice import advise
from gpucmp.formats import Format, Style, render
from gpucmp.formats.data import render_csv, render_json, render_jsonl
from gpucmp.options import Option
from gpucmp.plaindata import plain
from gpucmp.profile import Profile
from gpucmp.report import Report
from gpucmp.text import Lang
from tests.formats.reports import (
    CASES,
    PROFILES,
    SEVERAL,
    golden,
    reports_of,
    small_knowledge,
    written,
)

FORMATS = (Format.JSON, Format.JSONL, Format.CSV)
DOCUMENTS = [(fmt, case) for fmt in FORMATS for case in CASES[fmt]]


def report_of(case: str) -> Report:
    (report,) = reports_of(case)
    return report


def rows(reports: Sequence[Report], lang: Lang = Lang.EN) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(render_csv(reports, lang), newline="")))


@pytest.mark.parametrize(("fmt", "case"), DOCUMENTS)
def test_a_document_is_the_golden_one(fmt: Format, case: str) -> None:
    assert written(fmt, case) == golden(fmt, case).read_bytes()


@pytest.mark.parametrize("fmt", FORMATS)
def test_the_same_profile_gives_the_same_bytes(fmt: Format) -> None:
    again = [advise(profile, small_knowledge()) for profile in PROFILES.values()]

    assert render(again, fmt, Style()) == render(reports_of(SEVERAL), fmt, Style())


def test_one_report_is_the_document_itself_with_the_schema_first() -> None:
    document = json.loads(render_json(reports_of("hybrid"), Lang.EN))

    assert next(iter(document)) == "schema"
    assert document["schema"] == "gpucmp.report/1"
    assert document["name"] == "mixed work"
    assert document["verdict"]["purchases"] == {"owned": "owned", "rented": "spot"}


def test_several_reports_stand_in_one_object() -> None:
    document = json.loads(render_json(reports_of(SEVERAL), Lang.EN))

    assert list(document) == ["schema", "reports"]
    assert document["schema"] == "gpucmp.report/1"
    assert [one["name"] for one in document["reports"]] == [
        profile.name for profile in PROFILES.values()
    ]


def test_no_reports_are_an_object_with_an_empty_list() -> None:
    assert json.loads(render_json([], Lang.EN)) == {"schema": "gpucmp.report/1", "reports": []}


def test_json_is_indented_by_two_and_ends_with_one_line_break() -> None:
    text = render_json(reports_of("clear"), Lang.EN)

    assert text.startswith('{\n  "schema": "gpucmp.report/1",\n')
    assert text.endswith("\n}\n")


def test_json_keeps_chinese_as_it_is() -> None:
    text = render_json(reports_of("markup"), Lang.ZH)

    assert "渲染 [bold]农场|<b>#1</b>\\n@某人" in text
    assert "长期高利用率有利于自建" in text


@pytest.mark.parametrize("case", PROFILES)
def test_json_gives_back_what_the_report_holds(case: str) -> None:
    report = report_of(case)

    assert json.loads(render_json([report], Lang.EN)) == plain(report, Lang.EN)


def test_a_number_that_json_lacks_is_refused() -> None:
    report = report_of("clear")._replace(scores={Option.CLOUD: float("nan")})

    with pytest.raises(ValueError, match="not JSON compliant"):
        render_json([report], Lang.EN)


def test_json_lines_hold_one_report_each() -> None:
    reports = reports_of(SEVERAL)

    lines = render_jsonl(reports, Lang.EN).splitlines()

    assert [json.loads(line) for line in lines] == [plain(one, Lang.EN) for one in reports]


def test_one_json_line_is_compact_and_ends_with_a_line_break() -> None:
    text = render_jsonl(reports_of("clear"), Lang.EN)

    assert text.startswith('{"schema":"gpucmp.report/1","name":"training cluster",')
    assert text.count("\n") == 1
    assert text.endswith("}\n")


def test_csv_has_a_header_even_without_reports() -> None:
    assert render_csv([], Lang.EN) == (
        "name,file,option,purchase,purchase_owned,purchase_rented,strength,margin,"
        "score_self_hosted,score_cloud,score_hybrid,ruled_out,rules,first_question\r\n"
    )


def test_a_row_of_csv_tells_the_verdict_in_brief() -> None:
    (row,) = rows(reports_of("none"))

    assert row["option"] == "none"
    assert row["purchase"] == row["strength"] == row["margin"] == ""
    assert row["ruled_out"] == "cloud; hybrid; self-hosted"
    assert row["rules"] == "A6; J3"
    assert row["first_question"] == "Would a provider come to us?"


def test_csv_names_both_purchases_of_a_hybrid() -> None:
    (row,) = rows(reports_of("hybrid"))

    assert (row["purchase_owned"], row["purchase_rented"]) == ("owned", "spot")


def test_csv_names_the_rules_that_tell_the_options_apart_most_first() -> None:
    (row,) = rows(reports_of("clear"))

    assert row["rules"] == "A1; A4"


def test_csv_asks_in_the_language_of_the_result() -> None:
    (row,) = rows(reports_of("undecided"), Lang.ZH)

    assert row["first_question"] == "利用率多高？"


def test_csv_has_an_empty_cell_where_nothing_is_left_to_ask() -> None:
    (row,) = rows([report_of("clear")._replace(questions=())])

    assert row["first_question"] == ""


@pytest.mark.parametrize("start", list("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"))
def test_text_that_a_spreadsheet_would_compute_gets_an_apostrophe(start: str) -> None:
    (row,) = rows([advise(Profile(f"{start}1+1", {}), small_knowledge())])

    assert row["name"] == f"'{start}1+1"


def test_other_text_and_numbers_stay_as_they_are_in_csv() -> None:
    report = report_of("clear")._replace(name='a "b", c', scores=dict.fromkeys(Option, -1.5))

    (row,) = rows([report])

    assert row["name"] == 'a "b", c'
    assert row["score_cloud"] == "-1.5"


def test_the_formats_for_programs_load_nothing_heavy() -> None:
    script = (
        "import sys, gpucmp.formats.data\n"
        "print([name for name in ('csv', 'pydantic', 'rich', 'yaml') if name in sys.modules])"
    )

    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    assert run.stdout == "[]\n"
