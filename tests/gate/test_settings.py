from pathlib import Path

import pytest

from gpucmp.advice import Knowledge
from gpucmp.errors import InputError
from gpucmp.gate.gatefiles import read_one
from gpucmp.gate.policy import BUILT_IN, Policy
from gpucmp.gate.settings import Layer, Settled, path_setting, settle, words_layer
from gpucmp.options import Option
from gpucmp.reading.gatemodels import ConfigModel

KNOWN = ("no-option", "stale-prices", "A6")
NAMES = {name: f"--{name}" for name in Policy._fields}
VARIABLES = {name: f"GPUCMP_{name.upper()}" for name in Policy._fields}


def a_file(text: str, folder: str = "") -> Layer:
    return Layer(read_one(text.encode(), "p.yaml", ConfigModel), Path(folder))


def flags(**words: str | list[str]) -> Layer:
    return words_layer(words, NAMES, Path())


def settled(*layers: Layer, knowledge: Knowledge) -> Settled:
    return settle(layers, knowledge.table, KNOWN)


def wrong(*layers: Layer, knowledge: Knowledge) -> list[str]:
    with pytest.raises(InputError) as caught:
        settle(layers, knowledge.table, KNOWN)
    return [str(one) for one in caught.value.problems]


FULL = """\
rules: ./our-rules
fail_on: warning
minimum_margin: 2
required_facts: [demand.gpus]
max_price_age_days: 90
allowed_options: [cloud, hybrid]
claim_tolerance_percent: 1
require_proposal: true
severities: {stale-prices: error, no-option: off}
not_waivable: [A6, no-option]
exclude: [vendor/**]
waivers: w.yaml
baseline: b.json
"""


def test_without_layers_all_is_built_in(knowledge: Knowledge) -> None:
    found = settled(knowledge=knowledge)

    assert found.policy == BUILT_IN
    assert {one.origin for one in found.settings} == {"built-in"}


def test_a_file_sets_everything_relative_to_itself(knowledge: Knowledge) -> None:
    found = settled(a_file(FULL, "sub"), knowledge=knowledge)

    assert found.policy == Policy(
        rules="sub/our-rules",
        fail_on="warning",
        minimum_margin=2,
        required_facts=("demand.gpus",),
        max_price_age_days=90,
        allowed_options=(Option.CLOUD, Option.HYBRID),
        claim_tolerance_percent=1,
        require_proposal=True,
        severities={"stale-prices": "error", "no-option": "off"},
        not_waivable=("A6", "no-option"),
        exclude=("sub/vendor/**",),
        waivers="sub/w.yaml",
        baseline="sub/b.json",
    )
    origins = {one.name: one.origin for one in found.settings}
    assert origins["fail_on"] == "p.yaml:2:10"
    assert origins["severities.stale-prices"] == "p.yaml:9:28"


def test_a_flag_is_over_the_environment_and_that_over_the_file(knowledge: Knowledge) -> None:
    file = a_file("fail_on: note\nminimum_margin: 1\nmax_price_age_days: 5\n")
    variables = words_layer({"fail_on": "warning", "minimum_margin": "2"}, VARIABLES, Path())

    found = settled(file, variables, flags(fail_on="never"), knowledge=knowledge)

    shown = {one.name: (one.value, one.origin) for one in found.settings}
    assert shown["fail_on"] == ("never", "--fail_on")
    assert shown["minimum_margin"] == (2, "GPUCMP_MINIMUM_MARGIN")
    assert shown["max_price_age_days"] == (5, "p.yaml:3:21")


def test_severities_are_layered_one_by_one(knowledge: Knowledge) -> None:
    file = a_file("severities: {stale-prices: error, no-option: note}\n")

    found = settled(file, flags(severities=["no-option=warning"]), knowledge=knowledge).policy

    assert found.severities == {"stale-prices": "error", "no-option": "warning"}


def test_a_null_in_a_file_sets_nothing(knowledge: Knowledge) -> None:
    assert settled(a_file("fail_on:\nminimum_margin: 3\n"), knowledge=knowledge).policy == (
        BUILT_IN._replace(minimum_margin=3)
    )


def test_the_built_in_pack_is_no_path(knowledge: Knowledge) -> None:
    layer = a_file("rules: builtin\n", "sub")

    assert settled(layer, knowledge=knowledge).policy.rules == "builtin"
    assert path_setting(layer, "rules") == "builtin"
    assert path_setting(a_file("fail_on: error\n"), "rules") == ""
    assert path_setting(a_file("rules: x\n", "sub"), "rules") == "sub/x"


def test_texts_are_read_as_a_file_would(knowledge: Knowledge) -> None:
    found = settled(
        flags(
            required_facts="demand.gpus, data.stored_tb,",
            allowed_options=["cloud"],
            require_proposal="true",
            severities="stale-prices=off",
            waivers="w.yaml",
        ),
        knowledge=knowledge,
    ).policy

    assert found.required_facts == ("demand.gpus", "data.stored_tb")
    assert found.allowed_options == (Option.CLOUD,)
    assert found.require_proposal
    assert found.severities == {"stale-prices": "off"}
    assert found.waivers == "w.yaml"


def test_a_text_that_cannot_be_read_is_said_with_its_flag() -> None:
    with pytest.raises(InputError, match=r"^--minimum_margin: "):
        flags(minimum_margin="[1")


def test_what_is_wrong_in_any_layer_is_said_at_once(knowledge: Knowledge) -> None:
    file = a_file(
        "required_facts: [demand.gpu]\nnot_waivable: [A7]\n"
        "severities: {stale-price: off, A6: off}\n"
    )

    assert wrong(file, flags(fail_on="maybe"), knowledge=knowledge) == [
        "--fail_on: fail_on: expected one of error, warning, note, never, found the text `maybe`",
        'p.yaml:1:18: no fact of a profile is called "demand.gpu" (did you mean "demand.gpus"?)',
        'p.yaml:2:16: no kind of finding and no rule is called "A7"',
        'p.yaml:3:14: no kind of finding is called "stale-price" (did you mean "stale-prices"?)',
        'p.yaml:3:32: no kind of finding is called "A6"',
    ]
