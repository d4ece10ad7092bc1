from collections.abc import Mapping

import pytest

from gpucmp.money.pricebook import PriceBook, digest_of, pricebook_from
from gpucmp.money.prices import CloudOffer, PriceSource, ProviderClass
from gpucmp.options import Purchase
from gpucmp.reading.documents import Document
from gpucmp.reading.models import CloudPrices, OwnedPrices, Prices

HYPERSCALER, GPU_CLOUD, MARKETPLACE = ProviderClass
ON_DEMAND = Purchase.ON_DEMAND


def an_offer(
    per_gpu_hour: float,
    provider: str = "A",
    kind: ProviderClass = HYPERSCALER,
    *,
    day: str = "2026-10-01",
    region: str = "",
) -> CloudOffer:
    source = PriceSource("A page", "2026-10-01")
    return CloudOffer(provider, kind, "X9", ON_DEMAND, per_gpu_hour, "USD", day, source, region)


def a_spot_offer(per_gpu_hour: float) -> CloudOffer:
    return an_offer(per_gpu_hour)._replace(purchase=Purchase.SPOT)


def a_book(*offers: CloudOffer) -> PriceBook:
    return PriceBook("2026-11-20", "sha256:0", offers)


def test_the_market_of_what_nobody_offers_is_unknown() -> None:
    book = a_book(an_offer(2.0))

    assert book.market("X9", Purchase.SPOT) is None
    assert book.market("X9", ON_DEMAND, "CNY") is None
    assert book.market("X8", ON_DEMAND) is None


def test_likely_is_the_median_of_the_classes_and_not_of_the_offers() -> None:
    market = a_book(
        an_offer(10.0, "A"),
        an_offer(12.0, "B"),
        an_offer(14.0, "C"),
        an_offer(2.0, "D", GPU_CLOUD),
        an_offer(4.0, "E", GPU_CLOUD),
    ).market("X9", ON_DEMAND)

    assert market is not None
    assert dict(market.medians) == {HYPERSCALER: 12.0, GPU_CLOUD: 3.0}
    assert (market.low, market.likely, market.high) == (2.0, 7.5, 14.0)
    assert market.rests_on == (HYPERSCALER, GPU_CLOUD)
    assert len(market.offers) == 5


def test_a_provider_with_many_offers_counts_once() -> None:
    many = [an_offer(price, "A", region=str(price)) for price in (1.0, 2.0, 3.0)]

    market = a_book(*many, an_offer(10.0, "B")).market("X9", ON_DEMAND)

    assert market is not None
    assert market.likely == 6.0  # the median of 2 and 10


def test_marketplaces_are_mentioned_and_do_not_move_what_is_likely() -> None:
    market = a_book(an_offer(4.0, "A"), an_offer(1.0, "M", MARKETPLACE)).market("X9", ON_DEMAND)

    assert market is not None
    assert (market.low, market.likely) == (1.0, 4.0)
    assert market.medians[MARKETPLACE] == 1.0
    assert market.rests_on == (HYPERSCALER,)


def test_where_only_marketplaces_sell_theirs_is_the_likely_price() -> None:
    market = a_book(an_offer(0.3, "M", MARKETPLACE)).market("X9", ON_DEMAND)

    assert market is not None
    assert market.likely == 0.3
    assert market.rests_on == (MARKETPLACE,)


def test_what_a_provider_asked_before_is_not_its_current_price() -> None:
    book = a_book(an_offer(12.29, day="2025-05"), an_offer(6.88, day="2025-12-01"))

    market = book.market("X9", ON_DEMAND)

    assert market is not None
    assert (market.low, market.high) == (6.88, 6.88)
    assert len(book.offers("X9")) == 2


def test_regions_have_prices_of_their_own_age() -> None:
    market = a_book(
        an_offer(6.88, day="2026-07-20", region="us-east-1"),
        an_offer(8.6, day="2025-06", region="us-west-1"),
    ).market("X9", ON_DEMAND)

    assert market is not None
    assert (market.low, market.high) == (6.88, 8.6)
    assert (market.oldest, market.newest) == ("2025-06", "2026-07-20")


