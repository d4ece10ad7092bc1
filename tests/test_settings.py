from collections.abc import Sequence

import pytest

from gpucmp.facts import FactTable
from gpucmp.reading.documents import Document, read_documents
from gpucmp.settings import changed, changes_of
from tests.builders import the_facts


@pytest.fixture
def table() -> FactTable:
    return the_facts()


def document(text: str) -> Document:
    return read_documents(text.encode(), "p.yaml")[0]


def after(text: str, settings: Sequence[str], table: FactTable) -> Document:
    changes, wrong = changes_of(settings, table)
    assert wrong == []
    return changed(document(text), changes)


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("name=y", {"name": "y"}),
        ("demand.gpus = 64", {"name": "x", "demand": {"gpus": 64}}),
        ("prices.as_of=2026-11-01", {"name": "x", "prices": {"as_of": "2026-11-01"}}),
        (
            "prices.cloud.on_demand_per_gpu_hour=[2, 3, 4]",
            {"name": "x", "prices": {"cloud": {"on_demand_per_gpu_hour": [2, 3, 4]}}},
        ),
    ],
)
def test_a_setting_is_put_where_a_profile_has_it(
    setting: str, expected: object, table: FactTable
) -> None:
    assert after("name: x\n", [setting], table).data == expected


def test_a_price_is_changed_and_its_neighbors_stay(table: FactTable) -> None:
    text = "name: x\nprices:\n  cloud: {support_percent: 3, unused_percent: 1}\n"

    found = after(text, ["prices.cloud.support_percent=5"], table)

    assert found.data == {
        "name": "x",
        "prices": {"cloud": {"support_percent": 5, "unused_percent": 1}},
    }
    place = found.place(("prices", "cloud", "support_percent"))
    assert str(place) == "--set prices.cloud.support_percent=5"


def test_what_is_no_mapping_makes_room_for_a_price(table: FactTable) -> None:
    found = after("name: x\nprices:\n  cloud: 3\n", ["prices.cloud.support_percent=5"], table)

    assert found.data == {"name": "x", "prices": {"cloud": {"support_percent": 5}}}


def test_a_group_that_is_no_mapping_is_left_to_be_found_wrong(table: FactTable) -> None:
    assert after("name: x\ndemand: 3\n", ["demand.gpus=1"], table).data == {
        "name": "x",
        "demand": 3,
    }


@pytest.mark.parametrize(
    ("setting", "problem"),
    [
        ("demand.gpus", "expected fact=value (as demand.gpus=64)"),
        ("demand.gpu=1", 'unknown fact "demand.gpu" (did you mean "demand.gpus"?)'),
        ("hardware.tdp_w=1", "hardware.tdp_w is computed, and not stated"),
        ("demand.gpus=[1", ""),
    ],
)
def test_a_wrong_setting_is_told(setting: str, problem: str, table: FactTable) -> None:
    changes, (wrong,) = changes_of([setting], table)

    assert changes == []
    assert str(wrong).startswith(f"--set {setting}: {problem}")
