"""Whether what is proposed keeps to the budget, the power, and the deadline."""

from datetime import date, timedelta

from gpucmp.gate.cases import NO_COSTS, NO_OPTION, NOT_STATED, Case, Check, Outcome
from gpucmp.gate.findings import Finding, Kind, Severity
from gpucmp.gate.proposalcosts import money, way
from gpucmp.options import Purchase
from gpucmp.text import Text

ONCE = ("capital", "room_works")
"""Parts of a total that are paid at the start, not each month."""

OVER_CAPITAL = Kind(
    "over-capital",
    "limits",
    Severity.ERROR,
    Text("The first purchase exceeds the capital", "首期采购超出资本预算"),
    Text(
        "What is paid at the start is more than budget.capital. Where prices are assumed it is a "
        "warning.",
        "首期支付超过 budget.capital。价格为假定值时仅为警告。",
    ),
    Text("Own less, stage the purchase, or lease.", "减少自有数量、分期采购或租赁。"),
)


def over_capital(case: Case) -> Outcome:
    """Hold the first purchase against the capital."""
    line, costs, capital = case.costs.line, case.report.costs, case.number("budget.capital")
    if capital is None:
        return NOT_STATED
    if line is None or costs is None:
        return NO_COSTS
    if line.upfront <= capital:
        return ()
    paid, there, gap = (
        money(one, costs.currency) for one in (line.upfront, capital, line.upfront - capital)
    )
    name = way(line)
    return [
        Finding(
            OVER_CAPITAL,
            case.severity(OVER_CAPITAL, Severity.WARNING if costs.assumed_prices else None),
            Text(
                f"The first purchase of {name.en} costs {paid.en}; the budget has {there.en}, "
                f"{gap.en} less.",
                f"{name.zh}首期采购需 {paid.zh}，预算为 {there.zh}，缺 {gap.zh}。",
            ),
            OVER_CAPITAL.help,
            case.at("budget.capital"),
            f"{capital:g}",
            trace=(case.step("budget.capital"),),
        )
    ]


OVER_MONTH = Kind(
    "over-monthly-budget",
    "limits",
    Severity.ERROR,
    Text("The running costs exceed the monthly budget", "运行费用超出每月预算"),
    Text(
        "The mean monthly bill, without what is paid at the start, is more than "
        "budget.per_month. Where prices are assumed it is a warning.",
        "月均费用（不含首期支付）超过 budget.per_month。价格为假定值时仅为警告。",
    ),
    Text("Rent less or another way, or raise the budget.", "减少租用、改换购买方式或提高预算。"),
)


def over_monthly_budget(case: Case) -> Outcome:
    """Hold the mean monthly bill against the budget."""
    line, costs, month = case.costs.line, case.report.costs, case.number("budget.per_month")
    if month is None:
        return NOT_STATED
    if line is None or costs is None or not costs.horizon_months:
        return NO_COSTS
    running = sum(cost for key, cost in line.parts.items() if key not in ONCE)
    bill = running / costs.horizon_months
    if bill <= month:
        return ()
    paid, there = (money(one, costs.currency) for one in (bill, month))
    name = way(line)
    return [
        Finding(
            OVER_MONTH,
            case.severity(OVER_MONTH, Severity.WARNING if costs.assumed_prices else None),
            Text(
                f"{name.en.capitalize()} costs {paid.en} a month on average; the budget has "
                f"{there.en}.",
                f"{name.zh}月均费用为 {paid.zh}，预算为 {there.zh}。",
            ),
            OVER_MONTH.help,
            case.at("budget.per_month"),
            f"{month:g}",
            trace=(case.step("budget.per_month"),),
        )
    ]


OVER_POWER = Kind(
    "over-power",
    "limits",
    Severity.ERROR,
    Text("The servers need more power than the room has", "服务器功率超出机房供电"),
    Text(
        "Whole servers for the owned GPUs, by nameplate, draw more than facility.power_kw.",
        "按铭牌功率，自有 GPU 所需整机功率超过 facility.power_kw。",
    ),
    Text(
        "Own fewer GPUs, colocate, or have the supply extended.", "减少自有数量、托管或扩容供电。"
    ),
)


