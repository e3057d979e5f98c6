"""Which original values a released label may stand for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf, nan

from celosia.domain.values import SUPPRESSED, Value

_NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,2})?"
_PLAIN = re.compile(_NUMBER)
_DASHED = re.compile(r"([0-9.]+)\s*[-–]\s*([0-9.]+)")
_BRACKETED = re.compile(rf"([\[(])\s*({_NUMBER})\s*(?:[,;:]|\.\.|-)\s*({_NUMBER})\s*([\])])")
_ONE_SIDED = re.compile(rf"(<=|>=|<|>|≤|≥)\s*({_NUMBER})")
_DIGITS = re.compile(r"(-?)([0-9]*)(\*+)")
_DAY = re.compile(r"([0-9]{4})-([0-9]{2})-[0-9]{2}(?:[ T].*)?")
_MONTH = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])")
_QUARTER = re.compile(r"([0-9]{4})-Q([1-4])")
_YEARS = re.compile(r"([0-9]{4})(?:-([0-9]{4}))?")


@dataclass(frozen=True, slots=True)
class Span:
    """An interval of numbers, each end in or out.

    >>> Span(20, 25, high_in=False).holds(25), Span(20, 25, high_in=False).midpoint
    (False, 22.5)
    """

    low: float
    high: float
    low_in: bool = True
    high_in: bool = True

    def holds(self, number: float) -> bool:
        """Tell whether a number lies inside."""
        above = number >= self.low if self.low_in else number > self.low
        return above and (number <= self.high if self.high_in else number < self.high)

    @property
    def midpoint(self) -> float:
        """Middle of both ends; not a number when the interval is open-ended."""
        middle = (self.low + self.high) / 2
        return middle if abs(middle) < inf else nan


def number(text: Value) -> float:
    """Read a number; not a number for anything else, and for codes with leading zeros.

    >>> number("-2.5"), number("08001"), number("F")
    (-2.5, nan, nan)
    """
    stripped = "" if text is None else text.strip()
    code = len(stripped) > 1 and stripped[0] == "0" and stripped[1].isdigit()
    return nan if code or not _PLAIN.fullmatch(stripped) else float(stripped)


def span(label: Value) -> Span | None:
    """Read a label as an interval of numbers, or give None.

    Masked digits are an interval too, aligned by place value: `1*` is 10 to 19, `**` is 0 to 99.

    >>> span("20-29"), span("198*")
    (Span(low=20.0, high=29.0, low_in=True, high_in=True), \
Span(low=1980.0, high=1989.0, low_in=True, high_in=True))
    >>> span("[0, 5)").holds(5), span(">=90").holds(95), span("Spain")
    (False, True, None)
    """
    text = "" if label is None else label.strip()
    point = number(text)
    if point == point:
        return Span(point, point)
    for read in (_dashed, _bracketed, _one_sided, _masked):
        found = read(text)
        if found is not None and found.low <= found.high:
            return found
    return None


def covers(label: Value, value: Value) -> bool:
    """Tell whether a released label may stand for an original value.

    It does when it is equal to it, `*`, an interval or a set that holds it, masked characters
    that fit it, or a month, quarter, year or decade that holds an ISO date. A null stands for a
    null. Labels of a taxonomy say nothing by themselves: they need their hierarchy.

    >>> covers("20-29", "23"), covers("{A, B}", "B"), covers("370**", "37003")
    (True, True, True)
    >>> covers("2024-Q1", "2024-03-09"), covers("*", None), covers("Europe", "Spain")
    (True, True, False)
    """
    if label in (value, SUPPRESSED):
        return True
    if label is None or value is None:
        return False
    point, interval = number(value), span(label)
    if point == point and interval is not None:
        return interval.holds(point)
    return in_set(label, value) or fits_mask(label, value) or _in_period(label, value)


def is_set(label: str) -> bool:
    """Tell whether a label lists its values, `{a, b}`, or the first and the last, `{a..c}`."""
    return label.startswith("{") and label.endswith("}")


def in_set(label: str, value: str) -> bool:
    """Tell whether a label that is a set holds a value; between two ends, in natural order.

    >>> in_set("{A..C}", "B"), in_set("{9..10}", "8")
    (True, False)
    """
    if not is_set(label):
        return False
    inside = label[1:-1]
    first, dots, last = inside.partition("..")
    if not dots:
        return value in [member.strip() for member in inside.split(",")]
    low, high, point = number(first), number(last), number(value)
    if low == low and high == high and point == point:
        return low <= point <= high
    return first <= value <= last


def shown(label: str) -> str:
    """Give the characters that a mask on one side leaves; nothing when there is no such mask.

    >>> shown("370**"), shown("**03"), shown("F")
    ('370', '03', '')
    """
    left = label.strip("*")
    one_side = label.startswith("*") != label.endswith("*")
    return left if one_side and "*" not in left else ""


def fits_mask(label: str, value: str) -> bool:
    """Tell whether a value fits a mask; a `*` hides a character, or none of a padded value."""
    left = shown(label)
    if not left or len(value) > len(label):
        return False
    return value.endswith(left) if label.startswith("*") else value.startswith(left)


def month(value: Value) -> int:
    """Month of an ISO date, counted from year 0; -1 for anything else.

    >>> month("2024-03-09"), month("F")
    (24291, -1)
    """
    day = None if value is None else _DAY.fullmatch(value)
    return -1 if day is None else 12 * int(day[1]) + int(day[2])


def months(label: str) -> tuple[int, int] | None:
    """First and last month of a period, counted from year 0, or None.

    >>> months("2024-Q1"), months("2024")
    ((24289, 24291), (24289, 24300))
    """
    if match := _MONTH.fullmatch(label):
        only = 12 * int(match[1]) + int(match[2])
        return only, only
    if match := _QUARTER.fullmatch(label):
        last = 12 * int(match[1]) + 3 * int(match[2])
        return last - 2, last
    if match := _YEARS.fullmatch(label):
        return 12 * int(match[1]) + 1, 12 * int(match[2] or match[1]) + 12
    return None


def _dashed(text: str) -> Span | None:
    match = _DASHED.fullmatch(text)
    low, high = (number(match[1]), number(match[2])) if match else (nan, nan)
    return Span(low, high) if low <= high else None


def _bracketed(text: str) -> Span | None:
    match = _BRACKETED.fullmatch(text)
    if match is None:
        return None
    return Span(float(match[2]), float(match[3]), match[1] == "[", match[4] == "]")


def _one_sided(text: str) -> Span | None:
    match = _ONE_SIDED.fullmatch(text)
    if match is None:
        return None
    end, inside = float(match[2]), match[1] in ("<=", ">=", "≤", "≥")
    if match[1] in ("<", "<=", "≤"):
        return Span(-inf, end, high_in=inside)
    return Span(end, inf, low_in=inside)


def _masked(text: str) -> Span | None:
    match = _DIGITS.fullmatch(text)
    if match is None or text == SUPPRESSED or match[2].startswith("0"):
        return None
    size = 10.0 ** len(match[3])
    low = float(match[2] or 0) * size
    high = low + size - 1
    return Span(-high, -low) if match[1] else Span(low, high)


def _in_period(label: str, value: str) -> bool:
    period = months(label)
    return period is not None and period[0] <= month(value) <= period[1]
