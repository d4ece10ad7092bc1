"""What the gate found, for a terminal or the log of a job."""

import re
from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding

from gpucmp.formats import Style
from gpucmp.formats.check import outcome, told
from gpucmp.formats.terminal import Words, written
from gpucmp.gate.findings import Checked, GateResult, Judged, Severity, Status
from gpucmp.report import Verdict
from gpucmp.text import Lang
from gpucmp.words import option_text, purchase_text, strength_text, word

COLORS = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}
INDENT = 2
COMMAND = re.compile(r"^(\s*):+(?=:)|#+(?=#\[)", re.MULTILINE)
"""What a GitHub runner takes for a command, in words of a profile that nobody has reviewed yet."""


def render(result: GateResult, style: Style) -> str:
    """Write each document with its findings by place, and the outcome last."""
    return COMMAND.sub(r"\1", written(_parts(result, style.lang), style))


def _parts(result: GateResult, lang: Lang) -> Iterator[RenderableType]:
    for one in result.checked:
        if one.findings or one.verdict:
            yield from _document(one, lang)
            yield Words("")
    if result.problems:
        yield Words(word("check_unread", lang), "bold red")
        for problem in result.problems:
            yield _indented(Words(str(problem)))
        yield Words("")
    if result.resolved:
        yield Words(word("check_resolved", lang), "bold")
        for gone in result.resolved:
            yield _indented(Words(f"{gone.kind}  {gone.path}: {gone.message}"))
        yield Words("")
    yield Words(_counts(result, lang), "dim")
    color = "bold green" if not result.exit_code and not result.failed else "bold red"
    yield Words(outcome(result, lang), color)


def _document(one: Checked, lang: Lang) -> Iterator[RenderableType]:
    head = Words(one.name or one.file, "bold")
    if one.name:
        number = f" #{one.document + 1}" if one.documents > 1 else ""
        head.append(f"  {one.file}{number}", "dim")
    yield head
    if one.verdict:
        yield _indented(Words(_verdict(one.proposed, one.verdict, lang)))
    for judged in one.findings:
        yield from _finding(judged, lang)


def _verdict(proposed: str, verdict: Verdict, lang: Lang) -> str:
    said = option_text(verdict.option).in_(lang)
    if verdict.purchase:
        said += f" · {purchase_text(verdict.purchase).in_(lang)}"
    if verdict.strength:
        said += f" · {strength_text(verdict.strength).in_(lang)}"
    if not proposed:
        return word("check_verdict", lang).format(verdict=said)
    return word("check_against", lang).format(
        proposed=option_text(proposed).in_(lang), verdict=said
    )


def _finding(judged: Judged, lang: Lang) -> Iterator[RenderableType]:
    finding = judged.finding
    known = judged.status is not Status.NEW
    head = Words("")
    head.append(
        word(f"check_{finding.severity}", lang), "dim" if known else COLORS[finding.severity]
    )
    head.append(f"  {finding.location}  ")
    head.append(finding.kind.id, "bold")
    if known:
        head.append(f"  ({word(f'check_{judged.status}', lang)})", "dim")
    yield _indented(head)
    yield _indented(Words(told(judged, lang)), 2)
    if judged.waiver:
        one = judged.waiver
        until = word("check_waived_until", lang).format(
            expires=one.expires, owner=one.owner, reason=one.reason
        )
        yield _indented(Words(until, "dim"), 2)
    elif mend := finding.mend.in_(lang):
        yield _indented(Words(f"→ {mend}", "dim"), 2)


def _indented(words: Words, level: int = 1) -> Padding:
    return Padding(words, (0, 0, 0, INDENT * level))


def _counts(result: GateResult, lang: Lang) -> str:
    return word("check_counts", lang).format(
        documents=len([one for one in result.checked if one.verdict]), **result.counts._asdict()
    )
