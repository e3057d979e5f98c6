"""Groups by the distance from one point."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from celosia.domain.arrays import IntArray
from celosia.domain.progress import Progress, silent
from celosia.kernels.clustering.curves import distances_from
from celosia.kernels.clustering.records import Records
from celosia.methods.clustering.runs import best_runs


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
