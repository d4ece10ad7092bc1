"""The formats of ``gpucmp check``: each is a function from the result of the gate to text."""

from collections.abc import Iterable
from enum import StrEnum
from importlib import import_module

from gpucmp.formats import Style
from gpucmp.gate.findings import UNREAD, Checked, Finding, GateResult, Judged, Severity, Status
from gpucmp.text import Lang
from gpucmp.words import word


class CheckFormat(StrEnum):
    """The formats that findings can be printed in, each by a module ``check<format>``."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    JUNIT = "junit"
    GITHUB = "github"
    GITLAB = "gitlab"
    MARKDOWN = "markdown"


FOR_PEOPLE = (CheckFormat.TEXT, CheckFormat.MARKDOWN)


def render_check(result: GateResult, fmt: CheckFormat, style: Style) -> str:
    """Write *result* in the format *fmt*."""
    text: str = import_module(f"gpucmp.formats.check{fmt}").render(result, style)
    return text


def told(judged: Judged, lang: Lang) -> str:
    """Give the message of a finding, with what a waiver that has expired used to hide."""
    message = judged.finding.message.in_(lang)
    if judged.expired is None:
        return message
    one = judged.expired
    if lang is Lang.ZH:
        return f"{message}（豁免已于 {one.expires} 到期，不再生效：{one.reason}，{one.owner}）"
    return f"{message} (a waiver of {one.owner} expired on {one.expires}: {one.reason})"


def worst_first(result: GateResult, statuses: Iterable[Status]) -> list[tuple[Checked, Judged]]:
    """Give the findings of these *statuses*, the worst first, else in their order."""
    wanted = tuple(statuses)
    found = [(one, judged) for one, judged in result.judged() if judged.status in wanted]
    return sorted(found, key=lambda pair: pair[1].finding.severity.rank)


def fails(finding: Finding, result: GateResult) -> bool:
    """Tell whether a new finding like this one fails the gate."""
    limit = result.policy.fail_on
    return limit in {*Severity} and finding.severity.rank <= Severity(limit).rank


def outcome(result: GateResult, lang: Lang) -> str:
    """Say in a line whether the gate passed, and why not."""
    if result.exit_code == UNREAD:
        return word("check_not_read", lang).format(count=len(result.problems))
    limit = word(f"check_on_{result.policy.fail_on}", lang)
    if result.failed:
        counts = result.counts._asdict()
        return word("check_failed", lang).format(limit=limit, **counts)
    return word("check_passed", lang).format(limit=limit)
