"""The periods that labels make of dates."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta

from celosia.core.label_meanings import Period
from celosia.text.days import ISO, read_date

_MONTH = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])")
_QUARTER = re.compile(r"([0-9]{4})-Q([1-4])")
_YEARS = re.compile(r"([0-9]{4})(?:\s*[-–]\s*([0-9]{4}))?")
_BETWEEN = [
    re.compile(rf"([\[(])\s*(.+?)\s*(?:{separator})\s*(.+?)\s*([\])])")
    for separator in (";", r",|\.\.|–")  # a date may hold a comma, and is then parted by ;
]
_DAY = timedelta(days=1)


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
    return read_date(text, format) or read_date(text, ISO)
