"""How often each value of a sensitive attribute occurs in each class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from celosia.domain.arrays import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Histogram:
    """Counts of a sensitive attribute's values per class, sparsely.

    Entry `e` says: class `class_of[e]` holds `counts[e]` records with value `value_of[e]`.
    Each (class, value) pair appears at most once, in order, and every count is positive. A null is
    no value: it is counted in the class's size, not here.
    """

    class_of: IntArray
    value_of: IntArray
    counts: IntArray
    labels: tuple[str, ...]
    """What each value is; needed where values have an order or a hierarchy."""
    whole: FloatArray | None = None
    """Records of each value in the whole table, where classes overlap and cannot be added up."""

    @classmethod
    def of(
        cls,
        class_of: IntArray,
        value_of: IntArray,
        counts: IntArray,
        labels: Sequence[str],
        whole: FloatArray | None = None,
    ) -> Histogram:
        """Add up entries of the same class and value, and put them in order."""
        width = max(len(labels), 1)
        pairs, inverse = np.unique(class_of * width + value_of, return_inverse=True)
        summed = np.zeros(pairs.size, np.int64)
        np.add.at(summed, inverse, counts)
        return cls(pairs // width, pairs % width, summed, tuple(labels), whole)

    @classmethod
    def from_dense(cls, dense: IntArray, labels: Sequence[str] | None = None) -> Histogram:
        """Build from a table with a row per class and a column per value."""
        class_of, value_of = np.nonzero(dense)
        names = [str(value) for value in range(dense.shape[1])] if labels is None else labels
        return cls(class_of, value_of, dense[class_of, value_of], tuple(names))

    @property
    def values(self) -> int:
        """Number of values in the attribute's domain."""
        return len(self.labels)

    def known(self, classes: int) -> IntArray:
        """Records of each class whose value is not null."""
        return _summed(self.class_of, self.counts, classes)

    def shares(self, classes: int) -> FloatArray:
        """Share of each entry among the known values of its class: the class's distribution P."""
        return self.counts / self.known(classes)[self.class_of]

    def overall(self) -> FloatArray:
        """Share of each value in the whole table: the distribution Q."""
        if self.whole is not None:
            return self.whole / max(float(self.whole.sum()), 1.0)
        totals = _summed(self.value_of, self.counts, self.values)
        return totals / max(int(totals.sum()), 1)

    def regrouped(self, group_of: IntArray) -> Histogram:
        """Join classes that share a group number."""
        groups = group_of[self.class_of]
        return Histogram.of(groups, self.value_of, self.counts, self.labels, self.whole)

    def taken(self, chosen: IntArray, classes: int) -> Histogram:
        """Take some of the classes, any of them any number of times; the whole stays the same."""
        whole = self.whole
        if whole is None:
            whole = _summed(self.value_of, self.counts, self.values).astype(np.float64)
        starts = np.searchsorted(self.class_of, np.arange(classes + 1))
        place, entry = spread(starts, chosen)
        return Histogram(place, self.value_of[entry], self.counts[entry], self.labels, whole)

    def kept(self, keep: BoolArray) -> Histogram:
        """Leave out classes, and the values that only they held."""
        number = np.cumsum(keep) - 1
        entries = keep[self.class_of]
        left, value_of = np.unique(self.value_of[entries], return_inverse=True)
        return Histogram(
            number[self.class_of[entries]],
            value_of.astype(np.int64),
            self.counts[entries],
            tuple(self.labels[value] for value in left),
            None if self.whole is None else self.whole[left],
        )


def spread(starts: IntArray, chosen: IntArray) -> tuple[IntArray, IntArray]:
    """List the entries of each chosen block, and which choice brought them.

    >>> spread(np.array([0, 2, 3]), np.array([1, 0]))
    (array([0, 1, 1]), array([2, 0, 1]))
    """
    times = np.diff(starts)[chosen]
    entry = np.repeat(starts[chosen] - np.cumsum(times) + times, times)
    return np.repeat(np.arange(chosen.size), times), entry + np.arange(entry.size)


def _summed(target: IntArray, amounts: IntArray, size: int) -> IntArray:
    total = np.zeros(size, np.int64)
    np.add.at(total, target, amounts)
    return total
