"""What the two guides say, statement by statement, on profiles made from nothing else.

S is the guide to GPU servers and C the one to clusters; S§6.3 is chapter 6, third bullet.
"""

from collections.abc import Callable, Mapping

import pytest

from gpucmp.advice import Knowledge, advise
from gpucmp.facts import FactValue
from gpucmp.options import Option, Purchase, State, Strength
from gpucmp.report import Report
from tests.builders import a_profile

Given = Mapping[str, FactValue]
Advised = Callable[[Given], Report]

SELF, CLOUD, HYBRID = Option.SELF_HOSTED, Option.CLOUD, Option.HYBRID
RESERVED = {Purchase.RESERVED_1Y, Purchase.RESERVED_3Y}

SKILLS = (
    "team.handles_hardware_faults",
    "team.tunes_parallel_filesystem",
    "team.keeps_driver_stack",
)
ALL_SKILLS: Given = dict.fromkeys(SKILLS, True)
NO_SKILLS: Given = dict.fromkeys(SKILLS, False)
MUST_STAY: Given = {"compliance.data_must_stay": "own-domain"}
PRODUCTION_INFERENCE: Given = {"workload.kind": "inference", "workload.stage": "production"}
LONG_TRAINING: Given = {
    "workload.kind": "training",
    "workload.pattern": "steady",
    "demand.gpus": 64,
    "demand.horizon_months": 36,
}


@pytest.fixture(scope="session")
def advised(knowledge: Knowledge) -> Advised:
    return lambda facts: advise(a_profile(facts), knowledge)


def states(report: Report) -> dict[str, State]:
    return {rule.id: rule.state for rule in report.rules}


def lead(report: Report, option: Option, over: Option) -> float:
    return report.scores[option] - report.scores[over]


def removed(report: Report) -> set[str]:
    """Name the options and the purchases that are gone for certain."""
    return {str(one.option or one.purchase) for one in report.ruled_out if one.certain}


# A. Decisive conditions.


@pytest.mark.parametrize("percent", [70, 85, 100])
def test_a1_use_of_70_percent_and_more_over_years_favors_owning(
    advised: Advised, percent: float
) -> None:
    report = advised({"demand.utilization_percent": percent, "demand.horizon_months": 36})
    assert report.verdict.option == SELF


def test_a1_favors_nothing_more_above_70_percent(advised: Advised) -> None:
    at_70, at_100 = (advised({"demand.utilization_percent": percent}) for percent in (70, 100))
    assert at_70.scores == at_100.scores


def test_a1_does_not_count_where_the_need_is_known_to_be_short(advised: Advised) -> None:
    report = advised({"demand.utilization_percent": 90, "demand.horizon_months": 6})
    assert states(report)["A1"] is State.DOES_NOT_FIRE
    assert report.verdict.option == CLOUD


@pytest.mark.parametrize("percent", [1, 15, 29.9])
def test_a2_use_under_30_percent_favors_the_cloud(advised: Advised, percent: float) -> None:
    assert advised({"demand.utilization_percent": percent}).verdict.option == CLOUD


def test_a3_there_is_no_verdict_between_30_and_70_percent(advised: Advised) -> None:
    report = advised({"demand.utilization_percent": 50})
    assert report.verdict.option == "undecided"
    assert set(report.scores.values()) == {50}


@pytest.mark.parametrize(("percent", "option"), [(40, CLOUD), (60, SELF)])
def test_a3_is_graded_to_both_ends_and_close(
    advised: Advised, percent: float, option: Option
) -> None:
    verdict = advised({"demand.utilization_percent": percent}).verdict
    assert (verdict.option, verdict.strength) == (option, Strength.CLOSE)


@pytest.mark.parametrize("percent", [35, 50, 65])
def test_a3_gives_a_hybrid_no_points_of_its_own(advised: Advised, percent: float) -> None:
    assert advised({"demand.utilization_percent": percent}).scores[HYBRID] == 50


def test_a4_a_team_with_all_three_skills_favors_self_hosting(advised: Advised) -> None:
    report = advised(ALL_SKILLS)
    assert report.verdict.option == SELF
    assert report.scores[HYBRID] < report.scores[SELF]


@pytest.mark.parametrize("missing", SKILLS)
def test_a4_some_of_the_skills_count_for_less(advised: Advised, missing: str) -> None:
    some, all_of_them = advised({**ALL_SKILLS, missing: False}), advised(ALL_SKILLS)
    assert 50 < some.scores[SELF] < all_of_them.scores[SELF]


