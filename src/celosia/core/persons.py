"""Whose records a counted table holds: persons are counted, not their rows.

A class of a release protects its k persons only if they are k different ones. The persons of a
merged class are a union, so they do not add up like records unless nobody is in two of its parts.

References: (X, Y)-anonymity of Wang and Fung, *Anonymizing Sequential Releases*, KDD 2006, with the
quasi-identifiers as X and the person as Y.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from celosia.core.values import CodeArray, IntArray

WHOLE = 720_720
"""What a person counts for in all of their rows together: divisible by 1 to 16, so that equal
shares of it are mostly exact; where they are not, they are rounded down."""
MOST_ROWS = 16
"""Persons with up to so many rows are compared row by row, which takes n²/2 steps; those with more
are sorted."""


@dataclass(frozen=True, eq=False)
class PersonPairs:
    """Pairs of a person and a row of a frequency set, each once, in order of person and row.

    >>> persons = PersonPairs.of(np.array([7, 7, 8]), np.array([0, 1, 1]), rows=2)
    >>> persons.number, persons.in_classes(np.array([0, 0]), 1), persons.move
    (2, array([2]), True)
    """

    person: IntArray
    row: IntArray
    rows: int
    """How many rows there are."""

    @classmethod
    def of(cls, person: CodeArray, row: IntArray, rows: int) -> PersonPairs:
        """Take pairs in any order, any of them any number of times; number the persons anew."""
        _, numbered = np.unique(person, return_inverse=True)
        pairs = np.unique(numbered.ravel().astype(np.int64) * max(rows, 1) + row)
        return cls(pairs // max(rows, 1), pairs % max(rows, 1), rows)

    @property
    def number(self) -> int:
        """How many persons there are."""
        return int(self.person[-1]) + 1 if self.person.size else 0

    @cached_property
    def rows_each(self) -> IntArray:
        """In how many rows the person of each pair is."""
        return np.asarray(np.bincount(self.person)[self.person], np.int64)

    @property
    def move(self) -> bool:
        """Whether somebody is in more than one row."""
        return self.number < self.person.size

    @cached_property
    def most(self) -> IntArray:
        """Persons of each row; added up over rows, no fewer than their persons."""
        return np.bincount(self.row, minlength=self.rows).astype(np.int64)

    @cached_property
    def least(self) -> IntArray:
        """Shares of persons in each row, out of `WHOLE`; added up over rows, no more than theirs.

        Somebody in n rows counts for an nth in each, and for at most a whole in any set of rows.
        """
        return sum_by(self.row, WHOLE // self.rows_each, self.rows)

    def in_classes(self, class_of: IntArray, classes: int) -> IntArray:
        """Count the persons of each class; `class_of` tells each row's, -1 for none."""
        settled, movers, many = self._by_rows
        found = _counted(class_of[settled], classes)
        for held in movers:
            found += _counted_once(class_of[held], classes)
        return found + self._counted_sorted(class_of, many, classes)

    def in_overlapping(self, target: IntArray, row: IntArray, targets: int) -> IntArray:
        """Count the persons of each target, which holds any of the rows; a row may be in several.

        >>> persons = PersonPairs.of(np.array([1, 2]), np.array([0, 1]), rows=2)
        >>> persons.in_overlapping(np.array([0, 0, 1]), np.array([0, 1, 1]), 2)
        array([2, 1])
        """
        order = np.argsort(self.row, kind="stable")
        starts = np.searchsorted(self.row[order], np.arange(self.rows + 1))
        times = np.diff(starts)[row]
        entry = np.repeat(starts[row] - np.cumsum(times) + times, times) + np.arange(times.sum())
        pairs = np.unique(
            np.repeat(target, times) * max(self.number, 1) + self.person[order][entry]
        )
        return _counted(pairs // max(self.number, 1), targets)

    def joined(self, row_of: IntArray, rows: int) -> PersonPairs:
        """See the same persons in other rows, several of these perhaps as one; -1 is left out."""
        row = row_of[self.row]
        return PersonPairs.of(self.person[row >= 0], row[row >= 0], rows)

    @cached_property
    def _by_rows(self) -> tuple[IntArray, list[CodeArray], IntArray]:
        """Give the rows of those in one, of others a table (rows, persons) each, pairs of the rest.

        Persons come in order, so that those in n rows fill whole columns of n.
        """
        settled = self.row[self.rows_each == 1]
        numbers = [int(n) for n in np.unique(self.rows_each) if 1 < n <= MOST_ROWS]
        movers = [
            np.ascontiguousarray(self.row[self.rows_each == n].reshape(-1, n).T) for n in numbers
        ]
        return settled, movers, np.flatnonzero(self.rows_each > MOST_ROWS)

    def _counted_sorted(self, class_of: IntArray, pairs: IntArray, classes: int) -> IntArray:
        found = class_of[self.row[pairs]]
        inside = found >= 0
        keys = np.unique(self.person[pairs][inside] * max(classes, 1) + found[inside])
        return _counted(keys % max(classes, 1), classes)


def _counted(class_of: IntArray, classes: int) -> IntArray:
    return np.bincount(class_of[class_of >= 0], minlength=classes).astype(np.int64)


def _counted_once(class_of: CodeArray, classes: int) -> IntArray:
    """Count each column of classes (rows, persons) once for every class that is in it."""
    found = _counted(class_of[0], classes)
    for place in range(1, class_of.shape[0]):
        new = (class_of[:place] != class_of[place]).all(axis=0)
        found += _counted(class_of[place][new], classes)
    return found


def sum_by(target: IntArray, amounts: IntArray, size: int) -> IntArray:
    """Add up amounts by their target, in whole numbers.

    >>> sum_by(np.array([1, 1]), np.array([2, 3]), 3)
    array([0, 5, 0])
    """
    total = np.zeros(size, np.int64)
    np.add.at(total, target, amounts)
    return total
