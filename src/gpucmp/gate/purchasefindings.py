"""Whether the proposed way of buying fits the work."""

from gpucmp.conditions import leaves
from gpucmp.gate.cases import (
    NO_COSTS,
    NO_OPTION,
    NO_PURCHASE,
    NOT_STATED,
    RULED_OUT,
    Case,
    Check,
    Outcome,
    belongs,
    is_ruled_out,
)
from gpucmp.gate.findings import Finding, Kind, Severity
from gpucmp.gate.proposalcosts import money, way
from gpucmp.money.costranking import best_options
from gpucmp.options import PURCHASES_OF, Option, Purchase
from gpucmp.text import Text
from gpucmp.words import option_text, purchase_text

PURCHASE = "proposal.purchase"
ALL = 100.0
"""Percent."""
TERMS = {Purchase.RESERVED_1Y: 12, Purchase.RESERVED_3Y: 36}
"""Months that a reservation binds."""
DEARER_PERCENT = 10.0
"""From here on, another way of buying is worth a word."""

WRONG_OPTION = Kind(
    "purchase-of-another-option",
    "purchase",
    Severity.ERROR,
    Text("The purchase belongs to another option", "购买方式属于其他方案"),
    Text(
        "Servers are owned or colocated; everything else is rented, which self-hosting does not.",
        "服务器要么自有、要么托管；其余皆为租用，不属于自建。",
    ),
    Text("Correct the purchase or the option.", "更正购买方式或方案。"),
)


def wrong_option(case: Case) -> Outcome:
    """Look for a purchase that the option does not have."""
    option, purchase = case.proposed.option, case.proposed.purchase
    if purchase is None:
        return NO_PURCHASE
    if option is None:
        return NO_OPTION
    if belongs(purchase, option):
        return ()
    name, way = option_text(option), purchase_text(purchase)
    fits = ", ".join(PURCHASES_OF[option])
    return [
        Finding(
            WRONG_OPTION,
            case.severity(WRONG_OPTION),
            Text(
                f"{way.en.capitalize()} is no way to buy for {name.en}.",
                f"“{way.zh}”不是“{name.zh}”的购买方式。",
            ),
            Text(f"Choose one of {fits}.", f"可选：{fits}。"),
            case.at(PURCHASE),
            f"{option.value} {purchase.value}",
        )
    ]


OUT = Kind(
    "purchase-ruled-out",
    "purchase",
    Severity.ERROR,
    Text("The proposed purchase is ruled out", "提案的购买方式已被排除"),
    Text(
        "A constraint of the rule pack removes the way of buying, though the option stands.",
        "规则包中的一项约束排除了该购买方式，但方案本身仍可行。",
    ),
    Text("Buy another way, or correct the facts.", "改用其他购买方式，或更正数据。"),
)


def purchase_ruled_out(case: Case) -> Outcome:
    """Look for constraints that remove the purchase."""
    option, purchase = case.proposed.option, case.proposed.purchase
    if purchase is None:
        return NO_PURCHASE
    if is_ruled_out(case):
        return RULED_OUT
    way = purchase_text(purchase)
    effect = Text(f"{way.en} is ruled out", f"{way.zh}被排除")
    return [
        Finding(
            OUT,
            case.severity(OUT),
            Text(
                f"The proposed purchase {way.en} is ruled out by {one.rule}: {one.title.en}.",
                f"提案的购买方式“{way.zh}”被 {one.rule} 排除：{one.title.zh}。",
            ),
            OUT.help,
            case.at(PURCHASE),
            purchase.value,
            one.rule,
            case.trace(one.rule, effect),
        )
        for one in case.report.ruled_out
        if one.purchase is purchase and one.certain and one.inside in {None, option}
    ]


NOT_OFFERED = Kind(
    "purchase-not-offered",
    "purchase",
    Severity.ERROR,
    Text("Nobody offers the proposed purchase", "提案的购买方式无人提供"),
    Text(
        "The pack offers this way of buying only where a fact of the profile is known to hold.",
        "规则包仅在画像的某项数据已知成立时才提供该购买方式。",
    ),
    Text("State the fact, or buy another way.", "填写该项数据，或改用其他购买方式。"),
)


