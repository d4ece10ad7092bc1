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

NOTHING = "the profile states nothing to hold it against"
TIGHT = changed(OPEN, {"capital: 3500000": "capital: 2000000"})


def test_a_first_purchase_beyond_the_capital_is_an_error_with_the_gap(
    knowledge: Knowledge,
) -> None:
    one = found(TIGHT, knowledge)["over-capital"]

    # 8 servers of 290,000 with a tenth of network and storage each assumed: see gpucmp cost.
    assert one.severity is Severity.ERROR
    assert "the budget has 2.00 M USD" in one.message.en
    assert one.location.pointer == "/budget/capital"
    assert passes(looked(OPEN, knowledge), "over-capital")


def test_over_assumed_prices_the_capital_is_only_doubted(knowledge: Knowledge) -> None:
    text = changed(TIGHT, {"    server_price: 290000\n": ""})

    assert found(text, knowledge)["over-capital"].severity is Severity.WARNING


def test_running_costs_beyond_the_month_are_an_error(knowledge: Knowledge) -> None:
    text = changed(RENTED, {"per_month: 300000": "per_month: 10000"})

    one = found(text, knowledge)["over-monthly-budget"]

    assert one.message.en.startswith("Cloud · reserved-3y costs ")
    assert one.message.en.endswith("a month on average; the budget has 10,000 USD.") or (
        "the budget has 10.0 k USD" in one.message.en
    )


def test_what_is_paid_at_the_start_is_no_monthly_bill(knowledge: Knowledge) -> None:
    # 4.9 M over 48 months are 102 k a month; most of it is the servers.
    text = changed(OPEN, {"per_month: 120000": "per_month: 60000"})

    assert passes(looked(text, knowledge), "over-monthly-budget")


@pytest.mark.parametrize("kind", ["over-capital", "over-monthly-budget"])
def test_a_budget_is_needed_and_a_cost(knowledge: Knowledge, kind: str) -> None:
    without = changed(OPEN, {"  capital: 3500000\n": "", "  per_month: 120000\n": ""})

    assert reason(looked(without, knowledge), kind) == NOTHING
    unpriced = knowledge._replace(book=None)
    assert reason(looked(OPEN, unpriced), kind) == "the proposed way cannot be costed"


def test_servers_that_need_more_power_than_the_room_has_are_an_error(
    knowledge: Knowledge,
) -> None:
    one = found(changed(OPEN, {"power_kw: 150": "power_kw: 60"}), knowledge)["over-power"]

    # 64 x 700 W x 1.8 (server_over_gpu_power) = 80.6 kW
    assert one.message.en == "64 owned GPUs need 81 kW in whole servers; the room has 60 kW."
    assert one.location.pointer == "/proposal/owned_gpus"


def test_self_hosting_without_a_number_needs_power_for_all(knowledge: Knowledge) -> None:
    text = changed(proposing(OPEN, "  option: self-hosted\n"), {"power_kw: 150": "power_kw: 60"})

    assert found(text, knowledge)["over-power"].location.pointer == "/facility/power_kw"


@pytest.mark.parametrize(
    ("proposal", "why"),
    [
        ("  option: cloud\n", "nothing stands in the own room"),
        ("  option: self-hosted\n  purchase: colocated\n", "nothing stands in the own room"),
        ("  option: hybrid\n", NOTHING),
        ("  purchase: owned\n", "the proposal names no option"),
    ],
)
def test_power_is_of_the_own_room_and_of_a_known_number(
    knowledge: Knowledge, proposal: str, why: str
) -> None:
    assert reason(looked(proposing(OPEN, proposal), knowledge), "over-power") == why


LATE = changed(
    proposing(OPEN, "  option: hybrid\n  owned_gpus: 32\n"),
    {"needed_in_weeks: 40": "needed_in_weeks: 6", "existing_gpus: 0": "existing_gpus: 8"},
)


def test_servers_and_works_that_come_too_late_are_an_error_each(knowledge: Knowledge) -> None:
    late = [one for one in looked(LATE, knowledge).findings if one.kind.id == "after-deadline"]

    assert [one.location.pointer for one in late] == [
        "/hardware/lead_time_weeks",
        "/facility/works_weeks",
    ]
    assert late[0].message.en == (
        "hardware.lead_time_weeks is 26, and the capacity is needed in 6 weeks: 20 weeks too late."
    )


def test_the_days_are_said_where_the_decision_has_one(knowledge: Knowledge) -> None:
    text = f'{LATE}  decision_date: "2027-01-04"\n'

    # 26 weeks after Monday 2027-01-04 is 2027-07-05, 6 weeks after it 2027-02-15.
    assert (
        "(2027-07-05 instead of 2027-02-15)"
        in found(changed(text, {"  works_weeks: 8\n": ""}), knowledge)["after-deadline"].message.en
    )


def test_a_decision_at_the_end_of_the_calendar_has_no_day_after_it(knowledge: Knowledge) -> None:
    text = f'{LATE}  decision_date: "9999-12-31"\n'

    assert "too late." in found(text, knowledge)["after-deadline"].message.en


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (proposing(OPEN, "  purchase: owned\n"), "the proposal names no option"),
        (proposing(OPEN, "  option: cloud\n"), "no servers are bought"),
        (changed(OPEN, {"  needed_in_weeks: 40\n": ""}), NOTHING),
        (
            changed(LATE, {"existing_gpus: 8": "existing_gpus: 32"}),
            "the GPUs are owned already",
        ),
    ],
)
def test_a_deadline_needs_servers_that_are_still_to_come(
    knowledge: Knowledge, text: str, why: str
) -> None:
    assert reason(looked(text, knowledge), "after-deadline") == why


def test_works_on_the_own_room_do_not_delay_a_colocation(knowledge: Knowledge) -> None:
    text = changed(LATE, {"  owned_gpus: 32": "  owned_gpus: 32\n  purchase: colocated"})

    late = [one for one in looked(text, knowledge).findings if one.kind.id == "after-deadline"]
    assert [one.location.pointer for one in late] == ["/hardware/lead_time_weeks"]


def test_a_decision_of_yesterday_is_a_warning(knowledge: Knowledge) -> None:
    one = found(OWNED, knowledge, today="2027-01-16")["decision-date-passed"]

    assert one.severity is Severity.WARNING
    assert one.message.en == "The decision was due on 2027-01-15, 1 days ago."
    assert passes(looked(OWNED, knowledge, today="2027-01-15"), "decision-date-passed")
    assert reason(looked(RENTED, knowledge), "decision-date-passed") == (
        "no day of the decision is stated"
    )
