import pytest

from gpucmp.advice import Knowledge
from gpucmp.gate.findings import Severity
from tests.gate.proposals import (
    OPEN,
    OWNED,
    RENTED,
    changed,
    found,
    looked,
    passes,
    proposing,
    reason,
)

HYBRID = changed(
    proposing(OPEN, "  option: hybrid\n  owned_gpus: 56\n"),
    {
        "utilization_percent: 82": "utilization_percent: 40",
        "peak_to_mean: 1.2": "peak_to_mean: 2.4",
    },
)


def test_owned_gpus_far_from_the_cheapest_mix_are_a_warning_with_the_money(
    knowledge: Knowledge,
) -> None:
    one = found(HYBRID, knowledge)["owned-gpus-far-from-mix"]

    assert one.severity is Severity.WARNING
    assert one.message.en.startswith("The proposal owns 56 GPUs, the cheapest mix ")
    assert "USD over the horizon" in one.message.en
    assert one.location.pointer == "/proposal/owned_gpus"


def test_the_number_of_the_mix_itself_passes(knowledge: Knowledge) -> None:
    text = changed(HYBRID, {r"server_price: 290000": "server_price: 100000"})

    best = found(text, knowledge).get("owned-gpus-far-from-mix")

    assert best is not None
    number = best.value.rpartition(" ")[2]
    again = changed(text, {"owned_gpus: 56": f"owned_gpus: {number}"})
    assert best.mend.en == f"Own {number} GPUs, or say why not."
    assert passes(looked(again, knowledge), "owned-gpus-far-from-mix")


def test_a_number_is_needed_to_hold_it_against_the_mix(knowledge: Knowledge) -> None:
    text = proposing(OPEN, "  option: hybrid\n")

    assert reason(looked(text, knowledge), "owned-gpus-far-from-mix") == (
        "no owned GPUs are proposed, or they cannot be costed"
    )


@pytest.mark.parametrize(
    ("proposal", "why"),
    [
        ("  option: cloud\n  owned_gpus: 8\n", "cloud owns none, and 8 are proposed"),
        ("  option: hybrid\n  owned_gpus: 0\n", "a hybrid owns some, and 0 are proposed"),
        (
            "  option: self-hosted\n  owned_gpus: 32\n",
            "self-hosting needs 64, and 32 are proposed",
        ),
    ],
)
def test_owned_gpus_that_contradict_the_option_are_an_error(
    knowledge: Knowledge, proposal: str, why: str
) -> None:
    one = found(proposing(OPEN, proposal), knowledge)["owned-gpus-contradict-option"]

    assert one.message.en == f"The owned GPUs contradict the option: {why}."


@pytest.mark.parametrize(
    ("proposal", "why"),
    [
        ("  owned_gpus: 8\n", "the proposal names no option"),
        ("  option: cloud\n", "no number of owned GPUs is proposed"),
    ],
)
def test_owned_gpus_need_an_option_and_a_number(
    knowledge: Knowledge, proposal: str, why: str
) -> None:
    one = looked(proposing(OPEN, proposal), knowledge)

    assert reason(one, "owned-gpus-contradict-option") == why


def test_a_total_that_leaves_out_parts_names_them_and_their_fields(knowledge: Knowledge) -> None:
    text = changed(OPEN, {"    room_works: 200000\n": "", "    software_per_gpu_year: 0\n": ""})

    one = found(text, knowledge)["total-leaves-out-parts"]

    assert one.message.en == (
        "The total does not hold works on the room (power, cooling), software licenses."
    )
    assert one.mend.en == (
        "State prices.owned.room_works, prices.owned.software_per_gpu_year; 0 where it costs "
        "nothing."
    )
    assert one.location.pointer == "/proposal/claims/total"


def test_a_cloud_total_is_about_egress_and_storage_alone(knowledge: Knowledge) -> None:
    text = changed(RENTED, {"    room_works: 200000\n": "", "  egress_tb_per_month: 1\n": ""})

    one = found(text, knowledge)["total-leaves-out-parts"]

    assert one.value == "egress"
    assert one.location.pointer == "/proposal/option"
    assert passes(looked(RENTED, knowledge), "total-leaves-out-parts")


def test_people_who_cost_nothing_are_a_warning(knowledge: Knowledge) -> None:
    text = changed(OWNED, {"    operators_fte: 1.5": "    operators_fte: 0"})

    one = found(text, knowledge)["part-set-to-zero"]

    assert one.message.en == "prices.owned.operators_fte is 0, so that the total leaves it out."
    assert one.location.pointer == "/prices/owned/operators_fte"
    assert passes(looked(OWNED, knowledge), "part-set-to-zero")


def test_a_zero_of_the_side_that_is_not_proposed_is_none_of_its_business(
    knowledge: Knowledge,
) -> None:
    text = changed(RENTED, {"    operators_fte: 1.5": "    operators_fte: 0"})

    assert passes(looked(text, knowledge), "part-set-to-zero")


def test_a_way_that_cannot_be_costed_says_what_is_missing(knowledge: Knowledge) -> None:
    text = "name: n\ndemand: {gpus: 8}\nproposal: {option: cloud}\n"

    one = looked(text, knowledge)

    (finding,) = [each for each in one.findings if each.kind.id == "proposal-not-costed"]
    assert "demand.horizon_months" in finding.message.en
    assert finding.mend.en.startswith("State demand.utilization_percent")
    assert reason(one, "total-leaves-out-parts") == "the proposed way cannot be costed"


def test_a_demand_that_contradicts_itself_is_said_too(knowledge: Knowledge) -> None:
    text = changed(OWNED, {"utilization_percent: 82": "utilization_percent: 0"})

    one = found(text, knowledge)["proposal-not-costed"]

    assert "no GPU-hour is used" in one.message.en


def test_without_an_option_there_is_no_money_to_look_at(knowledge: Knowledge) -> None:
    one = looked(proposing(OPEN, "  purchase: owned\n"), knowledge)

    for kind in ("total-leaves-out-parts", "part-set-to-zero", "proposal-not-costed"):
        assert reason(one, kind) == "the proposal names no option"


def test_without_any_prices_nothing_is_costed(knowledge: Knowledge) -> None:
    one = looked(OWNED, knowledge._replace(book=None))

    assert reason(one, "proposal-not-costed") == "no prices are known at all"
    assert reason(one, "stale-prices") == "no prices are used"
