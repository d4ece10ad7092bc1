"""The GPU catalog: what it holds, how names resolve, and what a wrong name gets back."""

from collections.abc import Mapping
from datetime import date
from itertools import chain
from pathlib import Path

import pytest
import yaml

from gpucmp.catalog import Catalog, catalog_from, normalized_name

CATALOG_FILE = Path(__file__).parents[1] / "rules" / "catalog" / "gpus.yaml"


@pytest.fixture(scope="module")
def data() -> Mapping[str, object]:
    loaded = yaml.safe_load(CATALOG_FILE.read_text(encoding="utf-8"))  # noqa: TID251  # data only
    assert isinstance(loaded, dict)
    return loaded


@pytest.fixture(scope="module")
def catalog(data: Mapping[str, object]) -> Catalog:
    return catalog_from(data)


@pytest.fixture
def two_gpus() -> Catalog:
    card: dict[str, object] = {
        "name": "X9-PCIe",
        "aliases": ["NVIDIA X9 PCIe"],
        "vendor": "NVIDIA",
        "memory_gb": 40,
        "tdp_w": 250,
        "form": "PCIe",
        "cooling": "air",
        "year": 2025,
        "confidence": "A",
        "source": "datasheet",
        "note": "made up",
    }
    bare: dict[str, object] = {
        "name": "X9-SXM",
        "vendor": "NVIDIA",
        "memory_gb": 80,
        "form": "SXM",
        "year": 2025,
        "confidence": "C",
        "source": "tables",
    }
    return catalog_from(
        {
            "as_of": "2026-11-20",
            "gpus": [card, bare],
            "ambiguous": {"X9": ["X9-PCIe", "X9-SXM"]},
        }
    )


def test_an_entry_carries_every_figure_of_its_row(two_gpus: Catalog) -> None:
    card = two_gpus.gpus[0]

    assert two_gpus.as_of == "2026-11-20"
    assert (card.name, card.aliases, card.vendor) == ("X9-PCIe", ("NVIDIA X9 PCIe",), "NVIDIA")
    assert (card.memory_gb, card.tdp_w, card.form, card.cooling) == (40, 250, "PCIe", "air")
    assert (card.year, card.confidence, card.source) == (2025, "A", "datasheet")
    assert card.note == "made up"


def test_what_a_row_leaves_out_is_unknown_and_not_zero(two_gpus: Catalog) -> None:
    bare = two_gpus.gpus[1]

    assert bare.tdp_w is None
    assert bare.cooling is None
    assert bare.aliases == ()
    assert bare.note == ""


def test_case_spaces_and_punctuation_do_not_matter() -> None:
    assert normalized_name("NVIDIA H100 80GB-HBM3 (SXM)") == "nvidiah10080gbhbm3sxm"


def test_letters_of_other_scripts_count() -> None:
    assert normalized_name("昇腾 910B") == "昇腾910b"


@pytest.mark.parametrize("name", ["x9pcie", "X9 PCIe", "nvidia x9-pcie", "NVIDIA GeForce X9 PCIe"])
def test_a_name_resolves_with_or_without_its_brand(two_gpus: Catalog, name: str) -> None:
    found = two_gpus.find(name)

    assert found is not None
    assert found.name == "X9-PCIe"


@pytest.mark.parametrize("name", ["X9", "x-9", "NVIDIA X9"])
def test_an_ambiguous_name_finds_none_and_suggests_all_it_may_mean(
    two_gpus: Catalog, name: str
) -> None:
    assert two_gpus.find(name) is None
    assert two_gpus.suggest(name) == ("X9-PCIe", "X9-SXM")


def test_a_slip_suggests_each_close_model_once(two_gpus: Catalog) -> None:
    assert two_gpus.suggest("X9-PCI") == ("X9-PCIe",)
    assert two_gpus.find("X9-PCI") is None


