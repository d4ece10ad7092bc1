"""The command line: options in, text out, exit code."""

import os
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Annotated, NoReturn, Protocol, runtime_checkable

import typer

from gpucmp.cli import output
from gpucmp.errors import InputError

BUG = 3
INTERRUPTED = 130

COMMANDS = (
    "advise",
    "check",
    "compare",
    "cost",
    "init",
    "schema",
    "baseline",
    "config",
    "prices",
    "rules",
)
"""Each is ``<name>_command`` of its module, or ``<name>_app`` where it has commands inside."""


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("gpucmp")
        except PackageNotFoundError:
            number = "(not installed)"
        output.write(f"gpucmp {number}\n")
        raise typer.Exit


def gpucmp(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_print_version,
            is_eager=True,
            help="Print the version and leave.",
        ),
    ] = False,
) -> None:
    """Advise whether a GPU workload belongs on own machines, in the cloud, or on both.

    Start with: gpucmp init profile.yaml, then: gpucmp advise profile.yaml
    """


def application(commands: Iterable[str] = COMMANDS) -> typer.Typer:
    """Build the command line with *commands*; a start needs no other than the one it runs."""
    app = typer.Typer(
        name="gpucmp",
        add_completion=False,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(gpucmp)
    for name in commands:
        module = import_module(f"gpucmp.cli.{name}")
        if inside := getattr(module, f"{name}_app", None):
            app.add_typer(inside)
        else:
            app.command(name)(getattr(module, f"{name}_command"))
    return app


def main() -> NoReturn:
    """Run the command line; a crash is never mistaken for a verdict."""
    try:
        arguments = _with_explain_value(sys.argv[1:])
        app = application(_needed(arguments))
        code = app(args=arguments, prog_name="gpucmp", standalone_mode=False) or 0
    except InputError as error:
        output.complain(error.problems)
        code = error.exit_code
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except (BrokenPipeError, SystemExit):  # typer leaves so when nobody reads its help
        output.silence()
        code = 0
    except Exception as error:  # noqa: BLE001 - a bug must not leave with 1, which means "failed"
        code = _complain_of_usage(error) if isinstance(error, UsageError) else _report_bug(error)
    if code == INTERRUPTED:
        output.say("gpucmp: interrupted")
    sys.exit(code)


def _needed(arguments: list[str]) -> Iterable[str]:
    """Name the commands that the command line needs: all, where it names none."""
    match arguments:
        case ["--version"]:
            return ()
        case [str(name), *_] if name in COMMANDS:
            return (name,)
        case _:
            return COMMANDS


@runtime_checkable
class UsageError(Protocol):
    """What typer raises for wrong usage, by its looks: its name differs between versions."""

    ctx: typer.Context | None
    exit_code: int

    def format_message(self) -> str:
        """Say what is wrong, or give the whole help where a command is missing."""


def _complain_of_usage(error: UsageError) -> int:
    message = error.format_message()
    usage = error.ctx.get_usage() if error.ctx else ""
    if usage and message.startswith(usage):
        lines = [*message.splitlines(), "gpucmp: error: a command is missing"]
    else:
        command = error.ctx.command_path if error.ctx else "gpucmp"
        lines = [
            *usage.splitlines(),
            f"gpucmp: error: {message.rstrip('.')} ({command} -h shows how)",
        ]
    for line in lines:
        output.say(line)
    return error.exit_code


def _report_bug(error: Exception) -> int:
    if os.environ.get("GPUCMP_TRACEBACK"):
        import traceback

        traceback.print_exception(error)
    output.say(
        f"gpucmp: bug: {type(error).__name__}: {error} "
        "(please report it; GPUCMP_TRACEBACK=1 shows where it happened)"
    )
    return BUG


def _with_explain_value(arguments: list[str]) -> list[str]:
    """Give a bare ``--explain`` its value: typer knows no option with an optional one."""
    found = list(arguments)
    for at, argument in enumerate(arguments):
        if argument == "--explain":
            value = arguments[at + 1] if at + 1 < len(arguments) else "-"
            if value.startswith("-") or _names_file(value):
                found[at] = "--explain=all"
    return found


def _names_file(value: str) -> bool:
    try:
        return bool(Path(value).suffix) or Path(value).exists()
    except OSError:
        return False
