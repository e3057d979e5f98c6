"""How each format is masked, as the guide advises; None for a text that is not of the format."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv6Address

from celosia.text.messages import Message

_SEPARATORS = " -"
_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_IPV4 = re.compile(rf"((?:{_OCTET}\.){{2}}){_OCTET}\.{_OCTET}")


def mask_card(text: str, symbol: str) -> str | None:
    """Keep the last four digits of a payment card.

    >>> mask_card("4111 1111 1111 1111", "*"), mask_card("4111", "*")
    ('**** **** **** 1111', None)
    """
    digits = _compact(text)
    fits = 12 <= len(digits) <= 19 and digits.isascii() and digits.isdigit()
    return _kept(text, symbol, range(len(digits) - 4, len(digits))) if fits else None


def mask_ip(text: str, symbol: str) -> str | None:
    """Mask the last two octets of IPv4, and the last 80 bits of IPv6 written in full.

    >>> mask_ip("12.120.210.88", "x"), mask_ip("2001:db8::1", "x")
    ('12.120.xxx.xxx', '2001:0db8:0000:xxxx:xxxx:xxxx:xxxx:xxxx')
    """
    if match := _IPV4.fullmatch(text):
        return f"{match[1]}{symbol * 3}.{symbol * 3}"
    try:
        groups = IPv6Address(text.partition("%")[0]).exploded.split(":")
    except AddressValueError:
        return None
    return ":".join((*groups[:3], *[symbol * 4] * 5))


def mask_plate(text: str, symbol: str) -> str | None:
    """Mask the last four characters of a number plate.

    >>> mask_plate("SMF1234A", "x"), mask_plate("1234 BCD", "x")
    ('SMF1xxxx', '123x xxx')
    """
    plate = _compact(text)
    fits = 5 <= len(plate) <= 9 and plate.isascii() and plate.isalnum()
    return _kept(text, symbol, range(len(plate) - 4)) if fits else None


def mask_vin(text: str, symbol: str) -> str | None:
    """Mask the last three characters of a vehicle identification number.

    >>> mask_vin("1234567890", "x")
    '1234567xxx'
    """
    fits = 6 <= len(text) <= 17 and text.isascii() and text.isalnum()
    return text[:-3] + symbol * 3 if fits else None


def mask_postcode(text: str, symbol: str) -> str | None:
    """Keep the first two characters of a postcode: the province in Spain, the sector in Singapore.

    >>> mask_postcode("28029", "x"), mask_postcode("117438", "x")
    ('28xxx', '11xxxx')
    """
    code = _compact(text)
    fits = 4 <= len(code) <= 10 and code.isascii() and code.isalnum()
    return _kept(text, symbol, range(2)) if fits else None


def split_email(text: str) -> tuple[str, str] | None:
    """Part an e-mail address into what stands before and after the at sign.

    >>> split_email("ana@salud.es"), split_email("ana")
    (('ana', 'salud.es'), None)
    """
    local, _, domain = text.partition("@")
    fits = local and domain and "@" not in domain and not any(map(str.isspace, text))
    return (local, domain) if fits else None


@dataclass(frozen=True, slots=True)
class Format:
    """What the values of a format are called, and how they are masked."""

    name: Message
    masked: Message
    """What is masked of them."""
    mask: Callable[[str, str], str | None] | None = None
    """Takes a text and the symbol; e-mail addresses have options of their own instead."""


FORMATS: Mapping[str, Format] = {
    "email": Format(
        Message("techniques.formats-email-title"),
        Message("techniques.formats-email-meaning"),
    ),
    "card": Format(
        Message("techniques.formats-card-title"),
        Message("techniques.formats-card-meaning"),
        mask_card,
    ),
    "ip": Format(
        Message("techniques.formats-ip-title"),
        Message("techniques.formats-ip-meaning"),
        mask_ip,
    ),
    "plate": Format(
        Message("techniques.formats-plate-title"),
        Message("techniques.formats-plate-meaning"),
        mask_plate,
    ),
    "vin": Format(
        Message("techniques.formats-vin-title"),
        Message("techniques.formats-vin-meaning"),
        mask_vin,
    ),
    "postcode": Format(
        Message("techniques.formats-postcode-title"),
        Message("techniques.formats-postcode-meaning"),
        mask_postcode,
    ),
}


def _compact(text: str) -> str:
    return text.replace(" ", "").replace("-", "")


def _kept(text: str, symbol: str, kept: range) -> str:
    """Mask all but some characters, counted without the separators, which stay."""
    signs, place = [], -1
    for sign in text:
        place += sign not in _SEPARATORS
        signs.append(sign if sign in _SEPARATORS or place in kept else symbol)
    return "".join(signs)
