import pytest

from gpucmp.costadvice import Excluded
from gpucmp.costphrasing import (
    break_even_words,
    firmness,
    headline_words,
    input_title,
    left_out_words,
    mix_words,
    money,
    needs_spot_note,
    not_costed,
    number,
    part_name,
    parts_of,
    percent,
    rate,
    rented_ways,
    signed_money,
    undiscounted,
    unit_of,
)
from gpucmp.money.costreport import BreakEvenResult, Mix, MixUnit
from gpucmp.options import Option, Purchase
from gpucmp.text import Lang
from tests.formats.costresults import (
    COSTS,
    HYBRID,
    NOTHING,
    ON_DEMAND,
    OWNED,
    RENTED_MIX,
    RESULT,
    SPOT,
    with_options,
)


def plain(text: str) -> str:
    return text.replace("\xa0", " ")


@pytest.mark.parametrize(
    ("value", "en", "zh"),
    [
        (0, "0", "0"),
        (0.5, "0.50", "0.50"),
        (9.996, "10.0", "10.0"),
        (99.5, "99.5", "99.5"),
        (515, "515", "515"),
        (999.6, "1.00 k", "1,000"),
        (9_999.6, "10.0 k", "1.00 万"),
        (515_356, "515 k", "51.5 万"),
        (999_600, "1.00 M", "100 万"),
        (1_234_567, "1.23 M", "123 万"),
        (12_345_678, "12.3 M", "1,235 万"),
        (1.5e9, "1.50 B", "15.0 亿"),
        (4.2e12, "4,200 B", "42,000 亿"),
        (-515_356, "−515 k", "−51.5 万"),
    ],
)
def test_money_has_three_digits(value: float, en: str, zh: str) -> None:
    assert plain(money(value, Lang.EN)) == en
    assert plain(money(value, Lang.ZH)) == zh


def test_no_line_ends_between_an_amount_and_its_unit() -> None:
    assert money(515_356, Lang.EN) == "515\xa0k"
    assert percent(44) == "44\xa0%"


def test_a_difference_has_its_sign() -> None:
    assert plain(signed_money(1500, Lang.EN)) == "+1.50 k"
    assert plain(signed_money(-1500, Lang.EN)) == "−1.50 k"
    assert signed_money(0, Lang.EN) == "0"


@pytest.mark.parametrize(
    ("value", "expected"),
    [(4.575, "4.58"), (0, "0.00"), (0.0185, "0.0185"), (1234.5, "1,234.50"), (-2.5, "−2.50")],
)
def test_a_rate_has_cents_or_three_digits(value: float, expected: str) -> None:
    assert rate(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"), [(250_141.8, "250,142"), (1.54, "1.54"), (23.4568, "23.46"), (-5, "−5")]
)
def test_a_number_keeps_what_matters(value: float, expected: str) -> None:
    assert number(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0, "0 %"), (0.04, "<1 %"), (44.4, "44 %"), (99.99, ">99 %"), (99.999_999_99, "100 %")],
)
def test_a_share_is_never_rounded_to_none_or_all(value: float, expected: str) -> None:
    assert plain(percent(value)) == expected


@pytest.mark.parametrize(
    ("path", "en", "zh"),
    [
        ("owned.maintenance_percent_per_year", "% a year", "%/年"),
        ("cloud.on_demand_per_gpu_hour", "CNY/GPU-hour", "CNY/GPU 时"),
        ("owned.operators_fte.least", "FTE", "人"),
        ("hours_per_month", "hours", "小时"),
        ("data.egress_tb_per_month", "TB/month", "TB/月"),
        ("owned.pue", "", ""),
    ],
)
def test_the_unit_follows_from_the_end_of_the_path(path: str, en: str, zh: str) -> None:
    assert unit_of(path, "CNY", Lang.EN) == en
    assert unit_of(path, "CNY", Lang.ZH) == zh


def test_a_number_goes_by_its_name_by_that_of_its_default_or_by_its_path() -> None:
    assert input_title("owned.server_price", RESULT, Lang.ZH) == "服务器价格"
    assert input_title("owned.operators_fte.least", RESULT, Lang.EN) == "People, at least"
    assert input_title("some.thing", RESULT, Lang.EN) == "some.thing"


