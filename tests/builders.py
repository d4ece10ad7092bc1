"""Values that are valid by default, for one change a test."""

from collections.abc import Mapping
from functools import lru_cache

from gpucmp.advice import Knowledge
from gpucmp.catalog import Catalog, catalog_from
from gpucmp.conditions import condition_from
from gpucmp.facts import FactTable, FactValue
from gpucmp.options import Purchase
from gpucmp.pack import Dimension, Guide, Pack, Parameter, Rule, StagedPlan
from gpucmp.packdata import rule_from
from gpucmp.packs.packfile import PackSource, PackText, fact_table, read_pack
from gpucmp.profile import Profile
from gpucmp.text import Text

PARAMETERS = {
    "margin_share_clear": 0.4,
    "margin_share_lean": 0.2,
    "margin_points_clear": 4.0,
    "margin_points_lean": 2.0,
    "server_over_gpu_power": 2.0,
}
"""Round numbers of the tests' own, so that no test hangs on the built-in pack."""


def a_text(words: str) -> Text:
    return Text(words, f"中 {words}")


def a_profile(
    given: Mapping[str, FactValue] | None = None, *, name: str = "a profile", **facts: FactValue
) -> Profile:
    """Build a profile; ``demand__gpus=8`` is ``{"demand.gpus": 8}``."""
    spelled = {path.replace("__", "."): value for path, value in facts.items()}
    return Profile(name, {**(given or {}), **spelled})


def a_rule(rule_id: str = "R1", /, **body: object) -> Rule:
    """Build a rule from the keys of a rule file; points without a dimension go to "money"."""
    usual = {"dimension": "money"} if "points" in body else {}
    title = {"en": f"Rule {rule_id}", "zh": f"规则 {rule_id}"}
    return rule_from({"id": rule_id, "title": title, **usual, **body})


def a_dimension(
    dimension_id: str = "money", *, weight: float = 1.0, lower_end: bool = False
) -> Dimension:
    return Dimension(dimension_id, a_text(dimension_id), weight, lower_end)


def a_parameter(parameter_id: str, value: float) -> Parameter:
    return Parameter(
        parameter_id, value, "unit", a_text(parameter_id), (), "2026-01-01", "2026-06-01"
    )


def a_pack(
    *rules: Rule,
    dimensions: tuple[Dimension, ...] = (),
    parameters: Mapping[str, float] | None = None,
    offers: Mapping[Purchase, object] | None = None,
    plans: tuple[StagedPlan, ...] = (),
    asks: tuple[str, ...] = (),
) -> Pack:
    """Build a pack; where no dimensions are given, it has those of its rules, weighing 1 each.

    *asks* are the facts that it words a question for.
    """
    named = dict.fromkeys(rule.dimension for rule in rules if rule.dimension) or {"money": None}
    values = {**PARAMETERS, **(parameters or {})}
    return Pack(
        id="tests",
        version="1",
        digest="sha256:0",
        guides={"guide": Guide(a_text("a guide"), "G")},
        dimensions=dimensions or tuple(map(a_dimension, named)),
        rules=rules,
        parameters={name: a_parameter(name, value) for name, value in values.items()},
        offers={purchase: condition_from(raw) for purchase, raw in (offers or {}).items()},
        questions={path: a_text(f"{path}?") for path in asks},
        plans=plans,
    )


def a_catalog() -> Catalog:
    """Build a catalog of a 300 W and a 1200 W GPU, and one whose power is not known."""
    powers = {"Small": 300, "Large": 1200, "Secret": None}
    rows = [
        {
            "name": name,
            "aliases": [f"{name} 80GB"],
            "vendor": "nvidia",
            "memory_gb": 80,
            "tdp_w": tdp_w,
            "form": "SXM",
            "cooling": "air",
            "year": 2024,
            "confidence": "high",
            "source": "https://example.org",
        }
        for name, tdp_w in powers.items()
    ]
    return catalog_from({"as_of": "2026-01-01", "gpus": rows, "ambiguous": {}})


@lru_cache(maxsize=1)
def the_facts() -> FactTable:
    return fact_table()


def a_knowledge(pack: Pack | None = None) -> Knowledge:
    return Knowledge(pack or a_pack(), the_facts(), a_catalog())


def a_source(files: Mapping[str, str], base: PackSource | None = None) -> PackSource:
    """Read a pack out of *files* by name; what it extends is *base*."""
    text = PackText("acme", {name: words.encode() for name, words in files.items()})
    return read_pack(text, the_facts(), lambda _name, _place: base or PackSource({}))
