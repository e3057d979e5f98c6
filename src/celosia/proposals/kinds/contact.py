"""Ways to reach a person, a machine or an account."""

from __future__ import annotations

import ipaddress
import re

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
