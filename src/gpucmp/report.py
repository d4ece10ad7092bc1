"""The result: one frozen value that every format reads, with the keys that scripts rely on."""

from collections.abc import Mapping
from typing import NamedTuple

from gpucmp.facts import FactValue
from gpucmp.money.costreport import Costs
from gpucmp.options import Option, Purchase, State, Strength
from gpucmp.text import Text

SCHEMA = "gpucmp.report/1"
UNDECIDED = "undecided"
NONE = "none"
Points = Mapping[Option, float]


class Purchases(NamedTuple):
    """How the owned and the rented part are bought; null where the option has no such part."""

    owned: Purchase | None = None
    rented: Purchase | None = None


class Verdict(NamedTuple):
    """The answer: an option, ``undecided``, or ``none`` where everything is ruled out."""

    option: str
    purchase: Purchase | None
    purchases: Purchases
    strength: Strength | None
    margin: float | None
    """Score points to the next option; null without an option or without a rival."""
    margin_share: float | None
    """Share of the argument between the two best that is left after cancelling, 0 to 1."""
    rival: Option | None
    """The next option."""
    lowered: bool
    """Whether planned evidence lowered the strength by one step."""
    conflicts: tuple[tuple[str, ...], ...] = ()
    """For ``none``: the smallest sets of constraints that together leave nothing."""
    certain: bool = False
    """Whether no answer to the open questions can change it, with prices as they are."""
    exactness: str = ""
    """``exact``, or ``bounded`` where another verdict could be neither shown nor excluded."""
    could_still_win: tuple[str, ...] = ()
    """The verdicts that answers could still bring; ``certificate`` says by which."""


class DimensionResult(NamedTuple):
    """What the criteria of one dimension came to."""

    id: str
    title: Text
    weight: float
    values: Points
    rules: tuple[str, ...]
    """The rules that gave points."""
    waits_for: tuple[str, ...]
    """The unknown facts that criteria of the dimension wait for."""


class ScorePart(NamedTuple):
    """One line of a score; the parts of an option add up to its printed score."""

    option: Option
    kind: str
    """``neutral``, ``rule``, ``clipped``, or ``lower-end``."""
    dimension: str
    rule: str
    points: float


class Cited(NamedTuple):
    """A source as a result cites it."""

    text: str
    basis: str
    url: str = ""


class Used(NamedTuple):
    """A fact that a rule read, how it was tested, and the place where the profile states it."""

    fact: str
    test: str
    """The test in words, as ``at_least 70``."""
    value: FactValue | None
    """Null where the fact is unknown."""
    holds: bool | None
    """How the test came out; null where the fact is unknown or only graded."""
    place: str = ""


class RuleResult(NamedTuple):
    """What became of one rule."""

    id: str
    title: Text
    kind: str
    """``criterion``, ``constraint``, ``caution``, or ``preference``."""
    dimension: str
    state: State
    points: Points
    """Points out of -3 to 3, before weight; empty unless the rule fires."""
    weight: float
    waits_for: tuple[str, ...]
    facts: tuple[Used, ...]
    basis: str
    sources: tuple[Cited, ...]
    why: Text | None
    advises: Text | None
    place: str


class RuledOut(NamedTuple):
    """An option, or a purchase inside the options, that a constraint removed."""

    option: Option | None
    purchase: Purchase | None
    rule: str
    title: Text
    temporary: bool
    certain: bool
    """False where the constraint waits for a fact and has not removed anything yet."""
    inside: Option | None = None
    """The option that a purchase is removed from; null where it is removed from all."""


class Answer(NamedTuple):
    """A possible answer to a question and the verdict that it would give."""

    value: FactValue
    verdict: str
    margin: float | None


class Question(NamedTuple):
    """An unknown fact, in words, with what its answers can move."""

    fact: str
    text: Text
    can_change_verdict: bool
    swing: float
    """How far its answers move the margin of the leading option, in score points."""
    rules: tuple[str, ...]
    """The rules that wait for it."""
    answers: tuple[Answer, ...]


class Rival(NamedTuple):
    """Another verdict that answers to the open questions could still bring."""

    verdict: str
    completion: Mapping[str, FactValue]
    """Answers that bring it; empty where none were found in the time that was given."""
    proven: bool
    """Whether a full decision on the completion confirms it."""


class Certificate(NamedTuple):
    """Whether any answer to the open questions could still change the verdict."""

    certain: bool
    exactness: str
    """``exact``, or ``bounded`` where a verdict could be neither shown nor excluded."""
    could_still_win: tuple[Rival, ...]


class Split(NamedTuple):
    """A part of a hybrid's work and the side that it runs on."""

    part: Text
    place: str
    """``owned`` or ``rented``."""
    rule: str


class ChecklistEntry(NamedTuple):
    """Something to settle before a migration."""

    id: str
    text: Text
    source: str


class Plan(NamedTuple):
    """What to do with the verdict."""

    stages: tuple[Text, ...]
    occasion: str
    """Why the plan has stages: ``close``, ``temporary``, ``undecided``, or nothing."""
    split: tuple[Split, ...]
    checklist: tuple[ChecklistEntry, ...]


class Note(NamedTuple):
    """Something about the profile that its author should know; it changes no score."""

    fact: str
    text: Text
    place: str = ""


class OverrideUsed(NamedTuple):
    """A change that a layered pack made."""

    target: str
    change: str
    reason: str


class ParameterUsed(NamedTuple):
    """A number of the pack that a rule of this result read."""

    id: str
    value: float
    unit: str
    source: str
    still_valid_on: str


class PackUsed(NamedTuple):
    """The pack behind the result."""

    id: str
    version: str
    digest: str
    overrides: tuple[OverrideUsed, ...]
    parameters: tuple[ParameterUsed, ...]


class Known(NamedTuple):
    """How much of the profile is known."""

    facts: int
    of: int


class Disagreement(NamedTuple):
    """Where a rule of thumb of the guides and the profile's own numbers differ."""

    fact: str
    rule_of_thumb: float
    computed: float
    text: Text


class PricesUsed(NamedTuple):
    """The prices behind the costs."""

    as_of: str
    digest: str


class Report(NamedTuple):
    """Everything that ``advise`` found out about one profile."""

    name: str
    file: str
    verdict: Verdict
    scores: Points
    parts: tuple[ScorePart, ...]
    dimensions: tuple[DimensionResult, ...]
    rules: tuple[RuleResult, ...]
    ruled_out: tuple[RuledOut, ...]
    questions: tuple[Question, ...]
    plan: Plan
    notes: tuple[Note, ...]
    known: Known
    pack: PackUsed
    costs: Costs | None = None
    """Null where no price is known at all."""
    disagreements: tuple[Disagreement, ...] = ()
    prices: PricesUsed | None = None
    certificate: Certificate = Certificate(certain=False, exactness="", could_still_win=())
    schema: str = SCHEMA
