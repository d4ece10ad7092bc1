"""The documents say what the program does."""

import re
from pathlib import Path

import pytest

from gpucmp import cli
from tests import generated

ROOT = Path(__file__).parents[1]
WRITTEN = "\n".join(
    path.read_text(encoding="utf-8")
    for path in [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *sorted((ROOT / "docs").glob("*.md")),
    ]
)


@pytest.mark.parametrize(
    ("path", "text"),
    [pytest.param(*one, id=one[0].name) for one in generated.documents()],
)
def test_a_generated_document_is_current(path: Path, text: str) -> None:
    assert path.read_text(encoding="utf-8") == text, "run: make docs"


def test_every_command_is_documented() -> None:
    commands = [command.name for command in cli.application().registered_commands]

    assert [name for name in commands if f"gpucmp {name}" not in WRITTEN] == []


def test_links_inside_the_project_lead_somewhere() -> None:
    broken = [
        (path.name, target)
        for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "docs" / "cases.md"]
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", path.read_text(encoding="utf-8"))
        if not (path.parent / target).exists()
    ]

    assert broken == []


def test_the_two_set_up_commands_of_the_readme_are_single_lines() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = re.findall(r"^python3 -m venv .*$", readme, re.MULTILINE)

    assert len(lines) == 2
    assert generated.README_EXAMPLE in lines[0]
    assert "pytest" in lines[1]
