import pytest

from gpucmp.errors import InputError
from gpucmp.reading.decoding import decode, json_as_yaml, refuse_controls, stand_ins


def problem(data: bytes) -> str:
    with pytest.raises(InputError) as caught:
        decode(data, "f.yaml")
    return str(caught.value)


@pytest.mark.parametrize(
    "data",
    [
        "é: 1".encode(),
        "é: 1".encode("utf-8-sig"),
        b"\xff\xfe" + "é: 1".encode("utf-16-le"),
        b"\xfe\xff" + "é: 1".encode("utf-16-be"),
    ],
)
def test_a_byte_order_mark_names_the_encoding_and_is_left_out(data: bytes) -> None:
    assert decode(data, "f.yaml") == "é: 1"


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\x00\x00a\x00\x00\x00", b"\x00\x00\xfe\xff\x00\x00\x00a"]
)
def test_utf_32_is_refused(data: bytes) -> None:
    assert problem(data) == "f.yaml: UTF-32 text is not read (save the file as UTF-8)"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a: 1\r\nb: x\xe9\n", "f.yaml:2:5: not UTF-8: byte 0xe9 at offset 10"),
        (b"\xef\xbb\xbfa: \xe9", "f.yaml:1:4: not UTF-8: byte 0xe9 at offset 6"),
        (b"\xc3", "f.yaml:1:1: not UTF-8: byte 0xc3 at offset 0"),
        (b"\xed\xa0\x80", "f.yaml:1:1: not UTF-8: byte 0xed at offset 0"),
        (b"\xff\xfea\x00b", "f.yaml:1:2: not UTF-16-LE: byte 0x62 at offset 4"),
    ],
)
def test_bytes_that_are_not_text_are_named_with_their_offset(data: bytes, message: str) -> None:
    assert problem(data) == f"{message} (save the file as UTF-8)"


def test_a_mebibyte_is_read_and_one_byte_more_is_not() -> None:
    assert len(decode(b"#" * 1_048_576, "f.yaml")) == 1_048_576
    assert problem(b"#" * 1_048_577) == ("f.yaml: too long: at most 1048576 bytes are read")


@pytest.mark.parametrize(
    ("data", "place", "code"),
    [
        (b"a: 1\nb: \x00\n", "2:4", "U+0000"),
        (b"\x07", "1:1", "U+0007"),
        (b"a: \x7f", "1:4", "U+007F"),
        (b"\r\r\n\n\x1b[0m", "4:1", "U+001B"),
        ("a\x80".encode(), "1:2", "U+0080"),
        ("\uffff".encode(), "1:1", "U+FFFF"),
        ("é: 1".encode("utf-16-le"), "1:2", "U+0000"),
    ],
)
def test_a_control_character_is_refused_where_it_stands(
    data: bytes, place: str, code: str
) -> None:
    if data.startswith(b"\xe9\x00"):
        data = data.replace(b"\xe9", b"e")

    assert problem(data) == (
        f"f.yaml:{place}: the character {code} is not allowed"
        " (remove it, or save the file as UTF-8)"
    )


def test_tabs_ends_of_lines_and_printable_characters_pass() -> None:
    refuse_controls("\t\r\n ~\x85\xa0é\u2028\ufeff\U0010ffff", "f.yaml")


@pytest.mark.parametrize(
    ("json", "as_yaml"),
    [
        ('{\t"a":\t1}', '{ "a": 1}'),
        ('"a\tb"\t', '"a\tb" '),
        ('"\\"\t"\t', '"\\"\t" '),
        ('"\\ud83d\\ude00", 1', '"\\U0001f600"  , 1'),
        ('"\\\\ud83d\\\\ude00"', '"\\\\ud83d\\\\ude00"'),
        ('"\\\\\\uD83D\\uDE00"', '"\\\\\\U0001f600"  '),
        ('"\\ud83d"', '"\\ud83d"'),
        ('"open\t', '"open\t'),
        ('"open\\', '"open\\'),
    ],
)
def test_json_becomes_yaml_of_the_same_length(json: str, as_yaml: str) -> None:
    assert json_as_yaml(json) == as_yaml
    assert len(json) == len(as_yaml)


def test_characters_of_the_text_are_no_stand_ins() -> None:
    assert stand_ins("a: b\n") == {}
    assert stand_ins("\x85 \U000f0000 \\U000F0001 \\U000f0002") == {0x85: "\U000f0003"}
    assert set(stand_ins("\x85\u2028\u2029")) == {0x85, 0x2028, 0x2029}
