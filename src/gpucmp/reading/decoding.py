"""The bytes of a YAML or JSON file to text that a YAML 1.1 parser reads as meant."""

import re

from gpucmp.errors import InputError, Place, Problem

MAX_BYTES = 1024 * 1024
LINE_END = re.compile(r"\r\n?|\n")

_UTF8 = "save the file as UTF-8"
_ENCODINGS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xef\xbb\xbf", "UTF-8"),
    (b"\xff\xfe", "UTF-16-LE"),
    (b"\xfe\xff", "UTF-16-BE"),
)
# Patterns that few files need are compiled where they are used: the first takes 3 ms.
_FORBIDDEN = r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
_JSON_PIECE = r'(?s)"(?:[^"\\]|\\(?:.|\Z))*+(?:"|\Z)|\t'
_SURROGATES = r"(?i)(?<!\\)((?:\\\\)*)\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})"
_SPACES = dict.fromkeys(map(ord, "\t\n\r"))


def decode(data: bytes, file: str) -> str:
    """Turn the bytes of a file into text.

    Raises:
        InputError: The bytes are too many, in no known encoding, or hold control characters.
    """
    if len(data) > MAX_BYTES:
        message = f"too long: at most {MAX_BYTES} bytes are read"
        raise InputError([Problem(Place(file), message)])
    mark, encoding = next((e for e in _ENCODINGS if data.startswith(e[0])), (b"", "UTF-8"))
    if encoding == "UTF-32":
        raise InputError([Problem(Place(file), "UTF-32 text is not read", _UTF8)])
    body = data[len(mark) :]
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError as error:
        place = _end_of(body[: error.start].decode(encoding), file)
        offset = len(mark) + error.start
        message = f"not {encoding}: byte 0x{body[error.start]:02x} at offset {offset}"
        raise InputError([Problem(place, message, _UTF8)]) from error
    refuse_controls(text, file)
    return text


def refuse_controls(text: str, file: str) -> None:
    """Let only characters pass that YAML allows.

    Raises:
        InputError: The text holds a control character, half a surrogate pair or no character.
    """
    if text.translate(_SPACES).isprintable():
        return
    found = re.search(_FORBIDDEN, text)
    if found:
        place = _end_of(text[: found.start()], file)
        message = f"the character U+{ord(found[0]):04X} is not allowed"
        raise InputError([Problem(place, message, f"remove it, or {_UTF8}")])


def _end_of(before: str, file: str) -> Place:
    """Find the place that follows the text ``before``."""
    line, start = 1, 0
    for end in LINE_END.finditer(before):
        line, start = line + 1, end.end()
    return Place(file, line, len(before) - start + 1)


def json_as_yaml(text: str) -> str:
    """Rewrite what JSON allows and YAML does not, and keep every token in its column."""
    return re.sub(_JSON_PIECE, _as_yaml, text)


def _as_yaml(token: re.Match[str]) -> str:
    if token[0] == "\t":
        return " "
    return re.sub(_SURROGATES, _joined, token[0]).ljust(len(token[0]))


def _joined(pair: re.Match[str]) -> str:
    character = bytes.fromhex(pair[2] + pair[3]).decode("utf-16-be")
    return f"{pair[1]}\\U{ord(character):08x}"


def stand_ins(text: str) -> dict[int, str]:
    """Choose characters absent from the text for those which end a line in YAML 1.1 only."""
    breaks = [c for c in "\x85\u2028\u2029" if c in text]
    if not breaks:
        return {}
    written = text.upper()
    unused = (c for c in map(chr, range(0xF0000, 0xF1000)) if c not in text)
    # An escape such as \U000F0000 would otherwise be taken for the stand-in.
    free = (c for c in unused if f"{ord(c):X}" not in written)
    return {ord(old): new for old, new in zip(breaks, free, strict=False)}
