"""Measure how long gpucmp takes, as a ratio to importing what it is built on.

Builds the wheel, installs it into a fresh virtual environment, and times whole processes there,
the command and the yardstick in turn, so that a machine whose speed drifts disturbs both alike.
The gate is timed on many proposals that all differ, as a ratio to a run on one of them.
Run: python benchmarks/run.py [--runs N] [--python EXISTING_PYTHON]
"""

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
YARDSTICK = "import typer, rich.console, rich.table, pydantic, yaml"
EXAMPLE = ROOT / "examples" / "research-lab.yaml"
COMMANDS = {
    "--version": ["--version"],
    "advise --format json": ["advise", str(EXAMPLE), "--format", "json"],
    "advise (table)": ["advise", str(EXAMPLE)],
    "advise, 18 examples, jsonl": [
        "advise",
        *map(str, sorted((ROOT / "examples").glob("*.yaml"))),
        "--format",
        "jsonl",
    ],
}

MANY = 1000
"""Proposals of the run that is to take at most 50 times as long as one (issue 4)."""
OPTIONS = ("cloud", "self-hosted", "hybrid")


def main() -> None:
    """Print a table of medians and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--python", help="an environment that holds gpucmp already")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        python = chosen.python or str(_installed(Path(folder)))
        print("| command | median ms | yardstick ms | ratio (median of pairs) |")
        print("|---|---|---|---|")
        for name, arguments in COMMANDS.items():
            command = [str(Path(python).with_name("gpucmp")), *arguments]
            own, other = _in_turn(command, [python, "-c", YARDSTICK], chosen.runs)
            ratio = statistics.median(a / b for a, b in zip(own, other, strict=True))
            print(
                f"| `{name}` | {1000 * statistics.median(own):.0f} "
                f"| {1000 * statistics.median(other):.0f} | {ratio:.2f} |"
            )
        _time_gate(Path(python).with_name("gpucmp"), Path(folder))


def _time_gate(command: Path, folder: Path) -> None:
    """Time the gate on one, on a tenth, and on all of many proposals, and its largest process."""
    names = [str(_proposal(folder / f"p{at:04}.gpucmp.yaml", at)) for at in range(MANY)]
    check = [str(command), "check", "--fail-on", "never", "--today", "2026-12-01"]
    output = ["-f", f"json={folder / 'gate.json'}"]
    one = statistics.median(_seconds([*check, names[0], *output]) for _ in range(5))
    print("\n| proposals | seconds | ratio to one | largest process, MiB |")
    print("|---|---|---|---|")
    for count in (1, MANY // 10, MANY):
        taken = _seconds([*check, *names[:count], *output])
        # On Linux in KiB; it only grows, so the runs come smallest first.
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(f"| {count} | {taken:.2f} | {taken / one:.1f} | {most:.0f} |")


def _proposal(path: Path, at: int) -> Path:
    """Make a proposal of an example, with figures that no other has."""
    examples = sorted((ROOT / "examples").glob("*.yaml"))
    text = examples[at % len(examples)].read_text(encoding="utf-8")
    option = OPTIONS[at % len(OPTIONS)]
    claims = f"claims: {{total: {100_000 + at}}}"
    path.write_text(f"{text}proposal:\n  option: {option}\n  {claims}\n", encoding="utf-8")
    return path


def _installed(folder: Path) -> Path:
    """Install the wheel as a user would."""
    pip = [sys.executable, "-m", "pip", "--quiet"]
    subprocess.run([*pip, "wheel", "--no-deps", "-w", folder, str(ROOT)], check=True)
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / "bin" / "python"
    wheel = next(folder.glob("gpucmp-*.whl"))
    subprocess.run([python, "-m", "pip", "--quiet", "install", wheel], check=True)
    return python


def _in_turn(
    command: list[str], yardstick: list[str], runs: int
) -> tuple[list[float], list[float]]:
    """Time both in turn, after one run each that is not counted."""
    _seconds(command), _seconds(yardstick)
    pairs = [(_seconds(command), _seconds(yardstick)) for _ in range(runs)]
    return [own for own, _ in pairs], [other for _, other in pairs]


def _seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
