"""The keys that scripts may rely on (DESIGN, section 7), as far as they are decided."""

from typing import NamedTuple

import pytest

from gpucmp import report
from gpucmp.advice import advise
from tests.builders import a_knowledge, a_profile


@pytest.mark.parametrize(
    ("kind", "keys"),
    [
        (report.Report,
         {"schema", "name", "verdict", "scores", "dimensions", "rules", "ruled_out", "questions",
          "plan", "pack"}),
        (report.Verdict, {"option", "purchase", "purchases", "strength", "margin"}),
        (report.Purchases, {"owned", "rented"}),
        (report.DimensionResult, {"id", "weight", "values"}),
        (report.RuleResult, {"id", "title", "state", "points", "waits_for", "sources", "place"}),
        (report.RuledOut, {"option", "purchase", "rule"}),
        (report.Question, {"fact", "can_change_verdict", "swing"}),
        (report.Plan, {"stages", "split", "checklist"}),
        (report.PackUsed, {"id", "version", "digest", "overrides"}),
    ],
)  # fmt: skip
def test_a_result_has_the_keys_that_scripts_rely_on(
    kind: type[NamedTuple], keys: set[str]
) -> None:
    assert keys <= set(kind._fields)


def test_a_report_names_its_schema() -> None:
    assert advise(a_profile(), a_knowledge()).schema == "gpucmp.report/1"
