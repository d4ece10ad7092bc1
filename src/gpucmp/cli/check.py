"""``gpucmp check``: the gate over proposals."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from gpucmp.cli import gating, output
from gpucmp.errors import InputError, Place, Problem
from gpucmp.formats import Format, Style
from gpucmp.text import Lang

if TYPE_CHECKING:
    from gpucmp.formats.check import CheckFormat
    from gpucmp.gate.findings import GateResult

STDIN = "-"
SUMMARY_VARIABLE = "GITHUB_STEP_SUMMARY"
MOST_SUMMARY_BYTES = 1024 * 1024
"""What GitHub shows of the summary of one step."""
Formats = Annotated[
    list[str] | None,
    typer.Option(
        "--format",
        "-f",
        metavar="FORMAT[=FILE]",
        help="text, json, sarif, junit, github, gitlab, markdown; may be repeated.",
    ),
]
Output = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write the one format to a file, whole."),
]
Json = Annotated[bool, typer.Option("--json", help="The same as --format json.")]
Show = Annotated[
    list[str] | None,
    typer.Option(
        "--show",
        metavar="WHAT",
        help="Show only new, existing, waived, error, warning, note; never changes the code.",
    ),
]
ExitZero = Annotated[
    bool, typer.Option("--exit-zero", help="Leave with 0 where the gate fails (not if unread).")
]
ChangedOnly = Annotated[
    str | None,
    typer.Option("--changed-only", metavar="REF", help="Check what has changed since REF in git."),
]
Language = Annotated[Lang | None, typer.Option("--lang", help="Language of the result.")]
Color = Annotated[output.When, typer.Option("--color", help="When to print in color.")]


class Target(NamedTuple):
    """A format with the file that it goes to."""

    fmt: "CheckFormat"
    file: str
    """Empty for standard output."""


def check_command(
    paths: gating.Paths,
    *,
    formats: Formats = None,
    to: Output = None,
    as_json: Json = False,
    show: Show = None,
    fail_on: gating.FailOn = None,
    exit_zero: ExitZero = False,
    changed_only: ChangedOnly = None,
    config: gating.Config = None,
    no_config: gating.Isolated = False,
    rules: gating.Rules = None,
    severity: gating.Severities = None,
    minimum_margin: gating.MinimumMargin = None,
    require_fact: gating.RequireFact = None,
    max_price_age: gating.MaxPriceAge = None,
    allow_option: gating.AllowOption = None,
    require_proposal: gating.RequireProposal = False,
    waivers: gating.WaiversFile = None,
    no_waivers: gating.NoWaivers = False,
    baseline: gating.Baseline = None,
    exclude: gating.Exclude = None,
    force_exclude: gating.ForceExclude = False,
    today: gating.Today = None,
    lang: Language = None,
    color: Color = output.When.AUTO,
) -> None:
    """Check proposals against the criteria and the money.

    Leaves with 1 where the gate fails, and with 2 where something cannot be read.
    Example: gpucmp check proposals/ -f text -f sarif=gpucmp.sarif
    """
    targets = targets_of([*(formats or ()), *(["json"] if as_json else [])], to)
    what = _shown(show or ())
    day = gating.day_of(today)
    _refuse_terminal(paths)
    flags: gating.Words = {
        "rules": rules,
        "fail_on": fail_on,
        "minimum_margin": minimum_margin,
        "required_facts": require_fact,
        "max_price_age_days": max_price_age,
        "allowed_options": allow_option,
        "severities": severity,
        "require_proposal": "true" if require_proposal else None,
        "waivers": waivers,
        "baseline": baseline,
        "exclude": exclude,
    }
    asked = Asked(paths, day, changed_only or "", not no_waivers, force_exclude)
    result = _run(asked, flags, config, isolated=no_config)
    code = write_all(result, targets, what, (lang, color))
    raise typer.Exit(0 if exit_zero and code == 1 else code)


class Asked(NamedTuple):
    """What a run is asked for, apart from settings."""

    paths: Sequence[str]
    today: str
    changed_only: str = ""
    use_waivers: bool = True
    force_exclude: bool = False


def _run(asked: Asked, flags: gating.Words, config: str | None, *, isolated: bool) -> "GateResult":
    """Run the gate; settings that cannot be used are a result too, which every format shows."""
    from gpucmp.gate.running import Request, run, unusable

    try:
        configured = gating.configured(flags, config, isolated=isolated)
    except InputError as error:
        return unusable(error.problems, asked.today, config or "")
    request = Request(
        asked.paths,
        asked.today,
        Path.cwd(),
        asked.use_waivers,
        asked.changed_only,
        asked.force_exclude,
    )
    ran = run(request, configured)
    if ran.checked < ran.considered:
        output.say(f"gpucmp: note: {ran.checked} of {ran.considered} files are checked")
    return ran.result


def targets_of(formats: Sequence[str], to: str | None) -> list[Target]:
    """Read ``--format`` options; text to standard output where there is none.

    Raises:
        InputError: A format does not exist, or two of them would be mixed up.
    """
    from gpucmp.formats.check import CheckFormat
    from gpucmp.reading.validation import suggestion

    known = [one.value for one in CheckFormat]
    targets = []
    for one in formats or ["text"]:
        name, _, file = one.partition("=")
        if name not in known:
            hint = suggestion(name, known) or f"known: {', '.join(known)}"
            raise InputError([Problem(Place(f"--format {one}"), "there is no such format", hint)])
        targets.append(Target(CheckFormat(name), "" if file == STDIN else file))
    if to is not None and to != STDIN:
        if len(targets) > 1 or targets[0].file:
            raise InputError(
                [Problem(Place("--output"), "goes with one format", "use -f NAME=FILE")]
            )
        targets = [targets[0]._replace(file=to)]
    _refuse_mixture(targets)
    return targets


def _refuse_mixture(targets: Sequence[Target]) -> None:
    """Refuse two formats in one place; a log alone takes text beside annotations.

    Raises:
        InputError: Two would be mixed up.
    """
    from gpucmp.formats.check import CheckFormat

    logs = {CheckFormat.TEXT, CheckFormat.GITHUB}
    for file in {one.file for one in targets}:
        here = [one.fmt for one in targets if one.file == file]
        if len(here) > 1 and (file or not set(here) <= logs):
            place = Place(f"--format {here[1]}")
            message = f"{here[0]} goes to {file or 'standard output'} already"
            raise InputError([Problem(place, message, f"use -f {here[1]}=FILE")])


def _shown(show: Sequence[str]) -> tuple[list[str], list[str]]:
    """Read ``--show``: statuses, and severities.

    Raises:
        InputError: One is neither.
    """
    from gpucmp.gate.findings import Severity, Status

    words = [word.strip() for one in show for word in one.split(",")]
    statuses, severities = [one.value for one in Status], [one.value for one in Severity]
    for one in words:
        if one not in (*statuses, *severities):
            hint = f"known: {', '.join((*statuses, *severities))}"
            raise InputError([Problem(Place(f"--show {one}"), "is no status or severity", hint)])
    return [one for one in words if one in statuses], [one for one in words if one in severities]


def _refuse_terminal(paths: Sequence[str]) -> None:
    """Refuse to wait for a person to type a profile.

    Raises:
        InputError: Standard input is a terminal.
    """
    if STDIN in paths and sys.stdin is not None and sys.stdin.isatty():
        place, hint = Place(STDIN), "cat proposal.yaml | gpucmp check -"
        raise InputError([Problem(place, "nothing is piped in", hint)])


def write_all(
    result: "GateResult",
    targets: Sequence[Target],
    what: tuple[list[str], list[str]],
    look: tuple[Lang | None, output.When],
) -> int:
    """Write every format, files first, and give the exit code, which no format changes."""
    from gpucmp.formats.check import CheckFormat
    from gpucmp.gate.findings import UNREAD
    from gpucmp.gate.running import shown

    code = result.exit_code
    seen = shown(result, *what)
    for one in sorted(targets, key=lambda target: not target.file):
        try:
            _write(seen, one, look)
        except InputError as error:
            output.complain(error.problems)
            code = UNREAD
    with suppress(OSError):  # the summary is beside the point where it cannot be written
        if any(one.fmt is CheckFormat.GITHUB for one in targets):
            _summarize(seen, look[0])
    if not any(one.fmt is CheckFormat.TEXT and not one.file for one in targets):
        output.complain(result.problems)
    return code


def _write(result: "GateResult", target: Target, look: tuple[Lang | None, output.When]) -> None:
    from gpucmp.formats.check import FOR_PEOPLE, CheckFormat, render_check

    lang, color = look
    fmt = Format.TABLE if target.fmt is CheckFormat.TEXT else Format.JSON
    if target.fmt in FOR_PEOPLE and fmt is not Format.TABLE:
        fmt = Format.MARKDOWN
    style = output.style_for(lang, color, fmt, to_file=bool(target.file))
    text = render_check(result, target.fmt, style)
    if target.file:
        output.write_file(text, Path(target.file))
    else:
        output.write(text, fmt=fmt)


def _summarize(result: "GateResult", lang: Lang | None) -> None:
    """Append the whole result to the summary of a GitHub job, as much as is shown of it."""
    from gpucmp.formats.checkmarkdown import render_whole

    file = os.environ.get(SUMMARY_VARIABLE)
    if not file:
        return
    style = Style(output.language(lang, Format.MARKDOWN))
    text = "".join(_up_to(render_whole(result, style)))
    with Path(file).open("a", encoding="utf-8") as summary:
        summary.write(text)


def _up_to(text: str) -> Iterator[str]:
    size = 0
    for line in text.splitlines(keepends=True):
        size += len(line.encode())
        if size > MOST_SUMMARY_BYTES:
            return
        yield line
