"""l-greedy: groups that begin with the first record of a sorted table."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from celosia.core.progress import Progress, silent
from celosia.methods.method import METHODS, GroupingMethod
from celosia.methods.method_options import NeighbourhoodOptions
from celosia.text.messages import Message

if TYPE_CHECKING:
    from celosia.core.values import IntArray
    from celosia.methods.clustering.greedy import Index, Way
    from celosia.methods.clustering.grouping_problem import GroupingProblem
    from celosia.methods.clustering.kernels.coded_records import Records
    from celosia.methods.lattice import LatticeProblem

FINENESS = 1 << 20
"""Values between 0 and 1 are rounded to as many steps, so that variances are exact."""


def l_greedy(
    records: Records, k: int, progress: Progress = silent, way: Way | None = None
) -> IntArray:
    """Give the group of each record: numbers from 0, each of at least k records.

    The records are sorted, attributes of little variance first. The first record left begins a
    group, and k - 1 times the record that adds least to the group's cost joins it. Of equal
    records the first is taken. `way` forces one index; it changes the time, never the groups.

    References
    ----------
    Liang and Samavi, *Optimization-based k-anonymity algorithms*, Computers & Security 93, 2020;
    algorithm 2 of the examinations paper (docs: sources), which needs three corrections. Line 8
    subtracts the table from the record, and is meant the other way round. The loop of line 5 goes
    over a set that shrinks meanwhile: each group begins with the first record that is *left*. And
    nothing is said of the last records when k does not divide their number; they would be a group
    of fewer than k. Here each of them joins the group where the loss rises least, as in
    algorithm 1.
    """
    from celosia.methods.clustering.greedy import (
        all_in_one,
        best_way,
        empty_group,
        fill_groups,
        in_usual_layout,
        index_of,
        new_task,
        rows_of,
        sorted_rows,
        with_leftovers,
    )
    from celosia.methods.clustering.kernels.greedy_kernel import l_greedy_slice

    if all_in_one(records, k):
        return np.zeros(records.codes.shape[1], np.int64)
    records = in_usual_layout(records)
    rows, codes = rows_of(records)
    index = index_of(way or best_way(records, rows), records, rows, codes)
    task = new_task(records, k, sorted_rows(codes, by_variance(records)))
    group = empty_group(records)

    def form(index: Index, quota: int) -> bool:
        return bool(l_greedy_slice(records, rows, index, group, task, quota))

    fill_groups(form, records, rows, index, group, task, progress, may_change=way is None)
    left = np.flatnonzero(task.group_of < 0)
    rank = np.empty(task.order.size, np.int64)
    rank[task.order] = np.arange(rank.size)
    row = np.searchsorted(rows.first, left, side="right") - 1
    return with_leftovers(records, task, left[np.argsort(rank[row], kind="stable")])


def by_variance(records: Records) -> IntArray:
    """Order the attributes by the variance of their values between 0 and 1; nulls do not count.

    Categories have the place of their code. Attributes without weight come last.
    """
    variances = [variance(records, j) for j in range(records.kind.size)]
    order = sorted(range(len(variances)), key=lambda j: (records.weight[j] == 0, variances[j], j))
    return np.array(order, np.int64)


def variance(records: Records, j: int) -> Fraction:
    """Reckon the variance of an attribute without rounding errors."""
    from celosia.methods.clustering.kernels.coded_records import INTERVAL

    card = int(records.cards[j])
    counts = np.bincount(records.codes[j], minlength=card)
    if records.null[j] >= 0:
        card -= 1
        counts = counts[:card]
    places, most = np.arange(card), card - 1
    if records.kind[j] == INTERVAL:
        places = records.place[records.offset[j] :][:card]
        most = int(records.weight[j])
    steps = np.round(places * (FINENESS / max(most, 1))).astype(np.int64)
    n, total, squares = int(counts.sum()), int(counts @ steps), int(counts @ steps**2)
    return Fraction(n * squares - total * total, max(n, 1) ** 2)


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
        lambda part, told: l_greedy(part, problem.k, told),
        progress,
    )


METHODS.add(
    "l-greedy",
    GroupingMethod(
        title=Message("methods.l-greedy"),
        explanation=Message("methods.loses-about-little-k-members"),
        group=_group,
        options=NeighbourhoodOptions,
    ),
    order=5,
)
