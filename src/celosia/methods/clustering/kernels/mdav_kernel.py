"""Groups of k around the records that lie furthest out."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from celosia.methods.clustering.kernels.coded_records import SET, Records, difference
from celosia.methods.compiled_code import COMPILE, INNER
from celosia.methods.lattice.kernels.lattice_arrays import Array, Int

BLOCK = 2048
"""Records whose distances are added up while they stay in the first cache."""
ABSENT = -1.0
"""Place of a null."""


class Field(NamedTuple):
    """The records that remain, in their order; some may be taken already."""

    numeric: Array
    """(p,) the attributes whose labels are intervals."""
    other: Array
    """(q,) the rest."""
    places: Array
    """(p, n) where each record lies; ABSENT for a null."""
    codes: Array
    """(q, n)"""
    record: Array
    """(n,) the record at each position."""
    position: Array
    """(n,) the position of each record."""
    taken: Array
    """(n,) 1 when the record at a position has its group."""
    used: Array
    """[positions, records that remain, groups so far]"""
    counts: Array
    """How many of the records that remain have each code of the other attributes."""
    total: Array
    """(p,) sum of their places, whole numbers."""
    known: Array
    """(p,) how many of them are no null."""
    group_of: Array
    """(n,) the group of each record."""


class Outlook(NamedTuple):
    """How far each value is from where one stands."""

    centre: Array
    """(p,) a number is `factor * (place - centre)^2 + base` away."""
    factor: Array
    base: Array
    absent: Array
    """(p,) how far a null is away."""
    table: Array
    """How far each code of the other attributes is away."""
    distance: Array
    """(n,) the sums for the record at each position."""


@njit(inline="always")
def squared(gap: Int, weight: Int) -> float:
    """Square a difference, as a share of the weight, times the weight."""
    return np.rint(np.float64(gap) * np.float64(gap) * (1.0 / weight)) if weight > 0 else 0.0


@njit(**COMPILE)
def look_from(records: Records, field: Field, view: Outlook, at: Int) -> None:
    """Stand at the record of one position."""
    for p in range(field.numeric.size):
        weight = records.weight[field.numeric[p]]
        null = field.places[p, at] == ABSENT
        view.centre[p] = field.places[p, at]
        view.factor[p] = 0.0 if null or weight == 0 else 1.0 / weight
        view.base[p] = weight if null else 0.0
        view.absent[p] = 0.0 if null else weight
    for q in range(field.other.size):
        j = field.other[q]
        code = field.codes[q, at]
        for other in range(records.cards[j]):
            gap = difference(records, j, other, code)
            view.table[records.offset[j] + other] = squared(gap, records.weight[j])


@njit(**COMPILE)
def look_from_mean(records: Records, field: Field, view: Outlook) -> None:
    """Stand at the mean of all records that remain."""
    remain = field.used[1]
    for p in range(field.numeric.size):
        weight = records.weight[field.numeric[p]]
        share = field.known[p] / remain
        mean = field.total[p] / max(field.known[p], 1)
        view.centre[p] = mean
        view.factor[p] = share / weight if weight > 0 else 0.0
        view.base[p] = 0.0
        if field.known[p] < remain:
            spread = variance(field, p, mean)
            view.base[p] = view.factor[p] * spread + (1.0 - share) * weight
        view.absent[p] = np.rint(share * weight)
    for q in range(field.other.size):
        j = field.other[q]
        counts = field.counts[records.offset[j] : records.offset[j + 1]]
        table = view.table[records.offset[j] : records.offset[j + 1]]
        if records.kind[j] == SET:
            for code in range(table.size):
                table[code] = np.rint(records.weight[j] * (remain - counts[code]) / remain)
        else:
            mean_in_tree(records, j, counts, remain, table)


@njit(**INNER)
def variance(field: Field, p: Int, mean: float) -> float:
    """Mean squared difference of the known places from their mean."""
    total = 0.0
    for i in range(field.used[0]):
        if not field.taken[i] and field.places[p, i] != ABSENT:
            total += (field.places[p, i] - mean) ** 2
    return float(total / field.known[p]) if field.known[p] > 0 else 0.0


@njit(**INNER)
def mean_in_tree(records: Records, j: Int, counts: Array, remain: Int, table: Array) -> None:
    """Give the mean of the squared costs of the ancestors that each code has with all records."""
    card = records.cards[j]
    nearer = counts.copy()
    table[:] = 0.0
    for level in range(records.levels[j]):
        at = records.tree[j] + level * card
        within = np.zeros(card, np.int64)
        for code in range(card):
            within[records.group[at + code]] += counts[code]
        for code in range(card):
            records_there = within[records.group[at + code]]
            square = squared(records.cost[at + code], records.weight[j])
            table[code] += (records_there - nearer[code]) * square
            nearer[code] = records_there
    for code in range(card):
        table[code] = np.rint(
            (table[code] + (remain - nearer[code]) * np.float64(records.weight[j])) / remain
        )


@njit(**COMPILE, boundscheck=False)
def measure(records: Records, field: Field, view: Outlook) -> None:
    """Add up the distances of all positions."""
    for begin in range(0, field.used[0], BLOCK):
        end = min(begin + BLOCK, field.used[0])
        distance = view.distance[begin:end]
        distance[:] = 0.0
        for p in range(field.numeric.size):
            add_places(
                distance,
                field.places[p, begin:end],
                view.centre[p],
                view.factor[p],
                view.base[p],
                view.absent[p],
            )
        for q in range(field.other.size):
            add_codes(
                distance, field.codes[q, begin:end], view.table[records.offset[field.other[q]] :]
            )


@njit(**INNER, boundscheck=False)
def add_places(
    distance: Array, places: Array, centre: float, factor: float, base: float, absent: float
) -> None:
    """Add the part of an attribute whose labels are intervals."""
    for i in range(distance.size):
        gap = places[i] - centre
        known = np.rint(gap * gap * factor + base)
        distance[i] += absent if places[i] == ABSENT else known


@njit(**INNER, boundscheck=False)
def add_codes(distance: Array, codes: Array, table: Array) -> None:
    """Add the part of another attribute."""
    for i in range(distance.size):
        distance[i] += table[codes[i]]


NOBODY = -1
AT_HOME = -1.0
"""Distance of a centre from itself: it is nearer than its copies."""


@njit(**INNER, boundscheck=False)
def furthest(field: Field, distance: Array) -> Int:
    """Find the first of the furthest positions that remain."""
    found, most = NOBODY, -1.0
    for i in range(field.used[0]):
        if distance[i] > most and not field.taken[i]:
            found, most = i, distance[i]
    return found


@njit(**INNER, boundscheck=False)
def nearest(field: Field, distance: Array) -> Int:
    """Find the first of the nearest positions that remain."""
    found, least = NOBODY, np.inf
    for i in range(field.used[0]):
        if distance[i] < least and not field.taken[i]:
            found, least = i, distance[i]
    return found


@njit(**INNER, boundscheck=False)
def sift_down(heap: Array, at: Int, distance: Array) -> None:
    """Restore a heap of positions whose first is the furthest, and of those the last."""
    moved = heap[at]
    while 2 * at + 1 < heap.size:
        child = 2 * at + 1
        if child + 1 < heap.size and is_further(distance, heap[child + 1], heap[child]):
            child += 1
        if not is_further(distance, heap[child], moved):
            break
        heap[at] = heap[child]
        at = child
    heap[at] = moved


@njit(inline="always")
def is_further(distance: Array, one: Int, other: Int) -> bool:
    """Compare two positions; of two equally far the later one counts as further."""
    if distance[one] == distance[other]:
        return bool(one > other)
    return bool(distance[one] > distance[other])


@njit(**INNER, boundscheck=False)
def nearest_several(field: Field, distance: Array, heap: Array) -> None:
    """Find as many of the nearest positions that remain as the heap holds."""
    held = i = 0
    while held < heap.size:
        if not field.taken[i]:
            heap[held] = i
            held += 1
        i += 1
    for at in range(heap.size // 2 - 1, -1, -1):
        sift_down(heap, at, distance)
    while i < field.used[0]:
        if distance[i] < distance[heap[0]] and not field.taken[i]:
            heap[0] = i
            sift_down(heap, 0, distance)
        i += 1


@njit(**INNER)
def take(records: Records, field: Field, i: Int) -> None:
    """Give the record at a position to the group that is being made."""
    field.taken[i] = 1
    field.used[1] -= 1
    field.group_of[field.record[i]] = field.used[2]
    for p in range(field.numeric.size):
        if field.places[p, i] >= 0:
            field.total[p] -= np.int64(field.places[p, i])
            field.known[p] -= 1
    for q in range(field.other.size):
        field.counts[records.offset[field.other[q]] + field.codes[q, i]] -= 1


@njit(**INNER, boundscheck=False)
def close_up(field: Field) -> None:
    """Move the records that remain together, in their order, once a sixteenth is taken."""
    if 16 * field.used[1] > 15 * field.used[0]:
        return
    for p in range(field.numeric.size):
        keep_untaken(field.places[p], field)
    for q in range(field.other.size):
        keep_untaken(field.codes[q], field)
    keep_untaken(field.record, field)
    field.used[0] = field.used[1]
    for i in range(field.used[0]):
        field.taken[i] = 0
        field.position[field.record[i]] = i


@njit(**INNER, boundscheck=False)
def keep_untaken(column: Array, field: Field) -> None:
    """Close up one column."""
    end = 0
    for i in range(field.used[0]):
        column[end] = column[i]
        end += field.taken[i] == 0  # not 1 - taken: that is a byte, and so would `end` be in Python


@njit(**INNER)
def group_around(records: Records, field: Field, view: Outlook, centre: Int, heap: Array) -> None:
    """Make a group of a position and those nearest to it; the view stays there."""
    look_from(records, field, view, centre)
    measure(records, field, view)
    view.distance[centre] = AT_HOME
    nearest_several(field, view.distance, heap)
    for at in range(heap.size):
        take(records, field, heap[at])
    field.used[2] += 1


@njit(**INNER)
def take_rest(records: Records, field: Field) -> None:
    """Make a group of all that remain."""
    for i in range(field.used[0]):
        if not field.taken[i]:
            take(records, field, i)
    field.used[2] += 1


@njit(**COMPILE)
def make_groups(records: Records, field: Field, view: Outlook, k: int, quota: int) -> bool:
    """Make MDAV's groups until `quota` records were looked at; tells whether all have one."""
    heap = np.empty(k, np.int64)
    looked_at = 0
    while field.used[1] >= 2 * k and looked_at < quota:
        close_up(field)
        looked_at += 3 * field.used[0]
        both = field.used[1] >= 3 * k
        look_from_mean(records, field, view)
        measure(records, field, view)
        group_around(records, field, view, furthest(field, view.distance), heap)
        if both:
            group_around(records, field, view, furthest(field, view.distance), heap)
    if field.used[1] >= 2 * k:
        return False
    take_rest(records, field)
    return True


