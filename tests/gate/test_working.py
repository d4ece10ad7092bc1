import gc
import os
import signal
import sys
from pathlib import Path

import pytest

from gpucmp.advice import Knowledge
from gpucmp.gate import working
from gpucmp.gate.kinds import KINDS
from gpucmp.gate.looking import Looked, Setup
from gpucmp.gate.opening import Opener
from gpucmp.gate.policy import Policy
from gpucmp.gate.working import Unread, look_at
from tests.gate.proposals import TODAY

PROFILE = "name: {name}\ndemand: {{gpus: 8}}\nproposal: {{option: cloud}}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for at in range(6):
        (tmp_path / f"{at}.yaml").write_text(PROFILE.format(name=f"n{at}"))
    (tmp_path / "broken.yaml").write_text("nam: x\n---\nname: second\n")
    return tmp_path


@pytest.fixture
def means(folder: Path, knowledge: Knowledge) -> tuple[Setup, Opener]:
    return Setup(knowledge, Policy(), TODAY), Opener(folder, knowledge.table, tuple(KINDS))


NAMES = ("broken.yaml", *(f"{at}.yaml" for at in range(6)), "nothing.yaml")


def test_every_file_gives_something_in_the_order_of_the_names(
    means: tuple[Setup, Opener],
) -> None:
    seen = list(look_at(NAMES, *means))

    assert [one.name if isinstance(one, Looked) else one.problems[0].message for one in seen] == [
        "name is missing",
        "second",
        *(f"n{at}" for at in range(6)),
        "there is no such file",
    ]


def test_a_file_of_another_form_is_left_to_its_reader(
    means: tuple[Setup, Opener], folder: Path
) -> None:
    (folder / "task.yaml").write_text("resources: {accelerators: 'H100:8'}\nrun: train\n")

    (alone,) = look_at(["task.yaml"], *means)
    (folder / "approved.gpucmp.yaml").write_text(PROFILE.format(name="approved"))
    (beside,) = look_at(["task.yaml"], *means)

    assert isinstance(alone, Unread)
    assert isinstance(beside, Looked)


@pytest.mark.skipif(sys.platform != "linux", reason="processes are copied on Linux only")
def test_several_processes_give_the_same(
    means: tuple[Setup, Opener], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "in").write_text(PROFILE.format(name="piped"))
    with (tmp_path / "in").open() as piped:
        monkeypatch.setattr(sys, "stdin", piped)
        several = list(look_at(("-", *NAMES), *means, processes=2))

    one = list(look_at(NAMES, *means))
    assert several[1:] == one
    assert isinstance(several[0], Looked)
    assert several[0].name == "piped"


def test_a_few_files_are_not_worth_a_second_process() -> None:
    assert working._processes(["a"] * (working.MANY - 1)) == 1


@pytest.mark.parametrize(("platform", "expected"), [("linux", 3), ("darwin", 1)])
def test_many_files_take_the_cores_that_there_are_where_processes_can_be_copied(
    monkeypatch: pytest.MonkeyPatch, platform: str, expected: int
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: {0, 1, 2}, raising=False)

    assert working._processes(["a"] * working.MANY) == expected


def test_a_process_of_its_own_looks_as_the_first_one_does(
    means: tuple[Setup, Opener], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signal, "signal", lambda _signal, _handler: None)
    monkeypatch.setattr(gc, "freeze", lambda: None)

    working._start(working._Worker(*means))

    (one,) = working._look("0.yaml")
    assert isinstance(one, Looked)
    assert isinstance(working._look("nothing.yaml")[0], Unread)
