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

SPOT = changed(
    proposing(RENTED, "  option: cloud\n  purchase: spot\n"),
    {"^  cloud:": "  cloud:\n    spot_per_gpu_hour: 1.1"},
)


def test_a_purchase_of_another_option_is_an_error(knowledge: Knowledge) -> None:
    one = found(proposing(OWNED, "  option: self-hosted\n  purchase: spot\n"), knowledge)

    assert one["purchase-of-another-option"].message.en == (
        "Spot is no way to buy for self-hosted."
    )
    assert one["purchase-of-another-option"].mend.en == "Choose one of owned, colocated."


def test_a_purchase_without_an_option_is_not_held_against_one(knowledge: Knowledge) -> None:
    one = looked(proposing(OWNED, "  purchase: spot\n"), knowledge)

    assert reason(one, "purchase-of-another-option") == "the proposal names no option"


def test_without_a_purchase_nothing_of_it_is_looked_for(knowledge: Knowledge) -> None:
    one = looked(proposing(OWNED, "  option: self-hosted\n"), knowledge)

    for kind in (
        "purchase-of-another-option",
        "purchase-ruled-out",
        "purchase-not-offered",
        "dearer-purchase",
    ):
        assert reason(one, kind) == "the proposal names no purchase"


def test_a_purchase_that_a_constraint_removes_is_an_error(knowledge: Knowledge) -> None:
    text = changed(RENTED, {"isolation: shared": "isolation: dedicated"})

    one = found(text, knowledge)["purchase-ruled-out"]

    assert one.rule == "A7-dedicated"
    assert one.message.en.startswith(
        "The proposed purchase reserved-3y is ruled out by A7-dedicated: "
    )
    assert one.location.pointer == "/proposal/purchase"
    assert one.trace[-1].text.en == "reserved-3y is ruled out"


def test_a_purchase_of_an_option_that_is_out_is_not_ruled_out_again(knowledge: Knowledge) -> None:
    one = looked(proposing(OWNED, "  option: cloud\n  purchase: spot\n"), knowledge)

    assert reason(one, "purchase-ruled-out") == "the option is ruled out already"


def test_a_private_deployment_that_nobody_offers_is_an_error(knowledge: Knowledge) -> None:
    text = proposing(RENTED, "  option: cloud\n  purchase: private-deployment\n")

    one = found(text, knowledge)["purchase-not-offered"]

    assert one.message.en == (
        "Private-deployment is offered only where it is known: "
        "compliance.private_deployment: true."
    )
    offered = changed(text, {"private_deployment: false": "private_deployment: true"})
    assert passes(looked(offered, knowledge), "purchase-not-offered")


def test_spot_for_work_that_cannot_be_interrupted_is_an_error(knowledge: Knowledge) -> None:
    one = found(changed(SPOT, {"deferrable_percent: 0": "deferrable_percent: 30"}), knowledge)

    assert one["spot-for-fixed-work"].severity is Severity.ERROR
    assert one["spot-for-fixed-work"].message.en.startswith("70 % of the work cannot")


def test_spot_for_work_that_can_wait_passes(knowledge: Knowledge) -> None:
    one = looked(changed(SPOT, {"deferrable_percent: 0": "deferrable_percent: 100"}), knowledge)

    assert passes(one, "spot-for-fixed-work")
    assert passes(one, "spot-for-unknown-work")


def test_spot_without_a_word_on_interruptions_is_a_warning(knowledge: Knowledge) -> None:
    one = looked(changed(SPOT, {"  deferrable_percent: 0\n": ""}), knowledge)

    (finding,) = [each for each in one.findings if each.kind.id.startswith("spot")]
    assert (finding.kind.id, finding.severity) == ("spot-for-unknown-work", Severity.WARNING)
    assert reason(one, "spot-for-fixed-work") == "demand.deferrable_percent is unknown"


def test_a_reservation_of_three_years_for_eighteen_months_is_an_error(
    knowledge: Knowledge,
) -> None:
    one = found(RENTED, knowledge)["reservation-beyond-horizon"]

    assert one.message.en == (
        "Reserved-3y binds for 36 months, and the need lasts 18: 18 months are paid for nothing."
    )
    assert one.trace[0].text.en == "demand.horizon_months: 18"


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"horizon_months: 18": "horizon_months: 36"}, "passed"),
        ({"purchase: reserved-3y": "purchase: reserved-1y"}, "passed"),
        ({"purchase: reserved-3y": "purchase: on-demand"}, "the purchase is no reservation"),
        ({"  horizon_months: 18\n": ""}, "demand.horizon_months is unknown"),
    ],
)
def test_a_reservation_within_the_horizon_passes(
    knowledge: Knowledge, changes: dict[str, str], kind: str
) -> None:
    one = looked(changed(RENTED, changes), knowledge)

    if kind == "passed":
        assert passes(one, "reservation-beyond-horizon")
    else:
        assert reason(one, "reservation-beyond-horizon") == kind


def test_on_demand_capacity_for_a_deadline_is_a_warning(knowledge: Knowledge) -> None:
    text = proposing(RENTED, "  option: cloud\n  purchase: on-demand\n")

    one = found(text, knowledge)["on-demand-for-deadline"]

    assert one.message.en.startswith("64 GPUs are needed in 12 weeks")
    unknown = looked(changed(text, {"  needed_in_weeks: 12\n": "", "  gpus: 64\n": ""}), knowledge)
    assert reason(unknown, "on-demand-for-deadline") == (
        "the profile states nothing to hold it against"
    )


def test_on_demand_capacity_is_counted_only_where_the_count_is_known(knowledge: Knowledge) -> None:
    text = (
        "name: n\ndemand: {needed_in_weeks: 2}\nproposal: {option: cloud, purchase: on-demand}\n"
    )

    assert found(text, knowledge)["on-demand-for-deadline"].message.en.startswith(
        "GPUs are needed"
    )


def test_a_purchase_that_costs_far_more_than_another_is_a_note(knowledge: Knowledge) -> None:
    one = found(RENTED, knowledge)["dearer-purchase"]

    assert one.severity is Severity.NOTE
    assert "more than cloud · rented mix" in one.message.en
    assert "高" in one.message.zh


def test_the_cheapest_purchase_is_not_dearer(knowledge: Knowledge) -> None:
    assert passes(looked(OWNED, knowledge), "dearer-purchase")


def test_a_purchase_that_cannot_be_costed_is_not_compared(knowledge: Knowledge) -> None:
    text = proposing(OPEN, "  option: cloud\n  purchase: dedicated\n")

    assert reason(looked(text, knowledge), "dearer-purchase") == (
        "the proposed way cannot be costed"
    )
