"""``gpucmp schema``: the JSON Schemas of what goes in and comes out."""

from typing import Annotated

import typer

from gpucmp.cli import output
from gpucmp.formats import Format
from gpucmp.published import Subject, schema_text


def schema_command(
    subject: Annotated[Subject, typer.Argument(metavar="|".join(Subject))],
) -> None:
    """Print the JSON Schema of what goes in or comes out.

    Example: gpucmp schema profile > gpucmp-profile.schema.json
    """
    output.write(schema_text(subject), fmt=Format.JSON)
