"""Where a person lives, is, or drives."""

from __future__ import annotations

import re

_POSTCODE = re.compile(r"(?:0[1-9]|[1-4][0-9]|5[0-2])[0-9]{3}")
_PLATE = re.compile(r"[0-9]{4}[ -]?[BCDFGHJKLMNPRSTVWXYZ]{3}")
_OLD_PLATE = re.compile(r"[A-Z]{1,2}[ -][0-9]{4}[ -][A-Z]{1,2}")
_DEGREES = re.compile(r"[+-]?[0-9]{1,3}[.,][0-9]{4,}")
_PAIR = re.compile(r"\(?([+-]?[0-9]{1,2}\.[0-9]{3,})\s*[,; ]\s*([+-]?[0-9]{1,3}\.[0-9]{3,})\)?")


def is_postcode(text: str) -> bool:
    """Tell whether the text may be a Spanish postcode, 01000 to 52999.

    >>> is_postcode("08001"), is_postcode("53000"), is_postcode("8001")
    (True, False, False)
    """
    return bool(_POSTCODE.fullmatch(text))


def is_plate(text: str) -> bool:
    """Tell whether the text is a Spanish number plate, of today or of before 2000.

    References: Real Decreto 2822/1998, anexo XVIII.

    >>> is_plate("1234 BCD"), is_plate("M-1234-AB"), is_plate("1234 AEI")
    (True, True, False)
    """
    plate = text.upper()
    return bool(_PLATE.fullmatch(plate) or _OLD_PLATE.fullmatch(plate))


def is_coordinate_pair(text: str) -> bool:
    """Tell whether the text is a latitude and a longitude in decimal degrees.

    >>> is_coordinate_pair("40.41678, -3.70379"), is_coordinate_pair("95.000, 3.000")
    (True, False)
    """
    pair = _PAIR.fullmatch(text)
    return pair is not None and abs(float(pair[1])) <= 90 and abs(float(pair[2])) <= 180


def is_degrees(text: str) -> bool:
    """Tell whether the text may be one coordinate: within ±180, with four decimals or more.

    >>> is_degrees("-3.70379"), is_degrees("-3.7"), is_degrees("200.12345")
    (True, False, False)
    """
    return bool(_DEGREES.fullmatch(text)) and abs(float(text.replace(",", "."))) <= 180
