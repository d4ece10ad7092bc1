"""Whether prices and the numbers of the pack are too old to rest on."""

from collections.abc import Sequence
from datetime import date, timedelta

from gpucmp.costadvice import AgeLimit, age_of
from gpucmp.costwords import INPUTS
from gpucmp.gate.cases import Case, Check, Outcome, listed
from gpucmp.gate.findings import Finding, Kind, Severity
from gpucmp.money.pricebook import STALE_AFTER
from gpucmp.pack import Parameter
from gpucmp.text import Text

MOST_NAMED = 4

STALE = Kind(
    "stale-prices",
    "age",
    Severity.WARNING,
    Text("Prices are old", "价格已过期"),
    Text(
        "A price behind the costs is older than max_price_age_days on the day of the check, or "
        "has no date.",
        "测算所用价格在检查当日已超过 max_price_age_days，或没有日期。",
    ),
    Text(
        "Ask for new prices and state them with prices.as_of.",
        "重新询价，并连同 prices.as_of 填写。",
    ),
)


def stale_prices(case: Case) -> Outcome:
    """Look for prices that are old today."""
    costs, book = case.report.costs, case.knowledge.book
    if costs is None or book is None or not case.proposed.stated:
        return Text("no prices are used", "未使用价格")
    days = case.policy.max_price_age_days
    limit = AgeLimit(case.today, book.default(STALE_AFTER).value if days is None else days)
    age = age_of(costs, case.profile, case.knowledge, limit)
    if not age.stale:
        return ()
    names = listed([_named(f"{one.path}", one.date) for one in age.stale[:MOST_NAMED]])
    more = len(age.stale) - MOST_NAMED
    rest = Text(f", {more} more", f"，另有 {more} 项") if more > 0 else Text("", "")
    at = "prices.as_of" if any(one.path == "as_of" for one in age.stale) else "prices"
    return [
        Finding(
            STALE,
            case.severity(STALE),
            Text(
                f"Prices are older than {age.days:g} days on {case.today}: {names.en}{rest.en}.",
                f"截至 {case.today}，以下价格已超过 {age.days:g} 天：{names.zh}{rest.zh}。",
            ),
            STALE.help,
            case.at(at),
            ", ".join(f"{one.path} {one.date}" for one in age.stale),
        )
    ]


def _named(path: str, day: str) -> Text:
    name = INPUTS.get(path, Text(path, path))
    return Text(f"{name.en} ({day or 'undated'})", f"{name.zh}（{day or '无日期'}）")


REVIEW = Kind(
    "pack-past-review",
    "age",
    Severity.WARNING,
    Text("Numbers of the rule pack are past their review", "规则包参数已过复核期"),
    Text(
        "A number that decided here was last looked at longer ago than its review_days.",
        "本次用到的参数距上次复核已超过其 review_days。",
    ),
    Text(
        "Update gpucmp, or review the numbers in a pack of your own.",
        "更新 gpucmp，或在自己的规则包中复核这些参数。",
    ),
)


def pack_past_review(case: Case) -> Outcome:
    """Look for numbers of the pack, used here, that nobody has looked at for long."""
    parameters = case.knowledge.pack.parameters
    late = [
        parameters[one.id]
        for one in case.report.pack.parameters
        if one.id in parameters and _due(parameters[one.id]) < date.fromisoformat(case.today)
    ]
    if not late:
        return ()
    due = min(map(_due, late))
    names = _names(late)
    return [
        Finding(
            REVIEW,
            case.severity(REVIEW),
            Text(
                f"{len(late)} numbers of the rule pack were due for review, the first on {due}: "
                f"{names}.",
                f"规则包中有 {len(late)} 个参数已到复核期，最早的为 {due}：{names}。",
            ),
            REVIEW.help,
            case.at("name"),
            ", ".join(sorted(one.id for one in late)),
        )
    ]


def _due(parameter: Parameter) -> date:
    return date.fromisoformat(parameter.still_valid_on) + timedelta(days=parameter.review_days)


def _names(late: Sequence[Parameter]) -> str:
    names = sorted(one.id for one in late)
    more = f", … (+{len(names) - MOST_NAMED})" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more


CHECKS = (Check(STALE, stale_prices), Check(REVIEW, pack_past_review))
