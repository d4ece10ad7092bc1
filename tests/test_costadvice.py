import pytest

from gpucmp.advice import Knowledge
from gpucmp.costadvice import CostResult, StalePrice, cost
from gpucmp.facts import FactValue
from gpucmp.money.pricebook import PriceBook
from gpucmp.money.prices import CloudOffer, PriceSource, ProviderClass
from gpucmp.options import Option, Purchase
from gpucmp.profile import Profile
from tests.builders import a_knowledge, a_profile

FACTS: dict[str, FactValue] = {
    "workload.kind": "training",
    "workload.pattern": "steady",
    "demand.gpus": 64,
    "demand.peak_gpus": 96,
    "demand.utilization_percent": 60,
    "demand.horizon_months": 36,
    "hardware.gpu": "H100-SXM",
}
PRICES = {
    "as_of": "2026-01-15",
    "discount_rate_percent": 0,
    "cloud": {"on_demand_per_gpu_hour": [8, 10, 12]},
    "owned": {"server_price": 300_000},
}


def a_priced_profile(**facts: FactValue) -> Profile:
    stated = {path.replace("__", "."): value for path, value in facts.items()}
    known = a_profile({**FACTS})
    return known._replace(
        facts={**known.facts, **{p: v for p, v in stated.items() if isinstance(v, int | str)}},
        stated={"prices": PRICES},
        places={"demand.gpus": "p.yaml:4:9", "prices.owned.server_price": "p.yaml:9:20"},
    )


@pytest.fixture(scope="module")
def result(knowledge: Knowledge) -> CostResult:
    return cost(a_priced_profile(), knowledge, draws=20)


def test_all_three_options_are_costed_with_their_cash(result: CostResult) -> None:
    assert set(result.best) == set(Option)
    flows = {one.option: one for one in result.costs.cash_flows}
    assert set(flows) == set(Option)
    assert all(len(one.cumulative) == 37 for one in flows.values())


def test_the_cash_of_renting_adds_up_to_its_total(result: CostResult) -> None:
    (rented,) = (one for one in result.costs.cash_flows if one.option is Option.CLOUD)
    (total,) = (one.total for one in result.costs.options if one.option is Option.CLOUD)

    assert rented.cumulative[0] == 0
    assert rented.cumulative[-1] == pytest.approx(total)


def test_owning_is_paid_at_the_start(result: CostResult) -> None:
    (owned,) = (one for one in result.costs.cash_flows if one.option is Option.SELF_HOSTED)

    (upfront,) = (
        one.upfront
        for one in result.costs.options
        if one.option is Option.SELF_HOSTED and one.purchase == owned.purchase
    )
    assert owned.cumulative[0] == pytest.approx(upfront)


def test_the_crossing_is_the_first_month_with_less_paid_for_owning(result: CostResult) -> None:
    flows = {one.option: one.cumulative for one in result.costs.cash_flows}
    month = result.costs.cash_crossing_month

    assert month is not None
    owned, rented = flows[Option.SELF_HOSTED], flows[Option.CLOUD]
    assert owned[month] < rented[month]
    assert owned[month - 1] >= rented[month - 1]


def test_the_same_seed_gives_the_same_draws(knowledge: Knowledge, result: CostResult) -> None:
    again = cost(a_priced_profile(), knowledge, draws=20)
    other = cost(a_priced_profile(), knowledge, draws=20, seed=2)

    assert again == result
    assert result.costs.uncertainty is not None
    assert result.costs.uncertainty.seed == 1
    assert other.costs.uncertainty != result.costs.uncertainty


def test_no_draws_are_no_uncertainty(knowledge: Knowledge) -> None:
    assert cost(a_priced_profile(), knowledge, draws=0).costs.uncertainty is None


def test_what_the_profile_states_has_its_place(result: CostResult) -> None:
    assert result.places == {
        "demand.gpus": "p.yaml:4:9",
        "owned.server_price": "p.yaml:9:20",
    }


def test_numbers_with_a_default_have_its_name(result: CostResult) -> None:
    assert result.titles["owned.pue"].en == "PUE of an own room"


def test_what_constraints_remove_is_named_with_its_rules(knowledge: Knowledge) -> None:
    inside = a_priced_profile(compliance__data_must_stay="own-domain")

    found = cost(inside, knowledge, draws=0)

    out = {one.option: one.rules for one in found.excluded if one.purchase is None}
    assert Option.CLOUD in out
    assert out[Option.CLOUD]
    assert Option.CLOUD not in found.best
    assert found.costs.cash_crossing_month is None


def test_a_purchase_may_be_gone_where_its_option_stands(knowledge: Knowledge) -> None:
    inside = a_priced_profile(compliance__data_must_stay="own-domain")

    found = cost(inside, knowledge, draws=0)

    gone = {one.purchase for one in found.excluded if one.option is Option.SELF_HOSTED}
    assert gone <= {None, Purchase.COLOCATED, Purchase.OWNED}


def test_without_a_day_no_price_is_old(result: CostResult) -> None:
    assert (result.age.as_of, result.age.stale) == ("", ())


def test_stated_prices_grow_old(knowledge: Knowledge) -> None:
    soon = cost(a_priced_profile(), knowledge, draws=0, as_of="2026-02-01")
    late = cost(a_priced_profile(), knowledge, draws=0, as_of="2026-11-01")

    assert soon.age.stale == ()
    assert late.age.stale == (StalePrice("as_of", "2026-01-15", 1, 1),)


def an_offer(date: str, price: float = 4.0, currency: str = "USD") -> CloudOffer:
    return CloudOffer(
        f"cloud {date}",
        ProviderClass.HYPERSCALER,
        "H100-SXM5-80GB",
        Purchase.ON_DEMAND,
        price,
        currency,
        date,
        PriceSource("a list", date),
    )


def with_offers(knowledge: Knowledge, *offers: CloudOffer) -> Knowledge:
    assert knowledge.book is not None
    return knowledge._replace(book=knowledge.book.with_offers(offers))


def test_old_offers_behind_a_price_are_counted(knowledge: Knowledge) -> None:
    offers = (an_offer("2025-01-01"), an_offer("2026-10-01"), an_offer("2026-11-01"))
    unstated = a_priced_profile()._replace(stated={})

    found = cost(unstated, with_offers(knowledge, *offers), draws=0, as_of="2026-11-20")

    stale = {one.path: one for one in found.age.stale}
    assert stale["cloud.on_demand_per_gpu_hour"] == StalePrice(
        "cloud.on_demand_per_gpu_hour", "2025-01-01", 1, 3
    )


def test_the_price_of_a_server_grows_old(knowledge: Knowledge) -> None:
    unstated = a_priced_profile()._replace(stated={})

    found = cost(unstated, knowledge, draws=0, as_of="2031-01-01")

    assert "owned.server_price" in {one.path for one in found.age.stale}


def test_a_profile_with_a_name_alone_says_what_is_missing(knowledge: Knowledge) -> None:
    found = cost(Profile("only a name", {}), knowledge)

    assert found.best == {}
    assert "demand.gpus" in found.costs.missing
    assert found.costs.cash_flows == ()
    assert found.costs.uncertainty is None


def test_nothing_is_costed_without_prices() -> None:
    with pytest.raises(ValueError, match="without prices"):
        cost(a_profile(), a_knowledge()._replace(book=None))


def test_the_result_tells_its_prices_apart(knowledge: Knowledge, result: CostResult) -> None:
    book = knowledge.book
    assert isinstance(book, PriceBook)

    assert (result.prices_as_of, result.prices_digest) == (book.as_of, book.digest)
