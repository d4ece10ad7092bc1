"""Whether the money of a proposal is whole, and what is owned is well chosen."""

from collections.abc import Iterator, Mapping

from gpucmp.costwords import LEFT_OUT, LEFT_OUT_INPUTS
from gpucmp.gate.cases import NO_COSTS, NO_OPTION, Case, Check, Outcome, listed
from gpucmp.gate.findings import Finding, Kind, Severity
from gpucmp.gate.proposalcosts import money
from gpucmp.options import Option
from gpucmp.text import Text

FAR_PERCENT = 5.0
"""From here on, another number of owned servers is worth a word."""
OWNED_PARTS = ("room works", "software licenses")
RENTED_PARTS = ("cloud storage", "egress")
"""What a total can leave out on either side, and a profile can state."""
ZERO_NEEDS_A_REASON = (
    "owned.operators_fte",
    "owned.operator_cost_per_year",
    "owned.network_percent",
    "owned.electricity_per_kwh",
    "cloud.operators_fte",
    "cloud.egress_per_gb",
)
"""Prices that are nothing only by an oversight: people, network, power, egress."""

FAR_FROM_MIX = Kind(
    "owned-gpus-far-from-mix",
    "money",
    Severity.WARNING,
    Text("The owned GPUs are far from the cheapest mix", "自有 GPU 数与最省组合相差较大"),
    Text(
        f"Owning as many GPUs as proposed costs over {FAR_PERCENT:g} % more than the cheapest "
        "number of owned servers with the rest rented.",
        f"按所提自有数量，费用比最省的自有/租用组合高 {FAR_PERCENT:g} % 以上。",
    ),
    Text("Own about as many as the mix, or say why not.", "按最省组合确定自有数量，或说明理由。"),
)


def owned_gpus_far_from_mix(case: Case) -> Outcome:
    """Hold the number of owned GPUs against the cheapest mix."""
    split, costs = case.costs.split, case.report.costs
    if split is None or costs is None or costs.mix is None:
        return Text(
            "no owned GPUs are proposed, or they cannot be costed", "未提自有 GPU，或无法测算"
        )
    mix, owned = costs.mix, case.proposed.owned_gpus or 0
    more = 100 * (split.npv / mix.total - 1) if mix.total else 0.0
    if split.servers == mix.owned_servers or more <= FAR_PERCENT:
        return ()
    best = mix.owned_servers * split.gpus_per_server
    extra = money(split.npv - mix.total, costs.currency)
    return [
        Finding(
            FAR_FROM_MIX,
            case.severity(FAR_FROM_MIX),
            Text(
                f"The proposal owns {owned} GPUs, the cheapest mix {best} ({mix.owned_servers} "
                f"servers). That is {more:.0f} % more, {extra.en} over the horizon.",
                f"提案自有 {owned} 张 GPU，最省组合为 {best} 张（{mix.owned_servers} 台）。"
                f"期限内多付 {more:.0f} %，即 {extra.zh}。",
            ),
            Text(f"Own {best} GPUs, or say why not.", f"改为自有 {best} 张 GPU，或说明理由。")
            if best
            else Text("Rent all of it, or say why not.", "全部改为租用，或说明理由。"),
            case.at("proposal.owned_gpus"),
            f"{owned}, not {best}",
        )
    ]


OWNED_CONTRADICT = Kind(
    "owned-gpus-contradict-option",
    "proposal",
    Severity.ERROR,
    Text("The owned GPUs contradict the option", "自有 GPU 数与方案矛盾"),
    Text(
        "Cloud owns no GPUs, a hybrid some, and self-hosting as many as are wanted.",
        "云上方案没有自有 GPU，混合方案有一部分，自建方案须覆盖全部需求。",
    ),
    Text("Correct owned_gpus or the option.", "更正 owned_gpus 或方案。"),
)


def owned_gpus_contradict_option(case: Case) -> Outcome:
    """Hold the number of owned GPUs against the option."""
    option, owned, wanted = (
        case.proposed.option,
        case.proposed.owned_gpus,
        case.number("demand.gpus"),
    )
    if option is None:
        return NO_OPTION
    if owned is None:
        return Text("no number of owned GPUs is proposed", "未提自有 GPU 数")
    match option:
        case Option.CLOUD if owned > 0:
            why = Text(
                f"cloud owns none, and {owned} are proposed", f"云上方案不自有，却提了 {owned} 张"
            )
        case Option.HYBRID if owned == 0:
            why = Text(
                "a hybrid owns some, and 0 are proposed", "混合方案应有自有部分，却提了 0 张"
            )
        case Option.SELF_HOSTED if wanted is not None and owned < wanted:
            why = Text(
                f"self-hosting needs {wanted:g}, and {owned} are proposed",
                f"自建需要 {wanted:g} 张，却只提了 {owned} 张",
            )
        case _:
            return ()
    return [
        Finding(
            OWNED_CONTRADICT,
            case.severity(OWNED_CONTRADICT),
            Text(
                f"The owned GPUs contradict the option: {why.en}.",
                f"自有 GPU 数与方案矛盾：{why.zh}。",
            ),
            OWNED_CONTRADICT.help,
            case.at("proposal.owned_gpus"),
            f"{option.value} {owned}",
        )
    ]


