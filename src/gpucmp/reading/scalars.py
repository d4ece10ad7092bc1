"""What a plain word means in the YAML 1.2 core schema, and what to write instead of it."""

import math
import re
from collections.abc import Mapping
from typing import TypeAlias

Scalar: TypeAlias = bool | int | float | str | None

MAX_DIGITS = 100
_CLIP = 60

# The tag resolution of the core schema: YAML 1.2.2, section 10.3.2.
_WORDS: Mapping[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NON_FINITE = r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
_BASES = {"0o": 8, "0x": 16}

_MEANT = {
    **dict.fromkeys(("yes", "y", "on", "true"), "true"),
    **dict.fromkeys(("no", "n", "off", "false"), "false"),
    **dict.fromkeys(("null", "none", "nil", "n/a", "~"), "null"),
}
_NUMBER = r"([-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)"
_GROUPED = r"[-+]?(?:[0-9][0-9_]*_[0-9_]*|[0-9]{1,3}(?:[ ,'\xa0\u202f][0-9]{3})+)(?:\.[0-9]+)?"
_REWRITES = (
    (r"([-+]?[0-9]+),([0-9]+)", r"write `\1.\2`"),
    (_NUMBER + r"\s*%", r"write `\1`"),
    (r"([-+]?[0-9]+(?:\.[0-9]*)?)[eE][-+]?", r"give the exponent, for example `\g<1>e3`"),
    (r"([0-9]+(?::[0-9]+)+(?:\.[0-9]*)?)", r"YAML 1.2 reads `\1` as text: write one number"),
    (r"[$€£]\s*" + _NUMBER, r"write `\1`"),
    (_NUMBER + r"\s*[$€£]", r"write `\1`"),
    (r"[<>=~≈≤≥]+\s*" + _NUMBER, r"write `\1`"),
    (r"[\u2212\u2013]\s*([0-9.]+)", r"write `-\1`"),
    (_NUMBER + r"\s*([A-Za-z][A-Za-z/]*)", r"write a plain number, without `\2`"),
    (r"[-+]?\.?(?i:nan|inf|infinity)", "write a finite number"),
)
# Greek, Cyrillic, full-width and combining characters, dashes and quotes pass for ASCII.
_LOOK_ALIKE = (
    r"[\u0300-\u036f\u0370-\u052f\u2010-\u201f\u2032-\u2037\u2212\u3164\uff01-\uff5e\xb4\xa8]"
)


class RefusedScalarError(Exception):
    """A scalar cannot be read, with a hint how to mend it."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.message, self.hint = message, hint
        super().__init__(message)


def resolve_plain(text: str) -> Scalar:
    """Read a plain scalar by the core schema.

    Raises:
        RefusedScalarError: The number is not finite or has too many digits.
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "+-.0123456789":
        return text
    if _INTEGER.fullmatch(text):
        if len(text) > MAX_DIGITS:
            message = f"a number of {len(text)} digits is too long: at most {MAX_DIGITS} are read"
            raise RefusedScalarError(message)
        base = _BASES.get(text[:2])
        return int(text[2:], base) if base else int(text)
    if _FLOAT.fullmatch(text):
        number = float(text)
        if math.isfinite(number):
            return number
    elif not re.fullmatch(_NON_FINITE, text):
        return text
    raise RefusedScalarError(f"`{clip(text)}` is not a finite number")


def resolve_tagged(kind: str, text: str) -> Scalar:
    """Read a scalar that is tagged with a type of the core schema: str, int, float, bool, null.

    Raises:
        RefusedScalarError: The scalar is not of that type.
    """
    if kind == "str":
        return text
    value = resolve_plain(text)
    if kind == "float" and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    types = {"int": int, "float": float, "bool": bool, "null": type(None)}
    if type(value) is types.get(kind):
        return value
    hint = hint_for_text(text) if isinstance(value, str) else "remove the tag"
    raise RefusedScalarError(f"`{clip(text)}` does not fit its tag !!{kind}", hint)


def kind_of(value: object) -> str:
    """Name what a value is, with its article."""
    if isinstance(value, str):
        return f"the text `{clip(value)}`"
    if value is None:
        return "null"
    kinds = ((bool, "a boolean"), (int, "a number"), (float, "a number"), (list, "a list"))
    return next((name for kind, name in kinds if isinstance(value, kind)), "a mapping")


def clip(text: str) -> str:
    """Shorten a text to what fits a one-line message."""
    short = text if len(text) <= _CLIP else text[:_CLIP] + "…"
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in short)


def show(key: str) -> str:
    """Quote a key and name its characters that are invisible or pass for others."""
    short = key if len(key) <= _CLIP else key[:_CLIP] + "…"
    parts: list[str] = []
    visible = ""
    for character in short:
        if character.isprintable() and not re.match(_LOOK_ALIKE, character):
            visible += character
            continue
        parts += [f'"{visible}"'] if visible else []
        parts.append(f"U+{ord(character):04X}")
        visible = ""
    if visible or not parts:
        parts.append(f'"{visible}"')
    return " followed by ".join(parts)


def hint_for_text(value: str) -> str:
    """Say what to write instead of a text that looks like a number or boolean, or nothing."""
    text = value.strip()
    if not text or len(text) > MAX_DIGITS:
        return ""
    meant = _MEANT.get(text.lower())
    if text in _WORDS or _INTEGER.fullmatch(text) or _FLOAT.fullmatch(text):
        return f"write `{text}` without quotes"
    if meant:
        return f"YAML 1.2 reads `{text}` as text: write `{meant}`"
    if re.fullmatch(_GROUPED, text):
        plain = re.sub(r"[^-+.0-9]", "", text)
        return f"write `{plain}`"
    for pattern, rewrite in _REWRITES:
        found = re.fullmatch(pattern, text)
        if found:
            return found.expand(rewrite)
    printable = "".join(c for c in text if c.isprintable())
    return (
        f"it is {show(text)}: {hint}"
        if printable != text and (hint := hint_for_text(printable))
        else ""
    )
