from gpucmp.advice import Knowledge
from gpucmp.gate.findings import Severity
from gpucmp.gate.policy import Policy
from tests.gate.proposals import OWNED, changed, found, looked, passes, reason


def test_a_fact_that_the_policy_requires_is_an_error_where_it_is_missing(
    knowledge: Knowledge,
) -> None:
    policy = Policy(required_facts=("demand.gpus", "data.egress_tb_per_month"))
    text = changed(OWNED, {"  egress_tb_per_month: 1\n": ""})

    one = found(text, knowledge, policy)["required-fact-missing"]

    assert one.severity is Severity.ERROR
    assert one.value == "data.egress_tb_per_month"
    assert one.location.pointer == "/data/egress_tb_per_month"
    assert one.mend.en.startswith("State data.egress_tb_per_month: ")
    assert OWNED.splitlines()[one.location.line - 1] == "data:"
    assert passes(looked(OWNED, knowledge, policy), "required-fact-missing")


def test_a_policy_that_requires_nothing_misses_nothing(knowledge: Knowledge) -> None:
    assert reason(looked(OWNED, knowledge), "required-fact-missing") == (
        "the policy requires no facts"
    )


def test_a_fact_that_the_pack_does_not_ask_for_is_named_alone(knowledge: Knowledge) -> None:
    policy = Policy(required_facts=("demand.curve",))
    silent = knowledge._replace(pack=knowledge.pack._replace(questions={}))

    assert found(OWNED, silent, policy)["required-fact-missing"].mend.en == "State demand.curve."


def test_the_three_unknown_facts_that_move_the_margin_most_are_named(
    knowledge: Knowledge,
) -> None:
    text = "name: bare\ndemand: {gpus: 8}\nproposal: {option: cloud}\n"

    one = looked(text, knowledge)

    deciding = [each for each in one.findings if each.kind.id == "deciding-fact-missing"]
    assert len(deciding) == 3
    assert "is unknown and could change the verdict: " in deciding[0].message.en
    assert "points)" in deciding[0].message.en
    assert passes(looked(OWNED, knowledge), "deciding-fact-missing")


def test_a_planned_utilization_is_a_warning_and_a_high_one_deserves_doubt(
    knowledge: Knowledge,
) -> None:
    planned = changed(OWNED, {"evidence: measured": "evidence: planned"})
    low = changed(planned, {"utilization_percent: 82": "utilization_percent: 50"})

    one = found(planned, knowledge)["utilization-planned"]

    assert one.severity is Severity.WARNING
    assert one.message.en == (
        "A utilization of 82 % is planned, not measured; above 50 % that deserves doubt."
    )
    assert found(low, knowledge)["utilization-planned"].message.en == (
        "A utilization of 50 % is planned, not measured."
    )


def test_a_utilization_of_unknown_origin_is_a_note(knowledge: Knowledge) -> None:
    one = found(changed(OWNED, {"  evidence: measured\n": ""}), knowledge)

    assert one["utilization-without-evidence"].severity is Severity.NOTE


def test_without_a_utilization_nobody_asks_for_its_origin(knowledge: Knowledge) -> None:
    one = looked("name: bare\nproposal: {option: cloud}\n", knowledge)

    for kind in ("utilization-planned", "utilization-without-evidence"):
        assert reason(one, kind) == "demand.utilization_percent is unknown"
