import pytest

from gpucmp.facts import Fact, FactTable, Kind, facts_from_schema

NUMBER = Fact("demand.gpus", Kind.NUMBER, low=1, high=100)
SHARE = Fact("team.operators_fte", Kind.NUMBER, low=0, high=10, low_excluded=True)


@pytest.mark.parametrize(
    ("value", "belongs"),
    [(1, True), (100, True), (0.999, False), (100.5, False), (50.5, True), (True, False)],
)
def test_a_number_belongs_from_its_low_to_its_high_end(value: object, *, belongs: bool) -> None:
    assert NUMBER.contains(value) is belongs


@pytest.mark.parametrize("value", ["8", None, [1, 2, 3], float("nan")])
def test_what_is_no_plain_number_does_not_belong_to_a_number(value: object) -> None:
    assert not NUMBER.contains(value)


def test_a_low_end_that_is_excluded_does_not_belong() -> None:
    assert not SHARE.contains(0)
    assert SHARE.contains(0.1)


def test_a_count_takes_whole_numbers_only() -> None:
    count = Fact("demand.gpus", Kind.NUMBER, low=0, whole=True)

    assert count.contains(8)
    assert count.contains(8.0)
    assert not count.contains(8.5)


@pytest.mark.parametrize(
    ("value", "belongs"),
    [([1, 2, 3], True), ([1, 2], False), ([1, 2, 101], False), ([1, 2, "3"], False), (2, True)],
)
def test_a_range_is_three_numbers_of_the_domain(value: object, *, belongs: bool) -> None:
    ranged = Fact("demand.gpus", Kind.NUMBER, low=1, high=100, ranged=True)

    assert ranged.contains(value) is belongs


def test_a_yes_or_no_is_no_number() -> None:
    fact = Fact("workload.multi_node", Kind.BOOL)

    assert fact.contains(value=True)
    assert not fact.contains(1)


def test_a_choice_is_one_of_its_words() -> None:
    fact = Fact("workload.stage", Kind.CHOICE, choices=("exploration", "growth"))

    assert fact.contains("growth")
    assert not fact.contains("Growth")
    assert not fact.contains(1)


@pytest.mark.parametrize(
    ("value", "belongs"),
    [("H100", True), ("", False), ("x" * 200, True), ("x" * 201, False), (100, False)],
)
def test_a_text_has_one_to_200_characters(value: object, *, belongs: bool) -> None:
    assert Fact("hardware.gpu", Kind.TEXT).contains(value) is belongs


def test_a_text_with_a_pattern_matches_it_whole() -> None:
    currency = Fact("budget.currency", Kind.TEXT, pattern="^[A-Z]{3}$")

    assert currency.contains("USD")
    assert not currency.contains("USDT")
    assert not currency.contains("USD\n")


def test_a_list_of_texts_holds_texts_only() -> None:
    regions = Fact("service.regions", Kind.TEXTS)

    assert regions.contains(["eu", "us"])
    assert regions.contains([])
    assert not regions.contains("eu")
    assert not regions.contains(["eu", 1])


def test_a_curve_is_never_surely_valid() -> None:
    assert not Fact("demand.curve", Kind.CURVE).contains([[8, 100]])


def test_a_table_gives_facts_by_path_in_the_order_of_the_profile() -> None:
    table = FactTable([NUMBER, SHARE])

    assert table["demand.gpus"] is NUMBER
    assert list(table) == ["demand.gpus", "team.operators_fte"]
    assert len(table) == 2


def schema_of(field: object) -> dict[str, object]:
    return {
        "properties": {
            "name": {"type": "string"},
            "group": {"anyOf": [{"$ref": "#/$defs/Group"}, {"type": "null"}]},
        },
        "$defs": {"Group": {"properties": {"field": field}}},
    }


@pytest.mark.parametrize(
    ("field", "fact"),
    [
        ({"type": "boolean", "description": "Why."}, Fact("group.field", Kind.BOOL, "Why.")),
        ({"enum": ["a", "b"], "type": "string"},
         Fact("group.field", Kind.CHOICE, choices=("a", "b"))),
        ({"type": "string", "pattern": "^a$"}, Fact("group.field", Kind.TEXT, pattern="^a$")),
        ({"type": "array", "items": {"type": "string"}}, Fact("group.field", Kind.TEXTS)),
        ({"type": "array", "items": {"type": "array"}}, Fact("group.field", Kind.CURVE)),
        ({"type": "number"}, Fact("group.field", Kind.NUMBER)),
        ({"type": "integer", "minimum": 1, "maximum": 9, "x-step": 2},
         Fact("group.field", Kind.NUMBER, low=1, high=9, whole=True, step=2)),
        ({"type": "number", "exclusiveMinimum": 0},
         Fact("group.field", Kind.NUMBER, low=0, low_excluded=True)),
        ({"anyOf": [{"type": "number"}, {"type": "null"}]}, Fact("group.field", Kind.NUMBER)),
        ({"anyOf": [{"oneOf": [{"type": "number"}, {"type": "array"}]}, {"type": "null"}]},
         Fact("group.field", Kind.NUMBER, ranged=True)),
    ],
)  # fmt: skip
def test_a_field_of_the_schema_is_a_fact_with_its_domain(field: object, fact: Fact) -> None:
    assert list(facts_from_schema(schema_of(field))) == [fact]


@pytest.mark.parametrize("group", ["prices", "proposal"])
def test_money_and_the_proposal_are_no_facts_for_rules(group: str) -> None:
    schema = schema_of({"type": "boolean"})
    schema["properties"] = {group: {"$ref": "#/$defs/Group"}}

    assert list(facts_from_schema(schema)) == []


def test_a_schema_of_another_form_is_refused() -> None:
    with pytest.raises(TypeError, match="JSON Schema"):
        list(facts_from_schema(schema_of("number")))
