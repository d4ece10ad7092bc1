from pathlib import Path

import pytest

from gpucmp.advice import Knowledge
from gpucmp.money.costfigures import Ledger
from gpucmp.money.owninginputs import owned_places
from gpucmp.money.pricebook import PriceBook
from gpucmp.options import OWNED_PURCHASES
from tests.costcases import read


def ledger(knowledge: Knowledge, book: PriceBook, folder: Path, text: str) -> Ledger:
    profile = read(f"name: x\n{text}", knowledge, folder)
    found = Ledger(profile, profile.facts, book, knowledge.catalog)
    for path in ("owned.operator_cost_per_year", "hours_per_month"):
        found.defaulted(path)
    return found


def test_nothing_is_asked_for_where_owning_is_ruled_out(
    knowledge: Knowledge, book: PriceBook, tmp_path: Path
) -> None:
    found = ledger(knowledge, book, tmp_path, "hardware: {gpu: H100}")

    assert owned_places(found, ()) == ()
    assert "owned.server_price" not in found.found


def test_a_server_that_the_catalog_does_not_price_is_missing(
    knowledge: Knowledge, book: PriceBook, tmp_path: Path
) -> None:
    found = ledger(knowledge, book, tmp_path, "hardware: {gpu: T4}")

    assert owned_places(found, OWNED_PURCHASES) == ()
    assert "prices.owned.server_price" in found.missing


@pytest.mark.parametrize(("count", "expected"), [(8, 200_000), (4, 200_000)])
def test_a_stated_price_is_that_of_a_server_whatever_it_holds(
    knowledge: Knowledge, book: PriceBook, tmp_path: Path, count: int, expected: float
) -> None:
    text = f"hardware: {{gpu: H100, gpus_per_server: {count}}}\n"
    text += "prices: {owned: {server_price: 200000}}"
    found = ledger(knowledge, book, tmp_path, text)

    assert owned_places(found, OWNED_PURCHASES) == OWNED_PURCHASES
    assert found.found["owned.server_price"].likely == expected