@pytest.mark.parametrize("facts", [NO_SKILLS, {"team.operators_fte": 0}], ids=["none", "nobody"])
def test_a5_without_the_skills_the_cloud_lowers_the_cost_of_trial_and_error(
    advised: Advised, facts: Given
) -> None:
    report = advised(facts)
    assert report.verdict.option == CLOUD
    assert report.scores[SELF] < 50 < report.scores[CLOUD]


def test_a5_a_hybrid_needs_the_skills_too(advised: Advised) -> None:
    assert advised(NO_SKILLS).scores[HYBRID] < 50


def test_a6_data_that_may_not_leave_and_are_inseparable_leave_self_hosting(
    advised: Advised,
) -> None:
    report = advised(
        {
            **MUST_STAY,
            "compliance.sensitive_separable": False,
            "compliance.private_deployment": False,
        }
    )
    assert removed(report) == {"cloud", "hybrid"}
    assert report.verdict.option == SELF


def test_a6_leaves_a_hybrid_where_the_restricted_part_is_separable(advised: Advised) -> None:
    report = advised(
        {
            **MUST_STAY,
            "compliance.sensitive_separable": True,
            "compliance.private_deployment": False,
        }
    )
    assert removed(report) == {"cloud"}


def test_a6_leaves_a_private_deployment_in_the_own_domain(advised: Advised) -> None:
    facts = {
        **MUST_STAY,
        "compliance.sensitive_separable": False,
        "compliance.private_deployment": True,
    }
    report = advised(facts)
    assert "cloud" not in removed(report)
    assert report.scores[SELF] == report.scores[CLOUD]
    assert advised({**facts, **NO_SKILLS}).verdict.purchase is Purchase.PRIVATE_DEPLOYMENT
    assert advised({**facts, **ALL_SKILLS}).verdict.option == SELF


def test_a6_rules_a_providers_cloud_out_however_well_it_scores(advised: Advised) -> None:
    report = advised({**MUST_STAY, **NO_SKILLS, "compliance.private_deployment": False})
    assert report.scores[CLOUD] == max(report.scores.values())
    assert report.verdict.option != CLOUD


def test_a7_very_high_compliance_gives_both_sides_equal_points(advised: Advised) -> None:
    report = advised({"compliance.isolation": "dedicated"})
    assert report.scores[SELF] == report.scores[CLOUD] > 50


def test_a7_the_cloud_is_then_bought_as_dedicated(advised: Advised) -> None:
    isolated = {"compliance.isolation": "dedicated"}
    cloud, own = advised({**isolated, **NO_SKILLS}), advised({**isolated, **ALL_SKILLS})
    assert (cloud.verdict.option, cloud.verdict.purchase) == (CLOUD, Purchase.DEDICATED)
    assert own.verdict.option == SELF


def test_a7_only_a_demand_for_isolation_rules_shared_purchases_out(advised: Advised) -> None:
    restricted = advised({"compliance.data_must_stay": "country"})
    isolated = advised({"compliance.isolation": "dedicated"})
    assert removed(restricted) == set()
    assert states(restricted)["A7-shared"] is State.FIRES
    assert removed(isolated) >= {"on-demand", "reserved-1y", "reserved-3y", "spot", "serverless"}


def test_a8_every_dimension_shows_in_every_result(advised: Advised, knowledge: Knowledge) -> None:
    shown = {dimension.id for dimension in advised({}).dimensions}
    assert shown == {dimension.id for dimension in knowledge.pack.dimensions}
    assert shown >= {"scale", "operations", "compliance", "utilization", "load-shape", "horizon"}


# B. Scenarios.


def test_b1_long_stable_training_suits_both_sides_and_the_money_decides(
    advised: Advised,
) -> None:
    report = advised(LONG_TRAINING)
    points = next(rule.points for rule in report.rules if rule.id == "B1")
    assert points[SELF] == points[CLOUD]
    assert report.verdict.option in {SELF, CLOUD}
    assert report.verdict.strength is Strength.CLOSE


def test_b1_the_effort_of_operations_tips_the_balance_to_the_one_or_the_other(
    advised: Advised,
) -> None:
    own = advised({**LONG_TRAINING, **ALL_SKILLS}).verdict
    rented = advised({**LONG_TRAINING, **NO_SKILLS}).verdict
    assert (own.option, rented.option) == (SELF, CLOUD)
    assert rented.purchase in RESERVED


