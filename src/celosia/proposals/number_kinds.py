"""Official numbers with their check digits, and ways to reach a person, a machine, an account."""

from __future__ import annotations

import ipaddress
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


_EMAIL = re.compile(r"[^@\s,;]+@[^@\s,;]+\.[^@\s,;.]{2,}")
_SPANISH_PHONE = re.compile(r"(?:(?:\+|00)?34)?[6789]\d{8}")
_WORLD_PHONE = re.compile(r"(?:\+|00)[1-9]\d{6,14}")
_PHONE_SEPARATORS = str.maketrans("", "", " .-()/")
_URL = re.compile(r"(?:(?:https?|ftp)://|www\.)\S+\.\S+", re.IGNORECASE)
_UUID = re.compile(r"\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?", re.IGNORECASE)
_IBAN = re.compile(r"[A-Z]{2}\d{2}[0-9A-Z]{11,30}")
_CARD = re.compile(r"[2-6]\d{12,18}")
_SPANISH_IBAN_LENGTH = 24


def is_email(text: str) -> bool:
    """Tell whether the text is an e-mail address.

    >>> is_email("ana.ruiz@salud.es"), is_email("ana @ salud")
    (True, False)
    """
    return bool(_EMAIL.fullmatch(text))


def is_phone(text: str) -> bool:
    """Tell whether the text may be a Spanish telephone or an international one.

    >>> is_phone("612 345 678"), is_phone("+44 20 7946 0958"), is_phone("12345")
    (True, True, False)
    """
    digits = text.translate(_PHONE_SEPARATORS)
    return bool(_SPANISH_PHONE.fullmatch(digits) or _WORLD_PHONE.fullmatch(digits))


def is_prefixed_phone(text: str) -> bool:
    """Tell whether the text is a telephone with its country, which nothing else looks like.

    >>> is_prefixed_phone("+34 612 345 678"), is_prefixed_phone("612345678")
    (True, False)
    """
    return text.startswith("+") and is_phone(text)


def is_url(text: str) -> bool:
    """Tell whether the text is the address of a page.

    >>> is_url("https://example.org/ana"), is_url("example")
    (True, False)
    """
    return bool(_URL.fullmatch(text))


def is_uuid(text: str) -> bool:
    """Tell whether the text is a UUID (RFC 9562).

    >>> is_uuid("123e4567-e89b-12d3-a456-426614174000")
    True
    """
    return bool(_UUID.fullmatch(text))


def is_ip(text: str) -> bool:
    """Tell whether the text is an IP address, version 4 or 6.

    >>> is_ip("192.168.1.10"), is_ip("2001:db8::1"), is_ip("1.2.3")
    (True, True, False)
    """
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def is_iban(text: str) -> bool:
    """Tell whether the text is an IBAN: its digits leave 1 when divided by 97 (ISO 13616).

    >>> is_iban("ES91 2100 0418 4502 0005 1332"), is_iban("ES92 2100 0418 4502 0005 1332")
    (True, False)
    """
    iban = text.replace(" ", "").upper()
    if not _IBAN.fullmatch(iban) or (iban[:2] == "ES" and len(iban) != _SPANISH_IBAN_LENGTH):
        return False
    return int("".join(str(int(c, 36)) for c in iban[4:] + iban[:4])) % 97 == 1


def is_card(text: str) -> bool:
    """Tell whether the text is a payment card number: Luhn's sum ends in 0 (ISO/IEC 7812-1).

    >>> is_card("4111 1111 1111 1111"), is_card("4111 1111 1111 1112")
    (True, False)
    """
    digits = text.replace(" ", "").replace("-", "")
    if not _CARD.fullmatch(digits):
        return False
    backwards = [int(digit) for digit in reversed(digits)]
    doubled = sum(sum(divmod(2 * digit, 10)) for digit in backwards[1::2])
    return (sum(backwards[0::2]) + doubled) % 10 == 0
