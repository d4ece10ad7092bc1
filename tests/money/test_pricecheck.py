import re
from collections.abc import Mapping

import pytest

from gpucmp.advice import Knowledge
from gpucmp.catalog import Catalog
from gpucmp.errors import InputError
from gpucmp.money.pricebook import digest_of, pricebook_from
from gpucmp.money.pricecheck import checked_prices, price_problems
from gpucmp.money.priceshapes import SHAPES
from gpucmp.reading.documents import Document, read_documents

HEAD = """
as_of: "2026-11-20"
sources:
  page: {title: A page, date: "2026-11-01"}
"""
FILES = {
    "cloud": f"""{HEAD}
lists:
  - provider: A
    class: gpu-cloud
    purchase: on-demand
    currency: USD
    date: "2026-10-01"
    source: page
    offers:
      - {{gpu: L40S, per_gpu_hour: 2.0}}
  - provider: A
    class: gpu-cloud
    purchase: spot
    currency: USD
    source: page
    offers:
      - {{gpu: L40S, per_gpu_hour: 1.0, date: "2026-10-01"}}
""",
    "servers": f"""{HEAD}
servers:
  - {{name: Box, gpu: L40S, gpus: 8, kind: server, price: 90000, currency: USD, date: "2026",
     source: page, max_power_kw: 4, power_source: page}}
""",
    "egress": f"""{HEAD}
default: A
egress:
  - {{provider: A, currency: USD, tiers: [[10, 0.1], [20, 0.08], [null, 0.05]], source: page}}
""",
    "electricity": f"""{HEAD}
rates:
  - {{place: US, value: 0.1, unit: $, currency: USD, date: "2025", source: page, default: true}}
""",
    "colocation": f"""{HEAD}
rates:
  - {{place: US, value: 180, unit: $, currency: USD, date: "2025", source: page, default: true}}
""",
    "people": f"""{HEAD}
rates:
  - {{place: US, value: 150000, unit: $, currency: USD, date: "2025", source: page, default: true}}
""",
    "software": f"""{HEAD}
licenses:
  - {{product: Suite, per_gpu_year: 4500, currency: USD, date: "2026", source: page,
     bundled: {{H100-NVL-94GB: 5}}, not_bundled: [L40S]}}
""",
    "defaults": """
as_of: "2026-11-20"
defaults:
  owned.electricity_per_kwh:
    {title: {en: E, zh: 电}, value: 0.1, low: 0.05, high: 0.2, unit: $, source: {judgment: why}}
  owned.colocation_per_kw_month:
    {title: {en: C, zh: 托}, value: 180, low: 140, high: 220, unit: $, source: {judgment: why}}
  owned.operator_cost_per_year:
    {title: {en: P, zh: 人}, value: 150000, low: 1, high: 200000, unit: $, source: {judgment: why}}
""",
}
"""The smallest files that are sound."""


@pytest.fixture(scope="session")
def catalog(knowledge: Knowledge) -> Catalog:
    return knowledge.catalog


def files(name: str = "", old: str = "", new: str = "") -> dict[str, Document]:
    texts = dict(FILES)
    if name:
        assert texts[name].count(old) == 1, "the change has to be one"
        texts[name] = texts[name].replace(old, new)
    return {key: read_documents(text.encode(), f"{key}.yaml")[0] for key, text in texts.items()}


def problems(catalog: Catalog, name: str, old: str, new: str) -> list[str]:
    return [str(one) for one in price_problems(files(name, old, new), catalog)]


def test_the_built_in_files_are_sound(
    price_files: Mapping[str, Document], catalog: Catalog
) -> None:
    assert price_problems(price_files, catalog) == ()


def test_sound_files_give_their_plain_data_with_a_digest(catalog: Catalog) -> None:
    data = checked_prices(files(), catalog)

    assert set(data) == {*SHAPES, "digest"}
    assert data["digest"] == digest_of({name: one.data for name, one in files().items()})
    assert pricebook_from(data).digest == data["digest"]


def test_files_with_a_fault_give_nothing(catalog: Catalog) -> None:
    with pytest.raises(InputError, match=re.escape("cloud.yaml:14:35: per_gpu_hour")):
        checked_prices(files("cloud", "per_gpu_hour: 2.0", "per_gpu_hour: 700.0"), catalog)


