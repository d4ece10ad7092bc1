"""What the YAML parser's errors mean, and how to mend the traps that people fall into."""

import re
from typing import NamedTuple

CURSOR = "\0"


class Trap(NamedTuple):
    """A known mistake: the error it causes, the line it stands on, and what to say."""

    error: str
    line: str
    message: str
    hint: str
    at_opening: bool = False


_SIGN = "quote it, for example "
_TRAPS = (
    Trap(
        r"",
        r"\0\t|^[ \0]*\t|-\0?\t",
        "a tab stands where YAML allows only spaces",
        "replace the tab by spaces",
    ),
    Trap(
        r"incompatible YAML|directive",
        r"",
        "`%` starts a YAML directive that is not understood",
        "remove the line: YAML 1.2 needs none",
    ),
    Trap(
        r"document start",
        r"",
        "a document starts here without `---`",
        "put a line `---` before it, or check the indentation",
    ),
    Trap(
        r"block scalar: .*(comment or line break|indicators)",
        r"",
        "`>` and `|` start a block of text, so nothing else may stand on their line",
        _SIGN + '`">="`',
        at_opening=True,
    ),
    Trap(
        r"scanning an (alias|anchor)",
        r"",
        "`*` and `&` start a YAML alias or anchor, and its name is missing",
        _SIGN + '`"*"`',
        at_opening=True,
    ),
    Trap(
        r"expected key|block end",
        r"[:-]\s+[*&][^\s,\[\]{}]+\s.*\0",
        "`*` and `&` start a YAML alias or anchor, and text follows its name",
        _SIGN + '`"*any text"`',
    ),
    Trap(
        r"quoted scalar: found unexpected (end of stream|document)",
        r"",
        "the quote that opens here is never closed",
        "close it; inside single quotes an apostrophe is written ''",
        at_opening=True,
    ),
    Trap(
        r"",
        r"(^|[:\-,\[{])\s*\0?[\u2018-\u201f\u00ab]",
        "curly quotes do not quote in YAML",
        "write straight quotes: \" or '",
    ),
    Trap(
        r"expected key|block end",
        r"['\"]\s*\0[^\]}]",
        "text goes on after the closing quote",
        "inside single quotes an apostrophe is written ''; or use double quotes",
    ),
    Trap(
        r"',' or '\]'",
        r"\0$",
        "the `[` that opens here is never closed",
        "close it with `]`",
        at_opening=True,
    ),
    Trap(
        r"',' or '\}'",
        r"\0$",
        "the `{` that opens here is never closed",
        "close it with `}`",
        at_opening=True,
    ),
    Trap(
        r"',' or '\]'",
        r"",
        "expected `,` or `]` in the list that starts on line {opening}",
        "separate the items with `,` and close the list with `]`",
    ),
    Trap(
        r"',' or '\}'",
        r"",
        "expected `,` or `}` in the mapping that starts on line {opening}",
        "separate the entries with `,` and close the mapping with `}`",
    ),
    Trap(
        r"cannot start any token",
        r"",
        "text cannot start with {character} here",
        _SIGN + '`"{token}"`',
    ),
    Trap(
        r"mapping values are not allowed",
        r"",
        "`:` is not expected here",
        "check the indentation, or quote text that contains `: `",
    ),
    Trap(
        r"unknown escape|escape code|escape sequence",
        r"",
        "the backslash escape is not known in double quotes",
        "use single quotes, or write `\\\\` for a backslash",
    ),
    Trap(
        r"sequence entries are not allowed",
        r"",
        "`- ` is not expected here",
        "start the list on the next line, or quote the text",
    ),
    Trap(
        r"'-' indicator|block collection",
        r"",
        "expected `- ` and the next item of the list that starts on line {opening}",
        "check the indentation",
    ),
    Trap(
        r"tag handle|(scanning|parsing) a tag",
        r"",
        "`!` starts a YAML tag that is not known",
        "quote text that starts with `!`",
    ),
    Trap(
        r"could not find expected ':'",
        r"",
        "expected `:` after this key",
        "write `key: value`, or indent text that continues the line before",
        at_opening=True,
    ),
    Trap(
        r"node content",
        r"^\0$",
        "the text ends inside a bracket or brace that is never closed",
        "close it with `]` or `}`",
    ),
    Trap(
        r"node content",
        r"",
        "expected a value before `{character}`",
        "quote text that starts with `{character}`",
    ),
    Trap(
        r"nesting depth",
        r"",
        "nested too deep to be read",
        "close brackets before more are opened",
    ),
    Trap(
        r"expected key|block end",
        r"",
        "this does not fit the mapping that starts on line {opening}",
        "check the indentation, and that brackets and quotes are in pairs",
    ),
)


def explain(error: str, line: str, opening: int) -> Trap:
    """Find what an error means from its text and its line, in which NUL marks where it is.

    ``opening`` is the number of the line on which the enclosing construct starts.
    """
    found = (t for t in _TRAPS if re.search(t.error, error) and re.search(t.line, line))
    trap = next(found, Trap("", "", error, ""))
    rest = line[line.find(CURSOR) + 1 :]
    names = {
        "{opening}": str(opening),
        "{character}": rest[:1],
        "{token}": re.split(r"[\s,\]}]", rest)[0],
    }
    message, hint = trap.message, trap.hint
    for name, value in names.items():
        message, hint = message.replace(name, value), hint.replace(name, value)
    return trap._replace(message=message, hint=hint)
