"""Equivalence classes from what an engine grouped: only combinations and counts are needed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from celosia.core.classes import Classes, Histogram, Refinement
from celosia.core.values import (
    BoolArray,
    CodeArray,
    Combinations,
    FloatArray,
    IntArray,
    NullPolicy,
    Value,
)
from celosia.text.normal_form import compared

NULL = -1
"""The code of a null: below all others, so that no count of codes has to leave room for it."""
WORD = 1 << 62
"""Ranks stay below this, so that one more digit cannot overflow 64 bits unnoticed."""


def count_alone(
    relation: str, keys: Sequence[str], cells: Sequence[str], who: Sequence[str]
) -> str:
    """Give the query of how many records hold something, how much, and how many hold it alone.

    Parameters
    ----------
    relation
        A table as SQL.
    keys
        What to group by.
    cells
        The same columns, as they are compared with a null.
    who
        What to compare to know whose a record is; each record is somebody's own without it. One
        person is one value, found by the least and the largest: a count of distinct ones is dearer,
        and no two servers count several columns alike.
    """
    one = " AND ".join(
        f"(count({cell}) = 0 OR count({cell}) = count(*) AND min({cell}) = max({cell}))"
        for cell in who
    )
    held = " OR ".join(f"{cell} IS NOT NULL" for cell in cells)
    return (
        "SELECT coalesce(sum(n), 0), count(*), coalesce(sum(CASE WHEN one THEN n END), 0) "
        f"FROM (SELECT count(*) AS n, {one or 'count(*) = 1'} AS one "
        f"FROM {relation} t WHERE {held} GROUP BY {', '.join(keys)}) d"
    )


def coded(cells: Sequence[Value], others: Sequence[Value] = ()) -> tuple[IntArray, IntArray]:
    """Number the values of two columns alike, in text order; a null is -1.

    >>> coded(["b", None, "a"], ["c", "a"])
    (array([ 1, -1,  0]), array([2, 0]))
    """
    known = sorted({cell for cell in (*cells, *others) if cell is not None})
    number: dict[Value, int] = {value: i for i, value in enumerate(known)}
    number[None] = NULL
    return (
        np.fromiter((number[cell] for cell in cells), np.int64, len(cells)),
        np.fromiter((number[cell] for cell in others), np.int64, len(others)),
    )


def text_ranks(columns: Sequence[Sequence[Value]], records: int) -> IntArray:
    """Number the distinct rows of texts in text order, nulls last.

    >>> text_ranks([["b", "a", "b", None], ["x", "x", "x", "x"]], 4)
    array([1, 0, 1, 2])
    """
    codes = np.zeros((records, len(columns)), np.int64)
    for i, column in enumerate(columns):
        codes[:, i] = coded(column)[0]
    codes[codes == NULL] = codes.max(initial=0) + 1
    return row_ranks(codes)


def row_ranks(codes: CodeArray) -> IntArray:
    """Number the rows of codes (rows, columns) in lexicographic order, equal rows alike.

    >>> row_ranks(np.array([[1, 0], [0, 5], [1, 0]]))
    array([1, 0, 1])
    """
    ranks = np.zeros(codes.shape[0], np.int64)
    size = 1
    for column in codes.T.astype(np.int64):
        card = int(column.max(initial=0)) + 2
        if size * card >= WORD:
            ranks = np.unique(ranks, return_inverse=True)[1]
            size = int(ranks.max(initial=0)) + 1
        ranks = ranks * card + column + 1
        size *= card
    return np.asarray(np.unique(ranks, return_inverse=True)[1], np.int64)


def joined(left: IntArray, right: IntArray) -> tuple[IntArray, IntArray]:
    """Pair the positions of equal keys.

    >>> joined(np.array([5, 7]), np.array([7, 5, 7]))
    (array([0, 1, 1]), array([1, 0, 2]))
    """
    order = np.argsort(right, kind="stable")
    begin = np.searchsorted(right[order], left, "left")
    number = np.searchsorted(right[order], left, "right") - begin
    lefts = np.repeat(np.arange(left.size), number)
    within = np.arange(lefts.size) - np.repeat(np.cumsum(number) - number, number)
    return lefts, order[np.repeat(begin, number) + within]


def alike(one: CodeArray, other: CodeArray, wild: bool) -> tuple[IntArray, IntArray]:
    """Pair rows of codes that are equal, or with `wild` agree wherever neither is null."""
    return compatible_rows(one, other) if wild else equal_rows(one, other)


def equal_rows(one: CodeArray, other: CodeArray) -> tuple[IntArray, IntArray]:
    """Pair each row of one table with the rows of the other that have the same codes.

    >>> equal_rows(np.array([[4], [7]]), np.array([[7], [3], [7]]))
    (array([1, 1]), array([0, 2]))
    """
    ranks = row_ranks(np.concatenate([one, other]))
    return joined(ranks[: one.shape[0]], ranks[one.shape[0] :])


def compatible_rows(one: CodeArray, other: CodeArray) -> tuple[IntArray, IntArray]:
    """Pair the rows that agree wherever neither has a null, pattern of nulls by pattern.

    >>> compatible_rows(np.array([[4], [-1]]), np.array([[7], [4]]))
    (array([0, 1, 1]), array([1, 0, 1]))
    """
    pairs: list[tuple[IntArray, IntArray]] = [(np.zeros(0, np.int64), np.zeros(0, np.int64))]
    for known, rows in _patterns(one):
        for known_there, rows_there in _patterns(other):
            both = np.flatnonzero(known & known_there)
            a, b = equal_rows(one[np.ix_(rows, both)], other[np.ix_(rows_there, both)])
            pairs.append((rows[a], rows_there[b]))
    first, second = (np.concatenate(side) for side in zip(*pairs, strict=True))
    order = np.lexsort((second, first))
    return first[order], second[order]


def _patterns(codes: CodeArray) -> Iterator[tuple[BoolArray, IntArray]]:
    """Give the rows of each pattern of nulls, with the columns that are known."""
    known = codes != NULL
    ranks = row_ranks(known)
    for pattern in range(int(ranks.max(initial=-1)) + 1):
        rows = np.flatnonzero(ranks == pattern)
        yield known[rows[0]], rows


def summed(target: IntArray, amounts: Sequence[int] | CodeArray, size: int) -> CodeArray:
    """Add amounts up by target, exactly."""
    amounts = np.asarray(amounts)
    total = np.zeros(size, amounts.dtype)
    np.add.at(total, target, amounts)
    return total


@dataclass(frozen=True, slots=True, eq=False)
class CountedValues:
    """Records per class, combination of further attributes, and value."""

    class_of: IntArray
    beside: IntArray
    """Which combination of the further attributes."""
    value: IntArray
    """Which of the labels; -1 for a null."""
    n: IntArray
    labels: tuple[str, ...]
    whole: FloatArray | None
    """Records of each label in the whole table, where classes overlap and cannot be added up."""

    def histogram(self) -> Histogram:
        """Give the values of each class; an unknown value protects nobody."""
        known = self.value >= 0
        return Histogram.of(
            self.class_of[known], self.value[known], self.n[known], self.labels, self.whole
        )

    def refinement(self, attribute: str) -> Refinement:
        """Give the parts of the classes that the further attributes tell apart."""
        return Refinement.counted(
            attribute, self.class_of, self.beside, self.value, self.n, self.labels, self.whole
        )


Grouped = Callable[[tuple[str, ...]], Combinations]
"""Count the combinations of some columns, over the records that the null policy leaves."""


class GroupedClasses:
    """The classes of a table, numbered in text order; those that look alike are paired."""

    def __init__(
        self,
        grouped: Grouped,
        quasi_identifiers: Sequence[str],
        nulls: NullPolicy,
        sensitive: Sequence[tuple[str, ...]] = (),
        as_written: Collection[str] = (),
    ) -> None:
        self._grouped = cache(grouped)
        self._as_written = as_written
        self._sensitive = sensitive
        self._keys = tuple(quasi_identifiers)
        self._wild = nulls is NullPolicy.WILDCARD
        # what is counted by a sensitive attribute too is added up here: one pass of the table fewer
        found = self._grouped((*self._keys, *(sensitive[0] if sensitive else ())))
        columns = found.values[: len(self._keys)]
        ranks = text_ranks(columns, len(found.counts))
        _, first = np.unique(ranks, return_index=True)
        self._values = tuple([column[i] for i in first] for column in columns)
        self.records: IntArray = summed(ranks, np.array(found.counts, np.int64), first.size)
        self._a, self._b = self._find_pairs()

    def classes(self, population: FloatArray | None = None) -> Classes:
        """Gather sizes, histograms and finer classes."""
        histograms, refinements = {}, {}
        for *beside, attribute in self._sensitive:
            found = self._count_values(beside, attribute)
            if beside:
                refinements[*beside, attribute] = found.refinement(attribute)
            else:
                histograms[attribute] = found.histogram()
        sizes = self.spread(self.records.astype(np.float64)).astype(np.int64)
        return Classes(sizes, histograms, self.records, population, refinements)

    def spread(self, amounts: FloatArray) -> FloatArray:
        """Add up, for each class, what the classes that look like it hold."""
        number = self.records.size
        return np.asarray(np.bincount(self._a, amounts[self._b], minlength=number), np.float64)

    def in_order(self, values: Sequence[list[Value]], amounts: FloatArray) -> FloatArray:
        """Put amounts of the same combinations in the order of the classes."""
        return amounts[np.argsort(text_ranks(values, amounts.size))]

    def people(self, people: Combinations) -> FloatArray:
        """Count the people of the population who look like each class."""
        pairs = [
            coded(ours, theirs) for ours, theirs in zip(self._values, people.values, strict=True)
        ]
        ours = np.stack([a for a, _ in pairs], axis=1)
        theirs = np.stack([b for _, b in pairs], axis=1)
        mine, other = alike(ours, theirs, self._wild)
        counts = np.array(people.counts, np.float64)
        found = np.bincount(mine, counts[other], minlength=self.records.size)
        return np.asarray(found, np.float64)

    def _find_pairs(self) -> tuple[IntArray, IntArray]:
        number = np.arange(self.records.size)
        if not self._wild or not self._keys:
            return number, number
        codes = np.stack([coded(column)[0] for column in self._values], axis=1)
        return alike(codes, codes, wild=True)

    def _count_values(self, beside: Sequence[str], attribute: str) -> CountedValues:
        """Count the values of a sensitive attribute per class."""
        found = self._grouped((*self._keys, *beside, attribute))
        records = len(found.counts)
        width = len(self._keys)
        ids = text_ranks(found.values[:width], records)
        further = text_ranks(found.values[width:-1], records)
        texts = sorted({v for v in found.values[-1] if v is not None})
        labels = compared(texts, attribute in self._as_written)
        codes, _ = coded(found.values[-1])
        n = np.array(found.counts, np.int64)
        whole = None
        if self._wild:
            known = codes >= 0
            whole = np.bincount(codes[known], n[known], len(labels)).astype(np.float64)
        pair, entry = joined(self._b, ids)
        return CountedValues(self._a[pair], further[entry], codes[entry], n[entry], labels, whole)
