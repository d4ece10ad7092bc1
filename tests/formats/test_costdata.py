import csv
import io
import json
import subprocess
import sys
from collections.abc import Sequence

import pytest
from markdown_it import MarkdownIt

from gpucmp.costadvice import Age, CostResult, Excluded, StalePrice
from gpucmp.costwords import PARTS
from gpucmp.formats import Format
from gpucmp.formats.costdata import render
from gpucmp.money.costreport import Costs
from gpucmp.options import Option
from gpucmp.text import Lang
from tests.formats.costresults import ALL_OUT, COSTS, NOTHING, RESULT, with_options

GITHUB = MarkdownIt("commonmark").enable(["table"])


def parsed(*results: CostResult) -> dict[str, object]:
    data = json.loads(render(results, Format.JSON, Lang.EN))
    assert isinstance(data, dict)
    return data


def rows(*results: CostResult) -> list[dict[str, str]]:
    text = render(results, Format.CSV, Lang.EN)
    return list(csv.DictReader(io.StringIO(text, newline="")))


def blocks(result: CostResult = RESULT, lang: Lang = Lang.EN) -> list[str]:
    return render([result], Format.MARKDOWN, lang).rstrip("\n").split("\n\n")


def below(heading: str, found: Sequence[str]) -> str:
    return found[found.index(f"### {heading}") + 1]


def test_json_holds_the_costs_with_the_schema_first() -> None:
    data = parsed(RESULT)

    assert list(data)[:3] == ["schema", "name", "file"]
    assert data["schema"] == "gpucmp.cost/1"
    assert data["best"] == {"hybrid": "owned", "self-hosted": "owned", "cloud": "mix"}
    assert data["prices"] == {"as_of": "2026-11-20", "digest": "sha256:0123456789abcdef"}
    assert data["places"] == {"demand.gpus": "cluster.yaml:3:9"}


def test_json_has_every_key_of_the_costs() -> None:
    costs = parsed(RESULT)["costs"]

    assert isinstance(costs, dict)
    assert list(costs) == list(Costs._fields)
    assert costs["break_even"][0] == {
        "against": "on-demand",
        "owned": "owned",
        "utilization_percent": 40.0,
        "used_hours": 8000.0,
        "months": 18.5,
        "cloud_price_per_gpu_hour": 2.75,
        "note": "",
    }


def test_several_results_stand_in_one_object() -> None:
    data = parsed(RESULT, NOTHING)

    assert list(data) == ["schema", "reports"]
    assert isinstance(data["reports"], list)
    assert len(data["reports"]) == 2


def test_json_lines_hold_one_result_each() -> None:
    lines = render([RESULT, NOTHING], Format.JSONL, Lang.EN).splitlines()

    assert [json.loads(line)["schema"] for line in lines] == ["gpucmp.cost/1"] * 2


def test_csv_has_a_row_for_each_way_with_its_parts_as_columns() -> None:
    found = rows(RESULT)

    assert [(row["option"], row["purchase"], row["best_of_option"]) for row in found] == [
        ("self-hosted", "owned", "true"),
        ("self-hosted", "colocated", "false"),
        ("cloud", "on-demand", "false"),
        ("cloud", "spot", "false"),
        ("cloud", "mix", "true"),
        ("hybrid", "owned", "true"),
    ]
    assert (found[0]["capital"], found[0]["rent"]) == ("540000.0", "")
    assert set(PARTS) <= set(found[0])


def test_csv_keeps_a_spreadsheet_from_computing_a_name() -> None:
    assert rows(RESULT._replace(name="=1+1"))[0]["name"] == "'=1+1"


def test_a_table_is_no_data() -> None:
    with pytest.raises(ValueError, match="table"):
        render([RESULT], Format.TABLE, Lang.EN)