@pytest.mark.parametrize("name", ["", "NVIDIA", "---", "Voodoo"])
def test_a_name_like_no_other_suggests_nothing(two_gpus: Catalog, name: str) -> None:
    assert two_gpus.find(name) is None
    assert two_gpus.suggest(name) == ()


def test_compiled_data_gives_the_same_catalog_as_yaml(data: Mapping[str, object]) -> None:
    rows = data["gpus"]
    assert isinstance(rows, list)
    frozen = {**data, "gpus": tuple(rows)}

    assert catalog_from(frozen) == catalog_from(data)


def test_at_least_45_gpus_are_known(catalog: Catalog) -> None:
    assert len(catalog.gpus) >= 45


def test_the_catalog_and_each_source_are_dated(data: Mapping[str, object]) -> None:
    as_of = date.fromisoformat(str(data["as_of"]))
    sources = data["sources"]
    assert isinstance(sources, dict)

    assert all(source["title"] for source in sources.values())
    assert all(date.fromisoformat(source["date"]) <= as_of for source in sources.values())


def test_every_gpu_names_a_source_and_no_source_is_idle(
    data: Mapping[str, object], catalog: Catalog
) -> None:
    sources = data["sources"]
    assert isinstance(sources, dict)

    assert {gpu.source for gpu in catalog.gpus} == set(sources)


def test_the_rows_have_no_keys_but_those_that_are_read(data: Mapping[str, object]) -> None:
    rows = data["gpus"]
    assert isinstance(rows, list)
    known = {"name", "aliases", "vendor", "memory_gb", "tdp_w", "form", "cooling", "year"}
    known |= {"confidence", "source", "note"}

    assert set(data) == {"as_of", "sources", "gpus", "ambiguous"}
    assert set(chain.from_iterable(rows)) <= known


def test_closed_words_and_plausible_figures_only(catalog: Catalog) -> None:
    assert {gpu.cooling for gpu in catalog.gpus} <= {"air", "liquid", "both", None}
    assert {gpu.confidence for gpu in catalog.gpus} <= {"A", "B", "C"}
    assert {gpu.vendor for gpu in catalog.gpus} == {"NVIDIA", "AMD", "Intel", "Huawei", "AWS"}
    assert all(gpu.tdp_w is None or 50 <= gpu.tdp_w <= 2000 for gpu in catalog.gpus)
    assert all(8 <= gpu.memory_gb <= 300 for gpu in catalog.gpus)
    assert all(2016 <= gpu.year <= 2026 for gpu in catalog.gpus)


def test_a_doubtful_figure_says_why(catalog: Catalog) -> None:
    assert all(gpu.note for gpu in catalog.gpus if gpu.confidence == "C" or gpu.tdp_w is None)


def test_no_name_or_alias_belongs_to_two_gpus(catalog: Catalog) -> None:
    names = [normalized_name(name) for gpu in catalog.gpus for name in (gpu.name, *gpu.aliases)]

    assert sorted(names) == sorted(set(names))


def test_a_short_name_is_either_ambiguous_or_an_alias(catalog: Catalog) -> None:
    assert [short for short in catalog.ambiguous if catalog.find(short)] == []


def test_an_ambiguous_name_means_at_least_two_known_gpus(catalog: Catalog) -> None:
    known = {gpu.name for gpu in catalog.gpus}

    assert all(len(set(names)) >= 2 for names in catalog.ambiguous.values())
    assert set(chain.from_iterable(catalog.ambiguous.values())) <= known


