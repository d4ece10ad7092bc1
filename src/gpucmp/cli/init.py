"""``gpucmp init``: write a profile to fill in, or ask for what decides most."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gpucmp.cli import output
from gpucmp.cli.advise import Language
from gpucmp.errors import InputError, Place, Problem
from gpucmp.formats import Format
from gpucmp.profile import LONGEST_NAME
from gpucmp.published import Subject, schema_text
from gpucmp.text import Lang
from gpucmp.words import option_text, strength_text, word

if TYPE_CHECKING:
    from gpucmp.interview import Interview


def init_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The profile to write.")] = Path(
        "profile.gpucmp.yaml"
    ),
    name: Annotated[str, typer.Option("--name", help="What the result is called.")] = "",
    lang: Language = None,
    no_input: Annotated[
        bool, typer.Option("--no-input", help="Ask nothing, even on a terminal.")
    ] = False,
) -> None:
    """Write a profile to fill in; on a terminal, ask what decides.

    Nothing that exists is overwritten. Beside the profile stands the JSON Schema that editors
    check it with.

    Example: gpucmp init training.gpucmp.yaml
    """
    from gpucmp import loading
    from gpucmp.interview import SCHEMA_FILE, Interview, profile_text

    title = name or file.name.strip(".").partition(".")[0].replace("-", " ") or file.name
    _check(file, title)
    chosen = output.language(lang, Format.TABLE)
    knowledge = loading.knowledge()
    interview = Interview(knowledge, {})
    if not no_input and all(one is not None and one.isatty() for one in (sys.stdin, sys.stdout)):
        interview = _ask(interview, chosen)
    output.write_file(profile_text(title, interview.facts, knowledge, chosen), file)
    schema = file.with_name(SCHEMA_FILE)
    if not schema.exists():
        output.write_file(schema_text(Subject.PROFILE), schema)
    output.say(word("init_written", chosen).format(file=file))


def _check(file: Path, title: str) -> None:
    """Refuse what could not be written or read again.

    Raises:
        InputError: The file is there already or has no folder, or the name cannot be one.
    """
    try:
        there, folder = file.exists(), file.parent.is_dir()
    except OSError as error:
        message = f"cannot be written: {(error.strerror or '').lower()}"
        raise InputError([Problem(Place(str(file)), message)]) from None
    if there:
        raise InputError([Problem(Place(str(file)), "exists already", "choose another name")])
    if not folder:
        raise InputError([Problem(Place(str(file.parent)), "is no folder")])
    if not title.isprintable() or len(title) > LONGEST_NAME:
        message = f"expected up to {LONGEST_NAME} characters that can be printed"
        raise InputError([Problem(Place("--name"), message)])


def _ask(interview: "Interview", lang: Lang) -> "Interview":
    from gpucmp.interview import expected

    output.say(word("init_intro", lang))
    while (found := interview.next_question()) is not None:
        question, fact = found
        output.say("")
        output.say(_standing(interview, lang))
        output.say(question.text.in_(lang))
        try:
            answer = input(f"  {fact.path} ({expected(fact)}): ")
        except EOFError:
            break
        if answer.strip() == ".":
            break
        try:
            interview = interview.answered(fact, answer)
        except ValueError as error:
            output.say(f"  {error}")
    return interview


def _standing(interview: "Interview", lang: Lang) -> str:
    """Say how the scores stand."""
    decision = interview.decision()
    verdict = decision.verdict
    scores = ", ".join(
        f"{option_text(option).in_(lang)} {score:.1f}" for option, score in decision.scores.items()
    )
    strength = f" ({strength_text(verdict.strength).in_(lang)})" if verdict.strength else ""
    return f"[{scores} → {option_text(verdict.option).in_(lang)}{strength}]"
