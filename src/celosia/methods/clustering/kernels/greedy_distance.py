"""How far records are from one of them, as k-members measures it.

The square of the normalized Euclidean distance: the sum over attributes of
weight * (difference / weight) ** 2, each term rounded down to a whole number.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from celosia.methods.clustering.kernels.coded_records import INTERVAL, SET, TREE, Records
from celosia.methods.clustering.kernels.greedy_group import INNER, Rows, fill_tree
from celosia.methods.lattice.kernels.lattice_arrays import Array, Int


class Reference(NamedTuple):
    """The record that distances are taken from."""

    point: Array
    """(d,) its values as in `Rows`; -2 before the first."""
    table: Array
    """TREE: cost of the common ancestor of its code and each."""
    inverse: Array
    """(d,) 1 / weight; 0 for attributes without weight."""


@njit(**INNER)
def refer(records: Records, rows: Rows, reference: Reference, row: Int) -> None:
    """Take distances from the records of `row`."""
    for j in range(records.kind.size):
        point = rows.point[row, j]
        if records.kind[j] == TREE and reference.point[j] != point:
            fill_tree(records, reference.table, j, point)
        reference.point[j] = point


@njit(**INNER)
def squared(difference: Int, inverse: float) -> Int:
    """Give the square of a difference over the weight; never falls as the difference rises."""
    return np.int64(difference * (difference * inverse))


@njit(**INNER)
def distance(records: Records, reference: Reference, j: Int, point: Int) -> Int:
    """How far apart a value and the reference are, from 0 to the weight of the attribute."""
    own = reference.point[j]
    if records.kind[j] == TREE:
        return reference.table[records.offset[j] + point]
    if own == point:
        return np.int64(0)
    if records.kind[j] == SET or own < 0 or point < 0:
        return records.weight[j]
    return abs(own - point)


@njit(**INNER)
def greatest_distance(records: Records, reference: Reference, j: Int) -> Int:
    """Bound the square of the distance to any value of an attribute."""
    far = records.weight[j]
    if records.kind[j] == INTERVAL and records.null[j] < 0:
        far = max(reference.point[j], records.weight[j] - reference.point[j])
    return squared(far, reference.inverse[j])
