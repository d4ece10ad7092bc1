from collections.abc import Mapping

import pytest
from pydantic import ValidationError

from gpucmp.money.priceshapes import SHAPES, CloudShape, DefaultsShape
from gpucmp.options import RENTED_PURCHASES
from gpucmp.reading.documents import Document


def cloud(**changes: object) -> dict[str, object]:
    prices = {
        "provider": "A",
        "class": "gpu-cloud",
        "purchase": "spot",
        "currency": "USD",
        "date": "2026-07",
        "source": "page",
        "offers": [{"gpu": "X9", "per_gpu_hour": 2}],
        **changes,
    }
    source = {"title": "A page", "date": "2026-07-20"}
    return {"as_of": "2026-11-20", "sources": {"page": source}, "lists": [prices]}


def default(source: dict[str, str]) -> dict[str, object]:
    row = {
        "title": {"en": "PUE", "zh": "PUE"},
        "value": 1.5,
        "low": 1,
        "high": 2,
        "unit": "ratio",
        "source": source,
    }
    return {"as_of": "2026-11-20", "defaults": {"owned.pue": row}}


@pytest.mark.parametrize("name", SHAPES)
def test_every_built_in_file_has_its_shape(name: str, price_files: Mapping[str, Document]) -> None:
    SHAPES[name].model_validate(price_files[name].data)


@pytest.mark.parametrize("purchase", RENTED_PURCHASES)
def test_every_way_of_renting_may_have_a_list(purchase: str) -> None:
    CloudShape.model_validate(cloud(purchase=str(purchase)))


@pytest.mark.parametrize(
    "changes",
    [
        {"purchase": "owned"},
        {"class": "broker"},
        {"currency": "$"},
        {"date": "2026-13"},
        {"date": "2026-02-30"},
        {"offers": []},
        {"price": 2},
        {"offers": [{"gpu": "X9", "per_gpu_hour": 0}]},
        {"offers": [{"gpu": "X9", "per_gpu_hour": -1}]},
        {"offers": [{"gpu": "X9", "per_gpu_hour": "2"}]},
        {"offers": [{"gpu": "X9", "per_gpu_hour": float("nan")}]},
        {"offers": [{"per_gpu_hour": 2}]},
    ],
)
def test_a_list_that_says_something_else_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        CloudShape.model_validate(cloud(**changes))


@pytest.mark.parametrize(
    "source", [{"judgment": "nobody measured it"}, {"title": "A survey", "date": "2025"}]
)
def test_a_default_is_cited_or_judged(source: dict[str, str]) -> None:
    DefaultsShape.model_validate(default(source))


@pytest.mark.parametrize("source", [{}, {"title": "A survey"}, {"judgment": ""}])
def test_a_default_without_a_reason_is_refused(source: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        DefaultsShape.model_validate(default(source))
