"""Groups as runs along a line of records, cut where they lose least."""

from __future__ import annotations

import numpy as np

from celosia.core.progress import Progress
from celosia.core.values import IntArray
from celosia.methods.clustering.kernels.coded_records import Records
from celosia.methods.clustering.kernels.line_kernel import Runs, number_runs, settle_places

FINEST = 32
"""Groups above this size are cut at every k/32-th record only, which bounds the work."""
QUOTA = 4_000_000
"""Records taken into runs between two reports of progress: a few tenths of a second."""


def best_runs(records: Records, order: IntArray, k: int, progress: Progress) -> IntArray:
    """Cut the records, in the order given, into runs of at least k so that they lose least.

    Runs of exactly k would ignore where the line leaps. The optimum over all ways to cut is found
    by dynamic programming: no run needs 2k records, for two shorter ones cost no more. Up to
    k = 63 the result is the optimum; beyond, cuts are tried at every (k // 32)-th record, so that
    time grows with n only.
    """
    n = order.size
    if n < 2 * k:
        return np.zeros(n, np.int64)
    step = max(1, k // FINEST)
    ends = np.append(np.arange(n // step) * step, n)
    runs = _unsettled(records, order, ends)
    most = 2 * k + step - 2
    while not settle_places(records, runs, k, most, max(1, QUOTA // most)):
        progress("runs", float(runs.reached[0] / ends.size))
    group_of = np.empty(n, np.int64)
    number_runs(runs, order, group_of)
    progress("runs", 1.0)
    return group_of


def _unsettled(records: Records, order: IntArray, ends: IntArray) -> Runs:
    return Runs(
        rows=np.ascontiguousarray(records.codes.T[order], np.int32),
        ends=ends.astype(np.int64),
        best=np.zeros(ends.size, np.int64),
        before=np.zeros(ends.size, np.int64),
        reached=np.ones(1, np.int64),
        seen=np.full(records.offset[-1], -1, np.int64),
    )
