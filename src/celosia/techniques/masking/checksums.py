"""Check digits and letters, and how many values agree with one once some characters are masked.

Each check is a sum over the characters of a value, taken by a modulus: so the values that agree
with what is visible can be counted without listing them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import TypeAlias

from celosia.text.messages import Message

Addends: TypeAlias = Mapping[str, int]
"""What each character that may stand in a place adds to the sum."""

_DIGITS = "0123456789"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
_VIN_VALUES = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", map(int, "12345678123457923456789"), strict=True))
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
_VIN_CHECK = 8


@dataclass(frozen=True, slots=True)
class Checksum:
    """A check that holds when the characters of a value add up to `rest`, modulo `modulus`.

    >>> LUHN.holds("4111 1111 1111 1111"), LUHN.candidates("4111 1111 1111 1111", {17, 18})
    (True, 10)
    >>> DNI.candidates("12345678Z", {8}), DNI.candidates("12345678Z", {7})
    (1, 1)
    """

    name: Message
    modulus: int
    rest: int
    addends: Callable[[str], Sequence[Addends] | None]
    """What each place of a text in capitals may add; None for a text of another format."""

    def holds(self, text: str) -> bool:
        """Tell whether a text is of the format and its check holds."""
        capitals = text.upper()
        places = self.addends(capitals) if text.isascii() else None
        if places is None:
            return False
        total = sum(place[sign] for place, sign in zip(places, capitals, strict=True))
        return total % self.modulus == self.rest

    def candidates(self, text: str, hidden: Collection[int]) -> int:
        """Count the values that agree with the visible characters of a text and with the check."""
        places, capitals = self._places(text), text.upper()
        visible = sum(places[i][sign] for i, sign in enumerate(capitals) if i not in hidden)
        choices = tuple(tuple(places[i].values()) for i in sorted(hidden))
        return _sums(choices, self.modulus)[(self.rest - visible) % self.modulus]

    def unchecked(self, text: str, hidden: Collection[int]) -> int:
        """Count the values that agree with the visible characters, whatever the check says."""
        places = self._places(text)
        return prod(len(places[i]) for i in hidden)

    def _places(self, text: str) -> Sequence[Addends]:
        places = self.addends(text.upper())
        assert places is not None
        return places


@cache
def _sums(choices: tuple[tuple[int, ...], ...], modulus: int) -> tuple[int, ...]:
    """Count, for each remainder, the ways to choose one addend of each place."""
    if not choices:
        return (1,) + (0,) * (modulus - 1)
    fewer = _sums(choices[:-1], modulus)
    counts = [0] * modulus
    for rest, ways in enumerate(fewer):
        for addend in choices[-1]:
            counts[(rest + addend) % modulus] += ways
    return tuple(counts)


def _luhn(text: str) -> list[Addends] | None:
    digits = sum(sign in _DIGITS for sign in text)
    if not 13 <= digits <= 19 or not set(text) <= set(_DIGITS + " -"):
        return None
    places: list[Addends] = []
    left = digits
    for sign in text:
        if sign not in _DIGITS:
            places.append({sign: 0})
            continue
        left -= 1
        twice = 1 + left % 2
        places.append({digit: sum(divmod(twice * int(digit), 10)) for digit in _DIGITS})
    return places


def _dni(text: str) -> list[Addends] | None:
    fits = re.fullmatch(rf"[0-9]{{7,8}}[{_DNI_LETTERS}]", _compact(text))
    return _nif_places(text) if fits else None


def _nie(text: str) -> list[Addends] | None:
    fits = re.fullmatch(rf"[XYZ][0-9]{{7}}[{_DNI_LETTERS}]", _compact(text))
    return _nif_places(text) if fits else None


def _nif_places(text: str) -> list[Addends]:
    """Digits by their place value, the first letter as 0, 1 or 2, the last as minus its number."""
    places: list[Addends] = []
    left = len(_compact(text)) - 1
    for sign in text:
        if sign in " .-/":
            places.append({sign: 0})
            continue
        left -= 1
        if left < 0:
            places.append({letter: -i for i, letter in enumerate(_DNI_LETTERS)})
        else:
            signs = _DIGITS if sign in _DIGITS else "XYZ"
            places.append({one: 10**left * i for i, one in enumerate(signs)})
    return places


def _iban(text: str) -> list[Addends] | None:
    plain = text.replace(" ", "")
    if not re.fullmatch(r"[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30}", plain):
        return None
    powers = iter(_iban_powers(plain))
    places: list[Addends] = []
    for sign in text:
        if sign == " ":
            places.append({sign: 0})
            continue
        power, signs = next(powers), _DIGITS if sign in _DIGITS else _LETTERS
        places.append({one: int(one, 36) * power for one in signs})
    return places


def _iban_powers(plain: str) -> list[int]:
    """Give the place value of each character; the first four stand last, letters are two digits."""
    powers = [0] * len(plain)
    power = 1
    for i in (*range(3, -1, -1), *range(len(plain) - 1, 3, -1)):
        powers[i] = power
        power *= 10 if plain[i] in _DIGITS else 100
    return powers


def _vin(text: str) -> list[Addends] | None:
    if not re.fullmatch(r"[A-HJ-NPR-Z0-9]{8}[0-9X][A-HJ-NPR-Z0-9]{8}", text):
        return None
    places: list[Addends] = []
    for i, sign in enumerate(text):
        if i == _VIN_CHECK:
            places.append({one: -value for value, one in enumerate(_DIGITS + "X")})
        elif sign in _DIGITS:
            places.append({digit: int(digit) * _VIN_WEIGHTS[i] for digit in _DIGITS})
        else:
            places.append({one: value * _VIN_WEIGHTS[i] for one, value in _VIN_VALUES.items()})
    return places


def _compact(text: str) -> str:
    return text.translate(_NO_SEPARATORS)


_NO_SEPARATORS = str.maketrans("", "", " .-/")

LUHN = Checksum(Message("techniques.luhn-title"), 10, 0, _luhn)
"""ISO/IEC 7812-1, annex B."""
DNI = Checksum(Message("techniques.dni-title"), 23, 0, _dni)
"""Ministerio del Interior, Cálculo del dígito de control del NIF/NIE."""
NIE = Checksum(Message("techniques.nie-title"), 23, 0, _nie)
"""Orden INT/2058/2008, de 14 de julio."""
IBAN = Checksum(Message("techniques.iban-title"), 97, 1, _iban)
"""ISO 13616-1, by ISO/IEC 7064 mod 97-10."""
VIN = Checksum(Message("techniques.vin-title"), 11, 0, _vin)
"""49 CFR 565.15(c)."""

CHECKSUMS = (LUHN, DNI, NIE, IBAN, VIN)
