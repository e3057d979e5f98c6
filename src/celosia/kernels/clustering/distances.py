"""How far records are from a record, and from the mean of all that remain.

A distance is the sum over attributes of the squared difference as a share of the weight, times
the weight: whole numbers from 0 to `SCALE`, kept in floats because those are compared and added
several at a time.

The distance from the mean is the mean of the distances from all records: for numbers it differs
from the squared distance from their average, and for categories from that of the average of
indicator vectors, by the same amount for all records. So it puts records in the same order, and
it also has a meaning for hierarchies and nulls, which have no average.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from celosia.kernels.clustering.records import SET, Records, difference
from celosia.kernels.structures import Array, Int

COMPILE: dict[str, Any] = {"cache": True, "nogil": True}
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


class View(NamedTuple):
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
def look_from(records: Records, field: Field, view: View, at: Int) -> None:
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
def look_from_mean(records: Records, field: Field, view: View) -> None:
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


@njit(**COMPILE)
def variance(field: Field, p: Int, mean: float) -> float:
    """Mean squared difference of the known places from their mean."""
    total = 0.0
    for i in range(field.used[0]):
        if not field.taken[i] and field.places[p, i] != ABSENT:
            total += (field.places[p, i] - mean) ** 2
    return float(total / field.known[p]) if field.known[p] > 0 else 0.0


@njit(**COMPILE)
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
def measure(records: Records, field: Field, view: View) -> None:
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


@njit(**COMPILE, boundscheck=False)
def add_places(
    distance: Array, places: Array, centre: float, factor: float, base: float, absent: float
) -> None:
    """Add the part of an attribute whose labels are intervals."""
    for i in range(distance.size):
        gap = places[i] - centre
        known = np.rint(gap * gap * factor + base)
        distance[i] += absent if places[i] == ABSENT else known


@njit(**COMPILE, boundscheck=False)
def add_codes(distance: Array, codes: Array, table: Array) -> None:
    """Add the part of another attribute."""
    for i in range(distance.size):
        distance[i] += table[codes[i]]
