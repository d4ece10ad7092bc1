"""The reports that the formats are compared on, and where their golden documents are."""

from functools import cache
from pathlib import Path

from gpucmp import loading
from gpucmp.advice import Knowledge, advise
from gpucmp.errors import Place
from gpucmp.facts import Facts
from gpucmp.formats import Format, Style, render
from gpucmp.packdata import pack_from
from gpucmp.packs.packfile import PackSource, PackText, fact_table, read_pack
from gpucmp.profile import Profile
from gpucmp.report import Report
from gpucmp.text import Lang

FOLDER = Path(__file__).parent
GOLDEN = FOLDER / "golden"
EXTENSIONS = {
    Format.TABLE: "txt",
    Format.JSON: "json",
    Format.JSONL: "jsonl",
    Format.CSV: "csv",
    Format.MARKDOWN: "md",
}
PACK = "pack.yaml"
DIGEST = "sha256:" + "0123456789abcdef" * 4
"""In place of the real one, which changes with how the loader writes a pack down."""
SEVERAL = "several"
"""The case of all profiles in one document."""

CLEAR: Facts = {
    "workload.pattern": "steady",
    "demand.utilization_percent": 85,
    "demand.utilization_kind": "allocated",
    "demand.evidence": "measured",
    "team.keeps_driver_stack": True,
}
NONE: Facts = {
    "demand.needed_in_weeks": 8,
    "hardware.lead_time_weeks": 40,
    "compliance.data_must_stay": "own-domain",
    "compliance.sensitive_separable": False,
}
HYBRID: Facts = {
    "workload.pattern": "bursty",
    "demand.gpus": 64,
    "demand.peak_to_mean": 3,
    "demand.utilization_percent": 50,
    "demand.evidence": "planned",
    "hardware.existing_gpus": 32,
}
MARKUP: Facts = {
    "demand.utilization_percent": 20,
    "demand.utilization_kind": "busy",
    "hardware.gpu": "H100|<i>*SXM*</i>",
    "compliance.data_must_stay": "own-domain",
    "compliance.private_deployment": True,
    "compliance.sensitive_separable": False,
    "team.keeps_driver_stack": False,
}
PROFILES = {
    "clear": Profile("training cluster", CLEAR, file="clear.yaml"),
    "undecided": Profile("only a name", {}, file="undecided.yaml"),
    "none": Profile("nothing fits", NONE, file="none.yaml"),
    "hybrid": Profile("mixed work", HYBRID, file="hybrid.yaml"),
    "markup": Profile("=渲染 [bold]农场|<b>#1</b>\n@某人 `x` $1", MARKUP, file="-markup.yaml"),
}
CASES = {
    Format.TABLE: (
        *PROFILES,
        SEVERAL,
        "hybrid-80",
        "hybrid-40",
        "none-40",
        "markup-80",
        "markup-40",
        "several-80",
        "several-40",
    ),
    Format.JSON: tuple(PROFILES),
    Format.JSONL: ("hybrid",),
    Format.CSV: ("markup", SEVERAL),
    Format.MARKDOWN: (*PROFILES, SEVERAL),
}


def no_pack_below(name: str, place: Place) -> PackSource:
    raise AssertionError(f"{place}: {name}")


@cache
def small_knowledge() -> Knowledge:
    """Give the rules of ``pack.yaml``, with places and a digest that are the same everywhere."""
    text = PackText(PACK, {PACK: (FOLDER / PACK).read_bytes()})
    table = fact_table()
    pack = pack_from(read_pack(text, table, no_pack_below).data)
    return Knowledge(pack._replace(digest=DIGEST), table, loading.knowledge().catalog)


@cache
def reports_of(case: str) -> tuple[Report, ...]:
    name = case.partition("-")[0]
    names = PROFILES if name == SEVERAL else (name,)
    return tuple(advise(PROFILES[name], small_knowledge()) for name in names)


def written(fmt: Format, case: str) -> bytes:
    """Write a case in the language and, if it names one, the width that it is compared in."""
    name, _, width = case.partition("-")
    style = Style(Lang.ZH if name == "markup" else Lang.EN, int(width or 100))
    return render(reports_of(case), fmt, style).encode()


def golden(fmt: Format, case: str) -> Path:
    return GOLDEN / fmt / f"{case}.{EXTENSIONS[fmt]}"
