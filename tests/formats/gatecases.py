"""Runs of the gate over the examples, and where their golden documents are."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from gpucmp.formats import Style
from gpucmp.formats.check import CheckFormat, render_check
from gpucmp.gate.findings import GateResult
from gpucmp.gate.running import Request, configure, run
from gpucmp.gate.settings import words_layer
from gpucmp.text import Lang
from tests.formats.reports import DIGEST

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parent / "golden"
PROPOSALS = "examples/proposals"
WAIVERS = f"{PROPOSALS}/.gpucmp-waivers.yaml"
TODAY = "2026-12-01"
PATHS = {
    "proposals": (PROPOSALS,),
    "passed": (f"{PROPOSALS}/research-cluster.gpucmp.yaml",),
    "unread": (
        f"{PROPOSALS}/research-cluster.gpucmp.yaml",
        "tests/broken/profiles/duplicate-key.yaml",
        "tests/broken/profiles/a-word-of-yaml-1-1.yaml",
    ),
}
EXTENSIONS = {
    CheckFormat.TEXT: "txt",
    CheckFormat.JSON: "json",
    CheckFormat.SARIF: "sarif",
    CheckFormat.JUNIT: "xml",
    CheckFormat.GITHUB: "txt",
    CheckFormat.GITLAB: "json",
    CheckFormat.MARKDOWN: "md",
}
STYLES = {
    "": Style(Lang.EN, 80),
    "-zh": Style(Lang.ZH, 80),
    "-40": Style(Lang.EN, 40),
}
LONG = (CheckFormat.JSON, CheckFormat.JUNIT, CheckFormat.SARIF)
"""Formats that tell of every kind, also of those that were not found."""
CHECK_CASES = [
    *((fmt, "proposals") for fmt in CheckFormat),
    *((fmt, case) for fmt in CheckFormat if fmt not in LONG for case in ("passed", "unread")),
    *((CheckFormat.TEXT, f"proposals{ending}") for ending in STYLES if ending),
    (CheckFormat.MARKDOWN, "proposals-zh"),
]


@contextmanager
def in_root() -> Iterator[None]:
    """Work in the root of the project, which the paths in a result are relative to."""
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        yield
    finally:
        os.chdir(before)


@cache
def gate_result(case: str) -> GateResult:
    """Run the gate on a day that stays the same, with a digest that stays the same."""
    with in_root():
        flags = words_layer({"waivers": WAIVERS}, {"waivers": "--waivers"}, Path())
        configured = configure(ROOT, [flags], isolated=True)
        result = run(Request(PATHS[case], TODAY, ROOT), configured).result
    assert result.pack is not None
    return result._replace(pack=result.pack._replace(digest=DIGEST))


def check_written(fmt: CheckFormat, case: str) -> bytes:
    name, _, ending = case.partition("-")
    style = STYLES[f"-{ending}" if ending else ""]
    return render_check(gate_result(name), fmt, style).encode()


def check_golden(fmt: CheckFormat, case: str) -> Path:
    return GOLDEN / f"check-{fmt}" / f"{case}.{EXTENSIONS[fmt]}"
