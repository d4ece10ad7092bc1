import pytest

from gpucmp.money.curves import Curve
from gpucmp.money.screening import Line, Turn, corners, screening_lines
from tests.costcases import (
    CLOUD,
    COLOCATED,
    DEDICATED,
    FREE,
    ON_DEMAND,
    OWNED,
    RESERVED_1Y,
    RESERVED_3Y,
    SERVERLESS,
    SPOT,
    TERMS,
)


def test_owned_lines_by_hand() -> None:
    # (175,200 / 5 + 7,008) / 8,760 / 8 = 0.60; 0.8 / 8 = 0.10
    server = FREE._replace(server_price=175_200.0, maintenance=7008.0, busy_power=0.8)
    (line, _) = screening_lines(TERMS._replace(owned={OWNED: server}))
    assert line.purchase is OWNED
    assert (line.fixed, line.variable) == pytest.approx((0.6, 0.1))
    assert line.at(0.5) == pytest.approx(0.65)


def test_whole_servers_spread_their_cost_over_all_their_gpus() -> None:
    server = FREE._replace(maintenance=8760.0)
    terms = TERMS._replace(owned={COLOCATED: server}, curve=Curve(((10.0, 1.0),)))
    # Two servers of 8
    assert screening_lines(terms)[0].fixed == pytest.approx(1 / 8)


def test_rented_lines_by_hand() -> None:
    prices = {RESERVED_1Y: 2.0, RESERVED_3Y: 1.5, DEDICATED: 3.0, ON_DEMAND: 4.0, SERVERLESS: 6.0}
    cloud = CLOUD._replace(prices=prices, unused=0.25, support=0.1)
    terms = TERMS._replace(owned={}, cloud=cloud, horizon_months=24.0)
    lines = screening_lines(terms)
    assert [line.purchase for line in lines] == list(prices)
    assert [line.fixed for line in lines] == pytest.approx([2.2, 1.5 * 1.5 * 1.1, 3.3, 0, 0])
    assert [line.variable for line in lines] == pytest.approx([0, 0, 0, 4 * 1.25 * 1.1, 6.6])


def test_spot_is_a_line_only_where_all_the_work_may_wait() -> None:
    cloud = CLOUD._replace(prices={ON_DEMAND: 4.0, SPOT: 1.0}, spot_lost=0.2)
    terms = TERMS._replace(owned={}, cloud=cloud)
    assert [line.purchase for line in screening_lines(terms)] == [ON_DEMAND]
    waiting = terms._replace(cloud=cloud._replace(deferrable=1.0))
    (_, spot) = screening_lines(waiting)
    assert (spot.purchase, spot.fixed) == (SPOT, 0)
    assert spot.variable == pytest.approx(1.25)


def test_without_a_cloud_only_owned_lines_are_drawn() -> None:
    assert len(screening_lines(TERMS._replace(cloud=None))) == 1


def test_corners_are_where_the_cheapest_way_changes() -> None:
    # 4 u = 1 + 1 u at 1/3; 1 + 1 u = 1.5 at 1/2
    lines = (Line(ON_DEMAND, 0, 4), Line(OWNED, 1, 1), Line(RESERVED_1Y, 1.5, 0))
    first, second = corners(lines)
    assert (first.below, first.above) == (ON_DEMAND, OWNED)
    assert (second.below, second.above) == (OWNED, RESERVED_1Y)
    assert [first.load_factor, second.load_factor] == pytest.approx([1 / 3, 1 / 2])


def test_a_line_that_is_never_the_cheapest_has_no_corner() -> None:
    lines = (Line(ON_DEMAND, 0, 4), Line(OWNED, 3, 0.5), Line(RESERVED_1Y, 1.5, 0))
    assert corners(lines) == (Turn(ON_DEMAND, RESERVED_1Y, 0.375),)


def test_a_corner_beyond_all_hours_is_none() -> None:
    assert corners((Line(ON_DEMAND, 0, 4), Line(OWNED, 5, 0))) == ()


def test_three_lines_through_one_point_turn_once() -> None:
    lines = (Line(ON_DEMAND, 0, 4), Line(OWNED, 1, 2), Line(RESERVED_1Y, 2, 0))
    assert corners(lines) == (Turn(ON_DEMAND, RESERVED_1Y, 0.5),)


def test_no_lines_have_no_corners() -> None:
    assert corners(()) == ()