def test_offers_are_chosen_by_purchase_and_currency() -> None:
    spot, yuan = a_spot_offer(1.0), an_offer(20.0)._replace(currency="CNY")
    book = a_book(an_offer(2.0), spot, yuan)

    assert book.offers("X9", Purchase.SPOT) == (spot,)
    assert book.offers("X9", currency="CNY") == (yuan,)
    assert book.offers("X9", Purchase.SPOT, "CNY") == ()


def test_a_users_prices_take_the_place_of_those_for_the_same_thing_only() -> None:
    spot = a_spot_offer(1.0)
    mine = an_offer(1.5, "mine", GPU_CLOUD, day="")
    book = a_book(an_offer(2.0), spot)

    changed = book.with_offers([mine])

    assert changed.offers("X9") == (spot, mine)
    assert changed.digest != book.digest
    assert changed.digest == book.with_offers([mine]).digest


def test_old_and_undated_offers_are_stale() -> None:
    old, new, undated = an_offer(1.0, day="2025"), an_offer(2.0), an_offer(3.0, day="")
    book = a_book(old, new, undated)

    assert book.stale("2026-11-20", 180) == (old, undated)


def test_the_age_from_which_a_price_is_old_is_one_of_the_defaults(book: PriceBook) -> None:
    assert book.stale("2026-11-20") == book.stale("2026-11-20", 180)
    assert book.stale("2026-11-20") != book.stale("2026-11-20", 90)


def test_the_same_prices_have_the_same_digest(price_files: Mapping[str, Document]) -> None:
    data = {name: file.data for name, file in price_files.items()}

    assert pricebook_from(data).digest == digest_of(data)
    assert pricebook_from({**data, "digest": "sha256:1"}).digest == "sha256:1"
    assert digest_of({"a": 1, "b": 2}) == digest_of({"b": 2, "a": 1}) != digest_of({"a": 1})


def test_an_empty_catalog_knows_no_price() -> None:
    empty = pricebook_from({})

    assert empty.as_of == ""
    assert empty.market("X9", ON_DEMAND) is None
    assert empty.server("X9") is None
    assert empty.nameplate("X9") is None
    assert empty.egress() is None
    assert empty.license("X9") is None
    with pytest.raises(KeyError):
        empty.default("owned.pue")


def test_the_catalog_has_at_least_60_dated_offers_over_12_gpus(book: PriceBook) -> None:
    assert len(book.all_offers) >= 60
    assert len({one.gpu for one in book.all_offers}) >= 12
    assert all(one.date and one.source.title and one.source.date for one in book.all_offers)


def test_every_class_currency_and_way_of_renting_has_offers(book: PriceBook) -> None:
    assert {one.provider_class for one in book.all_offers} == set(ProviderClass)
    assert {one.currency for one in book.all_offers} == {"USD", "CNY"}
    assert {one.purchase for one in book.all_offers} == {
        Purchase.ON_DEMAND,
        Purchase.SPOT,
        Purchase.RESERVED_1Y,
        Purchase.RESERVED_3Y,
        Purchase.DEDICATED,
    }


