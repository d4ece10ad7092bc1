"""What the files of a rule pack may say: shapes, before anything is looked up."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, TypeAdapter

from gpucmp.options import Option, Purchase
from gpucmp.reading.fields import (
    RULE_ID,
    Date,
    DayOrMonth,
    DimensionId,
    Letter,
    PackId,
    ParameterId,
    Row,
    RuleId,
    Section,
    Url,
    Version,
)
from gpucmp.reading.schemas import completed

Sentence = Annotated[str, Field(min_length=1, max_length=1000)]
OptionName = Annotated[Option, Field(strict=False)]
PurchaseName = Annotated[Purchase, Field(strict=False)]
Target = Annotated[
    str, Field(json_schema_extra={"enum": [*map(str, Option), *map(str, Purchase)]})
]
Points = Annotated[float, Field(ge=-3, le=3)]
Weight = Annotated[float, Field(gt=0, le=10)]
Condition = dict[str, object]


def _mapping_or_plain(value: object) -> str:
    return "mapping" if isinstance(value, dict) else "plain"


def _text_or_mapping(value: object) -> str:
    return "plain" if isinstance(value, str) else "mapping"


def _flag_or_text(value: object) -> str:
    return "flag" if isinstance(value, bool) else "plain"


class _Shape(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        frozen=True,
        allow_inf_nan=False,
        use_attribute_docstrings=True,
    )


class TextShape(_Shape):
    """The same words in both languages."""

    en: Sentence
    """In English."""
    zh: Sentence
    """In Chinese."""


Words = Annotated[
    Annotated[Sentence, Tag("plain")] | Annotated[TextShape, Tag("mapping")],
    Discriminator(_mapping_or_plain),
]
"""Words in one language for both, or in each."""


class SourceShape(_Shape):
    """A guide's section, a dated reference, or a judgment with its reason."""

    guide: str = ""
    """Key of a guide of the pack."""
    section: Section = ""
    """Chapter and bullet, as ``7.1``."""
    reference: Sentence = ""
    """Title of a public reference."""
    url: Url = ""
    """Where the reference can be read."""
    date: DayOrMonth = ""
    """Date of the reference."""
    judgment: Sentence = ""
    """Why it is judged so, where nothing can be cited."""


class RuledOutShape(_Shape):
    """What stays of a target that a constraint rules out."""

    except_: Annotated[list[PurchaseName], Field(alias="except")] = []
    """Purchases that stay."""
    unless: Condition = {}
    """Condition that lifts the constraint from the target."""


class SplitShape(_Shape):
    """One part of a hybrid's work."""

    part: Words
    """Which part."""
    place: Literal["owned", "rented"]
    """The side that it runs on."""


class TestShape(_Shape):
    """A test of the rule: facts, and what must become of the rule."""

    given: dict[str, object] = {}
    """The known facts."""
    expect: object
    """A state, the points, or ``{rules_out: [...]}``."""


class RuleShape(_Shape):
    """One rule: a criterion (points), a constraint (rules_out), or a caution (advises)."""

    id: Annotated[str, Field(json_schema_extra={"pattern": RULE_ID})] | None = None
    """Stable id; the file is named after it."""
    covers: list[Row] | None = None
    """Rows of CRITERIA.md that the rule answers."""
    title: Words | None = None
    """What holds, in a few words."""
    dimension: str | None = None
    """Dimension that the points count in."""
    sources: list[SourceShape] | None = None
    """Where the statement comes from."""
    applies_when: Condition | None = None
    """Where this does not hold, the rule is not applicable."""
    when: Condition | None = None
    """Where this holds, the rule fires."""
    unless_known: Condition | None = None
    """Where this is known to hold, the rule does not fire."""
    along: str | None = None
    """Number fact that a graded criterion follows."""
    points: dict[str, object] | None = None
    """Points of -3 to 3 an option; with ``along``, such points at each knot."""
    rules_out: dict[Target, RuledOutShape] | None = None
    """Options and purchases that are ruled out."""
    temporary: bool | None = None
    """Whether time lifts the constraint."""
    waivable: bool | None = None
    """Whether a waiver may pass a proposal in spite of the constraint; true if not stated."""
    after_costs: bool | None = None
    """Whether the constraint needs costs (and may read cost facts)."""
    advises: Words | None = None
    """What a caution says."""
    purchases: dict[OptionName, dict[PurchaseName, Points]] | None = None
    """Preferences among the ways to buy inside an option; they change no score."""
    split: list[SplitShape] | None = None
    """Which part of the work runs where, if a hybrid is chosen."""
    why: Words | None = None
    """The mechanism behind the rule, in a sentence."""
    tests: list[TestShape] | None = None
    """Tests on every threshold and beside it, and with the facts unknown."""
    reason: Sentence | None = None
    """Why a layered pack changes the rule."""
    off: (
        Annotated[
            Annotated[Sentence, Tag("plain")] | Annotated[bool, Tag("flag")],
            Discriminator(_flag_or_text),
        ]
        | None
    ) = None
    """Switches the rule off, for a reason."""


