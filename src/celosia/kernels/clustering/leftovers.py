"""Put the records that are left when fewer than k remain into the groups they cost least."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from celosia.kernels.clustering.greedy_group import FAR
from celosia.kernels.clustering.greedy_options import COMPILE, INNER
from celosia.kernels.clustering.records import Records, span_cost
from celosia.kernels.structures import Array, Int


class Members(NamedTuple):
    """The members of each group."""

    member: Array
    """(groups, most members)"""
    size: Array
    """(groups,)"""
    stamp: Array
    """One per code, all 0 at first: when the code was last seen."""
    tick: Array
    """[number of times that members were looked through]"""


@njit(**COMPILE)
def join_best(records: Records, members: Members, group_of: Array, left: Array) -> None:
    """Put each record of `left`, in that order, where the loss of all groups rises least.

    The loss is the sum over groups of size x cost; of equal groups the first is taken.
    """
    for i in range(group_of.size):
        if group_of[i] >= 0:
            join(members, group_of[i], i)
    for record in left:
        group = best_group(records, members, record)
        group_of[record] = group
        join(members, group, record)


@njit(**INNER)
def join(members: Members, group: Int, record: Int) -> None:
    """Add a record to the members of a group."""
    members.member[group, members.size[group]] = record
    members.size[group] += 1


@njit(**INNER)
def best_group(records: Records, members: Members, record: Int) -> Int:
    """Find the group whose loss rises least by a record."""
    least, best = np.int64(FAR), 0
    for group in range(members.size.size):
        first = members.member[group, 0]
        if cost_of_pair(records, record, first, least) >= least:
            continue  # the record alone would lose as much
        size = members.size[group]
        before = cost_with(records, members, group, first)
        after = cost_with(records, members, group, record)
        rise = (size + 1) * after - size * before
        if rise < least:
            least, best = rise, group
    return best


@njit(**INNER)
def cost_of_pair(records: Records, one: Int, other: Int, enough: Int) -> Int:
    """Give the cost of two records, or of some attributes if that is `enough`."""
    cost = np.int64(0)
    for j in range(records.kind.size):
        a, b = records.codes[j, one], records.codes[j, other]
        if a != b:
            cost += span_cost(records, j, min(a, b), max(a, b), 2)
            if cost >= enough:
                break
    return cost


@njit(**INNER)
def cost_with(records: Records, members: Members, group: Int, record: Int) -> Int:
    """Give the cost of a group with one more record, or with one of its own."""
    members.tick[0] += 1
    cost = np.int64(0)
    for j in range(records.kind.size):
        low = high = records.codes[j, record]
        members.stamp[records.offset[j] + low] = members.tick[0]
        distinct = 1
        for i in range(members.size[group]):
            code = records.codes[j, members.member[group, i]]
            low, high = min(low, code), max(high, code)
            at = records.offset[j] + code
            distinct += members.stamp[at] != members.tick[0]
            members.stamp[at] = members.tick[0]
        cost += span_cost(records, j, low, high, distinct)
    return cost
