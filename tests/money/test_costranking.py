from gpucmp.money.costranking import best_options, shown_options
from gpucmp.options import Option
from tests.formats.costresults import (
    COLOCATED,
    COSTS,
    HYBRID,
    ON_DEMAND,
    OWNED,
    RENTED_MIX,
    SPOT,
)


def test_the_cheapest_option_by_net_present_value_comes_first() -> None:
    assert list(best_options(COSTS).items()) == [
        (Option.HYBRID, HYBRID),
        (Option.SELF_HOSTED, OWNED),
        (Option.CLOUD, RENTED_MIX),
    ]


def test_spot_is_no_way_to_rent_everything() -> None:
    costs = COSTS._replace(options=(SPOT, ON_DEMAND, RENTED_MIX))

    assert best_options(costs) == {Option.CLOUD: RENTED_MIX}
    assert shown_options(costs) == (SPOT, ON_DEMAND, RENTED_MIX)


def test_a_mix_of_one_way_goes_by_its_name() -> None:
    same = RENTED_MIX._replace(npv=ON_DEMAND.npv * (1 + 1e-12))
    costs = COSTS._replace(options=(SPOT, ON_DEMAND, same))

    assert best_options(costs) == {Option.CLOUD: ON_DEMAND}
    assert shown_options(costs) == (SPOT, ON_DEMAND)


def test_one_way_to_rent_is_the_cheapest() -> None:
    assert best_options(COSTS._replace(options=(ON_DEMAND,))) == {Option.CLOUD: ON_DEMAND}


def test_nothing_is_cheapest_where_nothing_is_costed() -> None:
    costs = COSTS._replace(options=())

    assert best_options(costs) == {}
    assert shown_options(costs) == ()


def test_owning_has_no_mix() -> None:
    costs = COSTS._replace(options=(COLOCATED, OWNED))

    assert best_options(costs) == {Option.SELF_HOSTED: OWNED}
    assert shown_options(costs) == (COLOCATED, OWNED)
