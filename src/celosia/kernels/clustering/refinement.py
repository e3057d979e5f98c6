"""Move and swap records between groups, now and then for the worse, and in the end for the better.

Simulated annealing: a change that raises the total cost by x is made with probability exp(-x / T),
and the temperature T falls. Everything is counted in whole numbers and steps, so the same seed
gives the same groups on every machine.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from celosia.kernels.clustering.records import Records
from celosia.kernels.clustering.refinement_groups import (
    GROUP,
    LEAN,
    NONE,
    Groups,
    cost_with,
    move,
    swap,
)
from celosia.kernels.clustering.regrouping import MOVES, NEXT, SWAPS, Search, split
from celosia.kernels.structures import Int
from celosia.kernels.wrapping import plus, times

CHANCE_BITS = 16
"""Logarithms are in units of 2 ** -16."""


@njit(inline="always")
def draw(search: Search, n: Int) -> Int:
    """Draw a number below `n` (splitmix64)."""
    search.state[0] = plus(search.state[0], np.uint64(0x9E3779B97F4A7C15))
    z = search.state[0]
    z = times(z ^ (z >> np.uint64(30)), np.uint64(0xBF58476D1CE4E5B9))
    z = times(z ^ (z >> np.uint64(27)), np.uint64(0x94D049BB133111EB))
    z ^= z >> np.uint64(31)
    return (np.int64(z >> np.uint64(33)) * n) >> 31


@njit(inline="always")
def draw_rise(search: Search, temperature: Int) -> Int:
    """Draw how much the total cost may rise: by x or more with probability exp(-x / T)."""
    return (temperature * search.logs[draw(search, search.logs.size)]) >> CHANCE_BITS


@njit(inline="always")
def alike(groups: Groups, i: Int, m: Int) -> bool:
    """Tell whether two records have the same codes, so that to swap them changes nothing."""
    same = True
    for j in range(groups.rows.shape[1]):
        same &= groups.rows[i, j] == groups.rows[m, j]
    return same


@njit(inline="always")
def partner(groups: Groups, search: Search, g: Int, i: Int) -> Int:
    """Choose whom of group `g` record `i` may be swapped with; NONE if nobody."""
    first, size = groups.start[g], groups.size[g]
    slot = draw(search, size)
    m = groups.member[first + slot]
    if search.signature.size > 0:
        tried = 1
        while search.signature[m] != search.signature[i] and tried <= size:
            m = groups.member[first + (slot + tried) % size]
            tried += 1
        m = m if search.signature[m] == search.signature[i] else NONE
    return NONE if m >= 0 and alike(groups, i, m) else m


@njit(**LEAN)
def propose(records: Records, groups: Groups, search: Search, temperature: Int, steps: Int) -> Int:
    """Propose some changes and make those that pass; return how much the total cost changed."""
    changed = 0
    for _ in range(steps):
        i = search.counts[NEXT]
        search.counts[NEXT] = i + 1 if i + 1 < groups.rows.shape[0] else 0
        j = np.int64(search.near[i, draw(search, search.near.shape[1])])
        g = groups.place[i, GROUP]
        if g != groups.place[j, GROUP] and groups.cost[g] > 0:
            rise = draw_rise(search, temperature)
            changed += approach(records, groups, search, i, groups.place[j, GROUP], rise)
    return changed


@njit(**LEAN)
def approach(records: Records, groups: Groups, search: Search, i: Int, h: Int, allowed: Int) -> Int:
    """Bring record `i` into group `h`, alone or for another, unless the cost rises too much."""
    g = groups.place[i, GROUP]
    free = search.signature.size == 0 and groups.size[g] > search.k
    moving = 1 if free and draw(search, 2) == 0 else 0
    m = NONE
    if not moving:
        m = partner(groups, search, h, i)
        if m == NONE:
            return 0
    before = groups.size[g] * groups.cost[g] + groups.size[h] * groups.cost[h]
    limit = before + allowed
    left, joined = groups.size[g] - moving, groups.size[h] + moving
    after = joined * cost_with(records, groups, h, m, i, limit // joined)
    if after > limit:
        return 0
    after += left * cost_with(records, groups, g, i, m, (limit - after) // left)
    if after > limit:
        return 0
    if moving:
        move(records, groups, i, h)
    else:
        swap(records, groups, i, m)
    search.counts[MOVES if moving else SWAPS] += 1
    if joined == 2 * search.k and moving:
        after += split(records, groups, search, h)
    return after - before
