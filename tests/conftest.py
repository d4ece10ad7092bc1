"""Fixtures that many tests share."""

from collections.abc import Mapping

import pytest

from gpucmp import loading
from gpucmp.advice import Knowledge
from gpucmp.money.pricebook import PriceBook, pricebook_from
from gpucmp.money.priceshapes import SHAPES
from gpucmp.packs.packfile import PackSource
from gpucmp.reading.documents import Document, read_documents


@pytest.fixture(scope="session")
def knowledge() -> Knowledge:
    return loading.knowledge()


@pytest.fixture(scope="session")
def builtin() -> PackSource:
    return loading.pack_source()


@pytest.fixture(scope="session")
def price_files() -> Mapping[str, Document]:
    """Give the built-in files of prices by their name, with the place of everything in them."""
    folder = loading.rules_folder() / "catalog"
    files = {name: folder / f"{name}.yaml" for name in SHAPES}
    return {name: read_documents(file.read_bytes(), file.name)[0] for name, file in files.items()}


@pytest.fixture(scope="session")
def book(price_files: Mapping[str, Document]) -> PriceBook:
    return pricebook_from({name: file.data for name, file in price_files.items()})
