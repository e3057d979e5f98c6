"""Classify the nodes of a generalization lattice by k-anonymity, or find the best one.

The loop that every lattice search shares: take the next open node in the given order, check it
(or bisect a path that starts at it), and spread what the check proves. What distinguishes
Incognito from an optimal search is only the order, the length of paths, and the stopping rule.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from celosia.kernels.counting import COMPILE
from celosia.kernels.node_classes import check
from celosia.kernels.structures import (
    FEW,
    PATIENCE,
    SAFE,
    SCANNED,
    SWEEPS,
    TIE,
    UNKNOWN,
    UNSAFE,
    USELESS,
    Lattice,
    Levels,
    Packing,
    Pool,
    Rules,
    Scratch,
    Task,
)
from celosia.kernels.tagging import (
    raise_penalty_floors,
    sweep_witness,
    tag_down,
    tag_up,
)


@njit(**COMPILE)
def is_open(node: int, task: Task, rules: Rules) -> bool:
    """Tell whether a node still has to be visited."""
    if not rules.optimize:
        return bool(task.state[node] == UNKNOWN)
    return bool(task.state[node] != UNSAFE and task.done[node] == 0 and could_win(node, task))


@njit(**COMPILE)
def could_win(node: int, task: Task) -> bool:
    """Tell whether a node may still beat the best, or tie with it and come first."""
    least = task.floor[node] + task.penalty_floor[node]
    if least < task.best[0] - TIE:
        return True
    return bool(least <= task.best[0] + TIE and task.rank[node] < task.leader[0])


@njit(**COMPILE)
def next_open(task: Task, rules: Rules) -> int:
    """Move the cursor to the next node to visit; -1 when none is left."""
    while task.cursor[0] < task.order.size:
        node = task.order[task.cursor[0]]
        if is_open(node, task, rules):
            return int(node)
        task.cursor[0] += 1
    return -1


@njit(**COMPILE)
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


@njit(**COMPILE)
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


@njit(**COMPILE)
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