def over_power(case: Case) -> Outcome:
    """Hold the power of the owned servers against that of the room."""
    proposed, there, tdp = (
        case.proposed,
        case.number("facility.power_kw"),
        case.number("hardware.tdp_w"),
    )
    if proposed.option is None:
        return NO_OPTION
    if not proposed.owns or proposed.purchase is Purchase.COLOCATED:
        return Text("nothing stands in the own room", "自有机房中没有设备")
    gpus = proposed.owned_gpus if proposed.owned_gpus is not None else _owned_all(case)
    if there is None or tdp is None or gpus is None:
        return NOT_STATED
    needed = gpus * tdp / 1000 * case.knowledge.pack.value("server_over_gpu_power")
    if needed <= there:
        return ()
    path = "proposal.owned_gpus" if proposed.owned_gpus is not None else "facility.power_kw"
    return [
        Finding(
            OVER_POWER,
            case.severity(OVER_POWER),
            Text(
                f"{gpus:g} owned GPUs need {needed:,.0f} kW in whole servers; the room has "
                f"{there:,.0f} kW.",
                f"{gpus:g} 张自有 GPU 的整机功率需 {needed:,.0f} kW，机房只有 {there:,.0f} kW。",
            ),
            OVER_POWER.help,
            case.at(path),
            f"{gpus:g} {there:g}",
            trace=(case.step("hardware.gpu"), case.step("facility.power_kw")),
        )
    ]


def _owned_all(case: Case) -> float | None:
    """Give the GPUs of self-hosting; how many a hybrid owns must be said."""
    return None if case.proposed.rents else case.number("demand.gpus")


AFTER_DEADLINE = Kind(
    "after-deadline",
    "limits",
    Severity.ERROR,
    Text("Own servers would be ready too late", "自有服务器无法按期就绪"),
    Text(
        "The lead time of servers, or the works on the room, take longer than the time until the "
        "capacity is needed.",
        "服务器交期或机房改造时间超过距离使用的时间。",
    ),
    Text(
        "Rent until the servers run, order earlier, or move the date.",
        "服务器就绪前先租用、提前下单或推迟日期。",
    ),
)


def after_deadline(case: Case) -> Outcome:
    """Hold the lead time and the works against the time that is left."""
    if case.proposed.option is None:
        return NO_OPTION
    if not case.proposed.owns:
        return Text("no servers are bought", "不购买服务器")
    needed = case.number("demand.needed_in_weeks")
    if needed is None:
        return NOT_STATED
    existing = case.number("hardware.existing_gpus") or 0
    wanted = case.proposed.owned_gpus or case.number("demand.gpus") or 0
    if existing and existing >= wanted:
        return Text("the GPUs are owned already", "GPU 已经拥有")
    works = ("facility.works_weeks",) if case.proposed.purchase is not Purchase.COLOCATED else ()
    return [
        Finding(
            AFTER_DEADLINE,
            case.severity(AFTER_DEADLINE),
            Text(
                f"{path} is {weeks:g}, and the capacity is needed in {needed:g} weeks: "
                f"{weeks - needed:g} weeks too late{_dates(case, weeks, needed).en}.",
                f"{path} 为 {weeks:g}，而 {needed:g} 周内就要使用：晚 {weeks - needed:g} 周"
                f"{_dates(case, weeks, needed).zh}。",
            ),
            AFTER_DEADLINE.help,
            case.at(path),
            f"{weeks:g} {needed:g}",
            trace=(case.step(path), case.step("demand.needed_in_weeks")),
        )
        for path in ("hardware.lead_time_weeks", *works)
        if (weeks := case.number(path)) is not None and weeks > needed
    ]


def _dates(case: Case, ready: float, needed: float) -> Text:
    """Give both days where the day of the decision is known."""
    if not case.proposed.decision_date:
        return Text("", "")
    decided = date.fromisoformat(case.proposed.decision_date)
    try:
        there, wanted = (decided + timedelta(weeks=weeks) for weeks in (ready, needed))
    except OverflowError:
        return Text("", "")
    return Text(f" ({there} instead of {wanted})", f"（{there}，而非 {wanted}）")


DECISION_PASSED = Kind(
    "decision-date-passed",
    "age",
    Severity.WARNING,
    Text("The day of the decision has passed", "决策日期已过"),
    Text(
        "Lead times and deadlines count from the decision; its day lies before today.",
        "交期与期限均自决策日起算，而该日期已过。",
    ),
    Text("Set the day anew and check the deadlines.", "更新日期并复核各期限。"),
)


def decision_date_passed(case: Case) -> Outcome:
    """Hold the day of the decision against today."""
    day = case.proposed.decision_date
    if not day:
        return Text("no day of the decision is stated", "未填写决策日期")
    if day >= case.today:
        return ()
    days = (date.fromisoformat(case.today) - date.fromisoformat(day)).days
    return [
        Finding(
            DECISION_PASSED,
            case.severity(DECISION_PASSED),
            Text(
                f"The decision was due on {day}, {days} days ago.",
                f"决策日期为 {day}，已过 {days} 天。",
            ),
            DECISION_PASSED.help,
            case.at("proposal.decision_date"),
            day,
        )
    ]


CHECKS = (
    Check(OVER_CAPITAL, over_capital),
    Check(OVER_MONTH, over_monthly_budget),
    Check(OVER_POWER, over_power),
    Check(AFTER_DEADLINE, after_deadline),
    Check(DECISION_PASSED, decision_date_passed),
)