# The providers' own tables and pages, per GPU-hour.
@pytest.mark.parametrize(
    ("gpu", "purchase", "provider", "price"),
    [
        ("H100-SXM5-80GB", "on-demand", "AWS", 55.04 / 8),
        ("H200-SXM5-141GB", "on-demand", "AWS", 63.296 / 8),
        ("B200-SXM6-180GB", "on-demand", "AWS", 113.9328 / 8),
        ("B300-SXM6-270GB", "on-demand", "AWS", 142.416 / 8),
        ("A100-SXM4-80GB", "on-demand", "AWS", 27.44705 / 8),
        ("V100-SXM2-32GB", "on-demand", "AWS", 31.212 / 8),
        ("H100-SXM5-80GB", "on-demand", "Azure", 98.32 / 8),
        ("MI300X", "on-demand", "Azure", 6.0),
        ("H100-SXM5-80GB", "on-demand", "CoreWeave", 6.155),
        ("H100-SXM5-80GB", "on-demand", "RunPod", 3.99),
        ("H100-SXM5-80GB", "reserved-1y", "GCP", 7.67),
        ("H100-SXM5-80GB", "reserved-3y", "GCP", 4.86),
        ("H100-NVL-94GB", "reserved-3y", "Azure", 4.31),
        ("A100-SXM4-40GB", "reserved-1y", "AWS", 2.4),
        ("T4", "dedicated", "AWS", 7.824 / 8),
    ],
)
def test_prices_are_those_of_the_published_tables(
    book: PriceBook, gpu: str, purchase: str, provider: str, price: float
) -> None:
    asked = [
        one.per_gpu_hour
        for one in book.offers(gpu, Purchase(purchase))
        if one.provider == provider
    ]

    assert asked == pytest.approx([price], abs=5e-5)


@pytest.mark.parametrize(
    ("gpu", "provider", "region", "price"),
    [
        ("A100-SXM4-80GB", "Alibaba Cloud", "cn-shenzhen", 34.7416),
        ("V100-SXM2-16GB", "Alibaba Cloud", "cn-beijing", 26.46),
        ("T4", "AWS China", "China, cheapest instance", 5.223),
    ],
)
def test_some_prices_are_in_yuan(
    book: PriceBook, gpu: str, provider: str, region: str, price: float
) -> None:
    asked = [
        one.per_gpu_hour
        for one in book.offers(gpu, ON_DEMAND, "CNY")
        if (one.provider, one.region) == (provider, region)
    ]

    assert asked == [price]


def test_spot_in_the_price_tables_is_what_the_zones_asked(book: PriceBook) -> None:
    spot = [one for one in book.offers("H100-SXM5-80GB", Purchase.SPOT) if one.provider == "AWS"]

    assert sorted(one.per_gpu_hour for one in spot) == [1.28, 1.6223, 3.219]


# Medians by hand: hyperscalers 6.88, 12.29, 11.0612 (of 3), and 10.00; GPU clouds 3.99, 4.14
# (of 3.99 and 4.29), 3.20, 3.49, 3.99, 4.50, and 6.155; marketplaces 2.69, 2.71, and 2.4024.
def test_the_market_of_the_h100_lies_between_2_and_12_dollars(book: PriceBook) -> None:
    market = book.market("H100-SXM5-80GB", ON_DEMAND)

    assert market is not None
    assert market.medians[HYPERSCALER] == pytest.approx((10.0 + 11.0612) / 2)
    assert market.medians[GPU_CLOUD] == 3.99
    assert market.medians[MARKETPLACE] == 2.69
    assert market.likely == pytest.approx((10.5306 + 3.99) / 2)
    assert (market.low, market.high) == (2.4024, 12.29)


def test_the_catalog_has_at_least_15_servers_with_price_or_power(book: PriceBook) -> None:
    assert len(book.all_servers) >= 15
    assert all(one.price or one.max_power_kw for one in book.all_servers)
    assert all(one.source and one.date for one in book.all_servers if one.price)
    assert all(one.power_source for one in book.all_servers if one.max_power_kw)


