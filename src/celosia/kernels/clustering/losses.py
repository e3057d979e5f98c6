"""What the groups of a partition cost."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from celosia.kernels.clustering.records import SET, Records, span_cost
from celosia.kernels.structures import Array, Int

COMPILE: dict[str, Any] = {"cache": True, "nogil": True}


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


@njit(**COMPILE, boundscheck=False)
def add_spans(records: Records, j: Int, order: Array, start: Array, cost: Array) -> None:
    """Add the cost of one attribute for all groups whose spans say all."""
    codes = records.codes[j]
    for g in range(start.size - 1):
        low = high = codes[order[start[g]]] if start[g] < start[g + 1] else 0
        for at in range(start[g], start[g + 1]):
            code = codes[order[at]]
            low, high = min(low, code), max(high, code)
        cost[g] += span_cost(records, j, low, high, 1)


@njit(**COMPILE, boundscheck=False)
def add_sets(records: Records, j: Int, order: Array, start: Array, cost: Array) -> None:
    """Add the cost of one attribute whose different codes count; a code is marked by its group."""
    codes = records.codes[j]
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
