"""``gpucmp compare``: the guides' tables, and what a profile says to each row."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from gpucmp.cli import output
from gpucmp.cli.advise import Color, Json, Language, Output, RulesPack, Settings
from gpucmp.errors import InputError, Place, Problem
from gpucmp.formats import Format

if TYPE_CHECKING:
    from gpucmp.profile import Profile

FORMATS = (Format.TABLE, Format.JSON, Format.MARKDOWN)


def compare_command(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="A profile; - is standard input.")
    ] = None,
    *,
    fmt: Annotated[
        Format, typer.Option("--format", "-f", help="table, json, or markdown.")
    ] = Format.TABLE,
    as_json: Json = False,
    to: Output = None,
    lang: Language = None,
    settings: Settings = None,
    rules: RulesPack = None,
    color: Color = output.When.AUTO,
) -> None:
    """Show how the options differ, marked for a profile.

    Example: gpucmp compare examples/research-lab.yaml
    """
    from gpucmp import loading
    from gpucmp.advice import advise
    from gpucmp.comparing import compare
    from gpucmp.formats import comparison

    fmt = Format.JSON if as_json else fmt
    if fmt not in FORMATS:
        problem = Problem(Place("--format"), f"{fmt} has no form for this", ", ".join(FORMATS))
        raise InputError([problem])
    if file is None and settings:
        raise InputError([Problem(Place("--set"), "changes a profile, and none is given")])
    knowledge = loading.knowledge(rules)
    report = None
    if file is not None:
        read = loading.read_profiles([file], knowledge, settings or ())
        report = advise(_only(file, read), knowledge, certified=False)
    style = output.style_for(lang, color, fmt, to_file=to is not None)
    text = comparison.render(compare(knowledge.pack, report), fmt, style)
    if to is not None:
        output.write_file(text, to)
    else:
        output.write(text, fmt=fmt)


def _only(file: str, read: "Iterator[Profile | InputError]") -> "Profile":
    """Take the one profile of a file.

    Raises:
        InputError: It cannot be read, or holds several.
    """
    profiles: list[Profile] = []
    problems: list[Problem] = []
    for one in read:
        if isinstance(one, InputError):
            problems.extend(one.problems)
        else:
            profiles.append(one)
    if problems:
        raise InputError(problems)
    if len(profiles) > 1:
        raise InputError([Problem(Place(file), "holds several profiles; one is compared")])
    return profiles[0]
