import pytest

from gpucmp.advice import Knowledge
from gpucmp.catalog import Catalog
from gpucmp.errors import InputError
from gpucmp.money.pricefiles import PriceFile, read_price_csv
from gpucmp.money.prices import ProviderClass
from gpucmp.options import Purchase

ON_DEMAND, SPOT = Purchase.ON_DEMAND, Purchase.SPOT
AWS_HEADER = (
    "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,"
    "Region,AvailabilityZone"
)


@pytest.fixture(scope="session")
def catalog(knowledge: Knowledge) -> Catalog:
    return knowledge.catalog


def aws(catalog: Catalog, *rows: str) -> PriceFile:
    text = "\n".join([AWS_HEADER, *rows])
    return read_price_csv(text.encode(), "catalogs/v8/aws/vms.csv", catalog)


def simple(catalog: Catalog, *rows: str, header: str = "gpu,purchase,per_gpu_hour") -> PriceFile:
    return read_price_csv("\n".join([header, *rows]).encode(), "mine.csv", catalog)


def said(file: PriceFile) -> list[str]:
    return [str(one).removeprefix(f"{file.file}:") for one in file.refused]


def prices(file: PriceFile) -> list[tuple[str, Purchase, float]]:
    return [(one.gpu, one.purchase, round(one.per_gpu_hour, 4)) for one in file.offers]


# The row of p5.48xlarge in SkyPilot's catalog of 2025: $55.04 on demand, $19.2531 spot in az2.
def test_an_instance_price_is_divided_by_its_gpus(catalog: Catalog) -> None:
    found = aws(catalog, "p5.48xlarge,H100,8.0,192,2048,,55.04,19.2531,us-east-1,use1-az2")

    assert prices(found) == [
        ("H100-SXM5-80GB", ON_DEMAND, 6.88),
        ("H100-SXM5-80GB", SPOT, 2.4066),
    ]
    assert found.refused == ()
    offer = found.offers[0]
    assert (offer.provider, offer.provider_class) == ("AWS", ProviderClass.HYPERSCALER)
    assert (offer.region, offer.instance, offer.currency) == ("us-east-1", "p5.48xlarge", "USD")
    assert (offer.date, offer.source.title) == ("", "catalogs/v8/aws/vms.csv")


@pytest.mark.parametrize(
    "text",
    [
        (
            "Region,SpotPrice,Price,AcceleratorCount,AcceleratorName,InstanceType\n"
            "us-east-1,19.2531,55.04,8,H100,p5.48xlarge"
        ),
        (
            "\ufeffInstanceType;AcceleratorName;AcceleratorCount;Price;SpotPrice;Region\r\n"
            "p5.48xlarge;H100;8;55,04;19,2531;us-east-1"
        ),
        (
            '"InstanceType","AcceleratorName","AcceleratorCount","Price","SpotPrice","Region"\n'
            '"p5.48xlarge","H100","8","55.04","19.2531","us-east-1"'
        ),
    ],
    ids=["order", "BOM and semicolons", "quotes"],
)
def test_columns_are_found_by_their_header_however_they_are_written(
    catalog: Catalog, text: str
) -> None:
    found = read_price_csv(text.encode(), "aws/vms.csv", catalog)

    assert [price for _, _, price in prices(found)] == [6.88, 2.4066]


def test_rows_without_an_accelerator_are_not_about_gpus(catalog: Catalog) -> None:
    found = aws(catalog, "m7i.large,,,2,8,,0.1008,0.04,us-east-1,a", "cpu,,0,4,16,,0.0992,,eu,")

    assert (found.offers, found.refused, found.without_gpu) == ((), (), 2)


def test_zones_of_one_region_are_one_offer_where_they_ask_the_same(catalog: Catalog) -> None:
    found = aws(
        catalog,
        "p5.48xlarge,H100,8,192,2048,,55.04,19.2531,us-east-1,az2",
        "p5.48xlarge,H100,8,192,2048,,55.04,21.1543,us-east-1,az3",
        "p5.48xlarge,H100,8,192,2048,,68.8,19.8326,us-west-1,az3",
    )

    assert [price for _, kind, price in prices(found) if kind is ON_DEMAND] == [6.88, 8.6]
    assert [price for _, kind, price in prices(found) if kind is SPOT] == [2.4066, 2.6443, 2.4791]
    assert found.refused == ()


