"""Records near each record: the best of those that stand beside it in several orders."""

from __future__ import annotations

from numba import njit

from celosia.kernels.clustering.records import Records, span_cost
from celosia.kernels.clustering.refinement_groups import LEAN
from celosia.kernels.structures import Array, Int


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
    if new >= cost[last] or (new == 0 and cost[last // 4] == 0):
        return
    for at in range(last + 1):
        if near[at] == m:
            return
    while last > 0 and cost[last - 1] > new:
        near[last], cost[last] = near[last - 1], cost[last - 1]
        last -= 1
    near[last], cost[last] = m, new
