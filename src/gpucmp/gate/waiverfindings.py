"""What is wrong with waivers, beside being malformed: soon over, unused, or not allowed."""

from gpucmp.gate.findings import Finding, Kind, Severity, Waiver
from gpucmp.text import Text

SOON_DAYS = 30

EXPIRES_SOON = Kind(
    "waiver-expires-soon",
    "waivers",
    Severity.WARNING,
    Text("A waiver expires soon", "豁免即将到期"),
    Text(
        f"A waiver that hides a finding holds for {SOON_DAYS} days or less.",
        f"仍在生效的豁免将在 {SOON_DAYS} 天内到期。",
    ),
    Text(
        "Mend what it hides, or have it renewed with a reason.",
        "修复被豁免的问题，或写明理由续期。",
    ),
    waivable=False,
)
UNUSED = Kind(
    "waiver-unused",
    "waivers",
    Severity.WARNING,
    Text("A waiver hides nothing", "豁免未命中任何问题"),
    Text(
        "No finding matches the waiver in what was checked: it is mended, or the waiver names "
        "another place.",
        "所查内容中没有与该豁免匹配的问题：可能已修复，或豁免指向了别处。",
    ),
    Text("Remove the waiver.", "删除该豁免。"),
    waivable=False,
)
REFUSED = Kind(
    "waiver-refused",
    "waivers",
    Severity.ERROR,
    Text("A waiver is for what cannot be waived", "豁免了不可豁免的规则"),
    Text(
        "The kind of finding, or the rule, is marked as not waivable.",
        "该类问题或规则被标记为不可豁免。",
    ),
    Text("Remove the waiver and mend the finding.", "删除该豁免并修复问题。"),
    waivable=False,
)
KINDS = (EXPIRES_SOON, UNUSED, REFUSED)


def expires_soon(waiver: Waiver, severity: Severity, days: int) -> Finding:
    """Warn of a waiver that will not hold for long."""
    return Finding(
        EXPIRES_SOON,
        severity,
        Text(
            f"The waiver of {waiver.rule} ({waiver.owner}) expires on {waiver.expires}, in "
            f"{days} days.",
            f"{waiver.rule} 的豁免（{waiver.owner}）将于 {waiver.expires} 到期，还剩 {days} 天。",
        ),
        EXPIRES_SOON.help,
        waiver.location,
        f"{waiver.rule} {waiver.expires}",
    )


def unused(waiver: Waiver, severity: Severity, *, expired: bool) -> Finding:
    """Warn of a waiver that matches nothing."""
    over = Text(", and it expired on ", "，且已于 ") if expired else Text("", "")
    day = waiver.expires if expired else ""
    end = Text("", " 到期") if expired else Text("", "")
    return Finding(
        UNUSED,
        severity,
        Text(
            f"The waiver of {waiver.rule} ({waiver.owner}) hides nothing{over.en}{day}{end.en}.",
            f"{waiver.rule} 的豁免（{waiver.owner}）未命中任何问题{over.zh}{day}{end.zh}。",
        ),
        UNUSED.help,
        waiver.location,
        waiver.rule,
    )


def refused(waiver: Waiver, severity: Severity) -> Finding:
    """Report a waiver of what cannot be waived."""
    return Finding(
        REFUSED,
        severity,
        Text(f"{waiver.rule} cannot be waived.", f"{waiver.rule} 不可豁免。"),
        REFUSED.help,
        waiver.location,
        waiver.rule,
    )
