import pytest

from gpucmp.advice import advise
from gpucmp.facts import Facts
from gpucmp.options import Option
from gpucmp.pack import ChecklistItem, Pack, Rule, Source, StagedPlan
from gpucmp.report import Plan
from tests.builders import a_dimension, a_knowledge, a_pack, a_profile, a_rule, a_text

NODES = "workload.multi_node"
ON = {NODES: True}
PLANS = tuple(
    StagedPlan(occasion, occasion, (a_text(f"{occasion}: {{{figure}}}"), a_text("then")), ())
    for occasion, figure in [
        ("close", "option"),
        ("temporary", "rule"),
        ("undecided", "questions"),
    ]
)
BOTH = (a_dimension("money"), a_dimension("speed"))


def pack_of(*rules: Rule, plans: tuple[StagedPlan, ...] = PLANS) -> Pack:
    return a_pack(*rules, dimensions=BOTH, plans=plans)


def planned(pack: Pack, facts: Facts | None = None) -> Plan:
    return advise(a_profile({NODES: True, **(facts or {})}), a_knowledge(pack)).plan


def points(rule_id: str = "R1", **body: object) -> Rule:
    return a_rule(rule_id, when=ON, **body)


CLEAR = points(points={"cloud": 3})
LATE = a_rule("L1", when=ON, rules_out={"self-hosted": {}}, temporary=True)


def test_a_clear_verdict_needs_no_stages() -> None:
    plan = planned(pack_of(CLEAR))

    assert (plan.occasion, plan.stages) == ("", ())


def test_a_close_verdict_is_reached_in_stages() -> None:
    """0.2 points of 50 / 6 each lead by 1.67, less than the 2 of a lean."""
    plan = planned(pack_of(points(points={"cloud": 0.2})))

    assert plan.occasion == "close"
    assert [stage.en for stage in plan.stages] == ["close: cloud", "then"]
    assert [stage.zh for stage in plan.stages] == ["中 close: 云上", "中 then"]


def test_stages_may_name_the_rival() -> None:
    plans = (StagedPlan("P", "close", (a_text("{option} before {rival}"),), ()),)

    rule = points(points={"cloud": 2.9, "hybrid": 2.8})

    assert [one.en for one in planned(pack_of(rule, plans=plans)).stages] == [
        "cloud before hybrid"
    ]


def test_a_constraint_that_time_lifts_is_bridged_in_stages() -> None:
    plan = planned(pack_of(CLEAR, LATE))

    assert plan.occasion == "temporary"
    assert plan.stages[0].en == "temporary: Rule L1"


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param({"when": {"workload.stage": "growth"}, "temporary": True}, id="not known"),
        pytest.param({"when": ON, "temporary": False}, id="not temporary"),
    ],
)
def test_other_constraints_need_no_stages(rule: dict[str, object]) -> None:
    out = a_rule("L1", rules_out={"self-hosted": {}}, **rule)

    assert planned(pack_of(CLEAR, out)).occasion == ""


def test_an_open_verdict_starts_with_the_three_questions_that_matter_most() -> None:
    """The more points a rule could give, the more its question swings."""
    facts = (
        "workload.large_models",
        "workload.custom_architecture",
        "service.jitter_sensitive",
        "team.keeps_driver_stack",
    )
    unknown = [
        a_rule(f"U{at}", when={fact: True}, points={"cloud": at / 2 + 1})
        for at, fact in enumerate(facts)
    ]

    plan = planned(a_pack(*unknown, dimensions=BOTH, plans=PLANS, asks=facts))

    assert plan.occasion == "undecided"
    assert plan.stages[0].en.split() == [
        "undecided:",
        "team.keeps_driver_stack?",
        "service.jitter_sensitive?",
        "workload.custom_architecture?",
    ]


def test_a_hybrid_says_which_part_runs_where_by_the_rule_that_speaks_most_for_it() -> None:
    split = [{"part": {"en": "the rest", "zh": "其余"}, "place": "rented"}]
    weak = points("R1", points={"hybrid": 1}, split=split)
    strong = points(
        "R2",
        points={"hybrid": 2},
        split=[{"part": {"en": "core data", "zh": "核心数据"}, "place": "owned"}, *split],
    )

    found = planned(pack_of(weak, strong)).split

    assert [(one.part.en, one.place, one.rule) for one in found] == [
        ("core data", "owned", "R2"),
        ("the rest", "rented", "R2"),
        ("the rest", "rented", "R1"),
    ]


@pytest.mark.parametrize("points_of", ["cloud", "self-hosted"])
def test_only_a_hybrid_is_split(points_of: str) -> None:
    part = {"part": {"en": "the rest", "zh": "其余"}, "place": "rented"}
    rule = points(points={points_of: 3, "hybrid": 1}, split=[part])

    assert planned(pack_of(rule)).split == ()


def with_checklist(option: Option) -> Pack:
    items = tuple(
        ChecklistItem(f"F-{direction}", (direction,), a_text(direction), (GUIDE,))
        for direction in ("to-cloud", "to-self-hosted")
    )
    pack = pack_of(points(points={option: 3}))
    return Pack(
        pack.id,
        pack.version,
        pack.digest,
        pack.guides,
        pack.dimensions,
        pack.rules,
        pack.parameters,
        pack.offers,
        pack.questions,
        checklists=items,
    )


GUIDE = Source(guide="servers", section="7")
OWNS: Facts = {"hardware.existing_gpus": 8}


@pytest.mark.parametrize("option", [Option.CLOUD, Option.HYBRID])
def test_who_owns_machines_and_moves_to_the_cloud_gets_the_checklist(option: Option) -> None:
    (entry,) = planned(with_checklist(option), OWNS).checklist

    assert (entry.id, entry.text.en, entry.source) == ("F-to-cloud", "to-cloud", "servers §7")


@pytest.mark.parametrize(
    ("option", "facts"),
    [
        (Option.SELF_HOSTED, OWNS),
        (Option.CLOUD, {"hardware.existing_gpus": 0}),
        (Option.CLOUD, {}),
    ],
)
def test_who_moves_nothing_gets_no_checklist(option: Option, facts: Facts) -> None:
    assert planned(with_checklist(option), facts).checklist == ()
