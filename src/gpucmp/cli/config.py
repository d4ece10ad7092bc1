"""``gpucmp config``: the settings of the gate, and where each comes from."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from gpucmp.cli import gating, output

if TYPE_CHECKING:
    from gpucmp.gate.settings import Setting

config_app = typer.Typer(
    name="config", help="Show the settings of the gate.", no_args_is_help=True
)
Origin = Annotated[bool, typer.Option("--origin", help="Say where each setting comes from.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
SCHEMA = "gpucmp.settings/1"


@config_app.callback()
def config() -> None:
    """Show the settings of the gate."""


@config_app.command("show")
def show_command(
    *,
    origin: Origin = False,
    as_json: Json = False,
    config: gating.Config = None,
    no_config: gating.Isolated = False,
    fail_on: gating.FailOn = None,
    rules: gating.Rules = None,
    minimum_margin: gating.MinimumMargin = None,
    require_fact: gating.RequireFact = None,
    max_price_age: gating.MaxPriceAge = None,
    allow_option: gating.AllowOption = None,
    severity: gating.Severities = None,
    waivers: gating.WaiversFile = None,
    baseline: gating.Baseline = None,
) -> None:
    """Print every setting as it holds here: flag over environment over file over built-in.

    Example: gpucmp config show --origin
    """
    flags: gating.Words = {
        "rules": rules,
        "fail_on": fail_on,
        "minimum_margin": minimum_margin,
        "required_facts": require_fact,
        "max_price_age_days": max_price_age,
        "allowed_options": allow_option,
        "severities": severity,
        "waivers": waivers,
        "baseline": baseline,
    }
    configured = gating.configured(flags, config, isolated=no_config)
    settings = configured.settled.settings
    output.write(_json(settings) if as_json else "".join(_lines(settings, origin=origin)))


def _lines(settings: "Iterable[Setting]", *, origin: bool) -> Iterable[str]:
    """Write a setting a line, as a policy file would, with its origin as a comment."""
    lines = [(f"{one.name}: {_value(one.value)}", one.origin) for one in settings]
    width = max(len(line) for line, _ in lines)
    for line, source in lines:
        yield f"{line:<{width}}  # {source}\n" if origin else f"{line}\n"


def _value(value: object) -> str:
    from gpucmp.plaindata import json_text

    match value:
        case tuple():
            return f"[{', '.join(map(str, value))}]"
        case bool() | int() | float() | None:
            return json_text(value)
        case _:
            return str(value) or '""'


def _json(settings: "Iterable[Setting]") -> str:
    from gpucmp.plaindata import json_text, plain
    from gpucmp.text import Lang

    found = {
        one.name: {"value": plain(one.value, Lang.EN), "origin": one.origin} for one in settings
    }
    return json_text({"schema": SCHEMA, "settings": plain(found, Lang.EN)}, indent=2) + "\n"
