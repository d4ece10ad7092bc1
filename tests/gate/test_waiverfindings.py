from gpucmp.gate.findings import Severity
from gpucmp.gate.waiverfindings import KINDS, expires_soon, refused, unused
from tests.gate.results import a_waiver


def test_what_is_said_of_waivers_names_rule_owner_and_day() -> None:
    waiver = a_waiver(expires="2026-12-10")

    soon = expires_soon(waiver, Severity.WARNING, 9)

    assert soon.message.en == ("The waiver of fatal-kind (me) expires on 2026-12-10, in 9 days.")
    assert soon.message.zh == "fatal-kind 的豁免（me）将于 2026-12-10 到期，还剩 9 天。"
    assert soon.location == waiver.location
    assert unused(waiver, Severity.NOTE, expired=False).message.zh == (
        "fatal-kind 的豁免（me）未命中任何问题。"
    )
    assert unused(waiver, Severity.NOTE, expired=True).message.zh == (
        "fatal-kind 的豁免（me）未命中任何问题，且已于 2026-12-10 到期。"
    )
    assert refused(waiver, Severity.ERROR).message.en == "fatal-kind cannot be waived."


def test_nothing_hides_what_is_said_of_waivers() -> None:
    assert not any(kind.waivable for kind in KINDS)
