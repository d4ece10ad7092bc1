"""The page about a pack, in Markdown: every rule with its conditions, tests, and sources."""

import re
from collections.abc import Iterable, Iterator, Mapping

from gpucmp.catalog import Catalog
from gpucmp.conditions import All, Any, Condition, Not, Test
from gpucmp.facts import Fact, FactTable, Kind
from gpucmp.options import Option
from gpucmp.pack import Pack, Parameter, Points, Rule, Source
from gpucmp.packfile import PackSource
from gpucmp.packtests import points_text
from gpucmp.scoring import points_per_value
from gpucmp.text import Text
