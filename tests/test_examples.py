"""The examples: each comes out as the guides say for its situation."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from gpucmp import loading
from gpucmp.advice import Knowledge, advise
from gpucmp.options import Strength
from gpucmp.profile import Profile
from gpucmp.report import Report

FOLDER = Path(__file__).parents[1] / "examples"
MODELINE = "# yaml-language-server: $schema=../docs/schema/profile.json"
NOT_STATED = frozenset[str]()


class Expected(NamedTuple):
    """What the guides say for an example, and where."""

    options: frozenset[str]
    reason: str
    purchases: frozenset[str] = NOT_STATED
    """The ways to buy that are right; empty where the guides name none."""
    strengths: frozenset[Strength] = frozenset()
    """Empty where the strength is no statement."""
    ruled_out_by: frozenset[str] = NOT_STATED


def one_of(*words: str) -> frozenset[str]:
    return frozenset(words)


CLEAR = frozenset({Strength.CLEAR})
OPEN = frozenset({Strength.LEAN, Strength.CLOSE})

EXPECTED: Mapping[str, Expected] = {
    "air-only-room": Expected(
        one_of("self-hosted"),
        "A chip above 1000 W needs liquid cooling (S§3.4), so not the own room; the use of 70 % "
        "and more and the full team favor owning (C§7.1, C§7.2).",
        one_of("colocated"),
        CLEAR,
        one_of("D4"),
    ),
    "growing-company-mixed-work": Expected(
        one_of("hybrid"),
        "Growing company, mixed work: everyday training on demand, core data on own machines "
        "(C§6.3).",
        one_of("owned", "on-demand"),
    ),
    "hardware-too-late": Expected(
        one_of("cloud"),
        "New servers take weeks to months, the cloud minutes (S§4.3, C§4.1); staged evolution "
        "follows (C§9).",
        ruled_out_by=one_of("J3"),
    ),
    "hospital-imaging-zh": Expected(
        one_of("self-hosted"),
        "Data may not leave the domain, is not separable, and no provider comes in: self-hosting "
        "is the only compliant option (C§7.3).",
        one_of("owned"),
        CLEAR,
        one_of("A6"),
    ),
    "hybrid-separable-data": Expected(
        one_of("hybrid"),
        "The restricted part stays in the domain (C§7.3), and the rest with its peaks does not "
        "have to (C§6.3, C§9).",
        one_of("owned", "on-demand"),
        ruled_out_by=one_of("A6"),
    ),
    "inference-hard-latency": Expected(
        one_of("self-hosted"),
        "Production inference with hard latency and stability demands: own machines are exclusive "
        "and deterministic (C§6.4).",
        one_of("owned"),
    ),
    "inference-peaks-new-regions": Expected(
        one_of("cloud"),
        "Production inference with marked peaks and new regions (C§6.4), used for less than 30 % "
        "(C§7.1).",
        one_of("on-demand"),
        CLEAR,
    ),
    "long-stable-training": Expected(
        one_of("self-hosted", "cloud"),
        "Long, stable, large-scale training: self-hosted and long reservations will both do, and "
        "the total cost decides (S§6.1).",
        one_of("owned", "colocated", "reserved-1y", "reserved-3y"),
        OPEN,
    ),
    "name-only": Expected(
        one_of("undecided"), "There is no absolute recommendation without conditions (S§7, C§7)."
    ),
    "nothing-left": Expected(
        one_of("none"),
        "The data may not leave the domain (C§7.3), and what is bought comes too late (C§4.1).",
        ruled_out_by=one_of("A6", "J3"),
    ),
    "phased-experiments": Expected(
        one_of("cloud"),
        "Phased experiments and tuning: created and released quickly (S§6.2); most of the work "
        "can be resumed, so spot will do.",
        one_of("on-demand", "spot"),
        CLEAR,
    ),
    "private-deployment": Expected(
        one_of("cloud"),
        "Data that may not leave leaves self-hosting or a private deployment (C§7.3), and nobody "
        "has the skills for the former (C§7.2).",
        one_of("private-deployment"),
        CLEAR,
        one_of("A6"),
    ),
    "render-farm-overflow": Expected(
        one_of("hybrid"),
        "The two are no zero-sum choice (C§9): the base fills the machines that are there, the "
        "peaks fluctuate and suit the cloud (S§5).",
        one_of("owned", "on-demand"),
    ),
    "research-lab": Expected(
        one_of("self-hosted"),
        "Research lab with large models, long training, sensitive data, and a professional team "
        "(C§6.1); the data may not leave (C§7.3).",
        one_of("owned"),
        CLEAR,
        one_of("A6"),
    ),
    "sparse-calls": Expected(
        one_of("cloud"),
        "Use far under 30 % (C§7.1); serverless is one of the products of the cloud (C§2.2).",
        one_of("serverless"),
        CLEAR,
    ),
    "startup-exploring": Expected(
        one_of("cloud"),
        "Start-up, direction open, fluctuating demand: cloud first, no idle assets (C§6.2).",
        one_of("on-demand"),
        CLEAR,
    ),
    "sudden-inference-peaks": Expected(
        one_of("cloud"),
        "Sudden inference peaks: the cloud scales out more easily (S§6.4).",
        one_of("on-demand"),
        CLEAR,
    ),
    "very-high-compliance": Expected(
        one_of("cloud"),
        "Very high compliance leaves self-hosting or a dedicated environment (S§6.3), and nobody "
        "has the skills for the former (C§7.2).",
        one_of("dedicated"),
        ruled_out_by=one_of("A7-dedicated"),
    ),
}

every_file = pytest.mark.parametrize(
    "file", sorted(FOLDER.glob("*.yaml")), ids=lambda file: file.stem
)
every_example = pytest.mark.parametrize("name", EXPECTED)


@pytest.fixture(scope="module")
def reports(knowledge: Knowledge) -> Mapping[str, Report]:
    return {name: advise(profile(name, knowledge), knowledge) for name in EXPECTED}


def profile(name: str, knowledge: Knowledge) -> Profile:
    (found,) = loading.read_profiles([str(FOLDER / f"{name}.yaml")], knowledge)
    assert isinstance(found, Profile), found
    return found


def test_every_example_is_expected_to_come_out_somehow_and_nothing_else_is() -> None:
    assert sorted(EXPECTED) == sorted(file.stem for file in FOLDER.glob("*.yaml"))


@every_file
def test_an_example_is_yaml_in_kebab_case(file: Path) -> None:
    assert file.suffix == ".yaml"
    assert file.stem == file.stem.lower().replace("_", "-").replace(" ", "-")


@every_file
def test_an_example_starts_with_the_modeline_and_a_comment_on_what_it_shows(file: Path) -> None:
    modeline, comment, name, *_ = file.read_text(encoding="utf-8").splitlines()
    assert modeline == MODELINE
    assert comment.startswith("# ")
    assert name.startswith("name: ")


@every_example
def test_an_example_names_only_what_the_rules_know(
    name: str, reports: Mapping[str, Report]
) -> None:
    assert reports[name].notes == ()


@every_example
def test_an_example_gets_the_option_that_the_guides_name(
    name: str, reports: Mapping[str, Report]
) -> None:
    assert reports[name].verdict.option in EXPECTED[name].options


@every_example
def test_an_example_is_bought_as_the_guides_say(name: str, reports: Mapping[str, Report]) -> None:
    bought = reports[name].verdict.purchases
    chosen = {one.value for one in (bought.owned, bought.rented) if one}
    assert not EXPECTED[name].purchases or (chosen and chosen <= EXPECTED[name].purchases)


@every_example
def test_an_example_is_as_firm_as_the_guides_are(name: str, reports: Mapping[str, Report]) -> None:
    strengths = EXPECTED[name].strengths
    assert not strengths or reports[name].verdict.strength in strengths


@every_example
def test_an_example_loses_what_the_guides_forbid_and_nothing_else(
    name: str, reports: Mapping[str, Report]
) -> None:
    rules = {one.rule for one in reports[name].ruled_out if one.certain}
    assert rules == EXPECTED[name].ruled_out_by


def test_the_examples_reach_every_kind_of_verdict(reports: Mapping[str, Report]) -> None:
    found = {report.verdict.option for report in reports.values()}
    assert found == {"self-hosted", "cloud", "hybrid", "undecided", "none"}
