"""What k-members and l-greedy share: groups are filled with the record that adds least."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TypeAlias

import numpy as np

from celosia.core.progress import Progress
from celosia.core.values import IntArray
from celosia.errors import ParameterError
from celosia.methods.clustering.kernels.box_kernel import Boxes, draw_all, fill_boxes
from celosia.methods.clustering.kernels.coded_records import INTERVAL, SET, Records
from celosia.methods.clustering.kernels.greedy_group import FAR, Group, Reference, Rows
from celosia.methods.clustering.kernels.greedy_kernel import GreedyTask, Members, join_best
from celosia.methods.clustering.kernels.scan_kernel import BLOCK, Scan
from celosia.methods.clustering.kernels.trie_kernel import Trie, fill_trie, most_nodes
from celosia.methods.gather import group_ids

Index: TypeAlias = Scan | Trie | Boxes

BUCKET = 8
"""Rows of a bucket, at most; at least half as many; 4 to 32 take about the same
time on adult (0.62 to 0.75 s a release)."""
FEW_ROWS = 400
"""Up to so many, a trie does not pay; up to so many per attribute, boxes do not; a release of
adult takes 0.71 s with 100, 0.64 s with these and 0.74 s with 1,600."""
CROWDED = 100
"""More rows than that for each combination of categories, and boxes beat a trie; an estimate."""
KEY_LIMIT = 1 << 62
"""Sort keys stay below, so that they fit a signed word."""
SCANNED_INTERVAL, SCANNED_CATEGORY, TRIE_ENTRY, BOXES_ENTRY = 0.6, 1.5, 12.0, 70.0
"""Nanoseconds, as measured once: one attribute of a row, one entry."""


class Way(StrEnum):
    """How to look for records."""

    SCAN = "scan"
    TRIE = "trie"
    BOXES = "boxes"


def rows_of(records: Records) -> tuple[Rows, IntArray]:
    """Put records alike in all attributes together; also give the codes (rows, d)."""
    codes = records.codes
    differs = np.ones(codes.shape[1] + 1, bool)
    differs[1:-1] = (codes[:, 1:] != codes[:, :-1]).any(axis=0)
    first = np.flatnonzero(differs)
    distinct = np.ascontiguousarray(codes[:, first[:-1]].T).astype(np.int64)
    point = distinct.copy()
    for j in np.flatnonzero(records.kind == INTERVAL):
        own = distinct[:, j]
        place = records.place[records.offset[j] + own]
        point[:, j] = np.where(own == records.null[j], -1, place)
    return Rows(point, first, np.diff(first)), distinct


def empty_group(records: Records) -> Group:
    """Make room for a group."""
    d = records.kind.size
    table = np.repeat(records.step, records.cards)
    nulls = np.flatnonzero(records.null >= 0)
    table[records.offset[nulls] + records.null[nulls]] = records.weight[nulls]
    zeros = np.zeros((10, d), np.int64)
    return Group(
        holds=zeros[0],
        left=zeros[1],
        right=zeros[2],
        base=zeros[3],
        null=zeros[4],
        table=table,
        sunk=zeros[5],
        start=np.full(d, -1),
        low=zeros[6],
        high=zeros[7],
        mask=np.zeros(d, np.uint64),
        fresh=zeros[8],
        cost=zeros[9],
        work=np.zeros(1, np.int64),
    )


def sorted_rows(codes: IntArray, attributes: IntArray) -> IntArray:
    """Sort rows by their codes (rows, d), the first of `attributes` most significant."""
    cards = codes.max(axis=0, initial=0) + 1
    keys = np.zeros(codes.shape[0], np.int64)
    domain = 1
    for j in attributes:
        domain *= int(cards[j])
        if domain >= KEY_LIMIT:
            return np.lexsort(codes.T[attributes[::-1]])
        keys = keys * cards[j] + codes[:, j]
    return np.argsort(keys)  # no two rows are alike, so there are no ties


def scan_of(rows: Rows) -> Scan:
    """Lay out the rows that have records left, for looking at all of them."""
    alive = np.flatnonzero(rows.left)
    position = np.full(rows.left.size, -1)
    position[alive] = np.arange(alive.size)
    return Scan(
        point=np.ascontiguousarray(rows.point[alive].T),
        row=alive,
        used_up=np.zeros(alive.size, np.int64),
        position=position,
        size=np.array([alive.size, 0]),
        costs=np.zeros(BLOCK, np.int64),
    )


def levels_of(records: Records, furthest: bool) -> IntArray:
    """Order the attributes: the more another value costs the sooner, intervals last.

    Then the first levels bound the cost best. To find the furthest record they should also tell
    what is rare from what is common: most records are far only in what is rare.
    """
    n = records.codes.shape[1]
    step = records.weight // np.maximum(records.cards - 1, 1)
    step = np.where(records.kind == SET, records.step, step)
    if furthest:
        common = np.array([np.bincount(codes).max(initial=0) for codes in records.codes])
        step = step * n // np.maximum(n - common, 1)
    return np.argsort(np.where(records.kind == INTERVAL, 0, -step), kind="stable")


def trie_of(records: Records, rows: Rows, codes: IntArray, furthest: bool) -> Trie:
    """Build a trie, for nearest records only or for the furthest too."""
    attribute = levels_of(records, furthest)
    order = sorted_rows(codes, attribute)
    room = most_nodes(codes, order, attribute)
    nodes = np.zeros((5, room + 1), np.int32)
    nodes[3] = rows.left.size
    trie = Trie(
        attribute=attribute,
        value=np.zeros(room, np.int64),
        parent=nodes[0],
        child=nodes[1],
        after=nodes[2],
        earliest=nodes[3],
        leaf=np.zeros(rows.left.size, np.int32),
        rest=np.zeros(attribute.size + 1, np.int64),
        node_stack=nodes[4],
        cost_stack=np.zeros(room, np.int64),
    )
    fill_trie(trie, rows, codes, order, np.empty(room + 1, np.int32))
    return trie


def boxes_of(records: Records, rows: Rows) -> Boxes:
    """Build nested boxes of all rows."""
    count, d = rows.point.shape
    depth = max(0, (count - 1).bit_length() - BUCKET.bit_length() + 1)
    buckets = 1 << depth
    nodes = 2 * buckets - 1
    boxes = Boxes(
        point=rows.point,
        row=np.arange(count),
        begin=np.zeros(buckets + 1, np.int64),
        bucket=np.zeros(count, np.int64),
        low=np.full((nodes, d), FAR),
        high=np.full((nodes, d), -FAR),
        mask=np.zeros((nodes, d), np.uint64),
        alive=np.zeros(nodes, np.int64),
        earliest=np.full(nodes, count),
        node_stack=np.zeros(2 * depth + 4, np.int64),
        cost_stack=np.zeros(2 * depth + 4, np.int64),
    )
    fill_boxes(boxes, records, rows)
    boxes = boxes._replace(point=rows.point[boxes.row])
    draw_all(boxes, records, rows)
    return boxes


def index_of(
    way: Way, records: Records, rows: Rows, codes: IntArray, furthest: bool = False
) -> Index:
    """Build one of the indexes."""
    if way is Way.SCAN:
        return scan_of(rows)
    if way is Way.TRIE:
        return trie_of(records, rows, codes, furthest)
    return boxes_of(records, rows)


def best_way(records: Records, rows: Rows) -> Way:
    """Choose by size and kinds: boxes narrow numbers down, a trie categories."""
    interval = int(records.weight[records.kind == INTERVAL].sum())
    if 2 * interval <= int(records.weight.sum()):
        if rows.left.size <= FEW_ROWS:
            return Way.SCAN
        return Way.BOXES if _crowded(records, rows) else Way.TRIE
    return Way.BOXES if rows.left.size > FEW_ROWS * records.kind.size else Way.SCAN


def _crowded(records: Records, rows: Rows) -> bool:
    """Tell whether so many rows differ in numbers alone that a trie would look at them in turn."""
    categories = [rows.point[:, j] for j in np.flatnonzero(records.kind != INTERVAL)]
    if not categories:
        return True
    cards = [int(column.max(initial=0)) + 1 for column in categories]
    combinations = int(group_ids(categories, cards).max(initial=0)) + 1
    return rows.left.size > CROWDED * combinations


def worse_than_scan(records: Records, rows: Rows, index: Index, entries: float) -> bool:
    """Tell whether looking at all rows costs less than the `entries` that a search looked at."""
    intervals = int((records.kind == INTERVAL).sum())
    others = records.kind.size - intervals
    row = intervals * SCANNED_INTERVAL + others * SCANNED_CATEGORY
    price = {Scan: row, Trie: TRIE_ENTRY, Boxes: BOXES_ENTRY}[type(index)]
    return bool(entries * price > np.count_nonzero(rows.left) * row)


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


def new_task(records: Records, k: int, order: IntArray, reference: int = 0) -> GreedyTask:
    """Begin without any group."""
    n = records.codes.shape[1]
    return GreedyTask(
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
    task: GreedyTask,
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


def with_leftovers(records: Records, task: GreedyTask, left: IntArray) -> IntArray:
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
