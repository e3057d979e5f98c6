"""Which combinations of values are alike: as codes, in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from celosia.core.arrays import BoolArray, CodeArray, IntArray
from celosia.core.values import Value

NULL = -1
WORD = 1 << 62
"""Ranks stay below this, so that one more digit cannot overflow 64 bits unnoticed."""


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
