"""From the plain data of a pack that was found valid to the pack that the core reads."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from gpucmp.conditions import Condition, condition_from
from gpucmp.options import Option, Purchase
from gpucmp.pack import (
    ChecklistItem,
    CommonGround,
    ComparisonRow,
    Dimension,
    Guide,
    Knot,
    Override,
    Pack,
    Parameter,
    Points,
    Rule,
    RulesOut,
    Source,
    SplitPart,
    StagedPlan,
)
from gpucmp.text import Text

Data: TypeAlias = Mapping[str, object]


def pack_from(data: Data) -> Pack:
    """Build a pack; *data* has the form that ``packfile`` writes."""
    values = {key: _float(one["value"]) for key, one in _entries(data["parameters"])}
    return Pack(
        id=_string(data["id"]),
        version=_string(data["version"]),
        digest=_string(data["digest"]),
        guides={
            key: Guide(_text(one["title"]), _string(one["letter"]))
            for key, one in _entries(data["guides"])
        },
        dimensions=tuple(map(_dimension, _items(data["dimensions"]))),
        rules=tuple(rule_from(one, values) for one in _items(data["rules"])),
        parameters={key: _parameter(key, one) for key, one in _entries(data["parameters"])},
        offers={
            Purchase(key): condition_from(_with_values(one, values, set()))
            for key, one in _entries(data["offers"])
        },
        questions={key: _text(one) for key, one in _entries(data["questions"])},
        comparison=tuple(map(_comparison_row, _items(data["comparison"]))),
        common_ground=tuple(map(_common_ground, _items(data["common_ground"]))),
        checklists=tuple(map(_checklist_item, _items(data["checklists"]))),
        plans=tuple(map(_plan, _items(data["plans"]))),
        overrides=tuple(
            Override(_string(one["target"]), _string(one["change"]), _string(one["reason"]))
            for one in _items(data["overrides"])
        ),
    )


def rule_from(stated: Data, values: Mapping[str, float] | None = None) -> Rule:
    """Build a rule; *values* are those of the parameters that it may refer to."""
    used: set[str] = set()
    data = _mapping(_with_values(stated, values or {}, used))
    along = _string(data.get("along", ""))
    points = _mapping(data.get("points", {}))
    limit = (values or {}).get(ASSUMED_PRICE_POINTS) if _reads_costs(data) else None
    if limit is not None:
        used.add(ASSUMED_PRICE_POINTS)
    return Rule(
        id=_string(data["id"]),
        title=_text(data["title"]),
        covers=_strings(data.get("covers", ())),
        dimension=_string(data.get("dimension", "")),
        sources=_sources(data),
        why=_optional_text(data, "why"),
        applies_when=_condition(data, "applies_when"),
        when=_condition(data, "when"),
        unless_known=_condition(data, "unless_known"),
        along=along,
        knots=_knots(points) if along else (),
        points={} if along else _points(points),
        rules_out=tuple(_rules_out(*one) for one in _entries(data.get("rules_out", {}))),
        temporary=data.get("temporary", False) is True,
        after_costs=data.get("after_costs", False) is True,
        advises=_optional_text(data, "advises"),
        purchases={
            Option(option): {Purchase(key): _float(value) for key, value in liked.items()}
            for option, liked in _entries(data.get("purchases", {}))
        },
        split=tuple(
            SplitPart(_text(one["part"]), one["place"] == "owned")
            for one in _items(data.get("split", ()))
        ),
        parameters=tuple(sorted({*used, *_strings(data.get("parameters", ()))})),
        waivable=data.get("waivable", True) is True,
        most_if_assumed=limit,
        place=_string(data.get("place", "")),
    )


ASSUMED_PRICE_POINTS = "assumed_price_points"


def _reads_costs(data: Data) -> bool:
    """Tell whether a criterion reads a fact that the cost model supplies."""
    when = data.get("when")
    named = [str(data.get("along", "")), *(map(str, when) if isinstance(when, Mapping) else ())]
    return "points" in data and any(one.startswith("cost.") for one in named)


def _with_values(raw: object, values: Mapping[str, float], used: set[str]) -> object:
    """Put the values of parameters in for ``{parameter: name}``, and note in *used* which."""
    match raw:
        case {"parameter": str(name), **rest} if not rest:
            used.add(name)
            return values[name]
        case dict():
            return {key: _with_values(one, values, used) for key, one in raw.items()}
        case list():
            return [_with_values(one, values, used) for one in raw]
        case _:
            return raw


def _knots(points: Data) -> tuple[Knot, ...]:
    knots = (Knot(float(at), _points(_mapping(one))) for at, one in points.items())
    return tuple(sorted(knots, key=lambda knot: knot.at))


def _points(data: Data) -> Points:
    return {Option(option): _float(value) for option, value in data.items()}


def _rules_out(target: str, data: Data) -> RulesOut:
    return RulesOut(
        Option(target) if target in set(Option) else Purchase(target),
        tuple(map(Purchase, _strings(data.get("except", ())))),
        _condition(data, "unless"),
    )


def _dimension(data: Data) -> Dimension:
    return Dimension(
        _string(data["id"]),
        _text(data["title"]),
        _float(data.get("weight", 1)),
        data.get("lower_end", False) is True,
        _string(data.get("reason", "")),
    )


def _parameter(key: str, data: Data) -> Parameter:
    return Parameter(
        key,
        _float(data["value"]),
        _string(data["unit"]),
        _text(data["description"]),
        _sources(data),
        _string(data["as_of"]),
        _string(data["still_valid_on"]),
        int(_float(data.get("review_days", 365))),
    )


def _comparison_row(data: Data) -> ComparisonRow:
    return ComparisonRow(
        _string(data["id"]),
        _text(data["title"]),
        {Option(option): _text(cell) for option, cell in _entries(data["cells"])},
        _sources(data),
        _strings(data.get("rules", ())),
    )


def _common_ground(data: Data) -> CommonGround:
    return CommonGround(_string(data["id"]), _text(data["text"]), _sources(data))


def _checklist_item(data: Data) -> ChecklistItem:
    return ChecklistItem(
        _string(data["id"]),
        _strings(data["directions"]),
        _text(data["text"]),
        _sources(data),
        _strings(data.get("figures", ())),
    )


def _plan(data: Data) -> StagedPlan:
    return StagedPlan(
        _string(data["id"]),
        _string(data["occasion"]),
        tuple(map(_text, _items(data["stages"]))),
        _sources(data),
    )


def _sources(data: Data) -> tuple[Source, ...]:
    return tuple(
        Source(**{key: _string(value) for key, value in one.items()})
        for one in _items(data.get("sources", ()))
    )


def _condition(data: Data, key: str) -> Condition | None:
    raw = data.get(key)
    return None if raw is None else condition_from(raw)


def _optional_text(data: Data, key: str) -> Text | None:
    raw = data.get(key)
    return None if raw is None else _text(raw)


def _text(raw: object) -> Text:
    one = _mapping(raw)
    return Text(_string(one["en"]), _string(one["zh"]))


def _strings(raw: object) -> tuple[str, ...]:
    return tuple(map(_string, raw)) if isinstance(raw, Iterable) else ()


def _items(raw: object) -> Iterable[Data]:
    return map(_mapping, raw) if isinstance(raw, Iterable) else ()


def _entries(raw: object) -> Iterable[tuple[str, Data]]:
    return ((str(key), _mapping(value)) for key, value in _mapping(raw).items())


def _mapping(raw: object) -> Data:
    if isinstance(raw, Mapping):
        return raw
    message = f"a mapping was expected in a pack, not {raw!r}"
    raise TypeError(message)


def _string(raw: object) -> str:
    if isinstance(raw, str):
        return raw
    message = f"a text was expected in a pack, not {raw!r}"
    raise TypeError(message)


def _float(raw: object) -> float:
    if isinstance(raw, int | float):
        return float(raw)
    message = f"a number was expected in a pack, not {raw!r}"
    raise TypeError(message)
