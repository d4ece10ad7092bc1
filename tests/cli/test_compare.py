"""``gpucmp compare``."""

import json
from pathlib import Path

import jsonschema
import pytest

from gpucmp.published import Subject, schema_text
from tests.cli.conftest import Run

PROFILE = "name: a profile\ncompliance: {data_must_stay: own-domain}\n"


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "profile.yaml"
    path.write_text(PROFILE)
    return str(path)


def test_it_shows_the_tables_alone_and_marked_for_a_profile(run: Run, file: str) -> None:
    alone, marked = run("compare"), run("compare", file)

    assert (alone.code, marked.code) == (0, 0)
    assert "▸" not in alone.out
    assert "C5-own-domain" in marked.out


def test_json_is_as_its_schema_says(run: Run, file: str) -> None:
    schema = json.loads(schema_text(Subject.COMPARE))
    for arguments in (["compare", "--json"], ["compare", file, "--format", "json"]):
        jsonschema.validate(json.loads(run(*arguments).out), schema)


def test_a_result_can_be_written_to_a_file(run: Run, file: str, tmp_path: Path) -> None:
    to = tmp_path / "out.md"
    ran = run("compare", file, "--format", "markdown", "--output", str(to))

    assert (ran.code, ran.out) == (0, "")
    assert to.read_text(encoding="utf-8").startswith("## a profile\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--format", "csv"], "csv has no form for this (table, json, markdown)"),
        (["--set", "demand.gpus=8"], "changes a profile, and none is given"),
        (["nowhere.yaml"], "nowhere.yaml"),
        (["TWO"], "holds several profiles"),
        (["WRONG"], "unknown key"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    arguments: list[str], words: str, run: Run, tmp_path: Path
) -> None:
    texts = {"TWO": "name: a\n---\nname: b\n", "WRONG": "name: a\nx: 1\n"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    spelled = [str(tmp_path / one) if one in texts else one for one in arguments]
    ran = run("compare", *spelled)

    assert ran.code == 2
    assert words in ran.err