@pytest.mark.parametrize("kind", ["experimentation", "fine-tuning"])
@pytest.mark.parametrize("pattern", [{}, {"workload.pattern": "phased"}], ids=["", "phased"])
def test_b2_phased_experiments_and_tuning_suit_the_cloud(
    advised: Advised, kind: str, pattern: Given
) -> None:
    verdict = advised({"workload.kind": kind, **pattern}).verdict
    assert (verdict.option, verdict.purchase) == (CLOUD, Purchase.ON_DEMAND)


def test_b3_sudden_inference_peaks_suit_the_cloud_and_a_hybrid_next(advised: Advised) -> None:
    report = advised({"workload.kind": "inference", "workload.pattern": "bursty"})
    assert report.verdict.option == CLOUD
    assert report.verdict.rival is HYBRID


@pytest.mark.parametrize("organization", ["research-lab", "enterprise"])
def test_b4_a_large_lab_with_sensitive_data_and_operators_suits_self_hosting(
    advised: Advised, organization: str
) -> None:
    report = advised(
        {
            "workload.organization": organization,
            "workload.kind": "training",
            "workload.large_models": True,
            "compliance.data_must_stay": "country",
            **ALL_SKILLS,
        }
    )
    assert (report.verdict.option, report.verdict.strength) == (SELF, Strength.CLEAR)


@pytest.mark.parametrize(
    "who", [{"workload.organization": "startup"}, {"workload.stage": "exploration"}], ids=str
)
def test_b5_a_startup_or_an_exploration_with_an_open_direction_starts_in_the_cloud(
    advised: Advised, who: Given
) -> None:
    verdict = advised(
        {**who, "workload.direction_settled": False, "workload.pattern": "bursty"}
    ).verdict
    assert (verdict.option, verdict.purchase) == (CLOUD, Purchase.ON_DEMAND)
    assert verdict.strength is Strength.CLEAR


MIXED: Given = {"workload.organization": "growing-company", "workload.kind": "mixed"}


def test_b6_mixed_work_of_a_growing_company_suits_a_hybrid_with_its_split(
    advised: Advised,
) -> None:
    report = advised(MIXED)
    assert report.verdict.option == HYBRID
    assert report.verdict.purchases.rented is Purchase.ON_DEMAND
    split = {part.part.en: part.place for part in report.plan.split if part.rule == "B6"}
    assert split == {"Day-to-day training": "rented", "Training on core data": "owned"}


def test_b6_holds_where_the_core_data_may_not_leave_but_are_separable(advised: Advised) -> None:
    report = advised({**MIXED, **MUST_STAY, "compliance.sensitive_separable": True})
    assert report.verdict.option == HYBRID


@pytest.mark.parametrize(
    "demand", [{"service.latency_ms": 20}, {"service.jitter_sensitive": True}], ids=str
)
def test_b7_production_inference_with_hard_demands_suits_own_machines(
    advised: Advised, demand: Given
) -> None:
    assert advised({**PRODUCTION_INFERENCE, **demand}).verdict.option == SELF


@pytest.mark.parametrize(
    "demand",
    [
        {"demand.peak_to_mean": 3},
        {"workload.pattern": "bursty"},
        {"service.regions": ("Oslo",), "service.regions_planned": ("Oslo", "Lima")},
    ],
    ids=["peaks over the mean", "bursts", "a new region"],
)
def test_b8_production_inference_with_peaks_or_new_regions_suits_the_cloud(
    advised: Advised, demand: Given
) -> None:
    assert advised({**PRODUCTION_INFERENCE, **demand}).verdict.option == CLOUD


def test_b9_a_close_verdict_comes_with_a_staged_plan(advised: Advised) -> None:
    report = advised({"demand.utilization_percent": 60})
    assert report.verdict.strength is Strength.CLOSE
    assert (report.plan.occasion, len(report.plan.stages) > 1) == ("close", True)


@pytest.mark.parametrize(
    "late", [{"hardware.lead_time_weeks": 30}, {"facility.works_weeks": 30}], ids=str
)
def test_b9_a_temporary_constraint_comes_with_a_staged_plan(advised: Advised, late: Given) -> None:
    given = {"demand.needed_in_weeks": 8, "hardware.existing_gpus": 0}
    report = advised({**ALL_SKILLS, **given, **late})
    assert any(one.temporary and one.certain for one in report.ruled_out)
    assert (report.plan.occasion, len(report.plan.stages) > 1) == ("temporary", True)


