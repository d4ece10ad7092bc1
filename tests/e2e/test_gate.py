"""The gate itself, as a job in a pipeline runs it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.environment import environment
from tests.gate.proposals import RENTED

COMMAND = (sys.executable, "-m", "gpucmp", "check")
SECONDS = 60


@pytest.fixture
def proposal(tmp_path: Path) -> Path:
    path = tmp_path / "a.gpucmp.yaml"
    path.write_text(RENTED, encoding="utf-8")
    return path


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
@pytest.mark.parametrize("fmt", ["text", "json", "sarif"])
def test_a_reader_that_leaves_does_not_change_the_verdict(proposal: Path, fmt: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(
        [*COMMAND, str(proposal), "-f", fmt, "--today", "2026-12-01"],
        stdout=writing,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        check=False,
        timeout=SECONDS,
        env=environment(),
    )
    os.close(writing)

    assert (ran.returncode, ran.stderr) == (1, b"")


def test_the_file_name_need_not_be_text(proposal: Path) -> None:
    strange = os.fsencode(proposal.parent) + b"/\xff.gpucmp.yaml"
    try:
        os.rename(proposal, strange)  # noqa: PTH104
    except OSError:
        pytest.skip("this file system has no such names")
    ran = subprocess.run(
        [*COMMAND, str(proposal.parent), "-f", "json", "--today", "2026-12-01"],
        capture_output=True,
        check=False,
        timeout=SECONDS,
        env=environment(),
    )

    assert ran.returncode == 1
    assert rb"\\xff.gpucmp.yaml" in ran.stdout
