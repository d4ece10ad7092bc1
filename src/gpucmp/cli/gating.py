"""What the commands of the gate share: settings from flags and the environment, and the day."""

import os
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gpucmp.errors import InputError, Place, Problem

if TYPE_CHECKING:
    from gpucmp.gate.running import Configured
    from gpucmp.gate.settings import Layer

Paths = Annotated[
    list[str],
    typer.Argument(
        metavar="PATH...",
        help="Files, folders (searched for *.gpucmp.yaml), or patterns; - is standard input.",
    ),
]
Config = Annotated[
    str | None,
    typer.Option("--config", metavar="FILE", help="Policy file [default: .gpucmp.yaml above]."),
]
Isolated = Annotated[bool, typer.Option("--no-config", help="Look for no policy file.")]
Rules = Annotated[
    str | None, typer.Option("--rules", metavar="PACK", help="Rule pack: a file or a folder.")
]
FailOn = Annotated[
    str | None,
    typer.Option(
        "--fail-on",
        metavar="SEVERITY",
        help="Least severity that fails: error, warning, note, never [default: error].",
    ),
]
MinimumMargin = Annotated[
    str | None,
    typer.Option("--minimum-margin", metavar="POINTS", help="Points the verdict has to lead by."),
]
RequireFact = Annotated[
    list[str] | None,
    typer.Option("--require-fact", metavar="FACT", help="Fact to be stated; may be repeated."),
]
MaxPriceAge = Annotated[
    str | None,
    typer.Option("--max-price-age", metavar="DAYS", help="Age from which prices are old."),
]
AllowOption = Annotated[
    list[str] | None,
    typer.Option("--allow-option", metavar="OPTION", help="Option that may be proposed."),
]
Severities = Annotated[
    list[str] | None,
    typer.Option("--severity", metavar="KIND=SEVERITY", help="Severity of a kind, or off."),
]
RequireProposal = Annotated[
    bool, typer.Option("--require-proposal", help="A file without a proposal is an error.")
]
WaiversFile = Annotated[
    str | None,
    typer.Option("--waivers", metavar="FILE", help="[default: .gpucmp-waivers.yaml above]"),
]
NoWaivers = Annotated[bool, typer.Option("--no-waivers", help="Let no waiver hide anything.")]
Baseline = Annotated[
    str | None,
    typer.Option("--baseline", metavar="FILE", help="Findings that were there before."),
]
Exclude = Annotated[
    list[str] | None,
    typer.Option("--exclude", metavar="PATTERN", help="Files to leave out of folders."),
]
ForceExclude = Annotated[
    bool, typer.Option("--force-exclude", help="Leave excluded files out even if named.")
]
Today = Annotated[
    str | None,
    typer.Option("--today", metavar="DATE", help="Judge waivers, prices, and reviews that day."),
]
FLAGS: Mapping[str, str] = {
    "rules": "--rules",
    "fail_on": "--fail-on",
    "minimum_margin": "--minimum-margin",
    "required_facts": "--require-fact",
    "max_price_age_days": "--max-price-age",
    "allowed_options": "--allow-option",
    "severities": "--severity",
    "require_proposal": "--require-proposal",
    "waivers": "--waivers",
    "baseline": "--baseline",
    "exclude": "--exclude",
}
"""The flag of each setting that has one."""
CONFIG_VARIABLE = "GPUCMP_CONFIG"
Words = Mapping[str, str | Sequence[str] | None]


def configured(flags: Words, config: str | None = None, *, isolated: bool = False) -> "Configured":
    """Put the settings together: flag over environment over file over built-in.

    Raises:
        InputError: A setting cannot be used.
    """
    from gpucmp.gate.running import configure

    chosen = config or os.environ.get(CONFIG_VARIABLE) or None
    return configure(Path.cwd(), [_variables(), _flags(flags)], config=chosen, isolated=isolated)


def _flags(flags: Words) -> "Layer":
    from gpucmp.gate.settings import words_layer

    given = {name: value for name, value in flags.items() if value}
    return words_layer(given, FLAGS, Path())


def _variables() -> "Layer":
    from gpucmp.gate.policy import Policy
    from gpucmp.gate.settings import PREFIX, words_layer

    names = {name: f"{PREFIX}{name.upper()}" for name in Policy._fields}
    given = {
        name: os.environ[variable]
        for name, variable in names.items()
        if os.environ.get(variable, "").strip()
    }
    return words_layer(given, names, Path())


def day_of(text: str | None) -> str:
    """Give the day that is judged on: the one that is asked for, else today's.

    Raises:
        InputError: The calendar has no such day.
    """
    if text is None:
        return str(datetime.now(UTC).astimezone().date())
    try:
        return str(date.fromisoformat(text))
    except ValueError:
        place = Place(f"--today {text}")
        raise InputError([Problem(place, "is no day", "write it as 2026-11-30")]) from None
