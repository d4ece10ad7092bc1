import pytest

from gpucmp.pack import Basis, Source
from tests.builders import a_pack, a_rule

GUIDE = Source(guide="clusters", section="7.1")
REFERENCE = Source(reference="A price list", date="2026-05-01")
JUDGMENT = Source(judgment="Nobody has measured it.")


@pytest.mark.parametrize(
    ("source", "basis", "cited"),
    [
        (GUIDE, Basis.GUIDE, "clusters §7.1"),
        (REFERENCE, Basis.REFERENCE, "A price list (2026-05-01)"),
        (JUDGMENT, Basis.JUDGMENT, "judgment: Nobody has measured it."),
    ],
)
def test_a_source_is_cited_by_what_it_is(source: Source, basis: Basis, cited: str) -> None:
    assert source.basis is basis
    assert str(source) == cited


@pytest.mark.parametrize(
    ("sources", "basis"),
    [
        ([{"judgment": "So."}, {"guide": "clusters", "section": "7.1"}], Basis.GUIDE),
        ([{"judgment": "So."}, {"reference": "A list", "date": "2026"}], Basis.REFERENCE),
        ([{"judgment": "So."}], Basis.JUDGMENT),
        ([], Basis.JUDGMENT),
    ],
)
def test_a_rule_rests_on_the_firmest_of_its_sources(sources: object, basis: Basis) -> None:
    assert a_rule(when={"demand.gpus": 1}, sources=sources).basis is basis


def test_the_conditions_of_a_rule_include_those_of_its_targets() -> None:
    rule = a_rule(
        applies_when={"demand.gpus": 1},
        when={"demand.gpus": 2},
        unless_known={"demand.gpus": 3},
        rules_out={"cloud": {"unless": {"demand.gpus": 4}}, "hybrid": {}},
    )

    assert [str(condition) for condition in rule.conditions] == ["1", "2", "3", "4"]


def test_a_parameter_of_a_pack_is_read_by_its_id() -> None:
    assert a_pack(parameters={"large_scale_gpus": 64}).value("large_scale_gpus") == 64


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"points": {"cloud": 1}}, "criterion"),
        ({"rules_out": {"cloud": {}}}, "constraint"),
        ({"advises": {"en": "Beware.", "zh": "当心。"}}, "caution"),
        ({"purchases": {"cloud": {"spot": 1}}}, "preference"),
    ],
)
def test_a_rule_is_called_by_what_it_does(body: dict[str, object], kind: str) -> None:
    assert a_rule(when={"demand.gpus": 1}, **body).kind.value == kind
