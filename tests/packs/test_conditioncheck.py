import pytest

from gpucmp.facts import Fact, Kind
from gpucmp.packs.conditioncheck import Fault, Surroundings, condition_faults, domain, value_fault
from tests.builders import the_facts

AROUND = Surroundings(the_facts(), {}, {"large": 64, "most": 200}, ())


def told(condition: object) -> list[str]:
    faults = condition_faults(condition, AROUND, ("when",))
    return [f"{'/'.join(map(str, one.steps))}: {one.message}" for one in faults]


@pytest.mark.parametrize(
    "condition",
    [
        {"demand.gpus": 8},
        {"demand.gpus": 8.0},
        {"demand.gpus": [8, 16]},
        {"demand.gpus": {"at_least": 8, "below": 64.5}},
        {"demand.gpus": {"between": [{"parameter": "large"}, 128]}},
        {"demand.gpus": {"above": {"parameter": "large"}}},
        {"demand.gpus": {"not": [8, 16]}},
        {"demand.curve": {"known": True}},
        {"service.regions": {"known": False}},
        {"workload.kind": {"not": "training"}, "workload.multi_node": True},
        {"hardware.gpu": "H100"},
        {"hardware.late_weeks": {"above": -5}},
        {"any": [{"demand.gpus": 8}, {"all": {"demand.gpus": 8, "workload.kind": "mixed"}}]},
        {"none": {"workload.multi_node": False}},
    ],
)
def test_a_sound_condition_has_no_fault(condition: object) -> None:
    assert told(condition) == []


@pytest.mark.parametrize(
    ("condition", "fault"),
    [
        (None, "when: a condition is a mapping of facts to tests, not nothing"),
        ({}, "when: an empty condition always holds"),
        ({"demand.gpuz": 8}, 'when/demand.gpuz: unknown fact "demand.gpuz"'),
        ({"demand.gpus": 0}, "when/demand.gpus: demand.gpus is never the number 0"),
        ({"demand.gpus": 8.5}, "when/demand.gpus: demand.gpus is never the number 8.5"),
        ({"demand.gpus": True}, "when/demand.gpus: demand.gpus is never `true`"),
        ({"demand.gpus": None}, "when/demand.gpus: demand.gpus is never nothing"),
        ({"demand.gpus": [8, "x"]}, "when/demand.gpus/1: demand.gpus is never the text `x`"),
        ({"demand.gpus": [[8, 9, 10]]}, "when/demand.gpus/0: demand.gpus is never a list"),
        ({"demand.gpus": []}, "when/demand.gpus: demand.gpus is none of an empty list"),
        ({"demand.gpus": {}}, "when/demand.gpus: a test is missing"),
        ({"demand.gpus": {"is": 8}}, 'when/demand.gpus/is: unknown test "is"'),
        ({"demand.gpus": {"equals": 8}}, 'when/demand.gpus/equals: unknown test "equals"'),
        ({"demand.gpus": {"parameter": "large"}}, "when/demand.gpus/parameter: unknown test"),
        ({"demand.gpus": {"not": 0}}, "when/demand.gpus/not: demand.gpus is never the number 0"),
        ({"demand.gpus": {"known": 1}}, "when/demand.gpus/known: `known` is true or false"),
        ({"demand.gpus": {"above": True}}, "when/demand.gpus/above: expected a number or"),
        ({"demand.gpus": {"above": [8]}}, "when/demand.gpus/above: expected a number or"),
        (
            {"demand.gpus": {"above": {"parameter": "large", "by": 1}}},
            "when/demand.gpus/above: expected a number or {parameter: name}, found a mapping",
        ),
        (
            {"demand.gpus": {"above": {"parameter": "large_one"}}},
            'when/demand.gpus/above: unknown parameter "large_one"',
        ),
        (
            {"demand.utilization_percent": {"above": {"parameter": "most"}}},
            "when/demand.utilization_percent/above: demand.utilization_percent is never the",
        ),
        ({"demand.gpus": {"between": [8]}}, "when/demand.gpus/between: `between` holds two"),
        ({"demand.gpus": {"between": 8}}, "when/demand.gpus/between: `between` holds two"),
        (
            {"demand.gpus": {"between": [8, 8]}},
            "when/demand.gpus/between: nothing lies between 8 and 8",
        ),
        (
            {"demand.gpus": {"between": ["x", 8]}},
            "when/demand.gpus/between/0: expected a number or",
        ),
        (
            {"demand.gpus": {"between": [8, {"parameter": "x"}]}},
            'when/demand.gpus/between/1: unknown parameter "x"',
        ),
        ({"workload.kind": {"above": 8}}, "when/workload.kind/above: workload.kind is no number"),
        ({"demand.curve": 8}, "when/demand.curve: demand.curve is a list; only `known`"),
        ({"hardware.gpu": ""}, "when/hardware.gpu: hardware.gpu is never empty text"),
        ({"any": []}, "when/any: `any` holds a list of conditions"),
        ({"all": {}}, "when/all: `all` holds a list of conditions"),
        ({"none": "x"}, "when/none: `none` holds a list of conditions"),
        ({"any": [{"demand.gpus": 8}, 5]}, "when/any/1: a condition is a mapping of facts"),
        ({"any": {"demand.gpus": 0}}, "when/any/demand.gpus: demand.gpus is never the number 0"),
    ],
)
def test_a_fault_is_told_where_it_is(condition: object, fault: str) -> None:
    (one,) = told(condition)

    assert one.startswith(fault)


def test_every_fault_is_told() -> None:
    condition = {"demand.gpus": {"above": 0, "bellow": 8}, "any": [{"a.b": 1}, {"c.d": 1}]}

    assert len(told(condition)) == 4


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (Fact("a", Kind.BOOL), "true or false"),
        (Fact("a", Kind.CHOICE, choices=("x", "y")), "one of x, y"),
        (Fact("a", Kind.TEXT), "text of 1 to 200 characters"),
        (Fact("a", Kind.TEXTS), "a list"),
        (Fact("a", Kind.CURVE), "a list"),
        (Fact("a", Kind.NUMBER), "a number"),
        (Fact("a", Kind.NUMBER, low=0, high=1e7), "a number from 0 up to 10000000"),
        (Fact("a", Kind.NUMBER, low=0, low_excluded=True), "a number above 0"),
        (Fact("a", Kind.NUMBER, high=9.5, whole=True), "a whole number up to 9.5"),
    ],
)
def test_a_domain_is_put_in_words(fact: Fact, words: str) -> None:
    assert domain(fact) == words


def test_a_value_near_a_choice_is_suggested() -> None:
    fact = Fact("a", Kind.CHOICE, choices=("training", "rendering"))

    assert list(value_fault(fact, "trainings", ())) == [
        Fault((), "a is never the text `trainings`", 'did you mean "training"?')
    ]
    assert list(value_fault(fact, "training", ())) == []
