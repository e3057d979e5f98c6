"""The record that adds least to a group, or lies furthest: branch and bound over a trie."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from celosia.methods.clustering.kernels.coded_records import SET, Records
from celosia.methods.clustering.kernels.greedy_group import (
    COMPILE,
    FAR,
    INNER,
    Group,
    Reference,
    Rows,
    added,
    added_to,
    distance,
    greatest_distance,
    squared,
    toll_of,
)
from celosia.methods.lattice.kernels.lattice_arrays import Array, Int

LEVEL_BITS = 16
LEVEL_MASK = (1 << LEVEL_BITS) - 1
"""A stacked node's cost and level share a word, the cost above: one comparison orders siblings."""


class Trie(NamedTuple):
    """Rows sorted by codes; a node is a run of rows alike in the first attributes.

    Node 0 is the root. The children of a node are a run of nodes; a node of one row has none.
    """

    attribute: Array
    """(d,) the attribute that each level looks at."""
    value: Array
    """(nodes,) the value of all rows of the node there, as in `Rows.point`."""
    parent: Array
    child: Array
    """(nodes,) the first child; of a node of one row: minus that row, minus 1."""
    after: Array
    """(nodes,) where the run of children ends."""
    earliest: Array
    """(nodes,) first row below that has records left; the number of rows if none has."""
    leaf: Array
    """(rows,) the last node of each row."""
    rest: Array
    """(d + 1,) bound of what the levels from each one on add to a distance."""
    node_stack: Array
    cost_stack: Array
    """Cost and level in one number."""


@njit(**COMPILE)
def most_nodes(codes: Array, order: Array, attribute: Array) -> Int:
    """Bound the nodes of a trie: those without stopping at nodes of one row."""
    count = attribute.size + 1
    for position in range(1, order.size):
        one, other = order[position - 1], order[position]
        level = 0
        while codes[one, attribute[level]] == codes[other, attribute[level]]:
            level += 1
        count += attribute.size - level
    return count


@njit(**COMPILE)
def fill_trie(trie: Trie, rows: Rows, codes: Array, order: Array, start: Array) -> Int:
    """Split the rows, sorted into `order` by their codes, level by level; give the nodes used.

    `start` has room for where the rows of each node start; until a node is split, `after` tells
    where they end.
    """
    start[0], trie.after[0] = 0, order.size
    begin, end = 0, 1
    for level in range(trie.attribute.size):
        used = end
        for node in range(begin, end):
            if trie.after[node] - start[node] > 1 or node == 0:
                used = split_node(trie, rows, codes, order, start, level, node, used)
        begin, end = end, used
    # Children have higher numbers than their parent, so one pass from the last up settles all.
    for node in range(end - 1, 0, -1):
        if trie.child[node] < 0:
            row = -1 - trie.child[node]
            trie.leaf[row] = node
            trie.earliest[node] = row
        above = trie.parent[node]
        trie.earliest[above] = min(trie.earliest[above], trie.earliest[node])
    return end


@njit(**INNER)
def split_node(
    trie: Trie,
    rows: Rows,
    codes: Array,
    order: Array,
    start: Array,
    level: Int,
    node: Int,
    used: Int,
) -> Int:
    """Make a child for each code that the rows of a node have in the attribute of a level."""
    j = trie.attribute[level]
    first, last = start[node], trie.after[node]
    trie.child[node] = used
    for position in range(first, last):
        row = order[position]
        if position == first or codes[row, j] != codes[order[position - 1], j]:
            trie.value[used] = rows.point[row, j]
            trie.parent[used] = node
            trie.child[used] = -1 - row
            start[used] = position
            used += 1
        trie.after[used - 1] = position + 1
    trie.after[node] = used
    return used


@njit(**INNER)
def forget_in_trie(trie: Trie, records: Records, rows: Rows, row: Int) -> None:
    """Leave out a row that has no records left."""
    node = trie.leaf[row]
    trie.earliest[node] = rows.left.size
    while node > 0:
        node = trie.parent[node]
        if trie.earliest[node] != row:
            break
        first = rows.left.size
        for child in range(trie.child[node], trie.after[node]):
            first = min(first, trie.earliest[child])
        trie.earliest[node] = first


@njit(**INNER)
def nearest_in_trie(trie: Trie, records: Records, rows: Rows, group: Group, near: Int) -> Int:
    """Find the row that adds least; of equals the earliest. `near` was added last."""
    nobody = rows.left.size
    best, found = np.int64(FAR), nobody
    if rows.left[near] > 0:
        best, found = np.int64(0), near
    trie.node_stack[0] = trie.cost_stack[0] = 0
    top = 1
    work = 0
    while top > 0:
        top -= 1
        node = trie.node_stack[top]
        key = trie.cost_stack[top]
        cost, level = key >> LEVEL_BITS, key & LEVEL_MASK
        if cost > best or (cost == best and trie.earliest[node] >= found):
            continue
        toll = toll_of(records, group, trie.attribute[level])
        bottom = top
        work += trie.after[node] - trie.child[node]
        for child in range(trie.child[node], trie.after[node]):
            total = cost + added_to(toll, group.table, trie.value[child])
            if total > best:
                continue
            first = trie.earliest[child]
            if first == nobody or (total == best and first >= found):
                continue
            if trie.child[child] < 0:
                total = rest_of_row(trie, records, rows, group, first, level + 1, total, best)
                if total < best or (total == best and first < found):
                    best, found = total, first
            else:
                top = push(trie, bottom, top, child, (total << LEVEL_BITS) | (level + 1))
    group.work[0] += work
    return found


@njit(**INNER)
def push(trie: Trie, bottom: Int, top: Int, node: Int, key: Int) -> Int:
    """Put a node among its siblings on the stack, the cheapest on top."""
    at = top
    while at > bottom and trie.cost_stack[at - 1] < key:
        trie.cost_stack[at] = trie.cost_stack[at - 1]
        trie.node_stack[at] = trie.node_stack[at - 1]
        at -= 1
    trie.cost_stack[at] = key
    trie.node_stack[at] = node
    return top + 1


@njit(**INNER)
def rest_of_row(
    trie: Trie,
    records: Records,
    rows: Rows,
    group: Group,
    row: Int,
    level: Int,
    cost: Int,
    best: Int,
) -> Int:
    """Add what the levels below a node of one row cost, unless it is too much already."""
    while level < trie.attribute.size and cost <= best:
        j = trie.attribute[level]
        cost += added(records, group, j, rows.point[row, j])
        level += 1
    return cost


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
