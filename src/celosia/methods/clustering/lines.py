"""Groups as runs along a line of records: Hilbert's curve, or the distance from one point."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from celosia.core.arrays import IntArray
from celosia.core.progress import Progress, silent
from celosia.methods.clustering.kernels.coded_records import Records
from celosia.methods.clustering.kernels.line_kernel import (
    WORD,
    Runs,
    all_cells,
    distances_from,
    hilbert_keys,
    number_runs,
    settle_places,
)

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


MOST_BITS = 16
SLICE = 200_000
"""Records placed on the curve between two reports of progress."""


def hilbert(records: Records, k: int, progress: Progress = silent) -> IntArray:
    """Order the records along Hilbert's curve, and cut it where the groups lose least.

    The curve visits all cells of a grid over the attributes, each a neighbour of the one before,
    so records near each other on it are alike. The first axis of the grid is the attribute whose
    values cost most to mix: the curve turns there least often. The order is an approximation; the
    cuts are the best for that order (see `best_runs`). Time grows as n log n.

    References: Ghinita, Karras, Kalnis and Mamoulis, Fast data anonymization with low information
    loss, VLDB 2007; and A framework for efficient data anonymization under privacy and accuracy
    constraints, ACM TODS 34(2), 2009.
    """
    return best_runs(records, hilbert_order(records, progress), k, progress)


def hilbert_order(records: Records, progress: Progress = silent) -> IntArray:
    """List the records as the curve visits them; those of one cell stay in their order."""
    codes, axes, bits = records.codes, _axes(records), _bits(records)
    d, n = codes.shape
    cells = all_cells(records, bits)
    keys = np.zeros((-(-d * bits // WORD), n), np.int64)
    for start in range(0, n, SLICE):
        progress("curve", start / n)
        some = slice(start, start + SLICE)
        hilbert_keys(codes[:, some], cells, records.offset, axes, bits, keys[:, some])
    return np.lexsort(keys[::-1])


def _bits(records: Records) -> int:
    """Choose how finely the grid is cut: as the widest attribute asks, if the keys fit a word."""
    wanted = int(records.cards.max() - 1).bit_length()
    fit = WORD // records.kind.size
    return max(1, min(wanted, MOST_BITS, fit))


def _axes(records: Records) -> IntArray:
    """Put first the attributes that cost most from one value to the next."""
    return np.argsort(-(records.weight / np.maximum(records.cards - 1, 1)), kind="stable")


def reference(
    records: Records, k: int, progress: Progress = silent, point: Sequence[int] | None = None
) -> IntArray:
    """Order the records by their distance from a reference point, and cut where groups lose least.

    The point is the least code of every attribute unless another is given. Records equally far in
    different directions come together, so it loses more than other methods: a fast baseline. The
    cuts are the best for that order (see `best_runs`). Time grows as n log n.

    References: Sánchez, Martínez and Domingo-Ferrer, Comment on "Unique in the shopping mall",
    Science 351(6279), 2016.
    """
    return best_runs(records, reference_order(records, point), k, progress)


def reference_order(records: Records, point: Sequence[int] | None = None) -> IntArray:
    """List the records from the nearest to the furthest; those equally far stay in their order."""
    d, n = records.codes.shape
    codes = np.zeros(d, np.int64) if point is None else np.asarray(point, np.int64)
    distance = np.zeros(n, np.int64)
    distances_from(records, codes, distance)
    return np.argsort(distance, kind="stable")
