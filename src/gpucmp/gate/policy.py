"""What the gate fails on, as the policy file, the environment, and flags have it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from gpucmp.gate.findings import Severity
from gpucmp.options import OPTIONS, Option

NEVER = "never"
OFF = "off"
"""In place of a severity: the kind is not looked for."""


class Policy(NamedTuple):
    """Every setting of the gate, with what holds where nothing else is said."""

    rules: str = "builtin"
    """The rule pack: ``builtin``, or a path."""
    fail_on: str = "error"
    """The least severity that fails the gate, or ``never``."""
    minimum_margin: float = 0.0
    """Score points by which the verdict has to lead."""
    required_facts: tuple[str, ...] = ()
    """Facts that each profile has to state."""
    max_price_age_days: float | None = None
    """Age from which a price is old; null is what the price book says."""
    allowed_options: tuple[Option, ...] = OPTIONS
    """The options that may be proposed."""
    claim_tolerance_percent: float = 5.0
    """How far a claimed figure may lie from the recomputed one."""
    require_proposal: bool = False
    """Whether a file without a proposal is an error."""
    severities: Mapping[str, str] = MappingProxyType({})
    """Severities of kinds by id, over their own; ``off`` is allowed."""
    not_waivable: tuple[str, ...] = ()
    """Kinds and rules that neither a waiver nor a baseline can hide."""
    exclude: tuple[str, ...] = ()
    """Patterns of files that folders are not searched for."""
    waivers: str = ""
    """The file of waivers; empty is ``.gpucmp-waivers.yaml`` beside the policy, if it is there."""
    baseline: str = ""
    """The file of the baseline; empty is none."""

    def fails(self, severity: Severity) -> bool:
        """Tell whether a new finding of *severity* fails the gate."""
        return self.fail_on != NEVER and severity.rank <= Severity(self.fail_on).rank


BUILT_IN = Policy()
