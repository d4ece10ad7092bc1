"""The closed vocabulary: the three options, the ways to buy inside them, strengths."""

from collections.abc import Mapping
from enum import StrEnum


class Option(StrEnum):
    """Where the workload runs."""

    SELF_HOSTED = "self-hosted"
    CLOUD = "cloud"
    HYBRID = "hybrid"


class Purchase(StrEnum):
    """A way to get GPUs inside an option."""

    OWNED = "owned"
    COLOCATED = "colocated"
    ON_DEMAND = "on-demand"
    RESERVED_1Y = "reserved-1y"
    RESERVED_3Y = "reserved-3y"
    SPOT = "spot"
    DEDICATED = "dedicated"
    PRIVATE_DEPLOYMENT = "private-deployment"
    SERVERLESS = "serverless"


class Strength(StrEnum):
    """How firm a verdict is, firmest first."""

    CLEAR = "clear"
    LEAN = "lean"
    CLOSE = "close"


class State(StrEnum):
    """What became of a rule on a profile."""

    FIRES = "fires"
    DOES_NOT_FIRE = "does-not-fire"
    NOT_APPLICABLE = "not-applicable"
    UNKNOWN = "unknown"


OPTIONS = tuple(Option)
"""All options; going over the enumeration itself is slow where it is done thousands of times."""
OWNED_PURCHASES = (Purchase.OWNED, Purchase.COLOCATED)
RENTED_PURCHASES = (
    Purchase.ON_DEMAND,
    Purchase.RESERVED_1Y,
    Purchase.RESERVED_3Y,
    Purchase.SPOT,
    Purchase.DEDICATED,
    Purchase.SERVERLESS,
    Purchase.PRIVATE_DEPLOYMENT,
)
PURCHASES_OF: Mapping[Option, tuple[Purchase, ...]] = {
    Option.SELF_HOSTED: OWNED_PURCHASES,
    Option.CLOUD: RENTED_PURCHASES,
    Option.HYBRID: (*OWNED_PURCHASES, *RENTED_PURCHASES),
}
"""The ways to buy inside each option."""
