"""Names and addresses of people who do not exist."""

from __future__ import annotations

import unicodedata
from importlib import import_module
from random import Random
from typing import Any, Literal, TypeAlias

from celosia.domain.randomness import Randomness
from celosia.errors import MissingExtraError

FakeLanguage: TypeAlias = Literal["es", "en"]
"""The languages in which names are made up."""
_LOCALES: dict[FakeLanguage, str] = {"es": "es_ES", "en": "en_GB"}
_NOBODYS = ("example.com", "example.net", "example.org")
"""Domains that no one can own (RFC 2606)."""
_NUMBERS = 10_000
_WHOLE_NAME = 3


class FakePeople:
    """Draws from Faker's lists of names."""

    def __init__(self, randomness: Randomness, language: FakeLanguage) -> None:
        try:
            faker = import_module("faker")
        except ImportError:
            raise MissingExtraError("techniques.fake-names-need-faker-pip") from None
        self._randomness = randomness
        self._names: Any = faker.Faker(_LOCALES[language])
        self._names.random = _Dice(randomness)

    def name_like(self, value: str) -> str:
        """Give a name with as many parts, in the order and the case of a value."""
        parts = min(len(value.replace(",", " , ").split()), _WHOLE_NAME)
        first = self._names.first_name()
        surnames = " ".join(self._names.last_name() for _ in range(parts - 1))
        name = f"{surnames}, {first}" if "," in value else f"{first} {surnames}".rstrip()
        return name.upper() if value.isupper() else name.lower() if value.islower() else name

    def email(self) -> str:
        """Give an address at a domain of nobody's."""
        first, last = _plain(self._names.first_name()), _plain(self._names.last_name())
        number, domain = self._randomness.below(_NUMBERS), self._randomness.below(len(_NOBODYS))
        return f"{first}.{last}{number}@{_NOBODYS[domain]}"


class _Dice(Random):
    """Lets Faker draw from our stream instead of its own, which could be foretold."""

    def __init__(self, randomness: Randomness) -> None:
        self._randomness = randomness
        super().__init__()

    def random(self) -> float:
        """Draw a number from 0 up to, and without, 1."""
        return float(self._randomness.random(1)[0])

    def getrandbits(self, bits: int) -> int:
        """Draw a whole number of so many bits."""
        size = -(-bits // 8)
        return int.from_bytes(self._randomness.raw(size), "big") >> (8 * size - bits)


def _plain(name: str) -> str:
    """Write a name with small letters only.

    >>> _plain("De la Peña")
    'delapena'
    """
    apart = unicodedata.normalize("NFD", name.lower())
    return "".join(letter for letter in apart if letter.isascii() and letter.isalpha())
