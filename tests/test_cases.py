"""The profiles of public decisions: sound, and written only from what their sources state."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from gpucmp.advice import Knowledge
from gpucmp.options import Option, Purchase
from gpucmp.reading.documents import Value, read_documents
from gpucmp.reading.models import ProfileModel
from gpucmp.report import Purchases, Verdict
from tests.case_table import DOCUMENT, PRIVATE, RUN_ON, Case, cases, is_right, rendered, total

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "tests" / "cases").glob("*.yaml"))
NOTES = ROOT.parent / "shared" / "cases"
"""The descriptions that the profiles were written from; not part of the repository."""

every_case = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
with_notes = pytest.mark.skipif(not NOTES.is_dir(), reason="the case notes are not here")


def read(file: Path) -> Mapping[str, Value]:
    (document,) = read_documents(file.read_bytes(), file.name)
    assert isinstance(document.data, dict)
    return document.data


def mapping(value: Value) -> Mapping[str, Value]:
    assert isinstance(value, dict)
    return value


def texts(value: Value) -> list[str]:
    assert isinstance(value, list)
    return [str(item) for item in value]


def facts(group: Mapping[str, Value], prefix: str = "") -> Iterator[str]:
    for name, value in group.items():
        if isinstance(value, dict):
            yield from facts(value, f"{prefix}{name}.")
        else:
            yield prefix + name


def is_inferred(key: str, entry: str) -> bool:
    """Tell whether *entry*, as ``gpu_type class (…)`` or ``GPU burstiness``, names *key*."""
    return re.match(rf"(gpu )?{key.removesuffix('s')}s?\b", entry.lower()) is not None


def stated_in(situation: Mapping[str, Value]) -> list[str]:
    inferred = texts(situation.get("inferred_not_stated", []))
    keys = [key for key in situation if key != "inferred_not_stated"]
    return [key for key in keys if not any(is_inferred(key, entry) for entry in inferred)]


def test_there_are_27_cases() -> None:
    assert len(FILES) == 27


@every_case
def test_a_case_is_named_as_its_file(file: Path) -> None:
    assert read(file)["case"] == file.stem


@every_case
def test_the_profile_of_a_case_is_valid(file: Path) -> None:
    ProfileModel.model_validate(read(file)["profile"])


@every_case
def test_every_fact_of_a_case_has_a_basis_and_every_basis_a_fact(file: Path) -> None:
    case = read(file)
    profile = mapping(case["profile"])
    assert set(mapping(case["basis"])) == set(facts(profile)) - {"name"}


@every_case
def test_every_fact_of_a_case_rests_on_what_is_stated(file: Path) -> None:
    case = read(file)
    assert set(mapping(case["basis"]).values()) <= set(texts(case["stated"]))


@pytest.mark.parametrize(
    ("key", "entry", "inferred"),
    [
        ("gpu_type", "gpu_type class (recalled)", True),
        ("burstiness", "GPU burstiness", True),
        ("utilisation_pct", "utilisation_pct = 520/8760", True),
        ("utilisation", "utilisation_pct = 520/8760", False),
        ("team", "team: no own data center", True),
        ("contracts", "contract terms are from elsewhere", True),
        ("gpu_count", "gpu_type", False),
        ("gpu_count", "GPU burstiness", False),
    ],
)
def test_an_entry_names_a_key_by_its_leading_words(
    key: str, entry: str, *, inferred: bool
) -> None:
    assert is_inferred(key, entry) == inferred


@with_notes
def test_every_description_has_a_profile() -> None:
    assert [file.name for file in FILES] == sorted(path.name for path in NOTES.glob("*.yaml"))


@with_notes
@every_case
def test_what_a_case_calls_stated_is_what_its_description_does_not_infer(file: Path) -> None:
    situation = mapping(read(NOTES / file.name)["situation"])
    assert texts(read(file)["stated"]) == stated_in(situation)


@with_notes
@every_case
def test_the_verdict_of_a_case_is_that_of_its_description(file: Path) -> None:
    case, note = read(file), read(NOTES / file.name)
    assert case["expert"] == note["expert_verdict"]
    assert case["also_acceptable"] == note["also_acceptable"]
    assert case["confidence"] == note["confidence"]
    assert case["source"] == mapping(note["source"])["url"]


@pytest.fixture(scope="module")
def decided(knowledge: Knowledge) -> tuple[Case, ...]:
    return cases(knowledge)


def test_the_verdicts_agree_with_ten_of_the_fourteen_sure_decisions(
    decided: tuple[Case, ...],
) -> None:
    assert sum(case.confidence == "high" for case in decided) == 14
    assert total(decided, "high") >= 10


def test_the_verdicts_agree_with_three_quarters_of_all_decisions(
    decided: tuple[Case, ...],
) -> None:
    assert total(decided) >= 0.75 * 27


def test_exactly_the_cases_that_disagree_say_why(decided: tuple[Case, ...]) -> None:
    explained = {case.name for case in decided if case.disagreement}
    assert explained == {case.name for case in decided if case.score < 1}


@pytest.mark.parametrize(
    ("option", "purchase", "right"),
    [
        (Option.CLOUD, Purchase.DEDICATED, True),
        (Option.CLOUD, Purchase.RESERVED_1Y, True),
        (Option.CLOUD, Purchase.RESERVED_3Y, True),
        (Option.CLOUD, Purchase.PRIVATE_DEPLOYMENT, True),
        (Option.CLOUD, Purchase.ON_DEMAND, False),
        (Option.CLOUD, Purchase.SPOT, False),
        (Option.CLOUD, Purchase.SERVERLESS, False),
        (Option.SELF_HOSTED, Purchase.COLOCATED, True),
        (Option.SELF_HOSTED, Purchase.OWNED, False),
        (Option.HYBRID, Purchase.COLOCATED, False),
    ],
)
def test_private_or_dedicated_is_right_for_single_tenants_reservations_and_colocation(
    option: Option, purchase: Purchase, *, right: bool
) -> None:
    verdict = Verdict(option, purchase, Purchases(), None, None, None, None, lowered=False)
    assert is_right(verdict, "private/dedicated") == right


def test_another_acceptable_decision_counts_a_half(decided: tuple[Case, ...]) -> None:
    granted_time = next(case for case in decided if case.name == "06-bloom-jean-zay")
    assert (granted_time.expert, granted_time.also_acceptable) == (PRIVATE, ("cloud",))
    assert granted_time.verdict.purchase is Purchase.ON_DEMAND
    assert granted_time.score == 0.5


def test_the_page_of_the_cases_shows_what_the_rules_say_today(decided: tuple[Case, ...]) -> None:
    page = DOCUMENT.read_text(encoding="utf-8")
    run_on = re.search(rf"^{RUN_ON}(\d{{4}}-\d\d-\d\d)\.", page, re.MULTILINE)
    assert run_on is not None
    assert page == rendered(decided, run_on[1])
