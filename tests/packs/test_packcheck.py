"""What is doubtful about a pack, each with its line."""

from collections.abc import Mapping

import pytest

from gpucmp.errors import InputError, Problem
from gpucmp.packdata import pack_from
from gpucmp.packs.packcheck import lint
from gpucmp.packs.packfile import PackSource
from tests.builders import a_source, the_facts

PACK = """\
id: acme
dimensions:
  - {id: scale, title: Scale}
  - {id: horizon, title: Horizon}
parameters:
  large:
    value: 64
    unit: GPUs
    description: A large fleet
    sources: [{judgment: made up}]
    as_of: "2026-01-01"
    still_valid_on: "2026-01-01"
    review_days: 100
"""
RULE = """\
id: X1
title: A large fleet
dimension: scale
sources: [{judgment: made up}]
when: {demand.gpus: {at_least: {parameter: large}}}
points: {self-hosted: 1}
tests:
  - {given: {demand.gpus: 64}, expect: {self-hosted: 1}}
  - {given: {demand.gpus: 63}, expect: does-not-fire}
  - {given: {}, expect: unknown}
"""
SMALL = """\
id: X2
title: A small fleet
dimension: scale
sources: [{judgment: made up}]
when: {demand.gpus: {below: 64}}
points: {cloud: 1}
tests:
  - {given: {demand.gpus: 63}, expect: {cloud: 1}}
  - {given: {demand.gpus: 64}, expect: does-not-fire}
  - {given: {}, expect: unknown}
"""
FILE = "acme/criteria/X1-large.yaml"


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


def files(rule: str = RULE, *, pack: str = PACK, **more: str) -> dict[str, str]:
    others = {f"acme/criteria/{name}-more.yaml": text for name, text in more.items()}
    return {"acme/pack.yaml": pack, FILE: rule, **others}


def found(
    texts: Mapping[str, str], base: PackSource | None = None, *, today: str | None = None
) -> list[str]:
    source = a_source(texts, base)
    problems = lint(source, pack_from(source.data), the_facts(), today=today)
    return [in_words(problem) for problem in problems]


def in_words(problem: Problem) -> str:
    hint = f" ({problem.hint})" if problem.hint else ""
    return f"{problem.place.file}:{problem.place.line}: {problem.message}{hint}"


def test_the_built_in_pack_is_in_order(builtin: PackSource) -> None:
    found = lint(builtin, pack_from(builtin.data), the_facts(), today="2026-12-01")
    assert [str(problem) for problem in found] == []


def test_a_sound_pack_has_no_findings() -> None:
    assert found(files(X2=SMALL), today="2026-01-01") == []


def test_a_wrong_fact_is_an_error_on_its_line() -> None:
    with pytest.raises(InputError) as caught:
        a_source(files(changed(RULE, "when: {demand.gpus:", "when: {demand.gpu:")))
    (problem,) = caught.value.problems
    assert (problem.place.file, problem.place.line) == (FILE, 5)
    assert problem.hint == 'did you mean "demand.gpus"?'


def test_a_rule_without_a_source_is_found() -> None:
    assert found(files(changed(RULE, "sources: [{judgment: made up}]\n", ""))) == [
        (
            f"{FILE}:1: X1 cites no source"
            " (add sources: a guide's section, a reference, or a judgment with its reason)"
        )
    ]


def test_an_untested_threshold_is_found_where_it_stands() -> None:
    far = changed(RULE, "demand.gpus: 63", "demand.gpus: 8")
    assert found(files(changed(far, "demand.gpus: 64", "demand.gpus: 80"))) == [
        f"{FILE}:5: X1 has no test exactly on demand.gpus 64",
        f"{FILE}:5: X1 has no test just below demand.gpus 64 (as on 63)",
    ]


@pytest.mark.parametrize(
    ("state", "line"),
    [
        (
            "fires (or points, or rules_out)",
            "  - {given: {demand.gpus: 64}, expect: {self-hosted: 1}}\n",
        ),
        ("does-not-fire", "  - {given: {demand.gpus: 63}, expect: does-not-fire}\n"),
        ("unknown", "  - {given: {}, expect: unknown}\n"),
    ],
)
def test_a_state_that_no_test_expects_is_found(state: str, line: str) -> None:
    assert f"{FILE}:1: X1 has no test that expects {state}" in found(
        files(changed(RULE, line, ""))
    )


