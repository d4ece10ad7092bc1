"""Reports for programs: JSON, JSON lines, and CSV."""

from collections.abc import Iterable, Sequence

from gpucmp.options import Option
from gpucmp.plaindata import Cell, Plain, csv_text, json_text, plain
from gpucmp.report import SCHEMA, Report
from gpucmp.text import Lang

LIST_SEPARATOR = "; "


def render_json(reports: Sequence[Report], lang: Lang) -> str:
    """Write one report as it is, or several under ``reports``, as indented JSON."""
    if len(reports) == 1:
        return f"{json_text(plain(reports[0], lang), indent=2)}\n"
    several: Plain = {"schema": SCHEMA, "reports": plain(reports, lang)}
    return f"{json_text(several, indent=2)}\n"


def render_jsonl(reports: Sequence[Report], lang: Lang) -> str:
    """Write one compact JSON object a line, one line a report."""
    return "".join(f"{json_text(plain(report, lang))}\n" for report in reports)


def render_csv(reports: Sequence[Report], lang: Lang) -> str:
    """Write one row a report below a header, as RFC 4180 says."""
    return csv_text(COLUMNS, (_row(report, lang) for report in reports))


COLUMNS = (
    "name",
    "file",
    "option",
    "purchase",
    "purchase_owned",
    "purchase_rented",
    "strength",
    "margin",
    "score_self_hosted",
    "score_cloud",
    "score_hybrid",
    "ruled_out",
    "rules",
    "first_question",
)


def _row(report: Report, lang: Lang) -> Iterable[Cell]:
    verdict, bought = report.verdict, report.verdict.purchases
    removed = [one for one in report.ruled_out if one.certain]
    rules = (*(one.rule for one in removed), *_counted(report))
    yield from (report.name, report.file, verdict.option)
    yield from (verdict.purchase, bought.owned, bought.rented)
    yield from (verdict.strength, verdict.margin)
    yield from (report.scores[option] for option in Option)
    yield LIST_SEPARATOR.join(dict.fromkeys(one.option or one.purchase or "" for one in removed))
    yield LIST_SEPARATOR.join(dict.fromkeys(rules))
    yield report.questions[0].text.in_(lang) if report.questions else None


def _counted(report: Report) -> list[str]:
    """Name the criteria that gave points, those that tell the options apart most first."""
    spreads: dict[str, float] = {}
    for rule in report.rules:
        if any(rule.points.values()):
            points = [rule.points.get(option, 0.0) for option in Option]
            spreads[rule.id] = rule.weight * (max(points) - min(points))
    return sorted(spreads, key=lambda name: (-spreads[name], name))
