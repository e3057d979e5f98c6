"""Classify the nodes of a generalization lattice by k-anonymity, or find the best one."""

from __future__ import annotations

import numpy as np
from numba import njit

from celosia.methods.compiled_code import COMPILE, INNER
from celosia.methods.lattice.kernels.count_kernel import (
    count_part,
    fill_lookup,
    is_dense,
    keep_classes,
    key_weights,
    penalty_of_outliers,
    rarest,
    smallest_source,
)
from celosia.methods.lattice.kernels.lattice_arrays import (
    CHECKS,
    FEW,
    KEPT,
    PATIENCE,
    ROLLUPS,
    SAFE,
    SCANNED,
    SWEEPS,
    TIE,
    UNKNOWN,
    UNSAFE,
    USELESS,
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
from celosia.methods.lattice.kernels.spread_kernel import (
    raise_penalty_floors,
    sweep_witness,
    tag_down,
    tag_up,
)

WORTH_KEEPING = 2048
"""Entries of a set from which keeping its classes as another may save time, in a search;
an estimate."""
WORTH_MEASURING = 256
"""The same where all nodes are measured; an estimate."""
SPARE = 1024
"""Classes that may be kept before it is known whether they are few enough; an estimate."""


@njit(**INNER)
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
                # With suppression one small class condemns nobody, so there is no witness.
                if rules.budget == 0:
                    witness = rarest(pool, scratch, first, length)
                if keep:
                    # Counted on only to keep its classes, which must be worth the rest.
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


@njit(**INNER)
def begin_part(pool: Pool, origin: int, code: int) -> None:
    """Record where a part, known by its first code, starts in the set that is being kept.

    Nobody asks for the codes inside: every node that is counted from this one joins whole parts.
    """
    pool.bounds[pool.used[0], code] = pool.used[1] - origin


@njit(**INNER)
def close_set(pool: Pool, node: int, origin: int) -> None:
    """Enter the classes just kept into the pool."""
    new = pool.used[0]
    pool.start[new] = origin
    pool.size[new] = pool.used[1] - origin
    pool.node[new] = node
    pool.bounds[new, pool.bounds.shape[1] - 1] = pool.size[new]
    pool.used[0] = new + 1


@njit(**INNER)
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


@njit(**INNER)
def is_open(node: int, task: Task, rules: Rules) -> bool:
    """Tell whether a node still has to be visited."""
    if not rules.optimize:
        return bool(task.state[node] == UNKNOWN)
    return bool(task.state[node] != UNSAFE and task.done[node] == 0 and could_win(node, task))


@njit(**INNER)
def could_win(node: int, task: Task) -> bool:
    """Tell whether a node may still beat the best, or tie with it and come first."""
    least = task.floor[node] + task.penalty_floor[node]
    if least < task.best[0] - TIE:
        return True
    return bool(least <= task.best[0] + TIE and task.rank[node] < task.leader[0])


@njit(**INNER)
def next_open(task: Task, rules: Rules) -> int:
    """Move the cursor to the next node to visit; -1 when none is left."""
    while task.cursor[0] < task.order.size:
        node = task.order[task.cursor[0]]
        if is_open(node, task, rules):
            return int(node)
        task.cursor[0] += 1
    return -1


@njit(**INNER)
def grow_path(node: int, lattice: Lattice, task: Task, rules: Rules) -> int:
    """Lay a path upwards through unknown nodes, always to the most preferred neighbour."""
    task.path[0] = node
    length = 1
    if task.state[node] != UNKNOWN:
        return length
    while length < rules.longest_path:
        cheapest = -1
        for j in range(lattice.sizes.size):
            if lattice.levels[node, j] + 1 < lattice.sizes[j]:
                above = node + lattice.strides[j]
                if task.state[above] != UNKNOWN:
                    continue
                if rules.optimize and task.floor[above] > task.best[0]:
                    continue
                if cheapest < 0 or task.rank[above] < task.rank[cheapest]:
                    cheapest = above
        if cheapest < 0:
            break
        node = cheapest
        task.path[length] = node
        length += 1
    return length


@njit(**INNER)
def record_safe(node: int, penalty: float, lattice: Lattice, task: Task, rules: Rules) -> None:
    """Spread a safe verdict, and keep its score."""
    if task.state[node] == UNKNOWN:
        tag_up(node, lattice, task.state, task.stack)
    if not rules.optimize:
        return
    task.done[node] = 1
    task.score[node] = task.floor[node] + penalty
    if task.score[node] < task.best[0] - TIE or (
        task.score[node] <= task.best[0] + TIE and task.rank[node] < task.leader[0]
    ):
        task.best[0] = min(task.best[0], task.score[node])
        task.leader[0] = task.rank[node]
    if penalty > 0:
        raise_penalty_floors(node, penalty, lattice, task)


@njit(**INNER)
def needs_no_check(node: int, task: Task, rules: Rules) -> bool:
    """Tell whether a safe node's score is settled, or cannot beat the best."""
    if not rules.optimize or not rules.penalized or task.done[node] == 1:
        return True
    return not could_win(node, task)


@njit(**COMPILE)
def search(
    pool: Pool,
    packing: Packing,
    levels: Levels,
    lattice: Lattice,
    scratch: Scratch,
    task: Task,
    rules: Rules,
    quota: int,
) -> bool:
    """Work until about `quota` entries have been scanned; True when nothing is left to do."""
    stop = task.stats[SCANNED] + quota
    while task.stats[SCANNED] < stop:
        start = next_open(task, rules)
        if start < 0:
            return True
        if task.state[start] == SAFE and needs_no_check(start, task, rules):
            record_safe(start, 0.0, lattice, task, rules)
            continue
        low = 0
        high = grow_path(start, lattice, task, rules) - 1
        # Once there is a best, the end goes first: if it is unsafe, so is all of the path.
        probe_end = rules.optimize and task.best[0] < np.inf
        while low <= high:
            middle = (low + high) >> 1
            if probe_end:
                middle = high
                probe_end = False
            node = task.path[middle]
            if task.state[node] == UNSAFE:
                low = middle + 1
                continue
            if task.state[node] == SAFE and needs_no_check(node, task, rules):
                high = middle - 1
                continue
            safe, penalty, witness = check(
                node, pool, packing, levels, lattice, scratch, task, rules
            )
            if safe:
                record_safe(node, penalty, lattice, task, rules)
                high = middle - 1
            else:
                tag_down(node, lattice, task.state, task.stack)
                low = middle + 1
            if witness >= 0 and task.stats[USELESS] < PATIENCE:
                task.stats[SWEEPS] += 1
                marked = sweep_witness(
                    witness, pool, packing, levels, lattice, scratch, task, rules
                )
                task.stats[USELESS] += 1
                if marked * FEW > task.state.size:
                    task.stats[USELESS] = 0
    return False
