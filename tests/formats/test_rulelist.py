import json

import pytest
from rich.cells import cell_len

from gpucmp.formats import Style
from gpucmp.formats.rulelist import render, render_json
from gpucmp.options import Purchase
from gpucmp.text import Lang
from tests.builders import a_pack, a_rule
from tests.formats.reports import small_knowledge


def lines_of(*, lang: Lang = Lang.EN, width: int = 100) -> list[str]:
    return render(small_knowledge().pack, Style(lang, width)).splitlines()


def row_of(rule: str, lines: list[str]) -> list[str]:
    """Split the row of *rule* where two spaces or more stand."""
    row = next(line for line in lines if line.startswith(f"{rule} "))
    return [cell.strip() for cell in row.split("  ") if cell.strip()]


def test_the_pack_and_the_number_of_rules_stand_above() -> None:
    assert lines_of()[0] == "small 1.0 · rules: 8"


def test_a_rule_says_what_it_does_to_the_options() -> None:
    lines = lines_of(width=120)

    assert row_of("A4", lines)[2:] == ["Operations", "self-hosted +1.5"]
    assert row_of("A6", lines)[2:] == ["constraint", "rules out cloud, hybrid"]
    assert row_of("E2", lines)[2:] == ["caution"]
    assert row_of("A1", lines)[2] == "Utilization"
    assert row_of("A1", lines)[3].startswith("graded along")


def test_in_chinese_everything_but_ids_is_chinese() -> None:
    lines = lines_of(lang=Lang.ZH)

    assert lines[0] == "small 1.0 · 规则 8 条"
    assert row_of("A6", lines)[1:] == ["数据不得离开自有域", "约束", "排除 云上、混合"]
    assert row_of("B9", lines)[2:] == ["负载形态", "自建 −1、混合 +3"]


def test_rules_stand_by_kind_then_dimension() -> None:
    ids = [line.split()[0] for line in lines_of(width=40) if line[:1].isupper()]

    assert [name for name in ids if name[1:2].isdigit()] == [
        "A6", "J3", "B9", "B9-existing", "A4", "A4-no", "A1", "E2",
    ]  # fmt: skip


def test_a_narrow_terminal_has_the_effect_below_the_title() -> None:
    lines = lines_of(width=40)
    at = lines.index("A4 The team keeps its drivers")

    assert lines[at + 1] == "  Operations: self-hosted +1.5"


def test_a_preference_and_a_removed_purchase_are_named() -> None:
    prefers = a_rule("P1", purchases={"cloud": {"spot": 1}}, when={"workload.pattern": "bursty"})
    removes = a_rule("P2", rules_out={"spot": {}}, when={"workload.pattern": "steady"})

    lines = render(a_pack(prefers, removes), Style()).splitlines()

    assert row_of("P1", lines)[-1] == "chooses among purchases"
    assert row_of("P2", lines)[-1] == f"rules out {Purchase.SPOT}"


@pytest.mark.parametrize("width", [40, 72, 80, 120])
@pytest.mark.parametrize("lang", Lang)
def test_nothing_is_wider_than_the_terminal(width: int, lang: Lang) -> None:
    assert max(map(cell_len, lines_of(lang=lang, width=width))) <= width


def test_as_json_each_rule_has_its_place_and_sources() -> None:
    listed = json.loads(render_json(small_knowledge().pack, Lang.EN))
    rule = next(one for one in listed["rules"] if one["id"] == "A6")

    assert listed["schema"] == "gpucmp.rules/1"
    assert (listed["pack"], listed["version"], len(listed["rules"])) == ("small", "1.0", 8)
    assert rule == {
        "id": "A6",
        "title": "Data may not leave the own domain",
        "kind": "constraint",
        "dimension": "",
        "covers": [],
        "basis": "guide",
        "sources": ["clusters §7.3"],
        "place": "pack.yaml:97:5",
    }
