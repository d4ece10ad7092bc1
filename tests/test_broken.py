"""Broken profiles and packs: the first comments of each say what has to be reported, and where."""

import os
import re
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from gpucmp import loading
from gpucmp.advice import Knowledge
from gpucmp.errors import InputError, Problem
from gpucmp.facts import FactTable
from gpucmp.packs.packfile import PackSource

BROKEN = Path(__file__).with_name("broken")
PROFILES = sorted((BROKEN / "profiles").iterdir())
PACKS = sorted((BROKEN / "packs").iterdir())
EXPECTATION = re.compile(r"# expect: (\d+:\d+): (.+)")

every_profile = pytest.mark.parametrize("file", PROFILES, ids=lambda file: file.stem)
every_pack = pytest.mark.parametrize("file", PACKS, ids=lambda file: file.stem)


@pytest.fixture(autouse=True)
def _builtin_is_read_once(monkeypatch: pytest.MonkeyPatch, builtin: PackSource) -> None:
    read = loading._source

    def source(path: Path, table: FactTable, above: tuple[Path, ...]) -> PackSource:
        return builtin if path == loading.rules_folder() else read(path, table, above)

    monkeypatch.setattr(loading, "_source", source)


def expectations(file: Path) -> list[tuple[str, str]]:
    comments = [line for line in file.read_text("utf-8").splitlines() if line[:8] == "# expect"]
    found = [EXPECTATION.fullmatch(line) for line in comments]
    assert None not in found
    return [(match[1], match[2]) for match in found if match]


def problems_of_profile(name: str, knowledge: Knowledge) -> tuple[Problem, ...]:
    found = list(loading.read_profiles([name], knowledge))
    return tuple(p for one in found if isinstance(one, InputError) for p in one.problems)


def problems_of_pack(name: str) -> tuple[Problem, ...]:
    with pytest.raises(InputError) as caught:
        loading.pack_source(name)
    return caught.value.problems


def missing(file: Path, problems: tuple[Problem, ...]) -> list[str]:
    """Name the expectations that no problem meets, or the problems that nobody expects."""
    left = {f"{one.place.line}:{one.place.column}: {one}": one for one in problems}
    unmet = []
    for place, words in expectations(file):
        met = [key for key in left if key.startswith(f"{place}: ") and words in key]
        if met:
            del left[met[0]]
        else:
            unmet.append(f"{place}: {words}")
    return [*unmet, *left]


def unclear(problem: Problem, name: str) -> bool:
    """Tell whether a problem is not one printable line that names the file."""
    return not (str(problem).isprintable() and problem.place.file == name)


def test_there_are_enough_of_them() -> None:
    assert len(PROFILES) >= 40
    assert len(PACKS) >= 25


@every_profile
def test_a_broken_profile_is_told_what_is_wrong(file: Path, knowledge: Knowledge) -> None:
    problems = problems_of_profile(str(file), knowledge)

    assert problems != ()
    assert missing(file, problems) == []
    assert not any(unclear(problem, str(file)) for problem in problems)


@every_pack
def test_a_broken_pack_is_told_what_is_wrong(file: Path) -> None:
    problems = problems_of_pack(str(file))

    assert problems != ()
    assert missing(file, problems) == []
    assert not any(unclear(problem, str(file)) for problem in problems)


def a_binary(path: Path) -> None:
    path.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")


def an_empty_file(path: Path) -> None:
    path.touch()


def a_file_of_blanks(path: Path) -> None:
    path.write_text(" \n\n", encoding="utf-8")


def a_control_character(path: Path) -> None:
    path.write_text("name: a\x07b\n", encoding="utf-8")


def a_file_too_large(path: Path) -> None:
    path.write_bytes(b"#" * (1024 * 1024 + 1))


def a_deep_nest(path: Path) -> None:
    path.write_text("[" * 5000, encoding="utf-8")


def a_bomb(path: Path) -> None:
    doubled = "".join(f"x{at + 1}: &x{at + 1} [{', '.join([f'*x{at}'] * 9)}]\n" for at in range(9))
    path.write_text(f"x0: &x0 [lol]\n{doubled}", encoding="utf-8")


def nothing(path: Path) -> None:
    del path


def a_socket(path: Path) -> None:
    server = socket.socket(socket.AF_UNIX)
    where = Path.cwd()
    os.chdir(path.parent)  # the name of a socket may have a hundred characters
    try:
        server.bind(path.name)
    finally:
        os.chdir(where)
        server.close()


def a_loop_of_links(path: Path) -> None:
    path.symlink_to(path)


UNREADABLE: dict[Callable[[Path], None], str] = {
    a_binary: "1:1: not UTF-8: byte 0x89 at offset 0 (save the file as UTF-8)",
    an_empty_file: "1:1: empty: expected a mapping",
    a_file_of_blanks: "1:1: empty: expected a mapping",
    a_control_character: "1:8: the character U+0007 is not allowed",
    a_file_too_large: " too long: at most 1048576 bytes are read",
    a_deep_nest: ": nested ",
    a_bomb: "aliases expand to more than 100000 values",
    nothing: " there is no such",
    a_socket: " cannot be read: no such device or address",
    a_loop_of_links: " cannot be read: too many levels of symbolic links",
}
unreadable = pytest.mark.parametrize(
    ("make", "words"), UNREADABLE.items(), ids=[make.__name__ for make in UNREADABLE]
)


@unreadable
def test_an_unreadable_profile_is_told_why(
    tmp_path: Path, make: Callable[[Path], None], words: str, knowledge: Knowledge
) -> None:
    path = tmp_path / "profile.yaml"
    make(path)

    (problem,) = problems_of_profile(str(path), knowledge)

    assert str(problem).startswith(f"{path}:")
    assert words in str(problem)


@unreadable
def test_an_unreadable_pack_is_told_why(
    tmp_path: Path, make: Callable[[Path], None], words: str
) -> None:
    path = tmp_path / "pack.yaml"
    make(path)

    (problem,) = problems_of_pack(str(path))

    assert str(problem).startswith(f"{path}:")
    assert words in str(problem) or "there is no such pack" in str(problem)


def test_a_directory_is_no_profile(tmp_path: Path, knowledge: Knowledge) -> None:
    (problem,) = problems_of_profile(str(tmp_path), knowledge)

    assert str(problem) == f"{tmp_path}: this is a directory (name the files in it)"


def test_a_directory_without_rules_is_no_pack(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# Rules", encoding="utf-8")
    (tmp_path / ".hidden.yaml").write_text("id: mine", encoding="utf-8")

    (problem,) = problems_of_pack(str(tmp_path))

    assert str(problem) == (
        f"{tmp_path}: holds no rules: no file in it ends in .yaml, .yml, .json"
    )


@pytest.mark.parametrize("name", ["a\0b", "a" * 5000], ids=["NUL in it", "too long"])
def test_a_name_that_no_file_can_have_is_no_traceback(name: str, knowledge: Knowledge) -> None:
    (of_profile,) = problems_of_profile(name, knowledge)
    (of_pack,) = problems_of_pack(name)

    assert str(of_profile).isprintable()
    assert "cannot be read: " in str(of_profile)
    assert "cannot be read: " in str(of_pack) or "there is no such pack" in str(of_pack)


def test_a_broken_profile_as_a_pack_and_a_pack_as_a_profile_are_wrong_as_well(
    knowledge: Knowledge,
) -> None:
    for file in PROFILES:
        assert problems_of_pack(str(file))
    for file in PACKS:
        assert problems_of_profile(str(file), knowledge)