# Two zones of p5.48xlarge had no spot capacity: SkyPilot's catalog writes the on-demand price.
def test_spot_equal_to_on_demand_is_refused_and_on_demand_kept(catalog: Catalog) -> None:
    found = aws(catalog, "p5.48xlarge,H100,8,192,2048,,55.04,55.04,us-east-1,az1")

    assert prices(found) == [("H100-SXM5-80GB", ON_DEMAND, 6.88)]
    assert said(found) == [
        "2:1: spot at 6.88 a GPU is no discount on 6.88 on demand (the on-demand price is kept)"
    ]


# p4d.24xlarge in us-east-2: 21.957642 on demand, spot 21.8535 in the zone without capacity.
def test_spot_within_a_percent_of_on_demand_is_no_spot_price(catalog: Catalog) -> None:
    found = aws(catalog, "p4d.24xlarge,A100,8,96,1152,,21.957642,21.8535,us-east-2,az3")

    assert prices(found) == [("A100-SXM4-40GB", ON_DEMAND, 2.7447)]
    assert len(found.refused) == 1


@pytest.mark.parametrize(("text", "reason"), [("0", "Price is 0"), ("", "Price is missing")])
def test_no_price_for_a_gpu_is_said_with_what_may_be_behind_it(
    catalog: Catalog, text: str, reason: str
) -> None:
    found = aws(catalog, f"p5.48xlarge,H100,8,192,2048,,{text},,us-east-1,az1")

    assert found.offers == ()
    assert said(found) == [
        (
            f"2:1: {reason} (some clouds price host and accelerator in separate rows; "
            "give the price of both)"
        )
    ]


# p5e.48xlarge stands in SkyPilot's catalog with a spot price only.
def test_a_spot_price_is_kept_where_there_is_none_on_demand(catalog: Catalog) -> None:
    found = aws(catalog, "p5e.48xlarge,H200,8,192,2048,,,18.7359,us-east-2,az3")

    assert prices(found) == [("H200-SXM5-141GB", SPOT, 2.342)]
    assert said(found)[0].startswith("2:1: Price is missing")


# GCP's file has the accelerator in a row of its own, without its host.
def test_an_accelerator_without_its_host_is_refused(catalog: Catalog) -> None:
    found = aws(catalog, ",H100,8,,,,78.26,36.4,us-central1,us-central1-a")

    assert found.offers == ()
    assert said(found)[0].startswith("2:1: H100 is priced without its host (some clouds")


@pytest.mark.parametrize("price", ["700.0", "700", "9999", "99999.0"])
def test_a_placeholder_is_no_price(catalog: Catalog, price: str) -> None:
    found = aws(catalog, f"p5.48xlarge,H100,8,192,2048,,{price},,us-east-1,az1")

    assert found.offers == ()
    assert "is a placeholder or a slip, not a price" in said(found)[0]


@pytest.mark.parametrize(
    ("price", "count"), [("250", "1"), ("-2", "1"), ("0.005", "1"), ("0.04", "8")]
)
def test_an_absurd_price_is_refused(catalog: Catalog, price: str, count: str) -> None:
    found = aws(catalog, f"x,H100,{count},1,1,,{price},,us-east-1,az1")

    assert found.offers == ()
    assert said(found)[0].startswith(f"2:1: Price: {price} for {count} GPU")


