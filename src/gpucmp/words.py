"""The fixed words of the output, in both languages."""

from collections.abc import Mapping

from gpucmp.checkwords import CHECK_WORDS
from gpucmp.money.prices import ProviderClass
from gpucmp.moneywords import MONEY_WORDS
from gpucmp.options import Option, Purchase, State, Strength
from gpucmp.text import Lang, Text

_OPTIONS: Mapping[str, Text] = {
    Option.SELF_HOSTED: Text("self-hosted", "自建"),
    Option.CLOUD: Text("cloud", "云上"),
    Option.HYBRID: Text("hybrid", "混合"),
    "undecided": Text("undecided", "未定"),
    "none": Text("none", "无可行方案"),
}

_PURCHASES: Mapping[Purchase, Text] = {
    Purchase.OWNED: Text("owned", "自有机房"),
    Purchase.COLOCATED: Text("colocated", "托管机房"),
    Purchase.ON_DEMAND: Text("on-demand", "按量付费"),
    Purchase.RESERVED_1Y: Text("reserved-1y", "包年 1 年"),
    Purchase.RESERVED_3Y: Text("reserved-3y", "包年 3 年"),
    Purchase.SPOT: Text("spot", "竞价实例"),
    Purchase.DEDICATED: Text("dedicated", "专属实例"),
    Purchase.PRIVATE_DEPLOYMENT: Text("private-deployment", "私有化部署"),
    Purchase.SERVERLESS: Text("serverless", "Serverless"),
}

_PROVIDER_CLASSES: Mapping[ProviderClass, Text] = {
    ProviderClass.HYPERSCALER: Text("hyperscaler", "大型云厂商"),
    ProviderClass.GPU_CLOUD: Text("gpu-cloud", "GPU 云"),
    ProviderClass.MARKETPLACE: Text("marketplace", "算力市场"),
}

_STRENGTHS: Mapping[Strength, Text] = {
    Strength.CLEAR: Text("clear", "明确"),
    Strength.LEAN: Text("lean", "倾向"),
    Strength.CLOSE: Text("close", "接近"),
}

_STATES: Mapping[State, Text] = {
    State.FIRES: Text("fires", "成立"),
    State.DOES_NOT_FIRE: Text("does not fire", "不成立"),
    State.NOT_APPLICABLE: Text("not applicable", "不适用"),
    State.UNKNOWN: Text("unknown", "未知"),
}


def option_text(option: str) -> Text:
    """Name an option, ``undecided``, or ``none`` in both languages."""
    return _OPTIONS[option]


def purchase_text(purchase: Purchase) -> Text:
    """Name a purchase in both languages."""
    return _PURCHASES[purchase]


def provider_class_text(provider_class: ProviderClass) -> Text:
    """Name a class of providers in both languages."""
    return _PROVIDER_CLASSES[provider_class]


def strength_text(strength: Strength) -> Text:
    """Name a strength in both languages."""
    return _STRENGTHS[strength]


def state_text(state: State) -> Text:
    """Name the state of a rule in both languages."""
    return _STATES[state]


def word(key: str, lang: Lang) -> str:
    """Give the fixed word *key* in *lang*."""
    return (MONEY_WORDS.get(key) or CHECK_WORDS.get(key) or _WORDS[key]).in_(lang)


