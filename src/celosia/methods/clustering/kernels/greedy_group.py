"""The group that a greedy method fills: what one more record would add, and how far records are.

As k-members measures it, the distance is the square of the normalized Euclidean one: the sum over
attributes of weight * (difference / weight) ** 2, each term rounded down to a whole number.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from celosia.methods import compiled_code
from celosia.methods.clustering.kernels.coded_records import INTERVAL, SET, TREE, Records
from celosia.methods.compiled_code import UNCOUNTED
from celosia.methods.lattice.kernels.lattice_arrays import Array, Int

COMPILE: dict[str, Any] = {**compiled_code.COMPILE, "boundscheck": False, **UNCOUNTED}
INNER: dict[str, Any] = {**compiled_code.INNER, "boundscheck": False, **UNCOUNTED}
FAR = 1 << 60
"""Above every cost, and half of it may still be added to one."""
EMPTY, VALUES, NULLS, MIXED = 0, 1, 2, 3


class Rows(NamedTuple):
    """Records alike in all attributes as one row, in the order of the records."""

    point: Array
    """(rows, d) the place of a value of an interval, -1 for its null; the code of the others."""
    first: Array
    """(rows + 1,) the first record of each row."""
    left: Array
    """(rows,) records that are in no group yet; the earlier ones are taken first."""


class Group(NamedTuple):
    """One group being filled; all arrays but `table` and `work` are per attribute."""

    holds: Array
    """EMPTY, VALUES, NULLS or MIXED: with both, the attribute costs its weight already."""
    left: Array
    """INTERVAL: where the least value lies."""
    right: Array
    """INTERVAL: where the greatest value lies."""
    base: Array
    """INTERVAL: what any value adds, on top of its distance to the interval."""
    null: Array
    """INTERVAL: what a null adds."""
    table: Array
    """SET: what each code adds. TREE: cost of its common ancestor with the first record."""
    sunk: Array
    """SET and TREE: the part of `table` that is paid for already."""
    start: Array
    """TREE: code of the first record that `table` was made for; -1 before that."""
    low: Array
    """TREE: least code."""
    high: Array
    """TREE: greatest code."""
    mask: Array
    """SET: a bit for each code held, modulo 64."""
    fresh: Array
    """SET: the least that a code not held adds."""
    cost: Array
    """SET: cost of the values held."""
    work: Array
    """[entries looked at since the beginning]"""


@njit(**INNER)
def bit(code: Int) -> Any:
    """Give the bit of a code in a mask of 64."""
    return np.uint64(1) << np.uint64(code & 63)


@njit(**INNER)
def added(records: Records, group: Group, j: Int, point: Int) -> Int:
    """What the value of one attribute adds to the cost of the group."""
    if records.kind[j] != INTERVAL:
        return max(group.table[records.offset[j] + point] - group.sunk[j], 0)
    if point < 0:
        return group.null[j]
    return group.base[j] + max(group.left[j] - point, 0) + max(point - group.right[j], 0)


class Toll(NamedTuple):
    """What an attribute adds, for a loop over its values: numbers of `Group` read once."""

    interval: bool
    at: Int
    left: Int
    right: Int
    base: Int
    null: Int
    sunk: Int


@njit(**INNER)
def toll_of(records: Records, group: Group, j: Int) -> Toll:
    """Read what decides how much the values of an attribute add."""
    interval = records.kind[j] == INTERVAL
    left, right, base = group.left[j], group.right[j], group.base[j]
    return Toll(interval, records.offset[j], left, right, base, group.null[j], group.sunk[j])


@njit(**INNER)
def added_to(toll: Toll, table: Array, point: Int) -> Int:
    """What a value adds to the cost of the group: `added`, in a loop."""
    if not toll.interval:
        return max(table[toll.at + point] - toll.sunk, 0)
    if point < 0:
        return toll.null
    return toll.base + max(toll.left - point, 0) + max(point - toll.right, 0)


@njit(**INNER)
def is_null(records: Records, j: Int, point: Int) -> bool:
    """Tell whether a value is a null that stands apart from the values."""
    return bool(point < 0 or (records.kind[j] == SET and point == records.null[j]))


@njit(**INNER)
def fill(table: Array, start: Int, stop: Int, cost: Int) -> None:
    """Write one cost into a part of a table."""
    for at in range(start, stop):
        table[at] = cost


@njit(**INNER)
def clear(records: Records, rows: Rows, group: Group, members: Array) -> None:
    """Take back what `members`, the rows of the last group, left in the tables of sets."""
    for j in range(records.kind.size):
        if records.kind[j] != SET or group.holds[j] == EMPTY:
            continue
        at = records.offset[j]
        # Only what the members touched is put back: a table has as many entries as the attribute
        # has values, a group a handful. One that began with a null had written all of them.
        if rows.point[members[0], j] == records.null[j]:
            fill(group.table, at, records.offset[j + 1], records.step[j])
        for i in range(members.size):
            group.table[at + rows.point[members[i], j]] = records.step[j]
        if records.null[j] >= 0:
            group.table[at + records.null[j]] = records.weight[j]


@njit(**INNER)
def begin(records: Records, rows: Rows, group: Group, row: Int) -> None:
    """Make `row` the first record of a group; sets must be clear."""
    for j in range(records.kind.size):
        point = rows.point[row, j]
        null = is_null(records, j, point)
        if records.kind[j] == INTERVAL:
            group.base[j] = records.weight[j] if null else 0
            group.null[j] = 0 if null else records.weight[j]
            group.left[j] = 0 if null else point
            # After a null any value costs the whole weight, wherever it lies: an interval without
            # end adds no distance to it.
            group.right[j] = FAR if null else point
        elif records.kind[j] == SET:
            _begin_set(records, group, j, point, null)
        else:
            _begin_tree(records, group, j, point)
        group.holds[j] = NULLS if null else VALUES


@njit(**INNER)
def _begin_set(records: Records, group: Group, j: Int, code: Int, null: bool) -> None:
    if null:
        fill(group.table, records.offset[j], records.offset[j + 1], records.weight[j])
    group.table[records.offset[j] + code] = 0
    group.mask[j] = bit(code)
    group.cost[j] = 0
    group.sunk[j] = 0
    group.fresh[j] = records.weight[j] if null else records.step[j]


@njit(**INNER)
def _begin_tree(records: Records, group: Group, j: Int, code: Int) -> None:
    if group.start[j] != code:  # the table of the last group may be the same one
        fill_tree(records, group.table, j, code)
    group.start[j] = group.low[j] = group.high[j] = code
    group.sunk[j] = group.table[records.offset[j] + code]


@njit(**INNER)
def fill_tree(records: Records, table: Array, j: Int, code: Int) -> None:
    """Write the cost of the closest common ancestor of one code and each."""
    at, card = records.offset[j], records.cards[j]
    fill(table, at, at + card, records.weight[j])
    for level in range(records.levels[j] - 1, -1, -1):
        start = records.tree[j] + level * card
        group, cost = records.group[start + code], records.cost[start + code]
        # From the root down, so that closer ancestors overwrite; codes below one are a run.
        other = code
        while other < card and records.group[start + other] == group:
            table[at + other] = cost
            other += 1
        other = code - 1
        while other >= 0 and records.group[start + other] == group:
            table[at + other] = cost
            other -= 1


@njit(**INNER)
def extend(records: Records, rows: Rows, group: Group, row: Int) -> None:
    """Add a record to the group."""
    for j in range(records.kind.size):
        if group.holds[j] == MIXED:
            continue
        point = rows.point[row, j]
        null = is_null(records, j, point)
        if null != (group.holds[j] == NULLS):
            _mix(group, j)
        elif records.kind[j] == INTERVAL:
            if not null:
                _widen(records, group, j, point)
        elif records.kind[j] == SET:
            _insert(records, group, j, point)
        else:
            group.low[j] = min(group.low[j], point)
            group.high[j] = max(group.high[j], point)
            cost = group.table[records.offset[j] + point]
            group.sunk[j] = max(group.sunk[j], cost)


@njit(**INNER)
def _mix(group: Group, j: Int) -> None:
    """Values and nulls have only `*` in common: nothing adds to that."""
    group.holds[j] = MIXED
    group.base[j] = group.null[j] = group.left[j] = group.fresh[j] = 0
    group.right[j] = group.sunk[j] = FAR  # more than any table holds: `added` is 0 from now on


@njit(**INNER)
def _widen(records: Records, group: Group, j: Int, place: Int) -> None:
    group.left[j] = min(group.left[j], place)
    group.right[j] = max(group.right[j], place)
    group.null[j] = records.weight[j] - (group.right[j] - group.left[j])


@njit(**INNER)
def _insert(records: Records, group: Group, j: Int, code: Int) -> None:
    at = records.offset[j]
    group.mask[j] |= bit(code)
    group.cost[j] += group.table[at + code]
    group.table[at + code] = 0
    if records.null[j] >= 0 and group.holds[j] == VALUES:
        # A null would make it `*`: it adds what is missing to the whole weight.
        rest = records.weight[j] - group.cost[j]
        group.table[at + records.null[j]] = rest
        group.fresh[j] = min(records.step[j], rest)


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
    # Whole numbers up to 2**36 have squares that no int64 holds; rounding keeps their order.
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
