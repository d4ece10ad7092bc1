"""The command line: options in, text out, exit code."""

import os
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from gpucmp.cli import output
from gpucmp.cli.advise import advise_command
from gpucmp.cli.init import init_command
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
        from importlib.metadata import version

        output.write(f"gpucmp {version('gpucmp')}\n")
        raise typer.Exit


@app.callback()
def gpucmp(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and leave."
        ),
    ] = False,
) -> None:
    """Advise whether a GPU workload belongs on own machines, in the cloud, or on both.

    Start with: gpucmp init profile.yaml, then: gpucmp advise profile.yaml
    """


app.command("advise")(advise_command)
app.command("init")(init_command)
app.command("schema")(schema_command)
app.add_typer(rules_app)


def main() -> NoReturn:
    """Run the command line; a crash is never mistaken for a verdict."""
    try:
        app(args=_with_explain_value(sys.argv[1:]))
        code = 0
    except InputError as error:
        output.complain(error.problems)
        code = error.exit_code
    except KeyboardInterrupt:
        output.say("gpucmp: interrupted")
        code = INTERRUPTED
    except BrokenPipeError:
        output.silence()
        code = 0
    except Exception as error:  # noqa: BLE001 - a bug must not leave with 1, which means "failed"
        code = _report_bug(error)
    sys.exit(code)


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
            if value.startswith("-") or Path(value).suffix or Path(value).exists():
                found[at] = "--explain=all"
    return found
