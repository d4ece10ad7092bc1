import re

import pytest
from rich.cells import cell_len

from gpucmp.costadvice import Age, CostResult, Excluded, StalePrice
from gpucmp.formats import Style
from gpucmp.formats.costtable import render
from gpucmp.options import Option, Purchase
from gpucmp.text import Lang
from tests.formats.costresults import (
    ALL_OUT,
    COSTS,
    HYBRID,
    NOTHING,
    ON_DEMAND,
    OWNED,
    RENTED_MIX,
    RESULT,
    with_options,
)

RESULTS = {"all": RESULT, "nothing": NOTHING, "all out": ALL_OUT, "one": with_options(OWNED)}


def lines_of(
    result: CostResult = RESULT, *, lang: Lang = Lang.EN, width: int = 100, unicode: bool = True
) -> list[str]:
    return render(result, Style(lang, width, unicode=unicode)).splitlines()


def section(heading: str, result: CostResult = RESULT, *, width: int = 100) -> list[str]:
    """Give the lines below *heading*, up to the next empty one, without their indent."""
    lines = lines_of(result, width=width)
    rest = lines[lines.index(heading) + 1 :]
    return [line[2:] for line in rest[: rest.index("")]]


@pytest.mark.parametrize("case", RESULTS)
@pytest.mark.parametrize("width", [40, 60, 71, 72, 80, 100, 120])
@pytest.mark.parametrize("lang", Lang)
def test_nothing_is_wider_than_the_terminal_or_cut_off(case: str, width: int, lang: Lang) -> None:
    lines = lines_of(RESULTS[case], lang=lang, width=width)

    assert max(map(cell_len, lines)) <= width
    assert not [line for line in lines if "…" in line and " … " not in line]


@pytest.mark.parametrize("case", RESULTS)
def test_a_terminal_without_box_characters_gets_ascii(case: str) -> None:
    assert "\n".join(lines_of(RESULTS[case], unicode=False)).isascii()


def test_the_headline_is_the_cheapest_way_its_lead_and_how_firm_that_is() -> None:
    assert lines_of()[:5] == [
        "training cluster",
        "HYBRID · owned + rented: 936 k USD over 36 months, 1.90 USD per used GPU-hour",
        "5 % less than self-hosted · owned: net present value 760 k against 800 k USD",
        "Undiscounted, self-hosted · owned costs less: 900 k USD.",
        "cheapest in 66 % of 10,000 draws · 2 of 8 numbers are assumed",
    ]


def test_every_way_is_a_row_and_the_cheapest_of_each_side_is_marked() -> None:
    rows = section("What each way costs")

    assert rows[:7] == [
        "                                 total     NPV  per GPU-hour  upfront  servers",
        "✓  self-hosted  owned            900 k   800 k          2.00    600 k        2",
        "                colocated       1.08 M   960 k          2.40    600 k        2",
        "   cloud        on-demand       1.44 M  1.24 M          3.10        ·        ·",
        "                spot             480 k   400 k          1.00        ·        ·",
        "✓               rented mix      1.15 M  1.00 M          2.50        ·        ·",
        "✓  hybrid       owned + rented   936 k   760 k          1.90    300 k        1",
    ]
    assert rows[7] == "Spot holds only work that may be interrupted at any time."


def test_a_narrow_terminal_gets_the_ways_below_each_other() -> None:
    assert section("What each way costs", width=60)[:3] == [
        "✓ self-hosted · owned",
        "  900 k in all, NPV 800 k, 2.00 per GPU-hour",
        "  600 k upfront, servers: 2",
    ]


def test_the_parts_stand_side_by_side_and_add_up() -> None:
    assert section("What the money goes to") == [
        "                        hybrid            self-hosted                  cloud",
        "         in all   month  share  in all   month  share  in all   month  share",
        "capital   270 k  7.50 k   29 %   540 k  15.0 k   60 %       ·       ·      ·",
        "spares        ·       ·      ·     900    25.0   <1 %       ·       ·      ·",
        "people        ·       ·      ·   359 k  9.97 k   40 %       ·       ·      ·",
        "rent      666 k  18.5 k   71 %       ·       ·      ·  1.09 M  30.4 k   95 %",
        "support       ·       ·      ·       ·       ·      ·  57.6 k  1.60 k    5 %",
        "total     936 k  26.0 k  100 %   900 k  25.0 k  100 %  1.15 M  32.0 k  100 %",
    ]


def test_a_narrow_terminal_gets_the_parts_of_one_way_after_the_other() -> None:
    assert section("What the money goes to", width=40)[:5] == [
        "        hybrid · owned + rented",
        "        in all  month share",
        "capital  270 k 7.50 k  29 %",
        "rent     666 k 18.5 k  71 %",
        "total    936 k 26.0 k 100 %",
    ]


def test_break_evens_say_where_the_profile_stands_and_why_a_figure_is_missing() -> None:
    head, *rows = section("Break-even")[1:]

    assert head.split("  ")[0] == "against"
    assert [re.split(" {2,}", row) for row in rows] == [
        ["on-demand", "above 40 %", "after 18.5 months", "above 2.75 (here 4.00)"],
        ["", "here 60 %: owning costs less"],
        ["spot", "never: it would take 160 %", "not within 36 months", "above 2.00"],
        ["", "here 60 %: renting costs less"],
        [
            "reserved-1y",
            "paid for every hour, so",
            "from the start",
            "owning costs less at any price",
        ],
        ["", "utilization cannot tell"],
    ]


