from collections.abc import Mapping

import pytest

from gpucmp.errors import InputError, Place
from gpucmp.options import Option, Purchase
from gpucmp.pack import READ_BY_THE_CORE, Pack
from gpucmp.packdata import pack_from
from gpucmp.packs.packfile import PackSource, PackText, fact_table, missing_parameters, read_pack
from gpucmp.scoring import judge
from tests.builders import the_facts

HEAD = "id: mine\nextends: builtin\n"


def layered(text: str, builtin: PackSource) -> PackSource:
    def below(name: str, place: Place) -> PackSource:
        assert (name, place.file) == ("builtin", "mine.yaml")
        return builtin

    pack = PackText("mine.yaml", {"mine.yaml": (HEAD + text).encode()})
    return read_pack(pack, the_facts(), below)


def alone(text: str) -> PackSource:
    def below(name: str, place: Place) -> PackSource:
        raise AssertionError(name, place)

    pack = PackText("mine.yaml", {"mine.yaml": f"id: mine\n{text}".encode()})
    return read_pack(pack, the_facts(), below)


def mine(text: str, builtin: PackSource) -> Pack:
    return pack_from(layered(text, builtin).data)


def overrides(pack: Pack) -> list[tuple[str, str, str]]:
    return [(one.target, one.change, one.reason) for one in pack.overrides]


def told(text: str, builtin: PackSource) -> list[str]:
    with pytest.raises(InputError) as caught:
        layered(text, builtin)
    return list(map(str, caught.value.problems))


def by_id(pack: Pack) -> dict[str, object]:
    return {rule.id: rule for rule in pack.rules}


def test_a_pack_that_says_nothing_is_the_one_below(
    builtin: PackSource, knowledge_pack: Pack
) -> None:
    pack = mine("", builtin)

    assert (pack.id, pack.version, pack.overrides) == ("mine", "0", ())
    assert (pack.rules, pack.parameters) == (knowledge_pack.rules, knowledge_pack.parameters)
    assert pack.digest != knowledge_pack.digest


@pytest.fixture
def knowledge_pack(builtin: PackSource) -> Pack:
    return pack_from(builtin.data)


def test_a_changed_parameter_changes_the_rules_below(
    builtin: PackSource, knowledge_pack: Pack
) -> None:
    pack = mine("parameters: {large_scale_gpus: 32}\n", builtin)

    facts = {"demand.gpus": 40}
    judged = [
        [
            rule.id
            for rule in one.rules
            if "large_scale_gpus" in rule.parameters
            and str(judge(rule, facts).state) != "does-not-fire"
        ]
        for one in (knowledge_pack, pack)
    ]
    assert set(judged[0]) < set(judged[1])
    assert overrides(pack) == [("parameter large_scale_gpus", "64 → 32", "")]
    assert pack.parameters["large_scale_gpus"].unit == "GPUs"


def test_a_parameter_may_be_stated_anew(builtin: PackSource) -> None:
    pack = mine(
        """\
parameters:
  large_scale_gpus:
    value: 48
    unit: cards
    description: {en: Large, zh: 大}
    sources: [{judgment: so}]
    as_of: 2026-01-01
    still_valid_on: 2026-02-01
    review_days: 30
  ours:
    value: 1
    unit: GPUs
    description: Ours
    sources: [{guide: servers, section: "1"}]
    as_of: 2026-01-01
    still_valid_on: 2026-01-01
""",
        builtin,
    )

    assert pack.parameters["large_scale_gpus"].description.zh == "大"
    assert pack.parameters["large_scale_gpus"].review_days == 30
    assert pack.value("ours") == 1
    assert overrides(pack) == [("parameter large_scale_gpus", "64 → 48", "")]


def test_a_rule_is_changed_with_a_reason(builtin: PackSource) -> None:
    pack = mine(
        "rules:\n  A4:\n    reason: Our team is new.\n    points: {self-hosted: 1}\n", builtin
    )

    before = next(rule for rule in pack_from(builtin.data).rules if rule.id == "A4")
    after = next(rule for rule in pack.rules if rule.id == "A4")
    assert before.points == {Option.SELF_HOSTED: 3}
    assert after.points == {Option.SELF_HOSTED: 1}
    assert (after.when, after.title, after.sources) == (before.when, before.title, before.sources)
    assert (before.place[:6], after.place) == ("rules/", "mine.yaml:5:5")
    assert overrides(pack) == [("rule A4", "points", "Our team is new.")]


def test_a_rule_with_parameters_keeps_what_the_layer_changes(builtin: PackSource) -> None:
    changed = next(rule for rule in pack_from(builtin.data).rules if rule.parameters)
    text = f"rules:\n  {changed.id}:\n    reason: r\n    when: {{demand.gpus: {{at_least: 7}}}}\n"

    after = next(rule for rule in mine(text, builtin).rules if rule.id == changed.id)

    assert str(after.when).count("7") == 1
    assert after.parameters == ()


