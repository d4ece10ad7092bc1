"""A sentence in the two languages of the guides' readers."""

from dataclasses import dataclass
from enum import StrEnum


class Lang(StrEnum):
    """The languages that results are printed in."""

    EN = "en"
    ZH = "zh"


@dataclass(frozen=True, slots=True)
class Text:
    """The same words in English and Chinese."""

    en: str
    zh: str

    def in_(self, lang: Lang) -> str:
        """Give the words in *lang*."""
        return self.zh if lang is Lang.ZH else self.en