_WORDS: Mapping[str, Text] = {
    "advice": Text("Watch out", "注意"),
    "ahead_of": Text("{margin} points ahead of {rival}", "领先{rival} {margin} 分"),
    "along": Text("graded along", "沿此项分级："),
    "and": Text(" and ", " 且 "),
    "answer_changes": Text("can change the verdict", "可改变结论"),
    "answers": Text("answers", "答案"),
    "beside_likely": Text(
        "marketplaces {median}, beside likely", "算力市场 {median}，不计入可能值"
    ),
    "bundled": Text(
        "{product}: {years} years come with the card (else {price} a GPU and year)",
        "{product}：随卡附带 {years} 年（否则每 GPU 每年 {price}）",
    ),
    "caution": Text("caution", "提醒"),
    "caution_says": Text("watch out", "提醒"),
    "checklist": Text("Before moving", "迁移前"),
    "certain": Text(
        "no answer to an open question can change it, with prices as they are",
        "在现有价格下，任何待答问题都不会改变结论",
    ),
    "certificate": Text("How certain it is", "结论的确定程度"),
    "clipped": Text("clipped: a dimension counts at most 3", "截断：单一维度最多计 3 分"),
    "colon": Text(": ", "："),
    "comma": Text(", ", "、"),
    "could_win_if": Text("could still win, if {answers}", "仍可能胜出，若 {answers}"),
    "could_win_perhaps": Text(
        "neither shown nor excluded: it hangs on costs, or on many answers",
        "既未证实也未排除：取决于费用或多项答案",
    ),
    "common_ground": Text("What does not differ", "不因方案而异"),
    "conflicts": Text("These cannot hold together", "以下约束无法同时满足"),
    "constraint": Text("constraint", "约束"),
    "criterion": Text("criterion", "准则"),
    "currency": Text("currency", "币种"),
    "date": Text("date", "日期"),
    "decided": Text("What decided it", "决定因素"),
    "dimension": Text("dimension", "维度"),
    "effect": Text("effect", "作用"),
    "explain_condition": Text("tests", "检验"),
    "explain_points": Text("gives", "计分"),
    "explain_rule": Text("rule", "规则"),
    "explain_score": Text("How the score of {option} adds up", "{option}得分的构成"),
    "explain_sources": Text("sources", "来源"),
    "explain_waits": Text("waits for", "等待"),
    "explain_why": Text("why", "理由"),
    "facts_known": Text(
        "known facts: {facts}, open questions: {open}", "已知 {facts} 项，待答 {open} 项"
    ),
    "flip_down": Text(
        "{new} or less, instead of {old} → {verdict}", "由 {old} 降至 {new} 或更低 → {verdict}"
    ),
    "flip_to": Text("{new}, instead of {old} → {verdict}", "由 {old} 改为 {new} → {verdict}"),
    "flip_up": Text(
        "{new} or more, instead of {old} → {verdict}", "由 {old} 升至 {new} 或更高 → {verdict}"
    ),
    "flips": Text("Would change if", "结论改变的条件"),
    "from": Text("from {value}", "{value} 起"),
    "gpu": Text("GPU", "GPU"),
    "gpus": Text("GPUs", "GPU 数"),
    "high": Text("high", "高"),
    "init_intro": Text(
        "Questions that decide most come first. Enter leaves one unknown, a full stop ends.",
        "先问最能决定结论的问题。直接回车表示未知，输入句点（.）结束。",
    ),
    "init_written": Text(
        "{file} is written; next: gpucmp advise {file}",
        "已写入 {file}；接下来：gpucmp advise {file}",
    ),
    "license": Text("License", "软件许可"),
    "likely": Text("likely", "可能"),
    "low": Text("low", "低"),
    "lower_end": Text("takes the lower of the two ends", "取两端中较低者"),
    "lowered": Text(
        "one step weaker, as utilization is only planned", "利用率仅为计划值，强度降低一级"
    ),
    "margin": Text("margin", "领先"),
    "market": Text("Market, per GPU-hour", "市场价（每 GPU 时）"),
    "money": Text("Money", "费用"),
    "money_against": Text("break-even with {against}", "与{against}的盈亏平衡"),
    "money_break_even": Text(
        "utilization {utilization}; cloud price {price} {currency} per GPU-hour",
        "利用率{utilization}；云价格{price} {currency}/GPU 时",
    ),
    "money_differs": Text("criteria and money differ", "准则与费用不一致"),
    "money_differs_how": Text(
        "{cheapest} costs least; the verdict is {verdict}, as the criteria weigh more than costs",
        "{cheapest}费用最低；结论为{verdict}，因各项准则的权重超过费用",
    ),
    "money_disagreement": Text("against the rule of thumb", "与经验法则不一致"),
    "money_missing": Text("not costed for want of", "因缺少数据未测算"),
    "money_option": Text(
        "{total} {currency} in all, {rate} per used GPU-hour",
        "总计 {total} {currency}，每使用 GPU 时 {rate}",
    ),
    "money_rests": Text("rests on", "依据"),
    "money_without": Text("does not hold", "未计入"),
    "more": Text("{count} more", "另有 {count} 项"),
    "name": Text("name", "名称"),
    "neutral": Text("neutral", "中性"),
    "no_age": Text("without --as-of no price is called old", "未给 --as-of，不判断价格是否过期"),
    "no_criterion": Text("no criterion could be judged", "没有可判断的准则"),
    "none_known": Text("none known", "暂无"),
    "not_bundled": Text(
        "{product}: {price} a GPU and year where it is used; not bundled",
        "{product}：如使用，每 GPU 每年 {price}；不随卡附带",
    ),
    "not_judged": Text("Not judged, for want of facts", "因缺少数据未判断"),
    "notes": Text("Notes", "说明"),
    "offers": Text("Offers", "报价"),
    "old_prices": Text(
        "{old} of {all} prices are older than {days} days, or undated, on {as_of}",
        "截至 {as_of}，{all} 项价格中 {old} 项超过 {days} 天或无日期",
    ),
    "only_left": Text("the only option left", "唯一剩余方案"),
    "option": Text("option", "方案"),
    "overrides": Text("Changes to the pack", "对规则包的改动"),
    "per_gpu_hour": Text("per GPU-hour", "每 GPU 时"),
    "plan": Text("Plan", "计划"),
    "points": Text("points", "分"),
    "power": Text("power", "功率"),
    "power_unknown": Text("power unknown", "功率未知"),
    "preference": Text("preference", "购买偏好"),
    "prefers": Text("chooses among purchases", "选择购买方式"),
    "price": Text("price", "价格"),
    "provider": Text("provider", "供应商"),
    "provider_class": Text("class", "类别"),
    "purchase": Text("purchase", "购买方式"),
    "profile_says": Text("this profile", "本画像"),
    "questions": Text("Ask next", "首先应确认"),
    "questions_firm": Text(
        "no single answer below changes the verdict", "以下任何单项答案都不会改变结论"
    ),
    "refused_rows": Text(
        "{count} more rows were refused; --format json lists them",
        "另有 {count} 行被拒；--format json 可列出",
    ),
    "region": Text("where", "区域"),
    "rests_on": Text("rests on", "依据"),
    "rule": Text("rule", "规则"),
    "rule_count": Text("rules: {count}", "规则 {count} 条"),
    "ruled_out": Text("Ruled out", "已排除"),
    "ruled_out_by": Text("ruled out by {rules}", "被 {rules} 排除"),
    "rules_out": Text("rules out", "排除"),
    "score": Text("score", "得分"),
    "scores": Text("Scores", "得分"),
    "scores_note": Text("50 is neutral", "50 为中性"),
    "server": Text("server", "服务器"),
    "servers": Text("Servers", "服务器"),
    "source": Text("source", "来源"),
    "sources": Text("Sources", "来源"),
    "split": Text("Which part where", "各部分归属"),
    "stale": Text("(old)", "（过期）"),
    "state": Text("state", "状态"),
    "strength": Text("strength", "强度"),
    "temporary": Text("for now", "暂时"),
    "tie": Text("nothing tells the options apart yet", "尚无依据区分各方案"),
    "undated": Text("undated", "无日期"),
    "unknown": Text("unknown", "未知"),
    "up_to": Text("up to {value}", "至 {value}"),
    "verdict": Text("verdict", "结论"),
    "waits_for": Text("waits for {facts}", "等待 {facts}"),
    "would_rule_out": Text("May yet be ruled out", "仍可能被排除"),
}