@njit(**INNER)
def keep_nearer(field: Field, near: Array, distance: Array) -> None:
    """Keep the distance from the nearest member of the group."""
    for i in range(field.used[0]):
        near[i] = min(near[i], distance[i])


@njit(**INNER)
def extend(
    records: Records,
    field: Field,
    view: Outlook,
    centre: Int,
    heap: Array,
    near: Array,
    bound: float,
) -> Int:
    """Add the nearest outsider while it is nearer to the group than to the other outsiders.

    The view is at the centre. `bound` is the share of its squared distance from the nearest other
    outsider that its squared distance from the group has to be under. Gives how often the records
    were looked at.
    """
    near[: field.used[0]] = view.distance[: field.used[0]]
    looks = 0
    for at in range(heap.size):
        if heap[at] == centre:
            continue  # the view was there
        look_from(records, field, view, heap[at])
        measure(records, field, view)
        keep_nearer(field, near, view.distance)
        looks += 1
    for _ in range(heap.size - 1):
        if field.used[1] == 0:
            break
        closest = nearest(field, near)
        look_from(records, field, view, closest)
        measure(records, field, view)
        looks += 1
        field.taken[closest] = 1
        outsider = nearest(field, view.distance)
        field.taken[closest] = 0
        if outsider != NOBODY and near[closest] >= bound * view.distance[outsider]:
            break
        field.used[2] -= 1
        take(records, field, closest)
        field.used[2] += 1
        keep_nearer(field, near, view.distance)
    return looks


@njit(**COMPILE)
def make_variable_groups(
    records: Records,
    field: Field,
    view: Outlook,
    outermost: Array,
    cursor: Array,
    k: int,
    bound: float,
    quota: int,
) -> bool:
    """Make V-MDAV's groups until `quota` records were looked at; tells whether under k remain."""
    heap = np.empty(k, np.int64)
    near = np.empty(field.used[0])
    looked_at = 0
    while field.used[1] >= k and looked_at < quota:
        close_up(field)
        while field.group_of[outermost[cursor[0]]] != NOBODY:
            cursor[0] += 1
        centre = field.position[outermost[cursor[0]]]
        group_around(records, field, view, centre, heap)
        looks = extend(records, field, view, centre, heap, near, bound)
        looked_at += (looks + 1) * field.used[0]
    return bool(field.used[1] < k)
