"""Spanish official numbers, each with its check digit or letter."""

from __future__ import annotations

import re

_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
_SEPARATORS = str.maketrans("", "", " .-/")
_DNI = re.compile(r"\d{7,8}[A-Z]")
_NIE = re.compile(r"[XYZ]\d{7}[A-Z]")
_CIF = re.compile(r"[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]")
_NUSS = re.compile(r"\d{12}")


def is_dni(text: str) -> bool:
    """Tell whether the text is a DNI: up to eight digits and the letter of their remainder by 23.

    References: Ministerio del Interior, *Cálculo del dígito de control del NIF/NIE*.

    >>> is_dni("12345678Z"), is_dni("12.345.678-z"), is_dni("12345678A")
    (True, True, False)
    """
    number = _compact(text)
    return bool(_DNI.fullmatch(number)) and number[-1] == _letter(number[:-1])


def is_nie(text: str) -> bool:
    """Tell whether the text is a NIE: X, Y or Z stand for a first digit 0, 1 or 2 of a DNI.

    References: Orden INT/2058/2008, de 14 de julio.

    >>> is_nie("X1234567L"), is_nie("X1234567A")
    (True, False)
    """
    number = _compact(text)
    if not _NIE.fullmatch(number):
        return False
    return number[-1] == _letter(str("XYZ".index(number[0])) + number[1:-1])


def is_cif(text: str) -> bool:
    """Tell whether the text is the NIF of a company or public body (formerly CIF).

    References: Orden EHA/451/2008, de 20 de febrero.

    >>> is_cif("A58818501"), is_cif("Q2826000H"), is_cif("A58818502")
    (True, True, False)
    """
    number = _compact(text)
    if not _CIF.fullmatch(number):
        return False
    digits = [int(digit) for digit in number[1:8]]
    total = sum(digits[1::2]) + sum(sum(divmod(2 * digit, 10)) for digit in digits[0::2])
    control = -total % 10
    return number[-1] in (str(control), "JABCDEFGHI"[control])


def is_nif(text: str) -> bool:
    """Tell whether the text is any Spanish tax number.

    >>> is_nif("12345678Z"), is_nif("X1234567L"), is_nif("A58818501")
    (True, True, True)
    """
    return is_dni(text) or is_nie(text) or is_cif(text)


def is_nuss(text: str) -> bool:
    """Tell whether the text is a social security number: the last two digits are a rest by 97.

    The province is put before the number without its leading zero when it has one.

    References: Real Decreto 84/1996, art. 21 (the number); the rest by 97 is the TGSS's own.

    >>> is_nuss("281234567840"), is_nuss("28/12345678/40"), is_nuss("281234567841")
    (True, True, False)
    """
    digits = _compact(text)
    if not _NUSS.fullmatch(digits):
        return False
    province, number, control = int(digits[:2]), int(digits[2:10]), int(digits[10:])
    shift = 10**7 if number < 10**7 else 10**8
    return (province * shift + number) % 97 == control


def _compact(text: str) -> str:
    return text.translate(_SEPARATORS).upper()


def _letter(digits: str) -> str:
    return _LETTERS[int(digits) % 23]
