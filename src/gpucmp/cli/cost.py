"""``gpucmp cost``: what owning, renting, and both cost, and what turns the answer around."""

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, assert_never

import typer

from gpucmp.cli import output
from gpucmp.cli.advise import (
    STDIN,
    Color,
    Files,
    Formats,
    Json,
    Language,
    Output,
    RulesPack,
    Settings,
)
from gpucmp.cli.pricing import AsOf, PriceFiles, day_of, with_files
from gpucmp.errors import InputError, Place, Problem
from gpucmp.formats import Format, Style

if TYPE_CHECKING:
    from gpucmp.advice import Knowledge
    from gpucmp.costadvice import CostResult
    from gpucmp.profile import Profile

DRAWS = 10_000
SEED = 1
MOST_DRAWS = 1_000_000

Months = Annotated[
    float | None,
    typer.Option(
        "--horizon-months", metavar="N", help="Months to cost, in place of the profile's."
    ),
]
Seed = Annotated[
    int, typer.Option("--seed", metavar="N", help="The same seed gives the same draws.")
]
Draws = Annotated[
    int,
    typer.Option(
        "--draws",
        metavar="N",
        min=0,
        max=MOST_DRAWS,
        help="How often the ranges of the numbers are drawn from; 0 is not at all.",
    ),
]
Explain = Annotated[
    str | None,
    typer.Option(
        "--explain", metavar="[FIGURE]", help="Show formulas and numbers, of all or of one figure."
    ),
]


def cost_command(
    files: Files,
    *,
    fmt: Formats = Format.TABLE,
    as_json: Json = False,
    to: Output = None,
    lang: Language = None,
    settings: Settings = None,
    rules: RulesPack = None,
    horizon_months: Months = None,
    as_of: AsOf = None,
    catalog: PriceFiles = None,
    seed: Seed = SEED,
    draws: Draws = DRAWS,
    explain: Explain = None,
    color: Color = output.When.AUTO,
) -> None:
    """Cost owning, renting, and both, and tell where the answer turns.

    Example: gpucmp cost examples/long-stable-training.yaml
    """
    from gpucmp import loading

    fmt = Format.JSON if as_json else fmt
    _check(files, fmt, explain)
    day = day_of(as_of)
    style = output.style_for(lang, color, fmt, to_file=to is not None)
    knowledge = loading.knowledge(rules)
    if catalog and knowledge.book:
        book, _ = with_files(knowledge.book, catalog, knowledge.catalog, style.lang)
        knowledge = knowledge._replace(book=book)
    changes = list(settings or ())
    if horizon_months is not None:
        changes.append(f"demand.horizon_months={horizon_months:g}")
    profiles = _profiles(loading.read_profiles(files, knowledge, changes))
    results = list(_results(profiles, knowledge, (draws if explain is None else 0, seed, day)))
    text = _explained(results, explain, style) if explain else _rendered(results, fmt, style)
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
        hint = "--format json holds every number without it"
        raise InputError([Problem(Place("--explain"), message, hint)])
    if STDIN in files and sys.stdin is not None and sys.stdin.isatty():
        place, hint = Place(STDIN), "cat profile.yaml | gpucmp cost -"
        raise InputError([Problem(place, "nothing is piped in", hint)])


def _profiles(found: "Iterator[Profile | InputError]") -> "list[Profile]":
    """Take all profiles, or say everything that is wrong.

    Raises:
        InputError: Something could not be read; nothing is printed then.
    """
    profiles: list[Profile] = []
    problems: list[Problem] = []
    for one in found:
        if isinstance(one, InputError):
            problems.extend(one.problems)
        else:
            profiles.append(one)
    if problems:
        raise InputError(problems)
    return profiles


def _results(
    profiles: "Sequence[Profile]", knowledge: "Knowledge", how: tuple[int, int, str]
) -> "Iterator[CostResult]":
    from gpucmp.costadvice import cost

    draws, seed, day = how
    for one in profiles:
        yield cost(one, knowledge, draws=draws, seed=seed, as_of=day)


def _explained(results: "Sequence[CostResult]", subject: str, style: Style) -> str:
    from gpucmp.formats import costexplanation

    return "\n".join(costexplanation.render(one, style, subject) for one in results)


def _rendered(results: "Sequence[CostResult]", fmt: Format, style: Style) -> str:
    """Write *results* in the format *fmt*; tables of several stand below each other."""
    match fmt:
        case Format.TABLE:
            from gpucmp.formats import costtable

            return "\n".join(costtable.render(one, style) for one in results)
        case Format.JSON | Format.JSONL | Format.CSV | Format.MARKDOWN:
            from gpucmp.formats import costdata

            return costdata.render(results, fmt, style.lang)
        case _:
            assert_never(fmt)
