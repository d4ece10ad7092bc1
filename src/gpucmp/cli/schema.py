"""``gpucmp schema``: the JSON Schemas of what goes in and comes out."""

from enum import StrEnum
from typing import Annotated

import typer

from gpucmp import loading
from gpucmp.cli import output
from gpucmp.formats import Format


class Subject(StrEnum):
    """What a schema can be had of."""

    PROFILE = "profile"
    RULES = "rules"
    RULE = "rule"
    REPORT = "report"


def schema_command(
    subject: Annotated[Subject, typer.Argument(metavar="profile|rules|rule|report")],
) -> None:
    """Print a JSON Schema: of a profile, of a rule pack or one rule file, or of a report.

    Example: gpucmp schema profile > gpucmp-profile.schema.json
    """
    output.write(loading.schema_text(subject.value), fmt=Format.JSON)
