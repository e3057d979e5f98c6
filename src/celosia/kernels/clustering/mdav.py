"""Groups of k around the records that lie furthest out."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from celosia.kernels.clustering.distances import Field, View, look_from, look_from_mean, measure
from celosia.kernels.clustering.records import Records
from celosia.kernels.structures import Array, Int

COMPILE: dict[str, Any] = {"cache": True, "nogil": True}
NOBODY = -1
AT_HOME = -1.0
"""Distance of a centre from itself: it is nearer than its copies."""


@njit(**COMPILE, boundscheck=False)
def furthest(field: Field, distance: Array) -> Int:
    """Find the first of the furthest positions that remain."""
    found, most = NOBODY, -1.0
    for i in range(field.used[0]):
        if distance[i] > most and not field.taken[i]:
            found, most = i, distance[i]
    return found


@njit(**COMPILE, boundscheck=False)
def nearest(field: Field, distance: Array) -> Int:
    """Find the first of the nearest positions that remain."""
    found, least = NOBODY, np.inf
    for i in range(field.used[0]):
        if distance[i] < least and not field.taken[i]:
            found, least = i, distance[i]
    return found


@njit(**COMPILE, boundscheck=False)
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


@njit(**COMPILE, boundscheck=False)
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


@njit(**COMPILE)
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


@njit(**COMPILE, boundscheck=False)
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


@njit(**COMPILE, boundscheck=False)
def keep_untaken(column: Array, field: Field) -> None:
    """Close up one column."""
    end = 0
    for i in range(field.used[0]):
        column[end] = column[i]
        end += field.taken[i] == 0  # not 1 - taken: that is a byte, and so would `end` be in Python


@njit(**COMPILE)
def group_around(records: Records, field: Field, view: View, centre: Int, heap: Array) -> None:
    """Make a group of a position and those nearest to it; the view stays there."""
    look_from(records, field, view, centre)
    measure(records, field, view)
    view.distance[centre] = AT_HOME
    nearest_several(field, view.distance, heap)
    for at in range(heap.size):
        take(records, field, heap[at])
    field.used[2] += 1


@njit(**COMPILE)
def take_rest(records: Records, field: Field) -> None:
    """Make a group of all that remain."""
    for i in range(field.used[0]):
        if not field.taken[i]:
            take(records, field, i)
    field.used[2] += 1


@njit(**COMPILE)
def make_groups(records: Records, field: Field, view: View, k: int, quota: int) -> bool:
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


@njit(**COMPILE)
def keep_nearer(field: Field, near: Array, distance: Array) -> None:
    """Keep the distance from the nearest member of the group."""
    for i in range(field.used[0]):
        near[i] = min(near[i], distance[i])


@njit(**COMPILE)
def extend(
    records: Records, field: Field, view: View, centre: Int, heap: Array, near: Array, bound: float
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
    view: View,
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