# Left: what nvidia-smi, rocm-smi and hl-smi print as the product.
@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("Tesla P100-PCIE-16GB", "P100-PCIe-16GB"),
        ("Tesla V100-PCIE-16GB", "V100-PCIe-16GB"),
        ("Tesla V100-PCIE-32GB", "V100-PCIe-32GB"),
        ("Tesla V100-SXM2-16GB", "V100-SXM2-16GB"),
        ("Tesla V100-SXM2-32GB", "V100-SXM2-32GB"),
        ("Tesla T4", "T4"),
        ("NVIDIA A10", "A10"),
        ("NVIDIA A10G", "A10G"),
        ("NVIDIA A30", "A30"),
        ("NVIDIA A40", "A40"),
        ("NVIDIA A100-PCIE-40GB", "A100-PCIe-40GB"),
        ("NVIDIA A100 80GB PCIe", "A100-PCIe-80GB"),
        ("NVIDIA A100-SXM4-40GB", "A100-SXM4-40GB"),
        ("NVIDIA A100-SXM4-80GB", "A100-SXM4-80GB"),
        ("A100-SXM4-80GB", "A100-SXM4-80GB"),
        ("NVIDIA A800-SXM4-80GB", "A800-SXM4-80GB"),
        ("NVIDIA A800 80GB PCIe", "A800-PCIe-80GB"),
        ("NVIDIA H100 80GB HBM3", "H100-SXM5-80GB"),
        ("NVIDIA H100 PCIe", "H100-PCIe-80GB"),
        ("NVIDIA H100 NVL", "H100-NVL-94GB"),
        ("NVIDIA H800", "H800-SXM5-80GB"),
        ("NVIDIA H20", "H20-96GB"),
        ("NVIDIA H20-3e", "H20-141GB"),
        ("NVIDIA H200", "H200-SXM5-141GB"),
        ("NVIDIA H200 NVL", "H200-NVL-141GB"),
        ("NVIDIA GH200 480GB", "GH200-96GB"),
        ("NVIDIA GH200 120GB", "GH200-96GB"),
        ("NVIDIA B200", "B200-SXM6-180GB"),
        ("NVIDIA B300 SXM6 AC", "B300-SXM6-270GB"),
        ("NVIDIA GB200", "GB200-186GB"),
        ("NVIDIA GB300", "GB300-279GB"),
        ("NVIDIA L4", "L4"),
        ("NVIDIA L20", "L20"),
        ("NVIDIA L40", "L40"),
        ("NVIDIA L40S", "L40S"),
        ("NVIDIA RTX A6000", "RTX-A6000"),
        ("NVIDIA RTX 6000 Ada Generation", "RTX-6000-Ada"),
        ("NVIDIA RTX PRO 6000 Blackwell Server Edition", "RTX-PRO-6000-Server"),
        ("NVIDIA RTX PRO 6000 Blackwell Workstation Edition", "RTX-PRO-6000-Workstation"),
        ("NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition", "RTX-PRO-6000-Max-Q"),
        ("NVIDIA GeForce RTX 2080 SUPER", "RTX-2080-SUPER"),
        ("NVIDIA GeForce RTX 3090", "RTX-3090"),
        ("NVIDIA GeForce RTX 4080 SUPER", "RTX-4080-SUPER"),
        ("NVIDIA GeForce RTX 4090", "RTX-4090"),
        ("NVIDIA GeForce RTX 5090", "RTX-5090"),
        ("AMD Instinct MI210", "MI210"),
        ("AMD Instinct MI250X/MI250", "MI250X"),
        ("AMD Instinct MI300X OAM", "MI300X"),
        ("AMD Instinct MI355X", "MI355X"),
        ("HL-225", "Gaudi-2"),
        ("HL-325L", "Gaudi-3-OAM"),
    ],
)
def test_what_the_driver_prints_resolves(catalog: Catalog, printed: str, name: str) -> None:
    found = catalog.find(printed)

    assert found is not None
    assert found.name == name


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("H100", "H100-SXM5-80GB"),
        ("h100-sxm", "H100-SXM5-80GB"),
        ("H100 80GB HBM3", "H100-SXM5-80GB"),
        ("nvidia-h100-80gb", "H100-SXM5-80GB"),
        ("h200", "H200-SXM5-141GB"),
        ("A100-80GB-SXM", "A100-SXM4-80GB"),
        ("tesla_t4", "T4"),
        ("rtx4090", "RTX-4090"),
        ("4090", "RTX-4090"),
        ("A6000", "RTX-A6000"),
        ("mi300x", "MI300X"),
        ("GB200 NVL72", "GB200-186GB"),
        ("昇腾 910B", "Ascend-910B"),
        ("AWS Trainium2", "Trainium2"),
    ],
)
def test_what_people_write_resolves(catalog: Catalog, written: str, name: str) -> None:
    found = catalog.find(written)

    assert found is not None
    assert found.name == name


