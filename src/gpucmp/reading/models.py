"""What a profile may say: the one source of its fields, ranges, and descriptions."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from gpucmp.options import Option, Purchase
from gpucmp.reading.fields import (
    Amount,
    Count,
    Currency,
    Date,
    FineShare,
    Months,
    People,
    Pointer,
    Positive,
    Price,
    Ranged,
    Rate,
    Ratio,
    Reason,
    Said,
    ServerSize,
    Share,
    Tiered,
    Weeks,
    Words,
)
from gpucmp.reading.schemas import completed


class _Group(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        frozen=True,
        allow_inf_nan=False,
        use_attribute_docstrings=True,
    )


class Workload(_Group):
    """What runs, for whom, and how its need moves."""

    kind: (
        Literal[
            "training",
            "fine-tuning",
            "inference",
            "experimentation",
            "rendering",
            "simulation",
            "mixed",
        ]
        | None
    ) = None
    """What the GPUs do most of the time."""
    stage: Literal["exploration", "growth", "production"] | None = None
    """How settled the business is that the GPUs serve."""
    organization: (
        Literal["startup", "growing-company", "enterprise", "research-lab", "public-sector"] | None
    ) = None
    """What kind of organization decides."""
    pattern: Literal["steady", "daily", "bursty", "phased"] | None = None
    """How the demand moves: steady, by the hour of the day, in sudden peaks, or in campaigns."""
    multi_node: bool | None = None
    """Whether one job spans several servers."""
    large_models: bool | None = None
    """Whether models are large and train for long (weeks rather than hours)."""
    direction_settled: bool | None = None
    """Whether the technical direction is fixed for the horizon."""
    custom_architecture: bool | None = None
    """Whether the work needs a network, storage, or servers that no cloud product offers."""
    scheduler: Literal["none", "slurm", "kubernetes", "other"] | None = None
    """The scheduler that jobs are submitted to today."""


class Demand(_Group):
    """How many GPUs are wanted, when, and how sure that is."""

    gpus: Ranged[Positive] | None = None
    """The capacity that the choice is about, in GPUs; for a measured cluster its capacity."""
    peak_gpus: Ranged[Positive] | None = None
    """The most GPUs wanted at once, running plus waiting; may exceed *gpus*."""
    utilization_percent: Ranged[Share] | None = None
    """Mean share of *gpus* in use over the horizon: allocated GPU-hours / (gpus x hours)."""
    peak_to_mean: Ranged[Ratio] | None = None
    """Hourly peak of demand divided by its mean."""
    evidence: Literal["measured", "estimated", "planned"] | None = None
    """Where the utilization comes from: logs, an estimate of today, or a plan."""
    utilization_kind: Literal["allocated", "busy", "sm-active"] | None = None
    """What the utilization counts: GPUs given to jobs, or how busy they were."""
    horizon_months: Ranged[Months] | None = None
    """How long the need lasts, in months."""
    growth_percent_per_year: Ranged[Annotated[float, Field(ge=-100, le=1000)]] | None = None
    """Growth of demand, in percent a year."""
    deferrable_percent: Ranged[Share] | None = None
    """Share of the GPU-hours that can wait or be interrupted and resumed."""
    deferrable_hours: Ranged[Annotated[float, Field(ge=0, le=8760)]] | None = None
    """How long deferrable work can wait, in hours."""
    needed_in_weeks: Ranged[Weeks] | None = None
    """Weeks from the decision until the capacity must be usable."""
    curve: (
        Annotated[
            list[Annotated[list[float], Field(min_length=2, max_length=2)]],
            Field(min_length=1, max_length=100_000),
        ]
        | None
    ) = None
    """Load duration curve, ``[[gpus, percent_of_hours], ...]``; the shares add up to 100."""


class Hardware(_Group):
    """Which GPUs, and what is already owned or on order."""

    gpu: Words | None = None
    """The GPU, by catalog name, alias, or as nvidia-smi prints it."""
    gpus_per_server: ServerSize | None = None
    """GPUs in one server."""
    existing_gpus: Count | None = None
    """GPUs already owned; their capital is sunk."""
    existing_end_of_life_months: Annotated[float, Field(ge=0, le=600)] | None = None
    """Months until the GPUs already owned reach their end of life."""
    lead_time_weeks: Weeks | None = None
    """Quoted lead time of new servers, from order to running, in weeks."""


class Service(_Group):
    """What users of the workload are promised."""

    latency_ms: Annotated[float, Field(gt=0, le=1e9)] | None = None
    """Latency objective of a request, in milliseconds."""
    jitter_sensitive: bool | None = None
    """Whether a variation of latency or step time does harm."""
    availability_percent: FineShare | None = None
    """Availability objective, in percent of the time."""
    regions: list[Words] | None = None
    """Regions served today, by name."""
    regions_planned: list[Words] | None = None
    """Regions to be served within the horizon, by name."""


class Team(_Group):
    """Who would run own machines."""

    handles_hardware_faults: bool | None = None
    """Whether somebody can find and replace failed hardware without a vendor on site."""
    tunes_parallel_filesystem: bool | None = None
    """Whether somebody can run and tune a parallel file system."""
    keeps_driver_stack: bool | None = None
    """Whether somebody can keep drivers, firmware, and CUDA compatible."""
    operators_fte: People | None = None
    """People who could operate GPU servers, in full-time equivalents."""


class Compliance(_Group):
    """What law, regulators, and contracts ask of the data and the machines."""

    data_must_stay: Literal["nowhere", "country", "own-domain"] | None = None
    """Where restricted data must stay; own-domain is on premises under own control."""
    sensitive_percent: Share | None = None
    """Share of the work that touches the restricted data."""
    sensitive_separable: bool | None = None
    """Whether the restricted part can run apart from the rest."""
    private_deployment: bool | None = None
    """Whether a provider would run its stack inside the own domain."""
    isolation: Literal["shared", "dedicated", "physical"] | None = None
    """Isolation required: none, single-tenant machines, or machines in rooms under own control."""
    provider_certified: bool | None = None
    """Whether a suitable provider holds every certificate that is asked for."""
    jurisdiction_risk: bool | None = None
    """Whether a foreign law that reaches the provider is a risk for the data."""


class Data(_Group):
    """How much data there is and how much of it moves (1 TB = 1000 GB)."""

    stored_tb: Amount | None = None
    """Data kept near the GPUs, in TB."""
    egress_tb_per_month: Amount | None = None
    """Data that would leave the cloud each month, in TB; state 0 where it is none."""
    link_gbps: Annotated[float, Field(gt=0, le=1e6)] | None = None
    """Network link between own site and cloud, in Gbit/s."""


class Facility(_Group):
    """The room that own machines would stand in."""

    cooling: Literal["none", "air", "liquid"] | None = None
    """Cooling of the room that is there; none where there is no room."""
    liquid_refit_possible: bool | None = None
    """Whether the room can be refitted for liquid cooling."""
    power_kw: Amount | None = None
    """Power that the room can give to GPU servers, in kW."""
    works_weeks: Weeks | None = None
    """Weeks that works on the room take before servers can run."""


class Budget(_Group):
    """What money there is, and in which form."""

    currency: Currency | None = None
    """Currency of the figures, as an ISO 4217 code."""
    capital: Amount | None = None
    """Money that can be invested at the start."""
    per_month: Amount | None = None
    """Money that can be spent each month."""
    form: Literal["capital", "operating", "either"] | None = None
    """Which kind of money can be had: capital, operating, or either."""


class CloudPrices(_Group):
    """Prices of renting; each overrides the catalog."""

    on_demand_per_gpu_hour: Price | None = None
    """On demand, per GPU and hour used."""
    reserved_1y_per_gpu_hour: Price | None = None
    """Reserved for one year, per GPU and hour of the term."""
    reserved_3y_per_gpu_hour: Price | None = None
    """Reserved for three years, per GPU and hour of the term."""
    spot_per_gpu_hour: Price | None = None
    """Spot or preemptible, per GPU and hour used."""
    dedicated_per_gpu_hour: Price | None = None
    """Single-tenant machines at the provider's, per GPU and hour of the term."""
    serverless_per_gpu_hour: Price | None = None
    """Billed by the second used, per GPU-hour."""
    unused_percent: Ranged[Annotated[float, Field(ge=0, le=1000)]] | None = None
    """Hours billed but not used, in percent of the hours used."""
    spot_lost_percent: Ranged[Annotated[float, Field(ge=0, lt=100)]] | None = None
    """Share of spot work lost to interruptions."""
    egress_per_gb: Tiered | None = None
    """Price of egress per GB, or tiers ``[[up_to_gb, price], ..., [null, price]]``."""
    storage_per_tb_month: Price | None = None
    """Storage, per TB and month."""
    support_percent: Ranged[Share] | None = None
    """Support plan, in percent of the bill."""
    operators_fte: Ranged[Amount] | None = None
    """People needed to operate in the cloud, in full-time equivalents."""


