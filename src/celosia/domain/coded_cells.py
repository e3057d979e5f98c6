"""A column read once: its distinct cells, and which record holds which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, overload

import numpy as np

from celosia.domain.arrays import IntArray
from celosia.domain.values import Value, ValueCounts


@dataclass(frozen=True, slots=True, eq=False)
class CodedCells(Sequence[Value]):
    """A sequence of cells that knows its distinct ones; measures read each of those only once.

    >>> cells = CodedCells.of(["b", "a", "b"])
    >>> cells.labels, cells.codes, cells[2]
    (('b', 'a'), array([0, 1, 0]), 'b')
    """

    labels: tuple[Value, ...]
    """In order of appearance."""
    codes: IntArray

    @classmethod
    def of(cls, cells: Sequence[Value]) -> CodedCells:
        """Code a column, unless it is coded already."""
        if isinstance(cells, CodedCells):
            return cells
        labels = tuple(dict.fromkeys(cells))
        place = {label: position for position, label in enumerate(labels)}
        return cls(labels, np.fromiter(map(place.__getitem__, cells), np.int64, len(cells)))

    def __len__(self) -> int:
        return int(self.codes.size)

    @overload
    def __getitem__(self, record: int) -> Value: ...
    @overload
    def __getitem__(self, record: slice) -> CodedCells: ...
    def __getitem__(self, record: int | slice) -> Value | CodedCells:
        if isinstance(record, slice):
            return CodedCells.of([self.labels[code] for code in self.codes[record].tolist()])
        return self.labels[int(self.codes[record])]

    def counted(self) -> ValueCounts:
        """Count the records of each distinct cell; in text order, null last."""
        counts = np.bincount(self.codes, minlength=len(self.labels)).tolist()
        pairs = [(label, n) for label, n in zip(self.labels, counts, strict=True) if n]
        pairs.sort(key=lambda pair: (pair[0] is None, pair[0] or ""))
        return ValueCounts(tuple(label for label, _ in pairs), tuple(n for _, n in pairs))


Cells: TypeAlias = Sequence[Value] | ValueCounts
"""A column: its cells one by one, or its distinct values with how many records hold each."""


def numbered(cells: Sequence[Value]) -> tuple[tuple[Value, ...], IntArray]:
    """Give the distinct cells in order of appearance, and the number of each cell.

    >>> numbered(["b", "a", "b"])
    (('b', 'a'), array([0, 1, 0]))
    """
    coded = CodedCells.of(cells)
    return coded.labels, coded.codes


def counted(cells: Cells) -> ValueCounts:
    """Count a column, unless it is counted already.

    >>> counted(["b", "a", "b"]).counts
    (1, 2)
    """
    return cells if isinstance(cells, ValueCounts) else CodedCells.of(cells).counted()
