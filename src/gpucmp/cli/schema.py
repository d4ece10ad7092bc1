"""``gpucmp schema``: the JSON Schemas of what goes in and comes out."""

from typing import Annotated

import typer

from gpucmp.cli import output
from gpucmp.formats import Format
from gpucmp.published import Subject, schema_text


def schema_command(
    subject: Annotated[Subject, typer.Argument(metavar="profile|rules|rule|report")],
) -> None:
    """Print the JSON Schema of a profile, a pack, a rule, or a report.

    Example: gpucmp schema profile > gpucmp-profile.schema.json
    """
    output.write(schema_text(subject), fmt=Format.JSON)
