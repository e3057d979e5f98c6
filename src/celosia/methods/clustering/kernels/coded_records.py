"""Records as codes, and what it costs to publish several of them alike.

Costs are whole numbers, a share of `SCALE`: sums come out the same in any order, ties are ties,
and the same table gives the same groups on every machine.
"""

from __future__ import annotations

from typing import NamedTuple

from numba import njit

from celosia.methods.lattice.kernels.lattice_arrays import Array, Int

SCALE = 1 << 36
"""What a record costs when nothing of it is told; the weights of the attributes add up to it."""

INTERVAL, SET, TREE = 0, 1, 2


class Records(NamedTuple):
    """One column per record, in lexicographic order of the codes.

    A null, where an attribute has one, is its last code. It has no label in common with a value
    but `*`, so the two together cost the whole weight of the attribute.
    """

    codes: Array
    """(d, n) int32."""
    kind: Array
    """(d,) INTERVAL: a label tells least and greatest; SET: the values; TREE: an ancestor."""
    cards: Array
    """(d,) number of codes, the null's included."""
    null: Array
    """(d,) code of the null of an interval or a set; -1 where there is none, and for trees."""
    weight: Array
    """(d,) cost of telling nothing of the attribute."""
    offset: Array
    """(d + 1,) where the codes of each attribute start in `place`, and in look-up tables."""
    place: Array
    """Where each code lies on a line as long as the weight; of use for INTERVAL."""
    step: Array
    """(d,) cost of each value of a SET after the first."""
    levels: Array
    """(d,) number of levels of a TREE; 0 for the others."""
    tree: Array
    """(d,) where the levels of a TREE start in `group` and `cost`, one after the other."""
    group: Array
    """Number of the ancestor of each code at each level: codes of one ancestor are a run."""
    cost: Array
    """Cost of that ancestor."""


@njit(inline="always")
def tree_cost(records: Records, j: Int, low: Int, high: Int) -> Int:
    """Cost of the closest common ancestor of all codes between two."""
    card = records.cards[j]
    at = records.tree[j]
    for _ in range(records.levels[j]):
        if records.group[at + low] == records.group[at + high]:
            return records.cost[at + low]
        at += card
    return records.weight[j]


@njit(inline="always")
def span_cost(records: Records, j: Int, low: Int, high: Int, distinct: Int) -> Int:
    """Cost of an attribute for records whose codes go from `low` to `high`.

    `distinct` is the number of different codes; only a set looks at it.
    """
    if records.kind[j] == TREE:
        return tree_cost(records, j, low, high)
    if high == records.null[j]:
        return 0 if low == high else records.weight[j]
    if records.kind[j] == INTERVAL:
        at = records.offset[j]
        return records.place[at + high] - records.place[at + low]
    return (distinct - 1) * records.step[j]


@njit(inline="always")
def difference(records: Records, j: Int, one: Int, other: Int) -> Int:
    """How far apart two codes are, from 0 to the weight: what the two alone would cost."""
    if one == other:
        return 0
    low, high = min(one, other), max(one, other)
    if records.kind[j] == SET:
        return records.weight[j]
    return span_cost(records, j, low, high, 2)
