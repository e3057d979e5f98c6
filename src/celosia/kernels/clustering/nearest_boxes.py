"""Nearest and furthest record by branch and bound over nested boxes.

Best for numbers with many values, where no two records share one and a trie does not narrow.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from celosia.kernels.clustering.boxes import NULL, VALUE, Boxes
from celosia.kernels.clustering.greedy_distance import Reference, distance, squared
from celosia.kernels.clustering.greedy_group import FAR, Group, Rows, added
from celosia.kernels.clustering.greedy_options import INNER
from celosia.kernels.clustering.records import INTERVAL, SET, Records
from celosia.kernels.structures import Int


@njit(**INNER)
def nearest_in_boxes(boxes: Boxes, records: Records, rows: Rows, group: Group, near: Int) -> Int:
    """Find the row that adds least; of equals the earliest. `near` was added last."""
    best, found = np.int64(FAR), rows.left.size
    if rows.left[near] > 0:
        best, found = np.int64(0), near
    boxes.node_stack[0] = boxes.cost_stack[0] = 0
    top = 1
    while top > 0:
        top -= 1
        node, bound = boxes.node_stack[top], boxes.cost_stack[top]
        if bound > best or (bound == best and boxes.earliest[node] >= found):
            continue
        group.work[0] += 1
        if node >= boxes.begin.size - 2:
            best, found = nearest_in_bucket(boxes, records, rows, group, node, best, found)
            continue
        one, other = 2 * node + 1, 2 * node + 2
        cost_one = least_added(boxes, records, group, one, best)
        cost_other = least_added(boxes, records, group, other, best)
        if cost_one < cost_other:
            one, other = other, one
            cost_one, cost_other = cost_other, cost_one
        boxes.node_stack[top], boxes.cost_stack[top] = one, cost_one
        boxes.node_stack[top + 1], boxes.cost_stack[top + 1] = other, cost_other
        top += 2
    return found


@njit(**INNER)
def nearest_in_bucket(
    boxes: Boxes, records: Records, rows: Rows, group: Group, node: Int, best: Int, found: Int
) -> tuple[Int, Int]:
    """Look at the rows of a bucket; give the best so far."""
    bucket = node - (boxes.begin.size - 2)
    for at in range(boxes.begin[bucket], boxes.begin[bucket + 1]):
        row = boxes.row[at]
        if rows.left[row] == 0:
            continue
        group.work[0] += 1
        cost = np.int64(0)
        for j in range(records.kind.size):
            cost += added(records, group, j, boxes.point[at, j])
            if cost > best:
                break
        if cost < best or (cost == best and row < found):
            best, found = cost, row
    return best, found


@njit(**INNER)
def least_added(boxes: Boxes, records: Records, group: Group, node: Int, best: Int) -> Int:
    """Give a cost that every row of a box adds at least; FAR for an empty box."""
    if boxes.alive[node] == 0:
        return np.int64(FAR)
    total = np.int64(0)
    for j in range(records.kind.size):
        if records.kind[j] == SET:
            if boxes.mask[node, j] & group.mask[j] == 0:
                total += group.fresh[j]
        elif records.kind[j] == INTERVAL:
            total += interval_adds(boxes, group, node, j)
        else:
            total += tree_adds(boxes, records, group, node, j)
        if total > best:
            break
    return total


@njit(**INNER)
def interval_adds(boxes: Boxes, group: Group, node: Int, j: Int) -> Int:
    """Give what the nearest value of a box adds, or its null if that adds less."""
    if not boxes.mask[node, j] & VALUE:
        return group.null[j]
    before = max(group.left[j] - boxes.high[node, j], 0)
    after = max(boxes.low[node, j] - group.right[j], 0)
    cost = group.base[j] + before + after
    return min(cost, group.null[j]) if boxes.mask[node, j] & NULL else cost


@njit(**INNER)
def tree_adds(boxes: Boxes, records: Records, group: Group, node: Int, j: Int) -> Int:
    """Give what the nearest code of a box adds.

    Codes of an ancestor are a run, so the code next to the group's adds least.
    """
    low, high = boxes.low[node, j], boxes.high[node, j]
    if low <= group.high[j] and high >= group.low[j]:
        return np.int64(0)
    nearest = high if high < group.low[j] else low
    return max(group.table[records.offset[j] + nearest] - group.sunk[j], 0)


@njit(**INNER)
def furthest_in_boxes(
    boxes: Boxes, records: Records, rows: Rows, group: Group, reference: Reference
) -> Int:
    """Find the row at the greatest distance; of equals the earliest."""
    best, found = np.int64(-1), rows.left.size
    boxes.node_stack[0], boxes.cost_stack[0] = 0, FAR
    top = 1
    while top > 0:
        top -= 1
        node, bound = boxes.node_stack[top], boxes.cost_stack[top]
        if bound < best or (bound == best and boxes.earliest[node] >= found):
            continue
        group.work[0] += 1
        if node >= boxes.begin.size - 2:
            best, found = furthest_in_bucket(
                boxes, records, rows, group, reference, node, best, found
            )
            continue
        one, other = 2 * node + 1, 2 * node + 2
        far_one = furthest_corner(boxes, records, reference, one)
        far_other = furthest_corner(boxes, records, reference, other)
        if far_one > far_other or (
            far_one == far_other and boxes.earliest[one] < boxes.earliest[other]
        ):
            one, other = other, one
            far_one, far_other = far_other, far_one
        boxes.node_stack[top], boxes.cost_stack[top] = one, far_one
        boxes.node_stack[top + 1], boxes.cost_stack[top + 1] = other, far_other
        top += 2
    return found


@njit(**INNER)
def furthest_in_bucket(
    boxes: Boxes,
    records: Records,
    rows: Rows,
    group: Group,
    reference: Reference,
    node: Int,
    best: Int,
    found: Int,
) -> tuple[Int, Int]:
    """Look at the rows of a bucket; give the best so far."""
    bucket = node - (boxes.begin.size - 2)
    for at in range(boxes.begin[bucket], boxes.begin[bucket + 1]):
        row = boxes.row[at]
        if rows.left[row] == 0:
            continue
        group.work[0] += 1
        far = np.int64(0)
        for j in range(records.kind.size):
            one = distance(records, reference, j, boxes.point[at, j])
            far += squared(one, reference.inverse[j])
        if far > best or (far == best and row < found):
            best, found = far, row
    return best, found


@njit(**INNER)
def furthest_corner(boxes: Boxes, records: Records, reference: Reference, node: Int) -> Int:
    """Give a distance that no row of a box exceeds; -1 for an empty box."""
    if boxes.alive[node] == 0:
        return np.int64(-1)
    total = np.int64(0)
    for j in range(records.kind.size):
        far = np.int64(0)
        if records.kind[j] != INTERVAL or boxes.mask[node, j] & VALUE:
            low = distance(records, reference, j, boxes.low[node, j])
            high = distance(records, reference, j, boxes.high[node, j])
            far = max(low, high)
        if records.kind[j] == INTERVAL and boxes.mask[node, j] & NULL:
            far = max(far, distance(records, reference, j, np.int64(-1)))
        total += squared(far, reference.inverse[j])
    return total