@pytest.mark.parametrize(
    ("written", "candidate"),
    [
        ("A100", "A100-PCIe-80GB"),
        ("NVIDIA A100", "A100-SXM4-40GB"),
        ("A100-80GB", "A100-SXM4-80GB"),
        ("V100", "V100-PCIe-32GB"),
        ("Tesla V100", "V100-SXM2-16GB"),
        ("P100", "P100-SXM2-16GB"),
        ("A800", "A800-PCIe-80GB"),
        ("RTX 6000", "RTX-6000-Ada"),
        ("RTX PRO 6000", "RTX-PRO-6000-Max-Q"),
        ("Gaudi 3", "Gaudi-3-PCIe"),
    ],
)
def test_a_name_of_models_that_draw_different_power_does_not_resolve(
    catalog: Catalog, written: str, candidate: str
) -> None:
    assert catalog.find(written) is None
    assert candidate in catalog.suggest(written)


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("H1000", "H100-SXM5-80GB"),
        ("L40 SS", "L40S"),
        ("RTX 4090 Ti", "RTX-4090"),
        ("MI300XX", "MI300X"),
        ("A100s", "A100-SXM4-80GB"),
    ],
)
def test_an_unknown_name_suggests_close_ones(catalog: Catalog, slip: str, meant: str) -> None:
    assert catalog.find(slip) is None
    assert meant in catalog.suggest(slip)


# The vendors' data sheets: memory in GB, thermal design power in W.
@pytest.mark.parametrize(
    ("name", "memory_gb", "tdp_w"),
    [
        ("T4", 16, 70),
        ("V100-PCIe-32GB", 32, 250),
        ("V100-SXM2-32GB", 32, 300),
        ("A10", 24, 150),
        ("A30", 24, 165),
        ("A100-PCIe-40GB", 40, 250),
        ("A100-PCIe-80GB", 80, 300),
        ("A100-SXM4-80GB", 80, 400),
        ("H100-PCIe-80GB", 80, 350),
        ("H100-SXM5-80GB", 80, 700),
        ("H200-SXM5-141GB", 141, 700),
        ("L4", 24, 72),
        ("L40S", 48, 350),
        ("RTX-4090", 24, 450),
        ("RTX-5090", 32, 575),
        ("MI300X", 192, 750),
        ("MI325X", 256, 1000),
        ("MI355X", 288, 1400),
        ("Gaudi-3-OAM", 128, 900),
    ],
)
def test_figures_are_those_of_the_data_sheet(
    catalog: Catalog, name: str, memory_gb: int, tdp_w: int
) -> None:
    found = catalog.find(name)

    assert found is not None
    assert (found.memory_gb, found.tdp_w) == (memory_gb, tdp_w)


@pytest.mark.parametrize("name", ["A10G", "B300", "Ascend 910B", "Ascend 910C", "H20-3e"])
def test_a_contested_power_is_unknown(catalog: Catalog, name: str) -> None:
    found = catalog.find(name)

    assert found is not None
    assert found.tdp_w is None


def test_a_gpu_above_1000_w_is_liquid_cooled_and_one_of_1000_w_need_not_be(
    catalog: Catalog,
) -> None:
    hot = {gpu.name for gpu in catalog.gpus if gpu.tdp_w and gpu.tdp_w > 1000}
    b200 = catalog.find("B200")

    assert hot == {"GB200-186GB", "GB300-279GB", "MI355X"}
    assert {gpu.cooling for gpu in catalog.gpus if gpu.name in hot} == {"liquid"}
    assert b200 is not None
    assert (b200.tdp_w, b200.cooling) == (1000, "both")
