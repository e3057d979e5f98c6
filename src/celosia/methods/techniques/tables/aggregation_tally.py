"""Counts and sums of groups of records, with their totals, and which groups are too sensitive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from celosia.domain.arrays import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """Where each record counts in a table: in its cell, and in each total of it.

    The last place of each dimension is the total over it, where there are totals.

    >>> tally = Tally.of([np.array([0, 1, 1])], [2], totals=True)
    >>> tally.counts(), tally.sums(np.array([5.0, 1.0, np.nan]))
    (array([1, 2, 3]), array([5., 1., 6.]))
    """

    shape: tuple[int, ...]
    places: tuple[IntArray, ...]
    """The place of each record, once for the cell and once for each kind of total."""

    @classmethod
    def of(cls, codes: Sequence[IntArray], sizes: Sequence[int], totals: bool) -> Tally:
        """Take the group of each record in every dimension, and how many groups there are."""
        shape = tuple(size + totals for size in sizes)
        ways = product(
            *([code, np.full_like(code, size)] for code, size in zip(codes, sizes, strict=True))
        )
        chosen = list(ways) if totals else [tuple(codes)]
        return cls(
            shape, tuple(np.ravel_multi_index(way, shape).astype(np.int64) for way in chosen)
        )

    def counts(self, counted: BoolArray | None = None) -> IntArray:
        """Count the records, or those of them that are marked."""
        weights = None if counted is None else counted.astype(float)
        return np.rint(self._added(weights)).astype(np.int64)

    def sums(self, values: FloatArray) -> FloatArray:
        """Add the values up; nan adds nothing."""
        return self._added(np.nan_to_num(values))

    def of_largest(self, values: FloatArray, n: int) -> FloatArray:
        """Add up the n values of each cell that are farthest from zero, without their signs."""
        sizes = np.abs(np.nan_to_num(values))
        found = np.zeros(int(np.prod(self.shape)))
        for place in self.places:
            order = np.lexsort((-sizes, place))
            ordered = place[order]
            first = np.searchsorted(ordered, ordered)
            among = np.arange(ordered.size) - first < n
            found += np.bincount(ordered[among], sizes[order][among], found.size)
        return found.reshape(self.shape)

    def _added(self, weights: FloatArray | None) -> FloatArray:
        cells = int(np.prod(self.shape))
        added = sum(np.bincount(place, weights, cells) for place in self.places)
        return np.asarray(added, float).reshape(self.shape)


def dominated(tally: Tally, values: FloatArray, n: int, k: float) -> BoolArray:
    """Mark the cells of which the n largest contributions make more than k per cent.

    References: Hundepool et al., *Statistical Disclosure Control*, Wiley 2012, section 4.2.2.

    >>> tally = Tally.of([np.array([0, 0, 0, 1, 1, 1])], [2], totals=False)
    >>> dominated(tally, np.array([90.0, 5, 5, 4, 3, 3]), n=1, k=75)
    array([ True, False])
    """
    return tally.of_largest(values, n) > tally.sums(np.abs(values)) * (k / 100)


def estimable(tally: Tally, values: FloatArray, p: float) -> BoolArray:
    """Mark the cells whose second contributor knows the first within p per cent.

    References: Hundepool et al., *Statistical Disclosure Control*, Wiley 2012, section 4.2.2
    (the p % rule).

    >>> tally = Tally.of([np.array([0, 0, 0, 1, 1, 1])], [2], totals=False)
    >>> estimable(tally, np.array([90.0, 5, 5, 4, 3, 3]), p=10)
    array([ True, False])
    """
    rest = tally.sums(np.abs(values)) - tally.of_largest(values, 2)
    return rest < tally.of_largest(values, 1) * (p / 100)