def purchase_not_offered(case: Case) -> Outcome:
    """Hold the purchase against the condition on which it is offered."""
    purchase = case.proposed.purchase
    if purchase is None:
        return NO_PURCHASE
    condition = case.knowledge.pack.offers.get(purchase)
    if condition is None or condition.holds(case.facts) is True:
        return ()
    way = purchase_text(purchase)
    asked = ", ".join(f"{test.fact}: {test}" for test in leaves(condition))
    return [
        Finding(
            NOT_OFFERED,
            case.severity(NOT_OFFERED),
            Text(
                f"{way.en.capitalize()} is offered only where it is known: {asked}.",
                f"仅当已知 {asked} 时才提供“{way.zh}”。",
            ),
            Text(
                f"State {asked}, or buy another way.",
                f"填写 {asked}，或改用其他购买方式。",
            ),
            case.at(PURCHASE),
            purchase.value,
        )
    ]


SPOT_FIXED = Kind(
    "spot-for-fixed-work",
    "purchase",
    Severity.ERROR,
    Text("Spot for work that cannot be interrupted", "不可中断的任务使用竞价实例"),
    Text(
        "Spot capacity is taken back at short notice; only deferrable work survives that.",
        "竞价实例随时可能被收回，只有可推迟的任务承受得住。",
    ),
    Text(
        "Rent the part that cannot wait on demand or reserved, and only the rest on spot.",
        "不能等待的部分改用按量或包年，其余再用竞价实例。",
    ),
)


def spot_for_fixed_work(case: Case) -> Outcome:
    """Look for work on spot that cannot be interrupted."""
    if case.proposed.purchase is not Purchase.SPOT:
        return Text("the purchase is not spot", "购买方式不是竞价实例")
    share = case.number("demand.deferrable_percent")
    if share is None:
        return Text("demand.deferrable_percent is unknown", "demand.deferrable_percent 未知")
    if share >= ALL:
        return ()
    fixed = ALL - share
    return [
        Finding(
            SPOT_FIXED,
            case.severity(SPOT_FIXED),
            Text(
                f"{fixed:g} % of the work cannot be interrupted, and the proposal buys spot.",
                f"{fixed:g} % 的任务不可中断，而提案使用竞价实例。",
            ),
            Text(
                f"Rent at least {fixed:g} % of the GPU-hours another way.",
                f"至少 {fixed:g} % 的 GPU 时改用其他购买方式。",
            ),
            case.at(PURCHASE),
            f"{share:g}",
            trace=(case.step("demand.deferrable_percent"),),
        )
    ]


SPOT_UNKNOWN = Kind(
    "spot-for-unknown-work",
    "purchase",
    Severity.WARNING,
    Text("Spot, and nobody says whether the work can wait", "使用竞价实例但未说明任务能否中断"),
    Text(
        "The proposal buys spot, and the profile does not say which share of the work can be "
        "interrupted.",
        "提案使用竞价实例，而画像未说明可中断任务的占比。",
    ),
    Text("State demand.deferrable_percent.", "填写 demand.deferrable_percent。"),
)


def spot_for_unknown_work(case: Case) -> Outcome:
    """Look for spot without a word on whether the work can be interrupted."""
    if case.proposed.purchase is not Purchase.SPOT:
        return Text("the purchase is not spot", "购买方式不是竞价实例")
    if case.number("demand.deferrable_percent") is not None:
        return ()
    return [
        Finding(
            SPOT_UNKNOWN,
            case.severity(SPOT_UNKNOWN),
            Text(
                "The proposal buys spot, and it is unknown which part of the work can be "
                "interrupted.",
                "提案使用竞价实例，但不知道哪部分任务可以中断。",
            ),
            SPOT_UNKNOWN.help,
            case.at(PURCHASE),
            "spot",
        )
    ]


LONG_TERM = Kind(
    "reservation-beyond-horizon",
    "purchase",
    Severity.ERROR,
    Text("The reservation outlasts the need", "预留期限超过需求期限"),
    Text(
        "A reservation is paid to the end of its term, whether the GPUs are still needed or not.",
        "包年费用须付到期满，无论届时是否仍需要。",
    ),
    Text(
        "Reserve for a term within the horizon, or rent on demand.",
        "预留期限不超过需求期限，或改用按量付费。",
    ),
)


