"""Columns as codes that a model can count, and cells drawn from codes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from celosia.domain.arrays import FloatArray, IntArray
from celosia.domain.cells import CellArray, cell_array
from celosia.domain.values import SUPPRESSED, Value
from celosia.methods.techniques.tables.synthetic.scales import Scale


class CodedColumn(Protocol):
    """A code per record, below `size`, and the way back to cells."""

    @property
    def codes(self) -> IntArray:
        """The code of each record."""
        ...

    @property
    def size(self) -> int:
        """How many codes there are."""
        ...

    def written(self, codes: IntArray, inside: FloatArray) -> CellArray:
        """Give a cell for each code; `inside`, from 0 to 1, says where in a bin it lies."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class CategoryColumn:
    """Values that a model may know; all others are one, written `*`.

    >>> CategoryColumn.of(cell_array(["a", "a", "b", None]), least=2).values
    ('a', None, '*')
    """

    codes: IntArray
    values: tuple[Value, ...]

    @classmethod
    def of(cls, cells: CellArray, least: int) -> CategoryColumn:
        """Know the values of at least so many records, and nulls."""
        counts = Counter(cell for cell in cells if cell is not None)
        common = sorted(value for value, n in counts.items() if n >= least)
        return cls.knowing(cells, common)

    @classmethod
    def knowing(cls, cells: CellArray, values: Sequence[str]) -> CategoryColumn:
        """Know given values, and nulls."""
        known: tuple[Value, ...] = (*values, None, SUPPRESSED)
        place = {value: code for code, value in enumerate(known)}
        other = len(known) - 1
        return cls(np.array([place.get(cell, other) for cell in cells], np.int64), known)

    @property
    def size(self) -> int:
        """How many codes there are."""
        return len(self.values)

    @property
    def others(self) -> int:
        """Records whose value is not known."""
        return int(np.count_nonzero(self.codes == self.size - 1))

    def written(self, codes: IntArray, inside: FloatArray) -> CellArray:
        """Give the value of each code."""
        return cell_array(self.values)[codes]


@dataclass(frozen=True, slots=True, eq=False)
class BinnedColumn:
    """Numbers or dates in bins; the last code is null."""

    codes: IntArray
    lows: FloatArray
    highs: FloatArray
    scale: Scale
    points: FloatArray
    """The numbers themselves; nan is null."""

    @classmethod
    def of(cls, cells: CellArray, scale: Scale, bins: int, least: int) -> BinnedColumn:
        """Cut into bins of about as many records each.

        A value as frequent as a bin is one by itself. Bins of fewer than `least` records are
        joined with the one below, without its range; and the outermost bins end where `least`
        records lie beyond: nobody's extreme is ever drawn.
        """
        points = scale.read(cells)
        known = np.sort(points[~np.isnan(points)])
        starts = _starts(known, max(least, known.size / bins))
        ends = np.append(starts[1:], known.size)
        large = ends - starts >= least
        lows, highs = known[starts[large]], known[ends[large] - 1]
        codes = np.maximum(np.searchsorted(lows, points, side="right") - 1, 0)
        codes[np.isnan(points)] = lows.size
        lows[0], highs[-1] = max(lows[0], known[least - 1]), min(highs[-1], known[-least])
        return cls(codes.astype(np.int64), lows, np.maximum(highs, lows), scale, points)

    @classmethod
    def between(
        cls, points: FloatArray, scale: Scale, low: float, high: float, bins: int
    ) -> BinnedColumn:
        """Cut a known range into bins of equal width; what lies outside is moved to its ends."""
        units = round((high - low) / scale.unit) + 1
        starts = np.floor(np.linspace(0, units, min(bins, units) + 1)).astype(np.int64)
        edges = np.asarray(low + starts * scale.unit, np.float64)
        codes = np.searchsorted(edges, np.clip(points, low, high) + scale.unit / 2, "right") - 1
        codes[np.isnan(points)] = starts.size - 1
        return cls(codes.astype(np.int64), edges[:-1], edges[1:] - scale.unit, scale, points)

    @property
    def size(self) -> int:
        """How many codes there are."""
        return self.lows.size + 1

    def written(self, codes: IntArray, inside: FloatArray) -> CellArray:
        """Give a point of each bin, of those that the column can write."""
        lows, highs = np.append(self.lows, np.nan), np.append(self.highs, np.nan)
        steps = np.nan_to_num(np.rint((highs - lows) / self.scale.unit)).astype(np.int64)
        taken = np.floor(inside * (steps[codes] + 1))
        return self.scale.written(lows[codes] + taken * self.scale.unit)


def _starts(known: FloatArray, target: float) -> IntArray:
    """Give where bins begin in sorted points: never between equal ones."""
    _, first, counts = np.unique(known, return_index=True, return_counts=True)
    starts, held = [0], 0
    for begin, count in zip(first.tolist(), counts.tolist(), strict=True):
        if held and (held >= target or count >= target):
            starts.append(begin)
            held = 0
        held += count
    return np.array(starts, np.int64)
