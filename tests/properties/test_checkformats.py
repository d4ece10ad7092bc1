"""Laws of the formats of the gate, whatever words a profile has in it."""

import json
import re
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from junitparser import JUnitXml

from gpucmp.errors import Place, Problem
from gpucmp.formats import Style
from gpucmp.formats.check import CheckFormat, render_check
from gpucmp.formats.checkgithub import MOST
from gpucmp.gate.findings import Finding, GateResult, Judged, Location, Severity, Status, Waiver
from gpucmp.gate.judging import Allowed, Context, judge
from gpucmp.gate.kinds import KINDS
from gpucmp.gate.looking import Looked
from gpucmp.gate.policy import Policy
from gpucmp.text import Lang, Text

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    [
        "100 %",
        "::error::",
        "a,b=c:d",
        "a\r\nb",
        "<b>|`*",
        "]]>",
        "中文，完。",
        "##[error]",
        "\x00\x1b[1m",
    ]
)
PATHS = st.sampled_from(["a.gpucmp.yaml", "infra/b c,%.gpucmp.yaml", "完成/c.gpucmp.yaml"])
DAY = "2026-12-01"
TOKEN = re.compile(r"q\d+q")
WIDE = Style(Lang.EN, 400)


@st.composite
def findings(draw: st.DrawFn) -> Finding:
    kind = draw(st.sampled_from(sorted(KINDS.values())))
    severity = draw(st.sampled_from(Severity))
    path, line, column = draw(PATHS), draw(st.integers(0, 9)), draw(st.integers(0, 9))
    place = Location(path, path, line, column, column + draw(st.integers(0, 3)), "/proposal")
    said, value = Text(draw(WORDS), draw(WORDS)), draw(st.sampled_from(["", "cloud", "8"]))
    return Finding(kind, severity, said, Text(draw(WORDS), ""), place, value)


@st.composite
def lookeds(draw: st.DrawFn) -> Looked:
    found: Sequence[Finding] = draw(st.lists(findings(), max_size=8))
    path = draw(PATHS)
    at = Location(path, path)
    waived: Sequence[str] = draw(st.lists(st.sampled_from(sorted(KINDS)), max_size=3))
    waivers = [Waiver(one, "r", "o", "2027-01-31", at, "", "", 0) for one in waived]
    name, document = draw(WORDS), draw(st.integers(0, 2))
    here = tuple(
        one._replace(location=one.location._replace(file=path, path=path)) for one in found
    )
    return Looked(path, path, document, 3, name, "cloud", None, {}, here, (), (), tuple(waivers))


PROBLEMS: SearchStrategy[list[Problem]] = st.lists(
    st.builds(Problem, st.builds(Place, PATHS, st.integers(0, 9), st.integers(1, 9)), WORDS),
    max_size=12,
)


@st.composite
def results(draw: st.DrawFn) -> GateResult:
    """Give a result in which each finding and each problem has a word of its own."""
    looked: Sequence[Looked] = draw(st.lists(lookeds(), max_size=4))
    context = Context(Policy(), "", DAY, lambda _: False)
    result = judge(looked, draw(PROBLEMS), Allowed(), context)
    count = iter(range(10_000))

    def named(judged: Judged) -> Judged:
        said = judged.finding.message
        message = Text(f"q{next(count)}q {said.en}", said.zh)
        return judged._replace(finding=judged.finding._replace(message=message))

    checked = [
        one._replace(findings=tuple(named(judged) for judged in one.findings))
        for one in result.checked
    ]
    problems = [one._replace(message=f"q{next(count)}q{one.message}") for one in result.problems]
    return result._replace(checked=tuple(checked), problems=tuple(problems))


def tokens(result: GateResult, *statuses: Status) -> set[str]:
    """Name the findings of these statuses, and all problems."""
    found = {
        judged.finding.message.en.split(" ")[0]
        for _, judged in result.judged()
        if judged.status in statuses
    }
    return found | {TOKEN.findall(one.message)[0] for one in result.problems}


@given(results())
def test_every_format_that_shows_all_names_every_finding(result: GateResult) -> None:
    for fmt in (CheckFormat.TEXT, CheckFormat.JSON, CheckFormat.JUNIT, CheckFormat.MARKDOWN):
        text = render_check(result, fmt, WIDE)

        assert set(TOKEN.findall(text)) == tokens(result, *Status), fmt


@given(results())
def test_uploads_name_every_finding_that_is_not_waived(result: GateResult) -> None:
    for fmt in (CheckFormat.SARIF, CheckFormat.GITLAB):
        text = render_check(result, fmt, WIDE)

        assert set(TOKEN.findall(text)) == tokens(result, Status.NEW, Status.EXISTING), fmt


@given(results())
def test_annotations_name_every_new_finding_or_count_it(result: GateResult) -> None:
    lines = render_check(result, CheckFormat.GITHUB, WIDE).split("\n")[:-1]
    named = [one for line in lines for one in set(TOKEN.findall(line))]
    counted = [int(one) for one in re.findall(r"::(\d+) more", lines[-1])] if lines else []

    assert len(named) + sum(counted) == len(tokens(result, Status.NEW))
    assert set(named) <= tokens(result, Status.NEW)
    for command in ("error", "warning", "notice"):
        assert sum(line.startswith(f"::{command} ") for line in lines) <= MOST
    assert all(re.match(r"::(error|warning|notice) ", line) for line in lines)


@given(results())
def test_fingerprints_are_unique(result: GateResult) -> None:
    issues = json.loads(render_check(result, CheckFormat.GITLAB, WIDE))
    marks = [one["fingerprint"] for one in issues]

    assert len(set(marks)) == len(marks)


@given(results())
def test_data_can_be_read_back(result: GateResult) -> None:
    (run,) = json.loads(render_check(result, CheckFormat.SARIF, WIDE))["runs"]
    shown = [one for _, one in result.judged() if one.status is not Status.WAIVED]
    xml = JUnitXml.fromstring(render_check(result, CheckFormat.JUNIT, WIDE).encode())

    assert (
        json.loads(render_check(result, CheckFormat.JSON, WIDE))["exit_code"] == result.exit_code
    )
    assert len(run["results"]) == len(shown)
    assert xml.tests == sum(len(list(suite)) for suite in xml)


@given(results())
def test_no_words_of_a_profile_steer_the_log_that_they_stand_in(result: GateResult) -> None:
    text = render_check(result, CheckFormat.TEXT, WIDE)

    assert not re.search(r"^\s*::|##\[|\x1b|\x00", text, re.MULTILINE)


@given(results())
def test_the_same_result_gives_the_same_text(result: GateResult) -> None:
    for fmt in CheckFormat:
        assert render_check(result, fmt, WIDE) == render_check(result, fmt, WIDE)
