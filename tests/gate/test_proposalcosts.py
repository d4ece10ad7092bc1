from gpucmp.advice import Knowledge
from gpucmp.gate.proposalcosts import money, proposed_costs, way
from gpucmp.gate.proposed import Proposed
from gpucmp.options import Option, Purchase
from gpucmp.profile import Profile
from tests.builders import a_rule
from tests.gate.proposals import OPEN, OWNED, a_case, proposing


def test_what_is_not_proposed_costs_nothing(knowledge: Knowledge) -> None:
    case = a_case(proposing(OPEN, "  purchase: owned\n"), knowledge)

    assert case.costs == (None, None)


def test_a_purchase_is_costed_by_its_own_line(knowledge: Knowledge) -> None:
    line = a_case(
        proposing(OPEN, "  option: cloud\n  purchase: on-demand\n"), knowledge
    ).costs.line

    assert line
    assert way(line).en == "cloud · on-demand"


def test_without_a_purchase_the_cheapest_of_the_option_is_meant(knowledge: Knowledge) -> None:
    case = a_case(proposing(OPEN, "  option: cloud\n"), knowledge)
    costs = case.report.costs

    assert costs
    assert case.costs.line
    ways = [one.npv for one in costs.options if one.option is Option.CLOUD]
    assert case.costs.line.npv == min(ways)


def test_a_hybrid_with_a_number_is_costed_at_that_number(knowledge: Knowledge) -> None:
    case = a_case(proposing(OPEN, "  option: hybrid\n  owned_gpus: 17\n"), knowledge)

    assert case.costs.split
    assert (case.costs.split.servers, case.costs.split.gpus_per_server) == (3, 8)
    assert case.costs.line is case.costs.split.line
    assert case.costs.line.servers == 3


def test_a_hybrid_in_a_place_that_a_rule_removes_cannot_be_costed(knowledge: Knowledge) -> None:
    rule = a_rule("R1", when={"demand.gpus": 64}, rules_out={"colocated": {}})
    pack = knowledge.pack._replace(rules=(*knowledge.pack.rules, rule))
    text = proposing(OPEN, "  option: hybrid\n  purchase: colocated\n  owned_gpus: 16\n")

    assert a_case(text, knowledge).costs.line
    costs = a_case(text, knowledge._replace(pack=pack)).costs
    assert costs.split is None


def test_a_profile_of_which_too_little_is_known_cannot_be_split(knowledge: Knowledge) -> None:
    case = a_case(proposing(OPEN, "  option: hybrid\n  owned_gpus: 16\n"), knowledge)
    bare = Profile("bare", {"demand.gpus": 8})

    assert proposed_costs(bare, case.report, case.proposed, knowledge).split is None


def test_without_prices_nothing_is_split(knowledge: Knowledge) -> None:
    case = a_case(proposing(OPEN, "  option: hybrid\n  owned_gpus: 16\n"), knowledge)
    proposed = Proposed(stated=True, option=Option.HYBRID, purchase=Purchase.OWNED, owned_gpus=16)

    bare = proposed_costs(case.profile, case.report, proposed, knowledge._replace(book=None))

    assert bare.split is None


def test_where_nothing_can_be_rented_there_is_no_split(knowledge: Knowledge) -> None:
    assert a_case(OWNED, knowledge).costs.split is None


def test_an_amount_has_its_currency_in_both_languages() -> None:
    assert money(318e4, "USD") == ("3.18 M USD", "318 万 USD")