class OwnedPrices(_Group):
    """Prices and parameters of owning; each overrides the default."""

    server_price: Price | None = None
    """Price of one server."""
    network_percent: Ranged[Amount] | None = None
    """Network, in percent of the server's price."""
    storage_percent: Ranged[Amount] | None = None
    """Storage, in percent of the server's price."""
    room_works: Price | None = None
    """Works on the room, once."""
    room_works_life_years: Ranged[Annotated[float, Field(gt=0, le=100)]] | None = None
    """Useful life of the works on the room, in years."""
    spares_percent: Ranged[Share] | None = None
    """Spare parts, in percent of the server's price a year."""
    maintenance_percent_per_year: Ranged[Share] | None = None
    """Maintenance, in percent of the server's price a year."""
    life_years: Ranged[Annotated[float, Field(gt=0, le=30)]] | None = None
    """Useful economic life of a server, in years."""
    residual_percent: Ranged[Share] | None = None
    """What a server still sells for at the end, in percent of its price."""
    power_busy_kw: Ranged[Amount] | None = None
    """Power a busy server draws, in kW."""
    power_idle_kw: Ranged[Amount] | None = None
    """Power an idle server draws, in kW."""
    pue: Ranged[Annotated[float, Field(ge=1, le=10)]] | None = None
    """Power usage effectiveness of the room."""
    electricity_per_kwh: Price | None = None
    """Electricity, per kWh."""
    colocation_per_kw_month: Price | None = None
    """Colocation rent, per kW and month."""
    software_per_gpu_year: Price | None = None
    """Software licenses, per GPU and year."""
    operators_fte: Ranged[Amount] | None = None
    """People needed to operate own servers, in full-time equivalents."""
    operator_cost_per_year: Price | None = None
    """Cost of one full-time operator a year."""
    availability_percent: Ranged[Annotated[float, Field(gt=0, le=100)]] | None = None
    """Availability of own servers, in percent of the time."""
    opex_per_server_hour: Price | None = None
    """All running costs of a server in one figure, per hour."""
    opex_basis: Literal["used", "all"] | None = None
    """Whether that figure counts on used hours or on all hours."""


