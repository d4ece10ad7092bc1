"""The command itself, as a person or a job in a pipeline runs it."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import jsonschema
import pytest

from gpucmp import loading
from gpucmp.published import Subject, schema_text
from tests.environment import environment

COMMAND = (sys.executable, "-m", "gpucmp")
PROFILE = """\
name: {name}
workload:
  kind: training
  pattern: steady
demand:
  gpus: 64
  utilization_percent: 85
"""
SECONDS = 60
posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes and signals")


def gpucmp(
    *arguments: str | Path, stdin: bytes = b"", **settings: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=SECONDS,
        env=environment(**settings),
    )


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    return write(tmp_path / "p.yaml", "steady work")


def write(path: Path, name: str) -> Path:
    path.write_text(PROFILE.format(name=json.dumps(name)), encoding="utf-8")
    return path


def text(data: bytes) -> str:
    return data.decode().replace("\r\n", "\n")


def test_a_verdict_comes_with_0_and_nothing_on_standard_error(profile: Path) -> None:
    ran = gpucmp("advise", profile)

    assert (ran.returncode, ran.stderr) == (0, b"")
    assert text(ran.stdout).startswith("steady work\nSELF-HOSTED · ")


def test_a_broken_profile_comes_with_2_and_its_place(tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    path.write_text("name: x\ndemand:\n  gpus: -1\n", encoding="utf-8")
    ran = gpucmp("advise", path)

    assert (ran.returncode, ran.stdout) == (2, b"")
    assert text(ran.stderr).startswith(f"gpucmp: error: {path}:3:9: ")


def test_wrong_usage_comes_with_2_and_one_line_to_look_for() -> None:
    ran = gpucmp("advise", "--format", "xml", "x")
    lines = text(ran.stderr).splitlines()

    assert (ran.returncode, ran.stdout) == (2, b"")
    assert [line for line in lines if line.startswith("gpucmp: error: ")] == [lines[-1]]
    assert "'table', 'json', 'jsonl', 'csv', 'markdown'" in lines[-1]


def test_a_bug_comes_with_3_and_one_line() -> None:
    script = (
        "import sys; from gpucmp import cli, loading; loading.knowledge = None; "
        "sys.argv = ['gpucmp', 'advise', 'x.yaml']; cli.main()"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=False, env=environment()
    )

    assert ran.returncode == 3
    assert text(ran.stderr).startswith("gpucmp: bug: TypeError: ")
    assert text(ran.stderr).count("\n") == 1


@posix
def test_an_interruption_comes_with_130_and_no_traceback(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with (
        subprocess.Popen(
            [*COMMAND, "advise", str(fifo)], stderr=subprocess.PIPE, env=environment()
        ) as running,
        fifo.open("wb"),
    ):  # opens when the command does, which then waits for data
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=SECONDS)

    assert running.returncode == 130
    assert text(err) == "gpucmp: interrupted\n"


def test_standard_input_may_hold_several_profiles() -> None:
    ran = gpucmp("advise", "-", "--json", stdin=b"name: a\n---\nname: b\n")

    assert [one["name"] for one in json.loads(ran.stdout)["reports"]] == ["a", "b"]


def test_lines_of_json_go_on_after_a_broken_file(profile: Path, tmp_path: Path) -> None:
    ran = gpucmp("advise", "--format", "jsonl", profile, tmp_path / "missing", profile)

    assert ran.returncode == 2
    assert [json.loads(line)["name"] for line in ran.stdout.splitlines()] == ["steady work"] * 2
    assert text(ran.stderr).count("\n") == 1


@posix
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--format", "jsonl"), 0),
        (("--format", "jsonl", "missing.yaml"), 2),
        (("--format", "table"), 0),
        (("--explain",), 0),
    ],
)
def test_a_reader_that_leaves_changes_no_exit_code(
    profile: Path, arguments: tuple[str, ...], code: int
) -> None:
    many = (str(profile),) * 5
    with subprocess.Popen(
        [*COMMAND, "advise", *many, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.read(1)
        running.stdout.close()
        err = running.stderr.read()

    assert running.returncode == code
    assert b"Traceback" not in err
    assert err.count(b"\n") == (code != 0)


@posix
def test_help_that_nobody_reads_is_no_failure() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run([*COMMAND, "-h"], stdout=writing, check=False, env=environment())
    os.close(writing)

    assert ran.returncode == 0


@posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk")
def test_a_full_disk_is_no_bug(profile: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [*COMMAND, "advise", str(profile)],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            env=environment(),
        )

    assert ran.returncode == 2
    assert text(ran.stderr) == (
        "gpucmp: error: <stdout>: cannot be written: no space left on device\n"
    )


@pytest.mark.parametrize(
    ("settings", "flags", "colored"),
    [
        ({}, (), False),
        ({"FORCE_COLOR": "1"}, (), True),
        ({"FORCE_COLOR": "0"}, (), False),
        ({"CLICOLOR_FORCE": "1"}, (), True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, (), False),
        ({"GPUCMP_COLOR": "always", "NO_COLOR": "1"}, (), True),
        ({"GPUCMP_COLOR": "always"}, ("--color", "never"), False),
        ({"NO_COLOR": "1"}, ("--color", "always"), True),
        ({"GITHUB_ACTIONS": "true", "TTY_COMPATIBLE": "1"}, (), False),
    ],
)
def test_color_is_asked_for_or_left_out_altogether(
    profile: Path, *, settings: dict[str, str], flags: tuple[str, ...], colored: bool
) -> None:
    ran = subprocess.run(
        [*COMMAND, "advise", str(profile), *flags],
        capture_output=True,
        check=True,
        env=environment(**settings),
    )

    assert (b"\x1b" in ran.stdout) is colored


@pytest.mark.parametrize("arguments", [("advise",), ("advise", "x", "--nope"), ("-h",), ("x",)])
def test_in_a_pipeline_messages_and_help_have_no_color(arguments: tuple[str, ...]) -> None:
    ran = gpucmp(*arguments, GITHUB_ACTIONS="true", PY_COLORS="1", FORCE_COLOR="1")

    assert b"\x1b" not in ran.stdout + ran.stderr


@pytest.mark.parametrize("encoding", ["cp1252", "gbk", "ascii", "latin-1", "cp437"])
@pytest.mark.parametrize("columns", ["40", "80", "120"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_in_any_encoding_and_width_a_table_is_readable(
    tmp_path: Path, encoding: str, columns: str, lang: str
) -> None:
    path = write(tmp_path / "p.yaml", "渲染 render")
    ran = gpucmp("advise", path, "--lang", lang, PYTHONIOENCODING=encoding, COLUMNS=columns)
    out = ran.stdout.decode(encoding)
    chinese = lang == "zh" and encoding == "gbk"

    assert ran.returncode == 0
    assert ("自建" if chinese else "SELF-HOSTED") in out
    assert out.count("?") < 25  # the name, and the questions' own
    assert max(map(len, out.splitlines())) <= int(columns)
    assert (b"gpucmp: note: " in ran.stderr) is (lang == "zh" and not chinese)


def test_the_language_comes_from_the_locale_for_people_only(profile: Path) -> None:
    table = gpucmp("advise", profile, LANG="zh_CN.UTF-8")
    data = gpucmp("advise", profile, "--json", LANG="zh_CN.UTF-8")
    own = gpucmp("advise", profile, "--json", GPUCMP_LANG="zh")
    other = gpucmp("advise", profile, LANG="zh_CN.UTF-8", LC_ALL="C.UTF-8")

    assert "自建" in text(table.stdout)
    assert "利用率" not in text(data.stdout)
    assert "利用率" in text(own.stdout)
    assert "自建" not in text(other.stdout)


def test_a_result_is_written_to_a_file_whole_or_not_at_all(profile: Path, tmp_path: Path) -> None:
    to = tmp_path / "result.csv"
    good = gpucmp("advise", profile, "--format", "csv", "-o", to)
    written = to.read_bytes()
    bad = gpucmp("advise", profile, tmp_path / "missing", "--format", "csv", "-o", to)
    nowhere = gpucmp("advise", profile, "-o", tmp_path / "nowhere" / "x")

    assert (good.returncode, good.stdout) == (0, b"")
    assert written == gpucmp("advise", profile, "--format", "csv").stdout
    assert written.endswith(b"\r\n")
    assert b"\r\r" not in written
    assert (bad.returncode, to.read_bytes()) == (2, written)
    assert nowhere.returncode == 2
    assert sorted(tmp_path.iterdir()) == [profile, to]


def test_a_fact_is_set_on_top_of_the_file_or_refused_with_its_place(profile: Path) -> None:
    good = gpucmp("advise", profile, "--json", "--set", "demand.utilization_percent=10")
    bad = gpucmp("advise", profile, "--set", "demand.utilization_percent=110")

    assert json.loads(good.stdout)["verdict"]["option"] == "cloud"
    assert bad.returncode == 2
    assert text(bad.stderr).startswith("gpucmp: error: --set demand.utilization_percent=110: ")


def test_an_explanation_goes_down_to_the_line_of_the_profile(profile: Path) -> None:
    bare = gpucmp("advise", profile, "--explain")
    one = gpucmp("advise", "-", "--explain", "A1", stdin=profile.read_bytes())
    unknown = gpucmp("advise", profile, "--explain", "nope")

    assert "How the score of hybrid adds up" in text(bare.stdout)
    assert "<stdin>:7:24" in text(one.stdout)
    assert (unknown.returncode, unknown.stdout) == (2, b"")


def test_a_report_is_what_its_schema_says(profile: Path) -> None:
    report = json.loads(gpucmp("advise", profile, "--json").stdout)

    jsonschema.validate(report, json.loads(schema_text(Subject.REPORT)))


def test_without_arguments_help_is_shown() -> None:
    ran = gpucmp()

    assert (ran.returncode, ran.stdout) == (2, b"")
    assert text(ran.stderr).startswith("Usage: gpucmp ")
    assert "gpucmp init profile.yaml" in text(ran.stderr)


def test_a_written_profile_can_be_judged_at_once(tmp_path: Path) -> None:
    path = tmp_path / "new.gpucmp.yaml"

    assert gpucmp("init", path).returncode == 0
    assert gpucmp("init", path).returncode == 2
    ran = gpucmp("advise", path, "--json")
    assert json.loads(ran.stdout)["known"]["facts"] == 0


@posix
def test_at_a_terminal_questions_are_asked_and_answered(tmp_path: Path) -> None:
    path = tmp_path / "new.yaml"
    screen = typed_at_terminal([*COMMAND, "init", str(path)], [b"85\n", b"\n", b".\n"])
    ran = gpucmp("advise", path, "--json")

    assert b"Traceback" not in screen
    assert b"(a number from 0 to 100): 85" in screen
    assert json.loads(ran.stdout)["known"]["facts"] == 1


def typed_at_terminal(command: Iterable[str], answers: Iterable[bytes]) -> bytes:
    """Run *command* at a terminal of its own; give an answer each time it waits for one."""
    import pty  # Windows has none

    ours, theirs = pty.openpty()
    with subprocess.Popen(
        list(command), stdin=theirs, stdout=theirs, stderr=theirs, env=environment(TERM="xterm")
    ) as running:
        os.close(theirs)
        screen = b""
        for answer in answers:
            seen = len(screen)
            while b"): " not in screen[seen:]:
                screen += os.read(ours, 1024)
            os.write(ours, answer)
        while chunk := _read(ours):
            screen += chunk
        running.wait(SECONDS)
    os.close(ours)
    return screen


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1024)
    except OSError:  # Linux's way to say that nobody is at the other end
        return b""


@pytest.mark.parametrize(
    "name", ["[bold]x[/bold]", "[/a]", ":warning:", "two\nlines", "x" * 200, "\x1b[31mred"]
)
def test_any_name_prints_as_it_is_without_breaking_the_table(tmp_path: Path, name: str) -> None:
    path = write(tmp_path / "p.yaml", name)
    alone = text(gpucmp("advise", path).stdout)
    rows = text(gpucmp("advise", path, path).stdout).splitlines()
    shown = name.replace("\x1b", r"\x1b")

    assert alone.replace("\n", "").startswith(shown.replace("\n", ""))
    assert shown[:20].split("\n")[0] in rows[1]
    assert len({row.index("self-hosted") for row in rows if "self-hosted ·" in row}) == 1


def test_the_same_input_gives_the_same_bytes(profile: Path) -> None:
    for flags in ((), ("--json",), ("--explain",)):
        seeds = [gpucmp("advise", profile, *flags, PYTHONHASHSEED=seed).stdout for seed in "12"]
        assert seeds[0] == seeds[1]


def loaded(script: str, settings: Mapping[str, str] | None = None) -> list[str]:
    """Tell which heavy modules a script that leaves through the command line has loaded."""
    whole = f"""
