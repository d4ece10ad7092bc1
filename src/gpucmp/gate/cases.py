"""What a finding is made from: one profile, its report, what is proposed, and the places."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from gpucmp.advice import Knowledge
from gpucmp.errors import Place
from gpucmp.facts import Facts
from gpucmp.gate.findings import Finding, Kind, Location, Severity, Step
from gpucmp.gate.policy import OFF, Policy
from gpucmp.gate.proposalcosts import ProposedCosts
from gpucmp.gate.proposed import Proposed
from gpucmp.options import PURCHASES_OF, Option, Purchase
from gpucmp.phrasing import plain_value
from gpucmp.profile import Profile
from gpucmp.report import NONE, UNDECIDED, Report, RuleResult
from gpucmp.text import Text
from gpucmp.words import option_text

OPTION = "proposal.option"
Pointer = tuple[str | int, ...]
TOKEN = re.compile(r"""'(?:[^']|'')*'|"(?:[^"\\]|\\.)*"|[^\s,\]}#][^,\]}#]*""")
"""A scalar as it stands in its line: quoted, or up to what ends it."""


class Locator(NamedTuple):
    """Where everything stands in one document."""

    file: str
    path: str
    """As in ``Location``."""
    places: Mapping[Pointer, Place]
    keys: Mapping[Pointer, Place]
    """Where the keys stand."""
    lines: Sequence[str]
    """The lines of the file."""

    def at(self, pointer: Pointer) -> Location:
        """Find a value, or the nearest thing around it that is there; a collection by its key."""
        here = pointer
        while here and here not in self.places:
            here = here[:-1]
        value = self.places[here]
        place = self.keys.get(here, value)
        start, line = (value, value.line) if place.line == value.line else (place, place.line)
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        token = TOKEN.match(text, start.column - 1)
        end = start.column + len(token[0].rstrip()) if token else start.column
        written = "".join(f"/{_escaped(step)}" for step in pointer)
        return Location(self.file, self.path, max(line, 1), max(start.column, 1), end, written)


def _escaped(step: str | int) -> str:
    """Write one step of a JSON pointer (RFC 6901)."""
    return str(step).replace("~", "~0").replace("/", "~1")


class Case(NamedTuple):
    """Everything that the findings of one document are made from."""

    profile: Profile
    report: Report
    facts: Facts
    """The derived ones included."""
    proposed: Proposed
    costs: ProposedCosts
    knowledge: Knowledge
    policy: Policy
    today: str
    locator: Locator

    def at(self, path: str) -> Location:
        """Find the place of a path, as ``proposal.option``."""
        return self.locator.at(tuple(path.split(".")))

    def number(self, path: str) -> float | None:
        """Give a known number; None where the fact is unknown."""
        value = self.facts.get(path)
        return value if isinstance(value, int | float) else None

    def severity(self, kind: Kind, otherwise: Severity | None = None) -> Severity:
        """Give the severity of a kind: the policy's, else *otherwise*, else its own."""
        found = self.policy.severities.get(kind.id, OFF)
        return (otherwise or kind.severity) if found == OFF else Severity(found)

    def rule(self, rule_id: str) -> RuleResult | None:
        """Give what became of a rule."""
        return next((one for one in self.report.rules if one.id == rule_id), None)

    def step(self, path: str) -> Step:
        """Name a fact of the profile with its value and its place."""
        written = f"{path}: {plain_value(self.facts.get(path))}"
        return Step(Text(written, written), self.at(path))

    def trace(self, rule_id: str, effect: Text) -> tuple[Step, ...]:
        """Follow a rule from the keys that it read to its effect."""
        rule = self.rule(rule_id)
        if rule is None:
            return (Step(effect),)
        read = dict.fromkeys(used.fact for used in rule.facts if used.place)
        named = Text(f"{rule.id}: {rule.title.en}", f"{rule.id}：{rule.title.zh}")
        return (*map(self.step, read), Step(named), Step(effect))


Outcome = Sequence[Finding] | Text
"""Findings, none where a document passes; or why nothing can be looked for."""


class Check(NamedTuple):
    """One kind of finding with the function that looks for it."""

    kind: Kind
    look: Callable[[Case], Outcome]


NO_PROPOSAL = Text("there is no proposal", "没有提案")
NO_OPTION = Text("the proposal names no option", "提案未写明方案")
NO_PURCHASE = Text("the proposal names no purchase", "提案未写明购买方式")
NO_COSTS = Text("the proposed way cannot be costed", "所提方案无法测算费用")
RULED_OUT = Text("the option is ruled out already", "该方案已被排除")
NOT_STATED = Text("the profile states nothing to hold it against", "画像中没有可对照的数据")


def is_ruled_out(case: Case) -> bool:
    """Tell whether the proposed option is ruled out for certain."""
    option = case.proposed.option
    return any(one.option is option and one.certain for one in case.report.ruled_out if option)


def belongs(purchase: Purchase, option: Option) -> bool:
    """Tell whether a way of buying is one of *option*."""
    return purchase in PURCHASES_OF[option]


def listed(names: Iterator[Text] | Sequence[Text]) -> Text:
    """Join names as both languages do."""
    found = tuple(names)
    return Text(", ".join(one.en for one in found), "、".join(one.zh for one in found))


def recommended(case: Case) -> Text:
    """Name the option of the verdict; a list of all where there is none."""
    option = case.report.verdict.option
    if option in {NONE, UNDECIDED}:
        return Text("self-hosted|cloud|hybrid", "self-hosted|cloud|hybrid")
    return option_text(option)
