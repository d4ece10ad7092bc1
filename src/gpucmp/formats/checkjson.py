"""The result of the gate as JSON: ``gpucmp.check/1``."""

from gpucmp.formats import Style
from gpucmp.gate.findings import Checked, Finding, GateResult, Judged
from gpucmp.plaindata import Plain, json_text, plain
from gpucmp.text import Lang


def render(result: GateResult, style: Style) -> str:
    """Write an object with every document, finding, and problem; kinds stand once, by id."""
    return json_text(check_data(result, style.lang), indent=2) + "\n"


def check_data(result: GateResult, lang: Lang) -> Plain:
    """Give the result as plain data."""
    return {
        "schema": result.schema,
        "exit_code": result.exit_code,
        "failed": result.failed,
        "policy": plain(result.policy, lang),
        "today": result.today,
        "counts": plain(result.counts, lang),
        "checked": [_checked(one, lang) for one in result.checked],
        "resolved": plain(result.resolved, lang),
        "problems": plain(result.problems, lang),
        "unread": plain(result.unread, lang),
        "kinds": plain(result.kinds, lang),
        "pack": plain(result.pack, lang),
    }


def _checked(one: Checked, lang: Lang) -> Plain:
    return {
        **_fields(one, lang),
        "findings": [_judged(judged, lang) for judged in one.findings],
        "passed": [kind.id for kind in one.passed],
        "not_applicable": [
            {"kind": other.kind.id, "reason": other.reason.in_(lang)}
            for other in one.not_applicable
        ],
    }


def _judged(judged: Judged, lang: Lang) -> Plain:
    return {
        **_fields(judged.finding, lang),
        "kind": judged.finding.kind.id,
        "status": str(judged.status),
        "fingerprint": judged.fingerprint,
        "waiver": plain(judged.waiver, lang),
        "expired": plain(judged.expired, lang),
    }


def _fields(value: Checked | Finding, lang: Lang) -> dict[str, Plain]:
    return {name: plain(getattr(value, name), lang) for name in value._fields}
