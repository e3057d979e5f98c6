"""Values as codes: the form in which tables are counted and searched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from celosia.core.hierarchy import Hierarchy
from celosia.core.persons import PersonPairs
from celosia.core.values import CodeArray, FloatArray, IntArray, Value, ValueCounts
from celosia.errors import ParameterError
from celosia.text.normal_form import compared


@dataclass(frozen=True, slots=True, eq=False)
class Codebook:
    """The values of one column, each with its code: its place, unless several share one."""

    column: str
    values: tuple[Value, ...]
    shared: IntArray | None = None
    """Code of each value where values are counted together; None for the places 0, 1, 2, ..."""
    as_written: bool = False
    """Whether texts that have one normal form are different values all the same."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The values that are not null; they tell how they are to be compared."""
        return compared((value for value in self.values if value is not None), self.as_written)

    @property
    def codes(self) -> list[int]:
        """The code of each value."""
        return list(range(len(self.values))) if self.shared is None else self.shared.tolist()

    @property
    def size(self) -> int:
        """One more than the highest code."""
        return len(self.values)


@dataclass(frozen=True, slots=True, eq=False)
class FrequencySet:
    """How many records hold each combination of codes: the one count that all decisions rest on."""

    columns: tuple[str, ...]
    codes: CodeArray
    """(combinations, columns), in lexicographic order."""
    counts: IntArray
    persons: PersonPairs | None = None
    """Whose records each combination holds, where a person may have several."""

    @property
    def records(self) -> int:
        """Number of records counted."""
        return int(self.counts.sum())

    def onto(self, columns: Sequence[int]) -> FrequencySet:
        """Count the combinations of some columns alone.

        >>> FrequencySet(("a", "b"), np.array([[0, 0], [0, 1]]), np.array([2, 3])).onto([0]).counts
        array([5])
        """
        codes, inverse = np.unique(self.codes[:, list(columns)], axis=0, return_inverse=True)
        counts = np.zeros(codes.shape[0], np.int64)
        row_of = np.asarray(inverse.ravel(), np.int64)
        np.add.at(counts, row_of, self.counts)
        persons = self.persons and self.persons.joined(row_of, codes.shape[0])
        return FrequencySet(tuple(self.columns[j] for j in columns), codes, counts, persons)

    def taken(self, rows: IntArray) -> FrequencySet:
        """Keep some of the combinations, in the order given."""
        return self.arranged(rows, range(self.codes.shape[1]))

    def arranged(self, rows: IntArray, columns: Sequence[int]) -> FrequencySet:
        """Keep some of the combinations and put rows and columns in the order given."""
        persons = None
        if self.persons is not None:
            row_of = np.full(self.counts.size, -1, np.int64)
            row_of[rows] = np.arange(rows.size)
            persons = self.persons.joined(row_of, rows.size)
        return FrequencySet(
            tuple(self.columns[j] for j in columns),
            np.ascontiguousarray(self.codes[rows][:, list(columns)]),
            self.counts[rows],
            persons,
        )

    def by_person(self, width: int) -> FrequencySet:
        """Take the columns after the first `width` for who a record is of.

        >>> found = FrequencySet(("a", "who"), np.array([[0, 3], [0, 5]]), np.array([2, 1]))
        >>> by_person = found.by_person(1)
        >>> by_person.counts, by_person.persons.number
        (array([3]), 2)
        """
        _, who = np.unique(self.codes[:, width:], axis=0, return_inverse=True)
        found = self.onto(range(width))
        changed = np.any(self.codes[1:, :width] != self.codes[:-1, :width], axis=1)
        row = np.concatenate([[0], np.cumsum(changed)])[: self.counts.size].astype(np.int64)
        return replace(found, persons=PersonPairs.of(who.ravel(), row, found.counts.size))


@dataclass(frozen=True, slots=True, eq=False)
class CodedHierarchy:
    """A hierarchy over codes that lie in hierarchy order, cut to the levels that may be used."""

    hierarchy: Hierarchy
    """Over the values that occur, in code order."""
    counts: IntArray
    """Records of each value."""
    lowest: int
    """The hierarchy's level that is level 0 here."""
    groups: CodeArray
    """(levels, values): the group of each value, numbered in code order."""

    @classmethod
    def of(
        cls,
        hierarchy: Hierarchy,
        values: ValueCounts,
        levels: tuple[int, int] | None = None,
    ) -> CodedHierarchy:
        """Order the values so that every group at every level is a run of codes.

        >>> h = Hierarchy.from_rows("c", [("a", "x", "*"), ("b", "y", "*"), ("c", "x", "*")])
        >>> CodedHierarchy.of(h, ValueCounts.of(["a", "b", "c", "c"])).groups
        array([[0, 1, 2],
               [0, 0, 1],
               [0, 0, 0]], dtype=int32)
        """
        fitted = hierarchy.fitted(values.values)
        low, high = _allowed(fitted, levels)
        rows = sorted(fitted.rows, key=_from_the_top)
        ordered = Hierarchy.from_rows(hierarchy.attribute, rows)
        count_of = dict(zip(values.values, values.counts, strict=True))
        groups = np.array([_numbered(ordered.levels[l]) for l in range(low, high + 1)], np.int32)
        counts = np.array([count_of[value] for value in ordered.values], np.int64)
        return cls(ordered, counts, low, groups)

    @property
    def attribute(self) -> str:
        """The column's name."""
        return self.hierarchy.attribute

    @property
    def codebook(self) -> Codebook:
        """Which value each code stands for."""
        return Codebook(self.attribute, self.hierarchy.values)

    @property
    def rolled_up(self) -> Codebook:
        """Give the values of each group of the lowest level the code of its first value."""
        first = np.zeros(int(self.cards[0]), np.int64)
        first[self.groups[0][::-1]] = np.arange(self.groups.shape[1])[::-1]
        return Codebook(self.attribute, self.hierarchy.values, first[self.groups[0]])

    @property
    def levels(self) -> int:
        """How many levels may be used."""
        return int(self.groups.shape[0])

    @property
    def cards(self) -> IntArray:
        """Number of groups at each level."""
        return np.asarray(self.groups.max(axis=1), np.int64) + 1

    @property
    def leaves(self) -> IntArray:
        """How many values share each value's group, at each level: shape (levels, values)."""
        return np.array([np.bincount(level)[level] for level in self.groups], np.int64)

    @property
    def weights(self) -> FloatArray:
        """Share of the records that hold each value."""
        return np.asarray(self.counts / self.counts.sum(), np.float64)

    def labels(self, level: int) -> tuple[Value, ...]:
        """Label of each code at a level counted from the lowest that may be used."""
        return self.hierarchy.levels[self.lowest + level]


def _allowed(hierarchy: Hierarchy, levels: tuple[int, int] | None) -> tuple[int, int]:
    low, high = levels if levels is not None else (0, hierarchy.height)
    if not 0 <= low <= high <= hierarchy.height:
        raise ParameterError(
            "core.levels-must-lie-between-0",
            attribute=hierarchy.attribute,
            height=hierarchy.height,
            low=low,
            high=high,
        )
    return low, high


def _from_the_top(row: Sequence[Value]) -> tuple[tuple[bool, str], ...]:
    return tuple((label is None, label or "") for label in reversed(row))


def _numbered(labels: Sequence[Value]) -> list[int]:
    number: dict[Value, int] = {}
    return [number.setdefault(label, len(number)) for label in labels]
