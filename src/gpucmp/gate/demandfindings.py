"""Whether what infrastructure code asks for agrees with the profile that was approved."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from gpucmp.gate.cases import Case
from gpucmp.gate.findings import Finding, Kind, Location, Severity, Step
from gpucmp.options import Option, Purchase, State, Strength
from gpucmp.proposals.requests import Demand, Doubt, Request
from gpucmp.text import Text
from gpucmp.words import option_text, strength_text

CATEGORY = "demand"
IN_CLOUD = Kind(
    "demand-in-cloud",
    CATEGORY,
    Severity.ERROR,
    Text("Cloud GPUs where the verdict is self-hosted", "结论为自建，却申请云上 GPU"),
    Text(
        "The change asks a cloud for GPUs; the verdict on the approved profile is self-hosted.",
        "该变更向云厂商申请 GPU，而已批准画像的结论是自建。",
    ),
    Text(
        "Run it on own machines, or correct the profile first.", "在自有机器上运行，或先更正画像。"
    ),
)
ABOVE = Kind(
    "demand-above-profile",
    CATEGORY,
    Severity.ERROR,
    Text("More GPUs than the profile says", "GPU 数量超出画像"),
    Text(
        "All that the files ask for together, at the most, is more than the profile's peak.",
        "所有变更文件合计的最大 GPU 数量超过画像的峰值。",
    ),
    Text("Ask for fewer, or correct the profile first.", "减少申请数量，或先更正画像。"),
)
OTHER_GPU = Kind(
    "demand-other-gpu",
    CATEGORY,
    Severity.WARNING,
    Text("Another GPU than the profile's", "GPU 型号与画像不同"),
    Text(
        "The change asks for another model than the profile, so that its costs are others.",
        "该变更申请的型号与画像不同，费用也随之不同。",
    ),
    Text("Ask for the profile's GPU, or correct the profile.", "改用画像中的型号，或更正画像。"),
)
SPOT = Kind(
    "demand-spot",
    CATEGORY,
    Severity.ERROR,
    Text("Spot where it may not be", "不允许使用竞价实例"),
    Text(
        "The change asks for GPUs that may be taken back, and work of the profile cannot wait.",
        "该变更申请可被收回的 GPU，而画像中的任务不可中断。",
    ),
    Text("Ask for GPUs that stay.", "改用不会被中断的 GPU。"),
)
UNKNOWN = Kind(
    "demand-unknown",
    CATEGORY,
    Severity.WARNING,
    Text("A demand that cannot be known", "无法得知的需求"),
    Text(
        "Something in the file decides how many GPUs it takes, and cannot be told from it.",
        "文件中有内容决定 GPU 数量，但无法从文件中得知。",
    ),
    Text("State the number, the type, or the model.", "写明数量、机型或型号。"),
)
KINDS = (IN_CLOUD, ABOVE, OTHER_GPU, SPOT, UNKNOWN)
STRENGTHS = {
    Strength.CLEAR: Severity.ERROR,
    Strength.LEAN: Severity.WARNING,
    Strength.CLOSE: Severity.NOTE,
}
PEAKS = ("demand.peak_gpus", "demand.gpus")


class Asked(NamedTuple):
    """What a file asks for, with the profile that it is held against."""

    demand: Demand
    case: Case
    """Of the profile."""
    at: Callable[[Request | Doubt], Location]


def demand_findings(asked: Asked) -> Iterator[Finding]:
    """Give what one file alone does wrong; the sum of all is for ``above``."""
    for request in asked.demand.requests:
        yield from _in_cloud(request, asked)
        yield from _other_gpu(request, asked)
        yield from _spot(request, asked)
    for doubt in asked.demand.doubts:
        said = Text(f"{doubt.name}: {doubt.text.en}.", f"{doubt.name}：{doubt.text.zh}。")
        severity = asked.case.severity(UNKNOWN)
        at = asked.at(doubt)
        yield Finding(UNKNOWN, severity, said, UNKNOWN.help, at, f"{doubt.name} {doubt.text.en}")


def _in_cloud(request: Request, asked: Asked) -> Iterator[Finding]:
    verdict = asked.case.report.verdict
    if not request.rented or verdict.option != Option.SELF_HOSTED or verdict.strength is None:
        return
    name, strength = option_text(verdict.option), strength_text(verdict.strength)
    count, profile = shown(request.low, request.high), asked.case.report.name
    step = Text(f"{request.name}: {count} GPUs", f"{request.name}：{count} 张 GPU")
    yield Finding(
        IN_CLOUD,
        asked.case.severity(IN_CLOUD, STRENGTHS[verdict.strength]),
        Text(
            f"{request.name} asks a cloud for {count} GPUs; the verdict on {profile} is "
            f"{name.en} ({strength.en}).",
            f"{request.name} 向云厂商申请 {count} 张 GPU；“{profile}”的结论是"
            f"{name.zh}（{strength.zh}）。",
        ),
        IN_CLOUD.help,
        asked.at(request),
        request.name,
        trace=(Step(step, asked.at(request)),),
    )


def _other_gpu(request: Request, asked: Asked) -> Iterator[Finding]:
    stated = asked.case.facts.get("hardware.gpu")
    if not isinstance(stated, str) or not request.gpu:
        return
    catalog = asked.case.knowledge.catalog
    ours = {one.name for one in [catalog.find(stated)] if one} or {*catalog.suggest(stated)}
    theirs = {one.name for one in [catalog.find(request.gpu)] if one} or {
        *catalog.suggest(request.gpu)
    }
    if ours & theirs:
        return
    yield Finding(
        OTHER_GPU,
        asked.case.severity(OTHER_GPU),
        Text(
            f"{request.name} asks for {request.gpu}, the profile for {stated}.",
            f"{request.name} 申请 {request.gpu}，而画像为 {stated}。",
        ),
        OTHER_GPU.help,
        asked.at(request),
        f"{request.name} {request.gpu}",
    )


def _spot(request: Request, asked: Asked) -> Iterator[Finding]:
    against = next(_against_spot(asked.case), None) if request.spot else None
    if against is None:
        return
    rule, reason = against
    yield Finding(
        SPOT,
        asked.case.severity(SPOT),
        Text(
            f"{request.name} asks for spot: {reason.en}.",
            f"{request.name} 申请竞价实例：{reason.zh}。",
        ),
        SPOT.help,
        asked.at(request),
        request.name,
        rule,
    )


def _against_spot(case: Case) -> Iterator[tuple[str, Text]]:
    """Say what speaks against spot: a constraint, a preference, or work that cannot wait."""
    for one in case.report.ruled_out:
        if one.purchase is Purchase.SPOT and one.certain:
            words = f"{one.rule} rules it out, {one.title.en}"
            yield one.rule, Text(words, f"{one.rule} 已将其排除，{one.title.zh}")
    likings = {rule.id: rule.purchases for rule in case.knowledge.pack.rules}
    for rule in case.report.rules:
        liking = likings[rule.id].get(Option.CLOUD, {}).get(Purchase.SPOT, 0.0)
        if rule.state is State.FIRES and liking < 0:
            words = f"{rule.id} speaks against it, {rule.title.en}"
            yield rule.id, Text(words, f"{rule.id} 反对，{rule.title.zh}")
    waits = case.number("demand.deferrable_percent")
    if waits is not None and waits < ALL_OF_IT:
        words = f"{ALL_OF_IT - waits:g} % of the work cannot be interrupted"
        yield "", Text(words, f"{ALL_OF_IT - waits:g} % 的任务不可中断")


ALL_OF_IT = 100.0
"""The share of the work, in percent, that may all be interrupted."""


def limit_of(case: Case) -> float | None:
    """Give the most GPUs that a profile speaks of; None where it states none."""
    known = [number for path in PEAKS if (number := case.number(path)) is not None]
    return max(known, default=None)


def shown(low: int, high: int | None) -> str:
    """Write a range of numbers."""
    if high is None:
        return f"{low} or more" if low else "an unknown number of"
    return f"{low}" if low == high else f"{low}–{high}"
