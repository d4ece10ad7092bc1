from pathlib import Path

import pytest

from gpucmp.advice import Knowledge
from gpucmp.money.costfigures import Ledger, price_path
from gpucmp.money.pricebook import PriceBook
from gpucmp.options import Purchase
from tests.costcases import read


def ledger(knowledge: Knowledge, book: PriceBook, folder: Path, text: str) -> Ledger:
    profile = read(f"name: x\n{text}", knowledge, folder)
    return Ledger(profile, profile.facts, book, knowledge.catalog)


def test_a_price_stands_under_the_name_of_its_purchase() -> None:
    assert price_path(Purchase.RESERVED_3Y) == "cloud.reserved_3y_per_gpu_hour"


TWO_RATES = """\
budget: {currency: CNY}
prices: {exchange_rates: {CNY: [7, "2026-11-01"], EUR: [0.875, "2026-11-01"]}}
"""


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(("", "USD", 1), id="the currency of the result is not converted"),
        pytest.param(("budget: {currency: CNY}", "USD", 0), id="without a rate there is none"),
        pytest.param((TWO_RATES, "USD", 7), id="a rate is units for one USD"),
        pytest.param((TWO_RATES, "EUR", 8), id="two rates make a third: 7 / 0.875"),
    ],
)
def test_money_is_converted_only_at_a_stated_rate(
    knowledge: Knowledge, book: PriceBook, tmp_path: Path, case: tuple[str, str, float]
) -> None:
    text, currency, expected = case

    assert ledger(knowledge, book, tmp_path, text).rate(currency) == pytest.approx(expected)


def test_a_missing_rate_is_named(knowledge: Knowledge, book: PriceBook, tmp_path: Path) -> None:
    found = ledger(knowledge, book, tmp_path, "budget: {currency: CNY}")

    assert found.defaulted("owned.electricity_per_kwh") is False
    assert list(found.missing) == ["prices.exchange_rates.CNY"]
