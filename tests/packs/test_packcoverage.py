"""What tests and profiles show of the rules."""

import pytest

from gpucmp.errors import Place
from gpucmp.packdata import pack_from
from gpucmp.packs import packcoverage
from gpucmp.packs.packcoverage import ProfileCoverage, RuleUse
from gpucmp.packs.packfile import PackSource
from tests.builders import a_knowledge, a_pack, a_profile, a_rule, a_source, the_facts

PACK = """\
id: acme
dimensions: [{id: scale, title: Scale}]
parameters:
  large:
    value: 64
    unit: GPUs
    description: A large fleet
    sources: [{judgment: made up}]
    as_of: "2026-01-01"
    still_valid_on: "2026-01-01"
"""


def coverage(rule: str) -> packcoverage.RuleCoverage:
    head = "id: X1\ntitle: A rule\nsources: [{judgment: made up}]\n"
    source = a_source({"acme/pack.yaml": PACK, "acme/criteria/X1.yaml": head + rule})
    (found,) = packcoverage.test_coverage(source, pack_from(source.data), the_facts())
    return found


def lacking(rule: str) -> list[str]:
    return [need.what for need in coverage(rule).needs if not need.met]


def a_criterion(condition: str, *tests: str) -> str:
    lines = "".join(f"  - {test}\n" for test in tests)
    return f"dimension: scale\n{condition}\npoints: {{cloud: 1}}\ntests:\n{lines}"


FIRES = "{given: {demand.gpus: 64}, expect: fires}"
DOES_NOT = "{given: {demand.gpus: 63}, expect: does-not-fire}"
UNKNOWN = "{given: {}, expect: unknown}"
AT_LEAST_64 = "when: {demand.gpus: {at_least: {parameter: large}}}"


def test_a_rule_with_all_its_tests_is_covered() -> None:
    found = coverage(a_criterion(AT_LEAST_64, FIRES, DOES_NOT, UNKNOWN))
    assert found.percent == 100
    assert [need.what for need in found.needs] == [
        "test that expects fires",
        "test that expects does-not-fire",
        "test that expects unknown",
        "test exactly on demand.gpus 64",
        "test just below demand.gpus 64",
    ]


@pytest.mark.parametrize(
    ("tests", "lacks"),
    [
        ([DOES_NOT, UNKNOWN], ["test that expects fires", "test exactly on demand.gpus 64"]),
        (
            [FIRES, UNKNOWN],
            ["test that expects does-not-fire", "test just below demand.gpus 64"],
        ),
        ([FIRES, DOES_NOT], ["test that expects unknown"]),
        (
            [FIRES, "{given: {demand.gpus: 8}, expect: does-not-fire}", UNKNOWN],
            ["test just below demand.gpus 64"],
        ),
        (
            [FIRES, "{given: {demand.gpus: 65}, expect: fires}", DOES_NOT, UNKNOWN],
            [],
        ),
    ],
)
def test_a_missing_test_is_a_need_that_is_not_met(tests: list[str], lacks: list[str]) -> None:
    assert lacking(a_criterion(AT_LEAST_64, *tests)) == lacks


def test_points_and_removals_count_as_firing() -> None:
    points = "{given: {demand.gpus: 64}, expect: {cloud: 1}}"
    assert lacking(a_criterion(AT_LEAST_64, points, DOES_NOT, UNKNOWN)) == []


@pytest.mark.parametrize(
    ("condition", "on", "beside"),
    [
        ("{demand.gpus: {at_least: 64}}", 64, "just below demand.gpus 64"),
        ("{demand.gpus: {below: 64}}", 64, "just below demand.gpus 64"),
        ("{demand.gpus: {above: 64}}", 64, "just above demand.gpus 64"),
        ("{demand.gpus: {at_most: 64}}", 64, "just above demand.gpus 64"),
    ],
)
def test_beside_a_threshold_is_where_the_outcome_changes(
    condition: str, on: int, beside: str
) -> None:
    needs = [need.what for need in coverage(a_criterion(f"when: {condition}", FIRES)).needs]
    assert needs[-2:] == [f"test exactly on demand.gpus {on}", f"test {beside}"]


def test_both_ends_of_between_are_thresholds() -> None:
    needs = coverage(a_criterion("when: {demand.gpus: {between: [8, 64]}}", FIRES)).needs
    assert [need.what for need in needs[-4:]] == [
        "test exactly on demand.gpus 8",
        "test just below demand.gpus 8",
        "test exactly on demand.gpus 64",
        "test just below demand.gpus 64",
    ]


