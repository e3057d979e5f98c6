"""Spread what is known of one node, or of one rare record, to all nodes that it settles."""

from __future__ import annotations

import numpy as np
from numba import njit

from celosia.methods.compiled_code import INNER
from celosia.methods.lattice.kernels.count_kernel import (
    fill_keys,
    fill_lookup,
)
from celosia.methods.lattice.kernels.lattice_arrays import (
    SAFE,
    UNKNOWN,
    UNSAFE,
    Array,
    Lattice,
    Levels,
    Packing,
    Pool,
    Rules,
    Scratch,
    Task,
)


@njit(**INNER)
def tag_up(node: int, lattice: Lattice, state: Array, stack: Array) -> None:
    """Mark a node and all its generalizations as safe (generalization property)."""
    stack[0] = node
    state[node] = SAFE
    top = 1
    # A stack, not recursion: a node is pushed once, when it is marked, so room for all is enough.
    while top > 0:
        top -= 1
        current = stack[top]
        for j in range(lattice.sizes.size):
            if lattice.levels[current, j] + 1 < lattice.sizes[j]:
                above = current + lattice.strides[j]
                if state[above] == UNKNOWN:
                    state[above] = SAFE
                    stack[top] = above
                    top += 1


@njit(**INNER)
def tag_down(node: int, lattice: Lattice, state: Array, stack: Array) -> None:
    """Mark a node and all its specializations as unsafe."""
    stack[0] = node
    state[node] = UNSAFE
    top = 1
    while top > 0:
        top -= 1
        current = stack[top]
        for j in range(lattice.sizes.size):
            if lattice.levels[current, j] > 0:
                below = current - lattice.strides[j]
                if state[below] == UNKNOWN:
                    state[below] = UNSAFE
                    stack[top] = below
                    top += 1


@njit(**INNER)
def raise_penalty_floors(node: int, penalty: float, lattice: Lattice, task: Task) -> None:
    """Tell all specializations that they will suppress at least as much."""
    task.stack[0] = node
    top = 1
    while top > 0:
        top -= 1
        current = task.stack[top]
        for j in range(lattice.sizes.size):
            if lattice.levels[current, j] > 0:
                below = current - lattice.strides[j]
                # Valid: finer classes are parts of these, so outliers stay outliers.
                if task.penalty_floor[below] < penalty:
                    task.penalty_floor[below] = penalty
                    task.stack[top] = below
                    top += 1


@njit(**INNER)
def sum_over_lattice(totals: Array, lattice: Lattice) -> None:
    """Turn counts at nodes into counts at or below nodes: one prefix sum per attribute."""
    for j in range(lattice.sizes.size):
        stride = lattice.strides[j]
        block = stride * lattice.sizes[j]
        for base in range(0, totals.size, block):
            for level in range(1, lattice.sizes[j]):
                offset = base + level * stride
                for x in range(stride):
                    totals[offset + x] += totals[offset + x - stride]


@njit(**INNER)
def meeting_levels(
    meeting: Array,
    starts: Array,
    witness: int,
    pool: Pool,
    packing: Packing,
    levels: Levels,
    lattice: Lattice,
) -> None:
    """Find, for every value, the first level at which it looks like the witness's.

    Values that never do get a level that leads out of the lattice.
    """
    nodes = lattice.levels.shape[0]
    for j in range(packing.cards.size):
        entry = np.int64(pool.packed[packing.column[j], witness])
        own = (entry // packing.divisor[j]) % packing.cards[j]
        for v in range(packing.cards[j]):
            meeting[starts[j] + v] = nodes // lattice.strides[j]
            for level in range(lattice.sizes[j]):
                start = levels.start[j, level]
                if levels.group[start + v] == levels.group[start + own]:
                    meeting[starts[j] + v] = level
                    break


@njit(**INNER)
def sweep_witness(
    witness: int,
    pool: Pool,
    packing: Packing,
    levels: Levels,
    lattice: Lattice,
    scratch: Scratch,
    task: Task,
    rules: Rules,
) -> int:
    """Give an outlier's class size at every node at once, and mark where it is under k.

    Only for searches without suppression: there one class under k condemns a node.
    """
    starts = np.zeros(packing.cards.size, np.int64)
    for j in range(1, packing.cards.size):
        starts[j] = starts[j - 1] + packing.cards[j - 1]
    meeting = np.zeros(packing.cards.sum(), np.int64)
    meeting_levels(meeting, starts, witness, pool, packing, levels, lattice)
    fill_lookup(scratch.lookup, packing, meeting, starts, lattice.strides)
    totals = np.zeros(task.state.size, np.int32)
    base = pool.size[0]
    fill_keys(scratch.keys, pool.packed, 0, base, scratch.lookup, packing)
    for i in range(base):
        if scratch.keys[i] < totals.size:
            totals[scratch.keys[i]] += pool.counts[i]
    sum_over_lattice(totals, lattice)
    marked = 0
    for node in range(totals.size):
        if task.state[node] == UNKNOWN and totals[node] < rules.k:
            task.state[node] = UNSAFE
            marked += 1
    return marked