@pytest.mark.parametrize(
    ("gpu", "gpus", "price", "day"),
    [
        ("H100-SXM5-80GB", 8, 250_141.80, "2026-02"),  # Lenovo LP2368
        ("H100-NVL-94GB", 8, 833_806.0, "2025"),  # Lenovo LP2225
        ("A100-SXM4-80GB", 8, 148_390.0, "2023-09-23"),  # not the baseboard of 2025
        ("H200-SXM5-141GB", 8, 312_667.0, "2025-01-31"),
        ("B200-SXM6-180GB", 8, 379_273.0, "2024-12-17"),
        ("GB200-186GB", 72, 3_000_000.0, "2024-05"),
        ("MI300X", 8, 205_870.0, "2025-02-10"),
    ],
)
def test_a_server_costs_what_was_last_published_of_a_whole_one(
    book: PriceBook, gpu: str, gpus: int, price: float, day: str
) -> None:
    server = book.server(gpu)

    assert server is not None
    assert (server.gpus, server.price, server.date) == (gpus, price, day)


@pytest.mark.parametrize("gpu", ["Gaudi-2", "B300-SXM6-270GB", "L40S"])
def test_a_baseboard_or_a_server_without_price_is_no_price(book: PriceBook, gpu: str) -> None:
    assert book.server(gpu) is None


@pytest.mark.parametrize(
    ("gpu", "kilowatts"),
    [("H100-SXM5-80GB", 10.2), ("B200-SXM6-180GB", 14.3), ("A100-SXM4-80GB", 6.5)],
)
def test_the_nameplate_is_that_of_the_vendor(book: PriceBook, gpu: str, kilowatts: float) -> None:
    server = book.nameplate(gpu)

    assert server is not None
    assert server.max_power_kw == kilowatts


def test_power_is_unknown_where_no_vendor_states_it(book: PriceBook) -> None:
    assert book.nameplate("MI300X") is None


def test_servers_are_listed_newest_price_first(book: PriceBook) -> None:
    days = [one.date for one in book.servers("H100-SXM5-80GB")]

    assert len(days) >= 8
    assert days == sorted(days, reverse=True)


@pytest.mark.parametrize(
    ("provider", "prices"),
    [
        ("AWS", [0.09, 0.085, 0.07, 0.05]),
        ("azure", [0.087, 0.083, 0.07, 0.05]),
        ("GCP", [0.12, 0.11, 0.08]),
    ],
)
def test_egress_has_the_tiers_of_the_public_lists(
    book: PriceBook, provider: str, prices: list[float]
) -> None:
    tiers = book.egress(provider)

    assert tiers is not None
    assert [price for _, price in tiers.tiers] == prices


def test_egress_without_a_provider_is_that_of_aws(book: PriceBook) -> None:
    assumed = book.egress()

    assert assumed is not None
    assert assumed == book.egress("AWS")
    assert assumed.cost(1_048_576) == pytest.approx(56_320.00)
    assert book.egress("Nobody") is None


@pytest.mark.parametrize(
    ("gpu", "years"),
    [("H100-PCIe-80GB", 5), ("H100-NVL-94GB", 5), ("H200-NVL-141GB", 5), ("B200-SXM6-180GB", 0)],
)
def test_a_license_knows_the_cards_that_it_comes_with(
    book: PriceBook, gpu: str, years: float
) -> None:
    license_ = book.license(gpu)

    assert license_ is not None
    assert (license_.per_gpu_year, license_.currency) == (4500.0, "USD")
    assert (license_.bundled_years, license_.bundled) == (years, years > 0)


def test_no_license_is_known_for_gpus_of_other_vendors(book: PriceBook) -> None:
    assert book.license("MI300X") is None


