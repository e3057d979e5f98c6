"""Dates as the cells of a column write them, and the periods that labels make of them."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from functools import cache
from math import isnan, nan

from celosia.domain.labels.meanings import Period

ISO = "%Y-%m-%d"
FORMATS = ("%d/%m/%Y", "%d-%m-%Y", "%Y/%m/%d", "%d.%m.%Y", "%m/%d/%Y")
"""Formats that are recognized besides ISO's, in the order in which they are tried."""

_PARTS = {"%Y": "(?P<Y>[0-9]{4})", "%m": "(?P<m>[0-9]{1,2})", "%d": "(?P<d>[0-9]{1,2})"}
_MONTH = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])")
_QUARTER = re.compile(r"([0-9]{4})-Q([1-4])")
_YEARS = re.compile(r"([0-9]{4})(?:\s*[-–]\s*([0-9]{4}))?")
_BETWEEN = [
    re.compile(rf"([\[(])\s*(.+?)\s*(?:{separator})\s*(.+?)\s*([\])])")
    for separator in (";", r",|\.\.|–")  # a date may hold a comma, and is then parted by ;
]
_DAY = timedelta(days=1)


def as_day(text: str, format: str = ISO) -> float:
    """Count the days up to a date, as `date.toordinal` does, or give nan; times do not count.

    >>> as_day("0001-01-02"), as_day("0001-01-02 12:00"), as_day("02/01/0001", "%d/%m/%Y")
    (2.0, 2.0, 2.0)
    """
    found = _date(text.strip(), format)
    return nan if found is None else float(found.toordinal())


def date_format(texts: Sequence[str]) -> str | None:
    """Find the format of a column's dates: ISO's if any value has it, else one that all have.

    >>> date_format(["2020-01-05", "?"]), date_format(["05/01/2020", "31/01/2020"])
    ('%Y-%m-%d', '%d/%m/%Y')
    >>> date_format(["05/01/2020", "?"]) is None
    True
    """
    if any(not isnan(as_day(text)) for text in texts):
        return ISO
    for format in FORMATS if texts else ():
        if not any(isnan(as_day(text, format)) for text in texts):
            return format
    return None


def read_period(cell: str, format: str = ISO) -> Period | None:
    """Read a label of a column of dates: a day, month, quarter, some years, or two dates.

    Dates are of the column's format, or of ISO's, which files of typed cells write.

    >>> read_period("2024-Q1")
    Period(first=datetime.date(2024, 1, 1), last=datetime.date(2024, 3, 31))
    >>> read_period("[05/02/2020, 01/03/2020]", "%d/%m/%Y").first
    datetime.date(2020, 2, 5)
    """
    try:
        return _day(cell, format) or _calendar(cell) or _between(cell, format)
    except ValueError:  # there is no year 0
        return None


def _day(cell: str, format: str) -> Period | None:
    found = _either(cell, format)
    return None if found is None else Period(found, found)


def _calendar(cell: str) -> Period | None:
    if match := _MONTH.fullmatch(cell):
        return _months(int(match[1]), int(match[2]), int(match[2]))
    if match := _QUARTER.fullmatch(cell):
        return _months(int(match[1]), 3 * int(match[2]) - 2, 3 * int(match[2]))
    if match := _YEARS.fullmatch(cell):
        first, last = sorted((int(match[1]), int(match[2] or match[1])))
        return Period(date(first, 1, 1), date(last, 12, 31))
    return None


def _months(year: int, first: int, last: int) -> Period:
    return Period(date(year, first, 1), date(year, last, monthrange(year, last)[1]))


def _between(cell: str, format: str) -> Period | None:
    match = next(filter(None, (pattern.fullmatch(cell) for pattern in _BETWEEN)), None)
    if match is None:
        return None
    ends = [
        (_either(match[2], format), match[1] == "("),
        (_either(match[3], format), match[4] == ")"),
    ]
    known = sorted((day, out) for day, out in ends if day is not None)
    if len(known) < 2:
        return None
    (first, first_out), (last, last_out) = known
    return Period(first + _DAY if first_out else first, last - _DAY if last_out else last)


def _either(text: str, format: str) -> date | None:
    return _date(text, format) or _date(text, ISO)


def _date(text: str, format: str) -> date | None:
    written = _pattern(format)
    try:
        if written is None:
            return datetime.strptime(text, format).date()
        match = written.fullmatch(text)
        return None if match is None else date(int(match["Y"]), int(match["m"]), int(match["d"]))
    except ValueError:
        return None


@cache
def _pattern(format: str) -> re.Pattern[str] | None:
    """Write a format of day, month and year as a pattern, ten times faster; None for any other."""
    if sorted(re.findall("%.", format)) != sorted(_PARTS):
        return None
    pattern = re.escape(format)
    for part, digits in _PARTS.items():
        pattern = pattern.replace(part, digits)
    return re.compile(pattern + ("(?:[ T].*)?" if format == ISO else ""))
