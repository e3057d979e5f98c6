"""Groups in the order of the distance from one record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from celosia.core.progress import Progress, silent
from celosia.methods.method import METHODS, GroupingMethod, MethodOptions
from celosia.text.messages import Message

if TYPE_CHECKING:
    from celosia.core.values import IntArray
    from celosia.methods.clustering.grouping_problem import GroupingProblem
    from celosia.methods.clustering.kernels.coded_records import Records
    from celosia.methods.lattice import LatticeProblem


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
    from celosia.methods.clustering.lines import best_runs

    return best_runs(records, reference_order(records, point), k, progress)


def reference_order(records: Records, point: Sequence[int] | None = None) -> IntArray:
    """List the records from the nearest to the furthest; those equally far stay in their order."""
    from celosia.methods.clustering.kernels.line_kernel import distances_from

    d, n = records.codes.shape
    codes = np.zeros(d, np.int64) if point is None else np.asarray(point, np.int64)
    distance = np.zeros(n, np.int64)
    distances_from(records, codes, distance)
    return np.argsort(distance, kind="stable")


def _group(
    problem: GroupingProblem,
    options: MethodOptions,
    lattice: LatticeProblem | None,
    progress: Progress,
) -> IntArray:
    return reference(problem.records, problem.k, progress)


METHODS.add(
    "reference",
    GroupingMethod(
        title=Message("methods.order-reference-record"),
        explanation=Message("methods.lines-all-records-up-distance"),
        group=_group,
    ),
    order=10,
)
