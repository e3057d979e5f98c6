"""What k-members and l-greedy share: groups are filled with the record that adds least."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from celosia.domain.arrays import IntArray
from celosia.domain.progress import Progress
from celosia.errors import ParameterError
from celosia.kernels.clustering.boxes import Boxes
from celosia.kernels.clustering.greedy import Task
from celosia.kernels.clustering.greedy_distance import Reference
from celosia.kernels.clustering.greedy_group import Group, Rows
from celosia.kernels.clustering.leftovers import Members, join_best
from celosia.kernels.clustering.nearest_scan import Scan
from celosia.kernels.clustering.nearest_trie import Trie
from celosia.kernels.clustering.records import Records
from celosia.methods.clustering.greedy_index import Index, scan_of, worse_than_scan

QUOTA = {Scan: 8_000_000, Trie: 1_000_000, Boxes: 100_000}
"""Entries looked at between two reports of progress: some hundredths of a second."""


def all_in_one(records: Records, k: int) -> bool:
    """Tell whether there are too few records for two groups."""
    if k < 1:
        raise ParameterError("methods.group-must-least-1-record", k=k)
    return bool(records.codes.shape[1] < 2 * k)


def in_usual_layout(records: Records) -> Records:
    """Lay codes out as the kernels are compiled for; a part of the records may come otherwise."""
    return records._replace(codes=np.ascontiguousarray(records.codes, np.int32))


def new_task(records: Records, k: int, order: IntArray, reference: int = 0) -> Task:
    """Begin without any group."""
    n = records.codes.shape[1]
    return Task(
        group_of=np.full(n, -1),
        members=np.zeros(k, np.int64),
        order=order,
        state=np.array([0, n, 0, reference]),
    )


def new_reference(records: Records) -> Reference:
    """Make room for the record that distances are taken from."""
    weight = records.weight.astype(np.float64)
    return Reference(
        point=np.full(weight.size, -2),
        table=np.zeros(int(records.offset[-1]), np.int64),
        inverse=np.divide(1, weight, out=np.zeros_like(weight), where=weight > 0),
    )


def fill_groups(
    form: Callable[[Index, int], bool],
    records: Records,
    rows: Rows,
    index: Index,
    group: Group,
    task: Task,
    progress: Progress,
    may_change: bool,
) -> None:
    """Form groups a slice at a time, until `form` says that it is done.

    If the index `may_change`, all rows are scanned once it finds next to nothing to leave out.
    """
    done = False
    while not done:
        work, left = int(group.work[0]), int(task.state[1])
        done = form(index, QUOTA[type(index)])
        progress("group", 1.0 - float(task.state[1]) / task.group_of.size)
        entries = (int(group.work[0]) - work) / max(left - int(task.state[1]), 1)
        if may_change and not done and worse_than_scan(records, rows, index, entries):
            index = scan_of(rows)


def with_leftovers(records: Records, task: Task, left: IntArray) -> IntArray:
    """Put the last records, in the order given, where the loss rises least."""
    groups = int(task.state[0])
    if left.size:
        members = Members(
            member=np.empty((groups, task.members.size + left.size), np.int32),
            size=np.zeros(groups, np.int64),
            stamp=np.zeros(int(records.offset[-1]), np.int64),
            tick=np.zeros(1, np.int64),
        )
        join_best(records, members, task.group_of, left)
    return task.group_of
