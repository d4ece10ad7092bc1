from gpucmp.gate.proposed import Proposed, proposed_by
from gpucmp.options import Option, Purchase
from gpucmp.profile import Profile


def test_a_profile_without_a_proposal_proposes_nothing() -> None:
    assert proposed_by(Profile("n", {})) == Proposed()


def test_a_proposal_is_taken_as_it_stands() -> None:
    stated = {
        "option": "hybrid",
        "purchase": "spot",
        "owned_gpus": 8,
        "decision_date": "2027-01-01",
        "claims": {"total": 5, "per_gpu_hour": None},
    }

    one = proposed_by(Profile("n", {}, stated={"proposal": stated}))

    assert one == Proposed(
        stated=True,
        option=Option.HYBRID,
        purchase=Purchase.SPOT,
        owned_gpus=8,
        decision_date="2027-01-01",
        claims={"total": 5},
    )
    assert one.owns
    assert one.rents


def test_an_empty_proposal_is_one_all_the_same() -> None:
    one = proposed_by(Profile("n", {}, stated={"proposal": {}}))

    assert one == Proposed(stated=True)
    assert not one.owns
    assert not one.rents
