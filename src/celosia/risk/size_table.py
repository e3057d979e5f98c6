"""How many classes, and how many records, there are of each size."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from celosia.core.classes import Classes

FIRST = (1, 2, 3, 4, 5, 6, 11, 21, 51, 101, 201, 501, 1001)


@dataclass(frozen=True, slots=True)
class SizeBand:
    """The classes whose size lies from `low` to `high`; the last band has no end."""

    low: int
    high: int | None
    classes: int
    records: int

    def __str__(self) -> str:
        if self.high is None:
            return f"{self.low}+"
        return f"{self.low}" if self.low == self.high else f"{self.low}-{self.high}"


@dataclass(frozen=True, slots=True)
class ClassSizes:
    """A histogram of class sizes: each size up to five, then ever wider bands.

    >>> [(str(b), b.classes, b.records) for b in ClassSizes.of(Classes(np.array([1, 1, 8]))).bands
    ...     if b.classes]
    [('1', 2, 2), ('6-10', 1, 8)]
    """

    bands: tuple[SizeBand, ...]

    @classmethod
    def of(cls, classes: Classes) -> ClassSizes:
        """Count classes."""
        held = classes.sizes > 0
        place = np.searchsorted(FIRST, classes.sizes[held], side="right") - 1
        number = np.bincount(place, minlength=len(FIRST))
        records = np.bincount(place, classes.records[held], len(FIRST))
        ends = [first - 1 for first in FIRST[1:]] + [None]
        return cls(
            tuple(
                SizeBand(low, high, int(many), int(held_by))
                for low, high, many, held_by in zip(FIRST, ends, number, records, strict=True)
            )
        )

    def under(self, k: int) -> int:
        """Count the records in classes of fewer than `k` records, `k` being where a band begins.

        >>> ClassSizes.of(Classes(np.array([1, 2, 2, 8]))).under(3)
        5
        """
        return sum(band.records for band in self.bands if band.low < k)
