"""Pseudonyms that look like what they stand for: FF1, format-preserving encryption."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from math import prod
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits, punctuation
from typing import Annotated, Any, ClassVar

from celosia.core.parameters import PUBLIC, ColumnName, check_parameters
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
from celosia.techniques.pseudonyms.pseudonym import attribute_key, pseudonymized
from celosia.text.messages import Message

_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
_SHAPE = str.maketrans(digits + ascii_letters, "9" * len(digits) + "a" * 26 + "A" * 26)
_ALPHABETS = {"9": digits, "A": ascii_uppercase, "a": ascii_lowercase}
_KNOWN = frozenset(digits + ascii_letters + punctuation + " ")
_PHONE = frozenset(digits + " +-./()")
_DNI = re.compile(r"(?:[XYZ]\d{7}|\d{7,8})[A-Z]")
_COMPANY = re.compile(r"[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]")
_PREFIX = re.compile(r"(?:\+|00)34|(?:\+|00)\d{1,2}")
_SYMBOL = re.compile(r"[^0-9A-Za-z]")


@dataclass(frozen=True, slots=True)
class CipherFormat:
    """For each character of a text the alphabet it is taken from, or none if it stays.

    >>> format = plain_format("AB-12")
    >>> format.size, format.number("AB-12"), format.text(112, "AB-12")
    (67600, 112, 'AB-12')
    """

    alphabets: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many texts have this format."""
        return prod(len(alphabet) for alphabet in self.alphabets if alphabet)

    def number(self, text: str) -> int:
        """Give the place of a text among those of its format."""
        number = 0
        for character, alphabet in zip(text, self.alphabets, strict=True):
            if alphabet:
                number = number * len(alphabet) + alphabet.index(character)
        return number

    def text(self, number: int, like: str) -> str:
        """Give the text at a place; the characters that stay are those of `like`."""
        written = list(like)
        for place in reversed(range(len(written))):
            alphabet = self.alphabets[place]
            if alphabet:
                number, rest = divmod(number, len(alphabet))
                written[place] = alphabet[rest]
        return "".join(written)


def is_known(text: str) -> bool:
    """Tell whether the text is made of digits, letters without accents, and plain punctuation."""
    return _KNOWN.issuperset(text)


def plain_format(text: str) -> CipherFormat:
    """Let digits, capitals and small letters change, each among its own; the rest stays."""
    return _format_of_shape(text.translate(_SHAPE))


def dni_format(text: str) -> CipherFormat:
    """Let the number of a DNI, NIE or company change; its control sign follows from it.

    >>> dni_format("X1234567L").size, dni_format("A58818501").size
    (30000000, 10000000)
    """
    foreigner = "XYZ" if _compact(text)[0] in "XYZ" else ""
    alphabets = [digits if c in digits else foreigner if c.isalpha() else "" for c in text]
    alphabets[_control_place(text)] = ""
    return CipherFormat(tuple(alphabets))


def phone_format(text: str) -> CipherFormat:
    """Let a telephone's digits change, but not its country nor the first digit, which is its sort.

    >>> phone_format("+34 612 34 56 78").text(0, "+34 612 34 56 78")
    '+34 600 00 00 00'
    """
    alphabets = [digits if character in digits else "" for character in text]
    country = _PREFIX.match(text)
    start = country.end() if country else 0
    first = next((place for place in range(start, len(text)) if alphabets[place]), start - 1)
    return CipherFormat(tuple("" if place <= first else a for place, a in enumerate(alphabets)))


def is_phone(text: str) -> bool:
    """Tell whether the text is a telephone: anything else in it would stay as it is.

    >>> is_phone("+34 612-34-56-78"), is_phone("Ana, 612345678")
    (True, False)
    """
    return _PHONE.issuperset(text)


def is_document(text: str) -> bool:
    """Tell whether the text is a tax number with the right sign, however it is punctuated.

    It is that of a Spaniard (DNI), of a foreigner (NIE) or of a company.

    >>> is_document("12.345.678-z"), is_document("X1234567L"), is_document("A-58818501")
    (True, True, True)
    >>> is_document("12345678A"), is_document("A-58818502")
    (False, False)
    """
    compact = _compact(text)
    if not is_known(text) or not (_DNI.fullmatch(compact) or _COMPANY.fullmatch(compact)):
        return False
    return compact[-1] == _control(compact)


def with_control_letter(text: str) -> str:
    """Write the right sign at the end of a tax number, small if it was small.

    >>> with_control_letter("12.345.678-a"), with_control_letter("A58818500")
    ('12.345.678-z', 'A58818501')
    """
    control, place = _control(_compact(text)), _control_place(text)
    written = control.lower() if text[place].islower() else control
    return text[:place] + written + text[place + 1 :]


def control_letter(number: str) -> str:
    """Give the letter of a DNI's or NIE's number: the rest by 23; X, Y, Z count as 0, 1, 2.

    References: Orden INT/2058/2008, de 14 de julio.

    >>> control_letter("12345678"), control_letter("X1234567")
    ('Z', 'L')
    """
    return _LETTERS[int(number.translate(str.maketrans("XYZ", "012"))) % 23]


