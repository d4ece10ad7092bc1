"""The fixed words of what is printed about costs, in both languages."""

from collections.abc import Mapping

from gpucmp.text import Text

MONEY_WORDS: Mapping[str, Text] = {
    "cost_a_month": Text("month", "每月"),
    "cost_above": Text("above {value}", "{value} 以上"),
    "cost_above_full": Text("never: it would take {value}", "不可能：需达 {value}"),
    "cost_against": Text("against {name}", "相对{name}"),
    "cost_age": Text("Age of the prices", "价格日期"),
    "cost_all_out": Text(
        "Every option is ruled out: nothing is left to cost.", "所有方案均已排除，无可计算。"
    ),
    "cost_alone": Text(
        "the only option with figures: nothing to compare it with", "唯一可计算的方案，无从比较"
    ),
    "cost_always_cloud": Text("renting costs less at any utilization", "任何利用率下租用都更便宜"),
    "cost_always_owned": Text("owning costs less at any utilization", "任何利用率下自有都更便宜"),
    "cost_any_price": Text("owning costs less at any price", "任何价格下自有都更便宜"),
    "cost_assumed": Text(
        "{count} of {all} numbers are assumed", "{all} 项数据中 {count} 项为假设"
    ),
    "cost_assumed_ones": Text("assumed", "假设"),
    "cost_at": Text("at {value}", "{value} 时"),
    "cost_basis": Text(
        "✓ cheapest of its side; {currency}; NPV: net present value at {rate} a year, "
        "which the cost per used GPU-hour rests on",
        "✓ 该侧最便宜；{currency}；净现值按年折现率 {rate}，每 GPU 时成本以其为准",
    ),
    "cost_beyond_horizon": Text("not within {months} months", "{months} 个月内不回本"),
    "cost_break_even": Text("Break-even", "盈亏平衡"),
    "cost_break_even_of": Text(
        "When owning everything ({place}) costs less; prices in {currency} per GPU-hour",
        "全部自有（{place}）何时更便宜；价格单位 {currency}/GPU 时",
    ),
    "cost_cash": Text("Cash paid", "累计现金支出"),
    "cost_cash_axis": Text(
        "{currency} paid in all by the end of each month, before what servers sell for at the end",
        "至各月末累计支出（{currency}），未计期末服务器转售",
    ),
    "cost_cash_legend": Text(
        "{way}: {start} at the start, {end} after {months} months",
        "{way}：期初 {start}，{months} 个月后 {end}",
    ),
    "cost_catalog": Text("from the catalog", "来自目录"),
    "cost_cheapest_in": Text("cheapest in", "最便宜占比"),
    "cost_computed": Text("How each figure is computed", "各项数据的算法"),
    "cost_consists": Text(" ({names})", "（{names}）"),
    "cost_contradiction": Text(
        "No option can be costed: the demand contradicts itself.",
        "需求数据自相矛盾，无法计算任何方案。",
    ),
    "cost_corner": Text("{above} from {value}", "{value} 起{above}"),
    "cost_crossed": Text(
        "By the end of month {month} owning has cost less cash than renting.",
        "第 {month} 月末起，自有的累计现金支出低于租用。",
    ),
    "cost_crossing": Text("month {month}", "第 {month} 月"),
    "cost_drawn": Text(
        "Net present value over {draws} draws, seed {seed}", "净现值，{draws} 次抽样，种子 {seed}"
    ),
    "cost_ends": Text(
        "Net present value: {total} {currency}; everything owned "
        "{owned}, everything rented {cloud}",
        "净现值：{total} {currency}；全部自有 {owned}，全部租用 {cloud}",
    ),
    "cost_exchange_rate": Text(
        "units of {currency} for one USD, with the day", "1 USD 折合的 {currency} 数及日期"
    ),
    "cost_figure_cloud_price": Text("break-even cloud price", "盈亏平衡云价格"),
    "cost_figure_mix": Text("best split", "最优组合"),
    "cost_figure_npv": Text("net present value", "净现值"),
    "cost_figure_utilization": Text("break-even utilization", "盈亏平衡利用率"),
    "cost_firm": Text("cheapest in {share} of {draws} draws", "{draws} 次抽样中 {share} 最便宜"),
    "cost_fixed": Text(
        "paid for every hour, so utilization cannot tell", "按全部小时付费，与利用率无关"
    ),
    "cost_footer": Text(
        "prices of {as_of} · {digest} · --explain shows all formulas and numbers",
        "价格 {as_of} · {digest} · --explain 列出全部公式与数据",
    ),
    "cost_from_start": Text("from the start", "从一开始"),
    "cost_head": Text(
        "{total} {currency} over {months} months, {rate} {currency} per used GPU-hour",
        "{months} 个月共 {total} {currency}，每使用 GPU 时 {rate} {currency}",
    ),
    "cost_here": Text("{value}, this profile", "{value}（本画像）"),
    "cost_hybrid_out": Text(" (The hybrid is ruled out.)", "（混合方案已排除。）"),
    "cost_in_all": Text("in all", "合计"),
    "cost_lead": Text(
        "{share} less than {way}: net present value {npv} against {other} {currency}",
        "比{way}低 {share}：净现值 {npv}，对比 {other} {currency}",
    ),
    "cost_doubts": Text(
        "Check these numbers: the totals rest on them", "请核对这些数字：总成本以此为据"
    ),
    "cost_left_out": Text("Not in the totals, as nothing is known of it", "因无数据未计入"),
    "cost_line_fixed": Text("fixed", "固定"),
    "cost_line_variable": Text("+ at full load", "+ 满负荷"),
    "cost_load_factor": Text("load factor", "负荷率"),
    "cost_lowest": Text("Cheapest: {name}", "最便宜：{name}"),
    "cost_missing": Text("Missing numbers", "缺少的数据"),
    "cost_mix": Text("rented mix", "租用组合"),
    "cost_mixture": Text("Best split between owning and renting", "自有与租用的最优组合"),
    "cost_months": Text("after {months} months", "{months} 个月后"),
    "cost_needs": Text("needs {paths}", "需要 {paths}"),
    "cost_no_crossing": Text(
        "Owning has not cost less cash than renting within {months} months.",
        "{months} 个月内自有的现金支出始终高于租用。",
    ),
    "cost_no_split": Text(
        "one server holds everything: nothing to split", "一台服务器即可容纳，无需拆分"
    ),
    "cost_no_stale": Text(
        "On {as_of} no price that is used is older than {days} days.",
        "截至 {as_of}，所用价格均未超过 {days} 天。",
    ),
    "cost_none": Text(
        "No option can be costed: numbers are missing.", "缺少数据，无法计算任何方案。"
    ),
    "cost_now": Text(" (here {value})", "（此处 {value}）"),
    "cost_npv": Text("NPV", "净现值"),
    "cost_numbers": Text("Numbers that are {origin}: {count}", "{origin}的数据：{count} 项"),
    "cost_options": Text("What each way costs", "各方式成本"),
    "cost_own_all": Text("Own everything.", "全部自有。"),
    "cost_own_none": Text("Own nothing, rent everything.", "全部租用，不自有。"),
    "cost_own_some": Text(
        "Servers to own: {servers}; the rest is rented.", "自有服务器 {servers} 台，其余租用。"
    ),
    "cost_owning_less": Text("here {value}: owning costs less", "此处 {value}：自有更便宜"),
    "cost_parts": Text("What the money goes to", "费用构成"),
    "cost_payback": Text("cash paid back", "现金回本"),
    "cost_per_gpu_hour": Text("per GPU-hour", "每 GPU 时"),
    "cost_price": Text("cloud price", "云价格"),
    "cost_prices": Text("prices of {as_of}", "价格 {as_of}"),
    "cost_range_line": Text(
        "{low} – {middle} – {high}, cheapest in {share}",
        "{low} – {middle} – {high}，{share} 最便宜",
    ),
    "cost_ranges": Text("What the ranges of the numbers do", "数据区间的影响"),
    "cost_rented": Text("rented", "租用"),
    "cost_renting_less": Text("here {value}: renting costs less", "此处 {value}：租用更便宜"),
    "cost_screening": Text("Which way is cheapest at which load", "各负荷率下的最便宜方式"),
    "cost_screening_axis": Text(
        "{currency} per GPU-hour of capacity, over its load factor; "
        "drawn in full where it is the cheapest",
        "每 GPU 时容量成本（{currency}），横轴为负荷率；最便宜处画实线",
    ),
    "cost_second_site": Text(
        "Running two sites adds {yearly} a year, which this leaves out.",
        "双站点每年另需 {yearly}，此处未计。",
    ),
    "cost_servers": Text("servers", "服务器"),
    "cost_share": Text("share", "占比"),
    "cost_spot": Text(
        "Spot holds only work that may be interrupted at any time.",
        "竞价实例只适合可随时中断的任务。",
    ),
    "cost_stacked": Text(
        "{total} in all, NPV {npv}, {rate} per GPU-hour",
        "合计 {total}，净现值 {npv}，每 GPU 时 {rate}",
    ),
    "cost_stacked_owned": Text(
        "{upfront} upfront, servers: {servers}", "期初 {upfront}，服务器 {servers} 台"
    ),
    "cost_stale": Text("Older than {days} days on {as_of}:", "截至 {as_of} 超过 {days} 天："),
    "cost_stale_one": Text("{title} ({date})", "{title}（{date}）"),
    "cost_stale_some": Text(
        "{title}: {old} of {all} offers, the oldest: {date}",
        "{title}：{all} 项报价中 {old} 项，最早：{date}",
    ),
    "cost_stated": Text("stated", "画像所填"),
    "cost_sum": Text("total", "总计"),
    "cost_swing": Text("{title}: from {low} to {high}", "{title}：{low} 至 {high}"),
    "cost_though_out": Text(
        "But {option} is ruled out by {rules}.", "但{option}已被 {rules} 排除。"
    ),
    "cost_tornado": Text(
        "Owning minus renting, in {currency}, as one number moves over its "
        "range (below 0 owning costs less):",
        "单项数据在其区间内变动时“自有减租用”（{currency}，负值表示自有更便宜）：",
    ),
    "cost_total": Text("total", "总计"),
    "cost_undiscounted": Text(
        "Undiscounted, {way} costs less: {total} {currency}.",
        "不折现时{way}更便宜：{total} {currency}。",
    ),
    "cost_upfront": Text("upfront", "期初"),
    "cost_utilization": Text("utilization", "利用率"),
}
