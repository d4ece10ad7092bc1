import pytest

from gpucmp.conditions import Test as FactTest
from gpucmp.conditions import alternatives, condition_from, leaves, waits_for
from gpucmp.facts import Facts, FactValue

Raw = dict[str, object]
GPUS = "demand.gpus"
KIND = "workload.kind"
TRUE: Raw = {"f.true": True}
FALSE: Raw = {"f.false": True}
UNKNOWN: Raw = {"f.unknown": True}
FACTS: Facts = {"f.true": True, "f.false": False}


@pytest.mark.parametrize(
    ("word", "operand", "value", "holds"),
    [
        ("at_least", 8, 8, True),
        ("at_least", 8, 7.999, False),
        ("above", 8, 8, False),
        ("above", 8, 8.001, True),
        ("at_most", 8, 8, True),
        ("at_most", 8, 8.001, False),
        ("below", 8, 8, False),
        ("below", 8, 7.999, True),
        ("between", [8, 16], 7.999, False),
        ("between", [8, 16], 8, True),
        ("between", [8, 16], 15.999, True),
        ("between", [8, 16], 16, False),
        ("not", 8, 8, False),
        ("not", 8, 9, True),
        ("not", [8, 9], 9, False),
        ("not", [8, 9], 10, True),
        ("known", True, 0, True),
        ("known", False, 0, False),
    ],
)
def test_a_word_tests_a_known_fact(
    word: str, operand: object, value: FactValue, *, holds: bool
) -> None:
    assert condition_from({GPUS: {word: operand}}).holds({GPUS: value}) is holds


@pytest.mark.parametrize("word", ["at_least", "above", "at_most", "below", "not"])
def test_a_test_of_an_unknown_fact_is_unknown(word: str) -> None:
    assert condition_from({GPUS: {word: 8}}).holds({}) is None


@pytest.mark.parametrize("asked", [True, False])
def test_only_whether_a_fact_is_known_can_be_told_without_it(*, asked: bool) -> None:
    assert condition_from({GPUS: {"known": asked}}).holds({}) is not asked


def test_a_scalar_means_equals_and_a_list_means_one_of() -> None:
    facts: Facts = {KIND: "training"}

    assert condition_from({KIND: "training"}).holds(facts)
    assert not condition_from({KIND: "inference"}).holds(facts)
    assert condition_from({KIND: ["inference", "training"]}).holds(facts)
    assert not condition_from({KIND: ["inference", "mixed"]}).holds(facts)


def test_several_words_on_one_fact_all_have_to_hold() -> None:
    condition = condition_from({GPUS: {"at_least": 8, "below": 16}})

    assert [condition.holds({GPUS: gpus}) for gpus in (7, 8, 16)] == [False, True, False]


@pytest.mark.parametrize(
    ("left", "right", "both", "either"),
    [
        (TRUE, TRUE, True, True),
        (TRUE, FALSE, False, True),
        (TRUE, UNKNOWN, None, True),
        (FALSE, TRUE, False, True),
        (FALSE, FALSE, False, False),
        (FALSE, UNKNOWN, False, None),
        (UNKNOWN, TRUE, None, True),
        (UNKNOWN, FALSE, False, None),
        (UNKNOWN, UNKNOWN, None, None),
    ],
)
def test_conditions_join_as_in_the_logic_of_kleene(
    left: Raw, right: Raw, *, both: bool | None, either: bool | None
) -> None:
    assert condition_from({"all": [left, right]}).holds(FACTS) is both
    assert condition_from({"any": [left, right]}).holds(FACTS) is either


@pytest.mark.parametrize(("part", "holds"), [(TRUE, False), (FALSE, True), (UNKNOWN, None)])
def test_what_is_unknown_stays_so_when_it_is_turned_around(
    part: Raw, *, holds: bool | None
) -> None:
    assert condition_from({"none": [part]}).holds(FACTS) is holds


def test_a_mapping_is_all_of_its_entries() -> None:
    condition = condition_from({KIND: "training", GPUS: {"at_least": 8}})

    assert condition.holds({KIND: "training", GPUS: 8}) is True
    assert condition.holds({KIND: "training"}) is None
    assert condition.holds({GPUS: 7}) is False


