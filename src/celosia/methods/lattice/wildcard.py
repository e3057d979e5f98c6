"""Classes when a null matches anything: no longer disjoint, so compared pair by pair."""

from __future__ import annotations

import numpy as np

from celosia.core.arrays import BoolArray, CodeArray, IntArray
from celosia.methods.gather import group_ids


def matching_pairs(codes: CodeArray, null: BoolArray) -> tuple[IntArray, IntArray]:
    """List the pairs (a, b) of groups that agree wherever neither is null, a = b included.

    Groups with the same columns null are compared at once, on the columns both sides know.

    >>> codes = np.array([[0, 0], [0, 1], [0, 2]])
    >>> null = np.array([[False, False], [False, True], [False, False]])
    >>> [pair.tolist() for pair in matching_pairs(codes, null)]
    [[0, 0, 1, 1, 1, 2, 2], [0, 1, 0, 1, 2, 1, 2]]
    """
    patterns, pattern_of = np.unique(null, axis=0, return_inverse=True)
    members = [np.flatnonzero(pattern_of == p) for p in range(len(patterns))]
    found = [
        _join(codes, members[p], members[q], ~(patterns[p] | patterns[q]))
        for p in range(len(patterns))
        for q in range(len(patterns))
    ]
    left = np.concatenate([pair[0] for pair in found])
    right = np.concatenate([pair[1] for pair in found])
    order = np.lexsort((right, left))
    return left[order], right[order]


def _join(
    codes: CodeArray, left: IntArray, right: IntArray, known: BoolArray
) -> tuple[IntArray, IntArray]:
    both = np.concatenate([left, right])
    columns = [codes[both, j] for j in np.flatnonzero(known)]
    if columns:
        keys = group_ids(columns, [int(column.max(initial=0)) + 1 for column in columns])
    else:
        keys = np.zeros(both.size, np.int64)
    left_keys, right_keys = keys[: left.size], keys[left.size :]
    order = np.argsort(right_keys, kind="stable")
    first = np.searchsorted(right_keys[order], left_keys, "left")
    last = np.searchsorted(right_keys[order], left_keys, "right")
    times = last - first
    starts = np.repeat(first - np.concatenate([[0], np.cumsum(times)[:-1]]), times)
    return np.repeat(left, times), right[order[starts + np.arange(int(times.sum()))]]
