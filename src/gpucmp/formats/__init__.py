"""A report as text: every format is a function from reports to a string."""

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, assert_never

from gpucmp.text import Lang

if TYPE_CHECKING:
    from gpucmp.report import Report


class Format(StrEnum):
    """The formats that a verdict can be printed in."""

    TABLE = "table"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"
    MARKDOWN = "markdown"


class Style(NamedTuple):
    """How text for people looks: language, width in columns, color, and box characters."""

    lang: Lang = Lang.EN
    width: int = 100
    color: bool = False
    unicode: bool = True


def render(reports: "Sequence[Report]", fmt: Format, style: Style) -> str:
    """Write *reports* in the format *fmt*."""
    match fmt:
        case Format.TABLE if len(reports) == 1:
            from gpucmp.formats import table

            return table.render(reports[0], style)
        case Format.TABLE:
            from gpucmp.formats import summary

            return summary.render(reports, style)
        case Format.JSON:
            from gpucmp.formats import data

            return data.render_json(reports, style.lang)
        case Format.JSONL:
            from gpucmp.formats import data

            return data.render_jsonl(reports, style.lang)
        case Format.CSV:
            from gpucmp.formats import data

            return data.render_csv(reports, style.lang)
        case Format.MARKDOWN:
            from gpucmp.formats import markdown

            return markdown.render(reports, style)
        case _:
            assert_never(fmt)
