from datetime import date

import pytest

from gpucmp.money.prices import Default, EgressTiers, License, PriceSource, first_day, is_stale
from gpucmp.text import Text

SOURCE = PriceSource("A price list", "2026-11-20")


def test_a_source_is_cited_by_title_and_date() -> None:
    assert str(SOURCE) == "A price list (2026-11-20)"
    assert str(PriceSource("my prices.csv")) == "my prices.csv"
    assert str(PriceSource(judgment="nobody measured it")) == "judgment: nobody measured it"


@pytest.mark.parametrize(
    ("written", "first"),
    [
        ("2026", date(2026, 1, 1)),
        ("2026-07", date(2026, 7, 1)),
        ("2026-07-20", date(2026, 7, 20)),
    ],
)
def test_a_year_or_month_counts_from_its_first_day(written: str, first: date) -> None:
    assert first_day(written) == first


@pytest.mark.parametrize("written", ["", "2026-13", "2026-02-30", "soon"])
def test_what_no_calendar_has_is_no_day(written: str) -> None:
    with pytest.raises(ValueError, match=r"format|month|day"):
        first_day(written)


# 2026-05-24 is 180 days before 2026-11-20.
@pytest.mark.parametrize(
    ("day", "stale"),
    [
        ("2026-05-24", False),
        ("2026-05-23", True),
        ("2026-05", True),
        ("2026-06", False),
        ("2027-01-01", False),
        ("", True),
    ],
)
def test_a_price_is_old_after_more_than_so_many_days(day: str, *, stale: bool) -> None:
    assert is_stale(day, "2026-11-20", 180) is stale


# The reference of 1 PB: 0.09 to 10,240 GB, 0.085 to 51,200, 0.07 to 153,600, 0.05 beyond.
@pytest.mark.parametrize(
    ("gigabytes", "cost"),
    [
        (0, 0.0),
        (1, 0.09),
        (10_240, 921.60),
        (51_200, 4_403.20),
        (153_600, 11_571.20),
        (1_048_576, 56_320.00),
    ],
)
def test_egress_is_added_up_tier_by_tier(gigabytes: float, cost: float) -> None:
    tiers = ((10240.0, 0.09), (51200.0, 0.085), (153600.0, 0.07), (None, 0.05))

    assert EgressTiers("X", "USD", tiers, SOURCE, "").cost(gigabytes) == pytest.approx(cost)


def test_a_license_is_bundled_where_years_of_it_come_with_the_card() -> None:
    def of(years: float) -> License:
        return License("Suite", "X9", 4500.0, "USD", "2026-04", years, SOURCE, "")

    assert of(5).bundled
    assert not of(0).bundled


def a_default(*ages: tuple[float, float]) -> Default:
    title = Text("Residual", "残值")
    return Default("a.path", title, 20.0, 10.0, 40.0, "percent", SOURCE, by_years=ages)


def test_a_default_without_ages_is_the_same_at_every_age() -> None:
    assert a_default().at(3) == 20.0


# Epoch AI: price-performance falls by 0.14 orders of magnitude a year, so 10 ** (-0.14 * years).
@pytest.mark.parametrize(
    ("years", "percent"),
    [(0, 100.0), (1, 72.4), (2, 52.5), (3, 38.0), (3.5, 32.4), (4, 27.5), (5, 20.0), (7, 10.5)],
)
def test_a_residual_falls_by_the_same_share_each_year(years: float, percent: float) -> None:
    ages = a_default((3.0, 38.0), (4.0, 27.5), (5.0, 20.0))

    assert ages.at(years) == pytest.approx(percent, rel=0.01)


def test_a_residual_is_never_more_than_the_price() -> None:
    assert a_default((3.0, 60.0), (4.0, 20.0)).at(0) == 100.0