@pytest.mark.parametrize(
    ("condition", "needs"),
    [
        ("{demand.utilization_percent: {at_least: 0}}", ["exactly on"]),
        ("{demand.utilization_percent: {above: 100}}", ["exactly on"]),
        ("{service.latency_ms: {above: 0}}", ["just above"]),
        ("{demand.gpus: {above: 2.5}}", ["just above"]),
    ],
)
def test_a_value_that_a_fact_cannot_have_needs_no_test(condition: str, needs: list[str]) -> None:
    found = coverage(a_criterion(f"when: {condition}", FIRES)).needs
    words = [need.what for need in found if "that expects" not in need.what]
    assert [" ".join(word.split()[1:3]) for word in words] == needs


@pytest.mark.parametrize(("beside", "near"), [(99.8, True), (99.89, True), (97, False)])
def test_beside_a_threshold_is_within_a_step_or_a_fiftieth_of_it(
    beside: float, *, near: bool
) -> None:
    condition = "when: {service.availability_percent: {at_least: 99.9}}"
    test = f"{{given: {{service.availability_percent: {beside}}}, expect: does-not-fire}}"
    wanted = "test just below service.availability_percent 99.9"
    assert (wanted not in lacking(a_criterion(condition, test))) == near


def test_the_conditions_around_a_rule_have_thresholds_as_well() -> None:
    rule = """\
applies_when: {demand.horizon_months: {at_least: 12}}
when: {demand.gpus: {at_least: 64}}
unless_known: {demand.peak_gpus: {below: 8}}
rules_out: {cloud: {unless: {hardware.existing_gpus: {at_least: 1}}}}
"""
    needs = {need.what for need in coverage(rule).needs}
    assert {
        "test exactly on demand.horizon_months 12",
        "test exactly on demand.gpus 64",
        "test exactly on demand.peak_gpus 8",
        "test exactly on hardware.existing_gpus 1",
        "test that expects not-applicable",
    } <= needs


def test_a_graded_rule_needs_a_test_on_each_knot_and_between_them() -> None:
    rule = """\
dimension: scale
along: demand.gpus
points:
  "4": {cloud: 1}
  "32": {}
  "256": {self-hosted: 1}
tests:
  - {given: {demand.gpus: 4}, expect: {cloud: 1}}
  - {given: {demand.gpus: 100}, expect: fires}
  - {given: {}, expect: unknown}
"""
    assert lacking(rule) == [
        "test exactly on the knot 32 of demand.gpus",
        "test exactly on the knot 256 of demand.gpus",
        "test between the knots 4 and 32 of demand.gpus",
    ]
    assert [str(need.place) for need in coverage(rule).needs[-5:]] == [
        f"acme/criteria/X1.yaml:{place}" for place in ("7:3", "8:3", "9:3", "7:3", "8:3")
    ]


def test_a_rule_that_is_graded_without_a_condition_always_fires_or_waits() -> None:
    rule = 'dimension: scale\nalong: demand.gpus\npoints: {"4": {}, "8": {cloud: 1}}\n'
    states = [need.what for need in coverage(rule).needs if "expects" in need.what]
    assert states == ["test that expects fires", "test that expects unknown"]


@pytest.mark.parametrize(
    ("targets", "possible"),
    [
        ({"cloud": {}}, False),
        ({"cloud": {"unless": {"data.stored_tb": 1}}}, True),
        ({"cloud": {"unless": {"data.stored_tb": 1}}, "hybrid": {}}, False),
    ],
)
def test_a_constraint_without_a_condition_is_spared_only_where_all_its_targets_are(
    targets: object, *, possible: bool
) -> None:
    rule = a_rule("X1", rules_out=targets)
    source = PackSource({}, {}, None, ("X1",))
    (found,) = packcoverage.test_coverage(source, a_pack(rule), the_facts())
    needs = {need.what for need in found.needs}
    assert ("test that expects does-not-fire" in needs) == possible


def test_a_rule_that_only_asks_what_is_known_is_never_unknown() -> None:
    rule = """\
when: {data.egress_tb_per_month: {known: false}}
advises: State it.
tests:
  - {given: {data.egress_tb_per_month: 1}, expect: does-not-fire}
"""
    assert lacking(rule) == ["test that expects fires"]


def test_a_rule_can_be_unknown_where_one_of_the_given_facts_is_not_known() -> None:
    rule = """\
when: {demand.gpus: {known: true}, demand.peak_gpus: 8}
advises: Look.
tests:
  - {given: {demand.gpus: 8, demand.peak_gpus: 8}, expect: fires}
"""
    assert "test that expects unknown" in lacking(rule)