@pytest.mark.parametrize(
    ("count", "reason"),
    [
        ("", "AcceleratorCount is missing: no GPU to divide the price by"),
        ("0", "AcceleratorCount is 0: no GPU to divide the price by"),
        ("-1", "AcceleratorCount is -1: no GPU to divide the price by"),
        ("0.125", "AcceleratorCount 0.125: a slice of a GPU is no GPU"),
        ("two", "AcceleratorCount: two is no number (write the number alone, as 3.99)"),
    ],
)
def test_a_count_that_no_price_can_be_divided_by_is_refused(
    catalog: Catalog, count: str, reason: str
) -> None:
    found = aws(catalog, f"g6f.large,L4,{count},2,8,,0.202,,us-east-1,az1")

    assert said(found) == [f"2:1: {reason}"]


@pytest.mark.parametrize(
    "price", ["$3.99", "1,234.5", "nan", "inf", "1_000", "\uff13.9", "3.99 USD"]
)
def test_what_is_no_number_is_refused_and_not_guessed(catalog: Catalog, price: str) -> None:
    found = aws(catalog, f'x,H100,1,1,1,,"{price}",,us-east-1,az1')

    assert found.offers == ()
    assert said(found) == [f"2:1: Price: {price} is no number (write the number alone, as 3.99)"]


@pytest.mark.parametrize("price", ["3.99", "+3.99", "3.99e0", "399E-2", "3.9900"])
def test_numbers_are_read_as_programs_write_them(catalog: Catalog, price: str) -> None:
    assert prices(aws(catalog, f"x,H100,1,1,1,,{price},,r,z"))[0][2] == 3.99


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("H1000", "did you mean H100-SXM5-80GB"),
        ("tpu-v6e-16", "gpucmp prices list names those known"),
    ],
)
def test_an_accelerator_that_nobody_knows_is_refused_with_a_suggestion(
    catalog: Catalog, name: str, hint: str
) -> None:
    found = aws(catalog, f"x,{name},1,1,1,,3.99,,r,z")

    assert found.offers == ()
    assert said(found)[0].startswith(f"2:1: {name} is no GPU of the catalog ({hint}")


# What the clouds' own pages say of the instance types whose short name is not enough.
@pytest.mark.parametrize(
    ("instance", "name", "gpu"),
    [
        ("p3.16xlarge", "V100", "V100-SXM2-16GB"),
        ("p3dn.24xlarge", "V100-32GB", "V100-SXM2-32GB"),
        ("p4d.24xlarge", "A100", "A100-SXM4-40GB"),
        ("g7.48xlarge", "RTX-PRO-4500", "RTX-PRO-4500-Server"),
        ("g7e.48xlarge", "RTX-PRO-6000", "RTX-PRO-6000-Server"),
        ("p4de.24xlarge", "A100-80GB", "A100-SXM4-80GB"),
        ("Standard_NC24ads_A100_v4", "A100-80GB", "A100-PCIe-80GB"),
        ("Standard_ND96amsr_A100_v4", "A100-80GB", "A100-SXM4-80GB"),
        ("Standard_ND96asr_v4", "A100", "A100-SXM4-40GB"),
        ("Standard_NC24rs_v3", "V100", "V100-PCIe-16GB"),
        ("BM.GPU4.8", "A100", "A100-SXM4-40GB"),
        ("BM.GPU.A100-v2.8", "A100-80GB", "A100-SXM4-80GB"),
        ("VM.GPU3.4", "V100", "V100-SXM2-16GB"),
        ("gpu_8x_v100_n", "V100", "V100-SXM2-16GB"),
    ],
)
def test_a_short_name_is_told_by_its_instance_type(
    catalog: Catalog, instance: str, name: str, gpu: str
) -> None:
    assert prices(aws(catalog, f"{instance},{name},8,1,1,,24.0,,r,z")) == [(gpu, ON_DEMAND, 3.0)]


@pytest.mark.parametrize(
    ("instance", "memory", "gpu"),
    [
        ("gpu_1x_a100_sxm4", "40960", "A100-SXM4-40GB"),
        ("gpu_8x_a100_80gb_sxm4", "81920.0", "A100-SXM4-80GB"),
        ("a100.pcie", "81920", "A100-PCIe-80GB"),
    ],
)
def test_a_short_name_is_told_by_memory_and_form(
    catalog: Catalog, instance: str, memory: str, gpu: str
) -> None:
    info = f"\"{{'Gpus': [{{'MemoryInfo': {{'SizeInMiB': {memory}}}}}]}}\""

    assert prices(aws(catalog, f"{instance},A100,1,1,1,{info},2.0,,r,z")) == [
        (gpu, ON_DEMAND, 2.0)
    ]