def test_a_gap_between_two_rules_is_found() -> None:
    gap = SMALL.replace("64", "60").replace("63", "59")
    assert found(files(X2=gap)) == [
        (
            f"{FILE}:5: gap: no rule of dimension scale answers demand.gpus from 60 to 63,"
            " between X2 and X1 (add a rule with `points: {}` if no points are meant)"
        )
    ]


def test_an_overlap_of_two_rules_is_found() -> None:
    overlap = SMALL.replace("64", "66").replace("63", "65")
    assert found(files(X2=overlap)) == [
        (
            f"{FILE}:5: overlap: X2 and X1 both answer demand.gpus from 64 to 65 in dimension"
            " scale (let one end where the other begins)"
        )
    ]


def test_judgment_alone_gives_one_point_at_most() -> None:
    loud = RULE.replace("self-hosted: 1}", "self-hosted: 1, cloud: -1.5}")
    assert found(files(loud)) == [
        (
            f"{FILE}:6: X1 rests on judgment alone and gives -1.5 points"
            " (at most 1 without a guide or a reference)"
        )
    ]


def test_judgment_alone_gives_one_point_at_most_on_a_knot_as_well() -> None:
    graded = """\
id: X1
title: A large fleet
dimension: scale
sources: [{judgment: made up}]
along: demand.gpus
points:
  "4": {}
  "8": {self-hosted: 2}
tests:
  - {given: {demand.gpus: 4}, expect: {}}
  - {given: {demand.gpus: 6}, expect: {self-hosted: 1}}
  - {given: {demand.gpus: 8}, expect: {self-hosted: 2}}
  - {given: {}, expect: unknown}
"""
    pack = PACK[: PACK.index("parameters")]
    assert found(files(graded, pack=pack)) == [
        (
            f"{FILE}:8: X1 rests on judgment alone and gives 2 points"
            " (at most 1 without a guide or a reference)"
        )
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{judgment: made up}", '{reference: A study, date: "2026"}'),
        ("{judgment: made up}", '{judgment: made up}, {reference: A study, date: "2026"}'),
        ("dimension: scale", "dimension: horizon"),
    ],
)
def test_more_points_stand_on_a_reference_or_on_the_horizon(old: str, new: str) -> None:
    loud = RULE.replace("self-hosted: 1}", "self-hosted: 3}")
    assert found(files(changed(loud, old, new))) == []


def test_a_file_that_is_not_named_after_its_rule_is_found() -> None:
    texts = {"acme/pack.yaml": PACK, "acme/criteria/large.yaml": RULE}
    assert found(texts) == [
        "acme/criteria/large.yaml:1: the file of X1 is named large.yaml (name it X1-….yaml)"
    ]


@pytest.mark.parametrize("name", ["X1.yaml", "X1-large.yaml"])
def test_a_file_is_named_by_the_id_and_what_follows_a_dash(name: str) -> None:
    assert found({"acme/pack.yaml": PACK, f"acme\\criteria\\{name}": RULE}) == []


def test_a_bad_order_of_keys_is_found_at_the_first_that_is_astray() -> None:
    first, rest = RULE.split("title: A large fleet\n")
    assert found(files(changed(first + rest, "points:", "title: A large fleet\npoints:"))) == [
        (
            f"{FILE}:2: X1: dimension stands where title should"
            " (order: id, title, dimension, sources, when, points, tests)"
        )
    ]


def test_a_pack_in_one_file_orders_its_keys_as_it_likes() -> None:
    body = "".join(f"    {line}\n" for line in reversed(RULE.splitlines()[1:7]))
    tests = "".join(f"    {line}\n" for line in RULE.splitlines()[7:])
    body = changed(body, "    tests:\n", "")
    assert found({"acme.yaml": f"{PACK}rules:\n  X1:\n{body}    tests:\n{tests}"}) == []


