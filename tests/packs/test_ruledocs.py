"""One rule in Markdown."""

from collections.abc import Mapping

import pytest

from gpucmp.conditions import Not, condition_from
from gpucmp.pack import Rule, Source
from gpucmp.packs.ruledocs import anchor, beside, cited, condition_lines, in_order, rule_section
from gpucmp.text import Text
from tests.builders import a_dimension, a_pack, a_rule


def section(rule: Rule, *tests: Mapping[str, object], **parameters: float) -> str:
    lower = rule.dimension == "lower"
    dimensions = (a_dimension(rule.dimension or "money", weight=2, lower_end=lower),)
    pack = a_pack(rule, dimensions=dimensions, parameters=parameters)
    return "\n".join(rule_section(rule, tests, pack))


def test_a_criterion_says_what_why_when_and_how_much() -> None:
    rule = a_rule(
        "A1-use",
        covers=["A1", "C11"],
        when={"demand.gpus": {"at_least": 64}},
        points={"self-hosted": 3, "cloud": -1},
        why={"en": "It is so.", "zh": "如此。"},
        sources=[{"guide": "clusters", "section": "7.1"}, {"judgment": "made up"}],
    )
    rule = rule._replace(parameters=("large",))
    tests: list[Mapping[str, object]] = [
        {"given": {"demand.gpus": 64, "service.regions": ["a", "b"]}, "expect": "fires"},
        {"given": {"workload.multi_node": True}, "expect": {"self-hosted": 3}},
        {"expect": "does-not-fire"},
    ]
    assert (
        section(rule, *tests, large=64)
        == """\
<a id="a1-use"></a>

### A1-use · Rule A1-use · 规则 A1-use

**What it says.** Rule A1-use (rows A1, C11 of the guides' criteria).

**Why.** It is so.

**When it applies.**

- It fires where
  - `demand.gpus` at least 64

**What counts.** In dimension [money](#dimension-money), weight 2: one point is worth 16.67 of \
the score.

- self-hosted +3, cloud -1

Parameters: [`large`](#parameter-large) = 64 unit.

**Tested at.**

- `demand.gpus` 64, `service.regions` [a, b] → fires
- `workload.multi_node` true → self-hosted +3
- nothing known → does not fire

**Sources.** clusters §7.1; judgment: made up.
"""
    )


def test_a_graded_criterion_shows_its_knots() -> None:
    rule = a_rule(
        along="demand.gpus",
        points={"4": {"cloud": 1}, "8": {}},
        dimension="lower",
        applies_when={"workload.kind": "training"},
        unless_known={"demand.horizon_months": {"below": 12}},
    )
    text = section(rule)
    assert (
        """\
- It is about profiles where
  - `workload.kind` is training
- It is graded along `demand.gpus`
- It does not fire where it is known that
  - `demand.horizon_months` below 12
"""
        in text
    )
    assert (
        """\
 of the score; hybrid takes the lower of the two ends.

- at 4: cloud +1
- at 8: no points
- in between on a straight line, outside as at the nearest end
"""
        in text
    )


def test_a_constraint_shows_what_it_rules_out() -> None:
    rule = a_rule(
        covers=["A6"],
        when={"compliance.data_must_stay": "own-domain"},
        rules_out={
            "cloud": {"except": ["private-deployment", "dedicated"]},
            "hybrid": {"unless": {"compliance.sensitive_separable": True}},
        },
        temporary=True,
    )
    text = section(rule)
    assert (
        """\
**What counts.**

- cloud is ruled out, except private-deployment and dedicated
- hybrid is ruled out, unless
  - `compliance.sensitive_separable` is true
- this holds only for a time
"""
        in text
    )
    assert "(row A6 of the guides' criteria)." in text
    for absent in ("Why", "Tested at", "Sources", "Parameters"):
        assert absent not in text


