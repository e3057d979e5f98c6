"""What a released cell can say: a value, an interval, a set, a mask, a period, or nothing."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Context, Decimal
from typing import TypeAlias

import numpy as np

from celosia.core.values import SUPPRESSED, BoolArray, FloatArray
from celosia.text.days import ISO, read_date


@dataclass(frozen=True, slots=True)
class Exact:
    """A text that stands for itself."""

    text: str


@dataclass(frozen=True, slots=True)
class Interval:
    """Numbers between two ends; an open end of `<18` or `>=90` is infinite."""

    low: float
    high: float
    holds_low: bool = True
    holds_high: bool = True

    def holds(self, numbers: FloatArray) -> BoolArray:
        """Tell which numbers lie inside; never those that are not numbers.

        >>> Interval(20, 25, holds_high=False).holds(np.array([20.0, 25.0, np.nan]))
        array([ True, False, False])
        """
        above = numbers >= self.low if self.holds_low else numbers > self.low
        below = numbers <= self.high if self.holds_high else numbers < self.high
        return np.asarray(above & below, np.bool_)


@dataclass(frozen=True, slots=True)
class Period:
    """The days from a first to a last: a month, a quarter, years, or between two dates."""

    first: date
    last: date

    def holds(self, days: FloatArray) -> BoolArray:
        """Tell which days lie inside, counted as `date.toordinal` does.

        >>> Period(date(1, 1, 2), date(1, 1, 3)).holds(np.array([1.0, 2.0, np.nan]))
        array([False,  True, False])
        """
        inside = (days >= self.first.toordinal()) & (days <= self.last.toordinal())
        return np.asarray(inside, np.bool_)


@dataclass(frozen=True, slots=True)
class ValueSet:
    """A set of values: `{a, b}` or `a / b`."""

    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ValueRun:
    """Neighbours in the order of values, named by the first and the last: `{a..c}`."""

    first: str
    last: str


@dataclass(frozen=True, slots=True)
class Masked:
    """A text some of whose characters are starred: `37***`, `*3`."""

    text: str

    @property
    def starred(self) -> tuple[int, ...]:
        """Places of the stars."""
        return tuple(place for place, sign in enumerate(self.text) if sign == SUPPRESSED)

    def masks(self, value: str) -> str:
        """Star another value in the same places, padded as `hierarchies.Masking` does.

        >>> Masked("37***").masks("37003"), Masked("37***").masks("37")
        ('37***', '37***')
        """
        side = value.rjust if self.text.startswith(SUPPRESSED) else value.ljust
        signs = list(side(len(self.text), SUPPRESSED))
        for place in self.starred:
            signs[place] = SUPPRESSED
        return "".join(signs)


@dataclass(frozen=True, slots=True)
class Anything:
    """A suppressed cell: `*`."""


Label: TypeAlias = Exact | Interval | Period | ValueSet | ValueRun | Masked | Anything


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


@dataclass(frozen=True, slots=True, eq=False)
class IntervalGrid:
    """Intervals counted from `origin`, between the lowest and the highest number that is told.

    All numbers are in units of the last decimal place, so that no binary fraction intervenes.
    Below `bottom` the label is `<bottom`, above `top` it is `>top`; both belong to the intervals
    next to them, which are cut there. Where an interval begins at `top`, it would hold that number
    alone, so `top` joins the one before it.

    >>> ages = IntervalGrid(origin=0, bottom=18, top=90, whole=True, written=str)
    >>> [ages.label(age, 10) for age in (17, 18, 79, 80, 90, 91)]
    ['<18', '18-19', '70-79', '80-90', '80-90', '>90']
    """

    origin: int
    bottom: int | None
    top: int | None
    whole: bool
    """Whether a unit is 1: a label then names the first and the last number inside."""
    written: Callable[[int], str]
    """Writes a number of units without idle zeros."""
    separator: str = ","

    def label(self, units: int, width: int) -> str:
        """Name the interval of a width that a number is in."""
        if self.bottom is not None and units < self.bottom:
            return f"<{self.written(self.bottom)}"
        if self.top is not None and units > self.top:
            return f">{self.written(self.top)}"
        low = self.origin + (units - self.origin) // width * width
        if low == self.top and width > 1:
            low -= width
        first = low if self.bottom is None else max(low, self.bottom)
        return self._inclusive(first, low, width) if self.whole else self._open(first, low, width)

    def _inclusive(self, first: int, low: int, width: int) -> str:
        last = self.top if self._reaches_top(low, width) else low + width - 1
        assert last is not None
        if first == last:
            return self.written(first)
        ends = self.written(first), self.written(last)
        return f"[{ends[0]}, {ends[1]}]" if first < 0 else f"{ends[0]}-{ends[1]}"

    def _open(self, first: int, low: int, width: int) -> str:
        start = f"[{self.written(first)}{self.separator} "
        if self.top is not None and self._reaches_top(low, width):
            return f"{start}{self.written(self.top)}]"
        return f"{start}{self.written(low + width)})"

    def _reaches_top(self, low: int, width: int) -> bool:
        """Tell whether the interval ends with `top` itself."""
        if self.top is None:
            return False
        return low + width > self.top or (low + width == self.top and width > 1)


def decimals_of(number: Decimal) -> int:
    """Count the decimals that a number needs.

    >>> decimals_of(Decimal("2.50")), decimals_of(Decimal("1E+2"))
    (1, 0)
    """
    exponent = number.normalize(_EXACT).as_tuple().exponent
    assert isinstance(exponent, int)
    return max(0, -exponent)


_EXACT = Context(prec=720)
"""Enough digits that no accepted number is rounded."""