class Prices(_Group):
    """Prices and parameters of the cost model that the profile states itself."""

    as_of: Date | None = None
    """Date of the stated prices."""
    hours_per_month: Annotated[float, Field(gt=0, le=744)] | None = None
    """Hours in a month for the cost model."""
    discount_rate_percent: Ranged[Annotated[float, Field(ge=0, le=100)]] | None = None
    """Discount rate, in percent a year."""
    price_trend_percent_per_year: Ranged[Annotated[float, Field(ge=-99, le=1000)]] | None = None
    """Trend of cloud prices, in percent a year."""
    exchange_rates: dict[Currency, Rate] | None = None
    """Units of a currency for one USD, with the date: ``{CNY: [7.1, "2026-11-01"]}``."""
    second_site_operators_fte: Ranged[Amount] | None = None
    """People needed to run a second site beside the first, in full-time equivalents."""
    cloud: CloudPrices | None = None
    """Prices of renting."""
    owned: OwnedPrices | None = None
    """Prices and parameters of owning."""


class Claims(_Group):
    """Figures that a proposal states itself, to be recomputed."""

    break_even_months: Amount | None = None
    """Months until owning has paid back."""
    per_gpu_hour: Amount | None = None
    """Cost per used GPU-hour."""
    total: Amount | None = None
    """Total cost over the horizon."""
    saving_percent: Annotated[float, Field(ge=-1000, le=100)] | None = None
    """Saving against the other options, in percent."""


class Waiver(_Group):
    """Permission to pass in spite of a finding."""

    rule: Words
    """Id of the rule or finding."""
    reason: Reason
    """Why it may pass."""
    owner: Said
    """Who answers for it."""
    expires: Date
    """Last day of the waiver."""
    pointer: Pointer | None = None
    """Only for this place in the document, as /proposal/option."""


class Proposal(_Group):
    """What the author of a proposal wants to do."""

    option: Annotated[Option, Field(strict=False)] | None = None
    """The option that is proposed."""
    purchase: Annotated[Purchase, Field(strict=False)] | None = None
    """How the GPUs would be bought."""
    owned_gpus: Count | None = None
    """GPUs that would be owned."""
    decision_date: Date | None = None
    """Date of the decision."""
    claims: Claims | None = None
    """Figures that the proposal states."""
    waivers: list[Waiver] | None = None
    """Permissions to pass in spite of a finding."""


class ProfileModel(_Group):
    """A GPU workload; every field but the name is optional, and absent means unknown."""

    name: Words
    """What the result is called."""
    workload: Workload | None = None
    """What runs, for whom, and how its need moves."""
    demand: Demand | None = None
    """How many GPUs are wanted, when, and how sure that is."""
    hardware: Hardware | None = None
    """Which GPUs, and what is already owned or on order."""
    service: Service | None = None
    """What users of the workload are promised."""
    team: Team | None = None
    """Who would run own machines."""
    compliance: Compliance | None = None
    """What law, regulators, and contracts ask of the data and the machines."""
    data: Data | None = None
    """How much data there is and how much of it moves."""
    facility: Facility | None = None
    """The room that own machines would stand in."""
    budget: Budget | None = None
    """What money there is, and in which form."""
    prices: Prices | None = None
    """Prices and parameters of the cost model, over the catalog's."""
    proposal: Proposal | None = None
    """What the author proposes, for ``gpucmp check``."""


def profile_schema() -> dict[str, object]:
    """Give the JSON Schema of a profile."""
    return completed(ProfileModel.model_json_schema(), "gpucmp profile")
