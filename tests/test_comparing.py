"""The guides' tables, marked for a profile."""

from gpucmp.advice import Knowledge, advise
from gpucmp.comparing import ComparedRow, Comparison, compare
from gpucmp.facts import FactValue
from gpucmp.options import Option
from tests.builders import a_profile


def marked(knowledge: Knowledge, **facts: FactValue) -> Comparison:
    spelled = {path.replace("__", "."): value for path, value in facts.items()}
    return compare(knowledge.pack, advise(a_profile(spelled), knowledge, certified=False))


def row(comparison: Comparison, row_id: str) -> ComparedRow:
    (found,) = [one for one in comparison.rows if one.id == row_id]
    return found


def test_both_tables_are_there_whole(knowledge: Knowledge) -> None:
    found = compare(knowledge.pack)

    assert [one.id for one in found.rows] == [f"C{number}" for number in range(1, 15)]
    assert [one.id for one in found.common] == [f"D{number}" for number in range(1, 7)]
    for one in found.rows:
        assert {*one.cells} == {*Option}
        assert one.sources
        assert (one.said, one.favors, one.waits_for) == ((), (), ())


def test_a_profile_marks_whom_a_row_favors(knowledge: Knowledge) -> None:
    found = row(marked(knowledge, compliance__data_must_stay="own-domain"), "C5")

    assert [one.rule for one in found.said] == ["C5-own-domain"]
    assert found.favors == (Option.SELF_HOSTED,)


def test_a_constraint_of_a_row_favors_who_is_left(knowledge: Knowledge) -> None:
    found = row(
        marked(knowledge, compliance__isolation="physical", compliance__sensitive_separable=False),
        "C1",
    )

    assert any(Option.CLOUD in one.rules_out for one in found.said)
    assert Option.CLOUD not in found.favors
    assert Option.SELF_HOSTED in found.favors


def test_a_row_names_what_its_rules_wait_for(knowledge: Knowledge) -> None:
    assert "compliance.isolation" in row(marked(knowledge), "C1").waits_for
