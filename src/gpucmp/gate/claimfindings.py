"""Whether the figures that a proposal claims follow from its inputs."""

from gpucmp.gate.cases import NO_COSTS, Case, Check, Outcome
from gpucmp.gate.findings import Finding, Kind, Severity
from gpucmp.gate.proposalcosts import money, way
from gpucmp.money.costranking import best_options
from gpucmp.money.costreport import Costs
from gpucmp.options import Option, Purchase
from gpucmp.text import Text
from gpucmp.words import purchase_text


def _claim(kind_id: str, name: Text) -> Kind:
    return Kind(
        kind_id,
        "money",
        Severity.ERROR,
        Text(f"The claimed {name.en} does not follow", f"所称{name.zh}不成立"),
        Text(
            f"The {name.en} that the proposal claims differs from the recomputed one by more than "
            "the tolerance of the policy. Where prices are assumed it is a warning.",
            f"提案所称{name.zh}与核算值之差超过政策容差。价格为假定值时仅为警告。",
        ),
        Text(
            "Correct the claim, or state the inputs that it follows from.",
            "更正所称数字，或填写其依据的输入。",
        ),
    )


BREAK_EVEN = _claim("claimed-break-even", Text("break-even month", "回本月数"))
GPU_HOUR = _claim("claimed-gpu-hour-cost", Text("cost per GPU-hour", "每 GPU 时费用"))
TOTAL = _claim("claimed-total", Text("total", "总费用"))
SAVING = _claim("claimed-saving", Text("saving", "节省比例"))


def claimed_break_even(case: Case) -> Outcome:
    """Recompute the month in which owning has paid back, against the cheapest way to rent."""
    claim, costs = case.proposed.claims.get("break_even_months"), case.report.costs
    if claim is None:
        return Text("no break-even month is claimed", "未称回本月数")
    if costs is None or not costs.break_even:
        return NO_COSTS
    cheapest = _cheapest_rent(costs)
    one = next((one for one in costs.break_even if one.against == cheapest), costs.break_even[0])
    against = purchase_text(one.against)
    if one.months is None:
        said = Text(
            f"owning does not pay back within the horizon against {against.en}",
            f"与“{against.zh}”相比，期限内不能回本",
        )
        return [
            _differs(
                case, BREAK_EVEN, "break_even_months", (Text(f"{claim:g}", f"{claim:g}"), said)
            )
        ]
    if _near(claim, one.months, case):
        return ()
    months = one.months
    said = Text(
        f"{months:.1f} months against {against.en}, {months - claim:+.1f}",
        f"与“{against.zh}”相比为 {months:.1f} 个月，相差 {months - claim:+.1f}",
    )
    other = next((o for o in costs.break_even if o.months and _near(claim, o.months, case)), None)
    if other is not None:
        name = purchase_text(other.against)
        said = Text(
            f"{said.en} (the claim holds only against {name.en}, which costs more)",
            f"{said.zh}（仅与更贵的“{name.zh}”相比才成立）",
        )
    return [
        _differs(case, BREAK_EVEN, "break_even_months", (Text(f"{claim:g}", f"{claim:g}"), said))
    ]


def _cheapest_rent(costs: Costs) -> Purchase | None:
    """Name the cheapest single way of renting that holds all the work."""
    against = {one.against for one in costs.break_even} - {Purchase.SPOT}
    ways = [one for one in costs.options if one.option is Option.CLOUD]
    single = [one for one in ways if one.purchase in against]
    return Purchase(min(single, key=lambda one: one.npv).purchase) if single else None


