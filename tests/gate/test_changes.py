import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from gpucmp.errors import InputError
from gpucmp.gate import changes
from gpucmp.gate.changes import changes_since

Git = Callable[..., str]


@pytest.fixture
def git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Git:
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, "/dev/null")
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: str) -> str:
        who = ("-c", "user.name=n", "-c", "user.email=n@example.org")
        done = subprocess.run(
            ["git", "-C", str(tmp_path), *who, *arguments],  # noqa: S607
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout

    run("init", "--quiet", "--initial-branch=main")
    for name in ("same", "changed", "old name", "deleted"):
        (tmp_path / f"{name}.yaml").write_text(f"name: {name}\n" * 20)
    run("add", ".")
    run("commit", "--quiet", "-m", "first")
    return run


def names(found: frozenset[str]) -> set[str]:
    return {Path(one).name for one in found}


def test_what_is_new_changed_and_renamed_is_there_and_the_rest_is_gone(
    git: Git, tmp_path: Path
) -> None:
    git("checkout", "--quiet", "-b", "branch")
    (tmp_path / "changed.yaml").write_text("name: other\n")
    git("mv", "old name.yaml", "neuer Name 中.yaml")
    git("rm", "--quiet", "deleted.yaml")
    git("commit", "--quiet", "-a", "-m", "second")
    (tmp_path / "untracked.yaml").write_text("name: new\n")

    found = changes_since("main", tmp_path)

    assert names(found.there) == {"changed.yaml", "neuer Name 中.yaml", "untracked.yaml"}
    assert names(found.gone) == {"old name.yaml", "deleted.yaml"}
    assert all(Path(one).is_absolute() for one in found.there)


def test_what_the_other_branch_did_meanwhile_does_not_count(git: Git, tmp_path: Path) -> None:
    git("checkout", "--quiet", "-b", "branch")
    (tmp_path / "mine.yaml").write_text("name: mine\n")
    git("add", ".")
    git("commit", "--quiet", "-m", "mine")
    git("checkout", "--quiet", "main")
    (tmp_path / "same.yaml").write_text("name: theirs\n")
    git("commit", "--quiet", "-a", "-m", "theirs")
    git("checkout", "--quiet", "branch")

    assert names(changes_since("main", tmp_path).there) == {"mine.yaml"}


@pytest.mark.usefixtures("git")
def test_a_subfolder_sees_the_whole_repository(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "changed.yaml").write_text("name: other\n")

    assert names(changes_since("HEAD", tmp_path / "sub").there) == {"changed.yaml"}


def test_histories_without_a_common_commit_are_compared_directly(git: Git, tmp_path: Path) -> None:
    git("checkout", "--quiet", "--orphan", "other")
    (tmp_path / "changed.yaml").write_text("name: other\n")
    git("commit", "--quiet", "-a", "-m", "unrelated")

    assert names(changes_since("main", tmp_path).there) == {"changed.yaml"}


@pytest.mark.usefixtures("git")
@pytest.mark.parametrize("ref", ["nonesuch", "--output=x", "-1", "HEAD~9"])
def test_a_commit_that_is_not_there_is_an_error(tmp_path: Path, ref: str) -> None:
    with pytest.raises(InputError, match="git knows no such commit") as caught:
        changes_since(ref, tmp_path)

    assert str(caught.value).startswith(f"--changed-only {ref}: ")
    assert not (tmp_path / "x").exists()


def test_a_folder_that_is_no_repository_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a git repository"):
        changes_since("HEAD", tmp_path)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (FileNotFoundError(), "git is not installed"),
        (subprocess.TimeoutExpired("git", 60), "git took more than 60 seconds"),
    ],
)
def test_a_git_that_does_not_answer_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    def fail(*_arguments: object, **_more: object) -> None:
        raise error

    monkeypatch.setattr(subprocess, "run", fail)

    with pytest.raises(InputError, match=words):
        changes_since("HEAD", tmp_path)


def test_a_git_that_fails_without_a_word_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = subprocess.CompletedProcess(("git",), 1, "", "")
    monkeypatch.setattr(changes, "_run", lambda *_arguments: failed)

    with pytest.raises(InputError, match="unknown reason"):
        changes_since("HEAD", tmp_path)
