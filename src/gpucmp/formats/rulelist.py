"""The rules of a pack as a list."""

import json

from rich.table import Table

from gpucmp.formats import Style
from gpucmp.formats.terminal import words, written
from gpucmp.options import Option
from gpucmp.pack import Pack, Rule, RuleKind
from gpucmp.phrasing import signed
from gpucmp.text import Lang
from gpucmp.words import option_text, purchase_text, word


def render(pack: Pack, style: Style) -> str:
    """Write the rules as a table, by kind and dimension."""
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    table.add_column(word("rule", style.lang), no_wrap=True)
    table.add_column("")
    table.add_column(word("dimension", style.lang))
    table.add_column(word("effect", style.lang))
    for rule in sorted(pack.rules, key=lambda one: (tuple(RuleKind).index(one.kind), one.dimension, one.id)):
        table.add_row(
            words(rule.id, "bold"),
            words(rule.title.in_(style.lang)),
            words(rule.dimension or word(rule.kind, style.lang), "dim"),
            words(_effect(rule, style)),
        )
    head = words(f"{pack.id} {pack.version} · {len(pack.rules)} {word('rules', style.lang)}", "bold")
    return written([head, words(""), table], style)


def _effect(rule: Rule, style: Style) -> str:
    lang = style.lang
    if rule.rules_out:
        targets = [
            option_text(one.target).in_(lang)
            if isinstance(one.target, Option)
            else purchase_text(one.target).in_(lang)
            for one in rule.rules_out
        ]
        return f"{word('rules_out', lang)} {', '.join(targets)}"
    if rule.knots:
        return f"{word('along', lang)} {rule.along}"
    if rule.points:
        return ", ".join(
            f"{option_text(option).in_(lang)} {signed(points, 'g')}"
            for option, points in rule.points.items()
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