class DimensionShape(_Shape):
    """A group of criteria of one cause."""

    id: DimensionId
    """Id that rules name."""
    title: Words
    """What it is called."""
    weight: Weight = 1.0
    """How much it counts."""
    lower_end: bool = False
    """Whether a hybrid takes the lower of its two ends."""
    reason: Sentence | None = None
    """Why the weight is not 1, or why a hybrid takes the lower end."""


class WeightShape(_Shape):
    """Another weight for a dimension, with its reason."""

    weight: Weight
    """How much the dimension counts."""
    reason: Sentence
    """Why."""


class ParameterShape(_Shape):
    """A number that rules share."""

    value: float
    """The number."""
    unit: Sentence
    """Its unit."""
    description: Words
    """What it is."""
    sources: Annotated[list[SourceShape], Field(min_length=1)]
    """Where it comes from."""
    as_of: Date
    """Date of the value."""
    still_valid_on: Date
    """When somebody last looked."""
    review_days: Annotated[int, Field(ge=1)] = 365
    """Days after which somebody should look again."""


class GuideShape(_Shape):
    """A guide that the pack encodes."""

    letter: Letter
    """The letter that CRITERIA.md gives it."""
    title: Words
    """Its title."""


class RowShape(_Shape):
    """A row of the guides' tables."""

    id: Row
    """Its row of CRITERIA.md."""
    title: Words
    """The dimension of comparison."""
    cells: dict[OptionName, Words]
    """What holds for each option."""
    sources: list[SourceShape]
    """Where it stands."""
    rules: list[RuleId] = []
    """The rules that it feeds."""


class CommonShape(_Shape):
    """Something that does not differ."""

    id: Row
    """Its row of CRITERIA.md."""
    text: Words
    """What holds for all options."""
    sources: list[SourceShape]
    """Where it stands."""


class ChecklistShape(_Shape):
    """Something to settle before a migration."""

    id: Row
    """Its row of CRITERIA.md."""
    directions: Annotated[list[Literal["to-cloud", "to-self-hosted"]], Field(min_length=1)]
    """The migrations that it is about."""
    text: Words
    """What to settle."""
    sources: list[SourceShape]
    """Where it stands."""
    figures: list[str] = []
    """Figures that belong to it."""


class PlanShape(_Shape):
    """A path in stages."""

    id: RuleId
    """Its id."""
    occasion: Literal["close", "temporary", "undecided"]
    """When it is offered."""
    stages: Annotated[list[Words], Field(min_length=1)]
    """The stages, in order."""
    sources: list[SourceShape]
    """Where it comes from."""


class PackShape(_Shape):
    """A whole pack: one file, or a folder whose files are put together."""

    id: PackId
    """Id of the pack."""
    version: Version = "0"
    """Version of the pack."""
    extends: Sentence | None = None
    """The pack below: ``builtin``, or a path beside this file."""
    guides: dict[str, GuideShape] = {}
    """The guides that it encodes."""
    covers: list[Row] = []
    """Rows of CRITERIA.md that the dimensions answer."""
    sources: list[SourceShape] = []
    """Where the dimensions come from."""
    dimensions: list[DimensionShape] = []
    """Dimensions, in the order of print."""
    weights: dict[str, WeightShape] = {}
    """Other weights for dimensions of the pack below."""
    parameters: dict[
        ParameterId,
        Annotated[
            Annotated[float, Tag("plain")] | Annotated[ParameterShape, Tag("mapping")],
            Discriminator(_mapping_or_plain),
        ],
    ] = {}
    """Numbers that rules share; a plain number changes the value of one below."""
    offers: dict[PurchaseName, Condition] = {}
    """Purchases that are offered only where a condition is known to hold."""
    questions: dict[str, Words] = {}
    """A question for each fact of a profile."""
    comparison: list[RowShape] = []
    """The guides' tables."""
    common_ground: list[CommonShape] = []
    """What does not differ."""
    checklists: list[ChecklistShape] = []
    """Migration checklists."""
    plans: list[PlanShape] = []
    """Staged plans."""
    rules: dict[
        RuleId,
        Annotated[
            Annotated[Literal["off"], Tag("plain")] | Annotated[RuleShape, Tag("mapping")],
            Discriminator(_text_or_mapping),
        ],
    ] = {}
    """Rules by id: whole ones, changes to rules of the pack below, or ``off``."""


def rule_schema() -> dict[str, object]:
    """Give the JSON Schema of a rule file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **TypeAdapter(RuleShape).json_schema(by_alias=True),
        "title": "gpucmp rule",
    }


def rules_schema() -> dict[str, object]:
    """Give the JSON Schema of a pack in one file; that of a rule is among its definitions."""
    return completed(TypeAdapter(PackShape).json_schema(by_alias=True), "gpucmp rule pack")
