"""The record furthest from another, found by branch and bound over a trie of codes."""

from __future__ import annotations

import numpy as np
from numba import njit

from celosia.kernels.clustering.greedy_distance import (
    Reference,
    distance,
    greatest_distance,
    squared,
)
from celosia.kernels.clustering.greedy_group import Group, Rows
from celosia.kernels.clustering.greedy_options import INNER
from celosia.kernels.clustering.nearest_trie import LEVEL_BITS, LEVEL_MASK, Trie
from celosia.kernels.clustering.records import SET, Records
from celosia.kernels.structures import Int


@njit(**INNER)
def furthest_in_trie(
    trie: Trie, records: Records, rows: Rows, group: Group, reference: Reference
) -> Int:
    """Find the row at the greatest distance; of equals the earliest."""
    fill_rest(trie, records, reference)
    nobody = rows.left.size
    best, found = np.int64(-1), nobody
    trie.node_stack[0] = trie.cost_stack[0] = 0
    top = 1
    work = 0
    while top > 0:
        top -= 1
        node = trie.node_stack[top]
        far, level = trie.cost_stack[top] >> LEVEL_BITS, trie.cost_stack[top] & LEVEL_MASK
        rest = trie.rest[level]
        if far + rest < best or (far + rest == best and trie.earliest[node] >= found):
            continue
        j = trie.attribute[level]
        rest = trie.rest[level + 1]
        nominal, own = records.kind[j] == SET, reference.point[j]
        whole = squared(records.weight[j], reference.inverse[j])
        bottom = top
        work += trie.after[node] - trie.child[node]
        for child in range(trie.child[node], trie.after[node]):
            first = trie.earliest[child]
            if first == nobody:
                continue
            total = far + (whole if trie.value[child] != own else 0)
            if not nominal:
                one = distance(records, reference, j, trie.value[child])
                total = far + squared(one, reference.inverse[j])
            if total + rest < best or (total + rest == best and first >= found):
                continue
            if trie.child[child] < 0:
                total = whole_distance(trie, records, rows, reference, first, level + 1, total)
                if total > best or (total == best and first < found):
                    best, found = total, first
            else:
                top = push_far(trie, bottom, top, child, (total << LEVEL_BITS) | (level + 1))
    group.work[0] += work
    return found


@njit(**INNER)
def fill_rest(trie: Trie, records: Records, reference: Reference) -> None:
    """Bound what the attributes from each level on add to a distance."""
    trie.rest[trie.attribute.size] = 0
    for level in range(trie.attribute.size - 1, -1, -1):
        most = greatest_distance(records, reference, trie.attribute[level])
        trie.rest[level] = trie.rest[level + 1] + most


@njit(**INNER)
def whole_distance(
    trie: Trie,
    records: Records,
    rows: Rows,
    reference: Reference,
    row: Int,
    level: Int,
    far: Int,
) -> Int:
    """Add the distances in the levels below a node of one row."""
    for below in range(level, trie.attribute.size):
        j = trie.attribute[below]
        far += squared(distance(records, reference, j, rows.point[row, j]), reference.inverse[j])
    return far


@njit(**INNER)
def push_far(trie: Trie, bottom: Int, top: Int, node: Int, key: Int) -> Int:
    """Put a node among its siblings on the stack, the furthest on top."""
    at = top
    while at > bottom and trie.cost_stack[at - 1] > key:
        trie.cost_stack[at] = trie.cost_stack[at - 1]
        trie.node_stack[at] = trie.node_stack[at - 1]
        at -= 1
    trie.cost_stack[at] = key
    trie.node_stack[at] = node
    return top + 1
