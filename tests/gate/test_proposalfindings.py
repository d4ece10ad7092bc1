from gpucmp.advice import Knowledge
from gpucmp.gate.findings import Severity
from gpucmp.gate.policy import Policy
from gpucmp.options import Option
from tests.gate.proposals import OWNED, RENTED, found, looked, passes, proposing, reason

BARE = "name: only a profile\ndemand: {gpus: 8}\n"


def test_a_profile_without_a_proposal_is_a_finding_and_not_silence(knowledge: Knowledge) -> None:
    one = found(BARE, knowledge)["no-proposal"]

    assert one.severity is Severity.WARNING
    assert one.message.en == "“only a profile” proposes nothing, so nothing was judged."
    assert one.location.line == 1


def test_a_policy_can_require_a_proposal(knowledge: Knowledge) -> None:
    one = found(BARE, knowledge, Policy(require_proposal=True))["no-proposal"]

    assert one.severity is Severity.ERROR


def test_the_policy_on_severities_is_the_last_word(knowledge: Knowledge) -> None:
    policy = Policy(require_proposal=True, severities={"no-proposal": "note"})

    assert found(BARE, knowledge, policy)["no-proposal"].severity is Severity.NOTE


def test_without_a_proposal_nothing_else_of_it_is_looked_for(knowledge: Knowledge) -> None:
    one = looked(BARE, knowledge)

    assert reason(one, "no-option") == "there is no proposal"
    assert reason(one, "deciding-fact-missing") == "there is no proposal"
    assert {finding.kind.id for finding in one.findings} == {"no-proposal"}


def test_a_proposal_without_an_option_is_an_error_that_names_the_verdict(
    knowledge: Knowledge,
) -> None:
    one = found(proposing(OWNED, "  purchase: owned\n"), knowledge)["no-option"]

    assert one.severity is Severity.ERROR
    assert one.mend.en == "Add option: self-hosted, or the option that is meant."


def test_a_proposal_without_an_option_names_all_where_nothing_is_decided(
    knowledge: Knowledge,
) -> None:
    one = found("name: bare\nproposal: {owned_gpus: 8}\n", knowledge)["no-option"]

    assert "self-hosted|cloud|hybrid" in one.mend.en


def test_an_option_that_the_policy_does_not_allow_is_an_error(knowledge: Knowledge) -> None:
    policy = Policy(allowed_options=(Option.SELF_HOSTED, Option.HYBRID))

    one = found(RENTED, knowledge, policy)["option-not-allowed"]

    assert one.message.en == "The policy does not allow cloud, only self-hosted, hybrid."
    assert one.message.zh == "政策不允许“云上”，只允许自建、混合。"
    assert passes(looked(OWNED, knowledge, policy), "option-not-allowed")


def test_an_option_is_needed_to_hold_it_against_the_allowed_ones(knowledge: Knowledge) -> None:
    one = looked(proposing(OWNED, "  purchase: owned\n"), knowledge)

    assert reason(one, "option-not-allowed") == "the proposal names no option"
