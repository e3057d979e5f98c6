"""Count the distinct tuples of sets of columns, reusing what was grouped before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from celosia.domain.arrays import CodeArray, IntArray


@dataclass(frozen=True, slots=True)
class Groups:
    """The group of each row, numbered from 0 without gaps."""

    codes: CodeArray
    count: int

    @classmethod
    def of(cls, column: CodeArray) -> Groups:
        """Give a number to each value of one column.

        >>> Groups.of(np.array([7, 3, 7])).count
        2
        """
        found, codes = np.unique(column, return_inverse=True)
        return cls(_narrow(codes.reshape(-1), len(found)), len(found))

    def refine(self, other: Groups) -> Groups:
        """Split the groups by those of another column.

        >>> a, b = Groups.of(np.array([0, 0, 1])), Groups.of(np.array([0, 1, 1]))
        >>> a.refine(b).count
        3
        """
        rows = len(self.codes)
        if self.count == rows or other.count == 1:
            return self
        keys = self.codes.astype(np.int64) * other.count + other.codes
        size = self.count * other.count
        return _ranked(keys, size) if size <= 4 * rows + 1024 else Groups.of(keys)

    def separation(self, counts: IntArray) -> float:
        """Give the share of pairs of records that fall in different groups.

        >>> round(Groups.of(np.array([0, 1])).separation(np.array([2, 2])), 3)  # 4 of 6 pairs
        0.667
        """
        sizes = np.bincount(self.codes, weights=counts)
        records = float(sizes.sum())
        if records < 2:
            return 0.0
        return float(1 - (sizes * (sizes - 1)).sum() / (records * (records - 1)))


def _ranked(keys: IntArray, size: int) -> Groups:
    """Give numbers to the keys that occur, without sorting: there are few possible ones."""
    occurs = np.zeros(size, dtype=np.bool_)
    occurs[keys] = True
    ranks = np.cumsum(occurs) - 1
    count = int(ranks[-1]) + 1
    return Groups(_narrow(ranks, count)[keys], count)


def _narrow(codes: CodeArray, count: int) -> CodeArray:
    """Hold codes in as few bytes as their number allows: prefixes of wide tables are kept."""
    return codes.astype(np.min_scalar_type(count))


class Grouper:
    """Groups rows by sets of columns; keeps the prefixes of the last set asked for.

    Asked in lexicographic order, as `itertools.combinations` gives them, each set costs about one
    refinement.

    >>> Grouper(np.array([[0, 0], [0, 1], [1, 1]])).groups((0, 1)).count
    3
    """

    def __init__(self, codes: CodeArray) -> None:
        self.columns = tuple(Groups.of(codes[:, j]) for j in range(codes.shape[1]))
        self._prefix: list[tuple[int, Groups]] = []

    def groups(self, columns: Sequence[int]) -> Groups:
        """Group the rows by the columns at these positions."""
        shared = 0
        while (
            shared < min(len(self._prefix), len(columns))
            and self._prefix[shared][0] == columns[shared]
        ):
            shared += 1
        del self._prefix[shared:]
        for j in columns[shared:]:
            self._prefix.append((j, self._next(j)))
        return self._prefix[-1][1]

    def _next(self, j: int) -> Groups:
        return self._prefix[-1][1].refine(self.columns[j]) if self._prefix else self.columns[j]
