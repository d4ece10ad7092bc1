from pathlib import Path

import pytest

from gpucmp.advice import Knowledge
from gpucmp.money.costfigures import Ledger
from gpucmp.money.pricebook import PriceBook
from gpucmp.money.rentinginputs import rented_purchases
from gpucmp.options import RENTED_PURCHASES, Purchase
from tests.costcases import read


def found(
    knowledge: Knowledge, book: PriceBook, folder: Path, text: str
) -> tuple[tuple[Purchase, ...], Ledger]:
    profile = read(f"name: x\n{text}", knowledge, folder)
    ledger = Ledger(profile, profile.facts, book, knowledge.catalog)
    ledger.demand("demand.deferrable_percent")
    ledger.defaulted("owned.operator_cost_per_year")
    return rented_purchases(ledger, RENTED_PURCHASES), ledger


def test_where_a_price_is_stated_only_stated_ways_count(
    knowledge: Knowledge, book: PriceBook, tmp_path: Path
) -> None:
    text = "hardware: {gpu: H100}\nprices: {cloud: {reserved_1y_per_gpu_hour: 2}}"

    assert found(knowledge, book, tmp_path, text)[0] == (Purchase.RESERVED_1Y,)


def test_no_price_is_taken_from_another_gpu(
    knowledge: Knowledge, book: PriceBook, tmp_path: Path
) -> None:
    ways, ledger = found(knowledge, book, tmp_path, "hardware: {gpu: RTX 2080 SUPER}")

    assert ways == ()
    assert "prices.cloud.on_demand_per_gpu_hour" in ledger.missing


@pytest.mark.parametrize(
    ("percent", "ways"), [(100, (Purchase.SPOT,)), (99, ())], ids=["all may wait", "some may not"]
)
def test_spot_alone_serves_only_work_that_may_all_be_interrupted(
    knowledge: Knowledge,
    book: PriceBook,
    tmp_path: Path,
    percent: int,
    ways: tuple[Purchase, ...],
) -> None:
    text = (
        f"demand: {{deferrable_percent: {percent}}}\nprices: {{cloud: {{spot_per_gpu_hour: 1}}}}"
    )

    assert found(knowledge, book, tmp_path, text)[0] == ways
