"""The generated documents; ``python -m tests.generated`` writes them."""

import re
from collections.abc import Iterator
from pathlib import Path

from gpucmp import loading
from gpucmp.advice import advise
from gpucmp.costadvice import cost
from gpucmp.formats import Format, Style, costtable, render
from gpucmp.gate.kinds import KINDS
from gpucmp.packs.packdocs import document
from gpucmp.profile import Profile
from gpucmp.published import Subject, schema_text

ROOT = Path(__file__).parents[1]
README_EXAMPLE = "examples/growing-company-mixed-work.yaml"
COST_EXAMPLE = "examples/long-stable-training.yaml"
COST_SECTIONS = ("What each way costs", "Which way is cheapest at which load", "Best split")
"""The parts of the output on costs that the README shows."""
OUTPUT = re.compile(r"(<!-- (\w+)-output -->\n```text\n).*?(```\n)", re.DOTALL)


def documents() -> Iterator[tuple[Path, str]]:
    """Give every generated document with the text that it should hold."""
    source = loading.pack_source()
    rules = document(loading.pack_of(source), source, loading.table())
    yield ROOT / "docs" / "rules.md", rules
    for subject in Subject:
        yield ROOT / "docs" / "schema" / f"{subject}.json", schema_text(subject)
    yield ROOT / "docs" / "findings.md", "\n".join(findings_document()) + "\n"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    yield ROOT / "README.md", OUTPUT.sub(_filled, readme)


FINDINGS = """\
# What the gate finds

Every kind of finding of `gpucmp check`, by what it is about. The severity holds where the policy
says nothing else (`severities` in `.gpucmp.yaml`, or `--severity`); some are milder where prices
are assumed. A waiver names the id of a kind, or that of the rule behind it.\
"""


def findings_document() -> Iterator[str]:
    """Describe every kind of finding."""
    yield FINDINGS
    for category in dict.fromkeys(kind.category for kind in KINDS.values()):
        yield f"\n## {category.capitalize()}\n"
        yield "| id | severity | when | what to do |"
        yield "|---|---|---|---|"
        for kind in KINDS.values():
            if kind.category == category:
                locked = "" if kind.waivable else ", not waivable"
                when, mend = (
                    text.en.replace("|", "\\|") for text in (kind.description, kind.help)
                )
                yield f"| `{kind.id}` | {kind.severity}{locked} | {when} | {mend} |"


def _filled(block: re.Match[str]) -> str:
    text = {"example": example_output, "cost": cost_output}[block[2]]()
    return block[1] + text + block[3]


def example_output() -> str:
    """Print the README's example as its command does."""
    knowledge = loading.knowledge()
    found = list(loading.read_profiles([str(ROOT / README_EXAMPLE)], knowledge))
    reports = [advise(one, knowledge) for one in found if isinstance(one, Profile)]
    return render(reports, Format.TABLE, Style())


def cost_output() -> str:
    """Print parts of what the README's command on costs prints."""
    knowledge = loading.knowledge()
    found = list(loading.read_profiles([str(ROOT / COST_EXAMPLE)], knowledge))
    results = [cost(one, knowledge) for one in found if isinstance(one, Profile)]
    head, *sections = costtable.render(results[0], Style()).split("\n\n")
    shown = [one for one in sections if one.startswith(COST_SECTIONS)]
    return "\n\n".join([head, *shown]) + "\n"


if __name__ == "__main__":
    for path, text in documents():
        path.write_text(text, encoding="utf-8")
