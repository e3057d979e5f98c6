"""Which combinations of values are alike: as codes, in memory."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from celosia.domain.arrays import IntArray
from celosia.domain.values import Value

NULL = -1


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


def ranks(columns: Sequence[Sequence[Value]], records: int) -> IntArray:
    """Number the distinct rows in text order, nulls last.

    >>> ranks([["b", "a", "b", None], ["x", "x", "x", "x"]], 4)
    array([1, 0, 1, 2])
    """
    rank = np.zeros(records, np.int64)
    for column in columns:
        codes, _ = coded(column)
        width = int(codes.max(initial=0)) + 2
        codes[codes == NULL] = width - 1
        rank = _numbered(rank * width + codes)
    return rank


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


def alike(left: IntArray, right: IntArray, wild: bool) -> tuple[IntArray, IntArray]:
    """Pair rows of codes that are equal, or with `wild` agree wherever neither is null."""
    if not wild:
        return _equal(left, right)
    pairs = []
    for ours in _patterns(left):
        for theirs in _patterns(right):
            rows, others = _rows_like(left, ours), _rows_like(right, theirs)
            both = ~(ours | theirs)
            first, second = _equal(left[rows][:, both], right[others][:, both])
            pairs.append((rows[first], others[second]))
    if not pairs:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    return np.concatenate([a for a, _ in pairs]), np.concatenate([b for _, b in pairs])


def _equal(left: IntArray, right: IntArray) -> tuple[IntArray, IntArray]:
    rank = np.zeros(len(left) + len(right), np.int64)
    for codes in np.concatenate([left, right]).T:
        width = int(codes.max(initial=0)) + 2
        rank = _numbered(rank * width + codes + 1)
    return joined(rank[: len(left)], rank[len(left) :])


def _patterns(codes: IntArray) -> IntArray:
    return np.unique(codes == NULL, axis=0) if len(codes) else np.empty((0, codes.shape[1]), bool)


def _rows_like(codes: IntArray, pattern: IntArray) -> IntArray:
    return np.flatnonzero(((codes == NULL) == pattern).all(axis=1))


def _numbered(keys: IntArray) -> IntArray:
    return np.asarray(np.unique(keys, return_inverse=True)[1], np.int64)
