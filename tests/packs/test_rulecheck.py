from collections.abc import Iterable, Iterator, Mapping

import pytest

from gpucmp.options import State
from gpucmp.packs.conditioncheck import Fault, Surroundings
from gpucmp.packs.rulecheck import faults_of, source_faults
from tests.builders import the_facts

AROUND = Surroundings(
    the_facts(), {"money": False, "operations": True}, {"large": 64}, ("servers",)
)
WHEN = {"demand.gpus": 8}
CRITERION = {"title": "t", "dimension": "money", "when": WHEN, "points": {"cloud": 1}}
GRADED = {
    "title": "t",
    "dimension": "money",
    "along": "demand.utilization_percent",
    "points": {"30": {"cloud": 3}, "70": {"cloud": -3}},
}
CONSTRAINT = {"title": "t", "when": WHEN, "rules_out": {"cloud": {}}}
CAUTION = {"title": "t", "when": WHEN, "advises": "Look."}
PREFERENCE = {"title": "t", "when": WHEN, "purchases": {"cloud": {"spot": 1}}}


def worded(faults: Iterable[Fault]) -> Iterator[str]:
    for one in faults:
        yield f"{'/'.join(map(str, one.steps))}: {one.message}"


def told(body: Mapping[str, object], **changes: object) -> list[str]:
    """Say what is wrong with *body* after *changes*; None takes a key away."""
    changed = {**body, **changes}
    return list(worded(faults_of({k: v for k, v in changed.items() if v is not None}, AROUND)))


@pytest.mark.parametrize("body", [CRITERION, GRADED, CONSTRAINT, CAUTION, PREFERENCE])
def test_a_sound_rule_has_no_fault(body: Mapping[str, object]) -> None:
    assert told(body) == []


@pytest.mark.parametrize(
    ("body", "changes", "fault"),
    [
        (CRITERION, {"title": None}, ": the rule has no title"),
        (CRITERION, {"when": None}, ": the rule has no condition, so it would always fire"),
        (CAUTION, {"advises": None}, ": the rule does nothing"),
        (CAUTION, {"rules_out": {"spot": {}}}, ": points, rules_out, and advises exclude"),
        (CRITERION, {"points": {}}, "points: points is empty"),
        (CONSTRAINT, {"rules_out": {}}, "rules_out: rules_out is empty"),
        (PREFERENCE, {"purchases": {}}, "purchases: purchases is empty"),
        (CAUTION, {"temporary": True}, "temporary: only a constraint can be temporary"),
        (CRITERION, {"dimension": None}, ": the rule gives points in no dimension"),
        (CRITERION, {"dimension": "moneys"}, 'dimension: unknown dimension "moneys"'),
        (CAUTION, {"dimension": "money"}, "dimension: a dimension counts points, and the rule"),
        (CRITERION, {"when": {"x": 1}}, 'when/x: unknown fact "x"'),
        (CRITERION, {"applies_when": {"x": 1}}, 'applies_when/x: unknown fact "x"'),
        (CRITERION, {"unless_known": {}}, "unless_known: an empty condition always holds"),
        (CRITERION, {"points": {"clowd": 1}}, 'points/clowd: unknown option "clowd"'),
        (CRITERION, {"points": {"cloud": "1"}}, "points/cloud: points are a number from -3 to 3"),
        (CRITERION, {"points": {"cloud": True}}, "points/cloud: points are a number from -3 to"),
        (CRITERION, {"points": {"cloud": 3.01}}, "points/cloud: points run from -3 to 3"),
        (CRITERION, {"points": {"cloud": -3.01}}, "points/cloud: points run from -3 to 3"),
        (
            CRITERION,
            {"dimension": "operations", "points": {"hybrid": 1}},
            "points/hybrid: a hybrid takes the lower of both ends",
        ),
        (GRADED, {"along": "demand.x"}, 'along: unknown fact "demand.x"'),
        (GRADED, {"along": "workload.kind"}, "along: workload.kind is no number"),
        (CAUTION, {"along": "demand.gpus"}, "along: along needs points"),
        (GRADED, {"points": {"30": {"cloud": 1}}}, "points: a graded criterion has at least two"),
        (
            GRADED,
            {"points": {"30": {"cloud": 1}, "inf": {"cloud": 2}, "70": {"cloud": 3}}},
            'points/inf: the knot "inf" is no number',
        ),
        (
            GRADED,
            {"points": {"30": {"cloud": 1}, "3e1": {"cloud": 2}}},
            'points/3e1: the knots "30" and "3e1" are the same',
        ),
        (
            GRADED,
            {"points": {"30": {"cloud": 1}, "101": {"cloud": 2}}},
            "points/101: demand.utilization_percent is never the number 101",
        ),
        (
            GRADED,
            {"points": {"30": 1, "70": {"cloud": 2}}},
            "points/30: a knot holds points by option, not the number 1",
        ),
        (
            GRADED,
            {"points": {"30": {"cloud": 4}, "70": {"cloud": 2}}},
            "points/30/cloud: points run from -3 to 3, and these are 4",
        ),
        (
            CONSTRAINT,
            {"rules_out": {"clowd": {"except": ["spot"]}}},
            'rules_out/clowd: unknown option or purchase "clowd"',
        ),
        (
            CONSTRAINT,
            {"rules_out": {"cloud": {"except": ["spot", "owned"]}}},
            "rules_out/cloud/except/1: owned is no way to buy inside cloud",
        ),
        (
            CONSTRAINT,
            {"rules_out": {"spot": {"except": ["spot"]}}},
            "rules_out/spot/except/0: spot is no way to buy inside spot",
        ),
        (
            CONSTRAINT,
            {"rules_out": {"cloud": {"unless": {"x": 1}}}},
            'rules_out/cloud/unless/x: unknown fact "x"',
        ),
        (
            PREFERENCE,
            {"purchases": {"self-hosted": {"spot": 1}}},
            "purchases/self-hosted/spot: spot is no way to buy inside self-hosted",
        ),
        (
            CONSTRAINT,
            {"when": {"any": [{"cost.owned_over_cloud": {"above": 1}}]}},
            "when/any/0/cost.owned_over_cloud: cost.owned_over_cloud is known only after",
        ),
        (CRITERION, {"sources": [{}]}, "sources/0: a source is one of guide, reference, and"),
        (
            CRITERION,
            {"tests": [{"given": {"demand.x": 1}, "expect": "fires"}]},
            'tests/0/given/demand.x: unknown fact "demand.x"',
        ),
        (
            CRITERION,
            {"tests": [{"given": {"demand.gpus": [1, 2]}, "expect": "fires"}]},
            "tests/0/given/demand.gpus: demand.gpus is never a list",
        ),
        (
            CRITERION,
            {"tests": [{"given": {"service.regions": "eu"}, "expect": "fires"}]},
            "tests/0/given/service.regions: service.regions is never the text `eu`",
        ),
        *(
            (
                CRITERION,
                {"tests": [{"given": {"demand.curve": curve}, "expect": "fires"}]},
                "tests/0/given/demand.curve: demand.curve is never",
            )
            for curve in (5, [8], [[8]], [[8, "all"]], [[8, True]])
        ),
        *(
            (CRITERION, {"tests": [{"expect": expect}]}, "tests/0/expect: a test cannot expect")
            for expect in (
                "fired",
                None,
                5,
                ["fires"],
                {"rules_out": "cloud"},
                {"rules_out": [], "x": 1},
            )
        ),
        (CRITERION, {"tests": [{"expect": {"x": 1}}]}, 'tests/0/expect/x: unknown option "x"'),
        (
            CRITERION,
            {"tests": [{"expect": {"rules_out": ["cloud", 5]}}]},
            'tests/0/expect/rules_out/1: unknown option or purchase "5"',
        ),
    ],
)
def test_a_fault_is_told_where_it_is(
    body: Mapping[str, object], changes: Mapping[str, object], fault: str
) -> None:
    (one,) = told(body, **changes)

    assert one.startswith(fault)


