"""Cut a line of records into runs, so that the sum of their costs is least."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from celosia.kernels.clustering.records import SET, Records, span_cost
from celosia.kernels.structures import Array, Int

COMPILE: dict[str, Any] = {"cache": True, "nogil": True}
NONE = np.int64(1) << 62


class Runs(NamedTuple):
    """The least cost up to each place where the line may be cut."""

    rows: Array
    """(n, d) the codes along the line."""
    ends: Array
    """(places,) records before each place; the first is 0 and the last n."""
    best: Array
    """(places,) the least cost of all records before it."""
    before: Array
    """(places,) the cut before it."""
    reached: Array
    """[places settled]"""
    seen: Array
    """The last place whose run held each code: counts the different codes of a set."""


class Run(NamedTuple):
    """The run that grows backwards from one place."""

    low: Array
    high: Array
    distinct: Array
    cost: Array
    """(d,) each"""


@njit(**COMPILE, boundscheck=False)
def grow(records: Records, runs: Runs, run: Run, i: Int, mark: Int, first: bool) -> Int:
    """Take one more record into the run; gives how much more each record costs."""
    more = np.int64(0)
    for j in range(records.kind.size):
        code = runs.rows[i, j]
        if first:
            run.low[j] = run.high[j] = code
            run.distinct[j] = run.cost[j] = 0
        is_set = records.kind[j] == SET
        if is_set:
            at = records.offset[j] + code
            if runs.seen[at] == mark:
                continue
            runs.seen[at] = mark
            run.distinct[j] += 1
        elif not first and run.low[j] <= code <= run.high[j]:
            continue
        run.low[j] = min(run.low[j], code)
        run.high[j] = max(run.high[j], code)
        cost = span_cost(records, j, run.low[j], run.high[j], run.distinct[j])
        more += cost - run.cost[j]
        run.cost[j] = cost
    return more


@njit(**COMPILE, boundscheck=False)
def settle_place(records: Records, runs: Runs, run: Run, at: Int, least: Int, most: Int) -> None:
    """Find the best run that ends at a place: it grows backwards, from cut to cut."""
    end = runs.ends[at]
    cost = np.int64(0)
    start, i = at - 1, end
    runs.best[at] = NONE
    while start >= 0 and end - runs.ends[start] <= most:
        while i > runs.ends[start]:
            i -= 1
            cost += grow(records, runs, run, i, at, i == end - 1)
        size = end - runs.ends[start]
        if size >= least and runs.best[start] < NONE:
            total = runs.best[start] + size * cost
            if total < runs.best[at]:
                runs.best[at], runs.before[at] = total, start
        start -= 1


@njit(**COMPILE)
def settle_places(records: Records, runs: Runs, least: int, most: int, quota: int) -> bool:
    """Go on for `quota` places; tells whether all are settled."""
    d = records.kind.size
    room = np.zeros((4, d), np.int64)
    run = Run(room[0], room[1], room[2], room[3])
    last = min(runs.ends.size, runs.reached[0] + quota)
    for at in range(runs.reached[0], last):
        settle_place(records, runs, run, at, least, most)
    runs.reached[0] = last
    return bool(last == runs.ends.size)


@njit(**COMPILE)
def number_runs(runs: Runs, order: Array, group_of: Array) -> None:
    """Follow the best cuts back from the end, and number the runs from the start."""
    at = runs.ends.size - 1
    number = 0
    while at > 0:
        number += 1
        at = runs.before[at]
    at = runs.ends.size - 1
    while at > 0:
        number -= 1
        start = runs.before[at]
        for i in range(runs.ends[start], runs.ends[at]):
            group_of[order[i]] = number
        at = start
