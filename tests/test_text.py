from gpucmp.text import Lang, Text


def test_a_text_is_given_in_the_language_asked_for() -> None:
    text = Text("cloud", "云上")

    assert text.in_(Lang.EN) == "cloud"
    assert text.in_(Lang.ZH) == "云上"


def test_figures_are_put_into_both_languages() -> None:
    text = Text("{count} of {total} GPUs", "{total} 张中的 {count} 张")

    assert text.filled(count=3, total=8) == Text("3 of 8 GPUs", "8 张中的 3 张")
