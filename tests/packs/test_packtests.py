"""The tests inside rules, run."""

import pytest

from gpucmp.errors import Place
from gpucmp.packdata import pack_from
from gpucmp.packs import packtests
from gpucmp.packs.packfile import PackSource
from tests.builders import a_catalog, a_rule, a_source, the_facts

PACK = """\
id: acme
dimensions: [{id: scale, title: Scale}]
parameters:
  large:
    value: 64
    unit: GPUs
    description: A large fleet
    sources: [{judgment: made up}]
    as_of: "2026-01-01"
    still_valid_on: "2026-01-01"
"""
LARGE = """\
id: X1
title: A large fleet
dimension: scale
sources: [{judgment: made up}]
when: {demand.gpus: {at_least: {parameter: large}}}
points: {self-hosted: 1, cloud: -1}
tests:
"""
LAW = """\
id: X2
title: The law forbids both
sources: [{judgment: made up}]
when: {compliance.data_must_stay: own-domain}
rules_out:
  cloud: {}
  hybrid: {unless: {compliance.sensitive_separable: true}}
tests:
"""


def run(rule: str, test: str) -> packtests.TestResult:
    source = a_source({"acme/pack.yaml": PACK, "acme/criteria/X.yaml": f"{rule}  - {test}\n"})
    (result,) = results(source)
    return result


def results(source: PackSource) -> tuple[packtests.TestResult, ...]:
    return packtests.run_tests(source, pack_from(source.data), the_facts(), a_catalog())


@pytest.mark.parametrize(
    ("rule", "test"),
    [
        (LARGE, "{given: {demand.gpus: 64}, expect: fires}"),
        (LARGE, "{given: {demand.gpus: 64}, expect: {self-hosted: 1, cloud: -1}}"),
        (LARGE, "{given: {demand.gpus: 64}, expect: {cloud: -1, self-hosted: 1, hybrid: 0}}"),
        (LARGE, "{given: {demand.gpus: 63}, expect: does-not-fire}"),
        (LARGE, "{given: {service.regions: [north]}, expect: unknown}"),
        (LARGE, "{expect: unknown}"),
        (LAW, "{given: {compliance.data_must_stay: own-domain}, expect: {rules_out: [cloud]}}"),
    ],
)
def test_a_test_passes_where_the_rule_does_what_it_expects(rule: str, test: str) -> None:
    assert run(rule, test).passed


@pytest.mark.parametrize(
    ("rule", "test", "expected", "got"),
    [
        (LARGE, "{given: {demand.gpus: 64}, expect: unknown}", "unknown", "fires"),
        (
            LARGE,
            "{given: {}, expect: does-not-fire}",
            "does-not-fire",
            "unknown, as it waits for demand.gpus",
        ),
        (
            LARGE,
            "{given: {demand.gpus: 63}, expect: {self-hosted: 1}}",
            "self-hosted +1",
            "does-not-fire",
        ),
        (
            LARGE,
            "{given: {demand.gpus: 64}, expect: {self-hosted: 1}}",
            "self-hosted +1",
            "self-hosted +1, cloud -1",
        ),
        (
            LARGE,
            "{given: {demand.gpus: 64}, expect: {self-hosted: 0}}",
            "no points",
            "self-hosted +1, cloud -1",
        ),
        (
            LAW,
            "{given: {compliance.data_must_stay: own-domain}, expect: {rules_out: [hybrid]}}",
            "rules out hybrid",
            "rules out cloud",
        ),
        (
            LAW,
            "{given: {compliance.data_must_stay: country}, expect: {rules_out: []}}",
            "rules out nothing",
            "does-not-fire",
        ),
    ],
)
def test_a_failed_test_says_what_it_expected_and_what_it_got(
    rule: str, test: str, expected: str, got: str
) -> None:
    result = run(rule, test)
    assert (result.passed, result.expected, result.got) == (False, expected, got)


def test_a_result_names_the_rule_the_test_and_its_place() -> None:
    result = run(LARGE, "{expect: fires}")
    assert (result.rule, result.index) == ("X1", 1)
    assert result.place == Place("acme/criteria/X.yaml", 8, 5)


def test_a_test_reads_what_follows_from_the_given_facts() -> None:
    hot = """\
id: X3
title: A hot chip
when: {hardware.tdp_w: {above: 1000}}
advises: Look at the cooling.
tests:
"""
    assert run(hot, "{given: {hardware.gpu: Large}, expect: fires}").passed


def test_a_test_of_a_rule_below_runs_with_the_parameter_of_the_layer() -> None:
    test = "  - {given: {demand.gpus: 64}, expect: fires}\n"
    base = a_source({"base/pack.yaml": PACK, "base/criteria/X1.yaml": LARGE + test})
    layer = a_source({"mine.yaml": "id: mine\nextends: base\nparameters: {large: 65}\n"}, base)
    (result,) = results(layer)
    assert (result.passed, result.got) == (False, "does-not-fire")
    assert result.place == Place("mine.yaml", 3, 14)


def test_a_test_of_a_rule_below_stands_where_the_rule_does() -> None:
    test = "  - {given: {demand.gpus: 64}, expect: fires}\n"
    base = a_source({"base/pack.yaml": PACK, "base/criteria/X1.yaml": LARGE + test})
    layer = a_source({"mine.yaml": "id: mine\nextends: base\n"}, base)
    (result,) = results(layer)
    assert (result.passed, result.place.file) == (True, "base/criteria/X1.yaml")


def test_a_rule_without_a_place_in_a_file_stands_where_it_says() -> None:
    rule = a_rule("X1", when={"demand.gpus": 1}, advises={"en": "a", "zh": "b"}, place="memory")
    assert packtests.place_of(PackSource({}), rule) == Place("memory")


def test_the_tests_of_the_built_in_pack_pass(builtin: PackSource) -> None:
    pack = pack_from(builtin.data)
    found = packtests.run_tests(builtin, pack, the_facts(), a_catalog())
    assert len(found) > len(pack.rules)
    assert [result for result in found if not result.passed] == []
