"""The GPUs of the types of instances."""

import csv
import re
from pathlib import Path

import pytest

from gpucmp import loading
from gpucmp.advice import Knowledge
from gpucmp.proposals.instances import instances_from
from gpucmp.reading.documents import read_documents

REFERENCE = Path(__file__).parents[3] / "shared" / "reference"
PRICES = REFERENCE / "aws_karpenter_us-east-1_2026-07-20.csv"


@pytest.mark.parametrize(
    ("provider", "name", "gpu", "gpus"),
    [
        ("aws", "p5.48xlarge", "H100-SXM5-80GB", 8),
        ("aws", "ml.p4d.24xlarge", "A100-SXM4-40GB", 8),
        ("azure", "Standard_NC96ads_A100_v4", "A100-PCIe-80GB", 4),
        ("azure", "nd96isr_h100_v5", "H100-SXM5-80GB", 8),
        ("gcp", "a2-megagpu-16g", "A100-SXM4-40GB", 16),
    ],
)
def test_a_type_holds_the_gpus_that_its_cloud_says(
    provider: str, name: str, gpu: str, gpus: int
) -> None:
    assert loading.instances().find(provider, name) == (gpu, gpus)


@pytest.mark.parametrize(
    ("provider", "name"),
    [
        ("aws", "p9.metal"),
        ("aws", "trn2.48xlarge"),
        ("azure", "Standard_ND128_X_v9"),
        ("gcp", "a9-ultra-8g"),
    ],
)
def test_a_type_of_a_gpu_family_is_seen_even_if_nobody_listed_it(provider: str, name: str) -> None:
    assert loading.instances().find(provider, name) is None
    assert loading.instances().has_gpus(provider, name)


@pytest.mark.parametrize(
    ("provider", "name"),
    [
        ("aws", "m7i.large"),
        ("azure", "Standard_D4s_v5"),
        ("gcp", "n2-standard-8"),
        ("gcp", "p5.x"),
    ],
)
def test_other_types_have_none(provider: str, name: str) -> None:
    assert loading.instances().find(provider, name) is None
    assert not loading.instances().has_gpus(provider, name)


def test_every_gpu_is_in_the_catalog_and_every_row_has_its_source(knowledge: Knowledge) -> None:
    file = loading.rules_folder() / "catalog" / "instances.yaml"
    (document,) = read_documents(file.read_bytes(), file.name)
    data = document.data
    assert isinstance(data, dict)
    assert isinstance(data["sources"], dict)
    assert isinstance(data["instances"], list)
    rows = [row for row in data["instances"] if isinstance(row, dict)]

    assert {row["source"] for row in rows} == {*data["sources"]}
    assert {row["gpu"] for row in rows} <= {gpu.name for gpu in knowledge.catalog.gpus}
    for source in data["sources"].values():
        assert isinstance(source, dict)
        assert re.match(r"20\d\d", str(source["date"]))


@pytest.mark.skipif(not PRICES.is_file(), reason="the reference tables are not beside the project")
def test_the_counts_of_aws_are_those_of_its_price_table() -> None:
    with PRICES.open(encoding="utf-8") as file:
        stated = {row["instance_type"]: float(row["gpu_count"]) for row in csv.DictReader(file)}
    ours = {
        name: held.gpus
        for (cloud, name), held in loading.instances().types.items()
        if cloud == "aws"
    }

    assert {name: count for name, count in ours.items() if stated.get(name, count) != count} == {}
    assert len(set(ours) & set(stated)) > 30


def test_what_is_no_list_holds_nothing() -> None:
    assert instances_from({"instances": "x", "families": [1]}).types == {}
    assert instances_from({"instances": [{"gpus": 1, "gpu": "a", "provider": "b"}]}).types == {}
