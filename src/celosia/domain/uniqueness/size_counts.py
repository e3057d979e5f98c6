"""What the estimators know of a sample."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from celosia.domain.arrays import FloatArray
from celosia.domain.checks import check_between
from celosia.domain.classes import Classes
from celosia.text.messages import Message


@dataclass(frozen=True, slots=True, eq=False)
class SizeCounts:
    """How many classes of each size a sample holds, and which share of the population it is."""

    size: FloatArray
    """The sizes that occur, ascending."""
    number: FloatArray
    """How many classes have that size."""
    fraction: float

    @classmethod
    def of(cls, classes: Classes, fraction: float) -> SizeCounts:
        """Count the sizes of classes.

        >>> counts = SizeCounts.of(Classes(np.array([1, 3, 1])), fraction=0.1)
        >>> counts.number, counts.population
        (array([2., 1.]), 50)
        """
        check_between(Message("core.sampling-fraction"), fraction, 0, 1, open_low=True)
        held = classes.records > 0
        size, place = np.unique(classes.sizes[held], return_inverse=True)
        # Where nulls match anything, records / sizes is a class's part of a class.
        number = np.bincount(place, classes.records[held] / classes.sizes[held], size.size)
        return cls(size.astype(np.float64), np.asarray(number, np.float64), fraction)

    @property
    def records(self) -> float:
        """Records of the sample, n."""
        return float(self.size @ self.number)

    @property
    def classes(self) -> float:
        """Classes of the sample, u."""
        return float(self.number.sum())

    @property
    def population(self) -> int:
        """People of the population, N."""
        return max(round(self.records / self.fraction), round(self.records))

    def of_size(self, size: int) -> float:
        """Count the classes of one size."""
        return float(self.number[self.size == size].sum())
