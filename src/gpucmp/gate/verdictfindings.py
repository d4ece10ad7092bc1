"""Whether the proposed option agrees with the verdict."""

from gpucmp.gate.cases import (
    NO_OPTION,
    OPTION,
    RULED_OUT,
    Case,
    Check,
    Outcome,
    is_ruled_out,
    recommended,
)
from gpucmp.gate.findings import Finding, Kind, Severity
from gpucmp.options import Option, Strength
from gpucmp.phrasing import plain_value
from gpucmp.report import NONE, UNDECIDED
from gpucmp.text import Text
from gpucmp.words import option_text, strength_text

RULED_OUT_OPTION = Kind(
    "option-ruled-out",
    "verdict",
    Severity.ERROR,
    Text("The proposed option is ruled out", "提案的方案已被排除"),
    Text(
        "A constraint of the rule pack holds for this profile and removes the option that is "
        "proposed.",
        "规则包中的一项约束在该画像上成立，并排除了所提方案。",
    ),
    Text(
        "Propose an option that is left, or correct the facts that the constraint reads.",
        "改提仍可行的方案，或更正该约束所依据的数据。",
    ),
)


def option_ruled_out(case: Case) -> Outcome:
    """Look for constraints that remove the proposed option."""
    option = case.proposed.option
    if option is None:
        return NO_OPTION
    found = []
    name = option_text(option)
    for one in case.report.ruled_out:
        if one.option is not option or not one.certain:
            continue
        for_now = Text(" for now", "（暂时）") if one.temporary else Text("", "")
        effect = Text(f"{name.en} is ruled out", f"{name.zh}被排除")
        found.append(
            Finding(
                RULED_OUT_OPTION,
                case.severity(RULED_OUT_OPTION),
                Text(
                    f"The proposed option {name.en} is ruled out{for_now.en} by {one.rule}: "
                    f"{one.title.en}{_facts(case, one.rule).en}.",
                    f"提案的方案“{name.zh}”被 {one.rule} 排除{for_now.zh}："
                    f"{one.title.zh}{_facts(case, one.rule).zh}。",
                ),
                _mend(case, one.rule),
                case.at(OPTION),
                option.value,
                one.rule,
                case.trace(one.rule, effect),
            )
        )
    return found


def _mend(case: Case, rule_id: str) -> Text:
    if case.report.verdict.option == NONE:
        return Text(
            f"No option is left; correct what {rule_id} reads, or change it.",
            f"已无可行方案；请更正 {rule_id} 所读取的数据，或改变相应条件。",
        )
    left = recommended(case)
    return Text(
        f"Propose {left.en}, or correct what {rule_id} reads.",
        f"改提“{left.zh}”，或更正 {rule_id} 所读取的数据。",
    )


def _facts(case: Case, rule_id: str) -> Text:
    """Give the facts that a rule read, with their values."""
    rule = case.rule(rule_id)
    read = dict.fromkeys(
        f"{used.fact} {plain_value(used.value)}"
        for used in (rule.facts if rule else ())
        if used.value is not None
    )
    return Text(f" ({', '.join(read)})", f"（{'、'.join(read)}）") if read else Text("", "")


def _differs(strength: Strength, severity: Severity) -> Kind:
    name = strength_text(strength)
    return Kind(
        f"differs-from-{strength.value}-verdict",
        "verdict",
        severity,
        Text(f"The proposal differs from a {name.en} verdict", f"提案与结论（{name.zh}）不一致"),
        Text(
            f"The criteria favor another option than the proposed one, and the verdict is "
            f"{name.en}.",
            f"各项准则支持另一方案，结论强度为“{name.zh}”。",
        ),
        Text(
            "Propose the option of the verdict, complete the facts, or waive with a reason.",
            "改提结论中的方案、补全数据，或写明理由申请豁免。",
        ),
    )


DIFFERS_FROM_CLEAR = _differs(Strength.CLEAR, Severity.ERROR)
DIFFERS_FROM_LEAN = _differs(Strength.LEAN, Severity.WARNING)
DIFFERS_FROM_CLOSE = _differs(Strength.CLOSE, Severity.NOTE)


def differs_from_clear(case: Case) -> Outcome:
    """Hold the proposed option against a clear verdict."""
    return _against(case, DIFFERS_FROM_CLEAR, Strength.CLEAR)


def differs_from_lean(case: Case) -> Outcome:
    """Hold the proposed option against a verdict that leans."""
    return _against(case, DIFFERS_FROM_LEAN, Strength.LEAN)


def differs_from_close(case: Case) -> Outcome:
    """Hold the proposed option against a close verdict."""
    return _against(case, DIFFERS_FROM_CLOSE, Strength.CLOSE)