def test_a_short_name_that_stays_open_is_refused_with_what_it_may_mean(catalog: Catalog) -> None:
    found = aws(catalog, "1A100.22V,A100-80GB,1,1,1,,1.29,,r,z")

    assert said(found) == [
        "2:1: A100-80GB may mean several GPUs (write A100-PCIe-80GB or A100-SXM4-80GB)"
    ]


def test_an_instance_type_does_not_make_a_gpu_what_its_name_is_not(catalog: Catalog) -> None:
    assert prices(aws(catalog, "p4d.24xlarge,H100,8,1,1,,24.0,,r,z"))[0][0] == "H100-SXM5-80GB"


def test_a_row_that_stands_there_twice_is_refused(catalog: Catalog) -> None:
    row = "p5.48xlarge,H100,8,192,2048,,55.04,,us-east-1,az1"

    found = aws(catalog, row, row, row.replace("55.04", "98.32"))

    assert prices(found) == [("H100-SXM5-80GB", ON_DEMAND, 6.88)]
    assert said(found) == ["3:1: repeats line 2", "4:1: repeats line 2"]


def test_a_row_with_too_few_or_too_many_cells_is_refused(catalog: Catalog) -> None:
    found = aws(catalog, "p5.48xlarge,H100,8", "x,H100,1,1,1,,3.99,,r,z")

    assert said(found) == ["2:1: 3 cells under 10 columns"]
    assert len(found.offers) == 1


@pytest.mark.parametrize(
    ("file", "provider", "kind"),
    [
        ("v8/azure/vms.csv", "Azure", ProviderClass.HYPERSCALER),
        ("v8/vast/vms.csv", "Vast", ProviderClass.MARKETPLACE),
        ("v8/hyperstack/vms.csv", "hyperstack", ProviderClass.GPU_CLOUD),
        ("vms.csv", "vms", ProviderClass.GPU_CLOUD),
        ("prices/runpod.csv", "RunPod", ProviderClass.GPU_CLOUD),
    ],
)
def test_the_provider_is_told_by_folder_or_file(
    catalog: Catalog, file: str, provider: str, kind: ProviderClass
) -> None:
    text = f"{AWS_HEADER}\nx,H100,1,1,1,,3.99,,r,z"

    offer = read_price_csv(text.encode(), file, catalog).offers[0]

    assert (offer.provider, offer.provider_class) == (provider, kind)


def test_a_simple_file_needs_three_columns(catalog: Catalog) -> None:
    found = simple(catalog, "H100,on-demand,3.99", "h200,spot,1.5")

    assert prices(found) == [("H100-SXM5-80GB", ON_DEMAND, 3.99), ("H200-SXM5-141GB", SPOT, 1.5)]
    assert {(one.provider, one.currency, one.date) for one in found.offers} == {
        ("mine", "USD", "")
    }


