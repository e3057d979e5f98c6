"""What a statistical copy keeps, and how near it comes to the original records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from celosia.core.randomness import Randomness
from celosia.core.values import BoolArray, CellArray, Cells, CodeArray, FloatArray, IntArray
from celosia.techniques.tables.synthetic_columns import Scale

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


PARTS = 10
"""Into how many parts numbers are cut to compare distributions."""
SAMPLE = 500
"""How many records of each table are compared with all others, at most."""


@dataclass(frozen=True, slots=True)
class CopyFigures:
    """Utility and nearness of a copy; no figure tells a value."""

    marginals: dict[str, float]
    """Total variation between the distributions of each column: 0 the same, 1 disjoint."""
    correlation_difference: float
    """The greatest difference of a correlation between two columns of numbers or dates."""
    association_difference: float
    """The mean difference of Cramér's V between two columns, numbers cut in tenths."""
    closest: float
    """Median distance of a copied record to the nearest original one (Gower, 0 to 1)."""
    closest_originals: float
    """The same between an original record and the nearest other one, to compare with."""
    equal: float
    """Share of copied records that equal an original one in every column."""
    equal_originals: float
    """Share of original records that equal another one, to compare with."""


def copy_figures(originals: Cells, copy: Cells, randomness: Randomness) -> CopyFigures:
    """Compare a copy with what it was made of."""
    coded = {name: _coded(originals.column(name), copy.column(name)) for name in originals.names}
    of_copy, of_originals = (_sample(table.records, randomness) for table in (copy, originals))
    to_original = closest(copy.taken(of_copy), originals)
    to_each_other = closest(originals.taken(of_originals), originals, of_originals)
    return CopyFigures(
        {name: _total_variation(*codes) for name, codes in coded.items()},
        _correlation_difference(originals, copy),
        _association_difference(list(coded.values())),
        float(np.median(to_original)),
        float(np.median(to_each_other)),
        float(np.mean(to_original == 0)),
        float(np.mean(to_each_other == 0)),
    )


def _sample(records: int, randomness: Randomness) -> IntArray:
    return randomness.permutation(records)[:SAMPLE]


def _coded(original: CellArray, copy: CellArray) -> tuple[IntArray, IntArray]:
    """Number the values of both alike; numbers and dates by tenths of the originals."""
    scale = Scale.of(original)
    if scale is None:
        place = {cell: at for at, cell in enumerate(dict.fromkeys((*original, *copy)))}
        first, second = (
            np.array([place[cell] for cell in cells], np.int64) for cells in (original, copy)
        )
        return first, second
    points = scale.read(original)
    edges = np.unique(np.nanquantile(points, np.arange(1, PARTS) / PARTS))
    return _parts(points, edges), _parts(scale.read(copy), edges)


def _parts(points: FloatArray, edges: FloatArray) -> IntArray:
    """Give a tenth and an edge itself numbers of their own, so that frequent values stay apart."""
    low, high = (np.searchsorted(edges, points, side=side) for side in ("left", "right"))
    codes = np.asarray(low + high, np.int64)
    codes[np.isnan(points)] = 2 * edges.size + 1
    return codes


def _total_variation(original: IntArray, copy: IntArray) -> float:
    counts, copied = Counter(original.tolist()), Counter(copy.tolist())
    codes = counts.keys() | copied.keys()
    gaps = (abs(counts[c] / original.size - copied[c] / copy.size) for c in codes)
    return sum(gaps) / 2


def _correlation_difference(originals: Cells, copy: Cells) -> float:
    scales = {name: Scale.of(originals.column(name)) for name in originals.names}
    lines = [
        (scale.read(originals.column(name)), scale.read(copy.column(name)))
        for name, scale in scales.items()
        if scale is not None
    ]
    gaps = [
        abs(_correlation(one[0], other[0]) - _correlation(one[1], other[1]))
        for one, other in combinations(lines, 2)
    ]
    return max(gaps, default=0.0)


def _correlation(one: FloatArray, other: FloatArray) -> float:
    known = ~(np.isnan(one) | np.isnan(other))
    x, y = one[known], other[known]
    if x.size < 2 or not np.ptp(x) or not np.ptp(y):
        return 0.0
    return float(np.corrcoef(x, y)[0, 1])


def _association_difference(columns: list[tuple[IntArray, IntArray]]) -> float:
    gaps = [
        abs(_cramers_v(one[0], other[0]) - _cramers_v(one[1], other[1]))
        for one, other in combinations(columns, 2)
    ]
    return sum(gaps) / len(gaps) if gaps else 0.0


def _cramers_v(one: IntArray, other: IntArray) -> float:
    """Measure association, less what chance gives (Bergsma, J. Korean Stat. Soc. 42(3), 2013)."""
    rows, row = np.unique(one, return_inverse=True)
    columns, column = np.unique(other, return_inverse=True)
    records = one.size
    if records < 2 or min(rows.size, columns.size) < 2:
        return 0.0
    pairs, counts = np.unique(row * columns.size + column, return_counts=True)
    by_row, by_column = np.bincount(row), np.bincount(column)
    expected = by_row[pairs // columns.size] * by_column[pairs % columns.size]
    phi = float((counts**2 / expected).sum() - 1)
    freedom = (rows.size - 1) * (columns.size - 1) / (records - 1)
    least = min(n - (n - 1) ** 2 / (records - 1) for n in (rows.size, columns.size))
    return float(np.sqrt(max(phi - freedom, 0) / (least - 1))) if least > 1 else 0.0
