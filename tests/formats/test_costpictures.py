from collections.abc import Callable, Iterator

from rich.console import RenderableType

from gpucmp.costadvice import CostResult
from gpucmp.formats import Style
from gpucmp.formats.costpictures import MARK_COLORS, MARKS, cash, ranges, screening
from gpucmp.formats.terminal import written
from gpucmp.money.costreport import CashFlow, Corner, Costs, ScreeningLine
from gpucmp.options import Option, Purchase
from gpucmp.text import Lang
from tests.formats.costresults import COSTS, INPUTS, RESULT

Picture = Callable[[CostResult, Style], Iterator[RenderableType]]


def drawn(picture: Picture, costs: Costs = COSTS, *, width: int = 60) -> list[str]:
    style = Style(Lang.EN, width, unicode=False)
    return written(picture(RESULT._replace(costs=costs), style), style).splitlines()


def test_every_way_of_buying_has_a_letter_of_its_own_and_a_color() -> None:
    assert set(MARKS) == {*Purchase, "mix"}
    assert len(set(MARKS.values())) == len(MARKS)
    assert set(MARKS.values()) < set(MARK_COLORS)


def test_the_screening_curve_shows_the_envelope_and_the_profile() -> None:
    assert drawn(screening, width=42)[3:] == [
        "4.00 +                    |          ..D",
        "     |                    |      ..D.",
        "     |                    |  ..D.",
        "     |..1...1...1...1...1..D1...1...1...",
        "2.00 +O...O...O...O..DD*OOOOOOOOOOOOOOOO",
        "     |           DDDD     |",
        "     |       DDDD         |",
        "     |   DDDD             |",
        "0.00 +DDD                 |",
        "     ++-------+--------+-------+-------+",
        "      0 %   25 %     50 %    75 %  100 %",
        "       60 %, this profile ^",
        "      |-- on-demand ---|---- owned ----|",
        "Cheapest: on-demand, owned from 50 %",
        "                        + at full",
        "                fixed        load  at 60 %",
        "O  owned         2.00        0.10     2.06",
        "D  on-demand     0.00        4.10     2.46",
        "1  reserved-1y   2.60        0.00     2.60",
    ]


def test_a_curve_without_corners_has_one_cheapest_way() -> None:
    costs = COSTS._replace(
        screening=(
            ScreeningLine(Purchase.OWNED, 2.0, 0.1),
            ScreeningLine(Purchase.ON_DEMAND, 0.0, 1.0),
        ),
        corners=(),
    )

    assert "Cheapest: on-demand" in drawn(screening, costs)


def test_without_a_known_utilization_nothing_is_pointed_at() -> None:
    inputs = tuple(one for one in INPUTS if one.path != "demand.utilization_percent")
    lines = drawn(screening, COSTS._replace(inputs=inputs))

    assert not [line for line in lines if "this profile" in line or " at 60 %" in line]


def test_a_utilization_beyond_100_percent_is_pointed_at_on_the_edge() -> None:
    over = [
        one._replace(value=120.0) if one.path == "demand.utilization_percent" else one
        for one in INPUTS
    ]
    lines = drawn(screening, COSTS._replace(inputs=tuple(over)))

    assert [line for line in lines if line.endswith("120 %, this profile ^")]


def test_one_way_of_buying_makes_no_picture() -> None:
    assert drawn(screening, COSTS._replace(screening=COSTS.screening[:1], corners=())) == []
    assert drawn(screening, COSTS._replace(screening=(), corners=())) == []


def test_a_corner_changes_the_way_to_buy() -> None:
    corners = (
        Corner(Purchase.ON_DEMAND, Purchase.OWNED, 50.0),
        Corner(Purchase.OWNED, Purchase.RESERVED_1Y, 90.0),
    )

    lines = drawn(screening, COSTS._replace(corners=corners))

    assert "Cheapest: on-demand, owned from 50 %, reserved-1y from 90 %" in lines


def test_the_crossing_of_the_cash_is_marked() -> None:
    lines = drawn(cash, width=72)

    assert lines[-1] == "By the end of month 21 owning has cost less cash than renting."
    (pointer,) = (line.index("^") for line in lines if "^ month 21" in line)
    assert [line[pointer] for line in lines if line[pointer : pointer + 1] == "*"] == ["*"]


def test_the_cash_of_each_option_is_told_in_figures() -> None:
    text = " ".join(" ".join(drawn(cash)).split())

    assert "O self-hosted - owned: 600 k at the start, 960 k after 36 months" in text
    assert "M cloud - rented mix: 0 at the start, 1.44 M after 36 months" in text
    assert "H hybrid - owned + rented: 300 k at the start, 1.02 M after 36 months" in text


def test_cash_that_never_crosses_is_said_to() -> None:
    text = " ".join(drawn(cash, COSTS._replace(cash_crossing_month=None)))

    assert "Owning has not cost less cash than renting within 36 months." in text
    assert "^" not in text


def test_the_cash_of_one_option_is_no_picture() -> None:
    flow = CashFlow(Option.CLOUD, "mix", (0.0, 100.0))
    costs = COSTS._replace(cash_flows=(flow,), cash_crossing_month=None)

    assert drawn(cash, costs) == ["M cloud - rented mix: 0 at the start, 100 after 1 months"]
    assert drawn(cash, costs._replace(cash_flows=())) == []


def test_ranges_show_percentiles_and_how_often_an_option_is_the_cheapest() -> None:
    assert drawn(ranges, width=100)[1:5] == [
        "               P10     P50     P90  cheapest in",
        "hybrid       650 k   750 k   850 k         66 %  |-----*----|",
        "self-hosted  700 k   800 k   900 k         34 %     |----*-----|",
        "cloud        900 k  1.00 M  1.10 M         <1 %                |----*-----|",
    ]


def test_in_a_narrow_terminal_an_option_has_its_bar_below_it() -> None:
    assert drawn(ranges, width=60)[1:4] == [
        "hybrid",
        "  650 k - 750 k - 850 k, cheapest in 66 %",
        "  |-----*----|",
    ]


def test_the_tornado_has_a_bar_for_each_number_beside_zero() -> None:
    bars = drawn(ranges, width=100)[-3:]

    assert bars == [
        "Price on demand 4 (3-6) USD/GPU-hour   -500 k  #####################|####   +100 k",
        "Discount rate 8 (0-13) %               -250 k            ######     |       -150 k",
        "People, at least 0.25 (0.1-2) FTE     +20.0 k                       |##    +50.0 k",
    ]


def test_in_a_narrow_terminal_the_tornado_is_stacked() -> None:
    assert drawn(ranges, width=60)[-3:] == [
        "People, at least 0.25 (0.1-2) FTE",
        "                       |##",
        "  +20.0 k ... +50.0 k",
    ]


def test_without_draws_there_is_nothing_to_show() -> None:
    assert drawn(ranges, COSTS._replace(uncertainty=None)) == []


def test_where_nothing_moves_the_difference_there_is_no_tornado() -> None:
    found = COSTS.uncertainty
    assert found is not None

    lines = drawn(ranges, COSTS._replace(uncertainty=found._replace(tornado=())))

    assert not [line for line in lines if "Owning minus renting" in line]