def test_markdown_starts_with_the_cheapest_way() -> None:
    name, headline, *_ = blocks()

    assert name == "## training cluster"
    assert headline.split("<br>") == [
        "**hybrid · owned + rented**: 936 k USD over 36 months, 1.90 USD per used GPU-hour",
        "5 % less than self-hosted · owned: net present value 760 k against 800 k USD",
        "Undiscounted, self-hosted · owned costs less: 900 k USD.",
        "<sub>cheapest in 66 % of 10,000 draws · 2 of 8 numbers are assumed</sub>",
    ]


def test_markdown_marks_the_cheapest_of_each_option() -> None:
    table = below("What each way costs", blocks()).splitlines()

    assert table[2] == "| **self-hosted · owned** | 900 k | 800 k | 2.00 | 600 k | 2 |"
    assert table[4] == "| cloud · on-demand | 1.44 M | 1.24 M | 3.10 |  |  |"


def test_markdown_has_parts_with_their_share_a_month() -> None:
    table = below("What the money goes to", blocks()).splitlines()

    assert table[2] == "| capital | 270 k | 7.50 k, 29 % | 540 k | 15.0 k, 60 % |  |  |"


def test_markdown_says_why_a_break_even_is_missing() -> None:
    table = below("Break-even", blocks()).splitlines()

    assert table[4].startswith("| reserved-1y | paid for every hour, so utilization cannot tell |")


def test_markdown_lists_what_moves_the_result() -> None:
    assert "- Price on demand: from −500 k to +100 k" in "\n".join(blocks()).splitlines()


def test_markdown_without_a_tornado_has_none() -> None:
    found = COSTS.uncertainty
    assert found is not None
    costs = COSTS._replace(uncertainty=found._replace(tornado=()))

    assert "Owning minus renting" not in "\n".join(blocks(RESULT._replace(costs=costs)))


def test_markdown_without_figures_says_what_is_missing() -> None:
    found = blocks(NOTHING)

    assert found[1] == "No option can be costed: numbers are missing."
    assert below("Missing numbers", found).splitlines()[0] == "- demand.gpus: GPUs"


def test_markdown_names_the_rules_that_leave_nothing() -> None:
    assert blocks(ALL_OUT, Lang.ZH)[2].splitlines()[0] == "- 自建：被 J3、A6 排除"


def test_markdown_lists_old_prices() -> None:
    stale = (StalePrice("owned.server_price", "2026-02", 1, 1),)
    old = RESULT._replace(age=Age("2026-11-30", 180, stale))

    assert below("Age of the prices", blocks(old)).splitlines() == [
        "- Older than 180 days on 2026-11-30:",
        "- Price of a server (2026-02)",
    ]


def test_what_an_author_wrote_stays_text_in_markdown() -> None:
    html = GITHUB.render("\n\n".join(blocks(RESULT._replace(name="<b>x</b> | y"))))

    assert "<h2>&lt;b&gt;x&lt;/b&gt; | y</h2>" in html


@pytest.mark.parametrize("lang", Lang)
@pytest.mark.parametrize("result", [RESULT, with_options(*COSTS.options[:2])])
def test_every_row_of_a_table_has_as_many_cells_as_its_header(
    result: CostResult, lang: Lang
) -> None:
    tables = [block for block in blocks(result, lang) if block.startswith("|")]

    assert tables
    for table in tables:
        assert len({line.count("|") for line in table.splitlines()}) == 1


def test_the_same_result_gives_the_same_bytes() -> None:
    out = RESULT._replace(excluded=(Excluded(Option.HYBRID, None, ("M3",)),))

    for fmt in (Format.JSON, Format.JSONL, Format.CSV, Format.MARKDOWN):
        assert render([out], fmt, Lang.EN) == render([out], fmt, Lang.EN)


def test_the_formats_for_programs_load_nothing_heavy() -> None:
    script = "import sys, gpucmp.formats.costdata; print({'rich', 'pydantic'} & set(sys.modules))"

    run = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)

    assert run.stdout.strip() == b"set()"
