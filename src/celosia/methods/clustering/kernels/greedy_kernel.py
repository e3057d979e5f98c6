"""Fill groups one record at a time, always with the record that adds least."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numba.extending import overload

from celosia.methods.clustering.kernels.box_kernel import (
    Boxes,
    forget_in_boxes,
    furthest_in_boxes,
    nearest_in_boxes,
)
from celosia.methods.clustering.kernels.coded_records import Records, span_cost
from celosia.methods.clustering.kernels.greedy_group import (
    COMPILE,
    FAR,
    INNER,
    Group,
    Reference,
    Rows,
    begin,
    clear,
    extend,
    refer,
)
from celosia.methods.clustering.kernels.scan_kernel import (
    Scan,
    forget_in_scan,
    furthest_in_scan,
    nearest_in_scan,
)
from celosia.methods.clustering.kernels.trie_kernel import (
    Trie,
    forget_in_trie,
    furthest_in_trie,
    nearest_in_trie,
)
from celosia.methods.lattice.kernels.lattice_arrays import Array, Int


class Members(NamedTuple):
    """The members of each group."""

    member: Array
    """(groups, most members)"""
    size: Array
    """(groups,)"""
    stamp: Array
    """One per code, all 0 at first: when the code was last seen."""
    tick: Array
    """[number of times that members were looked through]"""


@njit(**COMPILE)
def join_best(records: Records, members: Members, group_of: Array, left: Array) -> None:
    """Put each record of `left`, in that order, where the loss of all groups rises least.

    The loss is the sum over groups of size x cost; of equal groups the first is taken.
    """
    for i in range(group_of.size):
        if group_of[i] >= 0:
            join(members, group_of[i], i)
    for record in left:
        group = best_group(records, members, record)
        group_of[record] = group
        join(members, group, record)


@njit(**INNER)
def join(members: Members, group: Int, record: Int) -> None:
    """Add a record to the members of a group."""
    members.member[group, members.size[group]] = record
    members.size[group] += 1


@njit(**INNER)
def best_group(records: Records, members: Members, record: Int) -> Int:
    """Find the group whose loss rises least by a record."""
    least, best = np.int64(FAR), 0
    for group in range(members.size.size):
        first = members.member[group, 0]
        if cost_of_pair(records, record, first, least) >= least:
            continue  # the record alone would lose as much
        size = members.size[group]
        before = cost_with(records, members, group, first)
        after = cost_with(records, members, group, record)
        rise = (size + 1) * after - size * before
        if rise < least:
            least, best = rise, group
    return best


@njit(**INNER)
def cost_of_pair(records: Records, one: Int, other: Int, enough: Int) -> Int:
    """Give the cost of two records, or of some attributes if that is `enough`."""
    cost = np.int64(0)
    for j in range(records.kind.size):
        a, b = records.codes[j, one], records.codes[j, other]
        if a != b:
            cost += span_cost(records, j, min(a, b), max(a, b), 2)
            if cost >= enough:
                break
    return cost


@njit(**INNER)
def cost_with(records: Records, members: Members, group: Int, record: Int) -> Int:
    """Give the cost of a group with one more record, or with one of its own."""
    members.tick[0] += 1
    cost = np.int64(0)
    for j in range(records.kind.size):
        low = high = records.codes[j, record]
        members.stamp[records.offset[j] + low] = members.tick[0]
        distinct = 1
        for i in range(members.size[group]):
            code = records.codes[j, members.member[group, i]]
            low, high = min(low, code), max(high, code)
            at = records.offset[j] + code
            distinct += members.stamp[at] != members.tick[0]
            members.stamp[at] = members.tick[0]
        cost += span_cost(records, j, low, high, distinct)
    return cost


# Three kinds of index answer the same three questions. Python looks the answer up when it is asked
# (NUMBA_DISABLE_JIT=1: to step through, to measure coverage); numba looks it up once, by the type
# of the index, while it compiles: a switch at run time would compile all three for each.
OPTIONS: Any = INNER
Answers = dict[type, Any]
NEAREST: Answers = {Scan: nearest_in_scan, Trie: nearest_in_trie, Boxes: nearest_in_boxes}
FURTHEST: Answers = {Scan: furthest_in_scan, Trie: furthest_in_trie, Boxes: furthest_in_boxes}
FORGET: Answers = {Scan: forget_in_scan, Trie: forget_in_trie, Boxes: forget_in_boxes}


class GreedyTask(NamedTuple):
    """What is asked, and what was done so far."""

    group_of: Array
    """(n,) -1 for records in no group."""
    members: Array
    """(k,) rows of the last group."""
    order: Array
    """l-greedy: the order in which rows begin groups."""
    state: Array
    """[groups, records left, position in `order`, row that the next group begins far from]"""


def nearest(index: Any, records: Records, rows: Rows, group: Group, near: Int) -> Int:
    """Find the row that adds least to the group; of equals the earliest."""
    return NEAREST[type(index)](index, records, rows, group, near)


def furthest(index: Any, records: Records, rows: Rows, group: Group, reference: Reference) -> Int:
    """Find the row furthest from the reference; of equals the earliest."""
    return FURTHEST[type(index)](index, records, rows, group, reference)


def forget(index: Any, records: Records, rows: Rows, row: Int) -> None:
    """Leave out a row that has no records left."""
    FORGET[type(index)](index, records, rows, row)


@overload(nearest, strict=False, jit_options=OPTIONS)
def _nearest(index: Any, records: Any, rows: Any, group: Any, near: Any) -> Any:
    search = NEAREST[index.instance_class]
    return lambda index, records, rows, group, near: search(index, records, rows, group, near)


@overload(furthest, strict=False, jit_options=OPTIONS)
def _furthest(index: Any, records: Any, rows: Any, group: Any, reference: Any) -> Any:
    search = FURTHEST[index.instance_class]
    return lambda index, records, rows, group, reference: search(
        index, records, rows, group, reference
    )


@overload(forget, strict=False, jit_options=OPTIONS)
def _forget(index: Any, records: Any, rows: Any, row: Any) -> Any:
    leave_out = FORGET[index.instance_class]
    return lambda index, records, rows, row: leave_out(index, records, rows, row)


@njit(**INNER)
def take(records: Records, rows: Rows, index: Any, task: GreedyTask, row: Int) -> None:
    """Put the first record that a row has left into the current group."""
    task.group_of[rows.first[row + 1] - rows.left[row]] = task.state[0]
    task.state[1] -= 1
    rows.left[row] -= 1
    if rows.left[row] == 0:
        forget(index, records, rows, row)


@njit(**INNER)
def grow(
    records: Records, rows: Rows, index: Any, group: Group, task: GreedyTask, row: Int
) -> None:
    """Fill a group that begins with `row`."""
    if task.state[0] > 0:
        clear(records, rows, group, task.members)
    begin(records, rows, group, row)
    take(records, rows, index, task, row)
    task.members[0] = row
    for size in range(1, task.members.size):
        row = nearest(index, records, rows, group, row)
        extend(records, rows, group, row)
        take(records, rows, index, task, row)
        task.members[size] = row
    task.state[0] += 1
    task.state[3] = row


@njit(**COMPILE)
def l_greedy_slice(
    records: Records, rows: Rows, index: Any, group: Group, task: GreedyTask, quota: Int
) -> bool:
    """Form groups until fewer than k records are left, or `quota` entries were looked at.

    Each begins with the first record left, by `task.order`.
    """
    until = group.work[0] + quota
    while task.state[1] >= task.members.size:
        if group.work[0] >= until:
            return False
        while rows.left[task.order[task.state[2]]] == 0:
            task.state[2] += 1
        grow(records, rows, index, group, task, task.order[task.state[2]])
    return True


@njit(**COMPILE)
def k_members_slice(
    records: Records,
    rows: Rows,
    index: Any,
    group: Group,
    reference: Reference,
    task: GreedyTask,
    quota: Int,
) -> bool:
    """Form groups until fewer than k records are left, or `quota` entries were looked at.

    Each begins with the record furthest from the last one of the group before.
    """
    until = group.work[0] + quota
    while task.state[1] >= task.members.size:
        if group.work[0] >= until:
            return False
        refer(records, rows, reference, task.state[3])
        row = furthest(index, records, rows, group, reference)
        grow(records, rows, index, group, task, row)
    return True
