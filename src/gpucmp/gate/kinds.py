"""Every kind of finding, by id; a new table of checks is added here, and nowhere else."""

from collections.abc import Mapping

from gpucmp.gate import (
    agefindings,
    claimfindings,
    demandfindings,
    factfindings,
    limitfindings,
    moneyfindings,
    proposalfindings,
    purchasefindings,
    verdictfindings,
    waiverfindings,
)
from gpucmp.gate.cases import Check
from gpucmp.gate.findings import Kind

CHECKS: tuple[Check, ...] = (
    *proposalfindings.CHECKS,
    *verdictfindings.CHECKS,
    *purchasefindings.CHECKS,
    *factfindings.CHECKS,
    *moneyfindings.CHECKS,
    *claimfindings.CHECKS,
    *limitfindings.CHECKS,
    *agefindings.CHECKS,
)
"""What is looked for in a profile with a proposal."""

KINDS: Mapping[str, Kind] = {
    kind.id: kind
    for kind in (*(one.kind for one in CHECKS), *waiverfindings.KINDS, *demandfindings.KINDS)
}
"""Of every finding, those of waivers and of demands included."""
