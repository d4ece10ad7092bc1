import os
from pathlib import Path

import pytest

from gpucmp.errors import InputError
from gpucmp.gate.discovery import Exclusion, find_above, find_files, root_of

FILES = (
    "a.gpucmp.yaml",
    "b.gpucmp.yml",
    "c.yaml",
    ".gpucmp.yaml",
    ".gpucmp-waivers.yaml",
    "deep/er/d.gpucmp.yaml",
    "deep/.gpucmp.yaml",
    ".hidden/e.gpucmp.yaml",
    "vendor/f.gpucmp.yaml",
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in FILES:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("name: n\n")
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(*asked: str, patterns: tuple[str, ...] = (), force: bool = False) -> list[str]:
    found = find_files(asked, Exclusion(Path.cwd(), patterns, force))
    assert found.problems == ()
    return list(found.names)


def problems(*asked: str) -> list[str]:
    return [str(one) for one in find_files(asked, Exclusion(Path.cwd())).problems]


def test_a_folder_is_searched_for_proposals_and_not_for_policies() -> None:
    assert names(".") == [
        "a.gpucmp.yaml",
        "b.gpucmp.yml",
        "deep/er/d.gpucmp.yaml",
        "vendor/f.gpucmp.yaml",
    ]


def test_a_file_that_is_named_is_taken_whatever_its_name() -> None:
    assert names("c.yaml", "-") == ["c.yaml", "-"]


def test_a_file_that_is_not_there_is_left_to_be_told_so() -> None:
    assert names("nothing.yaml") == ["nothing.yaml"]


def test_each_file_comes_once_however_it_is_named() -> None:
    assert names("./c.yaml", "c.yaml", str(Path("c.yaml").absolute()), "-", "-") == [
        "./c.yaml",
        "-",
    ]


def test_patterns_find_files_and_no_policy() -> None:
    assert names("*.yaml") == ["a.gpucmp.yaml", "c.yaml"]
    assert names("deep/**/*.yaml") == ["deep/er/d.gpucmp.yaml"]
    assert names("*") == ["a.gpucmp.yaml", "b.gpucmp.yml", "c.yaml"]
    assert problems(".g*") == [".g*: no file matches this pattern"]


def test_a_file_whose_name_looks_like_a_pattern_is_itself(folder: Path) -> None:
    (folder / "[a].yaml").write_text("name: n\n")

    assert names("[a].yaml") == ["[a].yaml"]


def test_what_finds_nothing_is_a_problem_and_no_pass() -> None:
    folder, pattern = problems("empty", "*.toml")

    assert folder == (
        "empty: holds no file that ends in .gpucmp.yaml or .gpucmp.yml (name the files, or "
        "rename them)"
    )
    assert pattern == "*.toml: no file matches this pattern"


def test_a_folder_that_cannot_be_listed_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = os.scandir

    def refuse(path: str) -> object:
        if str(path).endswith("vendor"):
            raise PermissionError(13, "Permission denied", str(path))
        return listed(path)

    monkeypatch.setattr(os, "scandir", refuse)

    assert problems(".") == ["vendor: cannot be read: permission denied"]


@pytest.mark.parametrize("name", ["a\0b*", "a\0b", "a" * 5000])
def test_a_name_that_no_file_can_have_is_no_traceback(name: str) -> None:
    found = find_files([name], Exclusion(Path.cwd()))

    assert all(str(one).isprintable() for one in found.problems)


def test_excluded_files_are_left_out_of_folders_and_patterns() -> None:
    assert names(".", patterns=("vendor/**", "deep")) == ["a.gpucmp.yaml", "b.gpucmp.yml"]
    assert names("vendor/*.yaml", "c.yaml", patterns=("vendor",)) == ["c.yaml"]


def test_a_named_file_is_left_out_only_by_force() -> None:
    named = "vendor/f.gpucmp.yaml"

    assert names(named, patterns=("vendor",)) == [named]
    found = find_files([named, "c.yaml"], Exclusion(Path.cwd(), ("vendor",), force=True))
    assert (found.names, found.excluded, found.problems) == (("c.yaml",), 1, ())


def test_the_nearest_file_above_is_found(folder: Path) -> None:
    assert find_above(folder / "deep" / "er", (".gpucmp.yaml",)) == "../.gpucmp.yaml"
    assert find_above(folder / "vendor", (".gpucmp.yaml",)) == "../.gpucmp.yaml"
    assert find_above(folder, (".gpucmp.yaml",)) == ".gpucmp.yaml"


def test_nothing_is_looked_for_above_the_repository(folder: Path) -> None:
    (folder / "vendor" / ".git").mkdir()

    assert find_above(folder / "vendor", (".gpucmp.yaml",)) == ""
    assert root_of(folder / "vendor") == folder / "vendor"


def test_without_a_repository_the_folder_is_the_root(folder: Path) -> None:
    assert root_of(folder / "deep") == folder / "deep"


def test_two_files_side_by_side_are_an_error(folder: Path) -> None:
    (folder / ".gpucmp.yml").write_text("")

    with pytest.raises(InputError, match=r"^\.gpucmp\.yaml: \.gpucmp\.yml stands beside it"):
        find_above(folder, (".gpucmp.yaml", ".gpucmp.yml"))
