"""``gpucmp rules``: read, check, test, and document rule packs."""

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gpucmp.cli import output
from gpucmp.cli.advise import Color, Language, RulesPack
from gpucmp.errors import InputError, Place, Problem
from gpucmp.formats import Format

if TYPE_CHECKING:
    from gpucmp.advice import Knowledge

FAILED = 1
BUILTIN = "builtin"

rules_app = typer.Typer(
    name="rules",
    help="Read, check, test, and document rule packs.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Packs = Annotated[
    list[str] | None,
    typer.Argument(metavar="PACK...", help="Files or folders [default: the built-in pack]."),
]


class ListFormat(StrEnum):
    """The formats of a list of rules."""

    TABLE = "table"
    JSON = "json"


@rules_app.command("list")
def list_command(
    rules: RulesPack = None,
    *,
    fmt: Annotated[
        ListFormat, typer.Option("--format", "-f", help="How to print the list.")
    ] = ListFormat.TABLE,
    lang: Language = None,
    color: Color = output.When.AUTO,
) -> None:
    """List the rules of a pack."""
    from gpucmp import loading
    from gpucmp.formats import rulelist

    known = loading.knowledge(rules)
    if fmt is ListFormat.JSON:
        style = output.style_for(lang, color, Format.JSON, to_file=False)
        output.write(rulelist.render_json(known.pack, style.lang), fmt=Format.JSON)
    else:
        style = output.style_for(lang, color, Format.TABLE, to_file=False)
        output.write(rulelist.render(known.pack, style))


@rules_app.command("show")
def show_command(
    rule: Annotated[str, typer.Argument(metavar="ID", help="Id of a rule, as A1.")],
    rules: RulesPack = None,
) -> None:
    """Show one rule with its conditions, points, tests, and sources."""
    from gpucmp import loading
    from gpucmp.packs.ruledocs import rule_section
    from gpucmp.reading.validation import suggestion

    source = loading.pack_source(rules or BUILTIN)
    pack = loading.pack_of(source)
    found = next((one for one in pack.rules if one.id == rule), None)
    if found is None:
        hint = suggestion(rule, [one.id for one in pack.rules]) or "gpucmp rules list names them"
        raise InputError([Problem(Place(rule), f"there is no rule {rule}", hint)])
    output.write("\n".join(rule_section(found, source.tests.get(rule, []), pack)) + "\n")


@rules_app.command("check")
def check_command(
    packs: Packs = None,
    today: Annotated[
        str | None,
        typer.Option("--today", metavar="DATE", help="Report parameters past their review date."),
    ] = None,
) -> None:
    """Check packs for sources, tests, gaps, and overlaps.

    Files inside a folder pack stand for the whole pack, so a list of changed files will do.
    """
    from gpucmp import loading
    from gpucmp.packs.packcheck import lint

    _check_date(today)
    problems: list[Problem] = []
    names = list(_roots(packs))
    for name in names:
        source = loading.pack_source(name)
        found = lint(source, loading.pack_of(source), loading.table(), today=today)
        problems.extend(found)
    for problem in sorted(problems):
        output.say(f"gpucmp: {problem}")
    if problems:
        output.say(f"gpucmp: findings in {', '.join(names)}: {len(problems)}")
        raise typer.Exit(FAILED)
    output.write(f"{', '.join(names)}: no findings\n")


@rules_app.command("test")
def run_command(packs: Packs = None) -> None:
    """Run the tests that stand in the rules."""
    from gpucmp import loading
    from gpucmp.packs.packtests import run_tests

    failed = passed = 0
    for name in _roots(packs):
        source = loading.pack_source(name)
        known = loading.knowledge_from(source)
        for result in run_tests(source, known.pack, known.table, known.catalog):
            if result.passed:
                passed += 1
                continue
            failed += 1
            output.say(
                f"gpucmp: {result.place}: {result.rule}: "
                f"expected {result.expected}, got {result.got}"
            )
    output.write(f"{passed} passed, {failed} failed\n")
    if failed:
        raise typer.Exit(FAILED)


@rules_app.command("coverage")
def coverage_command(
    pack: Annotated[
        str | None, typer.Argument(metavar="PACK", help="File or folder [default: built-in].")
    ] = None,
    profiles: Annotated[
        list[str] | None,
        typer.Option("--profiles", metavar="FILE", help="Profiles to run the rules on."),
    ] = None,
    least: Annotated[
        int, typer.Option("--min", min=0, max=100, help="Least percent of the tests' coverage.")
    ] = 100,
) -> None:
    """Tell what tests leave out, and what rules do on profiles."""
    from gpucmp import loading
    from gpucmp.packs.packcoverage import coverage_percent, test_coverage

    name = next(iter(_roots([pack] if pack else None)))
    source = loading.pack_source(name)
    known = loading.knowledge_from(source)
    covered = test_coverage(source, known.pack, known.table)
    for one in covered:
        for need in one.needs:
            if not need.met:
                hint = f" ({need.hint})" if need.hint else ""
                output.say(f"gpucmp: {need.place}: {one.rule} has no {need.what}{hint}")
    percent = coverage_percent(covered)
    output.write(f"{name}: {percent} % of what tests should show, rules: {len(covered)}\n")
    if profiles:
        _print_use(profiles, known)
    if percent < least:
        raise typer.Exit(FAILED)


def _print_use(names: list[str], known: "Knowledge") -> None:
    from gpucmp import loading
    from gpucmp.packs.packcoverage import profile_coverage

    found = list(loading.read_profiles(names, known))
    problems = [
        problem for one in found if isinstance(one, InputError) for problem in one.problems
    ]
    if problems:
        raise InputError(problems)
    use = profile_coverage((one for one in found if not isinstance(one, InputError)), known)
    for label, ids in (
        ("never fired", use.never_fired),
        ("always fired", use.always_fired),
        ("never changed a verdict", use.never_decided),
    ):
        output.write(f"profiles: {use.profiles}, {label}: {', '.join(ids) or 'none'}\n")


@rules_app.command("docs")
def docs_command(rules: RulesPack = None) -> None:
    """Print the reference of a pack as Markdown."""
    from gpucmp import loading
    from gpucmp.packs.packdocs import document

    source = loading.pack_source(rules or BUILTIN)
    text = document(loading.pack_of(source), source, loading.table())
    output.write(text, fmt=Format.MARKDOWN)


def _roots(names: Iterable[str] | None) -> Iterable[str]:
    """Find the packs that files belong to: the folder with ``pack.yaml`` above, or the file."""
    found = [str(_root(Path(name))) for name in names or ()]
    return dict.fromkeys(found) if found else [BUILTIN]


def _root(path: Path) -> Path:
    if path.is_dir():
        return path
    for folder in path.absolute().parents:
        if (folder / "pack.yaml").is_file():
            return folder
    return path


def _check_date(text: str | None) -> None:
    from datetime import date

    try:
        if text is not None:
            date.fromisoformat(text)
    except ValueError:
        place = Place(f"--today {text}")
        raise InputError([Problem(place, "is no date", "write YYYY-MM-DD")]) from None
