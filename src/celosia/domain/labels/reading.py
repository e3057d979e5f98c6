"""How a released cell is read, by the way it is written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from math import inf, isnan

from celosia.domain.labels.dates import read_period
from celosia.domain.labels.meanings import (
    Anything,
    Exact,
    Interval,
    Label,
    Masked,
    OneOf,
    Run,
)
from celosia.domain.values import SUPPRESSED
from celosia.text.numerals import as_number, number_pattern, to_float

_DIGITS = re.compile(r"([+-]?)((?!0)[0-9]*)(\*{1,300})")
_MONTH = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])")
_RUN = re.compile(r"\{(.+?)\.\.(.+)\}")


def read_label(text: str, decimal: str = ".", dates: str | None = None) -> Label:
    """Understand a cell by how it is written, in the styles that hierarchies and groups produce.

    The ends of an interval may come in either order: the examinations paper (docs: sources)
    writes `2022-2020` and `6-4`. Only `2024-10` is never an interval, because it is a month.
    Trailing stars behind digits are read as a mask; `as_interval` gives the numbers they stand
    for. A text that is a value of the column should be taken as that before it is read here.

    Parameters
    ----------
    decimal
        The decimal sign of the column's numbers.
    dates
        The format of the column's dates; without it there are no periods.

    >>> read_label("20-29")
    Interval(low=20.0, high=29.0, holds_low=True, holds_high=True)
    >>> read_label("[20, 25)")
    Interval(low=20.0, high=25.0, holds_low=True, holds_high=False)
    >>> read_label("[2,5; 3,75]", decimal=",") == Interval(2.5, 3.75)
    True
    >>> read_label("6-4") == read_label("[4, 6]")
    True
    >>> read_label("{a, b}") == read_label("a / b") == OneOf(("a", "b"))
    True
    >>> read_label("198*"), read_label("{A..C}"), read_label("*")
    (Masked(text='198*'), Run(first='A', last='C'), Anything())
    >>> read_label("2024-03", dates="%Y-%m-%d").last
    datetime.date(2024, 3, 31)
    """
    cell = text.strip()
    if cell == SUPPRESSED:
        return Anything()
    period = None if dates is None else read_period(cell, dates)
    found = period or _interval(cell, decimal) or _group(cell)
    return found or (Masked(cell) if SUPPRESSED in cell else Exact(text))


def as_interval(label: Label, decimal: str = ".") -> Interval | None:
    """Give the numbers that a label stands for, if it is a number, an interval or masked digits.

    Masked digits are aligned by place value; with an idle zero in front they are a code.

    >>> as_interval(Masked("198*"))
    Interval(low=1980.0, high=1989.0, holds_low=True, holds_high=True)
    >>> as_interval(Masked("-1*")).low, as_interval(Masked("08***"))
    (-19.0, None)
    """
    if isinstance(label, Interval):
        return label
    if isinstance(label, Exact):
        value = as_number(label.text, decimal)
        return None if isnan(value) else Interval(value, value)
    if isinstance(label, Masked) and (match := _DIGITS.fullmatch(label.text)):
        tens = 10.0 ** len(match[3])
        low = float(match[2] or 0) * tens
        high = low + tens - 1
        return Interval(-high, -low) if match[1] == "-" else Interval(low, high)
    return None


def set_readings(text: str) -> tuple[OneOf, ...]:
    """Give the ways to split a set, the likeliest first; none for a text that is no set.

    >>> [reading.members for reading in set_readings("{a, b | c}")]
    [('a, b', 'c'), ('a', 'b | c'), ('a, b | c',)]
    """
    cell = text.strip()
    if cell.startswith("{") and cell.endswith("}"):
        inside = cell[1:-1]
        separators = (" | ", ",") if " | " in inside else (",",)
        return (*(_split(inside, separator) for separator in separators), OneOf((inside.strip(),)))
    return (_split(cell, " / "),) if " / " in cell else ()


@dataclass(frozen=True, slots=True)
class _Intervals:
    """How intervals of numbers are written, by the decimal sign."""

    brackets: re.Pattern[str]
    dash: re.Pattern[str]
    bound: re.Pattern[str]


@cache
def _intervals(decimal: str) -> _Intervals:
    number = number_pattern(decimal)
    comma = r",\s" if decimal == "," else ","
    between = rf"\s*(?:{comma}|[;:–-]|\.\.)\s*"
    return _Intervals(
        re.compile(rf"([\[(])\s*({number}){between}({number})\s*([\])])"),
        re.compile(rf"({number})\s*[-–]\s*({number})"),
        re.compile(rf"(<=|>=|<|>|≤|≥)\s*({number})"),
    )


def _interval(cell: str, decimal: str) -> Interval | None:
    written = _intervals(decimal)
    if match := written.brackets.fullmatch(cell):
        ends = to_float(match[2], decimal), to_float(match[3], decimal)
        return _ordered(*ends, match[1] == "[", match[4] == "]")
    if (match := written.dash.fullmatch(cell)) and not _MONTH.fullmatch(cell):
        return _ordered(to_float(match[1], decimal), to_float(match[2], decimal), True, True)
    if match := written.bound.fullmatch(cell):
        end, closed = to_float(match[2], decimal), match[1] in ("<=", ">=", "≤", "≥")
        if match[1] in ("<", "<=", "≤"):
            return Interval(-inf, end, holds_high=closed)
        return Interval(end, inf, holds_low=closed)
    return None


def _ordered(first: float, second: float, holds_first: bool, holds_second: bool) -> Interval:
    if first <= second:
        return Interval(first, second, holds_first, holds_second)
    return Interval(second, first, holds_second, holds_first)


def _group(cell: str) -> OneOf | Run | None:
    if match := _RUN.fullmatch(cell):
        return Run(match[1], match[2])
    return next(iter(set_readings(cell)), None)


def _split(text: str, separator: str) -> OneOf:
    return OneOf(tuple(part.strip() for part in text.split(separator)))
