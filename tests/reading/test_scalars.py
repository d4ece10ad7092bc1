import pytest

from gpucmp.reading.scalars import (
    RefusedScalarError,
    clip,
    hint_for_text,
    kind_of,
    resolve_plain,
    resolve_tagged,
    show,
)


def test_a_plain_word_is_text_unless_the_core_schema_says_otherwise() -> None:
    assert resolve_plain("h100") == "h100"
    assert resolve_plain("0o17") == 15
    assert resolve_plain("") is None


def test_a_number_of_a_hundred_characters_is_read() -> None:
    assert resolve_plain("1" * 100) == int("1" * 100)


def test_a_refused_number_says_why() -> None:
    with pytest.raises(RefusedScalarError, match="not a finite number"):
        resolve_plain("1e999")


def test_a_tag_that_fits_decides_the_type() -> None:
    assert resolve_tagged("str", "1") == "1"
    assert repr(resolve_tagged("float", "1")) == "1.0"
    assert resolve_tagged("int", "0x10") == 16


def test_a_tag_that_does_not_fit_comes_with_a_hint() -> None:
    with pytest.raises(RefusedScalarError) as caught:
        resolve_tagged("int", "1_000")

    assert caught.value.hint == "write `1000`"


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("x", "the text `x`"),
        (None, "null"),
        (True, "a boolean"),
        (1, "a number"),
        (1.5, "a number"),
        ([], "a list"),
        ({}, "a mapping"),
    ],
)
def test_kinds_have_plain_names(value: object, kind: str) -> None:
    assert kind_of(value) == kind


def test_long_text_is_cut_and_control_characters_are_escaped() -> None:
    assert clip("a\nb\u200b") == "a\\nb\\u200b"
    assert clip("x" * 61) == "x" * 60 + "…"


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("gpus", '"gpus"'),
        ("", '""'),
        ("größe 数", '"größe 数"'),
        ("gpus\u200b", '"gpus" followed by U+200B'),
        ("\ufeffgpus", 'U+FEFF followed by "gpus"'),
        ("gpu\xa0count", '"gpu" followed by U+00A0 followed by "count"'),
        ("\u201cgpus\u201d", 'U+201C followed by "gpus" followed by U+201D'),
        ("gpu\u0441", '"gpu" followed by U+0441'),
        ("a\nb", '"a" followed by U+000A followed by "b"'),
        ("x" * 61, f'"{"x" * 60}…"'),
    ],
)
def test_invisible_and_look_alike_characters_are_named(key: str, shown: str) -> None:
    assert show(key) == shown


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("yes", "YAML 1.2 reads `yes` as text: write `true`"),
        ("On", "YAML 1.2 reads `On` as text: write `true`"),
        ("no", "YAML 1.2 reads `no` as text: write `false`"),
        ("OFF", "YAML 1.2 reads `OFF` as text: write `false`"),
        ("tRUE", "YAML 1.2 reads `tRUE` as text: write `true`"),
        ("none", "YAML 1.2 reads `none` as text: write `null`"),
        ("true", "write `true` without quotes"),
        ("8", "write `8` without quotes"),
        (" 1e3", "write `1e3` without quotes"),
        ("1_000", "write `1000`"),
        ("1__0", "write `10`"),
        ("123_", "write `123`"),
        ("1,000,000", "write `1000000`"),
        ("1 000.5", "write `1000.5`"),
        ("1'000", "write `1000`"),
        ("1\u202f000", "write `1000`"),
        ("1,5", "write `1.5`"),
        ("70%", "write `70`"),
        ("0.5 %", "write `0.5`"),
        ("1e", "give the exponent, for example `1e3`"),
        ("2.5E-", "give the exponent, for example `2.5e3`"),
        ("22:22", "YAML 1.2 reads `22:22` as text: write one number"),
        ("10:30.5", "YAML 1.2 reads `10:30.5` as text: write one number"),
        ("$5", "write `5`"),
        ("5 €", "write `5`"),
        (">=500", "write `500`"),
        ("~5", "write `5`"),
        ("\u22125", "write `-5`"),
        ("80GB", "write a plain number, without `GB`"),
        ("10k", "write a plain number, without `k`"),
        ("3 USD/h", "write a plain number, without `USD/h`"),
        ("NaN", "write a finite number"),
        ("-.inf", "write a finite number"),
        ("8\u200b", 'it is "8" followed by U+200B: write `8` without quotes'),
        ("h100\u200b", ""),
        ("", ""),
        ("high", ""),
        ("h100", ""),
        ("2026-12-01", ""),
        ("1.2.3", ""),
        ("1_" * 500, ""),
    ],
)
def test_text_that_looks_like_a_number_or_boolean_gets_a_hint(text: str, hint: str) -> None:
    assert hint_for_text(text) == hint
