"""Nearest and furthest record by looking at all that are left, a block at a time.

Best for small tables, and for so many attributes that no bound tells records apart.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from celosia.methods.clustering.kernels.coded_records import Records
from celosia.methods.clustering.kernels.greedy_group import (
    FAR,
    INNER,
    Group,
    Reference,
    Rows,
    added_to,
    distance,
    squared,
    toll_of,
)
from celosia.methods.lattice.kernels.lattice_arrays import Array, Int

BLOCK = 1024
"""Rows whose costs are added up while they stay in the first cache: 8 KB of the usual 32."""


class Scan(NamedTuple):
    """Rows with records left, packed together from time to time."""

    point: Array
    """(d, rows) as in `Rows`, attribute by attribute."""
    row: Array
    """(rows,) in ascending order."""
    used_up: Array
    """(rows,) FAR where no record is left, 0 elsewhere."""
    position: Array
    """(rows,) where each row is."""
    size: Array
    """[rows held, how many of them are used up]"""
    costs: Array
    """(BLOCK,) work space."""


@njit(**INNER)
def forget_in_scan(scan: Scan, records: Records, rows: Rows, row: Int) -> None:
    """Leave out a row that has no records left."""
    at = scan.position[row]
    scan.used_up[at] = FAR
    scan.size[1] += 1
    # At a quarter used up: packing looks at about four rows for each that was forgotten.
    if 4 * scan.size[1] > scan.size[0]:
        pack(scan)


@njit(**INNER)
def pack(scan: Scan) -> None:
    """Move the rows that are not used up to the front."""
    kept = 0
    for at in range(scan.size[0]):
        row = scan.row[at]
        scan.position[row] = -1
        if scan.used_up[at] == 0:
            for j in range(scan.point.shape[0]):
                scan.point[j, kept] = scan.point[j, at]
            scan.row[kept] = row
            scan.position[row] = kept
            kept += 1
    for at in range(kept):
        scan.used_up[at] = 0
    scan.size[0] = kept
    scan.size[1] = 0


@njit(**INNER)
def nearest_in_scan(scan: Scan, records: Records, rows: Rows, group: Group, near: Int) -> Int:
    """Find the row that adds least; of equals the earliest."""
    best, found = np.int64(FAR), np.int64(-1)
    for start in range(0, scan.size[0], BLOCK):
        length = min(BLOCK, scan.size[0] - start)
        for i in range(length):
            scan.costs[i] = scan.used_up[start + i]
        for j in range(records.kind.size):
            add_costs(scan, records, group, j, start, length)
        at = least(scan.costs, length)
        if scan.costs[at] < best:
            best, found = scan.costs[at], scan.row[start + at]
    group.work[0] += scan.size[0]
    return found


@njit(**INNER)
def add_costs(scan: Scan, records: Records, group: Group, j: Int, start: Int, length: Int) -> None:
    """Add what one attribute of each row of a block adds."""
    toll = toll_of(records, group, j)
    for i in range(length):
        scan.costs[i] += added_to(toll, group.table, scan.point[j, start + i])


@njit(**INNER)
def least(costs: Array, length: Int) -> Int:
    """Find the first of the least."""
    # Two passes: a minimum alone can become vector instructions, a position to remember stands in
    # their way.
    low = costs[0]
    for i in range(1, length):
        low = min(low, costs[i])
    at = 0
    while costs[at] != low:
        at += 1
    return at


@njit(**INNER)
def furthest_in_scan(
    scan: Scan, records: Records, rows: Rows, group: Group, reference: Reference
) -> Int:
    """Find the row at the greatest distance; of equals the earliest."""
    # Distances are subtracted: the least is the furthest, and rows that are used up stay last.
    best, found = np.int64(1), np.int64(-1)
    for start in range(0, scan.size[0], BLOCK):
        length = min(BLOCK, scan.size[0] - start)
        for i in range(length):
            scan.costs[i] = scan.used_up[start + i]
        for j in range(records.kind.size):
            subtract_distances(scan, records, reference, j, start, length)
        at = least(scan.costs, length)
        if scan.costs[at] < best:
            best, found = scan.costs[at], scan.row[start + at]
    group.work[0] += scan.size[0]
    return found


@njit(**INNER)
def subtract_distances(
    scan: Scan, records: Records, reference: Reference, j: Int, start: Int, length: Int
) -> None:
    """Subtract the squared distance of each row of a block in one attribute."""
    inverse = reference.inverse[j]
    for i in range(length):
        far = distance(records, reference, j, scan.point[j, start + i])
        scan.costs[i] -= squared(far, inverse)
