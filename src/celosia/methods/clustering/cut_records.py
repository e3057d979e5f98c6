"""Cut a table into parts of near records, and let a method that compares all pairs work in each."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from celosia.core.progress import Progress, silent
from celosia.core.values import CodeArray, IntArray
from celosia.methods.clustering.kernels.coded_records import TREE, Records
from celosia.methods.clustering.kernels.group_costs import by_group, group_sizes
from celosia.methods.clustering.kernels.mondrian_kernel import CutRules, Cuts, cut_blocks

QUOTA = 1_000_000
"""Rows looked at between two reports of progress: a few hundredths of a second."""
BUCKETS = 1 << 16
"""Values are counted in so many buckets at a time; a release of adult takes 0.61 s with 4,096,
0.54 s with these and 0.61 s with 262,144."""


def cut_into_parts(records: Records, rules: CutRules, progress: Progress, stage: str) -> IntArray:
    """Cut until no part can be cut or all have few enough records; give the part of each."""
    n = records.codes.shape[1]
    if not n:
        return np.zeros(0, np.int64)
    cuts = _uncut(records)
    while not cut_blocks(records, cuts, rules, QUOTA):
        progress(stage, float(cuts.used[2] / n))
    progress(stage, 1.0)
    return cuts.group_of


def _uncut(records: Records) -> Cuts:
    rows = np.ascontiguousarray(records.codes.T, np.int32)
    n = rows.shape[0]
    stack = np.zeros((n + 1, 2), np.int64)
    stack[0] = 0, n
    return Cuts(
        rows=rows,
        record=np.arange(n),
        spare=np.empty_like(rows),
        spare_record=np.empty(n, np.int64),
        stack=stack,
        used=np.array([1, 0, 0, 0]),
        group_of=np.zeros(n, np.int64),
        seen=np.full(records.offset[-1], -1, np.int64),
        spans=np.zeros((3, rows.shape[1]), np.int64),
        keys=np.empty(n, np.int32),
        looked_for=np.empty(n, np.int32),
        buckets=np.zeros(BUCKETS, np.int32),
    )


def in_neighbourhoods(
    records: Records,
    k: int,
    group: Callable[[Records], IntArray],
    most: int,
    progress: Progress = silent,
) -> IntArray:
    """Cut the records into neighbourhoods as Mondrian does, and let `group` work inside each.

    Cuts are strict and balanced, but not by the widest attribute: by the one whose next value
    costs most, such as a category of few values, which groups would hardly span. Numbers of many
    values are cut last, the widest first.

    What is exact: inside a neighbourhood, of at most `most` records, `group` finds what it would
    find if there were no others. What is approximate: a record never joins one of another
    neighbourhood, though that might be nearer. Records that no cut can part, because they are
    alike, stay together however many. With at most `most` records the result is that of `group`.
    For a method whose time grows as n², the time is that of n / `most` times `most`² steps.
    """
    if records.codes.shape[1] <= most:
        return group(records)
    rules = CutRules(least=2 * k, enough=most, relaxed=False, both_borders=True, by_step=True)
    part_of = cut_into_parts(records, rules, progress, "neighbourhoods")
    order, start = by_group(part_of, group_sizes(part_of))
    group_of = np.empty(part_of.size, np.int64)
    groups = 0
    for begin, end in pairwise(start.tolist()):
        progress("groups", begin / part_of.size)
        members = order[begin:end]
        group_of[members] = group(_only(records, members)) + groups
        groups = int(group_of[members].max()) + 1
    progress("groups", 1.0)
    return group_of


def _only(records: Records, members: IntArray) -> Records:
    """Keep some records, the attributes in which they differ, and the codes that they have.

    What they have in common costs the same however they are grouped, and without it a method sees
    what kind of records these are. Otherwise each neighbourhood would also go through tables as
    long as the list of all values.
    """
    found = [np.unique(codes[members], return_inverse=True) for codes in records.codes]
    kept = [j for j, (codes, _) in enumerate(found) if codes.size > 1] or [0]
    held = {j: found[j][0] for j in kept}
    cards = np.array([codes.size for codes in held.values()], np.int64)
    ancestors = [_ancestors(records, j, codes) for j, codes in held.items()]
    sizes = [places.size for places in ancestors]
    place = [records.offset[j] + codes for j, codes in held.items()]
    return Records(
        codes=np.array([found[j][1] for j in kept], np.int32),
        kind=records.kind[kept],
        cards=cards,
        null=np.array([_null(records, j, codes) for j, codes in held.items()], np.int64),
        weight=records.weight[kept],
        offset=np.concatenate([[0], np.cumsum(cards)]).astype(np.int64),
        place=records.place[np.concatenate(place)],
        step=records.step[kept],
        levels=records.levels[kept],
        tree=np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64),
        group=_renumbered(records, ancestors),
        cost=np.concatenate([records.cost[:0], *(records.cost[at.ravel()] for at in ancestors)]),
    )


def _null(records: Records, j: int, held: IntArray) -> int:
    null = records.null[j]
    return held.size - 1 if null >= 0 and held[-1] == null else -1


def _ancestors(records: Records, j: int, held: IntArray) -> IntArray:
    """(levels, codes) say where the ancestors of some codes are; no levels without a tree."""
    levels = np.arange(records.levels[j] if records.kind[j] == TREE else 0)[:, None]
    return np.asarray(records.tree[j] + levels * records.cards[j] + held, np.int64)


def _renumbered(records: Records, ancestors: list[IntArray]) -> CodeArray:
    """Number the ancestors that are left without gaps, in the same order."""
    levels = [np.unique(records.group[at], return_inverse=True)[1] for of in ancestors for at in of]
    return np.concatenate([np.zeros(0, np.int64), *levels]).astype(np.int32)


def in_parts(
    records: Records,
    k: int,
    most: int,
    group: Callable[[Records, Progress], IntArray],
    progress: Progress,
) -> IntArray:
    """Group all records at once if there are few enough or no limit is set, else in parts."""
    if not most or records.codes.shape[1] <= most:
        return group(records, progress)
    return in_neighbourhoods(records, k, lambda part: group(part, silent), most, progress)
