"""What a released cell can say: a value, an interval, a set, a mask, a period, or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

import numpy as np

from celosia.core.arrays import BoolArray, FloatArray
from celosia.core.values import SUPPRESSED


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


Label: TypeAlias = Exact | Interval | Period | OneOf | Run | Masked | Anything
