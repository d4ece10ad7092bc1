"""The rules of a pack as a list."""

import json
from collections.abc import Iterable, Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table

from gpucmp.formats import Style
from gpucmp.formats.terminal import NARROW, Words, written
from gpucmp.options import Option
from gpucmp.pack import Pack, Rule, RuleKind
from gpucmp.phrasing import signed
from gpucmp.text import Lang
from gpucmp.words import option_text, purchase_text, word

KINDS = tuple(RuleKind)


def render(pack: Pack, style: Style) -> str:
    """Write the rules as a table, by kind and dimension."""
    rules = sorted(pack.rules, key=lambda one: (KINDS.index(one.kind), one.dimension, one.id))
    count = word("rule_count", style.lang).format(count=len(rules))
    head = Words(f"{pack.id} {pack.version} · {count}", "bold")
    rows = [_row(rule, pack, style) for rule in rules]
    body = _stacked(rows, style) if style.width < NARROW else [_table(rows, style)]
    return written([head, Words(""), *body], style)


def _row(rule: Rule, pack: Pack, style: Style) -> tuple[str, str, str, str]:
    titles = {one.id: one.title.in_(style.lang) for one in pack.dimensions}
    group = titles.get(rule.dimension) or word(rule.kind, style.lang)
    return rule.id, rule.title.in_(style.lang), group, _effect(rule, style)


def _table(rows: Iterable[Sequence[str]], style: Style) -> Table:
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim", expand=True)
    table.add_column(word("rule", style.lang), no_wrap=True)
    table.add_column("", ratio=3)
    table.add_column(word("dimension", style.lang), ratio=1)
    table.add_column(word("effect", style.lang), ratio=2)
    for name, title, group, effect in rows:
        table.add_row(Words(name, "bold"), Words(title), Words(group, "dim"), Words(effect))
    return table


def _stacked(rows: Iterable[Sequence[str]], style: Style) -> Iterator[RenderableType]:
    for name, title, group, effect in rows:
        head = Words(f"{name} ", "bold")
        head.append(title)
        yield head
        below = word("colon", style.lang).join(filter(None, (group, effect)))
        yield Padding(Words(below, "dim"), (0, 0, 0, 2))


def _effect(rule: Rule, style: Style) -> str:
    lang, comma = style.lang, word("comma", style.lang)
    if rule.rules_out:
        targets = [
            option_text(one.target).in_(lang)
            if isinstance(one.target, Option)
            else purchase_text(one.target).in_(lang)
            for one in rule.rules_out
        ]
        return f"{word('rules_out', lang)} {comma.join(targets)}"
    if rule.knots:
        return f"{word('along', lang)} {rule.along}"
    if rule.points:
        return comma.join(
            f"{option_text(option).in_(lang)} {signed(rule.points[option], 'g')}"
            for option in Option
            if option in rule.points
        )
    return word("prefers", lang) if rule.purchases else ""


def render_json(pack: Pack, lang: Lang) -> str:
    """Write the rules as JSON."""
    rules = [
        {
            "id": rule.id,
            "title": rule.title.in_(lang),
            "kind": rule.kind,
            "dimension": rule.dimension,
            "covers": list(rule.covers),
            "basis": rule.basis.value,
            "sources": [str(source) for source in rule.sources],
            "place": rule.place,
        }
        for rule in pack.rules
    ]
    listed = {"schema": "gpucmp.rules/1", "pack": pack.id, "version": pack.version, "rules": rules}
    return json.dumps(listed, ensure_ascii=False, indent=2) + "\n"
