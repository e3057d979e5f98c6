"""Split, dissolve and found groups while records are moved between them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from celosia.kernels.clustering.records import Records
from celosia.kernels.clustering.refinement_groups import (
    GROUP,
    LEAN,
    NONE,
    Groups,
    add,
    cost_with,
    move,
)
from celosia.kernels.structures import Array, Int

MOVES, SWAPS, SPARE, NEXT = 0, 1, 2, 3
UNBOUNDED = 1 << 62


class Search(NamedTuple):
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


@njit(**LEAN)
def split(records: Records, groups: Groups, search: Search, g: Int) -> Int:
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


@njit(**LEAN)
def share_out(records: Records, groups: Groups, members: Array, j: Int, g: Int, h: Int) -> None:
    """Give one group the half of the records with the lesser codes, another the rest."""
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


@njit(**LEAN)
def best_home(records: Records, groups: Groups, search: Search, i: Int) -> tuple[Int, Int]:
    """Find the group near record `i`, not its own, where it adds least; and how much it adds."""
    best, home = UNBOUNDED, NONE
    for at in range(search.near.shape[1]):
        h = groups.place[np.int64(search.near[i, at]), GROUP]
        size = groups.size[h]
        if h != groups.place[i, GROUP] and size < 2 * search.k - 1:
            old = size * groups.cost[h]
            limit = (min(best, UNBOUNDED - old) + old) // (size + 1)
            rise = (size + 1) * cost_with(records, groups, h, NONE, i, limit) - old
            if rise < best:
                best, home = rise, h
    return home, best


@njit(**LEAN)
def dissolve(records: Records, groups: Groups, search: Search, g: Int) -> Int:
    """Send all members of a group to others if that pays; return how the total cost changed."""
    gain = groups.size[g] * groups.cost[g]
    count = groups.size[g]
    members = search.pool[0]
    rises: Int = 0
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
def dissolve_some(records: Records, groups: Groups, search: Search, first: Int, last: Int) -> Int:
    """Try to dissolve the groups from `first` to `last`; return how the total cost changed."""
    changed = 0
    for g in range(first, last):
        if groups.size[g] > 0:
            changed += dissolve(records, groups, search, g)
    return changed


@njit(**LEAN)
def found(records: Records, groups: Groups, search: Search, i: Int) -> Int:
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
def found_some(records: Records, groups: Groups, search: Search, first: Int, last: Int) -> Int:
    """Try to found groups around the records from `first` to `last`."""
    changed = 0
    for i in range(first, last):
        if groups.size[groups.place[i, GROUP]] > search.k and search.counts[SPARE] > 0:
            changed += found(records, groups, search, i)
    return changed
