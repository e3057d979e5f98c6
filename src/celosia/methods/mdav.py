"""MDAV: groups of k around the records that lie furthest out."""

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


def mdav(records: Records, k: int, progress: Progress = silent) -> IntArray:
    """Make groups of k around the records that lie furthest out.

    While 3k records remain: one of the record furthest from the mean and the k - 1 nearest to it,
    one around the record furthest from that. The last ones, under 3k, make one or two groups.
    Differences are squared and weighted. Numbers differ by their distance, categories by 0 or 1,
    values of a hierarchy by the cost of their closest common ancestor, a null from any value by 1.
    A record's distance from the mean is its mean distance from all records that remain: for
    numbers and categories the order is that of the distance from their average (for categories
    the vector of frequencies, not the mode), and hierarchies need no average. Time grows as n².

    References: Domingo-Ferrer and Mateo-Sanz, IEEE TKDE 14(1), 2002; Domingo-Ferrer and Torra,
    Ordinal, continuous and heterogeneous k-anonymity through microaggregation, Data Mining and
    Knowledge Discovery 11, 2005 (MDAV-generic).
    """
    from celosia.methods.clustering.distance_fields import QUOTA, field_of, share_done, view_of
    from celosia.methods.clustering.kernels.mdav_kernel import make_groups

    n = records.codes.shape[1]
    if n < 2 * k:
        return np.zeros(n, np.int64)
    field, view = field_of(records), view_of(records)
    while not make_groups(records, field, view, k, QUOTA):
        progress("mdav", share_done(field))
    progress("mdav", 1.0)
    return field.group_of


def _group(
    problem: GroupingProblem,
    options: MethodOptions,
    lattice: LatticeProblem | None,
    progress: Progress,
) -> IntArray:
    return mdav(problem.records, problem.k, progress)


METHODS.add(
    "mdav",
    GroupingMethod(
        title=Message("methods.mdav"),
        explanation=Message("methods.method-statistical-offices-groups-k"),
        group=_group,
    ),
    order=7,
)
