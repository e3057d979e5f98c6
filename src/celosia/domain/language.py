"""Sentences for people, in Spanish and English."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Language: TypeAlias = Literal["en", "es"]


@dataclass(frozen=True, slots=True)
class Sentence:
    """The same sentence in each language.

    >>> Sentence("Yes.", "Sí.").text("es")
    'Sí.'
    """

    en: str
    es: str

    def text(self, language: Language = "en") -> str:
        """Say it in one language."""
        return self.es if language == "es" else self.en
