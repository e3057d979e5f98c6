"""How near the records of one table are to those of another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from celosia.domain.arrays import BoolArray, CodeArray, FloatArray, IntArray
from celosia.domain.cells import CellArray, Cells
from celosia.methods.techniques.tables.synthetic.scales import Scale

BLOCK = 1 << 17
"""How many pairs of records are compared at once: few enough to stay in the processor's cache."""


@dataclass(frozen=True, slots=True, eq=False)
class ComparedPoints:
    """Numbers or dates of two tables, in shares of the second one's range; nan is null."""

    these: NDArray[np.float32]
    others: NDArray[np.float32]

    @classmethod
    def of(cls, these: FloatArray, others: FloatArray) -> ComparedPoints:
        """Bring the others to 0 to 1, and these to the same scale."""
        low, span = np.nanmin(others), np.nanmax(others) - np.nanmin(others)
        scaled = [((points - low) / span).astype(np.float32) for points in (these, others)]
        return cls(scaled[0], scaled[1])

    def distances(self, rows: slice) -> FloatArray:
        """Give 0 for equal to 1 for as far as the range, or for one null of two."""
        here, there = self.these[rows, None], self.others[None, :]
        gaps = np.minimum(np.abs(here - there), 1)
        one_null: BoolArray = np.isnan(here) != np.isnan(there)
        return np.where(np.isnan(gaps), one_null, gaps).astype(np.float64)

    def near(self, rows: slice, tolerance: float) -> BoolArray:
        """Tell which pairs are within a share of the range; nulls never are."""
        near: BoolArray = np.abs(self.these[rows, None] - self.others[None, :]) <= tolerance
        return near


@dataclass(frozen=True, slots=True, eq=False)
class ComparedCodes:
    """Texts of two tables, by codes of as few bytes as they need; 0 is null."""

    these: CodeArray
    others: CodeArray
    others_known: CodeArray
    """The same as the others, with nulls that equal nothing."""

    @classmethod
    def of(cls, these: CellArray, others: CellArray) -> ComparedCodes:
        """Number the values of both tables."""
        values = {cell for cells in (these, others) for cell in cells if cell is not None}
        codes = {value: code for code, value in enumerate(sorted(values), 1)}
        unused = len(codes) + 1
        here, there = (np.array([codes.get(c, 0) for c in cells]) for cells in (these, others))
        apart, width = np.where(there > 0, there, unused), np.min_scalar_type(unused)
        return cls(here.astype(width), there.astype(width), apart.astype(width))

    def distances(self, rows: slice) -> FloatArray:
        """Give 0 for equal and 1 for different."""
        different: BoolArray = self.these[rows, None] != self.others[None, :]
        return different.astype(np.float64)

    def near(self, rows: slice, tolerance: float) -> BoolArray:
        """Tell which pairs are equal; nulls never are."""
        equal: BoolArray = self.these[rows, None] == self.others_known[None, :]
        return equal


def compared(these: Cells, others: Cells) -> list[ComparedPoints | ComparedCodes]:
    """Prepare the columns of the second table, in both as they are written there."""
    return [_compared(these.column(name), others.column(name)) for name in others.names]


def most_columns_alike(these: Cells, others: Cells, tolerance: float) -> IntArray:
    """Give for each record the columns that it has in common with the one most like it.

    >>> these = Cells.of({"sex": ["F", "M"], "age": ["30", "90"]})
    >>> most_columns_alike(these, Cells.of({"sex": ["F", "F"], "age": ["31", "60"]}), 0.05)
    array([2, 0])
    """
    columns = compared(these, others)
    found, width = np.zeros(these.records, np.int64), np.min_scalar_type(len(columns))
    for rows in _blocks(these.records, others.records):
        alike = np.zeros((rows.stop - rows.start, others.records), width)
        for column in columns:
            alike += column.near(rows, tolerance)
        found[rows] = alike.max(axis=1, initial=0)
    return found


def closest(these: Cells, others: Cells, places: IntArray | None = None) -> FloatArray:
    """Give the distance of each record to the nearest of the others: the mean over the columns.

    Where these records are among the others, `places` says where, and none is compared with
    itself.

    References: Gower, Biometrics 27(4), 1971.

    >>> table = Cells.of({"age": ["30", "40", "80"]})
    >>> closest(table, table, places=np.arange(3)).round(6)
    array([0.2, 0.2, 0.8])
    """
    columns = compared(these, others)
    found = np.full(these.records, np.inf)
    for rows in _blocks(these.records, others.records):
        total = np.zeros((rows.stop - rows.start, others.records))
        for column in columns:
            total += column.distances(rows)
        if places is not None:
            total[np.arange(total.shape[0]), places[rows]] = np.inf
        found[rows] = total.min(axis=1, initial=np.inf) / max(len(columns), 1)
    return found


def _compared(these: CellArray, others: CellArray) -> ComparedPoints | ComparedCodes:
    scale = Scale.of(others)
    if scale is not None:
        points = scale.read(others)
        if np.nanmax(points) > np.nanmin(points):
            return ComparedPoints.of(scale.read(these), points)
    return ComparedCodes.of(these, others)


def _blocks(records: int, others: int) -> Iterator[slice]:
    step = max(BLOCK // max(others, 1), 1)
    for start in range(0, records, step):
        yield slice(start, min(start + step, records))
