"""What is a date: one grammar for every engine, hierarchy, technique, model and measure.

A column's dates have one format, written as for `datetime.strptime`; without one, ISO's. Years have
four digits and begin with 1, months and the rest one or two, of the digits 0 to 9. Blanks around a
date do not count. The docs (*Numbers*) have the cases.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from functools import cache
from math import isnan, nan

from celosia.text.numerals import BLANKS

ISO = "%Y-%m-%d"
FORMATS = ("%d/%m/%Y", "%d-%m-%Y", "%Y/%m/%d", "%d.%m.%Y", "%m/%d/%Y")
"""Formats that are recognized besides ISO's, in the order in which they are tried."""
MOMENTS = ("%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S")
"""How a day and its time are recognized."""
CLOCK = ("%H", "%I", "%M", "%S", "%X", "%c")
"""The parts of a format that tell a time."""

_ANY_MOMENT = datetime(2004, 2, 3, 16, 5, 6, 7, tzinfo=UTC)
_YEAR = "(?:[1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])"
_PARTS = {"Y": _YEAR, **dict.fromkeys("mdHMS", "[0-9]{1,2}")}
_OTHER_DIGIT = re.compile(r"(?![0-9])\d")
_AND_A_TIME = re.compile(r"(.+?)[ T].*", re.DOTALL)


def shape(format: str) -> str | None:
    r"""Give the regular expression of a format, for any engine; None for one of other parts.

    It says how a date is written: whether there is such a day is for the engine to say.

    >>> shape("%d.%m")
    '[0-9]{1,2}\\.[0-9]{1,2}'
    >>> shape("%d %b %Y") is None
    True
    """
    return None if not _is_plain(format) else _written(format, lambda part: _PARTS[part])


def read_moment(text: str, format: str = ISO) -> datetime | None:
    """Read a date of that very format, with its time if the format has one; None for any other.

    >>> read_moment("31/12/2024", "%d/%m/%Y"), read_moment("31/02/2024", "%d/%m/%Y")
    (datetime.datetime(2024, 12, 31, 0, 0), None)
    """
    cell, pattern = text.strip(BLANKS), _pattern(format)
    try:
        if pattern is None:
            return None if _OTHER_DIGIT.search(cell) else datetime.strptime(cell, format)
        if not (match := pattern.fullmatch(cell)):
            return None
        found = {part: int(digits) for part, digits in match.groupdict().items()}
        year, month, day = found.get("Y", 1900), found.get("m", 1), found.get("d", 1)
        hour, minute, second = (found.get(part, 0) for part in "HMS")
        return datetime(year, month, day, hour, minute, second)
    except ValueError:
        return None


def is_date_format(format: str) -> bool:
    """Tell whether dates can be written in a format and read again.

    Python does not tell apart a wrong format from a text that does not fit a right one, so that a
    moment which has every part that a format can name is written in it and read again.

    >>> is_date_format("%d %b %Y"), is_date_format("%Q"), is_date_format("%Y-%")
    (True, False, False)
    """
    try:
        datetime.strptime(_ANY_MOMENT.strftime(format), format)
    except (ValueError, re.error):  # the second for a part that is named twice
        return False
    return True


def read_date(text: str, format: str = ISO) -> date | None:
    """Read the day of a date; what stands behind one of ISO's, as its time does, counts nothing.

    >>> read_date("2024-12-31 10:30"), read_date("31/12/2024 10:30", "%d/%m/%Y")
    (datetime.date(2024, 12, 31), None)
    """
    moment = read_moment(text, format)
    if moment is None and format == ISO and (match := _AND_A_TIME.fullmatch(text.strip(BLANKS))):
        moment = read_moment(match[1], ISO)
    return None if moment is None else moment.date()


def as_day(text: str, format: str = ISO) -> float:
    """Count the days up to a date, as `date.toordinal` does, or give nan; times do not count.

    >>> as_day("0001-01-02"), as_day("0001-01-02 12:00"), as_day("02/01/0001", "%d/%m/%Y")
    (2.0, 2.0, 2.0)
    """
    found = read_date(text, format)
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
    found = formats_of(texts)
    return found[0] if found else None


def formats_of(texts: Sequence[str]) -> tuple[str, ...]:
    """List the formats besides ISO's that all texts have; several, if a day could be a month.

    >>> formats_of(["05/01/2020"]), formats_of(["05/01/2020", "31/01/2020"])
    (('%d/%m/%Y', '%m/%d/%Y'), ('%d/%m/%Y',))
    """
    if not texts:
        return ()
    return tuple(f for f in FORMATS if not any(isnan(as_day(text, f)) for text in texts))


def _is_plain(format: str) -> bool:
    parts = re.findall("%(.?)", format)
    return len(set(parts)) == len(parts) and set(parts) <= set(_PARTS)


def _written(format: str, digits: Callable[[str], str]) -> str:
    pieces = re.findall("%.|[^%]", format)
    return "".join(digits(piece[1]) if piece[0] == "%" else re.escape(piece) for piece in pieces)


@cache
def _pattern(format: str) -> re.Pattern[str] | None:
    """Compile the shape of a format, ten times faster than strptime; None for one of others."""
    if not _is_plain(format):
        return None
    return re.compile(_written(format, lambda part: f"(?P<{part}>{_PARTS[part]})"))
