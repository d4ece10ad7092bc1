"""Patterns of files, as in ``proposals/**/*.gpucmp.yaml``."""

import re
from functools import lru_cache


def matches(pattern: str, path: str) -> bool:
    """Tell whether *path* is one of *pattern*: ``*`` stops at a slash, ``**`` does not.

    A pattern without wildcards is that file, or everything in that folder.
    """
    return _compiled(pattern).fullmatch(path) is not None


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", pattern.removeprefix("./").rstrip("/"))
    words = "".join(_WILD.get(part, re.escape(part)) for part in parts)
    return re.compile(words if has_wildcard(pattern) else f"{words}(?:/.*)?")


_WILD = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def has_wildcard(pattern: str) -> bool:
    """Tell whether a pattern can be more than one path."""
    return any(sign in pattern for sign in "*?")
