"""What a released cell says: a value, an interval, a set, a mask, or nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf, isfinite, nan
from typing import TypeAlias

import numpy as np

from celosia.domain.arrays import BoolArray, FloatArray
from celosia.domain.values import SUPPRESSED


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

        >>> Interval(20, 25, holds_high=False).holds(np.array([20.0, 25.0, nan]))
        array([ True, False, False])
        """
        above = numbers >= self.low if self.holds_low else numbers > self.low
        below = numbers <= self.high if self.holds_high else numbers < self.high
        return np.asarray(above & below, np.bool_)


@dataclass(frozen=True, slots=True)
class OneOf:
    """A set of values: `{a, b}` or `a / b`."""

    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Run:
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


Label: TypeAlias = Exact | Interval | OneOf | Run | Masked | Anything

_NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,2})?"
_PLAIN = re.compile(_NUMBER)
_BRACKETS = re.compile(rf"([\[(])\s*({_NUMBER})\s*(?:[,;]|-|–|\.\.)\s*({_NUMBER})\s*([\])])")
_DASH = re.compile(rf"({_NUMBER})\s*[-–]\s*({_NUMBER})")
_BOUND = re.compile(rf"(<=|>=|<|>|≤|≥)\s*({_NUMBER})")
_DIGITS = re.compile(r"([+-]?)([0-9]*)(\*+)")
_RUN = re.compile(r"\{(.+?)\.\.(.+)\}")


def as_number(text: str, decimal: str = ".") -> float:
    """Read a finite number, or give nan.

    >>> as_number(" 2.5 "), as_number("2,5"), as_number("2,5", decimal=",")
    (2.5, nan, 2.5)
    """
    stripped = text.strip().replace(decimal, ".")
    if not _PLAIN.fullmatch(stripped):
        return nan
    value = float(stripped)
    return value if isfinite(value) else nan


def read_label(text: str) -> Label:
    """Understand a cell by how it is written, in the styles that hierarchies produce.

    The ends of an interval may come in either order: seed 002 writes `2022-2020` and `6-4`.
    Trailing stars behind digits are read as a mask; `as_interval` gives the numbers they stand
    for. A text that is a value of the column should be taken as that before it is read here.

    >>> read_label("20-29")
    Interval(low=20.0, high=29.0, holds_low=True, holds_high=True)
    >>> read_label("[20, 25)")
    Interval(low=20.0, high=25.0, holds_low=True, holds_high=False)
    >>> read_label("6-4") == read_label("[4, 6]")
    True
    >>> read_label("{a, b}") == read_label("a / b") == OneOf(("a", "b"))
    True
    >>> read_label("198*"), read_label("{A..C}"), read_label("*")
    (Masked(text='198*'), Run(first='A', last='C'), Anything())
    """
    cell = text.strip()
    if cell == SUPPRESSED:
        return Anything()
    return _interval(cell) or _group(cell) or (Masked(cell) if SUPPRESSED in cell else Exact(text))


def as_interval(label: Label) -> Interval | None:
    """Give the numbers that a label stands for, if it is a number, an interval or masked digits.

    >>> as_interval(Masked("198*"))
    Interval(low=1980.0, high=1989.0, holds_low=True, holds_high=True)
    >>> as_interval(Masked("-1*")).low
    -19.0
    """
    if isinstance(label, Interval):
        return label
    if isinstance(label, Exact):
        value = as_number(label.text)
        return None if np.isnan(value) else Interval(value, value)
    if isinstance(label, Masked) and (match := _DIGITS.fullmatch(label.text)):
        tens = 10.0 ** len(match[3])
        low = float(match[2] or 0) * tens
        high = low + tens - 1
        return Interval(-high, -low) if match[1] == "-" else Interval(low, high)
    return None


def _interval(cell: str) -> Interval | None:
    if match := _BRACKETS.fullmatch(cell):
        return _ordered(float(match[2]), float(match[3]), match[1] == "[", match[4] == "]")
    if match := _DASH.fullmatch(cell):
        return _ordered(float(match[1]), float(match[2]), True, True)
    if match := _BOUND.fullmatch(cell):
        end, closed = float(match[2]), match[1] in ("<=", ">=", "≤", "≥")
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
    if cell.startswith("{") and cell.endswith("}"):
        return OneOf(tuple(part.strip() for part in cell[1:-1].split(",")))
    if " / " in cell:
        return OneOf(tuple(part.strip() for part in cell.split(" / ")))
    return None
