"""A comment on a pull request, with a hidden mark by which the next run finds it."""

from collections.abc import Iterator, Sequence

from gpucmp.formats import Style
from gpucmp.formats.check import told, worst_first
from gpucmp.formats.checktext import outcome
from gpucmp.gate.findings import GateResult, Judged, Status
from gpucmp.markup import escaped, table
from gpucmp.text import Lang
from gpucmp.words import option_text, strength_text, word

MARK = "<!-- gpucmp-check -->"


def render(result: GateResult, style: Style) -> str:
    """Write what failed first; what is known, waived, or resolved folds away."""
    return "\n\n".join(_blocks(result, style.lang)) + "\n"


def _blocks(result: GateResult, lang: Lang) -> Iterator[str]:
    yield f"{MARK}\n## gpucmp check: {escaped(outcome(result, lang))}"
    if result.problems:
        yield f"### {word('check_unread', lang)}"
        yield "\n".join(f"- {escaped(str(problem))}" for problem in result.problems)
    if new := [judged for _, judged in worst_first(result, [Status.NEW])]:
        yield _table(new, lang)
    if result.checked:
        yield f"### {word('check_verdicts', lang)}"
        yield _verdicts(result, lang)
    for status in (Status.EXISTING, Status.WAIVED):
        if found := [judged for _, judged in worst_first(result, [status])]:
            yield _folded(f"{word(f'check_{status}', lang)}: {len(found)}", _table(found, lang))
    if result.resolved:
        lines = (
            f"- `{one.kind}` {escaped(f'{one.path}: {one.message}')}" for one in result.resolved
        )
        title = f"{word('check_resolved', lang)}: {len(result.resolved)}"
        yield _folded(title, "\n".join(lines))
    if result.pack:
        digest = result.pack.digest.removeprefix("sha256:")[:12]
        yield f"<sub>{escaped(f'{result.pack.id} {result.pack.version}')} · `{digest}`</sub>"


def _table(found: Sequence[Judged], lang: Lang) -> str:
    header = [word(key, lang) for key in ("check_severity", "check_finding", "check_mend")]
    return table(header, "lll", (_row(one, lang) for one in found))


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


def _verdicts(result: GateResult, lang: Lang) -> str:
    keys = ("name", "check_proposed", "verdict", "strength", "margin")
    rows = []
    for one in result.checked:
        if one.verdict is None:
            continue
        verdict = one.verdict
        rows.append(
            [
                escaped(one.name),
                option_text(one.proposed).in_(lang) if one.proposed else "",
                f"**{option_text(verdict.option).in_(lang)}**",
                strength_text(verdict.strength).in_(lang) if verdict.strength else "",
                "" if verdict.margin is None else f"{verdict.margin:.1f}",
            ]
        )
    return table([word(key, lang) for key in keys], "llllr", rows)


def _folded(title: str, content: str) -> str:
    return f"<details><summary>{escaped(title)}</summary>\n\n{content}\n\n</details>"
