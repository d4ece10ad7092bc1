import errno
import json
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import NoReturn

import jsonschema
import pytest
import typer

from gpucmp import cli, loading
from gpucmp.advice import Knowledge
from gpucmp.cli.init import init_command
from gpucmp.errors import InputError, Place, Problem
from gpucmp.interview import SCHEMA_FILE
from gpucmp.profile import Profile
from gpucmp.reading.documents import read_documents
from tests.cli.conftest import Run
from tests.formats.reports import small_knowledge


def read(path: Path, knowledge: Knowledge) -> Profile:
    (found,) = loading.read_profiles([str(path)], knowledge)
    assert isinstance(found, Profile)
    return found


def leaves_with(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    def app(**_options: object) -> NoReturn:
        raise error

    monkeypatch.setattr(cli, "application", lambda _commands: app)


def test_the_help_shows_every_command_in_one_line_each(run: Run) -> None:
    ran = run("--help")
    commands = ran.out.partition("Commands:\n")[2].splitlines()

    assert ran.code == 0
    assert {line.split()[0] for line in commands} >= {"advise", "init", "rules", "schema"}
    assert not any(line.endswith("...") for line in commands)


@pytest.mark.parametrize("flag", ["-h", "--help"])
@pytest.mark.parametrize(
    "arguments", [("advise",), ("advise", "x.yaml"), ("rules",), ("rules", "list"), ("init",)]
)
def test_help_is_given_anywhere(run: Run, flag: str, arguments: tuple[str, ...]) -> None:
    ran = run(*arguments, flag)

    assert ran.code == 0
    assert ran.out.startswith(f"Usage: gpucmp {arguments[0]}")


@pytest.mark.parametrize("arguments", [(), ("rules",)])
def test_without_a_command_the_help_is_shown_and_it_is_wrong_usage(
    run: Run, arguments: tuple[str, ...]
) -> None:
    ran = run(*arguments)

    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith(" ".join(("Usage: gpucmp", *arguments)))
    assert "Commands:\n" in ran.err
    assert ran.err.endswith("\ngpucmp: error: a command is missing\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("advise",), "Missing argument 'FILE...' (gpucmp advise -h shows how)"),
        (("advise", "x", "--nope"), "No such option: --nope (gpucmp advise -h shows how)"),
        (("foo",), "No such command 'foo' (gpucmp -h shows how)"),
        (("rules", "foo"), "No such command 'foo' (gpucmp rules -h shows how)"),
    ],
)
def test_wrong_usage_is_said_in_one_line_below_the_usage(
    run: Run, arguments: tuple[str, ...], message: str
) -> None:
    ran = run(*arguments)
    *usage, line = ran.err.splitlines()

    assert (ran.code, ran.out) == (2, "")
    assert line == f"gpucmp: error: {message}"
    assert usage[0].startswith("Usage: gpucmp ")


def test_wrong_usage_without_a_context_is_said_too(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    leaves_with(typer.BadParameter("that was wrong"), monkeypatch)
    ran = run("advise")

    assert ran.code == 2
    assert ran.err == ("gpucmp: error: Invalid value: that was wrong (gpucmp -h shows how)\n")


def test_the_version_is_that_of_the_installed_package(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.metadata.version", lambda _name: "1.2.3")

    assert run("--version").out == "gpucmp 1.2.3\n"


def test_from_a_source_tree_the_version_is_not_known(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(name: str) -> NoReturn:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", unknown)

    assert run("--version") == run("--version")
    assert run("--version").out == "gpucmp (not installed)\n"


def test_every_problem_of_the_input_is_a_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    problems = [Problem(Place("b", 2, 1), "second"), Problem(Place("a"), "first", "mend it")]
    leaves_with(InputError(problems), monkeypatch)
    ran = run("advise")

    assert ran.code == 2
    assert ran.err.splitlines() == [
        "gpucmp: error: a: first (mend it)",
        "gpucmp: error: b:2:1: second",
    ]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), typer.Abort(), typer.Exit(130)])
