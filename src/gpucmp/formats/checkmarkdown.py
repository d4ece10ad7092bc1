"""A comment on a pull request, with a hidden mark by which the next run finds it."""

import sys
from collections.abc import Iterator, Sequence

from gpucmp.formats import Style
from gpucmp.formats.check import outcome, told, worst_first
from gpucmp.gate.findings import GateResult, Judged, Status
from gpucmp.markup import escaped, table
from gpucmp.text import Lang
from gpucmp.words import option_text, strength_text, word

MARK = "<!-- gpucmp-check -->"
LONGEST = 65_536
"""Characters that GitHub takes in a comment."""
FEWER = (100, 30, 10, 3, 0)
"""Rows of each table, tried one after the other where the whole is too long."""


def render(result: GateResult, style: Style) -> str:
    """Write what failed first; what is known, waived, or resolved folds away.

    A comment has a longest length: rows that have no room are counted.
    """
    text = render_whole(result, style)
    for rows in FEWER:
        if len(text) <= LONGEST:
            break
        text = _document(result, style.lang, rows)
    return text


def render_whole(result: GateResult, style: Style) -> str:
    """Write everything, as the summary of a job has room for it."""
    return _document(result, style.lang, sys.maxsize)


def _document(result: GateResult, lang: Lang, rows: int) -> str:
    return "\n\n".join(_blocks(result, lang, rows)) + "\n"


def _blocks(result: GateResult, lang: Lang, rows: int) -> Iterator[str]:
    yield f"{MARK}\n## gpucmp check: {escaped(outcome(result, lang))}"
    if result.problems:
        yield f"### {word('check_unread', lang)}"
        yield _list([escaped(str(problem)) for problem in result.problems], lang, rows)
    if new := [judged for _, judged in worst_first(result, [Status.NEW])]:
        yield _table(new, lang, rows)
    if verdicts := list(_verdicts(result, lang)):
        yield f"### {word('check_verdicts', lang)}"
        keys = ("name", "check_proposed", "verdict", "strength", "margin")
        shown = table([word(key, lang) for key in keys], "llllr", verdicts[:rows])
        yield shown + _rest(verdicts, lang, rows)
    for status in (Status.EXISTING, Status.WAIVED):
        if found := [judged for _, judged in worst_first(result, [status])]:
            title = f"{word(f'check_{status}', lang)}: {len(found)}"
            yield _folded(title, _table(found, lang, rows))
    if result.resolved:
        lines = [
            f"`{one.kind}` {escaped(f'{one.path}: {one.message}')}" for one in result.resolved
        ]
        title = f"{word('check_resolved', lang)}: {len(result.resolved)}"
        yield _folded(title, _list(lines, lang, rows))
    if result.pack:
        digest = result.pack.digest.removeprefix("sha256:")[:12]
        yield f"<sub>{escaped(f'{result.pack.id} {result.pack.version}')} · `{digest}`</sub>"


def _list(lines: Sequence[str], lang: Lang, rows: int) -> str:
    return "\n".join(f"- {line}" for line in lines[:rows]) + _rest(lines, lang, rows)


def _table(found: Sequence[Judged], lang: Lang, rows: int) -> str:
    header = [word(key, lang) for key in ("check_severity", "check_finding", "check_mend")]
    shown = table(header, "lll", (_row(one, lang) for one in found[:rows]))
    return shown + _rest(found, lang, rows)


def _rest(every: Sequence[object], lang: Lang, rows: int) -> str:
    """Count what has no room."""
    left = len(every) - rows
    return "\n\n" + word("check_more", lang).format(count=left) if left > 0 else ""


def _row(judged: Judged, lang: Lang) -> Iterator[str]:
    finding = judged.finding
    place = f"{finding.location.path}:{finding.location.line}"
    yield word(f"check_{finding.severity}", lang)
    waived = ""
    if judged.waiver:
        one = judged.waiver
        until = word("check_waived_until", lang).format(
            expires=one.expires, owner=one.owner, reason=one.reason
        )
        waived = f"<br>{escaped(until)}"
    said = escaped(told(judged, lang))
    yield f"`{finding.kind.id}` {escaped(place)}<br>{said}{waived}"
    yield escaped(finding.mend.in_(lang))


def _verdicts(result: GateResult, lang: Lang) -> Iterator[list[str]]:
    for one in result.checked:
        if one.verdict is None:
            continue
        verdict = one.verdict
        yield [
            escaped(one.name),
            option_text(one.proposed).in_(lang) if one.proposed else "",
            f"**{option_text(verdict.option).in_(lang)}**",
            strength_text(verdict.strength).in_(lang) if verdict.strength else "",
            "" if verdict.margin is None else f"{verdict.margin:.1f}",
        ]


def _folded(title: str, content: str) -> str:
    return f"<details><summary>{escaped(title)}</summary>\n\n{content}\n\n</details>"
