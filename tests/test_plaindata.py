import json

import pytest

from gpucmp.options import Option, Purchase
from gpucmp.plaindata import cell, csv_text, json_text, plain
from gpucmp.report import Known
from gpucmp.text import Lang, Text


def test_named_tuples_become_objects_with_their_fields_as_keys() -> None:
    assert plain(Known(5, 14), Lang.EN) == {"facts": 5, "of": 14}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(Text("one", "一"), "一", id="text in the language"),
        pytest.param(Purchase.RESERVED_1Y, "reserved-1y", id="a member of a vocabulary"),
        pytest.param({Option.CLOUD: 1.5}, {"cloud": 1.5}, id="a mapping by options"),
        pytest.param(((1.0, 2), "a", True, None), [[1.0, 2], "a", True, None], id="tuples"),
    ],
)
def test_a_value_becomes_plain_data(value: object, expected: object) -> None:
    found = plain(value, Lang.ZH)

    assert found == expected
    assert json.loads(json_text(found)) == expected


def test_members_of_a_vocabulary_become_plain_strings() -> None:
    assert type(plain(Option.CLOUD, Lang.EN)) is str


def test_a_value_that_no_report_has_is_refused() -> None:
    with pytest.raises(TypeError, match="no report holds"):
        plain({1, 2}, Lang.EN)


def test_json_is_compact_unless_it_is_indented() -> None:
    assert json_text({"a": ["一"]}) == '{"a":["一"]}'
    assert json_text({"a": 1}, indent=2) == '{\n  "a": 1\n}'


def test_a_number_that_json_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        json_text(float("nan"))


def test_csv_has_a_header_and_a_row_a_line() -> None:
    assert csv_text(("a", "b"), [(1, "x,y"), (None, "=1")]) == 'a,b\r\n1,"x,y"\r\n,\'=1\r\n'


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d"])
def test_text_that_a_spreadsheet_would_compute_gets_an_apostrophe(start: str) -> None:
    assert cell(f"{start}1") == f"'{start}1"


def test_other_text_and_numbers_stay_as_they_are() -> None:
    assert [cell(one) for one in ("a", -1.5, None)] == ["a", -1.5, None]
