from gpucmp.advice import Knowledge
from gpucmp.gate.cases import is_ruled_out, listed
from gpucmp.gate.findings import Location, Severity
from gpucmp.gate.kinds import KINDS
from gpucmp.gate.policy import Policy
from gpucmp.text import Text
from tests.gate.proposals import NAME, OWNED, a_case, proposing

QUOTED = """\
name: "a: b" # the name
demand: {gpus: 64, utilization_percent: 40.5}
compliance:
  data_must_stay:  'own-domain'
proposal:
  option: cloud
"""


def test_a_value_is_located_from_its_first_to_after_its_last_character(
    knowledge: Knowledge,
) -> None:
    case = a_case(QUOTED, knowledge)

    assert case.at("name") == Location(NAME, NAME, 1, 7, 13, "/name")
    assert case.at("demand.gpus") == Location(NAME, NAME, 2, 16, 18, "/demand/gpus")
    assert case.at("demand.utilization_percent")[3:5] == (41, 45)
    assert case.at("compliance.data_must_stay")[2:5] == (4, 20, 32)


def test_what_is_absent_is_located_by_the_nearest_key_around_it(knowledge: Knowledge) -> None:
    case = a_case(QUOTED, knowledge)

    assert case.at("proposal.purchase") == Location(NAME, NAME, 5, 1, 10, "/proposal/purchase")
    assert case.at("data.stored_tb")[2:] == (1, 1, 13, "/data/stored_tb")


def test_a_pointer_escapes_what_json_pointers_escape(knowledge: Knowledge) -> None:
    case = a_case(QUOTED, knowledge)

    assert case.locator.at(("a/b", "c~d", 0)).pointer == "/a~1b/c~0d/0"


def test_a_place_beyond_the_lines_has_no_length(knowledge: Knowledge) -> None:
    locator = a_case(QUOTED, knowledge).locator._replace(lines=())

    one = locator.at(("name",))

    assert one.column == one.end_column


def test_a_severity_is_that_of_the_policy_then_of_the_case_then_of_the_kind(
    knowledge: Knowledge,
) -> None:
    kind = KINDS["no-option"]
    plain, strict = (
        a_case(QUOTED, knowledge),
        a_case(QUOTED, knowledge, Policy(severities={"no-option": "note"})),
    )

    assert plain.severity(kind) is Severity.ERROR
    assert plain.severity(kind, Severity.WARNING) is Severity.WARNING
    assert strict.severity(kind, Severity.WARNING) is Severity.NOTE


def test_the_trace_of_a_rule_that_is_not_there_is_its_effect_alone(knowledge: Knowledge) -> None:
    case = a_case(QUOTED, knowledge)

    (step,) = case.trace("NONE", Text("an effect", "作用"))

    assert step.text.en == "an effect"
    assert step.location is None


def test_an_option_is_ruled_out_only_for_certain(knowledge: Knowledge) -> None:
    assert not is_ruled_out(a_case(OWNED, knowledge))
    assert is_ruled_out(a_case(proposing(OWNED, "  option: cloud\n"), knowledge))
    assert not is_ruled_out(a_case(proposing(OWNED, "  purchase: spot\n"), knowledge))


def test_names_are_joined_as_each_language_does() -> None:
    assert listed([Text("a", "甲"), Text("b", "乙")]) == Text("a, b", "甲、乙")
