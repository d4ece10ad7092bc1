"""The fixed words of the output, in both languages."""

from collections.abc import Mapping

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


def strength_text(strength: Strength) -> Text:
    """Name a strength in both languages."""
    return _STRENGTHS[strength]


def state_text(state: State) -> Text:
    """Name the state of a rule in both languages."""
    return _STATES[state]


def word(key: str, lang: Lang) -> str:
    """Give the fixed word *key* in *lang*."""
    return _WORDS[key].in_(lang)


_WORDS: Mapping[str, Text] = {}
