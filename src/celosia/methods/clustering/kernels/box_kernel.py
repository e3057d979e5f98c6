"""Rows in nested boxes, a k-d tree over mixed attributes that shrinks; the nearest record in it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from celosia.methods.clustering.kernels.coded_records import INTERVAL, SET, Records, tree_cost
from celosia.methods.clustering.kernels.greedy_group import (
    COMPILE,
    FAR,
    INNER,
    Group,
    Reference,
    Rows,
    added,
    bit,
    distance,
    squared,
)
from celosia.methods.lattice.kernels.lattice_arrays import Array, Int

VALUE, NULL = np.uint64(1), np.uint64(2)


class Boxes(NamedTuple):
    """A balanced binary tree: the children of node i are 2i + 1 and 2i + 2; the last are buckets.

    Boxes are around the rows with records left; a place where a null has none is -1.
    """

    point: Array
    """(rows, d) places of intervals, codes of sets and trees; bucket by bucket."""
    row: Array
    """(rows,) which row that is."""
    begin: Array
    """(buckets + 1,) where each bucket starts."""
    bucket: Array
    """(rows,) the bucket of each row."""
    low: Array
    """(nodes, d) least, nulls of intervals apart."""
    high: Array
    """(nodes, d) greatest."""
    mask: Array
    """(nodes, d) SET: a bit for each code, modulo 64; INTERVAL: has VALUE, NULL."""
    alive: Array
    """(nodes,) rows with records left."""
    earliest: Array
    """(nodes,) the first of them."""
    node_stack: Array
    cost_stack: Array


@njit(**COMPILE)
def fill_boxes(boxes: Boxes, records: Records, rows: Rows) -> None:
    """Split the rows in halves, node by node, and draw the boxes.

    Comes with `point` in the order of rows, and leaves it so: `row` tells the new order.
    """
    buckets = boxes.begin.size - 1
    boxes.node_stack[0] = 0
    boxes.begin[0], boxes.begin[buckets] = 0, boxes.row.size
    width = buckets
    while width > 1:
        for first in range(0, buckets, width):
            start, stop = boxes.begin[first], boxes.begin[first + width]
            middle = (start + stop) // 2
            # The root's box is work space here; all boxes are drawn once the order is known.
            draw(boxes, records, rows, 0, start, stop, True)
            select(boxes, widest(boxes, records, 0), start, stop, middle)
            boxes.begin[first + width // 2] = middle
        width //= 2


@njit(**INNER)
def draw(
    boxes: Boxes, records: Records, rows: Rows, node: Int, start: Int, stop: Int, by_row: bool
) -> None:
    """Draw the box of a node around the rows at some positions that have records left."""
    wipe(boxes, node)
    for at in range(start, stop):
        row = boxes.row[at]
        if rows.left[row] == 0:
            continue
        boxes.alive[node] += 1
        boxes.earliest[node] = min(boxes.earliest[node], row)
        place = row if by_row else at
        for j in range(records.kind.size):
            enclose(boxes, records, node, j, boxes.point[place, j])


@njit(**INNER)
def wipe(boxes: Boxes, node: Int) -> None:
    """Make the box of a node empty."""
    boxes.alive[node] = 0
    boxes.earliest[node] = boxes.row.size
    for j in range(boxes.low.shape[1]):
        boxes.low[node, j], boxes.high[node, j], boxes.mask[node, j] = FAR, -FAR, 0


@njit(**INNER)
def enclose(boxes: Boxes, records: Records, node: Int, j: Int, point: Int) -> None:
    """Widen a box to hold a value of an attribute."""
    if records.kind[j] == INTERVAL:
        boxes.mask[node, j] |= NULL if point < 0 else VALUE
        if point < 0:
            return
    elif records.kind[j] == SET:
        boxes.mask[node, j] |= bit(point)
    boxes.low[node, j] = min(boxes.low[node, j], point)
    boxes.high[node, j] = max(boxes.high[node, j], point)


@njit(**INNER)
def widest(boxes: Boxes, records: Records, node: Int) -> Int:
    """Find the attribute in which the rows of a box differ most, by cost."""
    best, found = np.int64(-1), 0
    for j in range(records.kind.size):
        cost = spread(boxes, records, node, j)
        if cost > best:
            best, found = cost, j
    return found


@njit(**INNER)
def spread(boxes: Boxes, records: Records, node: Int, j: Int) -> Int:
    """Cost of one attribute for all rows of a box; of sets with over 64 values, some of it."""
    if boxes.alive[node] == 0:
        return np.int64(0)
    low, high = boxes.low[node, j], boxes.high[node, j]
    if records.kind[j] == SET:
        return min((ones(boxes.mask[node, j]) - 1) * records.step[j], records.weight[j])
    if records.kind[j] == INTERVAL:
        if boxes.mask[node, j] != VALUE:
            return records.weight[j] if boxes.mask[node, j] & VALUE else np.int64(0)
        return high - low
    return np.int64(tree_cost(records, j, low, high))


@njit(**INNER)
def ones(mask: Any) -> Int:
    """Count the bits of a mask."""
    count = 0
    while mask != 0:
        mask &= mask - np.uint64(1)
        count += 1
    return count


@njit(**INNER)
def select(boxes: Boxes, j: Int, start: Int, stop: Int, middle: Int) -> None:
    """Bring the rows with the least values of attribute `j` before `middle` (Hoare's select)."""
    low, high = start, stop - 1
    while low < high:
        pivot = boxes.point[boxes.row[(low + high) // 2], j]
        left, right = low, high
        while left <= right:
            while boxes.point[boxes.row[left], j] < pivot:
                left += 1
            while boxes.point[boxes.row[right], j] > pivot:
                right -= 1
            if left <= right:
                boxes.row[left], boxes.row[right] = boxes.row[right], boxes.row[left]
                left += 1
                right -= 1
        if middle <= right:
            high = right
        elif middle >= left:
            low = left
        else:
            return


@njit(**COMPILE)
def draw_all(boxes: Boxes, records: Records, rows: Rows) -> None:
    """Draw all boxes, buckets first; `point` is in the order of `row` by now."""
    buckets = boxes.begin.size - 1
    for bucket in range(buckets):
        start, stop = boxes.begin[bucket], boxes.begin[bucket + 1]
        draw(boxes, records, rows, buckets - 1 + bucket, start, stop, False)
        for at in range(start, stop):
            boxes.bucket[boxes.row[at]] = bucket
    for node in range(buckets - 2, -1, -1):
        unite(boxes, node)


@njit(**INNER)
def unite(boxes: Boxes, node: Int) -> None:
    """Draw the box of a node around those of its children."""
    one, other = 2 * node + 1, 2 * node + 2
    boxes.alive[node] = boxes.alive[one] + boxes.alive[other]
    boxes.earliest[node] = min(boxes.earliest[one], boxes.earliest[other])
    for j in range(boxes.low.shape[1]):
        boxes.low[node, j] = min(boxes.low[one, j], boxes.low[other, j])
        boxes.high[node, j] = max(boxes.high[one, j], boxes.high[other, j])
        boxes.mask[node, j] = boxes.mask[one, j] | boxes.mask[other, j]


@njit(**INNER)
def forget_in_boxes(boxes: Boxes, records: Records, rows: Rows, row: Int) -> None:
    """Shrink the boxes around a row that has no records left."""
    bucket = boxes.bucket[row]
    node = boxes.begin.size - 2 + bucket
    start, stop = boxes.begin[bucket], boxes.begin[bucket + 1]
    draw(boxes, records, rows, node, start, stop, False)
    # Redrawn and not only counted down: boxes that shrink keep the bounds tight once most rows are
    # taken.
    while node > 0:
        node = (node - 1) // 2
        unite(boxes, node)


@njit(**INNER)
def nearest_in_boxes(boxes: Boxes, records: Records, rows: Rows, group: Group, near: Int) -> Int:
    """Find the row that adds least; of equals the earliest. `near` was added last."""
    best, found = np.int64(FAR), rows.left.size
    # A record alike in everything adds nothing: nothing beats it, and only an earlier one equals.
    if rows.left[near] > 0:
        best, found = np.int64(0), near
    boxes.node_stack[0] = boxes.cost_stack[0] = 0
    top = 1
    while top > 0:
        top -= 1
        node, bound = boxes.node_stack[top], boxes.cost_stack[top]
        # Equal bounds are followed where an earlier row may be: the choice must be that of a plain
        # scan, whatever the tree looks like.
        if bound > best or (bound == best and boxes.earliest[node] >= found):
            continue
        group.work[0] += 1
        if node >= boxes.begin.size - 2:
            best, found = nearest_in_bucket(boxes, records, rows, group, node, best, found)
            continue
        one, other = 2 * node + 1, 2 * node + 2
        cost_one = least_added(boxes, records, group, one, best)
        cost_other = least_added(boxes, records, group, other, best)
        if cost_one < cost_other:  # the nearer one comes off the stack first
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
            # Codes are told apart modulo 64: a shared bit may be another code, so that the bound is
            # too low then, which costs time and never the right answer.
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
