"""Fixtures that many tests share."""

import pytest
from gpucmp import loading
from gpucmp.advice import Knowledge
from gpucmp.packfile import PackSource


@pytest.fixture(scope="session")
def knowledge() -> Knowledge:
    return loading.knowledge()


@pytest.fixture(scope="session")
def builtin() -> PackSource:
    return loading.pack_source()
