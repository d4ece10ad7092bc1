"""The compiled pack of a wheel advises as the pack in its files does."""

import pytest
from hypothesis import given, settings

from gpucmp import loading
from gpucmp.advice import Knowledge, advise
from gpucmp.facts import Facts
from tests.builders import a_profile
from tests.properties.strategies import facts_of

READ = loading.knowledge()


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    folder = tmp_path_factory.mktemp("rules")
    text = loading.compile_builtin(loading.rules_folder())
    (folder / loading.COMPILED).write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loading, "rules_folder", lambda: folder)
        return loading.knowledge()


@settings(max_examples=60, deadline=None)
@given(facts=facts_of(READ.pack, READ.catalog))
def test_the_compiled_pack_gives_the_same_reports(facts: Facts, compiled: Knowledge) -> None:
    profile = a_profile(facts)

    assert advise(profile, compiled) == advise(profile, READ)
