import pytest

from gpucmp.advice import Knowledge, advise
from gpucmp.facts import Facts, FactValue
from gpucmp.options import Option, Purchase, State
from gpucmp.pack import Pack, Rule
from gpucmp.profile import Profile
from gpucmp.report import Report, RuledOut, RuleResult, Used
from tests.builders import a_dimension, a_knowledge, a_pack, a_profile, a_rule, a_text

NODES, CUSTOM = "workload.multi_node", "workload.custom_architecture"
ON: dict[str, object] = {NODES: True}
BOTH = (a_dimension("money"), a_dimension("speed", lower_end=True))
CLOUD, SELF_HOSTED, HYBRID = Option.CLOUD, Option.SELF_HOSTED, Option.HYBRID


def report_of(*rules: Rule, facts: Facts | None = None, pack: Pack | None = None) -> Report:
    profile = a_profile({NODES: True, **(facts or {})})
    return advise(profile, a_knowledge(pack or a_pack(*rules, dimensions=BOTH)))


def rule_of(report: Report, rule_id: str) -> RuleResult:
    return next(one for one in report.rules if one.id == rule_id)


def test_the_margin_is_that_of_the_printed_scores() -> None:
    """A point is worth 50 / 6: 50 + 8.33 prints as 58.3, 50 + 4.17 as 54.2; 4.17 would be 4.2."""
    found = report_of(a_rule("R1", when=ON, points={"cloud": 1, "hybrid": 0.5}))

    assert found.scores == {CLOUD: 58.3, HYBRID: 54.2, SELF_HOSTED: 50}
    assert (found.verdict.margin, found.verdict.rival) == (4.1, HYBRID)
    assert found.verdict.margin_share == 1


def test_without_a_rival_there_is_no_margin() -> None:
    out = a_rule("R1", when=ON, rules_out={"cloud": {}, "hybrid": {}})

    assert report_of(out).verdict.margin is None


def test_every_dimension_shows_in_every_result() -> None:
    found = report_of(a_rule("R1", when=ON, points={"cloud": 1})).dimensions

    assert [(one.id, one.weight, one.values) for one in found] == [
        ("money", 1, {CLOUD: 1, SELF_HOSTED: 0, HYBRID: 0}),
        ("speed", 1, {CLOUD: 0, SELF_HOSTED: 0, HYBRID: 0}),
    ]
    assert [one.rules for one in found] == [("R1",), ()]


def test_a_dimension_names_the_facts_of_the_profile_that_it_waits_for() -> None:
    rules = [
        a_rule("R1", when={"facility.gpu_kw": {"above": 1}}, points={"cloud": 1}),
        a_rule("R2", when={CUSTOM: True}, dimension="speed", points={"cloud": 1}),
    ]

    found = report_of(*rules, facts={"demand.gpus": 8})

    assert [one.waits_for for one in found.dimensions] == [("hardware.gpu",), (CUSTOM,)]
    assert rule_of(found, "R1").waits_for == ("hardware.gpu",)


def test_a_rule_on_costs_waits_for_what_costs_need() -> None:
    rule = a_rule("R1", when={"cost.owned_over_cloud": {"below": 1}}, points={"cloud": 1})

    assert rule_of(report_of(rule), "R1").waits_for == (
        "demand.gpus",
        "demand.utilization_percent",
        "demand.horizon_months",
        "hardware.gpu",
    )


def test_a_rule_shows_its_points_weight_and_sources() -> None:
    rule = a_rule(
        "R1",
        when=ON,
        points={"cloud": 1 / 3},
        sources=[{"guide": "clusters", "section": "7.1"}],
        why={"en": "Because.", "zh": "因为。"},
        place="rules/R1.yaml:1:1",
    )

    found = rule_of(report_of(pack=a_pack(rule, dimensions=(a_dimension(weight=2),))), "R1")

    assert (found.state, found.points, found.weight) == (State.FIRES, {CLOUD: 0.333}, 2)
    assert [(one.text, one.basis) for one in found.sources] == [("clusters §7.1", "guide")]
    assert (found.basis, found.place) == ("guide", "rules/R1.yaml:1:1")
    assert found.why is not None
    assert found.why.zh == "因为。"


def test_every_rule_shows_in_the_result_whatever_became_of_it() -> None:
    rules = [
        a_rule("R1", when=ON, points={"cloud": 1}),
        a_rule("R2", when={NODES: False}, points={"cloud": 1}),
        a_rule("R3", when={CUSTOM: True}, points={"cloud": 1}),
        a_rule("R4", applies_when={NODES: False}, when={CUSTOM: True}, points={"cloud": 1}),
    ]

    found = report_of(*rules).rules

    assert {one.id: one.state.value for one in found} == {
        "R1": "fires",
        "R2": "does-not-fire",
        "R3": "unknown",
        "R4": "not-applicable",
    }


