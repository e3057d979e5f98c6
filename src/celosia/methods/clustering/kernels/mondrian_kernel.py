"""Cut records in two, and each half again, while the parts stay large enough.

The records lie in rows that move with the cuts, so that a part is always one block of memory and
the small parts, which are most of the work, stay in the cache. A cut needs the median only, which
is found by counting in ever finer buckets: no part is sorted, and no table is as long as the list
of codes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from celosia.methods.clustering.kernels.coded_records import SET, TREE, Records, span_cost
from celosia.methods.clustering.kernels.group_costs import (
    key_of_rank,
    span,
    span_of_few,
    span_of_many,
)
from celosia.methods.compiled_code import COMPILE, INNER
from celosia.methods.lattice.kernels.lattice_arrays import Array, Int

NEVER = -1
MANY_STEPS = 64
"""An attribute of more values is one that groups will span anyway: its width decides."""


class Cuts(NamedTuple):
    """How far the cutting is, and room to work in."""

    rows: Array
    """(n, d) codes; each part is a block of rows."""
    record: Array
    """(n,) the record that each row belongs to."""
    spare: Array
    """(n, d) the rows of the upper half while a block is divided."""
    spare_record: Array
    stack: Array
    """(depth, 2) where blocks to be cut begin and end."""
    used: Array
    """[blocks on the stack, groups so far, records in them, blocks looked at]"""
    group_of: Array
    """(n,) the group of each record."""
    seen: Array
    """The last block that held each code: counts the different codes of a set."""
    spans: Array
    """(3, d) least code, greatest code and cost of each attribute in a block."""
    keys: Array
    """(n,) what a cut compares of each row."""
    looked_for: Array
    """(n,) keys among which the median is looked for."""
    buckets: Array
    """Work space: how many keys fall into each range."""


class CutRules(NamedTuple):
    """Scalars of the cutting."""

    least: int
    """Fewest records of a part."""
    enough: int
    """A part of so many records is cut no more."""
    relaxed: bool
    """Records of the median value may go to either side."""
    both_borders: bool
    """A strict cut may go below the median value as well as above it."""
    by_step: bool
    """Cut where the next value costs most, not the attribute that costs most in all."""


@njit(**INNER)
def measure_spans(
    records: Records, cuts: Cuts, begin: Int, end: Int, mark: Int, by_step: bool
) -> None:
    """Write least code, greatest code and cost of each attribute in a block."""
    spans = cuts.spans
    for j in range(records.kind.size):
        distinct = np.int64(0)
        if records.kind[j] != SET:
            low, high = span(cuts.rows, j, begin, end)
        elif records.cards[j] <= 64:  # one machine word holds the set: no memory is touched
            low, high, distinct = span_of_few(cuts.rows, j, begin, end)
        else:
            seen = cuts.seen[records.offset[j] : records.offset[j + 1]]
            low, high, distinct = span_of_many(cuts.rows, j, begin, end, seen, mark)
        spans[0, j], spans[1, j] = low, high
        # A single value costs nothing and cannot be cut: 0 also means "do not look here".
        spans[2, j] = span_cost(records, j, low, high, distinct) if low < high else 0
        if by_step and low < high:
            steps = distinct - 1 if records.kind[j] == SET else high - low
            spans[2, j] //= min(steps, MANY_STEPS)


@njit(**INNER)
def children_level(records: Records, j: Int, low: Int, high: Int) -> Int:
    """Find where the level of the children of the closest common ancestor starts; -1: no children.

    An attribute that is no tree has none either: its codes are told apart one by one.
    """
    found: Int = np.int64(NEVER)
    at = records.tree[j]
    for _ in range(records.levels[j]):
        if records.group[at + low] == records.group[at + high]:
            break
        found = at
        at += records.cards[j]
    return found


@njit(**INNER, boundscheck=False)
def fill_keys(records: Records, cuts: Cuts, j: Int, begin: Int, end: Int, level: Int) -> None:
    """Write the numbers that a cut compares: codes, or the children they belong to."""
    for i in range(begin, end):
        code = cuts.rows[i, j]
        cuts.keys[i] = code if level == NEVER else records.group[level + code]


@njit(**INNER, boundscheck=False)
def divide(cuts: Cuts, begin: Int, end: Int, pivot: Int, ties: Int) -> Int:
    """Bring the rows with keys below the pivot, and the first `ties` at it, to the front.

    Gives where the second half begins; both keep their order.
    """
    d = cuts.rows.shape[1]
    front, behind = begin, 0
    for i in range(begin, end):
        at_pivot = cuts.keys[i] == pivot
        if cuts.keys[i] < pivot or (at_pivot and ties > 0):
            ties -= at_pivot
            for j in range(d):
                cuts.rows[front, j] = cuts.rows[i, j]
            cuts.record[front] = cuts.record[i]
            front += 1
        else:
            for j in range(d):
                cuts.spare[behind, j] = cuts.rows[i, j]
            cuts.spare_record[behind] = cuts.record[i]
            behind += 1
    # Through spare room and not by swaps, so that both halves keep their order: which of equal
    # records goes where must not depend on the cuts before.
    for i in range(behind):
        for j in range(d):
            cuts.rows[front + i, j] = cuts.spare[i, j]
        cuts.record[front + i] = cuts.spare_record[i]
    return front


@njit(**INNER)
def border(below: Int, up_to: Int, size: Int, rules: CutRules) -> Int:
    """Say how many records go to the front: of both borders of the median that nearer the middle.

    No other border is nearer the middle than these two, so when neither leaves enough records on
    both sides none does; then the answer is -1.
    """
    if rules.relaxed:
        return size // 2
    front = up_to
    if rules.both_borders and size - 2 * below <= 2 * up_to - size:
        front = below
    return front if rules.least <= front <= size - rules.least else NEVER


@njit(**INNER)
def cut_at_null(cuts: Cuts, null: Int, begin: Int, end: Int, least: Int) -> Int:
    """Part the nulls from the values, where both are enough."""
    nulls = 0
    for i in range(begin, end):
        nulls += cuts.keys[i] == null
    if least <= nulls <= end - begin - least:
        return divide(cuts, begin, end, null, 0)
    return NEVER


@njit(**INNER)
def cut(
    records: Records, cuts: Cuts, j: Int, low: Int, high: Int, begin: Int, end: Int, rules: CutRules
) -> Int:
    """Cut a block by one attribute; gives where the second half begins, -1 if it cannot be cut."""
    size = end - begin
    level = children_level(records, j, low, high)
    if records.kind[j] == TREE:
        if level == NEVER:
            return NEVER
        low, high = np.int64(records.group[level + low]), np.int64(records.group[level + high])
    fill_keys(records, cuts, j, begin, end, level)
    # Nulls have the last code, and with values they have only `*` in common: a cut between them
    # is worth more than one at the median.
    if high == records.null[j]:
        middle = cut_at_null(cuts, high, begin, end, rules.least)
        if middle != NEVER:
            return middle
    # The median is found by moving keys about; `divide` needs them where they are.
    cuts.looked_for[:size] = cuts.keys[begin:end]
    pivot, below, up_to = key_of_rank(
        cuts.looked_for[:size], low, high, (size - 1) // 2, cuts.buckets
    )
    front = border(below, up_to, size, rules)
    if front == NEVER:
        return NEVER
    return divide(cuts, begin, end, pivot, front - below)


@njit(**INNER)
def cut_widest(records: Records, cuts: Cuts, begin: Int, end: Int, rules: CutRules) -> Int:
    """Cut a block by the widest attribute that can be cut; -1 if none can."""
    spans = cuts.spans
    cuts.used[3] += 1
    measure_spans(records, cuts, begin, end, cuts.used[3], rules.by_step)
    for _ in range(records.kind.size):
        j = np.argmax(spans[2])
        if spans[2, j] <= 0:
            break
        middle = cut(records, cuts, j, spans[0, j], spans[1, j], begin, end, rules)
        if middle != NEVER:
            return middle
        spans[2, j] = 0  # the next widest one is tried, as LeFevre's Mondrian does
    return NEVER


@njit(**INNER)
def settle(cuts: Cuts, begin: Int, end: Int) -> None:
    """Make a block a group."""
    for i in range(begin, end):
        cuts.group_of[cuts.record[i]] = cuts.used[1]
    cuts.used[1] += 1
    cuts.used[2] += end - begin


@njit(**COMPILE)
def cut_blocks(records: Records, cuts: Cuts, rules: CutRules, quota: int) -> bool:
    """Go on cutting until `quota` rows were looked at; tells whether all is done."""
    looked_at = 0
    while cuts.used[0] > 0 and looked_at < quota:
        cuts.used[0] -= 1
        begin, end = cuts.stack[cuts.used[0]]
        looked_at += end - begin
        middle = NEVER
        if end - begin >= max(2 * rules.least, rules.enough + 1):
            middle = cut_widest(records, cuts, begin, end, rules)
        if middle == NEVER:
            settle(cuts, begin, end)
        else:
            # The lower half comes off first, so that groups are numbered from low to high.
            cuts.stack[cuts.used[0]] = middle, end
            cuts.stack[cuts.used[0] + 1] = begin, middle
            cuts.used[0] += 2
    return bool(cuts.used[0] == 0)