def test_parts_have_an_order_and_unknown_ones_come_last() -> None:
    odd = HYBRID._replace(parts={"odd": 1.0, "rent": 1.0, "capital": 1.0})

    assert parts_of({Option.HYBRID: odd}) == ("capital", "rent", "odd")
    assert part_name("odd", Lang.ZH) == "odd"
    assert part_name("rent", Lang.ZH) == "租金"


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        ("fixed", "paid for every hour, so utilization cannot tell"),
        ("always-owned", "owning costs less at any utilization"),
        ("always-cloud", "renting costs less at any utilization"),
    ],
)
def test_a_utilization_that_is_missing_has_its_reason(note: str, expected: str) -> None:
    one = BreakEvenResult(Purchase.ON_DEMAND, Purchase.OWNED, None, None, None, None, note)

    said = break_even_words(one, COSTS, Lang.EN)

    assert (said.utilization, said.here) == (expected, "")


def test_without_a_utilization_nobody_stands_on_a_side() -> None:
    costs = COSTS._replace(inputs=(), horizon_months=None)

    said = break_even_words(COSTS.break_even[0], costs, Lang.EN)

    assert (said.here, plain(said.utilization)) == ("", "above 40 %")


def test_a_mix_without_rented_units_owns_everything() -> None:
    owned = Mix(2, (MixUnit(Purchase.COLOCATED, 16.0, 60.0),), 1.0, 1.0, 2.0, 0.0)

    assert mix_words(owned, RESULT, Lang.EN) == "Own everything."


def test_a_split_that_is_ruled_out_says_so() -> None:
    out = RESULT._replace(excluded=(Excluded(Option.HYBRID, None, ("E4",)),))
    mix = COSTS.mix
    assert mix is not None

    assert mix_words(mix, out, Lang.EN) == (
        "Servers to own: 1; the rest is rented. (The hybrid is ruled out.)"
    )


def test_only_a_rented_mix_of_which_the_units_are_known_is_named_by_them() -> None:
    assert rented_ways(RENTED_MIX, COSTS, Lang.EN) == ""
    assert rented_ways(OWNED, COSTS, Lang.EN) == ""
    assert rented_ways(RENTED_MIX, COSTS._replace(mix=None), Lang.EN) == ""


def test_spot_needs_a_note_only_where_it_undercuts_the_rest() -> None:
    assert needs_spot_note(COSTS)
    assert not needs_spot_note(COSTS._replace(options=(ON_DEMAND, RENTED_MIX)))
    assert not needs_spot_note(COSTS._replace(options=(SPOT,)))
    assert not needs_spot_note(COSTS._replace(options=()))


def test_the_ranking_is_as_firm_as_its_draws_and_assumptions() -> None:
    assert plain(firmness(RESULT, Lang.EN)) == (
        "cheapest in 66 % of 10,000 draws · 2 of 8 numbers are assumed"
    )
    assert firmness(NOTHING, Lang.EN) == "2 of 8 numbers are assumed"


def test_an_option_that_no_draw_knows_is_never_the_cheapest() -> None:
    found = COSTS.uncertainty
    assert found is not None
    draws = COSTS._replace(uncertainty=found._replace(options=found.options[:2]))

    assert plain(firmness(RESULT._replace(costs=draws), Lang.EN)).startswith("cheapest in 0 %")


def test_nothing_is_undiscounted_where_nothing_is_costed_or_the_order_is_the_same() -> None:
    assert undiscounted(NOTHING.costs, Lang.EN) == ""
    assert undiscounted(COSTS._replace(options=(OWNED, RENTED_MIX)), Lang.EN) == ""


def test_only_what_rules_out_the_cheapest_option_is_in_the_headline() -> None:
    excluded = (
        Excluded(Option.CLOUD, None, ("A6",)),
        Excluded(Option.HYBRID, Purchase.COLOCATED, ("C5",)),
    )

    said = headline_words(RESULT._replace(excluded=excluded), Lang.EN)

    assert not [one for one in said if "ruled out" in one]


def test_a_free_rival_is_no_measure() -> None:
    free = OWNED._replace(npv=0.0)

    said = headline_words(with_options(free, HYBRID._replace(npv=-1.0)), Lang.EN)

    assert plain(said[0]).startswith("0 % less than self-hosted")


def test_options_that_are_not_costed_name_what_they_need() -> None:
    missing = ("prices.cloud.on_demand_per_gpu_hour", "prices.exchange_rates.CNY")
    costs = NOTHING.costs._replace(missing=missing, options=(OWNED,))

    assert dict(not_costed(NOTHING._replace(costs=costs), Lang.EN)) == {
        "cloud": f"needs {missing[0]}, {missing[1]}",
        "hybrid": f"needs {missing[0]}, {missing[1]}",
    }


def test_an_unknown_part_that_is_left_out_keeps_its_name() -> None:
    assert list(left_out_words(COSTS._replace(left_out=("odd",)), Lang.ZH)) == [("odd", "")]