def test_a_rule_shows_every_test_with_its_outcome_and_place() -> None:
    rule = a_rule(
        "R1",
        when={NODES: True, CUSTOM: True, "facility.gpu_kw": {"above": 5}},
        along="demand.horizon_months",
        points={"12": {}, "36": {"cloud": 1}},
    )
    facts: Facts = {NODES: True, "hardware.gpu": "Large", "demand.gpus": 4}
    places = {NODES: "p.yaml:2:1", "hardware.gpu": "p.yaml:4:1"}
    profile = Profile("a", facts, places=places)

    found = rule_of(advise(profile, a_knowledge(a_pack(rule))), "R1")

    assert found.facts == (
        Used(NODES, "true", value=True, holds=True, place="p.yaml:2:1"),
        Used(CUSTOM, "true", value=None, holds=None),
        Used("facility.gpu_kw", "above 5", value=4.8, holds=False, place="p.yaml:4:1"),
        Used("demand.horizon_months", "along", value=None, holds=None),
    )


def ruled_out(*rules: Rule, facts: Facts | None = None) -> list[tuple[str, str, bool]]:
    found = report_of(*rules, facts=facts).ruled_out
    return [(one.option or one.purchase or "", one.rule, one.certain) for one in found]


def out(rule_id: str, when: dict[str, object], **targets: object) -> Rule:
    spelled = {name.replace("_", "-"): rest for name, rest in targets.items()}
    return a_rule(rule_id, when=when, rules_out=spelled)


def test_what_is_out_for_sure_stands_before_what_waits_and_options_before_purchases() -> None:
    rules = [
        out("R1", {CUSTOM: True}, hybrid={}),
        out("R2", ON, spot={}),
        out("R3", ON, cloud={}),
    ]

    assert ruled_out(*rules) == [
        ("cloud", "R3", True),
        ("spot", "R2", True),
        ("hybrid", "R1", False),
    ]


def test_an_option_that_keeps_a_purchase_is_not_called_ruled_out() -> None:
    rented = ["on-demand", "reserved-1y", "reserved-3y", "spot", "serverless"]
    rule = out("R1", ON, cloud={"except": ["dedicated", "private-deployment"]})

    assert ruled_out(rule) == [(purchase, "R1", True) for purchase in rented]


def test_a_purchase_is_called_ruled_out_where_its_last_option_falls_with_it() -> None:
    rules = [out("R1", ON, owned={}), out("R2", ON, colocated={})]

    assert ruled_out(*rules) == [("owned", "R1", True), ("colocated", "R2", True)]


def test_a_purchase_that_may_yet_be_ruled_out_is_named_once() -> None:
    assert ruled_out(out("R1", {CUSTOM: True}, spot={})) == [("spot", "R1", False)]


def test_a_constraint_that_time_lifts_is_marked() -> None:
    rule = a_rule("R1", when=ON, rules_out={"owned": {}}, temporary=True)

    (found,) = report_of(rule).ruled_out

    title = rule.title
    assert found == RuledOut(None, Purchase.OWNED, "R1", title, temporary=True, certain=True)


def notes(facts: dict[str, FactValue]) -> list[str]:
    return [one.fact for one in advise(a_profile(facts), a_knowledge()).notes]


@pytest.mark.parametrize(
    ("facts", "fact"),
    [
        ({"hardware.gpu": "Large"}, []),
        ({"hardware.gpu": "Nonesuch 9000"}, ["hardware.gpu"]),
        ({"demand.utilization_percent": 70, "demand.utilization_kind": "allocated"}, []),
        ({"demand.utilization_percent": 70, "demand.utilization_kind": "busy"},
         ["demand.utilization_percent"]),
    ],
)  # fmt: skip
def test_what_is_stated_and_not_used_is_noted(
    facts: dict[str, FactValue], fact: list[str]
) -> None:
    assert notes(facts) == fact


@pytest.mark.parametrize(("gpu", "near"), [("Large-9", "Large"), ("Nonesuch 9000", None)])
def test_a_gpu_that_is_not_known_is_answered_with_near_names(gpu: str, near: str | None) -> None:
    (note,) = advise(a_profile(hardware__gpu=gpu), a_knowledge()).notes

    assert gpu in note.text.en
    assert ("did you mean" in note.text.en) is (near is not None)
    assert near is None or (near in note.text.en and near in note.text.zh)


def test_how_much_is_known_counts_facts_and_open_questions() -> None:
    """Two facts are known; the rule's other fact and the evidence are open."""
    found = report_of(
        a_rule("R1", when={NODES: True, CUSTOM: True}, points={"cloud": 1}),
        facts={"demand.gpus": 8},
    )

    assert (found.known.facts, found.known.of) == (2, 4)


def test_a_result_names_its_pack_and_the_parameters_that_its_rules_read() -> None:
    rule = a_rule("R1", when=ON, points={"cloud": 1})._replace(parameters=("large_scale_gpus",))

    found = report_of(pack=a_pack(rule, parameters={"large_scale_gpus": 64, "unread": 1})).pack

    assert (found.id, found.version, found.digest) == ("tests", "1", "sha256:0")
    assert [(one.id, one.value, one.still_valid_on) for one in found.parameters] == [
        ("large_scale_gpus", 64, "2026-06-01")
    ]


