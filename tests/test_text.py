from gpucmp.text import Lang, Text


def test_a_text_is_given_in_the_language_asked_for() -> None:
    text = Text("cloud", "云上")

    assert text.in_(Lang.EN) == "cloud"
    assert text.in_(Lang.ZH) == "云上"
