"""The hook as pre-commit runs it, on a git repository of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gpucmp.reading.documents import read_documents
from tests.environment import environment

pytest.importorskip("pre_commit", reason="pre-commit is not installed")

CHECK = "gpucmp-check"
ROOT = Path(__file__).parents[2]
HOOKS = ROOT / ".pre-commit-hooks.yaml"
AGREES = """\
name: steady training
demand: {gpus: 64, utilization_percent: 85, evidence: measured, horizon_months: 48}
compliance: {data_must_stay: own-domain}
proposal: {option: self-hosted, purchase: owned}
"""
DIFFERS = AGREES.replace("self-hosted, purchase: owned", "cloud")
UNREADABLE = "name: [steady\n"
UNREACHABLE = ("No matching distribution", "NewConnectionError", "Temporary failure in name")
"""What pip says where it has no package index to install from."""


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    author = {
        f"GIT_{who}_{what}": "dev@example.org"
        for who in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    }
    apart = {"GIT_CONFIG_GLOBAL": os.devnull, "PRE_COMMIT_HOME": str(folder / ".cache")}
    return subprocess.run(
        command, cwd=folder, env=environment(**author, **apart), capture_output=True, text=True,
        check=False, encoding="utf-8",
    )  # fmt: skip


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with the project's own hook, run from this environment instead of a new one."""
    (document,) = read_documents(b"hooks:\n" + HOOKS.read_bytes(), HOOKS.name)
    assert isinstance(document.data, dict)
    hooks = document.data["hooks"]
    assert isinstance(hooks, list)
    hook = next(one for one in hooks if isinstance(one, dict) and one["id"] == CHECK)
    entry = str(hook["entry"]).replace("gpucmp", f"{sys.executable} -m gpucmp", 1)
    local = {**hook, "language": "system", "entry": entry}
    config = {"repos": [{"repo": "local", "hooks": [local]}]}
    (tmp_path / ".pre-commit-config.yaml").write_text(json.dumps(config))
    assert run(tmp_path, "git", "init", "-q").returncode == 0
    return tmp_path


def commit_all(folder: Path) -> subprocess.CompletedProcess[str]:
    run(folder, "git", "add", "-A")
    return run(folder, sys.executable, "-m", "pre_commit", "run")


def test_the_hook_passes_a_proposal_that_agrees(repository: Path) -> None:
    (repository / "train.gpucmp.yaml").write_text(AGREES)
    done = commit_all(repository)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "Passed" in done.stdout


def test_the_hook_stops_a_proposal_that_does_not(repository: Path) -> None:
    (repository / "train.gpucmp.yaml").write_text(DIFFERS)
    done = commit_all(repository)

    assert done.returncode == 1
    assert "train.gpucmp.yaml:4:" in done.stdout


def test_the_hook_stops_what_cannot_be_read(repository: Path) -> None:
    (repository / "train.gpucmp.yaml").write_text(UNREADABLE)
    done = commit_all(repository)

    assert done.returncode == 1
    assert "exit code: 2" in done.stdout


def test_the_hook_leaves_other_files_alone(repository: Path) -> None:
    (repository / "other.yaml").write_text(UNREADABLE)
    (repository / ".gpucmp.yaml").write_text("fail_on: error\n")
    done = commit_all(repository)

    assert "no files to check" in done.stdout


def test_the_hook_passes_a_commit_of_excluded_proposals(repository: Path) -> None:
    (repository / ".gpucmp.yaml").write_text("exclude: [drafts/**]\n")
    (repository / "drafts").mkdir()
    (repository / "drafts" / "train.gpucmp.yaml").write_text(DIFFERS)
    done = commit_all(repository)

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="pre-commit installs from a git checkout")
def test_the_hook_is_installed_by_pre_commit(tmp_path: Path) -> None:
    run(tmp_path, "git", "init", "-q")
    (tmp_path / "train.gpucmp.yaml").write_text(DIFFERS)
    run(tmp_path, "git", "add", "-A")
    command = (sys.executable, "-m", "pre_commit", "try-repo", str(ROOT), CHECK, "--all-files")
    done = run(tmp_path, *command)
    if any(one in done.stdout + done.stderr for one in UNREACHABLE):
        pytest.skip("pip reaches no package index")

    assert done.returncode == 1, done.stdout + done.stderr
    assert "option-ruled-out" in done.stdout