@pytest.mark.parametrize("inner", [[{KIND: "mixed"}, {GPUS: 8}], {KIND: "mixed", GPUS: 8}])
@pytest.mark.parametrize(
    ("word", "with_neither", "with_one", "with_both"),
    [("all", False, False, True), ("any", False, True, True), ("none", True, False, False)],
)
def test_groups_hold_a_list_or_one_entry_a_part(
    inner: object, word: str, *, with_neither: bool, with_one: bool, with_both: bool
) -> None:
    condition = condition_from({word: inner})

    assert condition.holds({KIND: "training", GPUS: 9}) is with_neither
    assert condition.holds({KIND: "mixed", GPUS: 9}) is with_one
    assert condition.holds({KIND: "mixed", GPUS: 8}) is with_both


def test_groups_may_be_nested() -> None:
    condition = condition_from(
        {"all": [{"any": [{KIND: "mixed"}, {GPUS: {"above": 8}}]}, {"none": {GPUS: 64}}]}
    )

    assert condition.holds({KIND: "training", GPUS: 9}) is True
    assert condition.holds({KIND: "mixed", GPUS: 64}) is False
    assert condition.holds({KIND: "training"}) is None


def test_alternatives_of_something_else_are_none() -> None:
    assert alternatives("training") == []


def test_the_tests_inside_a_condition_are_found_at_any_depth() -> None:
    condition = condition_from({"none": [{KIND: "mixed"}, {GPUS: {"above": 8}}], "f.x": True})

    assert [test.fact for test in leaves(condition)] == [KIND, GPUS, "f.x"]


@pytest.mark.parametrize(
    ("raw", "waits"),
    [
        (UNKNOWN, ("f.unknown",)),
        ({"none": [UNKNOWN]}, ("f.unknown",)),
        ({"all": [TRUE, UNKNOWN, {"none": [UNKNOWN]}]}, ("f.unknown",)),
        ({"all": [FALSE, UNKNOWN]}, ()),
        ({"any": [TRUE, UNKNOWN]}, ()),
        ({"any": [FALSE, UNKNOWN]}, ("f.unknown",)),
        ({"all": [{"any": [TRUE, {"f.other": True}]}, UNKNOWN]}, ("f.unknown",)),
    ],
)
def test_a_condition_waits_for_the_unknown_facts_that_it_hangs_on(
    raw: Raw, waits: tuple[str, ...]
) -> None:
    assert waits_for(condition_from(raw), FACTS) == waits


@pytest.mark.parametrize(
    ("test", "thresholds"),
    [
        (FactTest(GPUS, "at_least", 8), (8,)),
        (FactTest(GPUS, "below", 8), (8,)),
        (FactTest(GPUS, "between", (8, 16)), (8, 16)),
        (FactTest(GPUS, "known", operand=True), ()),
        (FactTest(KIND, "equals", "mixed"), ()),
        (FactTest(KIND, "one_of", ("mixed", "training")), ()),
    ],
)
def test_a_comparison_changes_at_its_numbers(
    test: FactTest, thresholds: tuple[float, ...]
) -> None:
    assert test.thresholds() == thresholds


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({GPUS: {"at_least": 70}}, "at_least 70"),
        ({GPUS: {"between": [0.5, 16]}}, "between [0.5, 16]"),
        ({KIND: "mixed"}, "mixed"),
        ({KIND: ["mixed", "training"]}, "[mixed, training]"),
        ({"workload.multi_node": False}, "false"),
        ({GPUS: {"known": True}}, "known true"),
    ],
)
def test_a_test_is_worded_as_in_a_rule_file(raw: object, words: str) -> None:
    assert str(condition_from(raw)) == words


@pytest.mark.parametrize("raw", [{GPUS: None}, {GPUS: {"above": None}}, [GPUS]])
def test_what_is_no_condition_is_refused(raw: object) -> None:
    with pytest.raises(TypeError):
        condition_from(raw)


@pytest.mark.parametrize(
    "test",
    [
        FactTest(GPUS, "above", "many"),
        FactTest(GPUS, "between", 8),
        FactTest(GPUS, "below", (1, 2)),
    ],
)
def test_a_comparison_without_its_numbers_is_refused(test: FactTest) -> None:
    with pytest.raises(TypeError):
        test.holds({GPUS: 8})