def test_b9_a_clear_verdict_needs_no_stages(advised: Advised) -> None:
    report = advised({**ALL_SKILLS, "demand.utilization_percent": 90})
    assert report.verdict.strength is Strength.CLEAR
    assert report.plan.stages == ()


def test_b9_a_bridge_until_the_servers_come_is_not_rented_for_years(advised: Advised) -> None:
    report = advised(
        {
            **LONG_TRAINING,
            **ALL_SKILLS,
            "demand.needed_in_weeks": 8,
            "hardware.lead_time_weeks": 30,
            "hardware.existing_gpus": 0,
        }
    )
    assert report.verdict.purchase is not Purchase.RESERVED_3Y


def test_b9_a_steady_base_with_peaks_and_machines_that_are_there_suits_a_hybrid(
    advised: Advised,
) -> None:
    report = advised(
        {
            "demand.gpus": 32,
            "demand.peak_gpus": 64,
            "demand.utilization_percent": 50,
            "hardware.existing_gpus": 32,
        }
    )
    assert report.verdict.option == HYBRID


@pytest.mark.parametrize(
    "need",
    [
        MUST_STAY,
        {"workload.custom_architecture": True},
        {"demand.horizon_months": 36, "workload.direction_settled": True},
    ],
    ids=["data sovereignty", "custom hardware", "a clear long-term need"],
)
def test_b10_each_thing_that_self_building_is_for_favors_it(advised: Advised, need: Given) -> None:
    report = advised(need)
    assert report.verdict.option == SELF


@pytest.mark.parametrize(
    "need",
    [
        {"budget.form": "operating"},
        {"budget.capital": 0},
        {"workload.pattern": "bursty"},
    ],
    ids=["no capital form", "no capital", "fluctuating demand"],
)
def test_b11_each_thing_that_the_cloud_is_for_favors_it(advised: Advised, need: Given) -> None:
    assert advised(need).verdict.option == CLOUD


def test_b11_short_sparse_calls_are_bought_serverless(advised: Advised) -> None:
    verdict = advised(
        {
            "workload.kind": "inference",
            "workload.pattern": "bursty",
            "demand.utilization_percent": 5,
        }
    ).verdict
    assert (verdict.option, verdict.purchase) == (CLOUD, Purchase.SERVERLESS)


@pytest.mark.parametrize(("evidence", "cautioned"), [("planned", True), ("measured", False)])
def test_b12_planned_use_is_cautioned_and_lowers_the_strength(
    advised: Advised, evidence: str, *, cautioned: bool
) -> None:
    report = advised({**ALL_SKILLS, "demand.utilization_percent": 80, "demand.evidence": evidence})
    assert (states(report)["B12"] is State.FIRES) == cautioned
    assert report.verdict.lowered == cautioned
    assert report.verdict.strength is (Strength.LEAN if cautioned else Strength.CLEAR)


# C. Rows of the tables: the side that a row speaks for.

TO_SELF_HOSTED = {
    "C2 capital to invest": {"budget.form": "capital"},
    "C5 sovereignty": MUST_STAY,
    "C5 jurisdiction": {"compliance.jurisdiction_risk": True},
    "C5 certificates": {"compliance.provider_certified": False},
    "C6 egress": {"data.egress_tb_per_month": 100},
    "C6 storage": {"data.stored_tb": 5000},
    "C8 steady": {"workload.pattern": "steady"},
    "C9 own architecture": {"workload.custom_architecture": True},
    "C10 jitter": {"service.jitter_sensitive": True},
    "C11 used for long": {"demand.utilization_percent": 90, "demand.horizon_months": 48},
    "C12 stable and budget": {"workload.pattern": "steady", "budget.form": "either"},
    "C14 several servers": {"workload.multi_node": True},
}
TO_CLOUD = {
    "C2 no upfront money": {"budget.form": "operating"},
    "C3 needed soon": {"demand.needed_in_weeks": 2},
    "C3 growth": {"demand.growth_percent_per_year": 100},
    "C4 nobody for operations": NO_SKILLS,
    "C7 cooling works to do": {"facility.cooling": "none"},
    "C8 bursts": {"workload.pattern": "bursty"},
    "C8 phases": {"workload.pattern": "phased"},
    "C10 availability": {"service.availability_percent": 99.95},
    "C11 little used": {"demand.utilization_percent": 10},
    "C12 validation": {"workload.stage": "exploration"},
    "C13 nothing to adapt": {"workload.scheduler": "none"},
}