def test_a_constraint_after_costs_may_read_them() -> None:
    condition = {"cost.owned_over_cloud": {"above": 1}}

    assert told(CONSTRAINT, when=condition, after_costs=True) == []
    assert told(CRITERION, when=condition) == []


def test_a_cost_fact_in_the_tests_of_a_constraint_is_no_fault() -> None:
    tests = [{"given": {"cost.owned_over_cloud": 2}, "expect": "unknown"}]

    assert told(CONSTRAINT, tests=tests) == []


def test_a_condition_that_both_an_unknown_fact_and_points_have_is_told_twice() -> None:
    assert len(told(CRITERION, when={"x": 1}, points={"y": 1})) == 2


@pytest.mark.parametrize(
    "expect",
    [
        *State,
        {"cloud": 1},
        {},
        {"rules_out": []},
        {"rules_out": ["cloud", "spot"]},
    ],
)
def test_a_test_can_expect_a_state_points_or_removals(expect: object) -> None:
    given = {
        "demand.gpus": [8, 16, 32],
        "demand.curve": [[8, 100]],
        "service.regions": ["eu"],
        "hardware.tdp_w": 700,
    }

    assert told(CRITERION, tests=[{"given": given, "expect": expect}]) == []


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ({"guide": "servers", "section": "7.1"}, None),
        ({"judgment": "so"}, None),
        ({"reference": "there", "date": "2026"}, None),
        ({"guide": "servers"}, "s/0: a guide is cited with its section"),
        ({"guide": "server", "section": "1"}, 's/0/guide: unknown guide "server"'),
        ({"reference": "there"}, "s/0: a reference has a date"),
        ({"url": "https://example.org"}, "s/0: a source is one of guide, reference, and judgment"),
        ({"judgment": "so", "guide": "servers"}, "s/0: a source is one of guide, reference, and"),
    ],
)
def test_a_source_is_of_one_kind_and_whole(source: object, fault: str | None) -> None:
    found = list(worded(source_faults([source], AROUND, ("s",))))

    assert [one[: len(fault or "")] for one in found] == ([fault] if fault else [])


def test_an_entry_may_have_no_sources() -> None:
    assert list(source_faults(None, AROUND, ())) == []
