"""Groups along Hilbert's curve."""

from __future__ import annotations

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

MOST_BITS = 16
"""Binary digits of an axis, at most; adult loses 0.0915 with 2, 0.0863 with 4, 0.0861 with 16."""
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
    from celosia.methods.clustering.lines import best_runs

    return best_runs(records, hilbert_order(records, progress), k, progress)


def hilbert_order(records: Records, progress: Progress = silent) -> IntArray:
    """List the records as the curve visits them; those of one cell stay in their order."""
    from celosia.methods.clustering.kernels.line_kernel import WORD, all_cells, hilbert_keys

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
    from celosia.methods.clustering.kernels.line_kernel import WORD

    wanted = int(records.cards.max() - 1).bit_length()
    fit = WORD // records.kind.size
    return max(1, min(wanted, MOST_BITS, fit))


def _axes(records: Records) -> IntArray:
    """Put first the attributes that cost most from one value to the next."""
    return np.argsort(-(records.weight / np.maximum(records.cards - 1, 1)), kind="stable")


def _group(
    problem: GroupingProblem,
    options: MethodOptions,
    lattice: LatticeProblem | None,
    progress: Progress,
) -> IntArray:
    return hilbert(problem.records, problem.k, progress)


METHODS.add(
    "hilbert",
    GroupingMethod(
        title=Message("methods.hilbert-curve"),
        explanation=Message("methods.lines-all-records-up-along"),
        stages={"curve": Message("methods.stage-curve")},
        group=_group,
    ),
    order=9,
)