def test_a_caution_shows_what_it_advises() -> None:
    text = section(a_rule(when={"demand.gpus": 1}, advises={"en": "Look.", "zh": "看。"}))
    assert "\n> Look.\n" in text
    assert "- no points: it is a caution, printed with every verdict where it fires" in text


def test_a_preference_and_a_split_are_shown() -> None:
    text = section(
        a_rule(
            when={"demand.gpus": 1},
            points={"hybrid": 1},
            purchases={"cloud": {"reserved-3y": 2, "spot": -3}},
            split=[
                {"part": {"en": "The base", "zh": "基础"}, "place": "owned"},
                {"part": {"en": "The peaks", "zh": "高峰"}, "place": "rented"},
            ],
        )
    )
    assert (
        """\
- hybrid +1
- among the ways to buy inside cloud: reserved-3y +2, spot -3
- in a hybrid, owned: The base
- in a hybrid, rented: The peaks
"""
        in text
    )


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"demand.gpus": {"at_least": 8}}, "`demand.gpus` at least 8"),
        ({"demand.gpus": {"above": 8.5}}, "`demand.gpus` above 8.5"),
        ({"demand.gpus": {"at_most": 8}}, "`demand.gpus` at most 8"),
        ({"demand.gpus": {"below": 8}}, "`demand.gpus` below 8"),
        ({"demand.gpus": {"between": [8, 64]}}, "`demand.gpus` at least 8 and below 64"),
        ({"demand.gpus": {"known": True}}, "`demand.gpus` is known"),
        ({"demand.gpus": {"known": False}}, "`demand.gpus` is not known"),
        ({"demand.gpus": 8}, "`demand.gpus` is 8"),
        ({"workload.kind": ["training", "mixed"]}, "`workload.kind` is training or mixed"),
        ({"workload.kind": {"not": "mixed"}}, "`workload.kind` is not mixed"),
        ({"workload.kind": {"not": ["a", "b"]}}, "`workload.kind` is not a or b"),
    ],
)
def test_a_test_reads_as_words(raw: object, words: str) -> None:
    assert list(condition_lines(condition_from(raw))) == [f"- {words}"]


def test_groups_of_conditions_are_nested() -> None:
    raw = {
        "any": [{"demand.gpus": 1}, {"demand.gpus": 2, "demand.peak_gpus": 3}],
        "none": [{"workload.kind": "mixed"}],
    }
    assert list(condition_lines(condition_from(raw))) == [
        "- all of these hold:",
        "  - at least one of these holds:",
        "    - `demand.gpus` is 1",
        "    - all of these hold:",
        "      - `demand.gpus` is 2",
        "      - `demand.peak_gpus` is 3",
        "  - none of these holds:",
        "    - `workload.kind` is mixed",
    ]


def test_a_negation_of_one_condition_is_nested_as_well() -> None:
    assert list(condition_lines(Not(condition_from({"demand.gpus": 1})))) == [
        "- this does not hold:",
        "  - `demand.gpus` is 1",
    ]


def test_rules_are_ordered_as_a_reader_counts() -> None:
    ids = ["C10", "C9", "A4-some", "B1", "A4"]
    assert [rule.id for rule in in_order(map(a_rule, ids))] == ["A4", "A4-some", "B1", "C9", "C10"]


def test_an_anchor_is_made_of_small_letters_digits_and_dashes() -> None:
    assert anchor("parameter-Large_scale.GPUs") == "parameter-large-scale-gpus"


def test_the_chinese_title_stands_beside_the_english_one() -> None:
    assert beside(Text("Cost", "成本")) == "Cost · 成本"
    assert beside(Text("Cost", "Cost")) == "Cost"


def test_a_source_is_a_link_where_it_has_one() -> None:
    linked = Source(reference="A study", url="https://example.org", date="2026")
    assert cited(linked) == "[A study](https://example.org) (2026)"
    assert cited(Source(reference="A study", date="2026")) == "A study (2026)"
