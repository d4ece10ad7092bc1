"""The command line: options in, text out, exit code."""

import os
import sys
from pathlib import Path
from typing import Annotated, NoReturn, Protocol, runtime_checkable

import typer

from gpucmp.cli import output
from gpucmp.cli.advise import advise_command
from gpucmp.cli.baseline import baseline_app
from gpucmp.cli.check import check_command
from gpucmp.cli.config import config_app
from gpucmp.cli.cost import cost_command
from gpucmp.cli.init import init_command
from gpucmp.cli.prices import prices_app
from gpucmp.cli.rules import rules_app
from gpucmp.cli.schema import schema_command
from gpucmp.errors import InputError

BUG = 3
INTERRUPTED = 130

app = typer.Typer(
    name="gpucmp",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("gpucmp")
        except PackageNotFoundError:
            number = "(not installed)"
        output.write(f"gpucmp {number}\n")
        raise typer.Exit


@app.callback()
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


app.command("advise")(advise_command)
app.command("check")(check_command)
app.command("cost")(cost_command)
app.command("init")(init_command)
app.command("schema")(schema_command)
app.add_typer(baseline_app)
app.add_typer(config_app)
app.add_typer(prices_app)
app.add_typer(rules_app)


def main() -> NoReturn:
    """Run the command line; a crash is never mistaken for a verdict."""
    try:
        arguments = _with_explain_value(sys.argv[1:])
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
