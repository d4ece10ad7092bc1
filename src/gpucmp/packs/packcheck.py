"""What is doubtful about a pack that can be used: untested, unsourced, or unclear."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from gpucmp.derived import inputs_of
from gpucmp.errors import Place, Problem
from gpucmp.facts import FactTable
from gpucmp.pack import READ_BY_THE_CORE, READ_IF_STATED, Basis, Pack, Rule
from gpucmp.packs.packcoverage import test_coverage
from gpucmp.packs.packfile import RULE_FOLDERS, PackSource
from gpucmp.packs.packintervals import interval_findings
from gpucmp.packs.packshapes import RuleShape
from gpucmp.packs.packtests import place_of
from gpucmp.questions import facts_read
from gpucmp.reading.documents import Pointer

MOST_POINTS_BY_JUDGMENT = 1.0
FREE_DIMENSION = "horizon"
"""Where judgment alone may give more points (``DESIGN``: the short horizon)."""
KEY_ORDER = tuple(RuleShape.model_fields)
FREE_KEYS = frozenset({"reason", "off"})


def lint(
    source: PackSource, pack: Pack, table: FactTable, *, today: str | None = None
) -> tuple[Problem, ...]:
    """Find what is doubtful about the pack's own files; *today* is ``YYYY-MM-DD``.

    Of a layered pack only what its own files state or change is looked at.
    """
    own = [rule for rule in pack.rules if rule.id in source.own]
    found = [problem for rule in own for problem in _of_rule(source, rule)]
    found.extend(_untested(source, pack, table))
    found.extend(_intervals(source, pack, table))
    found.extend(_unasked(source, pack, table, own))
    found.extend(_weights(source))
    found.extend(_parameters(source, pack, today))
    return tuple(sorted(set(found)))


def _of_rule(source: PackSource, rule: Rule) -> Iterator[Problem]:
    if not rule.sources:
        yield Problem(
            place_of(source, rule),
            f"{rule.id} cites no source",
            "add sources: a guide's section, a reference, or a judgment with its reason",
        )
    yield from _judged(source, rule)
    place = place_of(source, rule)
    *folders, name = place.file.replace("\\", "/").split("/")
    if folders and folders[-1] in RULE_FOLDERS:
        yield from _file_name(place, rule, name)
        yield from _key_order(source, rule)


def _judged(source: PackSource, rule: Rule) -> Iterator[Problem]:
    if not rule.sources or rule.basis is not Basis.JUDGMENT or rule.dimension == FREE_DIMENSION:
        return
    body = next((one for one in _items(source.data["rules"]) if one["id"] == rule.id), {})
    for steps, points in _numbers(body.get("points"), ("points",)):
        if abs(points) > MOST_POINTS_BY_JUDGMENT:
            yield Problem(
                place_of(source, rule, *steps),
                f"{rule.id} rests on judgment alone and gives {points:g} points",
                "at most 1 without a guide or a reference",
            )


def _file_name(place: Place, rule: Rule, name: str) -> Iterator[Problem]:
    stem = name.rpartition(".")[0]
    if stem != rule.id and not stem.startswith(f"{rule.id}-"):
        message = f"the file of {rule.id} is named {name}"
        yield Problem(place, message, f"name it {rule.id}-….yaml")


def _key_order(source: PackSource, rule: Rule) -> Iterator[Problem]:
    body = _own(source, "rules", rule.id)
    keys = [key for key in body if key not in FREE_KEYS]
    ordered = sorted(keys, key=KEY_ORDER.index)
    for key, wanted in zip(keys, ordered, strict=True):
        if key != wanted:
            hint = f"order: {', '.join(ordered)}"
            place = place_of(source, rule, key)
            yield Problem(place, f"{rule.id}: {key} stands where {wanted} should", hint)
            return


def _untested(source: PackSource, pack: Pack, table: FactTable) -> Iterator[Problem]:
    for coverage in test_coverage(source, pack, table):
        for need in coverage.needs:
            if not need.met:
                yield Problem(need.place, f"{coverage.rule} has no {need.what}", need.hint)


def _intervals(source: PackSource, pack: Pack, table: FactTable) -> Iterator[Problem]:
    rules = {rule.id: rule for rule in pack.rules}
    for finding in interval_findings(pack, table):
        own = [rule for rule in finding.rules if rule in source.own]
        if own:
            place = place_of(source, rules[own[-1]], "when")
            yield Problem(place, finding.message, finding.hint)


def _unasked(
    source: PackSource, pack: Pack, table: FactTable, own: Iterable[Rule]
) -> Iterator[Problem]:
    """Find the facts that a rule reads and nobody is asked for, in a pack that asks."""
    if not pack.questions:
        return
    seen = set(pack.questions)
    for rule in own:
        for path in (given for read in facts_read(rule) for given in inputs_of(read)):
            if path not in seen and not table[path].derived:
                seen.add(path)
                message = f"{rule.id} reads {path}, and the pack has no question for it"
                yield Problem(place_of(source, rule), message, f"add {path} to questions")


def _weights(source: PackSource) -> Iterator[Problem]:
    for at, dimension in enumerate(_items(_stated(source).get("dimensions"))):
        if dimension.get("weight", 1) != 1 and not dimension.get("reason"):
            yield Problem(
                _place(source, ("dimensions", at, "weight")),
                f"dimension {dimension['id']} has a weight other than 1 and gives no reason",
                "add reason",
            )


def _parameters(source: PackSource, pack: Pack, today: str | None) -> Iterator[Problem]:
    used = {name for rule in pack.rules for name in rule.parameters}
    used |= READ_BY_THE_CORE | READ_IF_STATED
    for name, stated in _own(source, "parameters").items():
        place = _place(source, ("parameters", name))
        if name not in used:
            yield Problem(place, f"nothing uses the parameter {name}", "remove it")
        if today is not None and isinstance(stated, Mapping):
            yield from _outdated(pack, name, place, today)


def _outdated(pack: Pack, name: str, place: Place, today: str) -> Iterator[Problem]:
    parameter = pack.parameters[name]
    days = (date.fromisoformat(today) - date.fromisoformat(parameter.still_valid_on)).days
    if days > parameter.review_days:
        yield Problem(
            place,
            f"{name} was last looked at on {parameter.still_valid_on}, {days} days ago",
            f"look again within {parameter.review_days} days, then set still_valid_on",
        )


def _place(source: PackSource, pointer: Pointer) -> Place:
    return Place("") if source.document is None else source.document.key_place(pointer)


def _stated(source: PackSource) -> Mapping[str, object]:
    data = None if source.document is None else source.document.data
    return data if isinstance(data, dict) else {}


def _own(source: PackSource, *steps: str) -> Mapping[str, object]:
    """Give a mapping that stands in the pack's own files; an empty one where it does not."""
    found: object = _stated(source)
    for step in steps:
        found = found.get(step) if isinstance(found, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _items(value: object) -> list[Mapping[str, object]]:
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


def _numbers(value: object, steps: Pointer) -> Iterator[tuple[Pointer, float]]:
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from _numbers(one, (*steps, str(key)))
    elif isinstance(value, int | float):
        yield steps, value
