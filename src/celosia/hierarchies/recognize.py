"""What the texts of a column look like: dates, years, codes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from celosia.domain.schema import Column
from celosia.text.days import FORMATS, ISO, MOMENTS, read_moment

_COMPACT = re.compile(r"(?:18[5-9]|19[0-9]|20[0-9])[0-9][01][0-9][0-3][0-9]")
"""Eight digits are a date only where their year is one of people alive or remembered."""
_YEAR = re.compile(r"18[5-9][0-9]|19[0-9]{2}|20[0-9]{2}|2100")
_DIGITS = re.compile(r"[0-9]+")
_CODE = re.compile(r"(?=.*[0-9])[A-Z0-9][A-Z0-9 ./-]{2,9}")


def date_format(texts: Sequence[str], column: Column | None) -> str | None:
    """Give the one format that every text has: the declared one first, then the usual ones.

    >>> date_format(["09/03/2024", "31/12/2023"], None)
    '%d/%m/%Y'
    """
    declared = column.format if column is not None else None
    if declared and _all_dates(texts, declared):
        return declared
    if _all_match(_COMPACT, texts) and _all_dates(texts, "%Y%m%d"):
        return "%Y%m%d"
    return next((form for form in (ISO, *FORMATS, *MOMENTS) if _all_dates(texts, form)), None)


def are_years(texts: Sequence[str]) -> bool:
    """Tell whether every text is a year from 1850 to 2100.

    >>> are_years(["1986", "2003"]), are_years(["1986", "17"])
    (True, False)
    """
    return _all_match(_YEAR, texts)


def digit_code_length(texts: Sequence[str]) -> int | None:
    """Give the one length of codes made of digits, such as postcodes.

    Digits all of one length are a code when some start with zero, or when they have four or more.

    >>> digit_code_length(["28001", "08001"]), digit_code_length(["17", "90"])
    (5, None)
    """
    lengths = {len(text) for text in texts}
    if len(lengths) != 1 or not _all_match(_DIGITS, texts):
        return None
    length = lengths.pop()
    padded = length > 1 and any(text.startswith("0") for text in texts)
    return length if padded or length >= 4 else None


def mixed_code_length(texts: Sequence[str]) -> int | None:
    """Give the longest length of short codes of capitals and digits, such as diagnoses.

    >>> mixed_code_length(["J45", "J45.1"])
    5
    """
    if not _all_match(_CODE, texts):
        return None
    lengths = [len(text) for text in texts]
    return max(lengths) if max(lengths) - min(lengths) <= 3 else None


def _all_match(pattern: re.Pattern[str], texts: Sequence[str]) -> bool:
    return all(pattern.fullmatch(text) for text in texts)


def _all_dates(texts: Sequence[str], format: str) -> bool:
    return all(read_moment(text, format) for text in texts)
