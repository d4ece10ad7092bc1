"""The command line inside the process of the tests, in an environment that says nothing."""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from gpucmp import cli

VARIABLES = (
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLUMNS",
    "FORCE_COLOR",
    "GPUCMP_COLOR",
    "GPUCMP_LANG",
    "GPUCMP_TRACEBACK",
    "LANG",
    "LC_ALL",
    "LC_MESSAGES",
    "NO_COLOR",
    "TERM",
)


class Ran(NamedTuple):
    """How a command left, and what it wrote."""

    code: int
    out: str
    err: str


class Keyboard(io.TextIOWrapper):
    """A standard input at which somebody sits."""

    def isatty(self) -> bool:
        return True


Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def silent_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Run:
    def command(*arguments: str, stdin: str = "", typed: str | None = None) -> Ran:
        monkeypatch.setattr(sys, "argv", ["gpucmp", *arguments])
        kind = io.TextIOWrapper if typed is None else Keyboard
        given = io.BytesIO((stdin if typed is None else typed).encode())
        monkeypatch.setattr(sys, "stdin", kind(given, encoding="utf-8"))
        monkeypatch.setattr(sys.stdout, "isatty", lambda: typed is not None)
        with pytest.raises(SystemExit) as left:
            cli.main()
        written = capsysbinary.readouterr()
        assert isinstance(left.value.code, int)
        return Ran(left.value.code, written.out.decode(), written.err.decode())

    return command


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    path = tmp_path / "steady.yaml"
    path.write_text(
        "name: steady work\n"
        "workload:\n  pattern: steady\n"
        "demand:\n  utilization_percent: 85\n  gpus: 64\n",
        encoding="utf-8",
    )
    return path