def test_a_need_stands_at_its_threshold() -> None:
    found = coverage(a_criterion(AT_LEAST_64))
    assert {need.place.file for need in found.needs} == {"acme/criteria/X1.yaml"}
    assert [need.place.line for need in found.needs] == [1, 1, 1, 5, 5]
    assert [need.hint for need in found.needs[-2:]] == ["", "as on 63"]


def test_a_share_is_rounded_down() -> None:
    found = coverage(a_criterion(AT_LEAST_64, FIRES, UNKNOWN, "{expect: does-not-fire}"))
    assert (sum(need.met for need in found.needs), len(found.needs)) == (4, 5)
    three_of_nine = coverage(
        a_criterion("when: {demand.gpus: {between: [8, 64]}}", FIRES, DOES_NOT)
    )
    assert three_of_nine.percent == 57
    assert packcoverage.coverage_percent([found, three_of_nine]) == 66


def test_a_pack_without_rules_is_covered() -> None:
    assert packcoverage.coverage_percent([]) == 100


def test_only_the_rules_in_the_files_of_a_layer_are_looked_at() -> None:
    rule = "id: X1\ntitle: A rule\nwhen: {demand.gpus: {at_least: 64}}\nadvises: Look.\n"
    base = a_source({"base/pack.yaml": PACK, "base/cautions/X1.yaml": rule})
    mine = """\
id: mine
extends: base
rules:
  X1: {reason: Smaller here., when: {demand.gpus: {at_least: 8}}}
"""
    layer = a_source({"mine.yaml": mine}, base)
    pack = pack_from(layer.data)
    (found,) = packcoverage.test_coverage(layer, pack, the_facts())
    assert (found.place.file, found.place.line) == ("mine.yaml", 4)
    assert found.needs[-1].place == Place("mine.yaml", 4, 52)
    untouched = a_source({"mine.yaml": "id: mine\nextends: base\n"}, base)
    assert packcoverage.test_coverage(untouched, pack, the_facts()) == ()


def test_a_pack_that_was_never_a_file_is_covered_by_its_rules_alone() -> None:
    rule = a_rule("X1", when={"demand.gpus": {"at_least": 8}}, points={"cloud": 1})
    test: dict[str, object] = {"given": {"demand.gpus": 8}, "expect": "fires"}
    source = PackSource({}, {"X1": [test]}, None, ("X1",))
    (found,) = packcoverage.test_coverage(source, a_pack(rule), the_facts())
    assert [need.met for need in found.needs] == [True, False, False, True, False]


def test_the_built_in_pack_is_covered(builtin: PackSource) -> None:
    pack = pack_from(builtin.data)
    found = packcoverage.test_coverage(builtin, pack, the_facts())
    assert len(found) == len(pack.rules)
    assert packcoverage.coverage_percent(found) == 100


def profiled(*gpus: int) -> ProfileCoverage:
    knowledge = a_knowledge(
        a_pack(
            a_rule("DECIDES", when={"demand.gpus": {"at_least": 64}}, points={"cloud": 3}),
            a_rule("ALWAYS", when={"demand.gpus": {"at_least": 1}}, points={"self-hosted": 1}),
            a_rule("NEVER", when={"demand.gpus": {"above": 1000}}, points={"hybrid": 1}),
            a_rule("BUYS", when={"demand.gpus": 64}, purchases={"cloud": {"spot": 1}}),
            a_rule("WARNS", when={"demand.gpus": 8}, advises={"en": "Look.", "zh": "看。"}),
        )
    )
    profiles = (a_profile(demand__gpus=one) for one in gpus)
    return packcoverage.profile_coverage(profiles, knowledge)


def test_profiles_show_which_rules_fire_and_which_decide() -> None:
    found = profiled(8, 64, 100)
    assert found == ProfileCoverage(
        3,
        (
            RuleUse("DECIDES", 2, 2, can_decide=True),
            RuleUse("ALWAYS", 3, 1, can_decide=True),
            RuleUse("NEVER", 0, 0, can_decide=True),
            RuleUse("BUYS", 1, 1, can_decide=True),
            RuleUse("WARNS", 1, 0, can_decide=False),
        ),
    )


def test_the_rules_that_profiles_leave_out_are_named() -> None:
    found = profiled(100, 200)
    assert found.never_fired == ("NEVER", "BUYS", "WARNS")
    assert found.always_fired == ("DECIDES", "ALWAYS")
    assert found.never_decided == ("ALWAYS", "NEVER", "BUYS")


def test_without_profiles_no_rule_fires_always() -> None:
    found = profiled()
    assert (found.profiles, found.always_fired) == (0, ())
    assert len(found.never_fired) == 5