import atexit, sys
heavy = ("pydantic", "rich", "yaml")
atexit.register(lambda: sys.stderr.write(",".join(m for m in heavy if m in sys.modules)))
{script}
"""
    ran = subprocess.run(
        [sys.executable, "-c", whole],
        capture_output=True,
        check=True,
        env=environment(**(settings or {})),
    )
    return [name for name in text(ran.stderr).split(",") if name]


@pytest.mark.parametrize("flag", ["--version", "--help"])
def test_a_word_about_itself_loads_nothing_heavy(flag: str) -> None:
    script = f"sys.argv = ['gpucmp', '{flag}']; from gpucmp.cli import main; main()"

    assert loaded(script) == []


def test_an_installed_gpucmp_judges_without_pydantic_and_rich(
    profile: Path, tmp_path: Path
) -> None:
    rules = tmp_path / "rules"
    rules.mkdir()
    compiled = loading.compile_builtin(loading.rules_folder())
    (rules / loading.COMPILED).write_text(compiled, encoding="utf-8")
    script = f"""
from pathlib import Path
from gpucmp import loading
loading.rules_folder = lambda: Path({str(rules)!r})
sys.argv = ['gpucmp', 'advise', {str(profile)!r}, '--json']
from gpucmp.cli import main
main()
"""
    assert loaded(script) == ["yaml"]
