"""Whether enough is known, and known well enough, to judge a proposal."""

from gpucmp.gate.cases import Case, Check, Outcome
from gpucmp.gate.findings import Finding, Kind, Severity
from gpucmp.report import Question
from gpucmp.text import Lang, Text

EVIDENCE = "demand.evidence"
UTILIZATION = "demand.utilization_percent"
DOUBTFUL_PERCENT = 50
"""Planned use above this deserves doubt (``USERS``, row 50)."""
MOST_QUESTIONS = 3

REQUIRED = Kind(
    "required-fact-missing",
    "facts",
    Severity.ERROR,
    Text("A required fact is missing", "缺少必填数据"),
    Text(
        "The policy asks every profile for the facts in required_facts.",
        "政策要求每份画像填写 required_facts 所列数据。",
    ),
    Text("State the fact.", "填写该项数据。"),
)


def required_fact_missing(case: Case) -> Outcome:
    """Look for the facts that the policy asks for."""
    if not case.policy.required_facts:
        return Text("the policy requires no facts", "政策未规定必填数据")
    return [
        Finding(
            REQUIRED,
            case.severity(REQUIRED),
            Text(
                f"The policy requires {fact}, and it is not stated.",
                f"政策要求填写 {fact}，但未填写。",
            ),
            _state(case, fact),
            case.at(fact),
            fact,
        )
        for fact in case.policy.required_facts
        if fact not in case.profile.facts
    ]


def _state(case: Case, fact: str) -> Text:
    """Ask for a fact in the words of the pack, or of its field."""
    question = case.knowledge.pack.questions.get(fact)
    if question is not None:
        return Text(f"State {fact}: {question.en}", f"填写 {fact}：{question.zh}")
    return Text(f"State {fact}.", f"填写 {fact}。")


DECIDING = Kind(
    "deciding-fact-missing",
    "facts",
    Severity.WARNING,
    Text("An unknown fact could change the verdict", "某项未知数据可能改变结论"),
    Text(
        f"An answer to the question would give another verdict; the {MOST_QUESTIONS} that move "
        "the margin most are named.",
        f"该问题的某个答案会改变结论；列出对领先幅度影响最大的 {MOST_QUESTIONS} 项。",
    ),
    Text("State the fact.", "填写该项数据。"),
)


def deciding_fact_missing(case: Case) -> Outcome:
    """Name the unknown facts that can change the verdict and move the margin most."""
    if not case.proposed.stated:
        return Text("there is no proposal", "没有提案")
    questions = [one for one in case.report.questions if one.can_change_verdict]
    return [
        Finding(
            DECIDING,
            case.severity(DECIDING),
            Text(
                f"{one.fact} is unknown and could change the verdict: {_answers(one, Lang.EN)} "
                f"(moves the margin by up to {one.swing:.1f} points).",
                f"{one.fact} 未知，可能改变结论：{_answers(one, Lang.ZH)}"
                f"（最多使领先幅度变化 {one.swing:.1f} 分）。",
            ),
            _state(case, one.fact),
            case.at(one.fact),
            one.fact,
        )
        for one in questions[:MOST_QUESTIONS]
    ]


def _answers(question: Question, lang: Lang) -> str:
    from gpucmp.phrasing import phrased_answers

    return "; ".join(phrased_answers(question, lang))


PLANNED = Kind(
    "utilization-planned",
    "facts",
    Severity.WARNING,
    Text("Utilization is only planned", "利用率仅为计划值"),
    Text(
        "A plan, not a measurement, carries the proposal. Capacity built before the demand often "
        "stands idle: 90 days of data are the usual proof.",
        "提案依据的是计划而非实测。先建后用的容量常被闲置，通常以 90 天数据为证。",
    ),
    Text(
        "Measure (gpucmp measure), or waive with the reason to believe the plan.",
        "先实测（gpucmp measure），或用豁免说明为何可信。",
    ),
)


def utilization_planned(case: Case) -> Outcome:
    """Look for a utilization that nobody has seen yet."""
    share = case.number(UTILIZATION)
    if share is None:
        return Text(f"{UTILIZATION} is unknown", f"{UTILIZATION} 未知")
    if case.facts.get(EVIDENCE) != "planned":
        return ()
    doubt = share > DOUBTFUL_PERCENT
    return [
        Finding(
            PLANNED,
            case.severity(PLANNED),
            Text(
                f"A utilization of {share:g} % is planned, not measured"
                + (f"; above {DOUBTFUL_PERCENT} % that deserves doubt." if doubt else "."),
                f"{share:g} % 的利用率是计划值，并非实测"
                + (f"；高于 {DOUBTFUL_PERCENT} % 时尤应存疑。" if doubt else "。"),
            ),
            PLANNED.help,
            case.at(EVIDENCE),
            "planned",
            trace=(case.step(UTILIZATION), case.step(EVIDENCE)),
        )
    ]


UNPROVEN = Kind(
    "utilization-without-evidence",
    "facts",
    Severity.NOTE,
    Text("Nobody says where the utilization comes from", "未说明利用率的来源"),
    Text(
        "The utilization decides much, and the profile does not say whether it is measured, "
        "estimated, or planned.",
        "利用率对结论影响很大，而画像未说明是实测、估计还是计划。",
    ),
    Text("State demand.evidence.", "填写 demand.evidence。"),
)


def utilization_without_evidence(case: Case) -> Outcome:
    """Look for a utilization of unknown origin."""
    share = case.number(UTILIZATION)
    if share is None:
        return Text(f"{UTILIZATION} is unknown", f"{UTILIZATION} 未知")
    if EVIDENCE in case.facts:
        return ()
    return [
        Finding(
            UNPROVEN,
            case.severity(UNPROVEN),
            Text(
                f"The utilization of {share:g} % comes without evidence: measured, estimated, or "
                "planned?",
                f"{share:g} % 的利用率没有依据：实测、估计还是计划？",
            ),
            _state(case, EVIDENCE),
            case.at(UTILIZATION),
            "none",
        )
    ]


CHECKS = (
    Check(REQUIRED, required_fact_missing),
    Check(DECIDING, deciding_fact_missing),
    Check(PLANNED, utilization_planned),
    Check(UNPROVEN, utilization_without_evidence),
)
