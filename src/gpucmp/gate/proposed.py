"""What the author of a proposal wants to do."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from gpucmp.options import Option, Purchase
from gpucmp.profile import Profile


class Proposed(NamedTuple):
    """What the author of a proposal wants to do; what is not said is null."""

    stated: bool = False
    """Whether there is a proposal at all."""
    option: Option | None = None
    purchase: Purchase | None = None
    owned_gpus: int | None = None
    decision_date: str = ""
    claims: Mapping[str, float] = MappingProxyType({})

    @property
    def owns(self) -> bool:
        """Tell whether servers would be owned."""
        return self.option in {Option.SELF_HOSTED, Option.HYBRID}

    @property
    def rents(self) -> bool:
        """Tell whether GPUs would be rented."""
        return self.option in {Option.CLOUD, Option.HYBRID}


def proposed_by(profile: Profile) -> Proposed:
    """Take the proposal out of a profile, which the models found valid."""
    stated = profile.stated.get("proposal")
    if not isinstance(stated, Mapping):
        return Proposed()
    option, purchase = stated.get("option"), stated.get("purchase")
    gpus, date, claims = (stated.get(key) for key in ("owned_gpus", "decision_date", "claims"))
    return Proposed(
        stated=True,
        option=Option(option) if option is not None else None,
        purchase=Purchase(purchase) if purchase is not None else None,
        owned_gpus=int(gpus) if isinstance(gpus, int | float) else None,
        decision_date=date if isinstance(date, str) else "",
        claims=_numbers(claims),
    )


def _numbers(claims: object) -> dict[str, float]:
    given = claims if isinstance(claims, Mapping) else {}
    return {key: value for key, value in given.items() if isinstance(value, int | float)}
