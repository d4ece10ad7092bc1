"""A sentence in the two languages of the guides' readers."""

from enum import StrEnum
from typing import NamedTuple


class Lang(StrEnum):
    """The languages that results are printed in."""

    EN = "en"
    ZH = "zh"


class Text(NamedTuple):
    """The same words in English and Chinese."""

    en: str
    zh: str

    def in_(self, lang: Lang) -> str:
        """Give the words in *lang*."""
        return self.zh if lang is Lang.ZH else self.en