PARTS_LEFT_OUT = Kind(
    "total-leaves-out-parts",
    "money",
    Severity.WARNING,
    Text("The total leaves out parts", "总费用有遗漏"),
    Text(
        "Nothing is known of parts of the cost, so that no total holds them: egress, storage, "
        "licenses, or works on the room.",
        "部分费用未知，因此未计入总费用：出站流量、存储、软件许可或机房改造。",
    ),
    Text("State each part; state 0 where it costs nothing.", "逐项填写；没有费用的写 0。"),
)


def total_leaves_out_parts(case: Case) -> Outcome:
    """Look for parts of the proposed way that no total holds."""
    costs = case.report.costs
    if case.proposed.option is None:
        return NO_OPTION
    if case.costs.line is None or costs is None:
        return NO_COSTS
    parts = (*(OWNED_PARTS if case.proposed.owns else ()),)
    parts = (*parts, *(RENTED_PARTS if case.proposed.rents else ()))
    missing = [one for one in parts if one in costs.left_out]
    if not missing:
        return ()
    names = listed([LEFT_OUT[one] for one in missing])
    fields = ", ".join(LEFT_OUT_INPUTS[one] for one in missing)
    at = "proposal.claims.total" if "total" in case.proposed.claims else "proposal.option"
    return [
        Finding(
            PARTS_LEFT_OUT,
            case.severity(PARTS_LEFT_OUT),
            Text(f"The total does not hold {names.en}.", f"总费用未计入{names.zh}。"),
            Text(f"State {fields}; 0 where it costs nothing.", f"填写 {fields}；没有费用的写 0。"),
            case.at(at),
            ", ".join(missing),
        )
    ]


SET_TO_ZERO = Kind(
    "part-set-to-zero",
    "money",
    Severity.WARNING,
    Text("A cost is set to zero", "某项费用被设为零"),
    Text(
        "People, network, power, or egress that cost nothing leave a hole in the total, unless "
        "there is a reason.",
        "人力、网络、电力或出站流量设为零，会使总费用失真，除非确有理由。",
    ),
    Text("State what it costs, or waive with the reason.", "填写实际费用，或写明理由申请豁免。"),
)


def part_set_to_zero(case: Case) -> Outcome:
    """Look for stated prices of zero."""
    if case.proposed.option is None:
        return NO_OPTION
    sides = {"owned": case.proposed.owns, "cloud": case.proposed.rents}
    stated = dict(_prices(case.profile.stated.get("prices")))
    return [
        Finding(
            SET_TO_ZERO,
            case.severity(SET_TO_ZERO),
            Text(
                f"prices.{path} is 0, so that the total leaves it out.",
                f"prices.{path} 为 0，总费用未计入此项。",
            ),
            SET_TO_ZERO.help,
            case.at(f"prices.{path}"),
            "0",
        )
        for path in ZERO_NEEDS_A_REASON
        if stated.get(path) == 0 and sides[path.partition(".")[0]]
    ]


def _prices(prices: object) -> Iterator[tuple[str, object]]:
    for side, fields in (prices if isinstance(prices, Mapping) else {}).items():
        if isinstance(fields, Mapping):
            for name, value in fields.items():
                yield f"{side}.{name}", value


NOT_COSTED = Kind(
    "proposal-not-costed",
    "money",
    Severity.WARNING,
    Text("The proposed way cannot be costed", "所提方案无法测算费用"),
    Text(
        "A price or a fact is missing, so that the verdict stands on the criteria alone and no "
        "claim can be recomputed.",
        "缺少价格或数据，结论仅依据各项准则，所称数字无法核算。",
    ),
    Text("State what is missing.", "补充缺失的数据。"),
)


def proposal_not_costed(case: Case) -> Outcome:
    """Look for what keeps the proposed way from being costed."""
    costs = case.report.costs
    if case.proposed.option is None:
        return NO_OPTION
    if costs is None:
        return Text("no prices are known at all", "没有任何价格")
    if case.costs.line is not None or not (costs.missing or costs.contradiction):
        return ()
    missing = ", ".join(costs.missing)
    return [
        Finding(
            NOT_COSTED,
            case.severity(NOT_COSTED),
            Text(
                f"The proposed way cannot be costed: {missing or costs.contradiction}.",
                f"所提方案无法测算费用：{missing or costs.contradiction}。",
            ),
            Text(f"State {missing}.", f"填写 {missing}。") if missing else NOT_COSTED.help,
            case.at("proposal"),
            missing,
        )
    ]


CHECKS = (
    Check(OWNED_CONTRADICT, owned_gpus_contradict_option),
    Check(FAR_FROM_MIX, owned_gpus_far_from_mix),
    Check(PARTS_LEFT_OUT, total_leaves_out_parts),
    Check(SET_TO_ZERO, part_set_to_zero),
    Check(NOT_COSTED, proposal_not_costed),
)
