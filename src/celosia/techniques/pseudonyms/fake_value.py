"""Invented values that look real, for software that checks what it is given."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from celosia.core.parameters import PUBLIC, ColumnName, check_parameters
from celosia.core.randomness import Randomness
from celosia.core.technique import (
    Applied,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.core.values import Cells
from celosia.errors import DataError, MissingExtraError
from celosia.techniques.pseudonyms.format_preserving import (
    CipherFormat,
    dni_format,
    is_document,
    is_known,
    is_phone,
    phone_format,
    plain_format,
    with_control_letter,
)
from celosia.techniques.pseudonyms.pseudonym import pseudonymized
from celosia.text.messages import Message

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


_TRIES = 500
"""So many draws without a new value, and one for each that is taken, and there is no room."""


@declared(order=10)
@dataclass(frozen=True, slots=True)
class FakeValue(Technique):
    """Give each value an invented one of its format, which is no real one and never used twice.

    `imitates` says what the values are. A `pattern` gets other digits and letters in the same
    places; a `name` gets names of the `language`, in capitals or with the surname first if the
    value is so; an `email` gets one of the domains that belong to nobody (RFC 2606); a `phone`
    keeps its country and its sort; a `dni` (or NIE) gets the right letter.

    No real one means none in any column of the table; one of its own column not even in capitals.
    Outside the table it may be real: a fake telephone may ring at somebody's home.

    References: AEPD and PDPC, *Guía básica de anonimización*, 2022, annex B.

    >>> from celosia.core.randomness import Randomness
    >>> FakeValue("plate").relabel(["SMF1234A"], TechniqueContext(Randomness(b"chance")))
    ['XUN8352K']
    """

    column: ColumnName
    imitates: Annotated[Literal["pattern", "name", "email", "phone", "dni"], PUBLIC] = "pattern"
    language: Annotated[FakeLanguage, PUBLIC] = "es"
    kind: ClassVar[str] = "fake-value"
    family: ClassVar[Family | None] = Family.PSEUDONYMIZATION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.fake-value"),
        labels={
            "imitates": Message("techniques.fake-value-imitates"),
            "language": Message("techniques.fake-value-language"),
        },
        choices={
            "imitates": {
                "pattern": Message("techniques.fake-value-imitates-pattern"),
                "name": Message("techniques.fake-value-imitates-name"),
                "email": Message("techniques.fake-value-imitates-email"),
                "phone": Message("techniques.fake-value-imitates-phone"),
                "dni": Message("techniques.fake-value-imitates-dni"),
            },
            "language": {
                "es": Message("techniques.fake-value-language-es"),
                "en": Message("techniques.fake-value-language-en"),
            },
        },
    )
    by_value: ClassVar[bool] = True
    pseudonymizes: ClassVar[bool] = True
    depends_on_all: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        return Message("techniques.each-value-replaced-invented-looks", column=self.column)

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Replace the column, and give its table of identities."""
        return pseudonymized(self, cells, context)

    def relabel(self, values: Sequence[str], context: TechniqueContext) -> Sequence[str]:
        """Invent a value for each."""
        imitated = self._imitator(values, context.randomness.part(f"fake-value {self.column}"))
        known = context.taken.get(self.column, ())
        taken = {value.casefold() for value in (*values, *known)}
        fakes = [self._new(value, imitated, taken) for value in values]
        while real := context.real(set(fakes)):
            fakes = [
                self._new(value, imitated, taken) if fake in real else fake
                for value, fake in zip(values, fakes, strict=True)
            ]
        return fakes

    def _new(self, value: str, imitated: Callable[[str], str], taken: set[str]) -> str:
        """Invent a value that is not taken, and take it."""
        for _ in range(_TRIES + len(taken)):
            fake = imitated(value)
            if fake.casefold() not in taken:
                taken.add(fake.casefold())
                return fake
        raise DataError("techniques.column-not-enough-texts-format", column=self.column)

    def _imitator(self, values: Sequence[str], randomness: Randomness) -> Callable[[str], str]:
        if self.imitates == "name":
            return FakePeople(randomness, self.language).name_like
        if self.imitates == "email":
            people = FakePeople(randomness, self.language)
            return lambda value: people.email()
        if self.imitates == "phone":
            self._check(values, is_phone, "techniques.distinct-values-not-telephones")
            return lambda value: _drawn(value, phone_format(value), randomness)
        if self.imitates == "dni":
            self._check(values, is_document, "techniques.distinct-values-not-documents")
            return lambda value: with_control_letter(_drawn(value, dni_format(value), randomness))
        self._check(values, is_known, "techniques.distinct-values-not-plain")
        return lambda value: _drawn(value, plain_format(value), randomness)

    def _check(self, values: Sequence[str], fits: Callable[[str], bool], otherwise: str) -> None:
        wrong = sum(not fits(value) for value in values)
        if wrong:
            raise DataError(otherwise, column=self.column, wrong=wrong)


def _drawn(value: str, format: CipherFormat, randomness: Randomness) -> str:
    """Draw a text of a format; 64 bits more than needed make each as likely as the next."""
    size = format.size
    drawn = int.from_bytes(randomness.raw(size.bit_length() // 8 + 9), "big")
    return format.text(drawn % size, value)
