"""``gpucmp advise``: the verdict on one or more profiles."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gpucmp.cli import output
from gpucmp.errors import InputError, Place, Problem
from gpucmp.formats import Format, Style, render
from gpucmp.text import Lang

if TYPE_CHECKING:
    from gpucmp.advice import Knowledge
    from gpucmp.profile import Profile
    from gpucmp.report import Report

STDIN = "-"
Files = Annotated[
    list[str], typer.Argument(metavar="FILE...", help="Profiles; - is standard input.")
]
Formats = Annotated[Format, typer.Option("--format", "-f", help="How to print the result.")]
Json = Annotated[bool, typer.Option("--json", help="The same as --format json.")]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write the result to a file, whole."),
]
Language = Annotated[
    Lang | None, typer.Option("--lang", help="Language of the result [default: from the locale].")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="FACT=VALUE", help="Set or change a fact; may be repeated."),
]
RulesPack = Annotated[
    str | None, typer.Option("--rules", metavar="PACK", help="Rule pack: a file or a folder.")
]
Explain = Annotated[
    str | None,
    typer.Option(
        "--explain", metavar="[ID]", help="Show how the scores, or one rule, came about."
    ),
]
Color = Annotated[output.When, typer.Option("--color", help="When to print in color.")]


def advise_command(
    files: Files,
    *,
    fmt: Formats = Format.TABLE,
    as_json: Json = False,
    to: Output = None,
    lang: Language = None,
    settings: Settings = None,
    rules: RulesPack = None,
    explain: Explain = None,
    color: Color = output.When.AUTO,
) -> None:
    """Advise where a GPU workload should run, and say why.

    Example: gpucmp advise examples/research-lab.yaml
    """
    from gpucmp import loading

    fmt = Format.JSON if as_json else fmt
    to = None if to == Path(STDIN) else to
    _check(files, fmt, explain)
    knowledge = loading.knowledge(rules)
    found = loading.read_profiles(files, knowledge, settings or ())
    reports = _reports(found, knowledge)
    style = output.style_for(lang, color, fmt, to_file=to is not None)
    if fmt is Format.JSONL and to is None:
        raise typer.Exit(_stream(reports, style))
    whole = _whole(reports)
    if explain is not None:
        from gpucmp.formats import explanation

        text = explanation.render(whole, explain, style)
    else:
        text = render(whole, fmt, style)
    if to is not None:
        output.write_file(text, to)
    else:
        output.write(text, fmt=fmt)


def _check(files: list[str], fmt: Format, explain: str | None) -> None:
    """Refuse what cannot be meant.

    Raises:
        InputError: A terminal is to be read, or an explanation to be printed as data.
    """
    if explain is not None and fmt is not Format.TABLE:
        message = f"explains in words, not as {fmt}"
        hint = "--format json holds every rule without it"
        raise InputError([Problem(Place("--explain"), message, hint)])
    if STDIN in files and sys.stdin is not None and sys.stdin.isatty():
        place, hint = Place(STDIN), "cat profile.yaml | gpucmp advise -"
        raise InputError([Problem(place, "nothing is piped in", hint)])


def _reports(
    found: "Iterator[Profile | InputError]", knowledge: "Knowledge"
) -> "Iterator[Report | InputError]":
    from gpucmp.advice import advise

    for one in found:
        yield one if isinstance(one, InputError) else advise(one, knowledge)


def _whole(reports: "Iterator[Report | InputError]") -> "list[Report]":
    """Take all reports, or say everything that is wrong.

    Raises:
        InputError: Something could not be read; nothing is printed then.
    """
    found = list(reports)
    problems = [
        problem for one in found if isinstance(one, InputError) for problem in one.problems
    ]
    if problems:
        raise InputError(problems)
    return [one for one in found if not isinstance(one, InputError)]


def _stream(reports: "Iterator[Report | InputError]", style: Style) -> int:
    """Print each report as it comes; what cannot be read is said and makes the exit code 2."""
    code = 0
    for one in reports:
        if isinstance(one, InputError):
            output.complain(one.problems)
            code = one.exit_code
        else:
            output.write(render([one], Format.JSONL, style), fmt=Format.JSONL)
    return code