# The model's own table of defaults: value, and the range where it has one. Spares are the stock
# for six weeks of a return of the 9 % of GPUs that become faulty in a year.
@pytest.mark.parametrize(
    ("path", "value", "low", "high"),
    [
        ("owned.pue", 1.54, 1.1, 2.0),
        ("colocated.pue", 1.35, None, None),
        ("liquid.pue", 1.2, None, None),
        ("owned.electricity_per_kwh", 0.083, None, 0.12),
        ("owned.colocation_per_kw_month", 184, 140, 220),
        ("owned.maintenance_percent_per_year", 10, 1.3, 12),
        ("owned.life_years", 5, 4, 6),
        ("owned.residual_percent", 20, 10, 40),
        ("discount_rate_percent", 8, 0, 13),
        ("owned.network_percent", 100 * 19 / 81, 10, 30),
        ("owned.storage_percent", 5, None, None),
        ("owned.operators_fte", 0.25, None, None),
        ("owned.servers_per_operator", 100, 50, 300),
        ("owned.operator_cost_per_year", 150_000, None, None),
        ("owned.spares_percent", 9 * 6 / 52, 0, 9),
        ("owned.power_busy_kw", 75, 45, None),
        ("owned.power_idle_kw", 25, None, None),
        ("owned.availability_percent", 97, None, None),
        ("owned.room_works_life_years", 14, None, None),
        ("cloud.egress_per_gb", 0.09, 0.05, 0.12),
        ("cloud.unused_percent", 0, None, None),
        ("cloud.spot_lost_percent", 10, None, None),
        ("cloud.support_percent", 3, None, None),
        ("cloud.storage_per_tb_month", 23, None, None),
        ("cloud.operators_fte", 0.1, None, None),
        ("cloud.gpus_per_operator", 800, None, None),
        ("second_site_operators_fte", 0.25, None, None),
        ("price_trend_percent_per_year", 0, 0, 0),
        ("hours_per_month", 8760 / 12, 720, None),
    ],
)
def test_defaults_are_those_of_the_model(
    book: PriceBook, path: str, value: float, low: float | None, high: float | None
) -> None:
    default = book.default(path)

    assert default.value == pytest.approx(value, rel=0.04)
    assert low is None or default.low == low
    assert high is None or default.high == high


@pytest.mark.parametrize(("years", "percent"), [(3, 38), (4, 27.5), (5, 20)])
def test_a_residual_depends_on_age(book: PriceBook, years: float, percent: float) -> None:
    assert book.default("owned.residual_percent").at(years) == pytest.approx(percent)


def test_every_default_says_where_it_comes_from_in_both_languages(book: PriceBook) -> None:
    defaults = book.defaults.values()

    assert all(one.title.en and one.title.zh and one.unit for one in defaults)
    assert all(one.source.judgment or (one.source.title and one.source.date) for one in defaults)
    assert all(one.low <= one.value <= one.high for one in defaults)


WITHOUT_DEFAULT = {
    "as_of", "cloud", "owned", "exchange_rates", "cloud.on_demand_per_gpu_hour",
    "cloud.reserved_1y_per_gpu_hour", "cloud.reserved_3y_per_gpu_hour",
    "cloud.spot_per_gpu_hour", "cloud.dedicated_per_gpu_hour", "cloud.serverless_per_gpu_hour",
    "owned.server_price", "owned.opex_per_server_hour", "owned.opex_basis",
}  # fmt: skip
"""Prices, which the catalog has or nobody knows, and what is no number of its own."""


def test_every_field_of_the_prices_has_a_default_or_is_a_price(book: PriceBook) -> None:
    fields = set(Prices.model_fields)
    fields |= {f"cloud.{name}" for name in CloudPrices.model_fields}
    fields |= {f"owned.{name}" for name in OwnedPrices.model_fields}

    assert fields - set(book.defaults) == WITHOUT_DEFAULT
    assert set(book.defaults) - fields == {
        "stale_after_days",
        "colocated.pue",
        "liquid.pue",
        "owned.servers_per_operator",
        "cloud.gpus_per_operator",
    }


def test_rates_have_one_default_each(book: PriceBook) -> None:
    for rates in (book.electricity, book.colocation, book.people):
        assert [one.is_default for one in rates].count(True) == 1

    assert [(one.place, one.value, one.currency) for one in book.electricity] == [
        ("US, industrial", 0.083, "USD"),
        ("US, commercial", 0.12, "USD"),
        ("EU, non-household", 0.19, "EUR"),
    ]
    assert [(one.low, one.value, one.high) for one in book.colocation] == [(140, 184, 220)]
