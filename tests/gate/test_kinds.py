import re
from collections import Counter

import pytest

from gpucmp.gate.findings import Kind
from gpucmp.gate.kinds import CHECKS, KINDS

every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
CATEGORIES = [
    "proposal",
    "verdict",
    "purchase",
    "facts",
    "money",
    "limits",
    "age",
    "waivers",
    "demand",
]
TABLE_OF_GITHUB = 1024
"""The longest description that GitHub shows (`sarif-support-for-code-scanning.md`)."""


@every_kind
def test_a_kind_is_described_in_both_languages(kind: Kind) -> None:
    for text in (kind.title, kind.description, kind.help):
        assert text.en.strip()
        assert re.search("[\u4e00-\u9fff]", text.zh)
        assert len(text.en) <= TABLE_OF_GITHUB
    assert not kind.title.en.endswith(".")


@every_kind
def test_an_id_is_in_kebab_case_and_the_category_is_known(kind: Kind) -> None:
    assert re.fullmatch("[a-z]+(-[a-z]+)*", kind.id)
    assert kind.category in CATEGORIES


def test_no_two_checks_have_one_id() -> None:
    assert [
        one for one, count in Counter(check.kind.id for check in CHECKS).items() if count > 1
    ] == []
