"""Pairs of a released label and a value that it covers, to be looked up from either side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from celosia.domain.arrays import FloatArray, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Covering:
    """Which labels cover which values; both are numbered from 0.

    >>> covering = Covering.of([np.array([0, 2]), np.array([2])], values=3)
    >>> covering.values_of(0), covering.labels_of(2), covering.sizes
    (array([0, 2], dtype=int32), array([0, 1], dtype=int32), array([2, 1]))
    """

    values: NDArray[np.int32]
    """Label by label, the values that it covers."""
    value_starts: IntArray
    labels: NDArray[np.int32]
    """Value by value, the labels that cover it."""
    label_starts: IntArray

    @classmethod
    def of(cls, covers: Sequence[IntArray], values: int) -> Covering:
        """Take the values that each label covers."""
        of_labels = np.concatenate(covers).astype(np.int32)
        starts = _starts(np.array([cover.size for cover in covers], np.int64))
        label_starts = _starts(np.bincount(of_labels, minlength=values))
        of_values = np.empty(of_labels.size, np.int32)
        free = label_starts[:-1].copy()
        for label, cover in enumerate(covers):
            of_values[free[cover]] = label
            free[cover] += 1
        return cls(of_labels, starts, of_values, label_starts)

    @property
    def sizes(self) -> IntArray:
        """How many values each label covers."""
        return np.diff(self.value_starts)

    def values_of(self, label: int) -> NDArray[np.int32]:
        """Values that a label covers."""
        return self.values[self.value_starts[label] : self.value_starts[label + 1]]

    def labels_of(self, value: int) -> NDArray[np.int32]:
        """Labels that cover a value."""
        return self.labels[self.label_starts[value] : self.label_starts[value + 1]]

    def extremes(self, numbers: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Least and greatest of the numbers that each label covers; nan where it covers none.

        >>> covering = Covering.of([np.array([0, 2]), np.array([], np.int64)], values=3)
        >>> covering.extremes(np.array([7.0, 1.0, 5.0]))
        (array([ 5., nan]), array([ 7., nan]))
        """
        least, most = np.full(self.sizes.size, np.nan), np.full(self.sizes.size, np.nan)
        some = self.sizes > 0
        if some.any():
            covered, begins = numbers[self.values], self.value_starts[:-1][some]
            least[some] = np.fmin.reduceat(covered, begins)
            most[some] = np.fmax.reduceat(covered, begins)
        return least, most


def _starts(sizes: IntArray) -> IntArray:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
