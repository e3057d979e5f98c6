"""What the groups of a partition cost."""

from __future__ import annotations

import numpy as np
from numba import njit

from celosia.methods.clustering.kernels.coded_records import SET, Records, span_cost
from celosia.methods.compiled_code import COMPILE, INNER
from celosia.methods.lattice.kernels.lattice_arrays import Array, Int


@njit(inline="always")
def ones(word: Int) -> Int:
    """Count the ones of a word, a loop that compiles to one instruction."""
    number = np.int64(0)
    while word:
        word &= word - np.uint64(1)
        number += 1
    return number


@njit(**COMPILE, boundscheck=False)
def span_of_few(rows: Array, j: Int, begin: Int, end: Int) -> tuple[Int, Int, Int]:
    """Give least and greatest code of a block, and how many differ; codes are under 64."""
    held = np.uint64(0)
    for i in range(begin, end):
        held |= np.uint64(1) << np.uint64(rows[i, j])
    # Bit tricks of Warren's Hacker's Delight, chapter 2: the zeros below the lowest bit are counted
    # as ones, and so is all below the highest, after it was smeared downwards.
    one = np.uint64(1)
    low = ones((held & (~held + one)) - one)
    up_to_high = held
    for step in (1, 2, 4, 8, 16, 32):
        up_to_high |= up_to_high >> np.uint64(step)
    return low, ones(up_to_high) - 1, ones(held)


@njit(**INNER, boundscheck=False)
def span_of_many(
    rows: Array, j: Int, begin: Int, end: Int, seen: Array, mark: Int
) -> tuple[Int, Int, Int]:
    """Give least and greatest code of a block, and how many differ, which are marked on the way."""
    low = high = np.int64(rows[begin, j])
    distinct = np.int64(0)
    for i in range(begin, end):
        code = np.int64(rows[i, j])
        if seen[code] != mark:
            seen[code] = mark
            distinct += 1
            low, high = min(low, code), max(high, code)
    return low, high, distinct


@njit(**INNER, boundscheck=False)
def span(rows: Array, j: Int, begin: Int, end: Int) -> tuple[Int, Int]:
    """Give least and greatest code of a block."""
    low = high = rows[begin, j]
    for i in range(begin + 1, end):
        low, high = min(low, rows[i, j]), max(high, rows[i, j])
    return np.int64(low), np.int64(high)


@njit(**COMPILE, boundscheck=False)
def key_of_rank(
    keys: Array, low: Int, high: Int, rank: Int, buckets: Array
) -> tuple[Int, Int, Int]:
    """Find the key that `rank` others precede in ascending order; the keys are not kept.

    Gives the key, how many are below it, and how many not above it.
    """
    size, below = keys.size, 0
    equal = size
    while low < high:
        # Parted by a shift, because a division for each key is slow; twice as many buckets as keys
        # leave about one in each, so that one or two rounds are all.
        room = min(max(128, 2 * size), buckets.size)
        shift = 0
        while (high - low) >> shift >= room:
            shift += 1
        buckets[: ((high - low) >> shift) + 1] = 0
        for i in range(size):
            buckets[(keys[i] - low) >> shift] += 1
        found = 0
        while rank >= below + buckets[found]:
            below += buckets[found]
            found += 1
        equal = buckets[found]
        low, high = low + (found << shift), min(high, low + ((found + 1) << shift) - 1)
        size = keep_between(keys, size, low, high) if shift else 0
    return low, below, below + equal


@njit(**INNER, boundscheck=False)
def keep_between(keys: Array, size: Int, low: Int, high: Int) -> Int:
    """Bring the keys of a range to the front; gives how many they are."""
    kept = 0
    for i in range(size):
        # Written always and counted if it stays: a branch on such keys is often mispredicted.
        key = keys[i]
        keys[kept] = key
        kept += low <= key <= high
    return kept


@njit(**COMPILE)
def group_sizes(group_of: Array) -> Array:
    """Count the records of each group."""
    groups = 0
    for i in range(group_of.size):
        groups = max(groups, group_of[i] + 1)
    sizes = np.zeros(groups, np.int64)
    for i in range(group_of.size):
        sizes[group_of[i]] += 1
    return sizes


@njit(**COMPILE)
def by_group(group_of: Array, sizes: Array) -> tuple[Array, Array]:
    """List the records group by group; the second array tells where each group starts."""
    start = np.zeros(sizes.size + 1, np.int64)
    for g in range(sizes.size):
        start[g + 1] = start[g] + sizes[g]
    after = start[:-1].copy()
    order = np.empty(group_of.size, np.int64)
    for i in range(group_of.size):
        order[after[group_of[i]]] = i
        after[group_of[i]] += 1
    return order, start


@njit(**INNER, boundscheck=False)
def add_spans(records: Records, j: Int, order: Array, start: Array, cost: Array) -> None:
    """Add the cost of one attribute for all groups whose spans say all."""
    codes = records.codes[j]
    for g in range(start.size - 1):
        low = high = codes[order[start[g]]] if start[g] < start[g + 1] else 0
        for at in range(start[g], start[g + 1]):
            code = codes[order[at]]
            low, high = min(low, code), max(high, code)
        cost[g] += span_cost(records, j, low, high, 1)


@njit(**INNER, boundscheck=False)
def add_sets(records: Records, j: Int, order: Array, start: Array, cost: Array) -> None:
    """Add the cost of one attribute whose different codes count; a code is marked by its group."""
    codes = records.codes[j]
    # The group's number marks a code as seen, so that nothing is cleared between groups.
    seen = np.full(records.cards[j], -1, np.int64)
    for g in range(start.size - 1):
        low, high, distinct = np.int64(records.cards[j]), np.int64(-1), 0
        for at in range(start[g], start[g + 1]):
            code = np.int64(codes[order[at]])
            if seen[code] != g:
                seen[code] = g
                distinct += 1
                low, high = min(low, code), max(high, code)
        cost[g] += span_cost(records, j, low, high, distinct) if distinct else 0


@njit(**COMPILE)
def group_costs(records: Records, group_of: Array) -> tuple[Array, Array]:
    """Give the size of each group, and what each of its records costs."""
    sizes = group_sizes(group_of)
    order, start = by_group(group_of, sizes)
    cost = np.zeros(sizes.size, np.int64)
    for j in range(records.kind.size):
        if records.kind[j] == SET:
            add_sets(records, j, order, start, cost)
        else:
            add_spans(records, j, order, start, cost)
    return sizes, cost


@njit(**COMPILE)
def total_cost(records: Records, group_of: Array) -> Int:
    """Add up what all records cost; `SCALE` times their number would tell nothing of any."""
    sizes, cost = group_costs(records, group_of)
    total: Int = np.int64(0)
    for g in range(sizes.size):
        total += sizes[g] * cost[g]
    return total
