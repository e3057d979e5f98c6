"""The labels of one released column against the values of the same column of people."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from celosia.domain.arrays import BoolArray, FloatArray, IntArray
from celosia.domain.hierarchy import Hierarchy
from celosia.domain.values import Value
from celosia.errors import ParameterError
from celosia.risk.attacks.columns import Column
from celosia.risk.attacks.coverage import number, span
from celosia.risk.attacks.reading import KnownLabels, LabelReader

NARROWER = 1e-6
"""Weight of a label's vagueness in a distance: it only decides between equally near labels."""


@dataclass(frozen=True, slots=True, eq=False)
class Matching:
    """Which labels of a released column cover which values, and how far they lie apart.

    A column is numeric when all its values are numbers. There a distance is the gap from the value
    to the label's interval over the range of the column; elsewhere it is 0 for a label that covers
    the value and 1 for another.

    References: Gower, Biometrics 27(4), 1971.

    >>> ages = Matching.of(Column.of(["20-29", "30-39"]), Column.of(["20", "35", "60"]))
    >>> ages.labels_of(0), ages.distances(0).round(2)
    (array([0]), array([0.  , 0.25]))
    """

    labels: tuple[Value, ...]
    values: tuple[Value, ...]
    numbers: FloatArray
    """Each value as a number; not a number in a column of text."""
    lows: FloatArray
    highs: FloatArray
    """Ends of each label's interval, cut to the range of the column."""
    vagueness: FloatArray
    """Between 0, a label of one value, and 1, a label of all."""
    label_of: IntArray
    value_of: IntArray
    """Pairs of a label and a value that it covers, ordered by value."""
    starts: IntArray
    """Where the pairs of each value begin."""

    @classmethod
    def of(cls, released: Column, people: Column, hierarchy: Hierarchy | None = None) -> Matching:
        """Compare every label with every value."""
        numbers = _numbers(people.values)
        label_of, value_of = _pairs(released.values, people.values, hierarchy)
        lows, highs = _ends(released.values, numbers, label_of, value_of)
        return cls(
            labels=released.values,
            values=people.values,
            numbers=numbers,
            lows=lows,
            highs=highs,
            vagueness=_vagueness(lows, highs, np.bincount(label_of, minlength=lows.size)),
            label_of=label_of,
            value_of=value_of,
            starts=np.searchsorted(value_of, np.arange(len(people.values) + 1)),
        )

    @property
    def numeric(self) -> bool:
        """Whether the column holds numbers."""
        return not bool(np.isnan(self.numbers).all())

    @property
    def useful(self) -> int:
        """How many labels cover a value at all."""
        return int(np.unique(self.label_of).size)

    @property
    def midpoints(self) -> FloatArray:
        """The number that each label stands for; not a number in a column of text."""
        middle: FloatArray = (self.lows + self.highs) / 2
        return middle

    @property
    def range(self) -> float:
        """Largest distance between two numbers of the column, at least a tiny one."""
        ends = np.concatenate([self.numbers, self.lows, self.highs])
        return max(float(np.nanmax(ends) - np.nanmin(ends)), 1e-12)

    def labels_of(self, value: int) -> IntArray:
        """Labels that cover a value."""
        return self.label_of[self.starts[value] : self.starts[value + 1]]

    def covered(self, label: int) -> BoolArray:
        """Values that a label covers, as a mask."""
        mask = np.zeros(len(self.values), np.bool_)
        mask[self.value_of[self.label_of == label]] = True
        return mask

    def distances(self, value: int) -> FloatArray:
        """How far each label lies from a value, from 0 to about 1."""
        away = np.ones(len(self.labels))
        if self.numeric:
            point = self.numbers[value]
            gap = np.maximum(np.maximum(self.lows - point, point - self.highs), 0) / self.range
            away = np.where(np.isnan(gap), 1.0, gap)
        away[self.labels_of(value)] = 0.0
        nearness: FloatArray = away + NARROWER * self.vagueness
        return nearness


def unreadable(name: str, matching: Matching) -> ParameterError:
    """Say that no label of a column covers a value, which would pass for safety."""
    return ParameterError(
        f"Attack: none of the {len(matching.labels)} labels of '{name}' covers a value of the "
        "original records. Pass the hierarchy that made them, or leave the column out."
    )


def _numbers(values: tuple[Value, ...]) -> FloatArray:
    """Numbers of a column where every value that is not null is one."""
    read = np.array([number(value) for value in values], np.float64)
    text = any(np.isnan(x) and v is not None for x, v in zip(read, values, strict=True))
    return np.full(read.size, np.nan) if text else read


def _pairs(
    labels: tuple[Value, ...], values: tuple[Value, ...], hierarchy: Hierarchy | None
) -> tuple[IntArray, IntArray]:
    """Find which label covers which value: a known value by its hierarchy, the rest as read."""
    known = KnownLabels.of(values, hierarchy)
    reader = LabelReader.of(values, np.setdiff1d(np.arange(len(values)), known.codes))
    hits = [np.concatenate([reader.covered(label), known.covered(label)]) for label in labels]
    label_of = np.repeat(np.arange(len(labels)), [hit.size for hit in hits])
    value_of = np.concatenate(hits)
    order = np.lexsort((label_of, value_of))
    return label_of[order], value_of[order]


def _ends(
    labels: tuple[Value, ...], numbers: FloatArray, label_of: IntArray, value_of: IntArray
) -> tuple[FloatArray, FloatArray]:
    """Ends of each label: as it reads, within the column's range, else of the values it covers."""
    lows, highs = np.full(len(labels), np.nan), np.full(len(labels), np.nan)
    if np.isnan(numbers).all():
        return lows, highs
    for code, label in enumerate(labels):
        interval = span(label)
        if interval is not None:
            lows[code], highs[code] = interval.low, interval.high
    least, most = np.full(len(labels), inf), np.full(len(labels), -inf)
    known = ~np.isnan(numbers[value_of])
    np.minimum.at(least, label_of[known], numbers[value_of[known]])
    np.maximum.at(most, label_of[known], numbers[value_of[known]])
    covering = least <= most
    low_open = covering & ~np.isfinite(lows)
    high_open = covering & ~np.isfinite(highs)
    lows[low_open], highs[high_open] = least[low_open], most[high_open]
    lows[np.isinf(lows)] = highs[np.isinf(lows)]
    highs[np.isinf(highs)] = lows[np.isinf(highs)]
    return lows, highs


def _vagueness(lows: FloatArray, highs: FloatArray, covered: IntArray) -> FloatArray:
    if np.isnan(lows).all():
        vague: FloatArray = 1 - 1 / np.maximum(covered, 1)
        return vague
    width = highs - lows
    widest = float(np.nanmax(width)) or 1.0
    return np.where(np.isnan(width), 1.0, width / widest)
