import csv
import io
import json
from pathlib import Path

import pytest

from gpucmp.cli.prices import PriceFormat, prices_list, prices_show
from gpucmp.errors import InputError
from gpucmp.money.pricebook import PriceBook
from gpucmp.text import Lang

VMS = """\
InstanceType,AcceleratorName,AcceleratorCount,Price,SpotPrice,Region
p5.48xlarge,H100,8,55.04,55.04,us-east-1
g6.xlarge,L4,1,0.8048,0.3,us-east-1
m7i.large,,,0.1,,us-east-1
"""


@pytest.fixture
def vms(tmp_path: Path) -> Path:
    file = tmp_path / "aws" / "vms.csv"
    file.parent.mkdir()
    file.write_text(VMS, encoding="utf-8")
    return file


def listed(capsys: pytest.CaptureFixture[str]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(capsys.readouterr().out, newline="")))


def test_all_prices_are_listed(capsys: pytest.CaptureFixture[str], book: PriceBook) -> None:
    prices_list(fmt=PriceFormat.CSV)

    assert len(listed(capsys)) == len(book.all_offers)


def test_a_list_may_be_of_one_gpu_and_one_purchase(capsys: pytest.CaptureFixture[str]) -> None:
    prices_list(gpu="h100 80gb hbm3", purchase="reserved-3y", fmt=PriceFormat.CSV)

    rows = listed(capsys)
    assert [(row["gpu"], row["purchase"], row["per_gpu_hour"]) for row in rows] == [
        ("H100-SXM5-80GB", "reserved-3y", "4.86")
    ]


def test_a_short_name_lists_all_that_it_may_mean(capsys: pytest.CaptureFixture[str]) -> None:
    prices_list(gpu="A100", purchase="on-demand", fmt=PriceFormat.CSV)

    assert {row["gpu"] for row in listed(capsys)} == {
        "A100-PCIe-80GB",
        "A100-SXM4-40GB",
        "A100-SXM4-80GB",
    }


def test_the_table_is_what_a_terminal_gets(capsys: pytest.CaptureFixture[str]) -> None:
    prices_list(gpu="L4", lang=Lang.EN)

    assert "g6.xlarge" in capsys.readouterr().out


def test_old_prices_are_marked_on_a_day_that_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    prices_list(gpu="H100", as_of="2026-11-20", fmt=PriceFormat.JSON)

    data = json.loads(capsys.readouterr().out)
    assert {one["date"] for one in data["offers"] if one["stale"]} == {
        "2025-01",
        "2025-03-17",
        "2025-06",
    }


def test_a_price_file_takes_the_place_of_what_it_prices(
    capsys: pytest.CaptureFixture[str], vms: Path
) -> None:
    prices_list(gpu="H100", purchase="on-demand", catalog=[vms], fmt=PriceFormat.CSV)

    captured = capsys.readouterr()
    rows = list(csv.DictReader(io.StringIO(captured.out, newline="")))
    assert [(row["provider"], row["per_gpu_hour"], row["date"]) for row in rows] == [
        ("AWS", "6.88", "")
    ]
    assert captured.err == (
        f"gpucmp: warning: {vms}:2:1: spot at 6.88 a GPU is no discount on 6.88 on demand "
        "(the on-demand price is kept)\n"
    )


def test_refused_rows_stand_in_json(capsys: pytest.CaptureFixture[str], vms: Path) -> None:
    prices_show("H100", catalog=[vms], fmt=PriceFormat.JSON)

    assert [one["place"] for one in json.loads(capsys.readouterr().out)["refused"]] == [
        f"{vms}:2:1"
    ]


def test_many_refused_rows_are_counted_and_not_all_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.csv"
    rows = ["gpu,purchase,per_gpu_hour", "H100,on-demand,3.99", *["tpu,spot,1"] * 25]
    file.write_text("\n".join(rows), encoding="utf-8")

    prices_show("H100", catalog=[file], lang=Lang.EN)

    said = capsys.readouterr().err.splitlines()
    assert len(said) == 21
    assert said[-1] == "gpucmp: 5 more rows were refused; --format json lists them"


def test_a_gpu_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    prices_show("h200", lang=Lang.EN)

    assert capsys.readouterr().out.startswith("H200-SXM5-141GB\nNVIDIA · 141 GB · 700 W")


def test_the_offers_of_a_gpu_are_a_csv_too(capsys: pytest.CaptureFixture[str]) -> None:
    prices_show("MI355X", fmt=PriceFormat.CSV)

    assert [row["provider"] for row in listed(capsys)] == ["OCI"]


def test_prices_may_go_to_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "prices.json"

    prices_list(gpu="L4", fmt=PriceFormat.JSON, to=target)

    assert json.loads(target.read_text(encoding="utf-8"))["schema"] == "gpucmp.prices/1"
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("gpu", "said"),
    [
        ("H1000", "H1000: is no GPU of the catalog (did you mean H100-SXM5-80GB"),
        ("Voodoo", "Voodoo: is no GPU of the catalog (gpucmp prices list names all)"),
        ("A800", "A800: may mean several GPUs (A800-PCIe-80GB or A800-SXM4-80GB)"),
    ],
)
def test_a_gpu_that_cannot_be_told_is_an_error(gpu: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        prices_show(gpu)

    assert str(error.value).startswith(said)


def test_a_purchase_that_is_none_is_an_error() -> None:
    with pytest.raises(InputError, match="--purchase owned: is no way of renting"):
        prices_list(purchase="owned")


def test_a_day_that_is_none_is_an_error() -> None:
    with pytest.raises(InputError, match="--as-of 2026-13-01: is no day"):
        prices_list(as_of="2026-13-01")


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read: no such file or directory"):
        prices_list(catalog=[tmp_path / "none.csv"])


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("H100,spot,0", ":2:1: per_gpu_hour is 0"),
        ("", ": holds no price of a GPU"),
    ],
)
def test_a_file_without_a_price_to_use_is_an_error(tmp_path: Path, row: str, said: str) -> None:
    file = tmp_path / "mine.csv"
    file.write_text(f"gpu,purchase,per_gpu_hour\n{row}\n", encoding="utf-8")

    with pytest.raises(InputError, match=f"mine.csv{said}"):
        prices_show("H100", catalog=[file])