def _against(case: Case, kind: Kind, strength: Strength) -> Outcome:
    option, verdict = case.proposed.option, case.report.verdict
    if option is None:
        return NO_OPTION
    if is_ruled_out(case):
        return RULED_OUT
    if verdict.strength is not strength:
        name = strength_text(strength)
        return Text(f"the verdict is not {name.en}", f"结论强度不是“{name.zh}”")
    if verdict.option == option:
        return ()
    name, best, firm = option_text(option), option_text(verdict.option), strength_text(strength)
    points = case.report.scores
    behind = points[Option(verdict.option)] - points[option]
    return [
        Finding(
            kind,
            case.severity(kind),
            Text(
                f"The proposal is {name.en}, the verdict is {best.en} ({firm.en}). "
                f"{name.en.capitalize()} scores {points[option]:.1f}, {behind:.1f} points less.",
                f"提案为“{name.zh}”，结论为“{best.zh}”（{firm.zh}）。"
                f"“{name.zh}”得 {points[option]:.1f} 分，落后 {behind:.1f} 分。",
            ),
            Text(
                f"Propose {best.en}, or say with a waiver why {name.en} is right all the same.",
                f"改提“{best.zh}”，或用豁免说明为何仍应采用“{name.zh}”。",
            ),
            case.at(OPTION),
            f"{option.value}, not {verdict.option}",
            trace=tuple(
                step
                for rule in _deciding(case, Option(verdict.option), option)
                for step in case.trace(rule, _effect(case, rule))
            ),
        )
    ]


MOST_RULES_TRACED = 3


def _deciding(case: Case, best: Option, option: Option) -> list[str]:
    """Name the rules that tell the two options apart most."""
    gaps = {
        one.id: one.weight * (one.points.get(best, 0.0) - one.points.get(option, 0.0))
        for one in case.report.rules
        if one.points
    }
    ordered = sorted(gaps, key=lambda name: (-gaps[name], name))
    return [name for name in ordered if gaps[name] > 0][:MOST_RULES_TRACED]


def _effect(case: Case, rule_id: str) -> Text:
    rule = case.rule(rule_id)
    points = rule.points if rule else {}
    return Text(
        ", ".join(f"{option_text(one).en} {value:+g}" for one, value in points.items()),
        "、".join(f"{option_text(one).zh} {value:+g}" for one, value in points.items()),
    )


UNDECIDED_VERDICT = Kind(
    "undecided-verdict",
    "verdict",
    Severity.WARNING,
    Text("The criteria do not decide", "各项准则无法得出结论"),
    Text(
        "Too little is known of the profile to tell the options apart, so that the proposal "
        "cannot be held against a verdict.",
        "已知数据太少，无法区分各方案，提案无从对照。",
    ),
    Text("Answer the questions that advise puts first.", "先回答 advise 列在前面的问题。"),
)


def undecided_verdict(case: Case) -> Outcome:
    """Look for a verdict to hold the proposal against."""
    if case.proposed.option is None:
        return NO_OPTION
    if case.report.verdict.option != UNDECIDED:
        return ()
    known = case.report.known
    first = ", ".join(one.fact for one in case.report.questions[:3])
    return [
        Finding(
            UNDECIDED_VERDICT,
            case.severity(UNDECIDED_VERDICT),
            Text(
                f"Nothing tells the options apart: {known.facts} of {known.of} facts are known.",
                f"尚无依据区分各方案：{known.of} 项数据中已知 {known.facts} 项。",
            ),
            Text(f"State {first}.", f"请填写 {first}。"),
            case.at(OPTION),
            UNDECIDED,
        )
    ]


SMALL_MARGIN = Kind(
    "margin-below-minimum",
    "verdict",
    Severity.ERROR,
    Text("The verdict leads by less than the policy asks", "结论领先幅度低于政策要求"),
    Text(
        "The proposal agrees with the verdict, but the verdict leads by fewer points than "
        "minimum_margin.",
        "提案与结论一致，但领先分数低于 minimum_margin。",
    ),
    Text(
        "Complete the facts that decide, or waive with a reason.",
        "补全关键数据，或写明理由申请豁免。",
    ),
)


def small_margin(case: Case) -> Outcome:
    """Hold the lead of the verdict against the policy."""
    verdict, least = case.report.verdict, case.policy.minimum_margin
    if not least:
        return Text("the policy sets no minimum margin", "政策未规定最小领先幅度")
    if case.proposed.option is None:
        return NO_OPTION
    if verdict.option != case.proposed.option or verdict.margin is None:
        return Text("the verdict is another, or has no rival", "结论为其他方案，或没有对手")
    if verdict.margin >= least:
        return ()
    return [
        Finding(
            SMALL_MARGIN,
            case.severity(SMALL_MARGIN),
            Text(
                f"The verdict {verdict.option} leads by {verdict.margin:.1f} points; the policy "
                f"asks for {least:g}.",
                f"结论“{option_text(verdict.option).zh}”领先 {verdict.margin:.1f} 分，"
                f"政策要求 {least:g} 分。",
            ),
            SMALL_MARGIN.help,
            case.at(OPTION),
            verdict.option,
        )
    ]


CHECKS = (
    Check(RULED_OUT_OPTION, option_ruled_out),
    Check(DIFFERS_FROM_CLEAR, differs_from_clear),
    Check(DIFFERS_FROM_LEAN, differs_from_lean),
    Check(DIFFERS_FROM_CLOSE, differs_from_close),
    Check(UNDECIDED_VERDICT, undecided_verdict),
    Check(SMALL_MARGIN, small_margin),
)
