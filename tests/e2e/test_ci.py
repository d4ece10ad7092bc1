"""What the GitHub Action and the GitLab template run, with the shell that runs it there."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from gpucmp.reading.documents import Document, read_documents
from tests.environment import environment

ROOT = Path(__file__).parents[2]
AGREES = """\
name: steady training
demand: {gpus: 64, utilization_percent: 85, evidence: measured, horizon_months: 48}
compliance: {data_must_stay: own-domain}
proposal: {option: self-hosted, purchase: owned}
"""
DIFFERS = AGREES.replace("self-hosted, purchase: owned", "cloud")
INPUT = re.compile(r"\$\{\{ inputs\.([a-z-]+) \}\}")

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")


def mapping(value: object) -> Mapping[str, object]:
    assert isinstance(value, dict)
    return value


def rows(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


def documents(name: str) -> list[Document]:
    return list(read_documents((ROOT / name).read_bytes(), name))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A working folder, in which ``gpucmp`` is that of this environment."""
    program = tmp_path / "bin" / "gpucmp"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m gpucmp "$@"\n')
    program.chmod(0o755)
    (tmp_path / "infra").mkdir()
    (tmp_path / "infra" / "train.gpucmp.yaml").write_text(AGREES)
    return tmp_path


def bash(folder: Path, script: str, **settings: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join((str(folder / "bin"), os.defpath))
    command = ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
    return subprocess.run(
        command, cwd=folder, env=environment(PATH=path, **settings), capture_output=True,
        text=True, check=False, encoding="utf-8",
    )  # fmt: skip


def act(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the step of the action that checks, as a runner of GitHub does."""
    (document,) = documents("action.yml")
    action = mapping(document.data)
    stated = {
        name: str(mapping(one)["default"]) for name, one in mapping(action["inputs"]).items()
    }
    stated |= {name.replace("_", "-"): value for name, value in inputs.items()}
    steps = [mapping(one) for one in rows(mapping(action["runs"])["steps"])]
    step = next(one for one in steps if one.get("id") == "check")
    variables = {
        name: INPUT.sub(lambda found: stated[found[1]], str(value))
        for name, value in mapping(step["env"]).items()
    }
    files = {
        "GITHUB_OUTPUT": str(folder / "output"),
        "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
    }
    return bash(folder, str(step["run"]), **variables, **files)


def test_the_action_passes_what_agrees(folder: Path) -> None:
    done = act(folder, paths="infra", sarif_file="out.sarif", comment_file="out.md")

    assert done.returncode == 0, done.stdout + done.stderr
    assert (folder / "output").read_text() == "exit-code=0\n"
    assert json.loads((folder / "out.sarif").read_text())["version"] == "2.1.0"
    assert (folder / "out.md").read_text().startswith("<!-- gpucmp-check -->")


def test_the_action_fails_with_annotations_and_a_summary(folder: Path) -> None:
    (folder / "infra" / "train.gpucmp.yaml").write_text(DIFFERS)
    done = act(folder)

    assert done.returncode == 1
    assert done.stdout.startswith("::error file=infra/train.gpucmp.yaml,line=4,")
    assert (folder / "output").read_text() == "exit-code=1\n"
    assert "option-ruled-out" in (folder / "summary.md").read_text()


def test_the_action_hands_its_inputs_on(folder: Path) -> None:
    (folder / "infra" / "train.gpucmp.yaml").write_text(DIFFERS)
    assert act(folder, fail_on="never").returncode == 0
    assert act(folder, arguments="--lang zh --fail-on never").returncode == 0
    assert act(folder, changed_only="no-such-branch").returncode == 2
    assert act(folder, baseline="nowhere.json").returncode == 2


def test_the_action_runs_no_input_as_a_command(folder: Path) -> None:
    odd = "$(touch pwned) `touch pwned` ; touch pwned"
    for name in ("paths", "fail_on", "changed_only", "baseline", "arguments"):
        assert act(folder, **{name: odd}).returncode == 2

    assert not (folder / "pwned").exists()


def template(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the script of the GitLab job, but for the line that installs gpucmp."""
    spec, jobs = (mapping(one.data) for one in documents("templates/check.yml"))
    defaults = {
        name: str(mapping(one)["default"])
        for name, one in mapping(mapping(spec["spec"])["inputs"]).items()
    }
    job = mapping(jobs["gpucmp-check"])
    stated = {**defaults, **inputs}
    variables = {
        name: re.sub(r"\$\[\[ inputs\.(\w+) \]\]", lambda found: stated[found[1]], str(value))
        for name, value in mapping(job["variables"]).items()
    }
    script = "\n".join(str(one) for one in rows(job["script"]) if "pip install" not in str(one))
    return bash(folder, script, **variables)


def test_the_template_writes_the_reports_that_it_hands_to_gitlab(folder: Path) -> None:
    done = template(folder, paths="infra")

    assert done.returncode == 0, done.stdout + done.stderr
    issues = json.loads((folder / "gl-code-quality-report.json").read_text())
    assert {one["severity"] for one in issues} == {"minor"}
    assert (folder / "gpucmp-junit.xml").read_text().startswith("<?xml")
    assert "PASSED" in done.stdout


def test_the_template_fails_where_the_gate_does(folder: Path) -> None:
    (folder / "infra" / "train.gpucmp.yaml").write_text(DIFFERS)

    assert template(folder).returncode == 1
    assert template(folder, arguments="--fail-on never").returncode == 0


def test_the_guide_names_every_input() -> None:
    guide = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    (action,) = documents("action.yml")
    spec = mapping(documents("templates/check.yml")[0].data)
    inputs = {
        *mapping(mapping(action.data)["inputs"]), *mapping(mapping(spec["spec"])["inputs"])
    }  # fmt: skip

    assert {one for one in inputs if f"`{one}`" not in guide} == set()


def test_the_files_that_the_guide_shows_can_be_used(folder: Path) -> None:
    guide = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    shown = re.findall(r"```yaml\n(.*?)```", guide, re.DOTALL)
    policy = next(one for one in shown if one.startswith("# .gpucmp.yaml"))
    (folder / ".gpucmp.yaml").write_text(policy.replace("baseline:", "# baseline:"))
    waivers = next(one for one in shown if one.startswith("waivers:"))
    (folder / ".gpucmp-waivers.yaml").write_text(waivers)
    done = bash(folder, "gpucmp check infra --today 2027-01-01")

    assert done.returncode == 0, done.stdout + done.stderr
    assert [read_documents(one.encode(), "docs/ci.md") for one in shown]
