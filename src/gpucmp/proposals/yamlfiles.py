"""YAML files of other programs: streams of documents, some of them empty."""

import re

from gpucmp.errors import InputError, Place, Problem
from gpucmp.reading.documents import Document, decode, read_documents

TEMPLATE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}")
SEPARATOR = re.compile(r"---(\s|$)")


def read_stream(data: bytes, file: str) -> tuple[Document, ...]:
    """Read every document that holds something.

    Raises:
        InputError: It is a template, or no YAML.
    """
    text = decode(data, file)
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        found = TEMPLATE.search(line)
        if found and not line.lstrip().startswith("#"):
            place = Place(file, number, found.start() + 1)
            message = "a template, whose values are not known"
            raise InputError([Problem(place, message, "helm template CHART > manifest.yaml")])
    return read_documents("\n".join(_without_empty(lines)).encode(), file)


def _without_empty(lines: list[str]) -> list[str]:
    """Blank the separators before which nothing stands, and those that nothing follows."""
    kept = list(lines)
    separators = [at for at, line in enumerate(lines) if SEPARATOR.match(line)]
    for at, end in zip([-1, *separators], [*separators, len(lines)], strict=True):
        body = lines[max(at, 0) : end]
        if at >= 0:
            body = [lines[at][3:], *body[1:]]
        if any(one.strip() and not one.lstrip().startswith("#") for one in body):
            continue
        if at >= 0:
            kept[at] = ""
        elif end < len(lines):
            kept[end] = kept[end].replace("---", "", 1)
    return kept
