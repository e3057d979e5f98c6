"""The format of a text: which characters may change, and among which others each may."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits, punctuation

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
class Format:
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


def plain_format(text: str) -> Format:
    """Let digits, capitals and small letters change, each among its own; the rest stays."""
    return _format_of_shape(text.translate(_SHAPE))


def dni_format(text: str) -> Format:
    """Let the number of a DNI, NIE or company change; its control sign follows from it.

    >>> dni_format("X1234567L").size, dni_format("A58818501").size
    (30000000, 10000000)
    """
    foreigner = "XYZ" if _compact(text)[0] in "XYZ" else ""
    alphabets = [digits if c in digits else foreigner if c.isalpha() else "" for c in text]
    alphabets[_control_place(text)] = ""
    return Format(tuple(alphabets))


def phone_format(text: str) -> Format:
    """Let a telephone's digits change, but not its country nor the first digit, which is its sort.

    >>> phone_format("+34 612 34 56 78").text(0, "+34 612 34 56 78")
    '+34 600 00 00 00'
    """
    alphabets = [digits if character in digits else "" for character in text]
    country = _PREFIX.match(text)
    start = country.end() if country else 0
    first = next((place for place in range(start, len(text)) if alphabets[place]), start - 1)
    return Format(tuple("" if place <= first else a for place, a in enumerate(alphabets)))


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
def _format_of_shape(shape: str) -> Format:
    return Format(tuple(_ALPHABETS.get(mark, "") for mark in shape))