def claimed_gpu_hour(case: Case) -> Outcome:
    """Recompute the cost of a used GPU-hour."""
    claim, line = case.proposed.claims.get("per_gpu_hour"), case.costs.line
    if claim is None:
        return Text("no cost per GPU-hour is claimed", "未称每 GPU 时费用")
    if line is None or case.report.costs is None:
        return NO_COSTS
    if _near(claim, line.per_gpu_hour, case):
        return ()
    name, currency = way(line), case.report.costs.currency
    gap = line.per_gpu_hour - claim
    said = Text(
        f"{line.per_gpu_hour:.2f} {currency} for {name.en}, {gap:+.2f}",
        f"{name.zh}为 {line.per_gpu_hour:.2f} {currency}，相差 {gap:+.2f}",
    )
    return [_differs(case, GPU_HOUR, "per_gpu_hour", (Text(f"{claim:.2f}", f"{claim:.2f}"), said))]


def claimed_total(case: Case) -> Outcome:
    """Recompute the total over the horizon; its present value counts too."""
    claim, line = case.proposed.claims.get("total"), case.costs.line
    if claim is None:
        return Text("no total is claimed", "未称总费用")
    if line is None or case.report.costs is None:
        return NO_COSTS
    if _near(claim, line.total, case) or _near(claim, line.npv, case):
        return ()
    name, currency = way(line), case.report.costs.currency
    claimed, total, npv, gap = (
        money(one, currency) for one in (claim, line.total, line.npv, abs(line.total - claim))
    )
    more = Text("more", "多") if line.total > claim else Text("less", "少")
    said = Text(
        f"{total.en} for {name.en} ({npv.en} as present value), {gap.en} {more.en}",
        f"{name.zh}为 {total.zh}（现值 {npv.zh}），{more.zh} {gap.zh}",
    )
    return [_differs(case, TOTAL, "total", (claimed, said))]


def claimed_saving(case: Case) -> Outcome:
    """Recompute the saving against the cheapest way of the other options."""
    claim, line, costs = (
        case.proposed.claims.get("saving_percent"),
        case.costs.line,
        case.report.costs,
    )
    if claim is None:
        return Text("no saving is claimed", "未称节省比例")
    if line is None or costs is None:
        return NO_COSTS
    others = [one for option, one in best_options(costs).items() if option is not line.option]
    if not others or others[0].npv <= 0:
        return NO_COSTS
    best = others[0]
    saving = 100 * (1 - line.npv / best.npv)
    if abs(saving - claim) <= case.policy.claim_tolerance_percent:
        return ()
    name = way(best)
    said = Text(
        f"{saving:.0f} % against {name.en}, the cheapest other way, {saving - claim:+.0f}",
        f"与最省的其他方案（{name.zh}）相比为 {saving:.0f} %，相差 {saving - claim:+.0f}",
    )
    return [_differs(case, SAVING, "saving_percent", (Text(f"{claim:g} %", f"{claim:g} %"), said))]


def _near(claim: float, value: float, case: Case) -> bool:
    return abs(claim - value) <= case.policy.claim_tolerance_percent / 100 * abs(value)


def _differs(case: Case, kind: Kind, field: str, figures: tuple[Text, Text]) -> Finding:
    """Say that a claim does not follow; over assumed prices that is a warning."""
    claimed, said = figures
    costs = case.report.costs
    assumed = costs is not None and costs.assumed_prices
    note = (
        Text(" Prices that the profile does not state are assumed.", "画像未填写的价格为假定值。")
        if assumed
        else Text("", "")
    )
    return Finding(
        kind,
        case.severity(kind, Severity.WARNING if assumed else None),
        Text(
            f"{kind.title.en}: {claimed.en} claimed; recomputed: {said.en}.{note.en}",
            f"{kind.title.zh}：所称 {claimed.zh}；核算：{said.zh}。{note.zh}",
        ),
        kind.help,
        case.at(f"proposal.claims.{field}"),
        f"{case.proposed.claims[field]:g}",
    )


CHECKS = (
    Check(BREAK_EVEN, claimed_break_even),
    Check(GPU_HOUR, claimed_gpu_hour),
    Check(TOTAL, claimed_total),
    Check(SAVING, claimed_saving),
)