@pytest.mark.parametrize("facts", TO_SELF_HOSTED.values(), ids=TO_SELF_HOSTED)
def test_a_row_for_self_hosting_favors_it_over_the_cloud(advised: Advised, facts: Given) -> None:
    assert lead(advised(facts), SELF, over=CLOUD) > 0


@pytest.mark.parametrize("facts", TO_CLOUD.values(), ids=TO_CLOUD)
def test_a_row_for_the_cloud_favors_it_over_self_hosting(advised: Advised, facts: Given) -> None:
    assert lead(advised(facts), CLOUD, over=SELF) > 0


def test_c1_exclusive_machines_exclude_shared_instances(advised: Advised) -> None:
    assert "on-demand" in removed(advised({"compliance.isolation": "dedicated"}))
    assert "cloud" in removed(
        advised({"compliance.isolation": "physical", "compliance.private_deployment": False})
    )


def test_c7_a_liquid_cooled_room_favors_self_hosting(advised: Advised) -> None:
    assert lead(advised({"facility.cooling": "liquid"}), SELF, over=CLOUD) > 0


def test_c13_a_scheduler_in_use_is_cautioned_and_not_scored(advised: Advised) -> None:
    report = advised({"workload.scheduler": "slurm"})
    assert states(report)["C13-scheduler"] is State.FIRES
    assert set(report.scores.values()) == {50}


def test_c14_bandwidth_between_instances_is_to_be_checked(advised: Advised) -> None:
    assert states(advised({"workload.multi_node": True}))["C14-network"] is State.FIRES


def test_every_row_of_the_tables_is_compared(knowledge: Knowledge) -> None:
    assert [row.id for row in knowledge.pack.comparison] == [f"C{row}" for row in range(1, 15)]


# D. What does not differ.


@pytest.mark.parametrize("kind", ["training", "inference", "rendering", "simulation"])
def test_d3_the_application_alone_favors_no_side(advised: Advised, kind: str) -> None:
    assert set(advised({"workload.kind": kind}).scores.values()) == {50}


def test_d4_the_heat_of_a_chip_alone_favors_no_side(advised: Advised) -> None:
    report = advised({"hardware.gpu": "GB200"})
    assert set(report.scores.values()) == {50}
    assert states(report)["D4-heat"] is State.FIRES


def test_d4_a_chip_above_the_air_limit_cannot_stand_in_a_room_that_has_only_air(
    advised: Advised,
) -> None:
    air_only: Given = {"facility.cooling": "air", "facility.liquid_refit_possible": False}
    assert "owned" in removed(advised({"hardware.gpu": "GB200", **air_only}))
    assert removed(advised({"hardware.gpu": "H100", **air_only})) == set()


def test_d_what_does_not_differ_is_shown_and_no_rule_scores_it(knowledge: Knowledge) -> None:
    rows = [f"D{row}" for row in range(1, 7)]
    scoring = {row for rule in knowledge.pack.rules if rule.points for row in rule.covers}
    assert [one.id for one in knowledge.pack.common_ground] == rows
    # D4 also counts the refit of a room, which is the cost of the works and not the physics.
    assert scoring & set(rows) <= {"D4"}


# E. Money.


def test_e2_unknown_egress_is_cautioned_and_zero_is_an_answer(advised: Advised) -> None:
    unknown, none = advised({}), advised({"data.egress_tb_per_month": 0})
    assert states(unknown)["E2-egress"] is State.FIRES
    assert states(none)["E2-egress"] is State.DOES_NOT_FIRE


def test_e3_full_load_favors_owning_for_long_and_the_cloud_for_short(advised: Advised) -> None:
    full: Given = {"demand.utilization_percent": 95}
    assert advised({**full, "demand.horizon_months": 48}).verdict.option == SELF
    assert advised({**full, "demand.horizon_months": 4}).verdict.option == CLOUD


def test_a_profile_that_says_nothing_gets_no_recommendation(advised: Advised) -> None:
    report = advised({})
    assert report.verdict.option == "undecided"
    assert report.plan.occasion == "undecided"
