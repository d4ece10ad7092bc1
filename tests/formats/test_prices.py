import csv
import io
import json

import pytest

from gpucmp.advice import Knowledge
from gpucmp.errors import Place, Problem
from gpucmp.formats import Style
from gpucmp.formats.prices import (
    COLUMNS,
    MOST_ROWS_DRAWN,
    Listing,
    markets,
    ordered,
    render_csv,
    render_gpu,
    render_gpu_json,
    render_list,
    render_list_json,
)
from gpucmp.money.pricebook import PriceBook
from gpucmp.money.prices import CloudOffer, PriceSource, ProviderClass
from gpucmp.options import Purchase
from gpucmp.text import Lang

H100 = "H100-SXM5-80GB"


def an_offer(provider: str = "AWS", *, day: str = "2026-07-20", region: str = "r") -> CloudOffer:
    source = PriceSource("A page", "2026-07-20", "https://example.org")
    return CloudOffer(
        provider,
        ProviderClass.GPU_CLOUD,
        H100,
        Purchase.ON_DEMAND,
        3.99,
        "USD",
        day,
        source,
        region,
    )


def listing(book: PriceBook, gpu: str = H100, as_of: str = "") -> Listing:
    return Listing(book, book.offers(gpu), as_of)


def test_offers_come_by_gpu_purchase_class_and_price(book: PriceBook) -> None:
    found = [
        (one.purchase, one.provider_class, one.per_gpu_hour) for one in ordered(book.offers(H100))
    ]

    assert found[0] == (Purchase.ON_DEMAND, ProviderClass.HYPERSCALER, 6.88)
    assert found[-1] == (Purchase.DEDICATED, ProviderClass.HYPERSCALER, 10.0)
    assert list(ordered(reversed(book.offers(H100)))) == ordered(book.offers(H100))


def test_a_list_has_a_row_for_each_offer_and_says_that_no_day_was_given(book: PriceBook) -> None:
    text = render_list(listing(book), Style(width=120))

    assert text.count(H100) == len(book.offers(H100))
    assert "6.88 USD" in text
    assert "p5.48xlarge" in text
    assert "(old)" not in text
    assert text.endswith("without --as-of no price is called old\n")


def test_old_and_undated_prices_are_marked_and_counted(book: PriceBook) -> None:
    offers = (an_offer("Old", day="2025"), an_offer("Undated", day=""), an_offer("New"))

    text = render_list(Listing(book, offers, "2026-11-20"), Style(width=120))

    assert "2025 (old)" in text
    assert "undated" in text
    assert "2026-07-20 (old)" not in text
    assert text.endswith("2 of 3 prices are older than 180 days, or undated, on 2026-11-20\n")


def test_a_list_of_nothing_says_so(book: PriceBook) -> None:
    assert render_list(Listing(book, ()), Style()) == "none known\n"
    assert render_list(Listing(book, ()), Style(lang=Lang.ZH)) == "暂无\n"


def test_a_long_list_is_written_plainly_in_columns(book: PriceBook) -> None:
    offers = tuple(an_offer(region=f"地区{at:03}") for at in range(MOST_ROWS_DRAWN + 1))

    lines = render_list(Listing(book, offers), Style()).splitlines()

    assert len(lines) == MOST_ROWS_DRAWN + 1 + 3
    assert lines[0].split() == [
        "GPU",
        "purchase",
        "per",
        "GPU-hour",
        "class",
        "provider",
        "where",
        "date",
    ]
    assert lines[1] == f"{H100}  on-demand  3.99 USD      gpu-cloud  AWS       地区000  2026-07-20"


def test_csv_has_every_column_and_an_empty_one_where_nothing_is_known(book: PriceBook) -> None:
    offers = (an_offer(day=""),)

    rows = list(csv.DictReader(io.StringIO(render_csv(Listing(book, offers)))))

    assert tuple(rows[0]) == COLUMNS
    assert rows[0]["per_gpu_hour"] == "3.99"
    assert (rows[0]["date"], rows[0]["stale"]) == ("", "")
    dated = list(csv.DictReader(io.StringIO(render_csv(Listing(book, offers, "2026-11-20")))))
    assert dated[0]["stale"] == "true"


def test_a_spreadsheet_computes_nothing_from_a_price_file(book: PriceBook) -> None:
    text = render_csv(Listing(book, (an_offer('=HYPERLINK("x")'),)))

    assert "\"'=HYPERLINK(" in text


def test_json_names_the_catalog_and_what_was_refused(book: PriceBook) -> None:
    refused = (Problem(Place("mine.csv", 2, 1), "Price is 0", "why"),)

    data = json.loads(render_list_json(Listing(book, (an_offer(),), "2026-11-20", refused)))

    assert data["schema"] == "gpucmp.prices/1"
    assert data["prices"] == {"as_of": book.as_of, "digest": book.digest}
    assert data["judged_on"] == "2026-11-20"
    assert data["refused"] == [{"place": "mine.csv:2:1", "message": "Price is 0", "hint": "why"}]
    assert data["offers"] == [
        {
            "gpu": H100,
            "purchase": "on-demand",
            "per_gpu_hour": 3.99,
            "currency": "USD",
            "class": "gpu-cloud",
            "provider": "AWS",
            "region": "r",
            "instance": "",
            "date": "2026-07-20",
            "stale": False,
            "source": "A page",
            "url": "https://example.org",
            "note": "",
        }
    ]


