"""Dates and years."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

_CLOCK = r"(?:[T ][0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?"
_YEAR_FIRST = re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})" + _CLOCK)
_YEAR_LAST = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4})" + _CLOCK)
_YEAR = re.compile(r"(?:18[89]|19[0-9]|20[0-9])[0-9]")
_BIRTH_SPAN = 40
_FIRST_BIRTH = 1890


def year_of(text: str) -> int | None:
    """Read the year of a date, or nothing if the text is no date of the calendar.

    Day and month may come in either order, as both are written in Spain and abroad.

    >>> year_of("1980-02-29"), year_of("29/02/1980 10:30"), year_of("1981-02-29")
    (1980, 1980, None)
    """
    if match := _YEAR_FIRST.fullmatch(text):
        year, month, day = int(match[1]), int(match[3]), int(match[4])
        return year if _exists(year, month, day) else None
    if match := _YEAR_LAST.fullmatch(text):
        year, month, day = int(match[4]), int(match[3]), int(match[1])
        return year if _exists(year, month, day) or _exists(year, day, month) else None
    return None


def is_date(text: str) -> bool:
    """Tell whether the text is a date, with or without the time of day.

    >>> is_date("2024-12-31"), is_date("31.12.2024"), is_date("2024-13-45")
    (True, True, False)
    """
    return year_of(text) is not None


def is_year(text: str) -> bool:
    """Tell whether the text may be a year from 1880 to 2099.

    >>> is_year("1975"), is_year("3000")
    (True, False)
    """
    return bool(_YEAR.fullmatch(text))


def may_be_births(texts: Iterable[str]) -> bool:
    """Tell whether dates are spread over generations, as births are and visits are not.

    >>> may_be_births(["1931-05-01", "2003-08-15"]), may_be_births(["2022-05-01", "2024-08-15"])
    (True, False)
    """
    years = [year for text in texts if (year := year_of(text)) is not None]
    return bool(years) and min(years) >= _FIRST_BIRTH and max(years) - min(years) >= _BIRTH_SPAN


def _exists(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True
