"""Where the guides' rule of thumb and the profile's own numbers tell different things."""

from collections.abc import Iterator

from gpucmp.facts import Facts
from gpucmp.pack import Pack
from gpucmp.report import Disagreement
from gpucmp.text import Text

NEEDED = ("thumb_low_percent", "thumb_high_percent", "disagreement_percent")
BREAK_EVEN = "cost.break_even_utilization_percent"


def disagreements(pack: Pack, facts: Facts) -> Iterator[Disagreement]:
    """Compare the computed break-even utilization with the span that the guides leave open.

    They say that owning pays from one utilization up and the cloud below another; a break-even
    further outside than the pack allows is a disagreement, of which both figures are told.
    """
    found = facts.get(BREAK_EVEN)
    if not isinstance(found, int | float) or any(one not in pack.parameters for one in NEEDED):
        return
    low, high, most = map(pack.value, NEEDED)
    if low - most <= found <= high + most:
        return
    shown = f"{found:.0f}"
    if found > high:
        text = Text(
            f"the guides let owning pay from {high:g} % utilization up; "
            f"by these prices it pays only from {shown} % up",
            f"指南认为利用率达 {high:g} % 起自建更省；按这些价格须达 {shown} % 以上",
        )
        yield Disagreement(BREAK_EVEN, high, float(found), text)
    else:
        text = Text(
            f"the guides let the cloud cost less under {low:g} % utilization; "
            f"by these prices owning pays from {shown} % up",
            f"指南认为利用率低于 {low:g} % 时云更省；按这些价格 {shown} % 起自建即更省",
        )
        yield Disagreement(BREAK_EVEN, low, float(found), text)
