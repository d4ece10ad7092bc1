import gc
import runpy
import sys
from collections.abc import Iterator

import pytest

from gpucmp import __main__, cli


@pytest.fixture(autouse=True)
def thaw() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_the_command_starts_the_command_line_and_collects_garbage_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    collecting: list[bool] = []

    def main() -> None:
        collecting.append(gc.isenabled())
        sys.exit(7)

    monkeypatch.setattr(cli, "main", main)
    with pytest.raises(SystemExit) as left:
        __main__.main()

    assert (left.value.code, collecting) == (7, [True])


def test_the_module_starts_it_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["gpucmp", "--help"])
    monkeypatch.delitem(sys.modules, "gpucmp.__main__")
    with pytest.raises(SystemExit) as left:
        runpy.run_module("gpucmp", run_name="__main__")

    assert left.value.code == 0
    assert capsys.readouterr().out.startswith("Usage: gpucmp ")
