import pytest

from gpucmp import conditions
from gpucmp.conditions import AllOf, AnyOf, Not
from gpucmp.options import Option, Purchase
from gpucmp.pack import Knot, Pack, RulesOut, Source, SplitPart
from gpucmp.packdata import pack_from, rule_from
from gpucmp.text import Text

TEXT = {"en": "words", "zh": "词"}
WORDS = Text("words", "词")
RULE: dict[str, object] = {"id": "R1", "title": TEXT}
PARAMETER = {
    "value": 64,
    "unit": "GPUs",
    "description": TEXT,
    "sources": [{"judgment": "so"}],
    "as_of": "2026-01-01",
    "still_valid_on": "2026-02-01",
}
PACK: dict[str, object] = {
    "id": "mine",
    "version": "1",
    "digest": "sha256:0",
    "guides": {},
    "dimensions": [],
    "rules": [],
    "parameters": {},
    "offers": {},
    "questions": {},
    "comparison": [],
    "common_ground": [],
    "checklists": [],
    "plans": [],
    "overrides": [],
}


def pack(**parts: object) -> Pack:
    return pack_from({**PACK, **parts})


def test_a_rule_has_what_it_says_and_nothing_else() -> None:
    rule = rule_from(RULE)

    assert (rule.id, rule.title, rule.when, rule.points, rule.knots) == ("R1", WORDS, None, {}, ())


def test_a_rule_is_built_with_all_its_parts() -> None:
    rule = rule_from(
        {
            **RULE,
            "covers": ["A1"],
            "dimension": "money",
            "sources": [{"guide": "servers", "section": "1"}],
            "why": TEXT,
            "advises": TEXT,
            "applies_when": {"workload.kind": "mixed"},
            "when": {"any": [{"demand.gpus": [8, 16]}, {"none": {"demand.gpus": 1}}]},
            "unless_known": {"demand.gpus": {"above": 8, "below": 64}},
            "points": {"cloud": 1},
            "rules_out": {"cloud": {"except": ["spot"]}, "owned": {"unless": {"demand.gpus": 8}}},
            "temporary": True,
            "after_costs": True,
            "purchases": {"cloud": {"spot": 2}},
            "split": [{"part": TEXT, "place": "owned"}, {"part": TEXT, "place": "rented"}],
            "place": "f.yaml:1:1",
        }
    )

    gpus = "demand.gpus"
    assert rule.covers == ("A1",)
    assert rule.sources == (Source(guide="servers", section="1"),)
    assert (rule.why, rule.advises, rule.place) == (WORDS, WORDS, "f.yaml:1:1")
    assert rule.applies_when == conditions.Test("workload.kind", "equals", "mixed")
    one_of = conditions.Test(gpus, "one_of", (8, 16))
    assert rule.when == AnyOf((one_of, Not(AnyOf((conditions.Test(gpus, "equals", 1),)))))
    assert rule.unless_known == AllOf(
        (conditions.Test(gpus, "above", 8), conditions.Test(gpus, "below", 64))
    )
    assert rule.points == {Option.CLOUD: 1}
    assert rule.rules_out == (
        RulesOut(Option.CLOUD, (Purchase.SPOT,)),
        RulesOut(Purchase.OWNED, (), conditions.Test(gpus, "equals", 8)),
    )
    assert rule.temporary
    assert rule.after_costs
    assert rule.purchases == {Option.CLOUD: {Purchase.SPOT: 2}}
    assert rule.split == (SplitPart(WORDS, owned=True), SplitPart(WORDS, owned=False))


def test_knots_are_put_in_order() -> None:
    points = {"70": {"cloud": -3}, "3e1": {"cloud": 3}, "50.5": {}}
    rule = rule_from({**RULE, "along": "demand.gpus", "points": points})

    assert rule.knots == (
        Knot(30, {Option.CLOUD: 3}),
        Knot(50.5, {}),
        Knot(70, {Option.CLOUD: -3}),
    )
    assert rule.points == {}


def test_parameters_are_put_in_wherever_they_stand() -> None:
    body = {
        **RULE,
        "when": {"all": [{"demand.gpus": {"between": [{"parameter": "a"}, {"parameter": "b"}]}}]},
        "rules_out": {"cloud": {"unless": {"demand.gpus": {"above": {"parameter": "a"}}}}},
    }

    rule = rule_from(body, {"a": 8, "b": 64.5, "c": 1})

    assert rule.when == AllOf((conditions.Test("demand.gpus", "between", (8, 64.5)),))
    assert rule.rules_out[0].unless == conditions.Test("demand.gpus", "above", 8)
    assert rule.parameters == ("a", "b")


def test_offers_read_parameters_too() -> None:
    found = pack(
        parameters={"large": PARAMETER},
        offers={"spot": {"demand.gpus": {"at_least": {"parameter": "large"}}}},
    )

    assert found.offers == {Purchase.SPOT: conditions.Test("demand.gpus", "at_least", 64)}
    assert (found.value("large"), found.parameters["large"].review_days) == (64, 365)


def test_a_pack_is_built_with_all_its_parts() -> None:
    source = [{"judgment": "so"}]
    found = pack(
        guides={"ours": {"title": TEXT, "letter": "O"}},
        dimensions=[{"id": "money", "title": TEXT, "lower_end": True, "reason": "r"}],
        questions={"demand.gpus": TEXT},
        comparison=[{"id": "C1", "title": TEXT, "cells": {"cloud": TEXT}, "sources": source}],
        common_ground=[{"id": "D1", "text": TEXT, "sources": source}],
        checklists=[{"id": "F1", "directions": ["to-cloud"], "text": TEXT, "sources": source}],
        plans=[{"id": "P", "occasion": "close", "stages": [TEXT], "sources": source}],
        overrides=[{"target": "rule A1", "change": "off", "reason": "r"}],
    )

    assert found.guides["ours"].letter == "O"
    assert (found.dimensions[0].weight, found.dimensions[0].lower_end) == (1, True)
    assert found.questions == {"demand.gpus": WORDS}
    assert found.comparison[0].cells == {Option.CLOUD: WORDS}
    assert found.common_ground[0].sources == (Source(judgment="so"),)
    assert found.checklists[0].directions == ("to-cloud",)
    assert found.plans[0].stages == (WORDS,)
    assert found.overrides[0].change == "off"


@pytest.mark.parametrize(
    "wrong",
    [
        {"title": "words"},
        {"id": 5},
        {"dimension": None},
        {"points": {"cloud": "much"}},
        {"points": [1]},
        {"when": 5},
        {"when": {"demand.gpus": None}},
    ],
)
def test_data_that_no_check_has_seen_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        rule_from({**RULE, **wrong})


def test_what_is_no_list_is_empty() -> None:
    rule = rule_from({**RULE, "covers": 5, "sources": None})

    assert (rule.covers, rule.sources) == ((), ())
