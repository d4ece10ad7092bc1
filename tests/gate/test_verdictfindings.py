import pytest

from gpucmp.advice import Knowledge
from gpucmp.gate.findings import Severity
from gpucmp.gate.policy import Policy
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

RIVALS = changed(RENTED, {"lead_time_weeks: 26": "lead_time_weeks: 10"})
"""Renting, where owning can be had too."""


def test_an_option_that_a_constraint_removes_is_an_error_for_each_constraint(
    knowledge: Knowledge,
) -> None:
    text = proposing(OWNED, "  option: cloud\n")

    rules = {one.rule: one for one in looked(text, knowledge).findings}

    assert set(rules) == {"A6", "A7-physical"}
    one = rules["A6"]
    assert one.kind.id == "option-ruled-out"
    assert one.severity is Severity.ERROR
    assert one.message.en == (
        "The proposed option cloud is ruled out by A6: Data may not leave the organization's own "
        "domain (compliance.data_must_stay own-domain, compliance.sensitive_separable false)."
    )
    assert "被 A6 排除" in one.message.zh
    assert one.mend.en == "Propose self-hosted, or correct what A6 reads."
    assert one.location.pointer == "/proposal/option"
    assert OWNED.splitlines()[one.location.line - 1].strip() == "option: self-hosted"
    assert [step.text.en for step in one.trace][:2] == [
        "compliance.data_must_stay: own-domain",
        "compliance.sensitive_separable: false",
    ]
    assert one.trace[-1].text.en == "cloud is ruled out"


def test_a_constraint_that_time_lifts_says_so(knowledge: Knowledge) -> None:
    text = changed(OWNED, {"needed_in_weeks: 40": "needed_in_weeks: 20"})

    one = found(text, knowledge)["option-ruled-out"]

    assert "ruled out for now by J3" in one.message.en


def test_where_nothing_is_left_no_other_option_is_proposed(knowledge: Knowledge) -> None:
    text = changed(OWNED, {"capital: 3500000": "capital: 10"})

    one = found(text, knowledge)["option-ruled-out"]

    assert one.mend.en == "No option is left; correct what M3 reads, or change it."


def test_a_proposal_that_is_the_verdict_passes(knowledge: Knowledge) -> None:
    one = looked(OWNED, knowledge)

    assert one.findings == ()
    for kind in ("option-ruled-out", "differs-from-clear-verdict", "undecided-verdict"):
        assert passes(one, kind)
    assert reason(one, "differs-from-lean-verdict") == "the verdict is not lean"


def test_another_option_than_a_clear_verdict_is_an_error_with_both_scores(
    knowledge: Knowledge,
) -> None:
    text = proposing(RIVALS, "  option: hybrid\n  owned_gpus: 16\n")

    one = found(text, knowledge)["differs-from-clear-verdict"]

    assert one.severity is Severity.ERROR
    assert one.message.en.startswith(
        "The proposal is hybrid, the verdict is cloud (clear). Hybrid "
    )
    assert one.message.zh.startswith("提案为“混合”，结论为“云上”（明确）。")
    assert one.value == "hybrid, not cloud"
    assert any(step.location for step in one.trace)
    assert any("cloud" in step.text.en for step in one.trace if step.location is None)


LEAN = """\
name: half known
workload: {kind: training, pattern: steady}
demand: {gpus: 64, utilization_percent: 75, evidence: planned, horizon_months: 36}
hardware: {gpu: H100}
proposal: {option: cloud}
"""


@pytest.mark.parametrize(
    ("text", "kind", "severity"),
    [
        (LEAN, "differs-from-lean-verdict", Severity.WARNING),
        (
            "name: close\ndemand: {utilization_percent: 51}\nproposal: {option: cloud}\n",
            "differs-from-close-verdict",
            Severity.NOTE,
        ),
    ],
)
def test_a_weaker_verdict_is_a_milder_finding(
    knowledge: Knowledge, text: str, kind: str, severity: Severity
) -> None:
    one = looked(text, knowledge)
    (finding,) = [each for each in one.findings if each.kind.id.startswith("differs-from-")]

    assert one.verdict
    assert finding.kind.id == f"differs-from-{one.verdict.strength}-verdict"
    assert (finding.kind.id, finding.severity) == (kind, severity)


def test_an_option_that_is_ruled_out_is_not_held_against_the_verdict_too(
    knowledge: Knowledge,
) -> None:
    one = looked(proposing(OWNED, "  option: cloud\n"), knowledge)

    assert reason(one, "differs-from-clear-verdict") == "the option is ruled out already"


def test_a_verdict_that_nothing_decides_is_said(knowledge: Knowledge) -> None:
    one = found("name: bare\nproposal: {option: cloud}\n", knowledge)["undecided-verdict"]

    assert one.severity is Severity.WARNING
    assert one.message.en.startswith("Nothing tells the options apart: 0 of ")
    assert one.mend.en.startswith("State ")


def test_a_margin_below_that_of_the_policy_is_an_error(knowledge: Knowledge) -> None:
    text = proposing(RIVALS, "  option: cloud\n  purchase: on-demand\n")
    strict, mild = Policy(minimum_margin=90), Policy(minimum_margin=1)

    one = found(text, knowledge, strict)["margin-below-minimum"]

    assert "the policy asks for 90" in one.message.en
    assert passes(looked(text, knowledge, mild), "margin-below-minimum")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (OWNED, "the verdict is another, or has no rival"),
        (proposing(OPEN, "  purchase: owned\n"), "the proposal names no option"),
    ],
)
def test_a_margin_needs_the_verdict_and_a_rival(knowledge: Knowledge, text: str, why: str) -> None:
    one = looked(text, knowledge, Policy(minimum_margin=5))

    assert reason(one, "margin-below-minimum") == why


def test_without_an_option_no_verdict_is_held_against_it(knowledge: Knowledge) -> None:
    one = looked(proposing(OPEN, "  purchase: owned\n"), knowledge)

    for kind in ("option-ruled-out", "differs-from-clear-verdict", "undecided-verdict"):
        assert reason(one, kind) == "the proposal names no option"