def test_a_fact_that_nobody_is_asked_for_is_found_in_a_pack_that_asks() -> None:
    asking = f"{PACK}questions: {{demand.peak_gpus: How many at once?}}\n"
    assert found(files(pack=asking, X2=SMALL)) == [
        (
            f"{FILE}:1: X1 reads demand.gpus, and the pack has no question for it"
            " (add demand.gpus to questions)"
        )
    ]
    asking = f"{PACK}questions: {{demand.gpus: How many?}}\n"
    assert found(files(pack=asking)) == []


def test_the_facts_behind_a_computed_one_are_asked_for() -> None:
    asking = f"{PACK}questions: {{demand.gpus: How many?}}\n"
    rule = RULE.replace("demand.gpus", "hardware.late_weeks")
    assert [problem.split(" (")[0] for problem in found(files(rule, pack=asking))] == [
        f"{FILE}:1: X1 reads demand.needed_in_weeks, and the pack has no question for it",
        f"{FILE}:1: X1 reads hardware.lead_time_weeks, and the pack has no question for it",
    ]


def test_a_weight_without_a_reason_is_found() -> None:
    heavy = changed(PACK, "title: Scale}", "title: Scale, weight: 2}")
    assert found(files(pack=heavy)) == [
        (
            "acme/pack.yaml:3: dimension scale has a weight other than 1 and gives no reason"
            " (add reason)"
        )
    ]
    assert found(files(pack=changed(heavy, "weight: 2}", "weight: 2, reason: It is.}"))) == []


def test_a_parameter_that_nothing_uses_is_found() -> None:
    unused = changed(RULE, "{parameter: large}", "64")
    assert found(files(unused)) == [
        "acme/pack.yaml:6: nothing uses the parameter large (remove it)"
    ]


def test_the_parameters_that_the_program_reads_are_used() -> None:
    assert (
        found(
            files(
                pack=PACK.replace("large:", "margin_share_clear:"),
                rule=changed(RULE, "{parameter: large}", "64"),
            )
        )
        == []
    )


@pytest.mark.parametrize(("today", "stale"), [("2026-04-11", False), ("2026-04-12", True)])
def test_a_parameter_that_nobody_looked_at_for_too_long_is_found(
    today: str, *, stale: bool
) -> None:
    expected = [
        (
            "acme/pack.yaml:6: large was last looked at on 2026-01-01, 101 days ago"
            " (look again within 100 days, then set still_valid_on)"
        )
    ]
    assert found(files(), today=today) == (expected if stale else [])


def test_of_a_layer_only_its_own_files_are_looked_at() -> None:
    untested = changed(RULE, "  - {given: {}, expect: unknown}\n", "")
    base = a_source(files(untested, X2=SMALL))
    mine = """\
id: mine
extends: base
parameters: {large: 128}
rules:
  X2: off
  MINE-1:
    title: A huge fleet
    when: {demand.gpus: {at_least: 1024}}
    advises: Look.
"""
    assert [problem.split(" (")[0] for problem in found({"mine.yaml": mine}, base)] == [
        "mine.yaml:6: MINE-1 cites no source",
        "mine.yaml:6: MINE-1 has no test that expects does-not-fire",
        "mine.yaml:6: MINE-1 has no test that expects fires",
        "mine.yaml:6: MINE-1 has no test that expects unknown",
        "mine.yaml:8: MINE-1 has no test exactly on demand.gpus 1024",
        "mine.yaml:8: MINE-1 has no test just below demand.gpus 1024",
    ]


def test_an_overlap_below_a_layer_is_no_matter_of_the_layer() -> None:
    base = a_source(files(X2=SMALL.replace("64", "66").replace("63", "65")))
    assert found({"mine.yaml": "id: mine\nextends: base\n"}, base) == []


def test_an_overlap_that_a_layer_makes_stands_in_the_layer() -> None:
    base = a_source(files(X2=SMALL))
    mine = """\
id: mine
extends: base
rules:
  X1:
    reason: Smaller here.
    when: {demand.gpus: {at_least: 32}}
"""
    first = found({"mine.yaml": mine}, base)[0]
    assert first.startswith("mine.yaml:6: overlap: X2 and X1 both answer demand.gpus from 32")


def test_a_pack_without_files_has_no_lines_to_look_at() -> None:
    source = a_source(files(X2=SMALL))
    pack = pack_from(source.data)
    assert lint(PackSource(source.data), pack, the_facts(), today="2030-01-01") == ()
