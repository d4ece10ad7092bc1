"""What the files of the gate may say: waivers, the policy, and the baseline."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from gpucmp.options import Option
from gpucmp.reading.fields import Amount, Date, Fingerprint, Pointer, Reason, Said, Share, Words
from gpucmp.reading.schemas import completed

BASELINE_SCHEMA = "gpucmp.baseline/1"
LONGEST_MESSAGE = 10_000


class _Group(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        frozen=True,
        allow_inf_nan=False,
        use_attribute_docstrings=True,
    )


class WaiverEntry(_Group):
    """Permission to pass in spite of a finding."""

    rule: Words
    """Id of the kind of finding, as option-ruled-out, or of the rule of the pack, as A6."""
    reason: Reason
    """Why it may pass."""
    owner: Said
    """Who answers for it."""
    expires: Date
    """Last day of the waiver."""
    file: Said | None = None
    """Only for this file, relative to the file of waivers; `*` and `**` are allowed."""
    pointer: Pointer | None = None
    """Only for this place in a document, as /proposal/option."""


class WaiversModel(_Group):
    """Permissions to pass in spite of findings, for every proposal of a repository."""

    waivers: Annotated[list[WaiverEntry], Field(max_length=10_000)]
    """The permissions."""


class ConfigModel(_Group):
    """What the gate fails on, and what it asks of profiles."""

    rules: Said | None = None
    """The rule pack: builtin, or a path relative to this file."""
    fail_on: Literal["error", "warning", "note", "never"] | None = None
    """The least severity that fails the gate."""
    minimum_margin: Share | None = None
    """Score points by which the verdict has to lead."""
    required_facts: list[Words] | None = None
    """Facts that each profile has to state."""
    max_price_age_days: Annotated[float, Field(ge=0, le=100_000)] | None = None
    """Age from which a price is old."""
    allowed_options: (
        Annotated[list[Annotated[Option, Field(strict=False)]], Field(min_length=1)] | None
    ) = None
    """The options that may be proposed."""
    claim_tolerance_percent: Annotated[Amount, Field(le=100)] | None = None
    """How far a claimed figure may lie from the recomputed one."""
    require_proposal: bool | None = None
    """Whether a file without a proposal is an error."""
    severities: dict[Words, Literal["error", "warning", "note", "off"]] | None = None
    """Severities of kinds of finding by id; off is not looked for."""
    not_waivable: list[Words] | None = None
    """Kinds of finding and rules that neither a waiver nor a baseline hides."""
    exclude: list[Said] | None = None
    """Patterns of files that folders are not searched for, relative to this file."""
    waivers: Said | None = None
    """The file of waivers, relative to this file."""
    baseline: Said | None = None
    """The file of the baseline, relative to this file."""


class BaselineFinding(_Group):
    """A finding that was there before the gate."""

    fingerprint: Fingerprint
    """What it is about, hashed; lines do not go into it."""
    kind: Words
    """Id of the kind of finding."""
    path: Annotated[str, Field(max_length=LONGEST_MESSAGE)]
    """The file, relative to the root of the repository."""
    pointer: Annotated[str, Field(max_length=LONGEST_MESSAGE)]
    """The place in its document."""
    value: Annotated[str, Field(max_length=LONGEST_MESSAGE)]
    """What it is about."""
    message: Annotated[str, Field(max_length=LONGEST_MESSAGE)]
    """The message as it was then, for people."""


class BaselineModel(_Group):
    """The findings that were there before the gate; they do not fail it."""

    schema_: Annotated[Literal["gpucmp.baseline/1"], Field(alias="schema")]
    """The version of this form."""
    findings: Annotated[list[BaselineFinding], Field(max_length=100_000)]
    """By path, then place."""


def waivers_schema() -> dict[str, object]:
    """Give the JSON Schema of a file of waivers."""
    return completed(WaiversModel.model_json_schema(), "gpucmp waivers")


def config_schema() -> dict[str, object]:
    """Give the JSON Schema of a policy file."""
    return completed(ConfigModel.model_json_schema(), "gpucmp config")


def baseline_schema() -> dict[str, object]:
    """Give the JSON Schema of a baseline."""
    return completed(BaselineModel.model_json_schema(), "gpucmp baseline")
