"""``gpucmp baseline``: keep the findings that were there before the gate."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gpucmp.cli import gating, output
from gpucmp.errors import InputError, Place, Problem

if TYPE_CHECKING:
    from gpucmp.gate.running import Configured

DEFAULT_FILE = ".gpucmp-baseline.json"

baseline_app = typer.Typer(
    name="baseline",
    help="Keep the findings that were there before the gate.",
    no_args_is_help=True,
)
File = Annotated[
    str | None,
    typer.Option("--baseline", "-o", metavar="FILE", help=f"[default: {DEFAULT_FILE}]"),
]


@baseline_app.command("write")
def write_command(
    paths: gating.Paths,
    *,
    baseline: File = None,
    config: gating.Config = None,
    rules: gating.Rules = None,
    today: gating.Today = None,
) -> None:
    """Write a baseline of every finding of today that no waiver hides.

    Example: gpucmp baseline write proposals/
    """
    from gpucmp.gate.gatefiles import baseline_text, entries_of
    from gpucmp.gate.running import Request, run

    configured = gating.configured({"rules": rules}, config)
    file = _file(baseline, configured)
    fresh = _with_baseline(configured, "")
    result = run(Request(paths, gating.day_of(today), Path.cwd()), fresh).result
    if result.problems:
        raise InputError(result.problems)
    entries = entries_of(result)
    output.write_file(baseline_text(entries), Path(file))
    output.write(f"{file}: {len(entries)} findings\n")


@baseline_app.command("prune")
def prune_command(
    paths: gating.Paths,
    *,
    baseline: File = None,
    config: gating.Config = None,
    rules: gating.Rules = None,
    today: gating.Today = None,
) -> None:
    """Take out of a baseline what is resolved in the files that are checked.

    Example: gpucmp baseline prune proposals/
    """
    from gpucmp.gate.gatefiles import baseline_text, read_baseline
    from gpucmp.gate.running import Request, run

    configured = gating.configured({"rules": rules}, config)
    file = _file(baseline, configured)
    against = _with_baseline(configured, file)
    result = run(Request(paths, gating.day_of(today), Path.cwd()), against).result
    if result.problems:
        raise InputError(result.problems)
    kept = set(read_baseline(file)) - set(result.resolved)
    if result.resolved:
        output.write_file(baseline_text(kept), Path(file))
    output.write(f"{file}: {len(kept)} findings, {len(result.resolved)} resolved\n")


def _file(baseline: str | None, configured: "Configured") -> str:
    """Choose the file.

    Raises:
        InputError: It is standard output, which a baseline is not for.
    """
    file = baseline or configured.settled.policy.baseline or DEFAULT_FILE
    if file == "-":
        raise InputError([Problem(Place("--baseline -"), "a baseline is a file")])
    return file


def _with_baseline(configured: "Configured", file: str) -> "Configured":
    settled = configured.settled
    policy = settled.policy._replace(baseline=file)
    return configured._replace(settled=settled._replace(policy=policy))
