"""Count the classes of one node of a generalization lattice: is it safe, or all that is measured.

The classes are counted part by part, one part per value of the partition attribute, from the
smallest frequency set that the node can be rolled up from; where that is worth its memory, they are
kept as a new one.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from celosia.kernels.counting import (
    COMPILE,
    count_part,
    fill_lookup,
    is_dense,
    keep_classes,
    key_weights,
    penalty_of_outliers,
    rarest,
    smallest_source,
)
from celosia.kernels.structures import (
    CHECKS,
    KEPT,
    ROLLUPS,
    SCANNED,
    Array,
    Int,
    Lattice,
    Levels,
    Measures,
    Packing,
    Pool,
    Rules,
    Scratch,
    Task,
)

WORTH_KEEPING = 2048
"""Entries of a set from which keeping its classes as another may save time, in a search."""
WORTH_MEASURING = 256
"""The same where all nodes are measured."""
SPARE = 1024
"""Classes that may be kept before it is known whether they are few enough."""


@njit(**COMPILE)
def check(
    node: int,
    pool: Pool,
    packing: Packing,
    levels: Levels,
    lattice: Lattice,
    scratch: Scratch,
    task: Task,
    rules: Rules,
) -> tuple[bool, float, Int]:
    """Count the classes of a node: is it safe, at what penalty, and who is the rarest outlier.

    The classes are counted part by part (one part per value of the partition attribute), which
    stays in cache and stops early once the outliers exceed the budget. On the way the classes are
    kept as a new frequency set where that is worth its memory.
    """
    task.stats[CHECKS] += 1
    part = rules.part
    source = smallest_source(pool, lattice, node)
    task.stats[ROLLUPS] += source > 0
    begin = pool.start[source]
    entries = pool.size[source]
    weights = np.empty(lattice.sizes.size, np.int64)
    starts = np.empty(lattice.sizes.size, np.int64)
    domain, wide = key_weights(weights, starts, levels, lattice, node, part)
    parts = levels.cards[part, lattice.levels[node, part]]
    dense = is_dense(wide, parts, entries, scratch.table.size)
    fill_lookup(scratch.lookup, packing, levels.group, starts, weights)
    if rules.penalized:
        weights[:] = 1
        fill_lookup(scratch.rest, packing, levels.rest, starts, weights)
    keep = pool.used[0] < pool.start.size and entries > WORTH_KEEPING
    origin = pool.used[1]
    outliers = np.int64(0)
    classes = np.int64(0)
    penalty = 0.0
    witness = np.int64(-1)
    safe = True
    high = np.int64(0)
    for group in range(parts):
        low = high
        while high < packing.cards[part] and levels.group[starts[part] + high] == group:
            high += 1
        first = begin + pool.bounds[source, low]
        seen = np.int64(pool.bounds[source, high])
        length = begin + seen - first
        if length == 0:
            if keep:
                begin_part(pool, origin, low)
            continue
        task.stats[SCANNED] += length
        more, over, used = count_part(pool, scratch, packing, first, length, domain, dense, rules.k)
        classes += more
        outliers += over
        if over > 0 and safe:
            if outliers > rules.budget:
                safe = False
                if rules.budget == 0:
                    witness = rarest(pool, scratch, first, length)
                if keep:
                    keep = (not rules.optimize or seen * 2 >= entries) and classes * 3 <= seen
            elif rules.penalized:
                penalty += penalty_of_outliers(pool, scratch, packing, first, length, rules.k)
        if keep:
            keep = pool.used[1] + more <= pool.counts.size and classes * 2 <= seen + SPARE
        if keep:
            begin_part(pool, origin, low)
            keep_classes(pool, scratch.keys, first, length, scratch.table)
        else:
            scratch.table[:used] = 0
            if not safe:
                break
    if keep and pool.used[1] > origin and not (safe and not rules.penalized):
        close_set(pool, node, origin)
        task.stats[KEPT] += 1
    else:
        pool.used[1] = origin
    return safe, penalty / rules.records, witness


@njit(**COMPILE)
def measure(
    node: int,
    pool: Pool,
    packing: Packing,
    levels: Levels,
    lattice: Lattice,
    scratch: Scratch,
    rules: Rules,
) -> Measures:
    """Measure all classes of a node, without stopping early.

    Keeps the classes where they are far fewer than what was counted, so that nodes measured from
    the bottom up become cheaper and cheaper.
    """
    part = rules.part
    source = smallest_source(pool, lattice, node)
    begin = pool.start[source]
    entries = pool.size[source]
    weights = np.empty(lattice.sizes.size, np.int64)
    starts = np.empty(lattice.sizes.size, np.int64)
    domain, wide = key_weights(weights, starts, levels, lattice, node, part)
    parts = levels.cards[part, lattice.levels[node, part]]
    dense = is_dense(wide, parts, entries, scratch.table.size)
    fill_lookup(scratch.lookup, packing, levels.group, starts, weights)
    weights[:] = 1
    fill_lookup(scratch.rest, packing, levels.rest, starts, weights)
    full = pool.used[0] == pool.start.size
    keep = not full
    origin = pool.used[1]
    total = Measures(0, 0, 0, 0.0, 0.0, 0.0, 0)
    high = np.int64(0)
    for group in range(parts):
        low = high
        while high < packing.cards[part] and levels.group[starts[part] + high] == group:
            high += 1
        first = begin + pool.bounds[source, low]
        length = begin + pool.bounds[source, high] - first
        classes, outliers, used = count_part(
            pool, scratch, packing, first, length, domain, dense, rules.k
        )
        penalty = 0.0
        if outliers > 0:
            penalty = penalty_of_outliers(pool, scratch, packing, first, length, rules.k)
        if keep and pool.used[1] + classes > pool.counts.size:
            keep = False
            full = True
        if keep:
            begin_part(pool, origin, low)
            kept = keep_classes(pool, scratch.keys, first, length, scratch.table)
            sizes = pool.counts[pool.used[1] - kept : pool.used[1]]
        else:
            sizes = scratch.table[:used]
        total = add_part(total, sizes, classes, outliers, penalty, rules)
        if not keep:
            sizes[:] = 0
    if keep and total.classes * 2 <= entries and entries > WORTH_MEASURING:
        close_set(pool, node, origin)
    else:
        pool.used[1] = origin
    if full:  # the next nodes resemble this one more than those whose sets fill the pool
        pool.used[0] = 1
        pool.used[1] = pool.size[0]
    return total


@njit(**COMPILE)
def begin_part(pool: Pool, origin: int, code: int) -> None:
    """Record where a part, known by its first code, starts in the set that is being kept.

    Nobody asks for the codes inside: every node that is counted from this one joins whole parts.
    """
    pool.bounds[pool.used[0], code] = pool.used[1] - origin


@njit(**COMPILE)
def close_set(pool: Pool, node: int, origin: int) -> None:
    """Enter the classes just kept into the pool."""
    new = pool.used[0]
    pool.start[new] = origin
    pool.size[new] = pool.used[1] - origin
    pool.node[new] = node
    pool.bounds[new, pool.bounds.shape[1] - 1] = pool.size[new]
    pool.used[0] = new + 1


@njit(**COMPILE)
def add_part(
    total: Measures, table: Array, classes: int, outliers: int, penalty: float, rules: Rules
) -> Measures:
    """Add the classes in one part's table to the totals."""
    small = 0
    squares = 0.0
    all_squares = 0.0
    smallest: Int = total.smallest
    for size in table:
        if size == 0:
            continue
        square = float(size) * float(size)
        all_squares += square
        if size < rules.k:
            small += 1
        else:
            squares += square
            if smallest == 0 or size < smallest:
                smallest = np.int64(size)
    return Measures(
        total.classes + classes,
        total.outliers + outliers,
        total.small + small,
        total.squares + squares,
        total.all_squares + all_squares,
        total.penalty + penalty / rules.records,
        smallest,
    )