def test_json_has_the_rates_and_says_which_one_is_assumed(book: PriceBook) -> None:
    rates = json.loads(render_list_json(Listing(book, ())))["rates"]

    assert [(one["place"], one["value"], one["assumed"]) for one in rates["electricity"]] == [
        ("US, industrial", 0.083, True),
        ("US, commercial", 0.12, False),
        ("EU, non-household", 0.19, False),
    ]
    assert [one["value"] for one in rates["colocation"] + rates["people"]] == [184, 150_000]


def test_a_narrow_terminal_gets_one_offer_after_the_other(book: PriceBook) -> None:
    offer = an_offer("Lambda", region="")

    text = render_list(Listing(book, (offer,)), Style(width=71))

    assert text.startswith(
        "H100-SXM5-80GB · on-demand · 3.99 USD · gpu-cloud · Lambda · 2026-07-20\n"
    )


def test_a_gpu_is_shown_with_figures_market_offers_servers_and_license(
    book: PriceBook, knowledge: Knowledge
) -> None:
    gpu = knowledge.catalog.find(H100)
    assert gpu is not None

    text = render_gpu(gpu, listing(book, as_of="2026-11-20"), Style(width=120))

    assert text.startswith(f"{H100}\nNVIDIA · 80 GB · 700 W · SXM5 · 2022\n")
    assert "hyperscaler 10.53 · gpu-cloud 3.99 · marketplaces 2.69, beside likely" in text
    assert "250,142 USD" in text
    assert "10.2 kW" in text
    assert "NVIDIA AI Enterprise: 4,500 USD a GPU and year where it is used; not bundled" in text
    assert "  1 Karpenter provider for AWS: on-demand price table (2026-07-20) https://" in text


def test_a_gpu_of_which_no_price_is_known_says_none(book: PriceBook, knowledge: Knowledge) -> None:
    gpu = knowledge.catalog.find("H20")
    assert gpu is not None

    text = render_gpu(gpu, listing(book, gpu.name), Style())

    assert text.count("none known") == 3
    assert "License" not in text
    assert "Sources" not in text


def test_what_is_unknown_of_a_gpu_or_server_is_no_number(
    book: PriceBook, knowledge: Knowledge
) -> None:
    gpu = knowledge.catalog.find("B300")
    assert gpu is not None

    text = render_gpu(gpu, listing(book, gpu.name), Style(width=120))

    assert "power unknown" in text
    assert "DGX B300 (power is about that much)     8      ?  14 kW  undated" in text


def test_a_bundled_license_says_for_how_long(book: PriceBook, knowledge: Knowledge) -> None:
    gpu = knowledge.catalog.find("H100-NVL")
    assert gpu is not None

    text = render_gpu(gpu, listing(book, gpu.name), Style(width=120, lang=Lang.ZH))

    assert "NVIDIA AI Enterprise：随卡附带 5 年" in text


def test_json_of_a_gpu_has_all_parts(book: PriceBook, knowledge: Knowledge) -> None:
    gpu = knowledge.catalog.find(H100)
    assert gpu is not None

    data = json.loads(render_gpu_json(gpu, listing(book)))

    assert data["gpu"]["tdp_w"] == 700
    assert [one["purchase"] for one in data["markets"]] == [
        "on-demand",
        "reserved-1y",
        "reserved-3y",
        "spot",
        "dedicated",
    ]
    assert data["markets"][0]["rests_on"] == ["hyperscaler", "gpu-cloud"]
    assert data["markets"][0]["low"] == 2.4024
    assert data["servers"][0]["price"] == 250141.8
    assert data["servers"][0]["max_power_kw"] is None
    assert data["license"]["bundled"] is False
    assert len(data["offers"]) == len(book.offers(H100))
    assert data["judged_on"] is None


@pytest.mark.parametrize("name", ["MI300X", "H20", "B300", "Gaudi-2"])
def test_json_of_a_gpu_has_null_where_nothing_is_known(
    book: PriceBook, knowledge: Knowledge, name: str
) -> None:
    gpu = knowledge.catalog.find(name)
    assert gpu is not None

    data = json.loads(render_gpu_json(gpu, listing(book, gpu.name)))

    assert data["license"] is None or data["license"]["per_gpu_year"] > 0
    assert all(one["price"] is None or one["price"] > 0 for one in data["servers"])


def test_a_gpu_has_a_market_for_each_purchase_and_currency(book: PriceBook) -> None:
    found = [(one.purchase.value, one.currency) for one in markets(book, "A100-SXM4-80GB")]

    assert found == [
        ("on-demand", "USD"),
        ("on-demand", "CNY"),
        ("reserved-1y", "USD"),
        ("reserved-3y", "USD"),
        ("spot", "USD"),
        ("dedicated", "CNY"),
    ]
