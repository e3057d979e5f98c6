"""Mondrian: cut the records in two, and each half again."""

from __future__ import annotations

import numpy as np

from celosia.core.arrays import IntArray
from celosia.core.progress import Progress, silent
from celosia.methods.clustering.choices import Split
from celosia.methods.clustering.kernels.coded_records import Records
from celosia.methods.clustering.kernels.mondrian_kernel import CutRules, Cuts, cut_blocks

QUOTA = 1_000_000
"""Rows looked at between two reports of progress: a few hundredths of a second."""
BUCKETS = 1 << 16


def mondrian(
    records: Records,
    k: int,
    relaxed: bool = False,
    split: Split = Split.BALANCED,
    progress: Progress = silent,
) -> IntArray:
    """Cut the records at the median of the widest attribute, and each half again down to k.

    The widest attribute is that of the highest cost for the part, weight included; when it cannot
    be cut, the next widest is. A strict cut separates values: of the median only the upper border
    is tried, as published; balanced, the border that leaves the halves most equal. A relaxed cut
    puts half of the records on each side, those of the median value on either. Hierarchies are cut
    between the children of the closest common ancestor, sets in the order of their codes. A part
    with nulls and values is first cut between the two, if both are enough. Time grows as n log n.

    References: LeFevre, DeWitt and Ramakrishnan, Mondrian multidimensional k-anonymity, ICDE 2006.
    """
    rules = CutRules(
        least=k,
        enough=2 * k - 1,
        relaxed=relaxed,
        both_borders=split is Split.BALANCED,
        by_step=False,
    )
    return parts_of(records, rules, progress, "mondrian")


def parts_of(records: Records, rules: CutRules, progress: Progress, stage: str) -> IntArray:
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
