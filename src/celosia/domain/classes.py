"""Equivalence classes in columnar form: all that a privacy model needs to see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from celosia.domain.arrays import IntArray
from celosia.errors import ParameterError


@dataclass(frozen=True, slots=True, eq=False)
class Histogram:
    """How often each value of a sensitive attribute occurs in each class, sparsely.

    Entry `e` says: class `class_of[e]` holds `counts[e]` records with value `value_of[e]`.
    Each (class, value) pair appears at most once, and every count is positive.
    """

    class_of: IntArray
    value_of: IntArray
    counts: IntArray
    values: int
    """Number of values in the attribute's domain."""

    @classmethod
    def of(cls, class_of: IntArray, value_of: IntArray, counts: IntArray, values: int) -> Histogram:
        """Add up entries of the same class and value."""
        width = max(values, 1)
        pairs, inverse = np.unique(class_of * width + value_of, return_inverse=True)
        summed = np.bincount(inverse, weights=counts, minlength=pairs.size).astype(np.int64)
        return cls(pairs // width, pairs % width, summed, values)


@dataclass(frozen=True, slots=True, eq=False)
class Classes:
    """Equivalence classes: how large, and what they hold of each sensitive attribute.

    >>> classes = Classes.from_histogram("dx", [[3, 1], [4, 0]])
    >>> classes.sizes, classes.distinct("dx")
    (array([4, 4]), array([2, 1]))
    """

    sizes: IntArray
    """How many records look like those of the class to an attacker."""
    histograms: Mapping[str, Histogram] = field(default_factory=dict)
    records: IntArray = field(default_factory=lambda: np.empty(0, np.int64))
    """How many records the class holds; differs from `sizes` only when nulls match anything."""

    def __post_init__(self) -> None:
        if self.records.size != self.sizes.size:
            object.__setattr__(self, "records", self.sizes)

    @classmethod
    def from_histogram(cls, attribute: str, counts: Sequence[Sequence[int]] | IntArray) -> Classes:
        """Build from a dense table of one sensitive attribute: a row per class."""
        dense = np.asarray(counts, dtype=np.int64)
        class_of, value_of = np.nonzero(dense)
        histogram = Histogram(class_of, value_of, dense[class_of, value_of], dense.shape[1])
        return cls(dense.sum(axis=1), {attribute: histogram})

    @property
    def number(self) -> int:
        """How many classes there are."""
        return int(self.sizes.size)

    def histogram(self, attribute: str) -> Histogram:
        """Give the histogram of a sensitive attribute."""
        if attribute not in self.histograms:
            raise ParameterError(
                f"The classes hold no histogram of '{attribute}'. Name it as sensitive. "
                f"Known: {', '.join(self.histograms) or 'none'}."
            )
        return self.histograms[attribute]

    def distinct(self, attribute: str) -> IntArray:
        """Count the distinct values of an attribute in each class."""
        return np.bincount(self.histogram(attribute).class_of, minlength=self.number)

    def merge(self, first: int, second: int) -> Classes:
        """Join two classes into one, as a coarser generalization would.

        >>> Classes.from_histogram("dx", [[3, 1], [4, 0], [0, 2]]).merge(0, 2).sizes
        array([6, 4])
        """
        target = np.arange(self.number)
        target[second] = first
        _, renumbered = np.unique(target, return_inverse=True)
        return self.regrouped(renumbered.astype(np.int64))

    def regrouped(self, group_of: IntArray) -> Classes:
        """Join the classes that share a group number (0, 1, ... without gaps)."""
        groups = int(group_of.max(initial=-1)) + 1
        return Classes(
            _sum_by(group_of, self.sizes, groups),
            {
                name: Histogram.of(group_of[h.class_of], h.value_of, h.counts, h.values)
                for name, h in self.histograms.items()
            },
            _sum_by(group_of, self.records, groups),
        )


def _sum_by(group_of: IntArray, amounts: IntArray, groups: int) -> IntArray:
    total = np.zeros(groups, np.int64)
    np.add.at(total, group_of, amounts)
    return total
