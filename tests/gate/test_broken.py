"""Broken proposals, waivers, policies, and baselines: the first comments say what is reported."""

import re
from pathlib import Path

import pytest

from gpucmp.advice import Knowledge
from gpucmp.errors import InputError
from gpucmp.formats import Style
from gpucmp.formats.check import CheckFormat, render_check
from gpucmp.gate.findings import GateResult
from gpucmp.gate.policy import Policy
from gpucmp.gate.running import Configured, Request, known_ids, policy_layer, run, unusable
from gpucmp.gate.settings import Settled, settle
from tests.gate.proposals import TODAY
from tests.test_broken import expectations, missing, unclear

BROKEN = Path(__file__).parents[1] / "broken"
KINDS = ("proposals", "waivers", "policies", "baselines")
FILES = [file for kind in KINDS for file in sorted((BROKEN / kind).iterdir())]

every_file = pytest.mark.parametrize(
    "file", FILES, ids=[f"{file.parent.name}/{file.stem}" for file in FILES]
)


def checked(file: Path, knowledge: Knowledge) -> GateResult:
    """Use a broken file for what it is, beside a proposal that passes."""
    sound = str(BROKEN.parents[1] / "examples" / "proposals" / "research-cluster.gpucmp.yaml")
    kind, name = file.parent.name, str(file)
    if kind == "policies":
        with pytest.raises(InputError) as caught:
            settle([policy_layer(name)], knowledge.table, known_ids(knowledge))
        return unusable(caught.value.problems, TODAY, name)
    policy = {
        "proposals": Policy(),
        "waivers": Policy(waivers=name),
        "baselines": Policy(baseline=name),
    }[kind]
    paths = [sound, name] if kind == "proposals" else [sound]
    return run(
        Request(paths, TODAY, BROKEN), Configured(Settled(policy, ()), knowledge, "")
    ).result


def test_there_are_enough_of_them() -> None:
    assert len(FILES) >= 40
    assert {file.parent.name for file in FILES} == set(KINDS)


@every_file
def test_a_broken_file_is_told_with_its_line_and_nothing_passes(
    file: Path, knowledge: Knowledge
) -> None:
    result = checked(file, knowledge)

    assert result.exit_code == 2
    assert missing(file, result.problems) == []
    assert not any(unclear(problem, str(file)) for problem in result.problems)


@pytest.mark.parametrize("fmt", CheckFormat)
@pytest.mark.parametrize("kind", KINDS)
def test_every_format_has_the_line(kind: str, fmt: CheckFormat, knowledge: Knowledge) -> None:
    for file in sorted((BROKEN / kind).iterdir()):
        result = checked(file, knowledge)._replace(checked=())

        text = render_check(result, fmt, Style(width=1000))

        assert file.name in text
        for place, _ in expectations(file):
            assert re.search(rf"\b{place.partition(':')[0]}\b", text)
