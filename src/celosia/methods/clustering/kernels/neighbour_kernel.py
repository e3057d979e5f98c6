"""Records near each record, and the groups that are cheapest to join."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from celosia.methods.clustering.kernels.changing_groups import LEAN
from celosia.methods.clustering.kernels.coded_records import SET, Records, span_cost
from celosia.methods.compiled_code import COMPILE, INNER
from celosia.methods.lattice.kernels.lattice_arrays import Array, Int


@njit(inline="always")
def pair_cost(records: Records, rows: Array, i: Int, m: Int, limit: Int) -> Int:
    """What each of two records costs in a group of their own; above `limit` not to its end."""
    total = 0
    for j in range(rows.shape[1]):
        one, other = rows[i, j], rows[m, j]
        if one != other:
            total += span_cost(records, j, min(one, other), max(one, other), 2)
            if total > limit:
                break
    return total


@njit(**LEAN)
def look_around(
    records: Records,
    rows: Array,
    order: Array,
    window: Int,
    first: Int,
    last: Int,
    near: Array,
    cost: Array,
) -> None:
    """Add those beside the records from place `first` to `last` of an order, if nearer.

    `near` (n, m) is -1 and `cost` endless where a list is not full; lists go from near to far. At
    most a quarter of a list has the same codes as the record: they are one place to go.
    """
    n = order.size
    for at in range(first, last):
        i = order[at]
        for beside in range(max(0, at - window), min(n, at + window + 1)):
            m = order[beside]
            if m != i:
                _consider(near[i], cost[i], m, pair_cost(records, rows, i, m, cost[i, -1]))


@njit(inline="always")
def _consider(near: Array, cost: Array, m: Int, new: Int) -> None:
    last = near.size - 1
    # Lists are in order, so a quarter of alike records shows in one entry.
    if new >= cost[last] or (new == 0 and cost[last // 4] == 0):
        return
    for at in range(last + 1):
        if near[at] == m:
            return
    while last > 0 and cost[last - 1] > new:
        near[last], cost[last] = near[last - 1], cost[last - 1]
        last -= 1
    near[last], cost[last] = m, new


class GroupLists(NamedTuple):
    """What the labels of groups tell, attribute by attribute."""

    low: Array
    """(d, groups) least code."""
    high: Array
    """(d, groups) greatest code."""
    mask: Array
    """(d, groups) a bit for each code modulo 64; of use for sets."""
    size: Array
    """(groups,) number of records."""
    cost: Array
    """(groups,) cost of each record."""


@njit(**COMPILE)
def summarize(records: Records, group_of: Array, number: Int) -> GroupLists:
    """Gather least, greatest and masks; records of group -1 are left out."""
    d, n = records.codes.shape
    low = np.full((d, number), np.iinfo(np.int32).max, np.int32)
    high = np.full((d, number), -1, np.int32)
    mask = np.zeros((d, number), np.uint64)
    size = np.zeros(number, np.int64)
    for i in range(n):
        group = group_of[i]
        if group < 0:
            continue
        size[group] += 1
        for j in range(d):
            code = records.codes[j, i]
            low[j, group] = min(low[j, group], code)
            high[j, group] = max(high[j, group], code)
            mask[j, group] |= np.uint64(1) << np.uint64(code & 63)
    cost = np.zeros(number, np.int64)
    for group in range(number):
        for j in range(d):
            distinct = bits(mask[j, group])
            cost[group] += span_cost(records, j, low[j, group], high[j, group], distinct)
    return GroupLists(low, high, mask, size, cost)


@njit(inline="always")
def bits(mask: Int) -> Int:
    """Count the bits that are set."""
    count = 0
    # Each turn clears the lowest bit that is set (Kernighan): as many turns as bits.
    while mask != np.uint64(0):
        mask &= mask - np.uint64(1)
        count += 1
    return count


@njit(**INNER)
def joined_cost(records: Records, groups: GroupLists, one: Int, other: Int) -> Int:
    """Cost of each record of two groups together; sets of over 64 values are estimated."""
    total = 0
    for j in range(records.kind.size):
        low = min(groups.low[j, one], groups.low[j, other])
        high = max(groups.high[j, one], groups.high[j, other])
        distinct = 1
        if records.kind[j] == SET:
            distinct = bits(groups.mask[j, one] | groups.mask[j, other])
        total += span_cost(records, j, low, high, distinct)
    return total


@njit(**COMPILE)
def find_partners(
    records: Records,
    groups: GroupLists,
    asked: Array,
    order: Array,
    reach: Int,
    partner: Array,
    increase: Array,
) -> None:
    """Keep, for each asked group, the partners whose joining raises the loss least.

    Looks `reach` places to both sides along an order of the groups. `partner` and `increase`,
    (asked, kept), hold the best so far, cheapest first, and -1 where none is known.
    """
    place = np.empty(order.size, np.int64)
    for position in range(order.size):
        place[order[position]] = position
    for row in range(asked.size):
        group = asked[row]
        first = max(0, place[group] - reach)
        last = min(order.size, place[group] + reach + 1)
        for position in range(first, last):
            other = order[position]
            if other != group:
                joined = joined_cost(records, groups, group, other)
                rise = groups.size[group] * (joined - groups.cost[group])
                rise += groups.size[other] * (joined - groups.cost[other])
                _insert(partner[row], increase[row], other, rise)


@njit(**INNER)
def _insert(partner: Array, increase: Array, other: Int, rise: Int) -> None:
    """Put a candidate in its place among the best, once."""
    kept = partner.size
    if partner[kept - 1] >= 0 and rise >= increase[kept - 1]:
        return
    for at in range(kept):
        if partner[at] == other:
            return
    at = kept - 1
    while at > 0 and (partner[at - 1] < 0 or increase[at - 1] > rise):
        partner[at] = partner[at - 1]
        increase[at] = increase[at - 1]
        at -= 1
    partner[at] = other
    increase[at] = rise