def test_a_key_without_a_value_takes_it_from_the_rule(builtin: PackSource) -> None:
    text = """\
rules:
  A4:
    reason: Say it only.
    points: null
    dimension: null
    advises: Look at the team.
"""
    after = next(rule for rule in mine(text, builtin).rules if rule.id == "A4")

    assert (after.points, after.dimension) == ({}, "")
    assert after.advises is not None


@pytest.mark.parametrize(
    ("off", "reason"),
    [
        ("off", ""),
        ("{off: true, reason: Not ours.}", "Not ours."),
        ("{off: Not ours.}", "Not ours."),
        ("{off: true}", ""),
    ],
)
def test_a_rule_is_switched_off(off: str, reason: str, builtin: PackSource) -> None:
    source = layered(f"rules: {{A4: {off}}}\n", builtin)

    pack = pack_from(source.data)
    assert "A4" not in by_id(pack)
    assert overrides(pack) == [("rule A4", "off", reason)]
    assert "A4" in builtin.tests
    assert "A4" not in source.tests


def test_a_rule_that_is_not_off_is_a_change(builtin: PackSource) -> None:
    assert told("rules: {A4: {off: false}}\n", builtin) == [
        "mine.yaml:3:9: the change to A4 gives no reason (add reason)"
    ]


def test_a_rule_of_ones_own_is_added_with_its_tests(builtin: PackSource) -> None:
    source = layered(
        """\
rules:
  ACME-1:
    title: We like the cloud
    dimension: money
    when: {demand.gpus: {below: {parameter: large_scale_gpus}}}
    points: {cloud: 1}
    tests: [{given: {demand.gpus: 63}, expect: fires}]
""",
        builtin,
    )

    rule = pack_from(source.data).rules[-1]
    assert (rule.id, rule.title.en, rule.title.zh) == (
        "ACME-1",
        "We like the cloud",
        rule.title.en,
    )
    assert rule.parameters == ("large_scale_gpus",)
    assert str(judge(rule, {"demand.gpus": 63}).state) == "fires"
    assert str(judge(rule, {"demand.gpus": 64}).state) == "does-not-fire"
    assert source.own == ("ACME-1",)
    assert source.tests["ACME-1"] == [{"given": {"demand.gpus": 63}, "expect": "fires"}]
    assert overrides(pack_from(source.data)) == [("rule ACME-1", "added", "")]


def test_a_dimension_is_weighed_with_a_reason(builtin: PackSource) -> None:
    pack = mine("weights: {money: {weight: 2.5, reason: Money is short.}}\n", builtin)

    money = next(one for one in pack.dimensions if one.id == "money")
    assert (money.weight, money.reason) == (2.5, "Money is short.")
    assert overrides(pack) == [("dimension money", "weight 1 → 2.5", "Money is short.")]


def test_entries_of_the_same_id_replace_those_below(builtin: PackSource) -> None:
    pack = mine(
        """\
dimensions:
  - {id: money, title: Cash, weight: 2, reason: r}
  - {id: ours, title: Ours}
common_ground:
  - {id: Z1, text: So it is., sources: []}
checklists:
  - {id: Z2, directions: [to-cloud], text: Look., sources: []}
plans:
  - {id: Ours-close, occasion: close, stages: [Wait., {en: Go., zh: 走。}], sources: []}
comparison:
  - {id: Z3, title: Speed, cells: {cloud: Fast., hybrid: {en: So-so., zh: 一般。}}, sources: [],
     rules: [A1, ACME-1]}
rules:
  ACME-1: {title: t, when: {demand.gpus: 8}, advises: Look., split: [{part: Peaks, place: rented}]}
""",
        builtin,
    )

    assert [one.title.zh for one in pack.dimensions if one.id in {"money", "ours"}] == [
        "Cash",
        "Ours",
    ]
    assert overrides(pack) == [
        ("dimensions money", "replaced", ""),
        ("rule ACME-1", "added", ""),
    ]
    assert pack.common_ground[-1].text.zh == "So it is."
    assert pack.checklists[-1].text.zh == "Look."
    assert [stage.zh for stage in pack.plans[-1].stages] == ["Wait.", "走。"]
    assert [one.zh for one in pack.comparison[-1].cells.values()] == ["Fast.", "一般。"]
    assert pack.rules[-1].split[0].part.zh == "Peaks"


