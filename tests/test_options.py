from gpucmp.options import OWNED_PURCHASES, RENTED_PURCHASES, Option, Purchase


def test_the_options_are_the_three_of_the_question() -> None:
    assert list(Option) == ["self-hosted", "cloud", "hybrid"]


def test_the_purchases_are_spelled_as_the_design_spells_them() -> None:
    assert set(Purchase) == {
        "owned",
        "colocated",
        "on-demand",
        "reserved-1y",
        "reserved-3y",
        "spot",
        "dedicated",
        "private-deployment",
        "serverless",
    }


def test_own_machines_stand_in_an_own_room_or_in_colocation() -> None:
    assert set(OWNED_PURCHASES) == {"owned", "colocated"}


def test_every_purchase_is_either_owned_or_rented() -> None:
    assert sorted([*OWNED_PURCHASES, *RENTED_PURCHASES]) == sorted(Purchase)


def test_what_is_bought_where_no_rule_prefers_anything_commits_to_nothing() -> None:
    assert RENTED_PURCHASES[0] == "on-demand"
    assert OWNED_PURCHASES[0] == "owned"
