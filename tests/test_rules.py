"""The built-in pack against the list of the guides' statements, and what its entries must have."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from gpucmp.advice import Knowledge
from gpucmp.derived import inputs_of
from gpucmp.pack import Pack, Source
from gpucmp.packs.packfile import PackSource
from gpucmp.questions import facts_read
from gpucmp.reading.documents import read_documents
from gpucmp.text import Text

ROWS = Path(__file__).with_name("criteria_rows.yaml")
CHINESE = re.compile("[\u4e00-\u9fff]")
BULLETS: Mapping[str, Mapping[int, int]] = {
    "servers": {1: 2, 2: 2, 3: 4, 4: 6, 5: 8, 6: 4, 7: 0, 8: 0},
    "clusters": {1: 0, 2: 2, 3: 4, 4: 6, 5: 8, 6: 4, 7: 3, 8: 5, 9: 0},
}
"""Chapters of the two guides, with the count of the bullets or table rows in each."""


def listed_rows() -> dict[str, set[str]]:
    """Give the entries that the list names for each statement of the guides."""
    (document,) = read_documents(ROWS.read_bytes(), ROWS.name)
    assert isinstance(document.data, dict)
    rows: dict[str, set[str]] = {}
    for row, entries in document.data.items():
        assert isinstance(entries, list)
        rows[row] = set(map(str, entries))
    return rows


def entries_by_row(pack: Pack, source: PackSource) -> dict[str, set[str]]:
    """Give the entries of the pack that say they answer each statement."""
    found: dict[str, set[str]] = {}
    for row, entry in _answers(pack, source):
        found.setdefault(row, set()).add(entry)
    return found


def _answers(pack: Pack, source: PackSource) -> Iterator[tuple[str, str]]:
    for rule in pack.rules:
        yield from ((row, rule.id) for row in rule.covers)
    yield from ((row.id, f"row:{row.id}") for row in pack.comparison)
    yield from ((one.id, f"common:{one.id}") for one in pack.common_ground)
    yield from ((item.id, f"checklist:{item.id}") for item in pack.checklists)
    yield from ((plan.id.partition("-")[0], f"plan:{plan.id}") for plan in pack.plans)
    assert source.document is not None
    assert isinstance(source.document.data, dict)
    covers = source.document.data["covers"]
    assert isinstance(covers, list)
    yield from ((str(row), "dimensions") for row in covers)


def differences(listed: Mapping[str, set[str]], found: Mapping[str, set[str]]) -> list[str]:
    """Say of each statement which entries are missing, and which are not in the list."""
    lines: list[str] = []
    for row in sorted({*listed, *found}):
        missing = sorted(listed.get(row, set()) - found.get(row, set()))
        unlisted = sorted(found.get(row, set()) - listed.get(row, set()))
        lines.extend(f"row {row}: the pack has no {entry}" for entry in missing)
        lines.extend(f"row {row}: {entry} is not in the list" for entry in unlisted)
    return lines


def texts(pack: Pack) -> Iterator[tuple[str, Text]]:
    """Give every text of the pack with the entry that it belongs to."""
    for rule in pack.rules:
        yield f"title of {rule.id}", rule.title
        yield from ((f"why of {rule.id}", why) for why in [rule.why] if why is not None)
        yield from ((f"advice of {rule.id}", one) for one in [rule.advises] if one is not None)
        yield from ((f"split of {rule.id}", part.part) for part in rule.split)
    yield from ((f"dimension {one.id}", one.title) for one in pack.dimensions)
    yield from ((f"parameter {one.id}", one.description) for one in pack.parameters.values())
    yield from ((f"question {path}", text) for path, text in pack.questions.items())
    for row in pack.comparison:
        yield f"row {row.id}", row.title
        yield from ((f"row {row.id}", cell) for cell in row.cells.values())
    yield from ((one.id, one.text) for one in pack.common_ground)
    yield from ((one.id, one.text) for one in pack.checklists)
    yield from ((plan.id, stage) for plan in pack.plans for stage in plan.stages)


def sources(pack: Pack) -> Iterator[tuple[str, Source]]:
    """Give every source of the pack with the entry that cites it."""
    groups = (
        pack.rules,
        pack.parameters.values(),
        pack.comparison,
        pack.common_ground,
        pack.checklists,
        pack.plans,
    )
    for group in groups:
        yield from ((entry.id, source) for entry in group for source in entry.sources)


def is_in_the_guides(source: Source) -> bool:
    chapter, _, bullet = source.section.partition(".")
    bullets = BULLETS[source.guide].get(int(chapter))
    return bullets is not None and (not bullet or 1 <= int(bullet) <= bullets)


def test_every_statement_of_the_guides_has_the_entries_that_the_list_names(
    knowledge: Knowledge, builtin: PackSource
) -> None:
    assert differences(listed_rows(), entries_by_row(knowledge.pack, builtin)) == []


def test_the_list_has_all_53_statements_of_the_guides() -> None:
    counts = {"A": 8, "B": 12, "C": 14, "D": 6, "E": 5, "F": 11}
    expected = {f"{group}{at}" for group, count in counts.items() for at in range(1, count + 1)}
    assert set(listed_rows()) == expected


def test_an_entry_that_is_missing_or_not_listed_is_named_with_its_row() -> None:
    assert differences({"A1": {"A1", "J1"}, "A2": {"A2"}}, {"A1": {"A1", "X9"}}) == [
        "row A1: the pack has no J1",
        "row A1: X9 is not in the list",
        "row A2: the pack has no A2",
    ]


def test_every_text_of_the_pack_is_in_both_languages(knowledge: Knowledge) -> None:
    untranslated = [
        entry
        for entry, text in texts(knowledge.pack)
        if not text.en.strip() or CHINESE.search(text.en) or not CHINESE.search(text.zh)
    ]
    assert untranslated == []


def test_every_rule_says_why(knowledge: Knowledge) -> None:
    assert [rule.id for rule in knowledge.pack.rules if rule.why is None] == []


def test_every_fact_that_a_profile_can_state_has_a_question(knowledge: Knowledge) -> None:
    stated = {path for path, fact in knowledge.table.items() if not fact.derived}
    assert set(knowledge.pack.questions) == stated


def test_every_fact_that_a_rule_hangs_on_can_be_asked_for(knowledge: Knowledge) -> None:
    pack = knowledge.pack
    read = {given for rule in pack.rules for path in facts_read(rule) for given in inputs_of(path)}
    money = {path for path, fact in knowledge.table.items() if fact.money}
    assert read - money <= set(pack.questions)


def test_every_section_that_is_cited_is_in_the_guides(knowledge: Knowledge) -> None:
    nowhere = [
        f"{entry}: {source}"
        for entry, source in sources(knowledge.pack)
        if source.guide and not is_in_the_guides(source)
    ]
    assert nowhere == []


@pytest.mark.parametrize(
    ("guide", "section", "there"),
    [
        ("servers", "8", True),
        ("servers", "9", False),
        ("clusters", "9", True),
        ("clusters", "10", False),
        ("clusters", "7.3", True),
        ("clusters", "7.4", False),
        ("servers", "7.1", False),
        ("servers", "6.0", False),
    ],
)
def test_a_section_is_a_chapter_or_one_of_its_bullets(
    guide: str, section: str, *, there: bool
) -> None:
    assert is_in_the_guides(Source(guide=guide, section=section)) == there


def test_every_row_of_the_tables_names_rules_that_exist(knowledge: Knowledge) -> None:
    rules = {rule.id for rule in knowledge.pack.rules}
    named = {rule for row in knowledge.pack.comparison for rule in row.rules}
    assert named <= rules