def test_an_interruption_leaves_with_130_and_a_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def interrupted(*_names: object) -> NoReturn:
        raise error

    monkeypatch.setattr(loading, "knowledge", interrupted)
    ran = run("advise", "x.yaml")

    assert (ran.code, ran.err) == (130, "gpucmp: interrupted\n")


def test_a_bug_leaves_with_3_and_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    leaves_with(ValueError("two\nlines"), monkeypatch)
    ran = run("advise")

    assert ran.code == 3
    assert ran.err == (
        r"gpucmp: bug: ValueError: two\nlines "
        "(please report it; GPUCMP_TRACEBACK=1 shows where it happened)\n"
    )


def test_a_bug_shows_its_traceback_on_demand(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPUCMP_TRACEBACK", "1")
    leaves_with(ValueError("x"), monkeypatch)

    assert "Traceback (most recent call last):" in run("advise").err


@pytest.mark.parametrize("error", [BrokenPipeError(errno.EPIPE, "broken pipe"), SystemExit(1)])
def test_help_that_nobody_reads_is_no_failure(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    silenced: list[bool] = []
    monkeypatch.setattr(cli.output, "silence", lambda: silenced.append(True))
    leaves_with(error, monkeypatch)

    assert run("--help").code == 0
    assert silenced == [True]


@pytest.mark.parametrize(
    ("given", "understood"),
    [
        (["--explain"], ["--explain=all"]),
        (["--explain", "A1", "x.yaml"], ["--explain", "A1", "x.yaml"]),
        (["--explain", "x.yaml"], ["--explain=all", "x.yaml"]),
        (["--explain", "-"], ["--explain=all", "-"]),
        (["--explain", "--lang", "zh"], ["--explain=all", "--lang", "zh"]),
        (["--explain=A1"], ["--explain=A1"]),
        (["--explain", "x" * 5000], ["--explain", "x" * 5000]),
    ],
)
def test_explain_takes_a_rule_or_nothing(given: list[str], understood: list[str]) -> None:
    assert cli._with_explain_value(given) == understood


def test_explain_before_a_file_without_an_ending_is_bare(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("profile").touch()

    assert cli._with_explain_value(["--explain", "profile"]) == ["--explain=all", "profile"]


def test_init_writes_a_profile_without_facts_and_its_schema(
    run: Run, tmp_path: Path, knowledge: Knowledge
) -> None:
    path = tmp_path / "my-training.gpucmp.yaml"
    ran = run("init", str(path))

    assert (ran.code, ran.out) == (0, "")
    assert ran.err == f"{path} is written; next: gpucmp advise {path}\n"
    profile = read(path, knowledge)
    assert (profile.name, profile.facts) == ("my training", {})
    schema = json.loads((tmp_path / SCHEMA_FILE).read_text(encoding="utf-8"))
    document = read_documents(path.read_bytes(), "x")[0].data
    jsonschema.validate(document, schema)


def test_init_overwrites_neither_profile_nor_schema(run: Run, tmp_path: Path) -> None:
    path, schema = tmp_path / "p.yaml", tmp_path / SCHEMA_FILE
    path.write_text("mine", encoding="utf-8")
    schema.write_text("mine too", encoding="utf-8")

    ran = run("init", str(path))
    other = run("init", str(tmp_path / "q.yaml"))

    assert ran.code == 2
    assert ran.err == f"gpucmp: error: {path}: exists already (choose another name)\n"
    assert path.read_text(encoding="utf-8") == "mine"
    assert other.code == 0
    assert schema.read_text(encoding="utf-8") == "mine too"


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (("a.yaml", "--name", "[bold]渲染[/bold] :x:"), "[bold]渲染[/bold] :x:"),
        ((".hidden.yaml",), "hidden"),
        (("...",), "..."),
    ],
)
def test_init_names_the_profile(
    run: Run, tmp_path: Path, knowledge: Knowledge, arguments: tuple[str, ...], name: str
) -> None:
    file = tmp_path / arguments[0]

    assert run("init", str(file), *arguments[1:]).code == 0
    assert read(file, knowledge).name == name


@pytest.mark.parametrize("name", ["x" * 201, "a\nb", "\x1b[31m"])
def test_init_refuses_a_name_that_no_profile_can_have(run: Run, tmp_path: Path, name: str) -> None:
    ran = run("init", str(tmp_path / "p.yaml"), "--name", name)

    assert ran.code == 2
    assert ran.err == (
        "gpucmp: error: --name: expected up to 200 characters that can be printed\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_init_needs_a_folder_that_is_there(run: Run, tmp_path: Path) -> None:
    ran = run("init", str(tmp_path / "nowhere" / "p.yaml"))

    assert (ran.code, ran.err) == (2, f"gpucmp: error: {tmp_path / 'nowhere'}: is no folder\n")


def test_init_refuses_a_file_name_that_the_system_does(run: Run, tmp_path: Path) -> None:
    ran = run("init", str(tmp_path / ("x" * 300)), "--name", "x")

    assert ran.code == 2
    assert "cannot be written" in ran.err


def test_init_in_chinese_asks_in_chinese(run: Run, tmp_path: Path, knowledge: Knowledge) -> None:
    path = tmp_path / "p.yaml"

    assert run("init", str(path), "--lang", "zh").err.startswith(f"已写入 {path}")
    assert knowledge.pack.questions["demand.gpus"].zh in path.read_text(encoding="utf-8")


def test_on_a_terminal_init_asks_and_writes_the_answers(
    run: Run, tmp_path: Path, knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = small_knowledge()
    monkeypatch.setattr(loading, "knowledge", lambda: small)
    path = tmp_path / "p.yaml"
    ran = run("init", str(path), typed="85\n\nperhaps\nno\n.\n")

    assert ran.code == 0
    assert read(path, knowledge).facts == {
        "demand.utilization_percent": 85,
        "team.keeps_driver_stack": False,
    }
    assert "  demand.utilization_percent (a number from 0 to 100): " in ran.out
    assert "  expected true or false\n" in ran.err
    assert "[self-hosted 50.0, cloud 50.0, hybrid 50.0 → undecided]" in ran.err


def test_the_end_of_the_input_ends_the_questions(
    run: Run, tmp_path: Path, knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = small_knowledge()
    monkeypatch.setattr(loading, "knowledge", lambda: small)
    path = tmp_path / "p.yaml"
    ran = run("init", str(path), typed="85\n")

    assert ran.code == 0
    assert read(path, knowledge).facts == {"demand.utilization_percent": 85}
    assert " → self-hosted (" in ran.err


def test_the_last_answer_ends_the_questions(
    run: Run, tmp_path: Path, knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gpucmp.interview.Interview.next_question", lambda _self: None)
    path = tmp_path / "p.yaml"

    assert run("init", str(path), typed="").code == 0
    assert read(path, knowledge).facts == {}


def test_no_input_asks_nothing_even_on_a_terminal(run: Run, tmp_path: Path) -> None:
    ran = run("init", str(tmp_path / "p.yaml"), "--no-input", typed="85\n")

    assert (ran.code, ran.out) == (0, "")


def test_init_asks_nothing_where_standard_input_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    init_command(tmp_path / "p.yaml")

    assert (tmp_path / "p.yaml").is_file()


@pytest.mark.parametrize(
    ("arguments", "needed"),
    [
        (["--version"], ()),
        (["advise", "profile.yaml"], ("advise",)),
        (["advice", "profile.yaml"], cli.COMMANDS),
        (["--help"], cli.COMMANDS),
        ([], cli.COMMANDS),
    ],
)
def test_a_start_loads_the_command_that_it_runs(
    arguments: list[str], needed: tuple[str, ...]
) -> None:
    assert cli._needed(arguments) == needed
