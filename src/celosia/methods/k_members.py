"""k-members: groups that begin with the record furthest from the last one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from celosia.core.progress import Progress, silent
from celosia.core.randomness import seeded
from celosia.methods.method import METHODS, GroupingMethod
from celosia.methods.method_options import NeighbourhoodOptions
from celosia.text.messages import Message

if TYPE_CHECKING:
    from celosia.core.values import IntArray
    from celosia.methods.clustering.greedy import Index, Way
    from celosia.methods.clustering.grouping_problem import GroupingProblem
    from celosia.methods.clustering.kernels.coded_records import Records
    from celosia.methods.lattice import LatticeProblem


def k_members(
    records: Records,
    k: int,
    seed: int = 0,
    progress: Progress = silent,
    way: Way | None = None,
) -> IntArray:
    """Give the group of each record: numbers from 0, each of at least k records.

    The record furthest from a random one begins a group, and k - 1 times the record that adds
    least to the group's cost joins it; the next group begins with the record furthest from the
    last that joined. Of equal records the first is taken. `way` forces one index;
    it changes the time, never the groups.

    References
    ----------
    Byun, Kamra, Bertino and Li, *Efficient k-anonymization using clustering techniques*, DASFAA
    2007; algorithm 1 of the examinations paper (docs: sources), which needs three corrections.
    Line 8 takes the furthest record out of the table and line 9 begins an empty group: the record
    would be lost. It is the first member, as in the original. Line 2 gives the table where a set
    of one group is meant. Line 20 looks for the best group in `result`, which is called `grupos`
    everywhere else.
    """
    from celosia.methods.clustering.greedy import (
        all_in_one,
        best_way,
        empty_group,
        fill_groups,
        in_usual_layout,
        index_of,
        new_reference,
        new_task,
        rows_of,
        with_leftovers,
    )
    from celosia.methods.clustering.kernels.greedy_kernel import k_members_slice

    if all_in_one(records, k):
        return np.zeros(records.codes.shape[1], np.int64)
    randomness = seeded(seed)
    records = in_usual_layout(records)
    rows, codes = rows_of(records)
    index = index_of(way or best_way(records, rows), records, rows, codes, True)
    first = int(randomness.integers(records.codes.shape[1]))
    reference = int(np.searchsorted(rows.first, first, side="right")) - 1
    task = new_task(records, k, np.zeros(0, np.int64), reference)
    group, distances = empty_group(records), new_reference(records)

    def form(index: Index, quota: int) -> bool:
        return bool(k_members_slice(records, rows, index, group, distances, task, quota))

    fill_groups(form, records, rows, index, group, task, progress, may_change=way is None)
    return with_leftovers(records, task, randomness.permutation(np.flatnonzero(task.group_of < 0)))


def _group(
    problem: GroupingProblem,
    options: NeighbourhoodOptions,
    lattice: LatticeProblem | None,
    progress: Progress,
) -> IntArray:
    from celosia.methods.clustering.cut_records import in_parts

    return in_parts(
        problem.records,
        problem.k,
        options.neighbourhood,
        lambda part, told: k_members(part, problem.k, problem.seed, told),
        progress,
    )


METHODS.add(
    "k-members",
    GroupingMethod(
        title=Message("methods.k-members"),
        explanation=Message("methods.loses-least-takes-longest-up"),
        group=_group,
        options=NeighbourhoodOptions,
    ),
    order=4,
)