def test_questions_guides_and_offers_are_laid_over(builtin: PackSource) -> None:
    pack = mine(
        """\
questions: {demand.gpus: How many?}
guides: {ours: {letter: O, title: Our guide}}
offers:
  private-deployment: {demand.gpus: {at_least: {parameter: large_scale_gpus}}}
  spot: {demand.gpus: {at_most: 8}}
""",
        builtin,
    )

    assert pack.questions["demand.gpus"].zh == "How many?"
    assert pack.guides["ours"].letter == "O"
    assert pack.offers[Purchase.PRIVATE_DEPLOYMENT].holds({"demand.gpus": 64}) is True
    assert pack.offers[Purchase.PRIVATE_DEPLOYMENT].holds({"demand.gpus": 63}) is False
    assert overrides(pack) == [("offer private-deployment", "replaced", "")]


def test_the_digest_follows_the_content_and_not_the_place(builtin: PackSource) -> None:
    low = "rules: {ACME-1: {title: t, when: {demand.gpus: 8}, advises: Look.}}\n"
    digests = [
        mine(text, builtin).digest
        for text in (low, f"\n\n# The same\n{low}", low.replace("8", "9"))
    ]

    assert digests[0] == digests[1] != digests[2]
    assert digests[0].startswith("sha256:")


SHAPES_AND_FACTS = """\
rules:
  X-1: {title: 5}
  X-2: {title: t, when: {never: 1}, advises: a}
  X-3: 5
comparison:
  - {id: Z1, title: t, cells: {}, sources: [], rules: [X-1, X-9]}
"""


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("rules: {A99: off}", ["3:9: there is no rule A99 to switch off"]),
        (
            "rules: {Z9: {reason: r, points: {cloud: 1}}}",
            ["3:9: there is no rule Z9 in the pack below (a rule of your own takes a prefix"],
        ),
        ("rules: {A4: {points: {cloud: 1}}}", ["3:9: the change to A4 gives no reason"]),
        ("rules: {A4: {reason: r, id: A5}}", ["3:25: the id differs from the key A4"]),
        ("parameters: {never: 5}", ["3:14: there is no parameter never to change (a new one"]),
        ("weights: {never: {weight: 1, reason: r}}", ['3:11: unknown dimension "never" (one of']),
        ("questions: {never: Really?}", ['3:13: unknown fact "never"']),
        ("offers: {spot: {never: 1}}", ['3:17: unknown fact "never"']),
        ("sources: [{guide: never, section: '1'}]", ['3:12: unknown guide "never"']),
        (
            "common_ground: [{id: Z1, text: t, sources: [{reference: r}]}]",
            ["3:45: a reference has a date"],
        ),
        (
            SHAPES_AND_FACTS,
            [
                "4:16: title: expected text",
                '5:26: unknown fact "never"',
                "6:8: X-3: expected a mapping",
                '8:61: there is no rule "X-9"',
            ],
        ),
        ("rules: {X-1: 5}\nplans: 5", ["3:14: X-1: expected a", "4:8: plans: expected a list"]),
    ],
)
def test_what_a_layer_gets_wrong_is_told_at_once(
    text: str, problems: list[str], builtin: PackSource
) -> None:
    found = told(text, builtin)

    assert len(found) == len(problems)
    for line, problem in zip(found, problems, strict=True):
        assert line.startswith(f"mine.yaml:{problem}")


def test_a_pack_that_extends_nothing_has_no_overrides() -> None:
    source = alone(
        "dimensions: [{id: mine, title: Mine}]\n"
        "weights: {mine: {weight: 2, reason: r}}\n"
        "rules: {A1: {title: t, when: {demand.gpus: 8}, dimension: mine, points: {cloud: 1}}}\n"
    )

    pack = pack_from(source.data)
    assert (pack.overrides, [rule.id for rule in pack.rules]) == ((), ["A1"])
    assert pack.dimensions[0].weight == 2


def test_what_the_program_reads_is_missing_from_an_empty_pack(builtin: PackSource) -> None:
    problems = missing_parameters(alone(""))

    assert {one.message for one in problems} == {
        f"the parameter {name} is missing" for name in READ_BY_THE_CORE
    }
    assert {str(one.place) for one in problems} == {"mine.yaml:1:1"}
    assert missing_parameters(builtin) == []
    assert missing_parameters(PackSource({"id": "x", "parameters": {}}))[0].place == Place("x")


def test_the_facts_are_those_stated_and_those_computed() -> None:
    table = fact_table()

    assert {"demand.gpus", "hardware.tdp_w", "cost.owned_over_cloud"} <= set(table)
    assert not any(path.startswith(("prices.", "proposal.")) for path in table)


def test_the_built_in_pack_is_found_sound(builtin: PackSource) -> None:
    data: Mapping[str, object] = builtin.data

    assert data["id"] == "builtin"
    assert set(builtin.own) == set(builtin.tests)