def test_a_result_names_the_profile_and_its_file() -> None:
    found = advise(Profile("fleet", {}, file="fleet.yaml"), a_knowledge())

    assert (found.name, found.file) == ("fleet", "fleet.yaml")


def test_a_caution_advises_and_gives_no_points() -> None:
    text = a_text("Beware.")
    caution = a_rule("R1", when=ON, advises={"en": text.en, "zh": text.zh})

    found = report_of(caution)

    assert rule_of(found, "R1").advises == text
    assert found.verdict.option == "undecided"


# What the guides say, by the built-in pack.

SKILLS: Facts = dict.fromkeys(
    (
        "team.handles_hardware_faults",
        "team.tunes_parallel_filesystem",
        "team.keeps_driver_stack",
    ),
    True,
)


@pytest.mark.parametrize(
    ("utilization", "option"), [(70, "self-hosted"), (85, "self-hosted"), (29, "cloud")]
)
def test_high_use_speaks_for_owning_and_low_use_for_the_cloud(
    knowledge: Knowledge, utilization: float, option: str
) -> None:
    """Clusters, section 7.1."""
    profile = a_profile(demand__utilization_percent=utilization)

    assert advise(profile, knowledge).verdict.option == option


def test_with_nothing_known_the_guides_give_no_verdict(knowledge: Knowledge) -> None:
    found = advise(a_profile(), knowledge)

    assert found.verdict.option == "undecided"
    assert set(found.scores.values()) == {50}


@pytest.mark.parametrize(("able", "option"), [(True, "self-hosted"), (False, "cloud")])
def test_skills_speak_for_owning_and_their_lack_for_the_cloud(
    knowledge: Knowledge, *, able: bool, option: str
) -> None:
    """Clusters, section 7.2."""
    profile = a_profile(dict.fromkeys(SKILLS, able))

    assert advise(profile, knowledge).verdict.option == option


@pytest.mark.parametrize(
    ("private", "purchases"),
    [(False, {Purchase.OWNED}), (True, {Purchase.OWNED, Purchase.PRIVATE_DEPLOYMENT})],
)
def test_data_that_may_not_leave_rule_a_providers_cloud_out(
    knowledge: Knowledge, *, private: bool, purchases: set[Purchase]
) -> None:
    """Clusters, section 7.3: self-hosting or a private deployment."""
    profile = a_profile(
        {
            "compliance.data_must_stay": "own-domain",
            "compliance.sensitive_separable": False,
            "compliance.private_deployment": private,
            "demand.utilization_percent": 5,
        }
    )

    assert advise(profile, knowledge).verdict.purchase in purchases


def test_mixed_work_in_a_growing_company_suits_a_hybrid(knowledge: Knowledge) -> None:
    """Clusters, section 6.3: day-to-day training in the cloud, core data on own machines."""
    profile = a_profile(workload__organization="growing-company", workload__kind="mixed")

    found = advise(profile, knowledge)

    assert found.verdict.option == "hybrid"
    assert {one.place for one in found.plan.split} == {"owned", "rented"}


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param({"workload.organization": "startup", "workload.direction_settled": False},
                     id="clusters 6.2"),
        pytest.param({"workload.kind": "inference", "workload.pattern": "bursty"},
                     id="servers 6.4"),
        pytest.param({"workload.kind": "experimentation", "workload.pattern": "phased"},
                     id="servers 6.2"),
    ],
)  # fmt: skip
def test_uneven_and_open_work_suits_the_cloud(
    knowledge: Knowledge, facts: dict[str, FactValue]
) -> None:
    assert advise(a_profile(facts), knowledge).verdict.option == "cloud"


def test_a_large_lab_with_sensitive_data_and_its_own_operators_suits_self_hosting(
    knowledge: Knowledge,
) -> None:
    """Clusters, section 6.1."""
    profile = a_profile(
        {
            "workload.organization": "research-lab",
            "workload.large_models": True,
            "compliance.data_must_stay": "country",
            **SKILLS,
        }
    )

    assert advise(profile, knowledge).verdict.option == "self-hosted"


def test_a_purchase_that_one_option_loses_is_listed_with_that_option(
    knowledge: Knowledge,
) -> None:
    found = advise(
        a_profile(
            {
                "workload.organization": "growing-company",
                "workload.kind": "mixed",
                "compliance.data_must_stay": "own-domain",
                "compliance.private_deployment": True,
                "compliance.sensitive_separable": True,
                "compliance.sensitive_percent": 20,
            }
        ),
        knowledge,
    )
    lost = [one for one in found.ruled_out if one.purchase is Purchase.ON_DEMAND]

    assert (found.verdict.option, found.verdict.purchases.rented) == ("hybrid", "on-demand")
    assert [(one.inside, one.certain) for one in lost] == [(Option.CLOUD, True)]