def test_a_file_that_is_not_there_is_missed(catalog: Catalog) -> None:
    left = files()
    del left["egress"]

    assert [str(one) for one in price_problems(left, catalog)] == ["egress.yaml: is missing"]


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"),
    [
        ("cloud", "per_gpu_hour: 2.0", "per_gpu_hour: 0", "must be more than 0, is 0"),
        ("cloud", "per_gpu_hour: 2.0", "per_gpu_hour: -3", "must be more than 0, is -3"),
        ("cloud", "per_gpu_hour: 2.0", "per_gpu_hour: 2.0, price: 2.0", 'unknown key "price"'),
        ("cloud", "purchase: spot", "purchase: owned", "expected "),
        ("servers", "gpus: 8", "gpus: 0", "gpus: must be at least 1, is 0"),
        ("defaults", "value: 0.1, ", "", "value is missing"),
        ("software", 'date: "2026"', 'date: "2026-99"', "no such day in the calendar"),
    ],
)
def test_the_shape_of_a_file_is_checked_first(
    catalog: Catalog, name: str, old: str, new: str, problem: str
) -> None:
    found = problems(catalog, name, old, new)

    assert len(found) == 1
    assert found[0].startswith(f"{name}.yaml:")
    assert problem in found[0]


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"),
    [
        (
            "cloud",
            "{gpu: L40S, per_gpu_hour: 2.0}",
            "{gpu: L40 S, per_gpu_hour: 2.0}",
            "L40 S is no name of the GPU catalog (did you mean L40S?)",
        ),
        (
            "cloud",
            "{gpu: L40S, per_gpu_hour: 2.0}",
            "{gpu: Voodoo, per_gpu_hour: 2.0}",
            "Voodoo is no name of the GPU catalog",
        ),
        (
            "cloud",
            "per_gpu_hour: 2.0",
            "per_gpu_hour: 200.01",
            "per_gpu_hour: 200.01 is no price of a GPU-hour (it lies between 0.01 and 200)",
        ),
        (
            "cloud",
            "per_gpu_hour: 1.0",
            "per_gpu_hour: 0.009",
            "per_gpu_hour: 0.009 is no price of a GPU-hour (it lies between 0.01 and 200)",
        ),
        (
            "cloud",
            'per_gpu_hour: 1.0, date: "2026-10-01"',
            "per_gpu_hour: 1.0",
            "date is missing (in the list or here)",
        ),
        (
            "cloud",
            "per_gpu_hour: 1.0",
            "per_gpu_hour: 2.0",
            "spot at 2 is no less than on demand (A asks 2)",
        ),
        (
            "cloud",
            "- {gpu: L40S, per_gpu_hour: 2.0}",
            "- {gpu: L40S, per_gpu_hour: 2.0}\n      - {gpu: L40S, per_gpu_hour: 2.5}",
            "an offer for L40S stands on line 14 already",
        ),
        (
            "cloud",
            'date: "2026-10-01"\n    source: page',
            'date: "2026-10-01"\n    source: blog',
            "source: there is no source blog (page)",
        ),
        (
            "cloud",
            'per_gpu_hour: 1.0, date: "2026-10-01"',
            'per_gpu_hour: 1.0, date: "2026-12-01"',
            "date: later than the file's own, 2026-11-20",
        ),
        (
            "egress",
            'date: "2026-11-01"',
            'date: "2026-12"',
            "date: later than the file's own, 2026-11-20",
        ),
        ("servers", "gpu: L40S", "gpu: H200", "H200 is no name of the GPU catalog (did you mean "),
        ("servers", "currency: USD, ", "", "price without currency (add currency)"),
        ("servers", ', date: "2026"', "", "price without date (add date)"),
        ("servers", ", power_source: page", "", "max_power_kw without power_source"),
        ("servers", "max_power_kw: 4, ", "", "power_source without max_power_kw"),
        ("servers", "price: 90000", "price: 90", "price: 90 buys no server"),
        ("servers", "price: 90000", "price: 25000000000", "price: 25000000000 buys no server"),
        ("software", "[L40S]", "[L40]", ""),
        ("software", "[L40S]", "[L41]", "L41 is no name of the GPU catalog (did you mean L4?"),
        ("software", "[L40S]", "[L40S, L40S]", "a license for L40S stands on line"),
        ("software", "{H100-NVL-94GB: 5}", "{H100 NVL: 5}", "H100 NVL is no name of the GPU"),
        ("egress", "[null, 0.05]", "[30, 0.05]", "tiers: their ends do not rise"),
        ("egress", "[20, 0.08]", "[5, 0.08]", "tiers: their ends do not rise"),
        ("egress", "default: A", "default: B", "default: B has no tiers here"),
        ("defaults", "value: 0.1,", "value: 0.3,", "owned.electricity_per_kwh: 0.3 lies outside"),
        (
            "electricity",
            "value: 0.1,",
            "value: 0.12,",
            "owned.electricity_per_kwh is not the value of the row that is marked as default",
        ),
        ("people", ", default: true", "", "0 rows are marked as default (mark one)"),
        (
            "defaults",
            "owned.colocation_per_kw_month",
            "owned.colocation",
            "owned.colocation_per_kw_month is missing",
        ),
    ],
)
def test_what_cannot_be_true_is_named_with_its_place(
    catalog: Catalog, name: str, old: str, new: str, problem: str
) -> None:
    found = problems(catalog, name, old, new)

    if problem:
        assert any(problem in one for one in found), found
        assert all(re.match(r"[a-z]+\.yaml:\d+:\d+: ", one) for one in found)
    else:
        assert found == []


def test_a_server_needs_a_price_or_a_power(catalog: Catalog) -> None:
    row = FILES["servers"].partition("  - ")[2]

    found = problems(catalog, "servers", row, "{name: Box, gpu: L40S, gpus: 8, kind: server}\n")

    assert found == ["servers.yaml:7:5: neither price nor max_power_kw (add one of them)"]


def test_the_same_server_stands_there_once(catalog: Catalog) -> None:
    row = FILES["servers"].partition("  - ")[2]

    found = problems(catalog, "servers", row, f"{row}  - {row}")

    assert found == ["servers.yaml:9:5: Box of that date stands on line 7 already"]


def test_spot_is_compared_with_the_same_provider_only(catalog: Catalog) -> None:
    assert (
        problems(catalog, "cloud", "provider: A\n    class: gpu-cloud\n    purchase: spot",
                 "provider: B\n    class: gpu-cloud\n    purchase: spot")
        == []
    )  # fmt: skip
