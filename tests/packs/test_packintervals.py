"""Gaps and overlaps between the rules of one dimension."""

import pytest

from gpucmp.pack import Rule
from gpucmp.packs.packintervals import Finding, Interval, interval_findings
from tests.builders import a_pack, a_rule, the_facts


def findings(*rules: Rule) -> list[Finding]:
    return list(interval_findings(a_pack(*rules), the_facts()))


def rules_on(fact: str, *tests: object, **body: object) -> list[Rule]:
    return [
        a_rule(f"R{at}", when={fact: test}, points={"cloud": 1}, **body)
        for at, test in enumerate(tests, 1)
    ]


@pytest.mark.parametrize(
    ("fact", "tests", "stretch"),
    [
        ("demand.gpus", [{"at_most": 8}, {"at_least": 64}], "from 9 to 63"),
        ("demand.gpus", [{"below": 8}, {"above": 64}], "from 8 to 64"),
        ("demand.gpus", [{"at_most": 8}, {"at_least": 10}], "9"),
        ("demand.gpus", [8, 10], "9"),
        ("demand.gpus", [{"below": 2.5}, {"above": 3.5}], "3"),
        ("demand.utilization_percent", [{"below": 30}, {"at_least": 70}], "from 30 to below 70"),
        ("demand.utilization_percent", [{"at_most": 30}, {"above": 70}], "above 30 to 70"),
        ("demand.utilization_percent", [{"below": 30}, {"above": 30}], "30"),
        (
            "demand.utilization_percent",
            [{"below": 80}, {"between": [10, 20]}, {"above": 90}],
            "from 80 to 90",
        ),
    ],
)
def test_a_stretch_that_no_rule_answers_is_a_gap(
    fact: str, tests: list[object], stretch: str
) -> None:
    messages = [one.message for one in findings(*rules_on(fact, *tests))]
    assert any(
        message.startswith(f"gap: no rule of dimension money answers {fact} {stretch}, between")
        for message in messages
    ), messages


def test_a_gap_names_the_rules_on_both_sides_and_how_to_close_it() -> None:
    (found,) = findings(*rules_on("demand.gpus", {"at_least": 64}, {"at_most": 8}))
    assert found == Finding(
        ("R2", "R1"),
        "gap: no rule of dimension money answers demand.gpus from 9 to 63, between R2 and R1",
        "add a rule with `points: {}` if no points are meant",
    )


def test_a_rule_without_points_closes_a_gap() -> None:
    low, high = rules_on("demand.gpus", {"at_most": 8}, {"at_least": 64})
    between = a_rule("R3", when={"demand.gpus": {"above": 8, "below": 64}}, points={})
    assert findings(low, between, high) == []


@pytest.mark.parametrize(
    ("fact", "tests", "stretch"),
    [
        ("demand.gpus", [{"at_most": 8}, {"at_least": 8}], "8"),
        ("demand.gpus", [{"at_least": 8}, {"at_least": 64}], "from 64 to 10,000,000"),
        ("hardware.tdp_w", [{"above": 8}, {"above": 64}], "above 64"),
        ("hardware.tdp_w", [{"below": 8}, {"below": 64}], "below 8"),
        ("hardware.tdp_w", [{"at_most": 8}, {"at_most": 64}], "up to 8"),
        (
            "demand.utilization_percent",
            [{"between": [0, 30]}, {"between": [20, 40]}],
            "from 20 to below 30",
        ),
    ],
)
def test_a_stretch_that_two_rules_answer_is_an_overlap(
    fact: str, tests: list[object], stretch: str
) -> None:
    (found,) = findings(*rules_on(fact, *tests))
    assert found.message.startswith("overlap: R")
    assert found.message.endswith(f" both answer {fact} {stretch} in dimension money")


@pytest.mark.parametrize(
    "tests",
    [
        [{"below": 30}, {"between": [30, 70]}, {"at_least": 70}],
        [{"at_most": 30}, {"above": 30}],
        [{"at_least": 70}],
        [{"known": False}, {"at_least": 30}],
    ],
)
def test_rules_that_meet_leave_neither_gap_nor_overlap(tests: list[object]) -> None:
    assert findings(*rules_on("demand.utilization_percent", *tests)) == []


def test_rules_are_held_against_each_other_only_where_they_ask_the_same() -> None:
    (first,) = rules_on("demand.gpus", {"at_least": 8})
    others = [
        a_rule("D", when={"demand.gpus": {"at_least": 8}}, points={}, dimension="scale"),
        a_rule("F", when={"demand.peak_gpus": {"at_least": 8}}, points={}),
        a_rule("T", when={"demand.gpus": {"at_least": 8}, "demand.peak_gpus": 8}, points={}),
        a_rule(
            "A", when={"any": [{"demand.gpus": {"at_least": 8}}, {"demand.gpus": 1}]}, points={}
        ),
        a_rule(
            "W",
            when={"demand.gpus": {"at_least": 8}},
            points={},
            applies_when={"workload.kind": "training"},
        ),
        a_rule("P", when={"demand.gpus": {"at_least": 8}}, purchases={"cloud": {"spot": 1}}),
        a_rule("K", when={"workload.kind": "training"}, points={}),
        a_rule("B", when={"workload.multi_node": True}, points={}),
        a_rule("L", when={"demand.gpus": [1, 2]}, points={}),
        a_rule("G", along="demand.gpus", points={"1": {}, "2": {"cloud": 1}}),
    ]
    assert findings(first, *others) == []


def test_a_condition_that_no_number_meets_is_found() -> None:
    rule = a_rule(
        "R1",
        applies_when={"demand.gpus": {"below": 8}},
        when={"demand.gpus": {"at_least": 8}},
        points={"cloud": 1},
    )
    (found,) = findings(rule)
    assert (found.rules, found.message) == (
        ("R1",),
        "the condition on demand.gpus can never hold",
    )


def test_a_condition_outside_what_a_fact_can_be_is_never_met() -> None:
    (rule,) = rules_on("demand.utilization_percent", {"above": 100})
    assert [one.message for one in findings(rule)] == [
        "the condition on demand.utilization_percent can never hold"
    ]


@pytest.mark.parametrize(
    ("interval", "empty"),
    [
        (Interval(), False),
        (Interval(1, 1), False),
        (Interval(2, 1), True),
        (Interval(1, 1, low_open=True), True),
        (Interval(1, 1, high_open=True), True),
    ],
)
def test_an_interval_is_empty_where_its_ends_leave_nothing(
    interval: Interval, *, empty: bool
) -> None:
    assert interval.is_empty == empty


@pytest.mark.parametrize(
    ("interval", "whole"),
    [
        (Interval(1.5, 3.5), Interval(2, 3)),
        (Interval(1, 3, low_open=True, high_open=True), Interval(2, 2)),
        (Interval(low=1.5), Interval(low=2)),
        (Interval(high=3.5), Interval(high=3)),
    ],
)
def test_an_interval_of_whole_numbers_ends_on_them(interval: Interval, whole: Interval) -> None:
    assert interval.of_whole_numbers() == whole
