from pathlib import Path

import pytest

from gpucmp.advice import Knowledge
from gpucmp.cli.pricing import day_of, with_files
from gpucmp.errors import InputError
from gpucmp.money.pricebook import PriceBook
from gpucmp.options import Purchase
from gpucmp.text import Lang


def a_file(folder: Path, *rows: str) -> Path:
    path = folder / "prices.csv"
    path.write_text("\n".join(("gpu,purchase,per_gpu_hour", *rows, "")), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "day"),
    [(None, ""), ("", ""), ("2026-11", "2026-11-01"), ("2026-11-30", "2026-11-30")],
)
def test_a_day_may_be_a_month_or_none(text: str | None, day: str) -> None:
    assert day_of(text) == day


def test_a_day_that_no_calendar_has_is_refused() -> None:
    with pytest.raises(InputError, match="--as-of 2026-02-30: is no day"):
        day_of("2026-02-30")


def test_without_files_the_book_is_the_same(book: PriceBook, knowledge: Knowledge) -> None:
    assert with_files(book, (), knowledge.catalog, Lang.EN) == (book, ())


def test_the_prices_of_a_file_are_put_in(
    book: PriceBook, knowledge: Knowledge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = a_file(tmp_path, "H100,on-demand,1.25", "H100,on-demand,nothing")

    found, refused = with_files(book, (path,), knowledge.catalog, Lang.EN)

    (offer,) = found.offers("H100-SXM5-80GB", Purchase.ON_DEMAND, "USD")
    assert offer.per_gpu_hour == 1.25
    assert len(refused) == 1
    assert "nothing is no number" in capsys.readouterr().err


def test_many_refused_rows_are_counted(
    book: PriceBook, knowledge: Knowledge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = a_file(tmp_path, "H100,on-demand,1.25", *(["H100,on-demand,nothing"] * 25))

    with_files(book, (path,), knowledge.catalog, Lang.EN)

    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 21
    assert lines[-1].startswith("gpucmp: 5 more rows were refused")


def test_a_file_without_a_sound_price_is_refused(
    book: PriceBook, knowledge: Knowledge, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match="nothing is no number"):
        with_files(book, (a_file(tmp_path, "H100,spot,nothing"),), knowledge.catalog, Lang.EN)
    with pytest.raises(InputError, match="holds no price of a GPU"):
        with_files(book, (a_file(tmp_path),), knowledge.catalog, Lang.EN)


def test_a_file_that_is_not_there_is_told(
    book: PriceBook, knowledge: Knowledge, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match="cannot be read: no such file"):
        with_files(book, (tmp_path / "no.csv",), knowledge.catalog, Lang.EN)