def _control(compact: str) -> str:
    """Give the last sign of a tax number: a letter, or for some companies a digit.

    References: Orden EHA/451/2008, de 20 de febrero (companies).
    """
    if not _COMPANY.fullmatch(compact):
        return control_letter(compact[:-1])
    number = [int(digit) for digit in compact[1:8]]
    total = sum(number[1::2]) + sum(sum(divmod(2 * digit, 10)) for digit in number[0::2])
    return str(-total % 10) if compact[-1] in digits else "JABCDEFGHI"[-total % 10]


def _compact(text: str) -> str:
    """Leave the punctuation out; the control letter may be small, the first may not."""
    signs = _SYMBOL.sub("", text)
    return signs[:-1] + signs[-1:].upper()


def _control_place(text: str) -> int:
    return max(place for place, character in enumerate(text) if character.isalnum())


@lru_cache(maxsize=4096)
def _format_of_shape(shape: str) -> CipherFormat:
    return CipherFormat(tuple(_ALPHABETS.get(mark, "") for mark in shape))


SMALLEST_DOMAIN = 1_000_000
"""With fewer possible texts of one format, FF1 can be undone by trying (SP 800-38G Rev. 1)."""

_CHECK_DIGITS = 16


@declared(order=9)
@dataclass(frozen=True, slots=True)
class FormatPreservingPseudonym(Technique):
    """Encipher each value into another of the same format: digits stay digits, dashes stay.

    Digits, capitals and small letters change among their own; spaces and punctuation stay where
    they are. Each format is a permutation of its own, so two values never share a pseudonym, and
    the key alone leads back (`restored`), without any table. With `dni`, values are DNI or NIE:
    the number is enciphered and the letter is the right one for the new number.

    A pseudonym may happen to be the real number of somebody else.

    References: Dworkin, NIST SP 800-38G, 2016, algorithms 7 and 8; SP 800-38G Rev. 1 (2nd public
    draft), 2025, which withdraws FF3 and asks for a million possible texts.
    """

    column: ColumnName
    dni: Annotated[bool, PUBLIC] = False
    attribute: Annotated[str, PUBLIC] = ""
    kind: ClassVar[str] = "format-preserving-pseudonym"
    family: ClassVar[Family | None] = Family.PSEUDONYMIZATION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.format-preserving-pseudonym"),
        labels={
            "dni": Message("techniques.format-preserving-pseudonym-dni"),
            "attribute": Message("techniques.attribute"),
        },
    )
    by_value: ClassVar[bool] = True
    needs_key: ClassVar[bool] = True
    pseudonymizes: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        return Message("techniques.each-value-enciphered-into-another", column=self.column)

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Replace the column, and give its table of identities."""
        return pseudonymized(self, cells, context)

    def relabel(self, values: Sequence[str], context: TechniqueContext) -> Sequence[str]:
        """Encipher each value."""
        cipher = self._cipher(context)
        return self._changed(values, cipher.encrypt_int)

    def restored(self, pseudonyms: Sequence[str], context: TechniqueContext) -> Sequence[str]:
        """Decipher what `relabel` gave under the same key."""
        cipher = self._cipher(context)
        return self._changed(pseudonyms, cipher.decrypt_int)

    def key_check(self, context: TechniqueContext) -> str:
        """Give what tells the right key from a wrong one: nobody can compute a key from it."""
        return attribute_key(context, f"{self.kind} check", self._attribute).hex()[:_CHECK_DIGITS]

    @property
    def _attribute(self) -> str:
        return self.attribute or self.column

    def _changed(self, texts: Sequence[str], cipher: Any) -> list[str]:
        self._check_readable(texts)
        formats = [self._format(text) for text in texts]
        self._check_room(formats)
        return [
            self._finished(
                format.text(
                    cipher(format.number(text), domain=format.size, tweak=_tweak(text, format)),
                    text,
                )
            )
            for text, format in zip(texts, formats, strict=True)
        ]

    def _format(self, text: str) -> CipherFormat:
        return dni_format(text) if self.dni else plain_format(text)

    def _finished(self, text: str) -> str:
        return with_control_letter(text) if self.dni else text

    def _cipher(self, context: TechniqueContext) -> Any:
        try:
            ffx = import_module("ffx")
        except ImportError:
            raise MissingExtraError(
                "techniques.technique-needs-libffx-pip-install", kind=self.kind
            ) from None
        return ffx.FF1(attribute_key(context, self.kind, self._attribute))

    def _check_readable(self, texts: Iterable[str]) -> None:
        unknown = sum(not is_known(text) for text in texts)
        if unknown:
            raise DataError(
                "techniques.column-distinct-values-hold-characters",
                column=self.column,
                unknown=unknown,
            )
        wrong = sum(not is_document(text) for text in texts) if self.dni else 0
        if wrong:
            raise DataError(
                "techniques.column-distinct-values-not-dni", column=self.column, wrong=wrong
            )

    def _check_room(self, formats: Iterable[CipherFormat]) -> None:
        small = sum(format.size < SMALLEST_DOMAIN for format in formats)
        if small:
            raise DataError(
                "techniques.column-distinct-values-short-fewer",
                column=self.column,
                small=small,
                least=SMALLEST_DOMAIN,
            )


def _tweak(text: str, format: CipherFormat) -> bytes:
    """Name the format by what stays of the text, so that each format is shuffled on its own.

    A control letter stays out: that of the pseudonym is another one.
    """
    return "".join(
        alphabet[0] if alphabet else "?" if character.isalnum() else character
        for character, alphabet in zip(text, format.alphabets, strict=True)
    ).encode()