def reservation_beyond_horizon(case: Case) -> Outcome:
    """Hold the term of a reservation against the horizon."""
    purchase, horizon = case.proposed.purchase, case.number("demand.horizon_months")
    term = TERMS.get(purchase) if purchase else None
    if purchase is None or term is None:
        return Text("the purchase is no reservation", "购买方式不是包年")
    if horizon is None:
        return Text("demand.horizon_months is unknown", "demand.horizon_months 未知")
    if term <= horizon:
        return ()
    way = purchase_text(purchase)
    return [
        Finding(
            LONG_TERM,
            case.severity(LONG_TERM),
            Text(
                f"{way.en.capitalize()} binds for {term} months, and the need lasts {horizon:g}: "
                f"{term - horizon:g} months are paid for nothing.",
                f"“{way.zh}”绑定 {term} 个月，而需求只有 {horizon:g} 个月，"
                f"{term - horizon:g} 个月白付。",
            ),
            LONG_TERM.help,
            case.at(PURCHASE),
            f"{purchase.value} {horizon:g}",
            trace=(case.step("demand.horizon_months"),),
        )
    ]


ON_DEMAND = Kind(
    "on-demand-for-deadline",
    "purchase",
    Severity.WARNING,
    Text("On-demand capacity for work with a deadline", "有截止期限的任务依赖按量容量"),
    Text(
        "A provider refuses requests while GPUs of the kind are sold out, which can last weeks; "
        "on-demand capacity is no plan for a deadline.",
        "售罄时云厂商会拒绝请求，可能持续数周；按量容量不能作为有期限任务的保障。",
    ),
    Text(
        "Reserve the capacity, or name a second region or provider.",
        "提前预留容量，或准备第二个区域或供应商。",
    ),
)


def on_demand_for_deadline(case: Case) -> Outcome:
    """Look for a deadline that hangs on capacity which nobody promises."""
    if case.proposed.purchase is not Purchase.ON_DEMAND:
        return Text("the purchase is not on-demand", "购买方式不是按量付费")
    weeks = case.number("demand.needed_in_weeks")
    if weeks is None:
        return NOT_STATED
    gpus = case.number("demand.gpus")
    count = f"{gpus:g} " if gpus else ""
    return [
        Finding(
            ON_DEMAND,
            case.severity(ON_DEMAND),
            Text(
                f"{count}GPUs are needed in {weeks:g} weeks, and on-demand capacity is not "
                "promised to anybody.",
                f"{weeks:g} 周内需要 {count}GPU，而按量容量并无保证。",
            ),
            ON_DEMAND.help,
            case.at(PURCHASE),
            f"on-demand {weeks:g}",
            trace=(case.step("demand.needed_in_weeks"),),
        )
    ]


DEARER = Kind(
    "dearer-purchase",
    "purchase",
    Severity.NOTE,
    Text("Another way of buying costs less", "其他购买方式更便宜"),
    Text(
        f"Another way of buying inside the proposed option costs at least {DEARER_PERCENT:g} % "
        "less over the horizon.",
        f"所提方案内有其他购买方式，期限内费用至少低 {DEARER_PERCENT:g} %。",
    ),
    Text("Buy that way, or say why not.", "改用该方式，或说明理由。"),
)


def dearer_purchase(case: Case) -> Outcome:
    """Hold the cost of the purchase against the cheapest of its option."""
    if case.proposed.purchase is None:
        return NO_PURCHASE
    line, costs = case.costs.line, case.report.costs
    if line is None or costs is None:
        return NO_COSTS
    best = best_options(costs).get(line.option, line)
    if line.option is Option.HYBRID or line.npv <= best.npv * (1 + DEARER_PERCENT / 100):
        return ()
    this, other = way(line), way(best)
    paid, least = (money(one.npv, costs.currency) for one in (line, best))
    more, months = 100 * (line.npv / best.npv - 1), costs.horizon_months or 0
    return [
        Finding(
            DEARER,
            case.severity(DEARER),
            Text(
                f"{this.en.capitalize()} costs {paid.en} over {months:g} months, {more:.0f} % "
                f"more than {other.en} ({least.en}).",
                f"{this.zh}在 {months:g} 个月内费用为 {paid.zh}，比{other.zh}（{least.zh}）高 "
                f"{more:.0f} %。",
            ),
            DEARER.help,
            case.at(PURCHASE),
            f"{line.purchase}, not {best.purchase}",
        )
    ]


CHECKS = (
    Check(WRONG_OPTION, wrong_option),
    Check(OUT, purchase_ruled_out),
    Check(NOT_OFFERED, purchase_not_offered),
    Check(SPOT_FIXED, spot_for_fixed_work),
    Check(SPOT_UNKNOWN, spot_for_unknown_work),
    Check(LONG_TERM, reservation_beyond_horizon),
    Check(ON_DEMAND, on_demand_for_deadline),
    Check(DEARER, dearer_purchase),
)