def test_a_simple_file_may_say_more(catalog: Catalog) -> None:
    found = simple(
        catalog,
        "8,A100-SXM4-80GB,Reserved_1Y,20.5,cny,Alibaba Cloud,cn-beijing,2026-07",
        header="GPUs,GPU,Purchase,Per GPU hour,Currency,Provider,Region,Date",
    )

    offer = found.offers[0]
    assert (offer.gpu, offer.purchase) == ("A100-SXM4-80GB", Purchase.RESERVED_1Y)
    assert (offer.per_gpu_hour, offer.currency, offer.date) == (20.5, "CNY", "2026-07")
    assert (offer.provider, offer.region) == ("Alibaba Cloud", "cn-beijing")
    assert offer.provider_class is ProviderClass.HYPERSCALER


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("H100,ondemand,3", 'purchase: ondemand is no way of renting (did you mean "on-demand"?)'),
        ("H100,owned,3", "purchase: owned is no way of renting (one of on-demand, reserved-1y, "),
        ("H100,,3", "purchase: nothing is no way of renting (one of "),
        ("H100,spot,", "per_gpu_hour is missing (some clouds"),
        ("H100,spot,0", "per_gpu_hour is 0 (some clouds"),
        ("H100,spot,700", "per_gpu_hour: 700 for 1 GPU is a placeholder or a slip, not a price"),
        (",spot,3", "nothing is no GPU of the catalog (gpucmp prices list names those known)"),
        ("A100,spot,3", "A100 may mean several GPUs (write A100-PCIe-40GB or "),
    ],
)
def test_a_simple_row_that_cannot_be_used_is_refused(
    catalog: Catalog, row: str, reason: str
) -> None:
    found = simple(catalog, row)

    assert found.offers == ()
    assert said(found)[0].startswith(f"2:1: {reason}")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("H100,spot,3,dollars,2026-01-01,8", "currency: DOLLARS is no currency"),
        ("H100,spot,3,USD,2026-13-01,8", "date: 2026-13-01 is no day"),
        ("H100,spot,3,USD,1/2/2026,8", "date: 1/2/2026 is no day"),
        ("H100,spot,3,USD,,0", "gpus is 0: no GPU to divide the price by"),
        ("H100,spot,3,USD,,", "gpus is missing: no GPU to divide the price by"),
    ],
)
def test_what_else_a_simple_row_says_is_checked_too(
    catalog: Catalog, row: str, reason: str
) -> None:
    found = simple(catalog, row, header="gpu,purchase,per_gpu_hour,currency,date,gpus")

    assert found.offers == ()
    assert said(found)[0].startswith(f"2:1: {reason}")


def test_simple_spot_is_compared_with_the_same_providers_price_in_the_same_region(
    catalog: Catalog,
) -> None:
    found = simple(
        catalog,
        "H100,spot,4.0,A,us",
        "H100,on-demand,4.0,A,us",
        "H100,on-demand,3.0,B,us",
        "H100,spot,4.0,A,eu",
        header="gpu,purchase,per_gpu_hour,provider,region",
    )

    assert said(found) == [
        "2:1: spot at 4 a GPU is no discount on 4 on demand (the on-demand price is kept)"
    ]
    assert [one.region for one in found.offers] == ["us", "us", "eu"]


def test_a_simple_price_that_stands_there_twice_is_refused(catalog: Catalog) -> None:
    found = simple(catalog, "H100,spot,1.0", "h100-sxm,spot,2.0")

    assert [one.per_gpu_hour for one in found.offers] == [1.0]
    assert said(found) == ["3:1: repeats line 2"]


def test_a_price_of_an_unknown_currency_has_no_bounds(catalog: Catalog) -> None:
    header = "gpu,purchase,per_gpu_hour,currency"

    assert prices(simple(catalog, "H100,spot,5200,KRW", header=header))[0][2] == 5200.0


def test_a_line_number_is_that_of_the_file_after_quoted_lines(catalog: Catalog) -> None:
    found = aws(catalog, 'x,H100,1,1,1,"a\nb",3.99,,r,z', "y,H100,0,1,1,,3.99,,r,z")

    assert said(found)[0].startswith("4:1: AcceleratorCount is 0")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "mine.csv: empty: expected a header and prices"),
        ("a,b\n1,2", "mine.csv:1:1: neither the columns of SkyPilot's vms.csv nor gpu, purchase,"),
        ("gpu,purchase,per_gpu_hour,GPU\n", "mine.csv:1:1: two columns are named gpu"),
        ('gpu,purchase,per_gpu_hour\n"H100', "mine.csv:2:1: no CSV"),
    ],
)
def test_a_file_that_is_no_price_file_is_refused_whole(
    catalog: Catalog, text: str, reason: str
) -> None:
    with pytest.raises(InputError) as found:
        read_price_csv(text.encode(), "mine.csv", catalog)

    assert str(found.value).startswith(reason)
