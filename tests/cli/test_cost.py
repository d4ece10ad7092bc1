import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

PROFILE = """\
name: eight GPUs
workload: {kind: training, pattern: steady}
demand: {gpus: 8, utilization_percent: 60, horizon_months: 36}
hardware: {gpu: H100-SXM}
prices:
  cloud: {on_demand_per_gpu_hour: 4}
  owned: {server_price: 250000}
"""
VMS = """\
InstanceType,AcceleratorName,AcceleratorCount,Price,SpotPrice,Region
p5.48xlarge,H100,8,80,,us-east-1
p5.48xlarge,H100,8,700.0,,us-west-1
"""


@pytest.fixture
def eight(tmp_path: Path) -> str:
    path = tmp_path / "eight.yaml"
    path.write_text(PROFILE, encoding="utf-8")
    return str(path)


def test_the_costs_are_a_table(run: Run, eight: str) -> None:
    ran = run("cost", eight, "--draws", "10")

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("eight GPUs\n")
    for heading in (
        "What each way costs",
        "What the money goes to",
        "Break-even",
        "Which way is cheapest at which load",
        "Best split between owning and renting",
        "Cash paid",
        "What the ranges of the numbers do",
    ):
        assert f"\n{heading}\n" in ran.out
    assert "10 draws, seed 1" in ran.out


def test_json_is_one_flag_or_a_format(run: Run, eight: str) -> None:
    one = run("cost", eight, "--json", "--draws", "10")

    assert json.loads(one.out)["schema"] == "gpucmp.cost/1"
    assert run("cost", "-f", "json", eight, "--draws", "10") == one


def test_the_price_of_renting_turns_the_answer_around(run: Run, eight: str) -> None:
    best = []
    for price in (2, 4, 12):
        setting = f"prices.cloud.on_demand_per_gpu_hour={price}"
        ran = run("cost", eight, "--json", "--draws", "0", "--set", setting)
        best.append(next(iter(json.loads(ran.out)["best"])))

    assert (best[0], best[-1]) == ("cloud", "self-hosted")


def test_the_horizon_may_be_another_one(run: Run, eight: str) -> None:
    ran = run("cost", eight, "--json", "--draws", "0", "--horizon-months", "18")

    assert json.loads(ran.out)["costs"]["horizon_months"] == 18


def test_the_seed_is_told(run: Run, eight: str) -> None:
    ran = run("cost", eight, "--draws", "25", "--seed", "3")

    assert "25 draws, seed 3" in ran.out


def test_csv_and_markdown_go_to_a_file(run: Run, eight: str, tmp_path: Path) -> None:
    to = tmp_path / "costs.csv"

    ran = run("cost", eight, eight, "-f", "csv", "-o", str(to), "--draws", "0")

    rows = list(csv.DictReader(io.StringIO(to.read_text(encoding="utf-8"), newline="")))
    assert (ran.code, ran.out) == (0, "")
    assert {row["name"] for row in rows} == {"eight GPUs"}
    assert run("cost", eight, "-f", "markdown", "--draws", "0").out.startswith("## eight GPUs\n")


def test_several_profiles_have_their_tables_below_each_other(run: Run, eight: str) -> None:
    ran = run("cost", eight, eight, "--draws", "0")

    assert ran.out.count("eight GPUs\n") == 2


def test_prices_are_old_on_a_day(run: Run, eight: str) -> None:
    ran = run("cost", eight, "--draws", "0", "--set", "prices.as_of=2026-01-01", "--as-of", "2027")

    assert "Older than 180 days on 2027-01-01:\n  Prices that the profile states" in ran.out


def test_a_day_that_no_calendar_has_is_told(run: Run, eight: str) -> None:
    ran = run("cost", eight, "--as-of", "2026-13")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == ("gpucmp: error: --as-of 2026-13: is no day (write it as 2026-11-30)\n")


def test_a_price_file_takes_the_place_of_the_catalog(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "vms.csv"
    file.write_text(VMS, encoding="utf-8")
    profile = tmp_path / "unpriced.yaml"
    profile.write_text(PROFILE.partition("prices:")[0], encoding="utf-8")

    ran = run("cost", str(profile), "--json", "--draws", "0", "--catalog", str(file))

    prices = {one["path"]: one for one in json.loads(ran.out)["costs"]["inputs"]}
    assert prices["cloud.on_demand_per_gpu_hour"]["value"] == 10
    assert "warning" in ran.err
    assert "Price: 700 for 8 GPUs is a placeholder" in ran.err


def test_formulas_and_numbers_are_explained(run: Run, eight: str) -> None:
    ran = run("cost", eight, "--explain")

    assert ran.code == 0
    assert "How each figure is computed" in ran.out
    assert "owned.server_price" in ran.out


def test_what_the_profile_states_has_its_place(run: Run, eight: str) -> None:
    ran = run("cost", eight, "--json", "--draws", "0")

    assert json.loads(ran.out)["places"]["owned.server_price"] == f"{eight}:7:25"


def test_one_figure_is_explained(run: Run, eight: str) -> None:
    ran = run("cost", eight, "--explain", "power")

    assert "How each figure is computed" not in ran.out
    assert "PUE of an own room" in ran.out


def test_an_explanation_is_no_data(run: Run, eight: str) -> None:
    ran = run("cost", eight, "--json", "--explain", "power")

    assert ran.code == 2
    assert "--explain: explains in words, not as json" in ran.err


def test_a_wrong_profile_is_told_and_nothing_is_printed(
    run: Run, eight: str, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("name: x\ndemand:\n  gpus: many\n", encoding="utf-8")

    ran = run("cost", eight, str(broken))

    assert (ran.code, ran.out) == (2, "")
    assert "broken.yaml:3:9" in ran.err


def test_on_a_terminal_standard_input_is_not_waited_for(run: Run) -> None:
    ran = run("cost", "-", typed="name: x\n")

    assert ran.code == 2
    assert "nothing is piped in" in ran.err
