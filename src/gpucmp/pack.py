"""A rule pack as the core reads it: rules, dimensions, parameters, tables, and checklists."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from gpucmp.conditions import Condition
from gpucmp.options import Option, Purchase
from gpucmp.text import Text

Points = Mapping[Option, float]
READ_BY_THE_CORE = frozenset(
    {
        "margin_points_clear",
        "margin_points_lean",
        "margin_share_clear",
        "margin_share_lean",
        "server_over_gpu_power",
    }
)
"""Parameters that the program reads, and not a rule; no pack is whole without them."""
READ_IF_STATED = frozenset({"disagreement_percent", "thumb_high_percent", "thumb_low_percent"})
"""Parameters that the program reads where a pack states them."""


class Basis(StrEnum):
    """What a rule rests on, firmest first."""

    GUIDE = "guide"
    REFERENCE = "reference"
    JUDGMENT = "judgment"


class RuleKind(StrEnum):
    """What a rule does: remove options, score them, warn, or choose among purchases."""

    CONSTRAINT = "constraint"
    CRITERION = "criterion"
    CAUTION = "caution"
    PREFERENCE = "preference"


class Source(NamedTuple):
    """Where a statement or a number comes from: a guide's section, a dated reference, judgment."""

    guide: str = ""
    section: str = ""
    reference: str = ""
    url: str = ""
    date: str = ""
    judgment: str = ""

    @property
    def basis(self) -> Basis:
        """Tell what kind of source it is."""
        if self.guide:
            return Basis.GUIDE
        return Basis.REFERENCE if self.reference else Basis.JUDGMENT

    def __str__(self) -> str:
        """Cite the source in a few words."""
        if self.guide:
            return f"{self.guide} §{self.section}"
        if self.reference:
            return f"{self.reference} ({self.date})"
        return f"judgment: {self.judgment}"


class Knot(NamedTuple):
    """The points of a graded criterion at one value of its fact."""

    at: float
    points: Points


class RulesOut(NamedTuple):
    """What a constraint rules out: an option or a purchase, with what stays."""

    target: Option | Purchase
    except_: tuple[Purchase, ...] = ()
    unless: Condition | None = None


class SplitPart(NamedTuple):
    """One part of a hybrid's work and the side it runs on."""

    part: Text
    owned: bool


class Rule(NamedTuple):
    """One criterion (points), constraint (rules out), or caution (advises)."""

    id: str
    title: Text
    covers: tuple[str, ...] = ()
    dimension: str = ""
    sources: tuple[Source, ...] = ()
    why: Text | None = None
    applies_when: Condition | None = None
    when: Condition | None = None
    unless_known: Condition | None = None
    along: str = ""
    knots: tuple[Knot, ...] = ()
    points: Points = MappingProxyType({})
    rules_out: tuple[RulesOut, ...] = ()
    temporary: bool = False
    after_costs: bool = False
    advises: Text | None = None
    purchases: Mapping[Option, Mapping[Purchase, float]] = MappingProxyType({})
    split: tuple[SplitPart, ...] = ()
    parameters: tuple[str, ...] = ()
    waivable: bool = True
    """Whether the gate may pass a proposal in spite of it, given a waiver."""
    most_if_assumed: float | None = None
    """Most points of a rule that reads costs, where these rest on an assumed price."""
    place: str = ""

    @property
    def basis(self) -> Basis:
        """Tell the firmest thing that the rule rests on."""
        found = {source.basis for source in self.sources}
        return next((basis for basis in Basis if basis in found), Basis.JUDGMENT)

    @property
    def kind(self) -> RuleKind:
        """Tell what the rule does."""
        if self.rules_out:
            return RuleKind.CONSTRAINT
        if self.advises is not None:
            return RuleKind.CAUTION
        return RuleKind.CRITERION if self.dimension else RuleKind.PREFERENCE

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Give every condition of the rule."""
        inner = (target.unless for target in self.rules_out)
        found = (self.applies_when, self.when, self.unless_known, *inner)
        return tuple(condition for condition in found if condition is not None)


class Dimension(NamedTuple):
    """A group of criteria of one cause; its sum is clipped so that nothing counts twice."""

    id: str
    title: Text
    weight: float = 1.0
    lower_end: bool = False
    """Whether a hybrid takes the lower of the two ends, as it needs what both need."""
    reason: str = ""


class Parameter(NamedTuple):
    """A number that rules share, with unit, date, source, and when somebody last looked."""

    id: str
    value: float
    unit: str
    description: Text
    sources: tuple[Source, ...]
    as_of: str
    still_valid_on: str
    review_days: int = 365


class ComparisonRow(NamedTuple):
    """One row of the guides' tables: how the options differ."""

    id: str
    title: Text
    cells: Mapping[Option, Text]
    sources: tuple[Source, ...]
    rules: tuple[str, ...] = ()


class CommonGround(NamedTuple):
    """Something that does not differ between the options; never scored."""

    id: str
    text: Text
    sources: tuple[Source, ...]


class ChecklistItem(NamedTuple):
    """One thing to settle before a migration."""

    id: str
    directions: tuple[str, ...]
    text: Text
    sources: tuple[Source, ...]
    figures: tuple[str, ...] = ()


class StagedPlan(NamedTuple):
    """A path in stages, offered on an occasion: a close verdict or a temporary constraint."""

    id: str
    occasion: str
    stages: tuple[Text, ...]
    sources: tuple[Source, ...]


class Guide(NamedTuple):
    """One of the guides that the pack encodes."""

    title: Text
    letter: str


class Override(NamedTuple):
    """One change that a layered pack made to the pack below."""

    target: str
    change: str
    reason: str


class Pack(NamedTuple):
    """Everything that the advisor knows, as data."""

    id: str
    version: str
    digest: str
    guides: Mapping[str, Guide]
    dimensions: tuple[Dimension, ...]
    rules: tuple[Rule, ...]
    parameters: Mapping[str, Parameter]
    offers: Mapping[Purchase, Condition]
    """Purchases that are offered only where a condition is known to hold."""
    questions: Mapping[str, Text]
    comparison: tuple[ComparisonRow, ...] = ()
    common_ground: tuple[CommonGround, ...] = ()
    checklists: tuple[ChecklistItem, ...] = ()
    plans: tuple[StagedPlan, ...] = ()
    overrides: tuple[Override, ...] = ()

    def value(self, parameter: str) -> float:
        """Give the value of a parameter."""
        return self.parameters[parameter].value
