"""The nearest values at which another verdict holds, on rules that are easy to follow."""

import pytest

from gpucmp.advice import advise
from gpucmp.facts import FactValue
from gpucmp.flips import distance
from gpucmp.pack import Rule
from gpucmp.report import Flip
from tests.builders import a_knowledge, a_pack, a_profile, a_rule, the_facts

OWN = a_rule("OWN", when={"workload.multi_node": True}, points={"self-hosted": 2})
FEW = a_rule("FEW", dimension="scale", when={"demand.gpus": {"below": 8}}, points={"cloud": 3})
GRADED = a_rule(
    "GRADED",
    dimension="utilization",
    along="service.availability_percent",
    points={0: {"cloud": 3}, 100: {"self-hosted": 3}},
)
KIND = a_rule("KIND", when={"workload.kind": "inference"}, points={"cloud": 3})


def flips_of(*rules: Rule, **facts: FactValue) -> list[tuple[str, FactValue, FactValue, str]]:
    spelled = {path.replace("__", "."): value for path, value in facts.items()}
    report = advise(a_profile(spelled), a_knowledge(a_pack(*rules)))
    return [(one.fact, one.from_, one.to, one.verdict) for one in report.flips]


def test_a_threshold_is_where_a_rule_begins_to_fire() -> None:
    found = flips_of(OWN, FEW, workload__multi_node=True, demand__gpus=20)

    assert ("demand.gpus", 20, 7, "cloud") in found


def test_a_graded_criterion_flips_where_its_line_crosses() -> None:
    # 3 - 6 x / 100 for the cloud's lead: it is even at 50.
    found = flips_of(GRADED, service__availability_percent=90)
    (flip,) = found

    assert flip[0] == "service.availability_percent"
    assert isinstance(flip[2], int | float)
    assert flip[2] == pytest.approx(50, abs=0.1)


def test_another_value_of_a_choice_or_a_truth_flips() -> None:
    found = flips_of(OWN, KIND, workload__multi_node=True, workload__kind="training")

    assert ("workload.kind", "training", "inference", "cloud") in found
    assert ("workload.multi_node", True, False, "undecided") in found


def test_what_no_rule_reads_and_what_moves_too_little_flips_nothing() -> None:
    assert flips_of(OWN, workload__multi_node=True, workload__kind="training") == [
        ("workload.multi_node", True, False, "undecided")
    ]


def test_the_nearest_flip_comes_first() -> None:
    near, far = Flip("demand.gpus", 20, 19, "cloud"), Flip("demand.gpus", 20, 100, "cloud")
    choice = Flip("workload.kind", "training", "inference", "cloud")
    table = the_facts()

    assert distance(near, table) < distance(choice, table) < distance(far, table)
