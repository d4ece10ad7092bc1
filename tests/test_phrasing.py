import pytest

from gpucmp.facts import FactValue
from gpucmp.options import Option, Purchase, Strength
from gpucmp.phrasing import (
    options_out,
    phrased_answers,
    plain_value,
    remarks,
    removed_target,
    signed,
)
from gpucmp.report import NONE, UNDECIDED, Answer, Purchases, Question, RuledOut, Verdict
from gpucmp.text import Lang
from tests.builders import a_text
from tests.formats.reports import reports_of


def a_question(*answers: tuple[FactValue, str]) -> Question:
    found = tuple(Answer(value, verdict, None) for value, verdict in answers)
    return Question("demand.gpus", a_text("?"), True, 1.0, (), found)  # noqa: FBT003


def a_verdict(
    option: str,
    strength: Strength | None = None,
    *,
    rival: Option | None = None,
    lowered: bool = False,
) -> Verdict:
    margin = 4.0 if rival else None
    return Verdict(option, None, Purchases(), strength, margin, None, rival, lowered)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, "?"),
        (True, "true"),
        (False, "false"),
        (8, "8"),
        (1.25, "1.25"),
        (5 / 3, "1.66667"),
        (999_999, "999999"),
        (12_500_000, "12,500,000"),
        (-2_000_000, "-2,000,000"),
        ("own-domain", "own-domain"),
        (("Slurm", "Kubernetes"), "Slurm, Kubernetes"),
    ],
)
def test_a_value_reads_as_a_profile_states_it(value: FactValue | None, written: str) -> None:
    assert plain_value(value) == written


@pytest.mark.parametrize(
    ("points", "form", "written"),
    [(3.86, ".1f", "+3.9"), (-3.84, ".1f", "−3.8"), (2.0, "g", "+2"), (0.0, ".1f", "+0.0")],
)
def test_points_have_their_sign(points: float, form: str, written: str) -> None:
    assert signed(points, form) == written


def test_numbers_are_stretches_that_lead_to_one_verdict() -> None:
    question = a_question((1, "cloud"), (8, "cloud"), (16, "hybrid"), (32, "hybrid"),
                          (64, "self-hosted"), (512, "self-hosted"))  # fmt: skip

    assert phrased_answers(question, Lang.EN) == (
        "up to 8 → cloud",
        "16–32 → hybrid",
        "from 64 → self-hosted",
    )
    assert phrased_answers(question, Lang.ZH) == ("至 8 → 云上", "16–32 → 混合", "64 起 → 自建")


def test_a_stretch_of_one_number_is_that_number() -> None:
    question = a_question((1, "cloud"), (2, "hybrid"), (3, "self-hosted"))

    assert phrased_answers(question, Lang.EN)[1] == "2 → hybrid"


def test_stretches_without_a_verdict_are_left_out() -> None:
    question = a_question((1, "cloud"), (2, UNDECIDED), (3, "self-hosted"))

    assert phrased_answers(question, Lang.EN) == ("up to 1 → cloud", "from 3 → self-hosted")


def test_where_all_numbers_lead_to_one_verdict_it_is_said_whatever_it_is() -> None:
    question = a_question((1, UNDECIDED), (9, UNDECIDED))

    assert phrased_answers(question, Lang.EN) == ("1–9 → undecided",)


def test_words_that_lead_to_one_verdict_stand_together() -> None:
    question = a_question(("capital", "self-hosted"), ("operating", "cloud"), ("either", "cloud"))

    assert phrased_answers(question, Lang.EN) == (
        "capital → self-hosted",
        "operating, either → cloud",
    )


def test_yes_and_no_are_no_numbers() -> None:
    question = a_question((True, "self-hosted"), (False, NONE))

    assert phrased_answers(question, Lang.EN) == ("true → self-hosted", "false → none")


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        (
            a_verdict(Option.CLOUD, Strength.CLEAR, rival=Option.HYBRID),
            ["clear", "4.0 points ahead of hybrid"],
        ),
        (a_verdict(Option.CLOUD, Strength.CLEAR), ["clear", "the only option left"]),
        (
            a_verdict(Option.CLOUD, Strength.LEAN, rival=Option.HYBRID, lowered=True),
            [
                "lean",
                "4.0 points ahead of hybrid",
                "one step weaker, as utilization is only planned",
            ],
        ),
        (a_verdict(UNDECIDED), ["nothing tells the options apart yet"]),
        (a_verdict(NONE), []),
    ],
)
def test_a_verdict_says_how_firm_it_is(verdict: Verdict, said: list[str]) -> None:
    assert list(remarks(verdict, Lang.EN)) == said


def test_what_is_removed_is_an_option_or_a_purchase() -> None:
    title = a_text("x")
    option = RuledOut(Option.CLOUD, None, "R1", title, temporary=False, certain=True)
    purchase = RuledOut(None, Purchase.SPOT, "R1", title, temporary=False, certain=True)
    neither = RuledOut(None, None, "R1", title, temporary=False, certain=True)

    assert removed_target(option, Lang.ZH) == "云上"
    assert removed_target(purchase, Lang.EN) == "spot"
    assert removed_target(neither, Lang.EN) == ""


def test_options_are_out_only_for_certain() -> None:
    (nothing_fits,) = reports_of("none")
    (clear,) = reports_of("clear")

    assert options_out(nothing_fits) == set(Option)
    assert options_out(clear) == set()
