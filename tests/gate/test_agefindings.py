from gpucmp.advice import Knowledge
from gpucmp.gate.findings import Severity
from gpucmp.gate.policy import Policy
from tests.gate.proposals import OWNED, a_case, changed, found, looked, passes

CATALOG = """\
name: by the catalog
demand: {gpus: 64, utilization_percent: 60, horizon_months: 36}
hardware: {gpu: H100}
proposal: {option: cloud}
"""


def test_stated_prices_are_old_after_the_days_of_the_price_book(knowledge: Knowledge) -> None:
    # 2026-11-10 and 180 days is 2027-05-09.
    assert passes(looked(OWNED, knowledge, today="2027-05-09"), "stale-prices")

    one = found(OWNED, knowledge, today="2027-05-10")["stale-prices"]

    assert one.severity is Severity.WARNING
    assert one.message.en == (
        "Prices are older than 180 days on 2027-05-10: Prices that the profile states "
        "(2026-11-10)."
    )
    assert one.location.pointer == "/prices/as_of"


def test_the_policy_sets_the_age(knowledge: Knowledge) -> None:
    policy = Policy(max_price_age_days=10)

    assert "older than 10 days" in found(OWNED, knowledge, policy)["stale-prices"].message.en


def test_prices_of_the_catalog_are_named_with_their_days(knowledge: Knowledge) -> None:
    one = found(CATALOG, knowledge, today="2029-01-01")["stale-prices"]

    assert one.location.pointer == "/prices"
    assert "Price on demand (" in one.message.en
    assert " more." in one.message.en


def test_a_gpu_that_nobody_knows_has_no_prices_in_the_catalog(knowledge: Knowledge) -> None:
    text = changed(OWNED, {"gpu: H100": "gpu: Nonesuch"})

    assert passes(looked(text, knowledge), "stale-prices")


def test_a_number_of_the_pack_past_its_review_is_a_warning(knowledge: Knowledge) -> None:
    one = found(OWNED, knowledge, today="2031-01-01")["pack-past-review"]

    assert "numbers of the rule pack were due for review, the first on " in one.message.en
    assert "(+" in one.message.en
    assert one.location.pointer == "/name"
    assert passes(looked(OWNED, knowledge), "pack-past-review")


def test_a_few_numbers_past_their_review_are_named_whole(knowledge: Knowledge) -> None:
    used = a_case(OWNED, knowledge).report.pack.parameters
    late = {used[0].id, used[1].id}
    fresh = {
        name: one if name in late else one._replace(still_valid_on="2030-12-01")
        for name, one in knowledge.pack.parameters.items()
    }
    reviewed = knowledge._replace(pack=knowledge.pack._replace(parameters=fresh))

    one = found(OWNED, reviewed, today="2031-01-01")["pack-past-review"]

    assert one.value == ", ".join(sorted(late))
    assert one.message.en.startswith("2 numbers of the rule pack")
    assert one.message.en.endswith(f": {one.value}.")
