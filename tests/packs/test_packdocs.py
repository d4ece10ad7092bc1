"""The page about a pack."""

import re

from gpucmp.pack import Pack
from gpucmp.packdata import pack_from
from gpucmp.packs.packdocs import document
from gpucmp.packs.packfile import PackSource
from tests.builders import a_source, the_facts

PACK = """\
id: acme
version: "2"
guides: {book: {letter: B, title: {en: A book, zh: 一本书}}}
dimensions:
  - {id: scale, title: {en: Scale, zh: 规模}}
  - {id: capital, title: {en: Capital, zh: 资本}, lower_end: true, reason: Both need it.}
parameters:
  large:
    value: 64
    unit: GPUs
    description: {en: A large fleet, zh: 大规模}
    sources: [{judgment: made up | so}]
    as_of: "2026-01-01"
    still_valid_on: "2026-02-01"
    review_days: 100
  margin_share_lean:
    value: 0.2
    unit: share
    description: {en: Close below, zh: 接近}
    sources: [{judgment: made up}]
    as_of: "2026-01-01"
    still_valid_on: "2026-02-01"
questions: {demand.gpus: {en: How many?, zh: 多少？}}
comparison:
  - id: C1
    title: {en: Ownership, zh: 归属}
    cells: {self-hosted: {en: Own, zh: 自有}, cloud: {en: Shared, zh: 共享}}
    sources: [{guide: book, section: "5"}]
    rules: [X10]
common_ground:
  - {id: D1, text: {en: Same logic, zh: 逻辑相同}, sources: [{guide: book, section: "3.1"}]}
checklists:
  - id: F1
    directions: [to-cloud, to-self-hosted]
    text: {en: Move the data., zh: 搬数据。}
    sources: [{guide: book, section: "7"}]
plans:
  - id: B9-close
    occasion: close
    stages: [{en: Rent first., zh: 先租。}, {en: Then own., zh: 再买。}]
    sources: [{guide: book, section: "9"}]
rules:
  X10:
    title: {en: A large fleet, zh: 大规模集群}
    dimension: scale
    sources: [{guide: book, section: "1"}]
    when: {demand.gpus: {at_least: {parameter: large}}}
    points: {self-hosted: 1}
    tests: [{given: {demand.gpus: 64}, expect: fires}]
  X9: {title: Two GPUs, dimension: scale, when: {demand.gpus: 2}, points: {cloud: 1}}
  OUT: {title: No room, when: {facility.cooling: none}, rules_out: {owned: {}}}
  BUY: {title: Spot will do, when: {demand.gpus: 1}, purchases: {cloud: {spot: 1}}}
  LOOK: {title: Look, when: {demand.gpus: 1}, advises: Look twice.}
"""


def page(text: str = PACK) -> str:
    source = a_source({"acme.yaml": text})
    return document(pack_from(source.data), source, the_facts())


def lines_after(heading: str) -> list[str]:
    return page().split(f"## {heading}\n\n", 1)[1].split("\n\n", 1)[0].splitlines()


def test_the_page_names_the_pack_and_its_guides() -> None:
    text = page()
    assert text.startswith("# Rules of the pack `acme` 2\n")
    assert "\n- `book` (B): A book · 一本书\n" in text


def test_the_contents_list_the_rules_by_dimension_and_then_by_kind() -> None:
    assert lines_after("Contents") == [
        "- [Criteria: Scale · 规模](#criteria-scale)",
        "  - [X9](#x9) Two GPUs",
        "  - [X10](#x10) A large fleet",
        "- [Constraints · 约束](#constraints)",
        "  - [OUT](#out) No room",
        "- [Preferences among the ways to buy · 购买方式偏好](#preferences)",
        "  - [BUY](#buy) Spot will do",
        "- [Cautions · 提醒](#cautions)",
        "  - [LOOK](#look) Look",
        "- [Dimensions · 维度](#dimensions)",
        "- [Parameters · 参数](#parameters)",
        "- [How the options differ · 方案对比](#comparison)",
        "- [What does not differ · 相同点](#common-ground)",
        "- [Before a migration · 迁移前](#checklists)",
        "- [Staged plans · 分步计划](#plans)",
        "- [Facts · 事实字段](#facts)",
    ]


def test_a_rule_has_its_section_with_its_tests() -> None:
    section = page().split('<a id="x10"></a>', 1)[1].split("<a id", 1)[0]
    assert "### X10 · A large fleet · 大规模集群" in section
    assert "- `demand.gpus` at least 64" in section
    assert "- `demand.gpus` 64 → fires" in section


