import pytest

from gpucmp.formats.plot import (
    Axis,
    Chart,
    Curve,
    Span,
    Stretch,
    band,
    draw,
    rounded_up,
    spread,
    swing,
    ticks,
)

RISING = Curve("a", ((0, 0), (10, 10)))
FLAT = Curve("b", ((0, 5), (10, 5)))
X = Axis(0, 10, ((0, "0"), (5, "5"), (10, "10")))
Y = Axis(0, 10, ((0, "0"), (10, "10")))


def lines(chart: Chart, *, unicode: bool = False) -> list[str]:
    return ["".join(span.text for span in line) for line in draw(chart, unicode=unicode)]


def test_a_line_rises_from_corner_to_corner() -> None:
    assert lines(Chart((RISING,), X, Y, width=15, height=6)) == [
        "10 +         aa",
        "   |       aa",
        "   |     aa",
        "   |   aa",
        "   | aa",
        " 0 +a",
        "   ++----+----+",
        "    0    5   10",
    ]


def test_boxes_are_drawn_where_the_terminal_has_them() -> None:
    assert lines(Chart((RISING,), X, Y, width=15, height=3), unicode=True) == [
        "10 ┤        aaa",
        "   │   aaaaa",
        " 0 ┤aaa",
        "   └┴────┴────┴",
        "    0    5   10",
    ]


def test_a_step_is_drawn_as_a_riser() -> None:
    step = Curve("s", ((0, 0), (5, 0), (5, 10), (10, 10)))

    assert lines(Chart((step,), X, Y, width=15, height=4))[:4] == [
        "10 +      sssss",
        "   |      s",
        "   |      s",
        " 0 +ssssss",
    ]


def test_a_drop_is_drawn_as_a_riser_too() -> None:
    drop = Curve("s", ((0, 10), (5, 10), (5, 0), (10, 0)))

    assert lines(Chart((drop,), X, Y, width=15, height=4))[:4] == [
        "10 +ssssss",
        "   |      s",
        "   |      s",
        " 0 +      sssss",
    ]


def test_what_lies_beside_or_above_the_picture_is_left_out() -> None:
    beyond = Curve("h", ((2, 2), (8, 14)))

    assert lines(Chart((beyond,), X, Y, width=15, height=6))[:6] == [
        "10 +      h",
        "   |     h",
        "   |    h",
        "   |   h",
        "   |  h",
        " 0 +",
    ]


def test_the_envelope_is_dense_and_the_rest_is_sparse() -> None:
    chart = Chart(
        (RISING, FLAT),
        X,
        Y,
        width=31,
        height=6,
        lowest_only=True,
        knots=((5, 5), (5, 50)),
        pointers=((6, "here"), (9.5, "there")),
    )

    assert lines(chart) == [
        "10 +                |       a..",
        "   |                |  .a... |",
        "   |.b...b...b...*bbbbbbbbbbbbb",
        "   |        aaaaa   |        |",
        "   |   aaaaa        |        |",
        " 0 +aaa             |        |",
        "   ++------------+------------+",
        "    0            5           10",
        "                    ^ here",
        "                       there ^",
    ]


def test_each_piece_names_the_curve_that_it_draws() -> None:
    chart = Chart((FLAT, RISING), X, Axis(0, 10), width=13, height=3)

    assert draw(chart, unicode=False)[1] == (
        Span(" |"),
        Span("bbb", "b"),
        Span("aaaaa", "a"),
        Span("bbb", "b"),
    )


def test_wide_labels_keep_the_edge_straight() -> None:
    axis = Axis(0, 10, ((0, "0"), (10, "10 万")))

    assert lines(Chart((FLAT,), X, axis, width=15, height=3))[:3] == [
        "10 万 +",
        "      |bbbbbbbb",
        "    0 +",
    ]


def test_labels_that_would_run_into_each_other_are_left_out() -> None:
    close = Axis(0, 10, ((0, "0"), (1, "one"), (2, "two"), (10, "ten")))

    assert lines(Chart((FLAT,), close, Y, width=15, height=2))[-1] == "    0       ten"


def test_a_picture_of_nothing_is_an_empty_frame() -> None:
    assert lines(Chart((), Axis(0, 0), Axis(0, 0), width=6, height=2, lowest_only=True)) == [
        " |",
        " |",
        " +----",
        "",
    ]


@pytest.mark.parametrize(
    ("high", "most", "expected"),
    [
        pytest.param(10, 4, (0, 2.5, 5, 7.5, 10), id="quarters"),
        pytest.param(551_000, 4, (0, 200_000, 400_000), id="thousands"),
        pytest.param(36, 6, (0, 10, 20, 30), id="months"),
        pytest.param(0.04, 4, (0, 0.01, 0.02, 0.03, 0.04), id="cents"),
        pytest.param(0, 4, (0,), id="nothing"),
    ],
)
def test_ticks_are_round_numbers(high: float, most: int, expected: tuple[float, ...]) -> None:
    assert ticks(high, most) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("value", "expected"), [(551_000, 560_000), (5.01, 5.1), (0.0123, 0.013), (560, 560), (0, 1)]
)
def test_an_axis_ends_at_two_digits(value: float, expected: float) -> None:
    assert rounded_up(value) == pytest.approx(expected)


def test_a_band_names_a_stretch_as_far_as_there_is_room() -> None:
    stretches = [
        Stretch("a", "alpha", 0, 5),
        Stretch("b", "beta", 5, 8),
        Stretch("c", "gamma", 8, 9),
        Stretch("d", "delta", 9, 9.2),
        Stretch("e", "end", 9.2, 10),
    ]

    line = band(stretches, Axis(0, 10), 31, unicode=True)

    assert "".join(span.text for span in line) == "├─── alpha ────┼─ beta ─┼c─┼┼e┤"
    assert [span.of for span in line if span.of] == ["a", "b", "c", "d", "e"]


def test_a_spread_has_its_middle_marked() -> None:
    axis = Axis(0, 10)

    assert spread((0, 5, 10), axis, 11, unicode=True) == "├────●────┤"
    assert spread((2, 3, 6), axis, 11, unicode=False) == "  |*--|"
    assert spread((5, 5, 5), axis, 11, unicode=True) == "     ●"


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        pytest.param((-2, 3), "   ██┼███", id="over zero"),
        pytest.param((4, 2), "     │ ███", id="above zero, turned around"),
        pytest.param((-5, -3), "███  │", id="below zero"),
        pytest.param((0, 0), "     █", id="on zero"),
    ],
)
def test_a_swing_is_a_bar_beside_the_line_of_zero(
    ends: tuple[float, float], expected: str
) -> None:
    assert swing(ends, Axis(-5, 5), 11, unicode=True) == expected
