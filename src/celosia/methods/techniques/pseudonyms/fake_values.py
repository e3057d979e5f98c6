"""Invented values that look real, for software that checks what it is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from celosia.domain.cells import Cells
from celosia.domain.language import Language, Sentence
from celosia.domain.parameters import PUBLIC, Column, check_parameters
from celosia.domain.randomness import Randomness
from celosia.domain.technique import (
    Applied,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.errors import DataError
from celosia.methods.techniques.pseudonyms.common import pseudonymized
from celosia.methods.techniques.pseudonyms.formats import (
    Format,
    dni_format,
    is_document,
    is_known,
    is_phone,
    phone_format,
    plain_format,
    with_control_letter,
)
from celosia.methods.techniques.pseudonyms.people import FakePeople

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

    >>> from celosia.domain.randomness import Randomness
    >>> FakeValue("plate").relabel(["SMF1234A"], TechniqueContext(Randomness(b"chance")))
    ['XUN8352K']
    """

    column: Column
    imitates: Annotated[Literal["pattern", "name", "email", "phone", "dni"], PUBLIC] = "pattern"
    language: Annotated[Language, PUBLIC] = "es"
    kind: ClassVar[str] = "fake-value"
    family: ClassVar[Family | None] = Family.PSEUDONYMIZATION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Sentence("Invented value of the same kind", "Valor inventado del mismo tipo"),
        labels={
            "imitates": Sentence("What is imitated", "Qué se imita"),
            "language": Sentence("Language of the names", "Idioma de los nombres"),
        },
        choices={
            "imitates": {
                "pattern": Sentence(
                    "letters and digits where they are", "letras y cifras donde están"
                ),
                "name": Sentence("names", "nombres"),
                "email": Sentence("e-mail addresses", "correos electrónicos"),
                "phone": Sentence("telephone numbers", "teléfonos"),
                "dni": Sentence("DNI and NIE", "DNI y NIE"),
            },
            "language": {
                "es": Sentence("Spanish", "español"),
                "en": Sentence("English", "inglés"),
            },
        },
    )
    by_value: ClassVar[bool] = True
    pseudonymizes: ClassVar[bool] = True
    depends_on_all: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def explanation(self) -> Sentence:
        """What it does, what it keeps, and what it does not protect."""
        return Sentence(
            f"Each value of '{self.column}' is replaced by an invented one that looks like it and "
            "is no real one of the table; equal values get equal ones. Its format stays. The "
            "result is personal data while somebody can repeat it or has its table of identities.",
            f"Cada valor de '{self.column}' se sustituye por uno inventado que se le parece y no "
            "es ninguno de los reales de la tabla; valores iguales reciben el mismo. Su formato "
            "se conserva. El resultado es dato personal mientras alguien pueda repetirlo o tenga "
            "su tabla de identidades.",
        )

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Replace the column, and give its table of identities."""
        return pseudonymized(self, cells, context)

    def relabel(self, values: Sequence[str], context: TechniqueContext) -> Sequence[str]:
        """Invent a value for each."""
        imitated = self._imitator(values, context.random.part(f"fake-value {self.column}"))
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
        raise DataError(
            f"Column '{self.column}': there are not enough texts of the format of some of its "
            "values, apart from the real ones of the table, to give each its own. Use "
            "'random-pseudonym' for this column."
        )

    def _imitator(self, values: Sequence[str], random: Randomness) -> Callable[[str], str]:
        if self.imitates == "name":
            return FakePeople(random, self.language).name_like
        if self.imitates == "email":
            people = FakePeople(random, self.language)
            return lambda value: people.email()
        if self.imitates == "phone":
            self._check(values, is_phone, "hold more than the digits and signs of a telephone")
            return lambda value: _drawn(value, phone_format(value), random)
        if self.imitates == "dni":
            self._check(values, is_document, "are not a DNI, NIE or NIF with its right letter")
            return lambda value: with_control_letter(_drawn(value, dni_format(value), random))
        self._check(values, is_known, "hold letters with accents or signs of other alphabets")
        return lambda value: _drawn(value, plain_format(value), random)

    def _check(self, values: Sequence[str], fits: Callable[[str], bool], what: str) -> None:
        wrong = sum(not fits(value) for value in values)
        if wrong:
            raise DataError(
                f"Column '{self.column}': {wrong} distinct values {what}. Correct them, or let "
                "'imitates' say what they are."
            )


def _drawn(value: str, format: Format, random: Randomness) -> str:
    """Draw a text of a format; 64 bits more than needed make each as likely as the next."""
    size = format.size
    drawn = int.from_bytes(random.raw(size.bit_length() // 8 + 9), "big")
    return format.text(drawn % size, value)
