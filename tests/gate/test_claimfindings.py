import pytest

from gpucmp.advice import Knowledge
from gpucmp.gate.findings import Severity
from gpucmp.gate.policy import Policy
from tests.gate.proposals import OPEN, OWNED, changed, found, looked, passes, proposing, reason

# Round figures that are recomputed by hand below: one server, no running cost but power's.
BY_HAND = """\
name: by hand
demand: {gpus: 8, peak_gpus: 8, utilization_percent: 100, horizon_months: 36}
hardware: {gpu: H100, gpus_per_server: 8, existing_gpus: 0}
data: {stored_tb: 0, egress_tb_per_month: 0}
facility: {cooling: air}
prices:
  as_of: "2026-11-10"
  hours_per_month: 730
  discount_rate_percent: 0
  price_trend_percent_per_year: 0
  cloud:
    on_demand_per_gpu_hour: 2.0
    unused_percent: 0
    operators_fte: 0
    support_percent: 0
  owned:
    server_price: 180000
    network_percent: 0
    storage_percent: 0
    spares_percent: 0
    maintenance_percent_per_year: 0
    life_years: 3
    residual_percent: 0
    room_works: 0
    power_busy_kw: 0
    power_idle_kw: 0
    software_per_gpu_year: 0
    operators_fte: 0
    availability_percent: 100
proposal:
  option: self-hosted
  purchase: owned
  claims: CLAIMS
"""
# Renting: 8 GPUs x 26,280 h x 2.00 = 420,480; owning: 180,000, or 0.856 an hour of a GPU.
# The cash is back after 180,000 / (8 x 730 x 2.00) = 15.4 months; owning saves 57.2 %.


def claiming(claims: str) -> str:
    return BY_HAND.replace("CLAIMS", claims)


@pytest.mark.parametrize(
    ("claims", "kind", "words"),
    [
        ("total: 100000", "claimed-total", "100 k USD claimed; recomputed: 180 k USD"),
        (
            "per_gpu_hour: 0.5",
            "claimed-gpu-hour-cost",
            "0.50 claimed; recomputed: 0.86 USD for self-hosted · owned, +0.36.",
        ),
        (
            "break_even_months: 9",
            "claimed-break-even",
            "9 claimed; recomputed: 15.4 months against on-demand, +6.4.",
        ),
        (
            "saving_percent: 80",
            "claimed-saving",
            "80 % claimed; recomputed: 57 % against cloud · on-demand, the cheapest other way",
        ),
    ],
)
def test_a_claim_that_does_not_follow_is_an_error_with_the_difference(
    knowledge: Knowledge, claims: str, kind: str, words: str
) -> None:
    one = found(claiming(f"{{{claims}}}"), knowledge)[kind]

    assert one.severity is Severity.ERROR
    assert words in one.message.en
    assert one.location.pointer == f"/proposal/claims/{claims.partition(':')[0]}"


@pytest.mark.parametrize(
    ("claims", "kind"),
    [
        ("{total: 180000}", "claimed-total"),
        ("{total: 175000}", "claimed-total"),
        ("{per_gpu_hour: 0.86}", "claimed-gpu-hour-cost"),
        ("{break_even_months: 15}", "claimed-break-even"),
        ("{saving_percent: 55}", "claimed-saving"),
    ],
)
def test_a_claim_within_the_tolerance_passes(knowledge: Knowledge, claims: str, kind: str) -> None:
    assert passes(looked(claiming(claims), knowledge), kind)


def test_the_policy_sets_the_tolerance(knowledge: Knowledge) -> None:
    text = claiming("{total: 175000}")

    assert "claimed-total" in found(text, knowledge, Policy(claim_tolerance_percent=1))


def test_a_total_that_is_less_than_claimed_does_not_follow_either(knowledge: Knowledge) -> None:
    one = found(claiming("{total: 300000}"), knowledge)["claimed-total"]

    assert "120 k USD less" in one.message.en
    assert "少 12.0 万 USD" in one.message.zh


def test_a_break_even_that_holds_only_against_a_dearer_way_says_so(knowledge: Knowledge) -> None:
    text = claiming("{break_even_months: 15.4}").replace(
        "on_demand_per_gpu_hour: 2.0",
        "on_demand_per_gpu_hour: 2.0\n    reserved_1y_per_gpu_hour: 1.2",
    )

    one = found(text, knowledge)["claimed-break-even"]

    assert "(the claim holds only against on-demand, which costs more)" in one.message.en


def test_a_cluster_that_never_pays_back_breaks_even_in_no_month(knowledge: Knowledge) -> None:
    text = claiming("{break_even_months: 9}").replace(
        "server_price: 180000", "server_price: 900000"
    )

    one = found(text, knowledge)["claimed-break-even"]

    assert "9 claimed; recomputed: owning does not pay back within the horizon" in one.message.en


def test_over_prices_that_are_assumed_a_claim_is_only_doubted(knowledge: Knowledge) -> None:
    text = claiming("{total: 100000}").replace("    server_price: 180000\n", "")

    one = found(text, knowledge)["claimed-total"]

    assert one.severity is Severity.WARNING
    assert one.message.en.endswith("Prices that the profile does not state are assumed.")


def test_nothing_is_recomputed_that_is_not_claimed(knowledge: Knowledge) -> None:
    one = looked(proposing(OPEN, "  option: self-hosted\n"), knowledge)

    assert reason(one, "claimed-break-even") == "no break-even month is claimed"
    assert reason(one, "claimed-gpu-hour-cost") == "no cost per GPU-hour is claimed"
    assert reason(one, "claimed-total") == "no total is claimed"
    assert reason(one, "claimed-saving") == "no saving is claimed"


def test_nothing_is_recomputed_without_prices(knowledge: Knowledge) -> None:
    one = looked(OPEN, knowledge._replace(book=None))

    for kind in ("claimed-break-even", "claimed-gpu-hour-cost", "claimed-total", "claimed-saving"):
        assert reason(one, kind) == "the proposed way cannot be costed"


def test_a_saving_needs_another_option_to_save_against(knowledge: Knowledge) -> None:
    text = changed(OWNED, {"    total: 4900000": "    saving_percent: 20"})

    assert reason(looked(text, knowledge), "claimed-saving") == "the proposed way cannot be costed"


def test_a_break_even_against_spot_alone_is_against_spot(knowledge: Knowledge) -> None:
    text = claiming("{break_even_months: 9}").replace(
        "on_demand_per_gpu_hour: 2.0", "spot_per_gpu_hour: 1.0"
    )
    text = text.replace("horizon_months: 36}", "horizon_months: 36, deferrable_percent: 100}")

    assert "against spot" in found(text, knowledge)["claimed-break-even"].message.en
