from pathlib import Path

import pytest

from gpucmp.advice import Knowledge, advise
from gpucmp.costsummary import money_rows
from gpucmp.errors import InputError
from gpucmp.text import Lang
from tests.builders import a_knowledge, a_profile
from tests.costcases import read

EIGHT = """\
name: eight
demand: {gpus: 8, utilization_percent: 60, horizon_months: 36}
hardware: {gpu: H100 SXM}
prices: {cloud: {on_demand_per_gpu_hour: 4}, owned: {server_price: 250000}}
"""


def rows(
    knowledge: Knowledge, folder: Path, *settings: str, lang: Lang = Lang.EN
) -> dict[str, str]:
    report = advise(read(EIGHT, knowledge, folder, *settings), knowledge)
    return dict(money_rows(report, lang))


def test_each_side_has_its_total_and_its_cost_per_used_hour(
    knowledge: Knowledge, tmp_path: Path
) -> None:
    found = rows(knowledge, tmp_path)

    assert "USD in all" in found["self-hosted · owned"]
    assert "per used GPU-hour" in found["cloud · on-demand"]


def test_the_break_even_is_a_utilization_and_a_price(knowledge: Knowledge, tmp_path: Path) -> None:
    found = rows(knowledge, tmp_path)["break-even with on-demand"]

    assert "utilization above" in found
    assert "(here 4.00) USD per GPU-hour" in found


def test_what_the_totals_do_not_hold_is_named(knowledge: Knowledge, tmp_path: Path) -> None:
    assert "egress" in rows(knowledge, tmp_path)["does not hold"]
    assert "does not hold" not in rows(
        knowledge,
        tmp_path,
        "data.egress_tb_per_month=0",
        "data.stored_tb=0",
        "prices.owned.room_works=0",
        "prices.owned.software_per_gpu_year=0",
    )


def test_what_is_missing_is_named_by_its_field(knowledge: Knowledge, tmp_path: Path) -> None:
    found = rows(knowledge, tmp_path, "demand.horizon_months=null")

    assert found == {"not costed for want of": "demand.horizon_months"}


def test_figures_that_contradict_each_other_are_told(knowledge: Knowledge, tmp_path: Path) -> None:
    settings = ("demand.peak_gpus=8", "demand.peak_to_mean=3", "demand.utilization_percent=60")

    with pytest.raises(InputError, match="more than the peak"):
        rows(knowledge, tmp_path, *settings)


def test_a_disagreement_with_the_rule_of_thumb_is_told(
    knowledge: Knowledge, tmp_path: Path
) -> None:
    found = rows(knowledge, tmp_path, "prices.cloud.on_demand_per_gpu_hour=40")

    assert "the guides let the cloud cost less" in found["against the rule of thumb"]


def test_chinese_has_the_same_lines(knowledge: Knowledge, tmp_path: Path) -> None:
    english, chinese = rows(knowledge, tmp_path), rows(knowledge, tmp_path, lang=Lang.ZH)

    assert len(english) == len(chinese)
    assert "自建 · 自有机房" in chinese


def test_without_prices_nothing_is_said() -> None:
    report = advise(a_profile({"demand.gpus": 8}), a_knowledge())

    assert list(money_rows(report, Lang.EN)) == []


SKILLS = ", ".join(
    f"{skill}: true"
    for skill in ("handles_hardware_faults", "tunes_parallel_filesystem", "keeps_driver_stack")
)


def test_a_verdict_that_is_not_the_cheapest_option_says_so(
    knowledge: Knowledge, tmp_path: Path
) -> None:
    own = (f"team={{{SKILLS}}}", "demand.utilization_percent=80")
    dear = rows(knowledge, tmp_path, *own, "prices.cloud.on_demand_per_gpu_hour=12")
    cheap = rows(knowledge, tmp_path, *own, "prices.cloud.on_demand_per_gpu_hour=1")

    assert "criteria and money differ" not in dear
    assert cheap["criteria and money differ"].startswith(
        "cloud costs least; the verdict is self-hosted"
    )
