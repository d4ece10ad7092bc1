"""One run of the gate: from the files that were asked for to the result."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from gpucmp import loading
from gpucmp.advice import Knowledge
from gpucmp.errors import InputError, Problem
from gpucmp.gate.changes import Changes, changes_since
from gpucmp.gate.demands import with_totals
from gpucmp.gate.discovery import (
    POLICY_FILES,
    WAIVER_FILES,
    Exclusion,
    Files,
    find_above,
    find_files,
    root_of,
)
from gpucmp.gate.findings import UNREAD, BaselineEntry, Counts, GateResult, PolicyUsed, Waiver
from gpucmp.gate.gatefiles import read_baseline, read_one
from gpucmp.gate.judging import Allowed, Context, judge
from gpucmp.gate.kinds import KINDS
from gpucmp.gate.looking import Looked, Setup
from gpucmp.gate.opening import Opener, path_in
from gpucmp.gate.policy import Policy
from gpucmp.gate.settings import Layer, Settled, path_setting, settle
from gpucmp.gate.working import Unread, look_at
from gpucmp.loading import STDIN


class Request(NamedTuple):
    """What a run is asked for."""

    paths: Sequence[str]
    today: str
    folder: Path
    """The working folder, absolute."""
    use_waivers: bool = True
    changed_only: str = ""
    """The commit that only changes since are checked; empty checks all."""
    force_exclude: bool = False


class Configured(NamedTuple):
    """The settings of a run with what they are checked against."""

    settled: Settled
    knowledge: Knowledge
    file: str
    """The policy file; empty where there is none."""


class Ran(NamedTuple):
    """The result of a run, with what is to be said beside it."""

    result: GateResult
    considered: int
    """Files that were looked at before ``--changed-only`` and exclusion."""
    checked: int
    """Files that were checked."""


def configure(
    folder: Path, above: Sequence[Layer], *, config: str | None = None, isolated: bool = False
) -> Configured:
    """Find the policy file and put the layers *above* it, the strongest last.

    Raises:
        InputError: A setting, or the rule pack, cannot be used.
    """
    file = config or ("" if isolated else find_above(folder, POLICY_FILES))
    layers = [*([policy_layer(file)] if file else []), *above]
    pack = _rules(layers)
    knowledge = loading.knowledge(pack)
    table = knowledge.table
    return Configured(settle(layers, table, known_ids(knowledge)), knowledge, file)


def _rules(layers: Sequence[Layer]) -> str:
    """Find which rule pack the layers ask for, before their other settings are checked."""
    found = [path_setting(layer, "rules") for layer in layers]
    return next((one for one in reversed(found) if one), loading.BUILTIN)


def policy_layer(file: str) -> Layer:
    """Read a policy file.

    Raises:
        InputError: It cannot be read, or is malformed.
    """
    from gpucmp.reading.gatemodels import ConfigModel

    document = read_one(loading.read_file(Path(file)), file, ConfigModel)
    return Layer(document, Path(file).parent)


def known_ids(knowledge: Knowledge) -> tuple[str, ...]:
    """Name everything that a waiver can be of."""
    return (*KINDS, *(rule.id for rule in knowledge.pack.rules))


def run(request: Request, configured: Configured) -> Ran:
    """Check everything that is asked for."""
    policy, knowledge = configured.settled.policy, configured.knowledge
    root = root_of(request.folder)
    opener = Opener(root, knowledge.table, known_ids(knowledge))
    files = find_files(request.paths, Exclusion(root, policy.exclude, request.force_exclude))
    problems = list(files.problems)
    waivers, baseline, beside = _beside(request, policy, opener, problems)
    names = files.names
    if request.changed_only:
        try:
            changes = changes_since(request.changed_only, request.folder)
            names = _changed(files, changes, (*beside, *_read_first(configured)))
        except InputError as error:
            problems.extend(error.problems)
    setup = Setup(knowledge, policy, request.today)
    looked: list[Looked] = []
    for one in look_at(names, setup, opener):
        if isinstance(one, Unread):
            problems.extend(one.problems)
        else:
            looked.append(one)
    allowed = Allowed(
        waivers,
        baseline,
        locked=frozenset((*policy.not_waivable, *_locked(knowledge))),
        whole=not request.changed_only,
    )
    if not request.use_waivers:
        looked = [one._replace(waivers=()) for one in looked]
    looked = with_totals(looked)
    result = judge(looked, problems, allowed, _context(configured, request.today, root))
    return Ran(result, len(files.names) + files.excluded, len(names))


def _context(configured: Configured, today: str, root: Path) -> Context:
    def path_of(name: str) -> str:
        return name if name.startswith(("<", "-")) else path_in(root, name)

    def is_there(path: str) -> bool:
        return (root / path).is_file()

    return Context(configured.settled.policy, configured.file, today, is_there, path_of)


def _locked(knowledge: Knowledge) -> Iterable[str]:
    return (rule.id for rule in knowledge.pack.rules if not rule.waivable)


def _beside(
    request: Request, policy: Policy, opener: Opener, problems: list[Problem]
) -> tuple[tuple[Waiver, ...], tuple[BaselineEntry, ...], tuple[str, ...]]:
    """Read the file of waivers and the baseline, and name both."""
    waivers: tuple[Waiver, ...] = ()
    baseline: tuple[BaselineEntry, ...] = ()
    named: list[str] = []
    try:
        file = policy.waivers or find_above(request.folder, WAIVER_FILES)
        named.append(file)
        waivers = opener.waivers_file(file) if file else ()
    except InputError as error:
        problems.extend(error.problems)
    try:
        named.append(policy.baseline)
        baseline = read_baseline(policy.baseline) if policy.baseline else ()
    except InputError as error:
        problems.extend(error.problems)
    return (waivers if request.use_waivers else ()), baseline, tuple(filter(None, named))


def _read_first(configured: Configured) -> tuple[str, ...]:
    """Name what every proposal is judged by, beside waivers and the baseline."""
    rules = configured.settled.policy.rules
    return tuple(filter(None, (configured.file, rules if rules != loading.BUILTIN else "")))


def _changed(files: Files, changes: Changes, beside: Sequence[str]) -> tuple[str, ...]:
    """Keep what has changed; where that by which all are judged has changed, keep all."""
    differ = (*changes.there, *changes.gone)
    for one in map(_absolute, beside):
        if any(path == one or path.startswith(f"{one}{os.sep}") for path in differ):
            return tuple(name for name in files.names if not _is_gone(name, changes))
    return tuple(name for name in files.names if name == STDIN or _absolute(name) in changes.there)


def _is_gone(name: str, changes: Changes) -> bool:
    return name != STDIN and _absolute(name) in changes.gone


def _absolute(name: str) -> str:
    return os.path.normpath(Path(name).absolute())


def unusable(problems: Sequence[Problem], today: str, file: str = "") -> GateResult:
    """Give the result of a run whose settings cannot be used: nothing was checked."""
    policy = PolicyUsed(Policy().fail_on, file)
    counts = Counts(0, 0, 0, 0, 0, 0, 0)
    ordered = tuple(sorted(set(problems)))
    return GateResult(
        (), (), ordered, policy, None, today, counts, failed=False, exit_code=UNREAD, kinds=KINDS
    )


def shown(result: GateResult, statuses: Sequence[str], severities: Sequence[str]) -> GateResult:
    """Leave findings out of what is shown; counts and the exit code stay."""
    checked = [
        one._replace(
            findings=tuple(
                judged
                for judged in one.findings
                if (not statuses or judged.status in statuses)
                and (not severities or judged.finding.severity in severities)
            )
        )
        for one in result.checked
    ]
    return result._replace(checked=tuple(checked))
