import io
import os
import stat
import sys
from pathlib import Path

import pytest

from gpucmp.cli import output
from gpucmp.cli.output import When
from gpucmp.errors import InputError
from gpucmp.formats import Format, Style
from gpucmp.formats.terminal import ASCII
from gpucmp.text import Lang

TABLE, JSON = Format.TABLE, Format.JSON


class Screen(io.TextIOWrapper):
    """A standard output of some encoding that is a terminal."""

    def isatty(self) -> bool:
        return True


class Full(io.BytesIO):
    """A disk without room."""

    def write(self, _data: object) -> int:
        raise OSError(28, "No space left on device")


def stream(encoding: str = "utf-8", *, terminal: bool = False) -> io.TextIOWrapper:
    kind = Screen if terminal else io.TextIOWrapper
    return kind(io.BytesIO(), encoding=encoding)


def written(text: str, monkeypatch: pytest.MonkeyPatch, encoding: str, fmt: Format) -> bytes:
    buffer = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(buffer, encoding=encoding))
    output.write(text, fmt=fmt)
    return buffer.getvalue()


def style(fmt: Format = TABLE, lang: Lang | None = None, *, to_file: bool = False) -> Style:
    return output.style_for(lang, When.AUTO, fmt, to_file=to_file)


@pytest.mark.parametrize(
    ("variables", "lang"),
    [
        ({}, Lang.EN),
        ({"LANG": "zh_CN.UTF-8"}, Lang.ZH),
        ({"LANG": "ZH_tw"}, Lang.ZH),
        ({"LANG": "de_DE.UTF-8"}, Lang.EN),
        ({"LC_ALL": "en_US.UTF-8", "LANG": "zh_CN.UTF-8"}, Lang.EN),
        ({"LC_ALL": "", "LC_MESSAGES": "zh_CN", "LANG": "en_US"}, Lang.ZH),
        ({"GPUCMP_LANG": "en", "LC_ALL": "zh_CN"}, Lang.EN),
        ({"GPUCMP_LANG": "zh", "LC_ALL": "en_US"}, Lang.ZH),
    ],
)
def test_the_locale_chooses_the_language_of_people(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], lang: Lang
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)

    assert output.language(None, TABLE) is lang
    assert output.language(None, Format.MARKDOWN) is lang


@pytest.mark.parametrize("fmt", [Format.JSON, Format.JSONL, Format.CSV])
def test_data_is_english_unless_gpucmp_itself_is_told(
    monkeypatch: pytest.MonkeyPatch, fmt: Format
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert output.language(None, fmt) is Lang.EN
    assert output.language(Lang.ZH, fmt) is Lang.ZH
    monkeypatch.setenv("GPUCMP_LANG", "zh")
    assert output.language(None, fmt) is Lang.ZH


@pytest.mark.parametrize(
    ("variables", "terminal", "colored"),
    [
        ({}, False, False),
        ({}, True, True),
        ({"TERM": "dumb"}, True, False),
        ({"CLICOLOR": "0"}, True, False),
        ({"CLICOLOR": "1"}, True, True),
        ({"CLICOLOR_FORCE": "1"}, False, True),
        ({"CLICOLOR_FORCE": "0"}, True, True),
        ({"CLICOLOR_FORCE": "0"}, False, False),
        ({"CLICOLOR_FORCE": "1", "CLICOLOR": "0"}, False, True),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": "0"}, True, False),
        ({"FORCE_COLOR": ""}, False, False),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, False, True),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1", "CLICOLOR_FORCE": "1"}, True, False),
        ({"GPUCMP_COLOR": "always", "NO_COLOR": "1"}, False, True),
        ({"GPUCMP_COLOR": "NEVER", "FORCE_COLOR": "1"}, True, False),
        ({"GPUCMP_COLOR": "auto", "FORCE_COLOR": "1"}, False, True),
    ],
)
def test_the_environment_decides_on_color(
    monkeypatch: pytest.MonkeyPatch, *, variables: dict[str, str], terminal: bool, colored: bool
) -> None:
    monkeypatch.setattr(sys, "stdout", stream(terminal=terminal))
    for name, value in variables.items():
        monkeypatch.setenv(name, value)

    assert output.wants_color(When.AUTO) is colored
    assert output.wants_color(When.ALWAYS)
    assert not output.wants_color(When.NEVER)


@pytest.mark.parametrize(
    ("columns", "width"), [("10", 40), ("40", 40), ("80", 80), ("120", 120), ("400", 120)]
)
def test_a_table_is_as_wide_as_the_terminal_within_reason(
    monkeypatch: pytest.MonkeyPatch, columns: str, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)

    assert style().width == width
    assert style(Format.MARKDOWN).width == 100


def test_into_a_pipe_a_table_is_100_columns_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "__stdout__", None)

    assert style().width == 100


@pytest.mark.parametrize(
    ("encoding", "drawn"),
    [("utf-8", True), ("cp1252", False), ("gbk", False), ("latin-1", False), ("ascii", False)],
)
def test_what_the_encoding_lacks_is_not_drawn(
    monkeypatch: pytest.MonkeyPatch, encoding: str, *, drawn: bool
) -> None:
    monkeypatch.setattr(sys, "stdout", stream(encoding))

    assert style().unicode is drawn
    assert style(to_file=True).unicode


