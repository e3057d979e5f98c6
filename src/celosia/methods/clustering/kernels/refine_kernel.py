"""Move, swap, split and dissolve: now and then for the worse, and in the end for the better."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from celosia.methods.clustering.kernels.changing_groups import (
    GROUP,
    LEAN,
    LEAN_INNER,
    NONE,
    Groups,
    add,
    cost_with,
    move,
    swap,
)
from celosia.methods.clustering.kernels.coded_records import Records
from celosia.methods.lattice.kernels.lattice_arrays import Array, Int
from celosia.methods.lattice.kernels.machine_words import plus, times

MOVES, SWAPS, SPARE, NEXT = 0, 1, 2, 3
UNBOUNDED = 1 << 62


class RefineState(NamedTuple):
    """What guides the proposals."""

    near: Array
    """(n, m) records near each record."""
    signature: Array
    """(n,) only records of equal signature are swapped; empty when anything goes."""
    logs: Array
    """-log of evenly spread chances."""
    state: Array
    """(1,) uint64 state of the random numbers."""
    counts: Array
    """(4,) moves and swaps made, groups to spare, and whose turn it is."""
    spare: Array
    """Groups that are not in use."""
    pool: Array
    """(2, 2k) room for the members of a group, and where they came from."""
    k: Int


@njit(**LEAN_INNER)
def split(records: Records, groups: Groups, search: RefineState, g: Int) -> Int:
    """Halve a group of 2k along the attribute where it costs least; return the change."""
    before = groups.size[g] * groups.cost[g]
    search.counts[SPARE] -= 1
    fresh = search.spare[search.counts[SPARE]]
    members = search.pool[0]
    for slot in range(groups.size[g]):
        members[slot] = groups.member[groups.start[g] + slot]
    best, chosen = UNBOUNDED, 0
    for j in range(groups.rows.shape[1]):
        share_out(records, groups, members, j, g, fresh)
        if groups.cost[g] + groups.cost[fresh] < best:
            best, chosen = groups.cost[g] + groups.cost[fresh], j
    share_out(records, groups, members, chosen, g, fresh)
    return search.k * (groups.cost[g] + groups.cost[fresh]) - before


@njit(**LEAN_INNER)
def share_out(records: Records, groups: Groups, members: Array, j: Int, g: Int, h: Int) -> None:
    """Give one group the half of the records with the lesser codes, another the rest."""
    # Insertion sort: 2k members are few, and it takes no room.
    for at in range(1, members.size):
        i = members[at]
        while at > 0 and order_of(groups, members[at - 1], j) > order_of(groups, i, j):
            members[at] = members[at - 1]
            at -= 1
        members[at] = i
    groups.size[g] = groups.size[h] = 0
    for at in range(members.size):
        add(records, groups, members[at], g if 2 * at < members.size else h)


@njit(inline="always")
def order_of(groups: Groups, i: Int, j: Int) -> Int:
    """Make a number that orders records by code, then by themselves."""
    return groups.rows[i, j] * groups.rows.shape[0] + i


@njit(**LEAN_INNER)
def best_home(records: Records, groups: Groups, search: RefineState, i: Int) -> tuple[Int, Int]:
    """Find the group near record `i`, not its own, where it adds least; and how much it adds."""
    best, home = UNBOUNDED, NONE
    for at in range(search.near.shape[1]):
        h = groups.place[np.int64(search.near[i, at]), GROUP]
        size = groups.size[h]
        if h != groups.place[i, GROUP] and size < 2 * search.k - 1:
            old = size * groups.cost[h]
            # The sum of a word and `old` must not wrap, hence the inner minimum.
            limit = (min(best, UNBOUNDED - old) + old) // (size + 1)
            rise = (size + 1) * cost_with(records, groups, h, NONE, i, limit) - old
            if rise < best:
                best, home = rise, h
    return home, best


@njit(**LEAN_INNER)
def dissolve(records: Records, groups: Groups, search: RefineState, g: Int) -> Int:
    """Send all members of a group to others if that pays; return how the total cost changed."""
    gain = groups.size[g] * groups.cost[g]
    count = groups.size[g]
    members = search.pool[0]
    rises: Int = 0
    # First each as if it went alone: a refusal here has moved nobody.
    for slot in range(count):
        members[slot] = groups.member[groups.start[g] + slot]
        rises += best_home(records, groups, search, members[slot])[1]
        if rises >= gain:
            return 0
    changed = -gain
    for at in range(count):
        home, rise = best_home(records, groups, search, members[at])
        if home == NONE or changed + rise >= 0:
            for sent in range(at):
                move(records, groups, members[sent], g)
            return 0
        move(records, groups, members[at], home)
        changed += rise
    search.counts[MOVES] += count
    search.spare[search.counts[SPARE]] = g
    search.counts[SPARE] += 1
    return changed


@njit(**LEAN)
def dissolve_some(
    records: Records, groups: Groups, search: RefineState, first: Int, last: Int
) -> Int:
    """Try to dissolve the groups from `first` to `last`; return how the total cost changed."""
    changed = 0
    for g in range(first, last):
        if groups.size[g] > 0:
            changed += dissolve(records, groups, search, g)
    return changed


@njit(**LEAN_INNER)
def found(records: Records, groups: Groups, search: RefineState, i: Int) -> Int:
    """Make a group of records that larger groups near `i` can do without, if that pays."""
    fresh = search.spare[search.counts[SPARE] - 1]
    changed: Int = 0
    count = 0
    for at in range(NONE, search.near.shape[1]):
        m = np.int64(search.near[i, at]) if at >= 0 else i
        g = groups.place[m, GROUP]
        if groups.size[g] > search.k and g != fresh and count < search.k:
            search.pool[0, count], search.pool[1, count] = m, g
            changed -= groups.size[g] * groups.cost[g]
            move(records, groups, m, fresh)
            changed += groups.size[g] * groups.cost[g]
            count += 1
    changed += count * groups.cost[fresh]
    if count == search.k and changed < 0:
        search.counts[SPARE] -= 1
        search.counts[MOVES] += count
        return changed
    for at in range(count):
        move(records, groups, search.pool[0, at], search.pool[1, at])
    return 0


@njit(**LEAN)
def found_some(records: Records, groups: Groups, search: RefineState, first: Int, last: Int) -> Int:
    """Try to found groups around the records from `first` to `last`."""
    changed = 0
    for i in range(first, last):
        if groups.size[groups.place[i, GROUP]] > search.k and search.counts[SPARE] > 0:
            changed += found(records, groups, search, i)
    return changed


CHANCE_BITS = 16
"""Logarithms are in units of 2 ** -16."""


@njit(inline="always")
def draw(search: RefineState, n: Int) -> Int:
    """Draw a number below `n` (splitmix64)."""
    search.state[0] = plus(search.state[0], np.uint64(0x9E3779B97F4A7C15))
    z = search.state[0]
    z = times(z ^ (z >> np.uint64(30)), np.uint64(0xBF58476D1CE4E5B9))
    z = times(z ^ (z >> np.uint64(27)), np.uint64(0x94D049BB133111EB))
    z ^= z >> np.uint64(31)
    # 31 random bits times n, over 2 ** 31: no division, and no overflow for n below 2 ** 32.
    return (np.int64(z >> np.uint64(33)) * n) >> 31


@njit(inline="always")
def draw_rise(search: RefineState, temperature: Int) -> Int:
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
def partner(groups: Groups, search: RefineState, g: Int, i: Int) -> Int:
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
def propose(
    records: Records, groups: Groups, search: RefineState, temperature: Int, steps: Int
) -> Int:
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


@njit(**LEAN_INNER)
def approach(
    records: Records, groups: Groups, search: RefineState, i: Int, h: Int, allowed: Int
) -> Int:
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
    # First the group that is entered, whose cost is the one to rise: as costs are never negative,
    # it alone may be enough to refuse.
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
