"""The page about a pack in Markdown: its rules, numbers, and tables, and the facts they read."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from gpucmp.derived import DERIVED
from gpucmp.facts import Fact, FactTable, Kind
from gpucmp.options import Option
from gpucmp.pack import Pack, Parameter, Rule, RuleKind, Source
from gpucmp.packs.packfile import PackSource
from gpucmp.packs.ruledocs import anchor, beside, cited, in_order, rule_section
from gpucmp.scoring import points_per_value

Section = tuple[str, str, Sequence[Rule]]
"""A heading, its anchor, and the rules below it."""


def document(pack: Pack, source: PackSource, table: FactTable) -> str:
    """Write everything that *pack* knows as one page."""
    sections = tuple(one for one in _sections(pack) if one[2])
    lists = tuple(_lists(pack, table))
    lines = chain(
        _head(pack),
        _contents(sections, [list_[:2] for list_ in lists]),
        *(_rules(section, pack, source) for section in sections),
        *(_list(*list_) for list_ in lists),
    )
    return "\n".join(lines).rstrip("\n") + "\n"


def _head(pack: Pack) -> Iterator[str]:
    yield f"# Rules of the pack `{pack.id}` {pack.version}"
    yield ""
    yield "<!-- Written by `gpucmp rules docs`; change the rule files instead. -->"
    yield ""
    yield (
        "A rule fires, does not fire, is not applicable, or is unknown for want of a fact."
        " A criterion gives points of -3 to 3 (1 slight, 2 clear, 3 decisive); a constraint rules"
        " something out; a caution gives advice; a preference chooses among the ways to buy and"
        " changes no score."
    )
    yield ""
    if pack.guides:
        yield "The guides that it encodes, with the names that sources use:"
        yield ""
        for key, guide in pack.guides.items():
            yield f"- `{key}` ({guide.letter}): {beside(guide.title)}"
        yield ""


def _sections(pack: Pack) -> Iterator[Section]:
    for dimension in pack.dimensions:
        found = [rule for rule in pack.rules if rule.dimension == dimension.id]
        name = f"Criteria: {beside(dimension.title)}"
        yield name, f"criteria-{dimension.id}", in_order(found)
    for kind, heading, name in (
        (RuleKind.CONSTRAINT, "Constraints · 约束", "constraints"),
        (RuleKind.PREFERENCE, "Preferences among the ways to buy · 购买方式偏好", "preferences"),
        (RuleKind.CAUTION, "Cautions · 提醒", "cautions"),
    ):
        yield heading, name, in_order(rule for rule in pack.rules if rule.kind is kind)


def _lists(pack: Pack, table: FactTable) -> Iterator[tuple[str, str, Iterable[str]]]:
    """Give heading, anchor, and lines of what the pack has beside its rules."""
    if pack.dimensions:
        yield "Dimensions · 维度", "dimensions", _dimensions(pack)
    if pack.parameters:
        yield "Parameters · 参数", "parameters", _parameters(pack)
    if pack.comparison:
        yield "How the options differ · 方案对比", "comparison", _comparison(pack)
    if pack.common_ground:
        yield "What does not differ · 相同点", "common-ground", _common_ground(pack)
    if pack.checklists:
        yield "Before a migration · 迁移前", "checklists", _checklists(pack)
    if pack.plans:
        yield "Staged plans · 分步计划", "plans", _plans(pack)
    yield "Facts · 事实字段", "facts", _facts(pack, table)


def _contents(sections: Iterable[Section], lists: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield "## Contents"
    yield ""
    for heading, name, rules in sections:
        yield f"- [{heading}](#{name})"
        for rule in rules:
            yield f"  - [{rule.id}](#{anchor(rule.id)}) {rule.title.en}"
    for heading, name in lists:
        yield f"- [{heading}](#{name})"
    yield ""


def _rules(section: Section, pack: Pack, source: PackSource) -> Iterator[str]:
    heading, name, rules = section
    sections = (rule_section(rule, source.tests.get(rule.id, ()), pack) for rule in rules)
    return _list(heading, name, chain(*sections))


def _list(heading: str, name: str, lines: Iterable[str]) -> Iterator[str]:
    yield f'<a id="{name}"></a>'
    yield ""
    yield f"## {heading}"
    yield ""
    yield from lines


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    for row in (columns, ["---"] * len(columns), *rows):
        cells = (cell.replace("|", "\\|").replace("\n", " ") for cell in row)
        yield f"| {' | '.join(cells)} |"
    yield ""


def _cited(sources: Iterable[Source]) -> str:
    return "; ".join(map(cited, sources))


def _linked(rules: Iterable[str]) -> str:
    return ", ".join(f"[{rule}](#{anchor(rule)})" for rule in rules)


def _marked(kind: str, name: str, shown: str) -> str:
    return f'<a id="{anchor(f"{kind}-{name}")}"></a>{shown}'


def _dimensions(pack: Pack) -> Iterator[str]:
    worth = points_per_value(pack.dimensions)
    yield from _table(
        ("Dimension", "Weight", "One point is worth", "Hybrid", "Reason", "Rules"),
        (
            (
                _marked("dimension", one.id, f"`{one.id}` {beside(one.title)}"),
                f"{one.weight:g}",
                f"{worth[one.id]:.2f}",
                "the lower of the two ends" if one.lower_end else "points of its own",
                one.reason,
                _linked(rule.id for rule in in_order(pack.rules) if rule.dimension == one.id),
            )
            for one in pack.dimensions
        ),
    )


def _parameters(pack: Pack) -> Iterator[str]:
    yield from _table(
        ("Parameter", "Value", "What it is", "As of", "Last looked at", "Rules", "Sources"),
        (_parameter(one, pack) for one in pack.parameters.values()),
    )


def _parameter(one: Parameter, pack: Pack) -> Sequence[str]:
    users = (rule.id for rule in in_order(pack.rules) if one.id in rule.parameters)
    return (
        _marked("parameter", one.id, f"`{one.id}`"),
        f"{one.value:g} {one.unit}",
        beside(one.description),
        one.as_of,
        f"{one.still_valid_on}, again after {one.review_days} days",
        _linked(users) or "read by the program",
        _cited(one.sources),
    )


def _comparison(pack: Pack) -> Iterator[str]:
    yield from _table(
        ("Row", "Dimension", *Option, "Rules", "Sources"),
        (
            (
                row.id,
                beside(row.title),
                *(row.cells[option].en if option in row.cells else "" for option in Option),
                _linked(row.rules),
                _cited(row.sources),
            )
            for row in pack.comparison
        ),
    )


def _common_ground(pack: Pack) -> Iterator[str]:
    yield from _table(
        ("Row", "What holds for every option", "Sources"),
        ((one.id, beside(one.text), _cited(one.sources)) for one in pack.common_ground),
    )


def _checklists(pack: Pack) -> Iterator[str]:
    yield from _table(
        ("Row", "Directions", "What to settle", "Sources"),
        (
            (one.id, ", ".join(one.directions), beside(one.text), _cited(one.sources))
            for one in pack.checklists
        ),
    )


def _plans(pack: Pack) -> Iterator[str]:
    for one in pack.plans:
        yield f"### {one.id}: {OCCASIONS[one.occasion]}"
        yield ""
        for at, stage in enumerate(one.stages, 1):
            yield f"{at}. {beside(stage)}"
        yield ""
        yield f"**Sources.** {_cited(one.sources)}."
        yield ""


OCCASIONS = {
    "close": "where the verdict is close",
    "undecided": "where the options score the same",
    "temporary": "where time lifts a constraint",
}


def _facts(pack: Pack, table: FactTable) -> Iterator[str]:
    yield from _table(
        ("Path", "Kind", "Values", "What it is", "Question"),
        (
            (
                f"`{fact.path}`",
                _kind(fact),
                _values(fact),
                fact.description,
                beside(pack.questions[fact.path]) if fact.path in pack.questions else "",
            )
            for fact in table.values()
        ),
    )


def _kind(fact: Fact) -> str:
    if fact.money:
        return f"{fact.kind}, from the cost model"
    if fact.derived:
        return f"{fact.kind}, computed from {', '.join(f'`{one}`' for one in INPUTS[fact.path])}"
    return f"{fact.kind}, or `[low, likely, high]`" if fact.ranged else fact.kind


INPUTS = {one.fact.path: one.inputs for one in DERIVED}


def _values(fact: Fact) -> str:
    match fact.kind:
        case Kind.BOOL:
            return "true or false"
        case Kind.CHOICE:
            return ", ".join(f"`{choice}`" for choice in fact.choices)
        case Kind.NUMBER:
            return _range(fact)
        case _:
            return ""


def _range(fact: Fact) -> str:
    ends = []
    if fact.low > float("-inf"):
        ends.append(f"{'above' if fact.low_excluded else 'at least'} {_plain(fact.low)}")
    if fact.high < float("inf"):
        ends.append(f"at most {_plain(fact.high)}")
    return ", ".join([*(["whole"] if fact.whole else []), *ends]) or "any number"


def _plain(number: float) -> str:
    return f"{number:,.0f}" if number == int(number) else f"{number:g}"
