"""Whether there is a proposal that can be judged, and the policy allows it."""

from gpucmp.gate.cases import NO_OPTION, NO_PROPOSAL, OPTION, Case, Check, Outcome, recommended
from gpucmp.gate.findings import Finding, Kind, Severity
from gpucmp.text import Text
from gpucmp.words import option_text

NO_PROPOSAL_STATED = Kind(
    "no-proposal",
    "proposal",
    Severity.WARNING,
    Text("The file holds no proposal", "文件中没有提案"),
    Text(
        "A profile without a proposal was checked, so that nothing was held against the verdict.",
        "所查画像没有 proposal 部分，因此没有可与结论对照的内容。",
    ),
    Text(
        "Add a proposal with an option, or leave the file out of the check.",
        "补充 proposal 及其 option，或不把该文件列入检查。",
    ),
)


def no_proposal(case: Case) -> Outcome:
    """Look for a proposal; silence would read as a pass."""
    if case.proposed.stated:
        return ()
    kind = NO_PROPOSAL_STATED
    severity = Severity.ERROR if case.policy.require_proposal else None
    name = case.profile.name
    return [
        Finding(
            kind,
            case.severity(kind, severity),
            Text(
                f"“{name}” proposes nothing, so nothing was judged.",
                f"“{name}”没有提案，未判断任何内容。",
            ),
            Text("Add proposal: {option: ...}.", "补充 proposal: {option: …}。"),
            case.at("proposal"),
            "none",
        )
    ]


NO_OPTION_STATED = Kind(
    "no-option",
    "proposal",
    Severity.ERROR,
    Text("The proposal names no option", "提案未写明方案"),
    Text(
        "A proposal that does not say where the work would run cannot be held against the "
        "verdict.",
        "提案没有说明在哪里运行，无法与结论对照。",
    ),
    Text("State self-hosted, cloud, or hybrid.", "写明 self-hosted、cloud 或 hybrid。"),
)


def no_option(case: Case) -> Outcome:
    """Look for the option of a proposal."""
    if not case.proposed.stated:
        return NO_PROPOSAL
    if case.proposed.option is not None:
        return ()
    return [
        Finding(
            NO_OPTION_STATED,
            case.severity(NO_OPTION_STATED),
            Text(
                "The proposal does not say which option it is for.", "提案没有写明采用哪种方案。"
            ),
            Text(
                f"Add option: {recommended(case).en}, or the option that is meant.",
                f"补充 option: {recommended(case).en}，或实际要采用的方案。",
            ),
            case.at(OPTION),
            "none",
        )
    ]


NOT_ALLOWED = Kind(
    "option-not-allowed",
    "proposal",
    Severity.ERROR,
    Text("The policy does not allow the option", "政策不允许该方案"),
    Text(
        "The proposed option is none of allowed_options in the policy.",
        "所提方案不在政策的 allowed_options 之列。",
    ),
    Text("Propose an option that the policy allows.", "改提政策允许的方案。"),
)


def option_not_allowed(case: Case) -> Outcome:
    """Hold the proposed option against those that the policy allows."""
    option, allowed = case.proposed.option, case.policy.allowed_options
    if option is None:
        return NO_OPTION
    if option in allowed:
        return ()
    name = option_text(option)
    en = ", ".join(option_text(one).en for one in allowed)
    zh = "、".join(option_text(one).zh for one in allowed)
    return [
        Finding(
            NOT_ALLOWED,
            case.severity(NOT_ALLOWED),
            Text(
                f"The policy does not allow {name.en}, only {en}.",
                f"政策不允许“{name.zh}”，只允许{zh}。",
            ),
            Text(f"Propose {en}.", f"改提{zh}。"),
            case.at(OPTION),
            option.value,
        )
    ]


CHECKS = (
    Check(NO_PROPOSAL_STATED, no_proposal),
    Check(NO_OPTION_STATED, no_option),
    Check(NOT_ALLOWED, option_not_allowed),
)