def test_every_character_that_has_a_stand_in_is_looked_for() -> None:
    assert set(output.DRAWN) == {chr(one) for one in ASCII}


@pytest.mark.parametrize(
    ("encoding", "lang"), [("gbk", Lang.ZH), ("big5", Lang.ZH), ("cp1252", Lang.EN)]
)
def test_an_encoding_without_chinese_gets_english_and_is_told(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    encoding: str,
    lang: Lang,
) -> None:
    monkeypatch.setattr(sys, "stdout", stream(encoding))

    assert style(lang=Lang.ZH).lang is lang
    note = f"gpucmp: note: {encoding}, the encoding of the output, has no Chinese"
    assert capsys.readouterr().err.startswith(note) is (lang is Lang.EN)
    assert style(JSON, Lang.ZH).lang is Lang.ZH


def test_a_closed_standard_output_is_drawn_for_in_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)

    assert output.style_for(None, When.AUTO, TABLE, to_file=False) == Style(unicode=False)


def test_an_unknown_encoding_is_drawn_for_in_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    class Odd(io.StringIO):
        encoding = "klingon"

    monkeypatch.setattr(sys, "stdout", Odd())

    assert not style().unicode


def test_data_is_utf8_whatever_the_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    assert written("渲染\r\n", monkeypatch, "ascii", Format.CSV) == "渲染\r\n".encode()


def test_a_table_is_in_the_encoding_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert written("渲染\n", monkeypatch, "gbk", TABLE) == "渲染\n".encode("gbk")


def test_a_mark_stands_for_each_column_that_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert written("é渲染é €\n", monkeypatch, "latin-1", TABLE) == "é????é ?\n".encode("latin-1")


def test_a_full_disk_is_a_problem_and_no_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    silenced: list[bool] = []
    monkeypatch.setattr(output, "silence", lambda: silenced.append(True))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(Full()))

    with pytest.raises(InputError, match="<stdout>: cannot be written: no space left on device"):
        output.write("x")
    assert silenced == [True]


def test_a_closed_standard_output_is_a_problem_and_no_bug(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdout", None)

    with pytest.raises(InputError, match="<stdout>: standard output is closed"):
        output.write("x")


def test_a_reader_that_has_left_is_no_problem() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as pipe, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", pipe)
        output.write("x")
        output.write("y")


def test_a_file_is_written_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    output.write_file("渲染,1\r\n", path)

    assert path.read_bytes() == "渲染,1\r\n".encode()
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="Windows knows only read-only")
def test_a_file_may_be_read_as_the_system_wants_and_stays_so(tmp_path: Path) -> None:
    path, old = tmp_path / "new", tmp_path / "old"
    old.touch(mode=0o600)
    mask = os.umask(0o027)
    try:
        output.write_file("x", path)
        output.write_file("x", old)
    finally:
        os.umask(mask)

    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert stat.S_IMODE(old.stat().st_mode) == 0o600


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.touch()
    link.symlink_to(target)

    output.write_file("x", link)

    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "x"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such device")
def test_a_device_is_written_to_and_not_replaced() -> None:
    output.write_file("x", Path(os.devnull))

    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize(
    ("name", "reason"),
    [("nowhere/x", "no such file or directory"), (".", "is a directory"), ("x" * 300, "too long")],
)
def test_a_file_that_cannot_be_written_is_a_problem(
    tmp_path: Path, name: str, reason: str
) -> None:
    with pytest.raises(InputError, match=reason):
        output.write_file("x", tmp_path / name)


def test_an_old_file_stays_when_the_new_one_cannot_be_put_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x"
    path.write_text("old", encoding="utf-8")

    def refuse(_self: Path, _target: Path) -> Path:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)

    with pytest.raises(InputError, match="x: cannot be written: permission denied"):
        output.write_file("new", path)
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_reason_that_the_system_does_not_give_is_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_self: Path, _target: Path) -> Path:
        raise OSError

    monkeypatch.setattr(Path, "replace", refuse)

    with pytest.raises(InputError, match="x: cannot be written: unknown reason"):
        output.write_file("new", tmp_path / "x")


def test_a_message_is_one_line_that_steers_no_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output.say("a\nb \x1b[31m渲染")

    assert capsys.readouterr().err == "a\\nb \\x1b[31m渲染\n"


def test_a_message_is_readable_in_any_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    buffer = io.BytesIO()
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(buffer, encoding="ascii"))
    output.say("é 渲")
    sys.stderr.flush()

    assert buffer.getvalue() == rb"\xe9 \u6e32" + os.linesep.encode()


@pytest.mark.parametrize("closed", [None, io.TextIOWrapper(Full(), write_through=True)])
def test_a_message_that_nobody_can_hear_is_no_bug(
    monkeypatch: pytest.MonkeyPatch, closed: io.TextIOWrapper | None
) -> None:
    monkeypatch.setattr(sys, "stderr", closed)
    output.say("x")