def test_a_narrow_terminal_gets_break_evens_as_sentences() -> None:
    assert section("Break-even", width=71)[1:5] == [
        "against on-demand",
        "  utilization: above 40 % · here 60 %: owning costs less",
        "  cash paid back: after 18.5 months",
        "  cloud price: above 2.75 (here 4.00)",
    ]


def test_the_split_names_what_is_owned_and_rented_and_its_two_ends() -> None:
    assert section("Best split between owning and renting") == [
        "Servers to own: 1; the rest is rented.",
        "           GPUs  load factor",
        "owned       8.0         90 %",
        "on-demand   8.0         30 %",
        "Net present value: 700 k USD; everything owned 800 k, everything rented 1.00 M",
        "Running two sites adds 20.0 k a year, which this leaves out.",
    ]


def test_what_is_left_out_names_the_field_that_brings_it_in() -> None:
    assert section("Not in the totals, as nothing is known of it") == [
        "works on the room (power, cooling)         prices.owned.room_works",
        "traffic between the two sites of a hybrid",
    ]


def test_prices_are_old_only_on_a_day() -> None:
    stale = (StalePrice("owned.server_price", "2026-02", 1, 1), StalePrice("x", "", 2, 5))
    old = RESULT._replace(age=Age("2026-11-30", 180, stale))
    fresh = RESULT._replace(age=Age("2026-11-30", 180, ()))

    assert section("Age of the prices") == ["without --as-of no price is called old"]
    assert section("Age of the prices", old) == [
        "Older than 180 days on 2026-11-30:",
        "Price of a server (2026-02)",
        "x: 2 of 5 offers, the oldest: undated",
    ]
    assert section("Age of the prices", fresh) == [
        "On 2026-11-30 no price that is used is older than 180 days."
    ]


def test_the_last_line_tells_the_prices_apart() -> None:
    assert lines_of()[-1] == (
        "prices of 2026-11-20 · 0123456789ab · --explain shows all formulas and numbers"
    )


def test_without_figures_the_result_says_what_it_needs() -> None:
    assert lines_of(NOTHING)[1] == "No option can be costed: numbers are missing."
    assert section("What each way costs", NOTHING) == [
        "self-hosted  needs demand.gpus, prices.owned.server_price, prices.exchange_rates.CNY",
        "cloud        needs demand.gpus, prices.exchange_rates.CNY",
        "hybrid       needs demand.gpus, prices.owned.server_price, prices.exchange_rates.CNY",
    ]
    assert section("Missing numbers", NOTHING) == [
        "demand.gpus                GPUs",
        "prices.owned.server_price  Price of a server",
        "prices.exchange_rates.CNY  units of CNY for one USD, with the day",
    ]


def test_where_all_is_ruled_out_the_rules_are_named() -> None:
    assert lines_of(ALL_OUT)[1] == "Every option is ruled out: nothing is left to cost."
    assert section("What each way costs", ALL_OUT)[0] == "self-hosted  ruled out by J3, A6"


def test_a_demand_that_contradicts_itself_is_said() -> None:
    costs = NOTHING.costs._replace(contradiction="the shares add up to 90")

    assert lines_of(NOTHING._replace(costs=costs))[1:3] == [
        "No option can be costed: the demand contradicts itself.",
        "the shares add up to 90",
    ]


def test_one_option_has_nothing_to_be_compared_with() -> None:
    result = with_options(OWNED, RENTED_MIX)

    assert lines_of(with_options(OWNED))[2] == (
        "the only option with figures: nothing to compare it with"
    )
    assert section("What each way costs", result)[-1] == (
        "hybrid  one server holds everything: nothing to split"
    )


def test_an_option_that_costs_least_and_is_ruled_out_is_no_silent_winner() -> None:
    out = RESULT._replace(excluded=(Excluded(Option.HYBRID, None, ("M3",)),))

    assert "But hybrid is ruled out by M3." in lines_of(out)


def test_a_mix_of_ways_to_rent_is_named_by_what_is_in_it() -> None:
    mix = COSTS.mix
    assert mix is not None
    rented = mix._replace(owned_servers=0, units=mix.units[1:], second_site_per_year=0.0)
    costs = COSTS._replace(options=(ON_DEMAND, RENTED_MIX), mix=rented, cash_flows=())

    lines = lines_of(RESULT._replace(costs=costs))

    assert lines[1].startswith("CLOUD · rented mix (on-demand): 1.15 M USD")
    assert "  Own nothing, rent everything." in lines


def test_a_purchase_that_is_ruled_out_is_listed_below_the_ways() -> None:
    excluded = (
        Excluded(Option.SELF_HOSTED, Purchase.COLOCATED, ("C5",)),
        Excluded(Option.HYBRID, Purchase.COLOCATED, ("C5",)),
    )
    result = with_options(OWNED, RENTED_MIX, HYBRID)._replace(excluded=excluded)

    assert section("What each way costs", result)[-1] == (
        "self-hosted · colocated  ruled out by C5"
    )
