"""The budgets of the code, and what has to stand beside each module."""

import ast
import io
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpucmp.formats import Format

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "gpucmp"
TESTS = ROOT / "tests"

LINES_PER_MODULE = 400
LINES_PER_FUNCTION = 40
LINES_PER_COMMAND = 60
NOQA_COMMENTS = 3
HEAVY = ("pydantic", "rich", "yaml")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def python_files() -> list[Path]:
    return [*modules(), *sorted(TESTS.rglob("*.py")), ROOT / "hatch_build.py"]


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text(encoding="utf-8"), filename=str(path)))


def comments(path: Path) -> Iterator[tuple[int, str]]:
    text = io.StringIO(path.read_text(encoding="utf-8"))
    for token in tokenize.generate_tokens(text.readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def place(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def is_command_line(path: Path) -> bool:
    return path.relative_to(SOURCE).parts[0] in {"cli", "cli.py"}


def uses_of(name: str, paths: list[Path]) -> list[str]:
    """Say where *name* is imported, read, or reached through a module."""
    return [
        place(path, node.lineno)
        for path in paths
        for node in nodes(path)
        if (isinstance(node, ast.Name) and node.id == name)
        or (isinstance(node, ast.Attribute) and node.attr == name)
        or (isinstance(node, ast.alias) and node.name == name)
    ]


def homes_of_tests(module: Path) -> tuple[Path, ...]:
    """Name the files that may hold the tests of *module*."""
    folder = TESTS / module.relative_to(SOURCE).parent
    if module.name == "__init__.py":
        return folder / "test_init.py", folder.with_name(f"test_{folder.name}.py")
    return (folder / f"test_{module.stem.strip('_')}.py",)


def test_every_module_with_code_has_its_tests_under_the_same_path() -> None:
    untested = [
        str(module.relative_to(ROOT))
        for module in modules()
        if any(isinstance(node, Function) for node in nodes(module))
        and not any(home.is_file() for home in homes_of_tests(module))
    ]

    assert untested == []


def test_no_module_is_longer_than_its_budget() -> None:
    lengths = {
        str(module.relative_to(ROOT)): len(module.read_text(encoding="utf-8").splitlines())
        for module in modules()
    }

    assert {name: n for name, n in lengths.items() if n > LINES_PER_MODULE} == {}


def test_no_function_is_longer_than_its_budget() -> None:
    lengths = {
        f"{place(module, node.lineno)} {node.name}": (
            (node.end_lineno or node.lineno) - node.lineno + 1,
            LINES_PER_COMMAND if is_command_line(module) else LINES_PER_FUNCTION,
        )
        for module in modules()
        for node in nodes(module)
        if isinstance(node, Function)
    }

    assert {name: n for name, (n, budget) in lengths.items() if n > budget} == {}


@pytest.mark.parametrize("name", ["Any", "cast"])
def test_no_type_is_left_open_or_overruled(name: str) -> None:
    assert uses_of(name, python_files()) == []


def test_no_complaint_about_types_is_silenced() -> None:
    silenced = [
        place(path, line)
        for path in python_files()
        for line, comment in comments(path)
        if "type: ignore" in comment or comment.startswith("# mypy:")
    ]

    assert silenced == []


def test_few_complaints_of_the_linter_are_silenced() -> None:
    silenced = [
        place(module, line)
        for module in modules()
        for line, comment in comments(module)
        if "noqa" in comment
    ]

    assert len(silenced) <= NOQA_COMMENTS, silenced


def test_only_the_command_line_prints() -> None:
    printing = [
        place(module, node.lineno)
        for module in modules()
        if not is_command_line(module)
        for node in nodes(module)
        if isinstance(node, ast.Name) and node.id == "print"
    ]

    assert printing == []


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("import gpucmp", id="import gpucmp"),
        pytest.param(
            "sys.argv = ['gpucmp', '--version']; from gpucmp.cli import main; main()",
            id="gpucmp --version",
        ),
    ],
)
def test_a_start_loads_nothing_heavy(statement: str) -> None:
    script = f"""
import atexit, sys
atexit.register(lambda: sys.stderr.write(f"loaded: {{[m for m in {HEAVY} if m in sys.modules]}}"))
{statement}
"""

    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    assert run.stderr == "loaded: []"


@pytest.mark.parametrize("fmt", Format)
def test_every_format_has_a_golden_document_or_a_test(fmt: Format) -> None:
    golden = list(TESTS.rglob(f"golden/{fmt}/*"))
    tested = [
        path
        for path in TESTS.glob("formats/**/test_*.py")
        if f"Format.{fmt.name}" in (text := path.read_text(encoding="utf-8")) or f'"{fmt}"' in text
    ]

    assert golden or tested
