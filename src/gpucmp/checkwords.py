"""The fixed words of the gate, in both languages."""

from collections.abc import Mapping

from gpucmp.text import Text

CHECK_WORDS: Mapping[str, Text] = {
    "check_against": Text(
        "proposed: {proposed}; verdict: {verdict}", "提案：{proposed}；结论：{verdict}"
    ),
    "check_counts": Text(
        "proposals: {documents} · errors: {errors} · warnings: {warnings} · notes: {notes} · "
        "existing: {existing} · waived: {waived} · resolved: {resolved}",
        "提案 {documents} · 错误 {errors} · 警告 {warnings} · 提示 {notes} · "
        "已有 {existing} · 已豁免 {waived} · 已解决 {resolved}",
    ),
    "check_error": Text("error", "错误"),
    "check_existing": Text("existing", "已有"),
    "check_failed": Text(
        "FAILED (errors: {errors}, warnings: {warnings}, notes: {notes}); "
        "the gate fails on {limit}",
        "未通过：错误 {errors}，警告 {warnings}，提示 {notes}；判定标准：{limit}",
    ),
    "check_finding": Text("finding", "发现"),
    "check_mend": Text("how to mend it", "如何解决"),
    "check_more": Text("… and {count} more", "……另有 {count} 项"),
    "check_not_read": Text(
        "NOT CHECKED (problems with the input: {count}), so nothing passes",
        "未能检查：输入有 {count} 处问题，因此不予通过",
    ),
    "check_note": Text("note", "提示"),
    "check_on_error": Text("errors", "出现错误"),
    "check_on_never": Text("nothing", "从不"),
    "check_on_note": Text("every finding", "出现任何发现"),
    "check_on_warning": Text("errors and warnings", "出现错误或警告"),
    "check_passed": Text("PASSED: the gate fails on {limit}", "通过（不通过的条件：{limit}）"),
    "check_proposed": Text("proposed", "提案"),
    "check_resolved": Text("Resolved since the baseline", "基线之后已解决"),
    "check_severity": Text("severity", "级别"),
    "check_unread": Text("Cannot be read", "无法读取"),
    "check_verdict": Text("verdict: {verdict}", "结论：{verdict}"),
    "check_verdicts": Text("Verdicts", "结论"),
    "check_waived": Text("waived", "已豁免"),
    "check_waived_until": Text(
        "waived until {expires} by {owner}: {reason}", "豁免至 {expires}（{owner}）：{reason}"
    ),
    "check_warning": Text("warning", "警告"),
}
