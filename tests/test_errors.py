import pytest

from gpucmp.errors import InputError, Place, Problem


def test_a_place_is_written_as_editors_link_it() -> None:
    assert str(Place("a.yaml", 3, 5)) == "a.yaml:3:5"


def test_a_place_without_a_line_is_only_the_file() -> None:
    assert str(Place("a.yaml")) == "a.yaml"


def test_a_problem_is_one_line_with_what_would_mend_it() -> None:
    problem = Problem(Place("a.yaml", 3, 5), "unknown key", "did you mean gpus?")

    assert str(problem) == "a.yaml:3:5: unknown key (did you mean gpus?)"


def test_a_problem_without_a_hint_is_only_said() -> None:
    assert str(Problem(Place("a.yaml"), "is empty")) == "a.yaml: is empty"


def test_the_problems_of_an_input_are_named_in_the_order_of_the_text() -> None:
    late, early = (Problem(Place("a.yaml", line, 1), "is wrong") for line in (10, 9))

    error = InputError([late, early])

    assert error.problems == (early, late)
    assert str(error) == "a.yaml:9:1: is wrong\na.yaml:10:1: is wrong"


def test_unreadable_input_ends_the_run_with_2() -> None:
    with pytest.raises(InputError) as caught:
        raise InputError([])

    assert caught.value.exit_code == 2