def test_the_dimensions_are_listed_with_their_weights() -> None:
    assert lines_after("Dimensions · 维度")[2:] == [
        (
            '| <a id="dimension-scale"></a>`scale` Scale · 规模 | 1 | 8.33 | points of its own |  '
            "| [X9](#x9), [X10](#x10) |"
        ),
        (
            '| <a id="dimension-capital"></a>`capital` Capital · 资本 | 1 | 8.33 '
            "| the lower of the two ends | Both need it. |  |"
        ),
    ]


def test_the_parameters_are_listed_with_their_dates_and_the_rules_that_read_them() -> None:
    assert lines_after("Parameters · 参数")[2:] == [
        (
            '| <a id="parameter-large"></a>`large` | 64 GPUs | A large fleet · 大规模 '
            "| 2026-01-01 | 2026-02-01, again after 100 days | [X10](#x10) "
            "| judgment: made up \\| so |"
        ),
        (
            '| <a id="parameter-margin-share-lean"></a>`margin_share_lean` | 0.2 share '
            "| Close below · 接近 | 2026-01-01 | 2026-02-01, again after 365 days "
            "| read by the program | judgment: made up |"
        ),
    ]


def test_the_tables_of_the_guides_are_listed() -> None:
    assert lines_after("How the options differ · 方案对比") == [
        "| Row | Dimension | self-hosted | cloud | hybrid | Rules | Sources |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        "| C1 | Ownership · 归属 | Own | Shared |  | [X10](#x10) | book §5 |",
    ]
    assert lines_after("What does not differ · 相同点")[-1] == (
        "| D1 | Same logic · 逻辑相同 | book §3.1 |"
    )
    assert lines_after("Before a migration · 迁移前")[-1] == (
        "| F1 | to-cloud, to-self-hosted | Move the data. · 搬数据。 | book §7 |"
    )


def test_the_plans_are_listed_by_stages() -> None:
    section = page().split("## Staged plans · 分步计划\n\n", 1)[1].split("<a id", 1)[0]
    assert (
        section
        == """\
### B9-close: where the verdict is close

1. Rent first. · 先租。
2. Then own. · 再买。

**Sources.** book §9.

"""
    )


def test_the_facts_are_listed_with_what_they_can_be() -> None:
    facts = {line.split(" | ")[0]: line for line in lines_after("Facts · 事实字段")}
    expected = {
        "demand.gpus": (
            "number, or `[low, likely, high]`",
            "whole, at least 1, at most 10,000,000",
        ),
        "demand.horizon_months": ("number, or `[low, likely, high]`", "at least 0.1, at most 600"),
        "workload.scheduler": ("choice", "`none`, `slurm`, `kubernetes`, `other`"),
        "workload.multi_node": ("bool", "true or false"),
        "service.regions": ("texts", ""),
        "hardware.tdp_w": ("number, computed from `hardware.gpu`", "any number"),
        "cost.owned_over_cloud": ("number, from the cost model", "any number"),
    }
    assert len(facts) == len(the_facts()) + 2
    for path, (kind, values) in expected.items():
        assert facts[f"| `{path}`"].startswith(f"| `{path}` | {kind} | {values} | ")
    assert facts["| `demand.gpus`"].endswith("| How many? · 多少？ |")


def test_what_a_pack_does_not_have_has_no_heading() -> None:
    bare = "id: bare\nrules: {R-1: {title: Look, when: {demand.gpus: 1}, advises: Look twice.}}\n"
    headings = re.findall(r"^## (.*)$", page(bare), re.MULTILINE)
    assert headings == ["Contents", "Cautions · 提醒", "Facts · 事实字段"]


def test_every_link_inside_the_page_of_the_built_in_pack_leads_somewhere(
    builtin: PackSource,
) -> None:
    text = document(pack_from(builtin.data), builtin, the_facts())
    anchors = re.findall(r'<a id="([^"]+)"></a>', text)
    assert len(anchors) == len(set(anchors))
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= set(anchors)


def test_the_page_shows_every_rule_of_the_built_in_pack(builtin: PackSource) -> None:
    pack: Pack = pack_from(builtin.data)
    text = document(pack, builtin, the_facts())
    for rule in pack.rules:
        assert text.count(f"\n### {rule.id} · {rule.title.en} · {rule.title.zh}\n") == 1


def test_the_same_pack_gives_the_same_page(builtin: PackSource) -> None:
    pack = pack_from(builtin.data)
    assert document(pack, builtin, the_facts()) == document(pack, builtin, the_facts())
