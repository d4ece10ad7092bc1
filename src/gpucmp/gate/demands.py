"""Hold what infrastructure code asks for against the profile that was approved beside it."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from gpucmp import loading
from gpucmp.errors import InputError, Place, Problem
from gpucmp.gate.cases import Locator
from gpucmp.gate.demandfindings import ABOVE, KINDS, Asked, demand_findings, limit_of
from gpucmp.gate.findings import Finding, Location, NotApplicable, Severity
from gpucmp.gate.looking import Looked, Opened, Setup, case_of
from gpucmp.gate.opening import Opener, path_in
from gpucmp.gate.policy import OFF
from gpucmp.proposals.kubernetes import is_kubernetes, read_kubernetes
from gpucmp.proposals.requests import Demand, Doubt, Request
from gpucmp.proposals.skypilot import is_skypilot, read_skypilot
from gpucmp.proposals.terraform import is_terraform, read_terraform
from gpucmp.proposals.yamlfiles import read_stream
from gpucmp.reading.decoding import MAX_BYTES
from gpucmp.text import Text

PROFILES = ("*.gpucmp.yaml", "*.gpucmp.yml")
MOST_OF_PLAN = 64 * MAX_BYTES
"""Bytes of a Terraform plan that are read."""
NO_LIMIT = Text("the profile states no number of GPUs", "画像未写明 GPU 数量")
HINT = "write the profile that was approved as NAME.gpucmp.yaml in this folder or above"


class Ask(NamedTuple):
    """One request of a file, with its place."""

    gpus: int
    """At the most; where nobody can tell, at the least."""
    name: str
    location: Location


class Part(NamedTuple):
    """What one file adds to all that is asked for under one profile."""

    profile: str
    """Path of the profile."""
    name: str
    limit: float | None
    """The most GPUs that the profile speaks of."""
    severity: Severity
    asks: tuple[Ask, ...]


def is_demand(file: str, data: bytes) -> bool:
    """Tell whether a file asks for GPUs: a plan, a manifest, or a task."""
    return any(one(file, data) for one in (is_terraform, is_kubernetes, is_skypilot))


def look_at_demand(
    file: str, data: bytes, setup: Setup, opener: Opener
) -> Iterator[Looked | InputError]:
    """Read a file that asks for GPUs, and hold it against its profile."""
    try:
        demand, locators = _read(file, data, opener)
        path, opened = _approved(file, opener)
    except InputError as error:
        yield error
        return
    asked = Asked(demand, case_of(opened, setup), partial(_at, locators))
    off = {kind.id for kind in KINDS if setup.policy.severities.get(kind.id) == OFF}
    found = [one for one in demand_findings(asked) if one.kind.id not in off]
    kinds = {one.kind.id for one in found}
    report = asked.case.report
    yield Looked(
        file,
        path_in(opener.root, file),
        0,
        1,
        f"{demand.form}: {report.name}",
        "",
        report.verdict,
        report.scores,
        tuple(found),
        tuple(kind for kind in KINDS if kind.id not in {*kinds, *off, ABOVE.id}),
        (),
        (),
        report.pack,
        None if ABOVE.id in off else _part(path, asked),
    )


def _read(file: str, data: bytes, opener: Opener) -> tuple[Demand, Mapping[int, Locator]]:
    """Read the demand and the places of each document.

    Raises:
        InputError: The file cannot be read.
    """
    if is_terraform(file, data):
        if len(data) > MAX_BYTES and file != loading.STDIN_NAME:
            with Path(file).open("rb") as whole:
                data = whole.read(MOST_OF_PLAN + 1)
        if len(data) > MOST_OF_PLAN:
            message = f"a plan of more than {MOST_OF_PLAN} bytes is not read"
            raise InputError([Problem(Place(file), message)])
        plan = Locator(file, path_in(opener.root, file), {(): Place(file, 1, 1)}, {}, ())
        return read_terraform(file, data, loading.instances()), {0: plan}
    documents = read_stream(data, file)
    locators = {one.index: opener.locator(one, data) for one in documents}
    if is_kubernetes(file, data):
        return read_kubernetes(file, data), locators
    return read_skypilot(file, data, loading.instances()), locators


def _at(locators: Mapping[int, Locator], one: Request | Doubt) -> Location:
    return locators[one.document].at(one.pointer)


def _approved(file: str, opener: Opener) -> tuple[str, Opened]:
    """Find the profile of a file: in its folder, else in the nearest one above it.

    Raises:
        InputError: There is none, or more than one, or it cannot be read.
    """
    start = opener.root if file == loading.STDIN_NAME else Path(file).absolute().parent
    for folder in (start, *start.parents):
        names = sorted(one for pattern in PROFILES for one in folder.glob(pattern))
        found = [one for one in names if not one.name.startswith(".")]
        if len(found) > 1:
            listed = ", ".join(one.name for one in found)
            message = f"which profile it belongs to is not clear: {listed}"
            raise InputError(
                [Problem(Place(file), message, "put it in a folder with one of them")]
            )
        if found:
            return path_in(opener.root, str(found[0])), _opened(found[0], opener)
        if folder == opener.root:
            break
    raise InputError([Problem(Place(file), "no profile to hold it against", HINT)])


def _opened(path: Path, opener: Opener) -> Opened:
    name = path_in(opener.root, str(path))
    documents = list(opener.profiles(name, loading.read_file(path)))
    (first, *more) = documents
    if isinstance(first, InputError):
        raise first
    if more:
        problem = Problem(Place(name), "holds several profiles", "keep the approved one alone")
        raise InputError([problem])
    return first


def with_totals(looked: Iterable[Looked]) -> list[Looked]:
    """Add up what all files ask for under each profile, and say where it is too much."""
    found = list(looked)
    by_profile: dict[str, list[int]] = {}
    for at, one in enumerate(found):
        if one.part is not None:
            by_profile.setdefault(one.part.profile, []).append(at)
    for places in by_profile.values():
        found = _totaled(found, places)
    return found


def _totaled(found: list[Looked], places: list[int]) -> list[Looked]:
    """Put the finding with the file that asks for most; the others pass."""
    parts = {at: part for at in places if (part := found[at].part) is not None}
    asks = [(ask.gpus, -at, ask) for at, part in parts.items() for ask in part.asks]
    total = sum(count for count, *_ in asks)
    for at, part in parts.items():
        one = found[at]
        if part.limit is None and asks:
            skipped = NotApplicable(ABOVE, NO_LIMIT)
            found[at] = one._replace(not_applicable=(*one.not_applicable, skipped))
        elif part.limit is not None and total > part.limit and -at == max(asks)[1]:
            finding = _above(total, len(asks) - 1, max(asks)[2], part)
            found[at] = one._replace(findings=(*one.findings, finding))
        else:
            found[at] = one._replace(passed=(*one.passed, ABOVE))
    return found


def _part(path: str, asked: Asked) -> Part:
    asks = (
        Ask(one.low if one.high is None else one.high, one.name, asked.at(one))
        for one in asked.demand.requests
    )
    case = asked.case
    return Part(path, case.report.name, limit_of(case), case.severity(ABOVE), tuple(asks))


def _above(total: int, others: int, ask: Ask, part: Part) -> Finding:
    """Say that all requests for a profile together, *others* beside this, exceed it."""
    beside = Text(f" with {others} more", f"（连同其他 {others} 处）") if others else Text("", "")
    return Finding(
        ABOVE,
        part.severity,
        Text(
            f"{ask.name}{beside.en} asks for up to {total} GPUs; {part.name} speaks of "
            f"{part.limit:g}.",
            f"{ask.name}{beside.zh}最多申请 {total} 张 GPU；“{part.name}”为 {part.limit:g} 张。",
        ),
        ABOVE.help,
        ask.location,
        str(total),
    )
