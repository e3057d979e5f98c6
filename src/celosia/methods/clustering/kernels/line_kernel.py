"""Put records in a line, along Hilbert's curve or by distance, and cut it into runs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from celosia.methods.clustering.kernels.coded_records import (
    INTERVAL,
    SET,
    Records,
    difference,
    span_cost,
)
from celosia.methods.clustering.kernels.mdav_kernel import squared
from celosia.methods.compiled_code import COMPILE, INNER
from celosia.methods.lattice.kernels.lattice_arrays import Array, Int

WORD = 63
"""Bits of a key that fit a word without its sign."""


@njit(**INNER)
def code_cells(records: Records, j: Int, bits: Int) -> Array:
    """Spread the codes of an attribute over 2^bits cells: numbers by size, others evenly."""
    card = records.cards[j]
    place = records.place[records.offset[j] : records.offset[j + 1]]
    longest = records.weight[j] if records.kind[j] == INTERVAL else card - 1
    top = (1 << bits) - 1
    cells = np.zeros(card, np.int64)
    for code in range(card):
        at = place[code] if records.kind[j] == INTERVAL else code
        cells[code] = (at * top + longest // 2) // longest if longest > 0 else 0
    if records.null[j] >= 0 and records.kind[j] == INTERVAL:
        cells[records.null[j]] = top
    return cells


@njit(**INNER, boundscheck=False)
def along_the_curve(cell: Array, bits: Int) -> None:
    """Turn the cell of one record into its place on the curve, as bits to be interleaved.

    Skilling, Programming the Hilbert curve, AIP Conference Proceedings 707, 2004.
    """
    d = cell.size
    bit = 1 << (bits - 1)
    while bit > 1:
        low = bit - 1
        for j in range(d):
            if cell[j] & bit:
                cell[0] ^= low
            else:
                swapped = (cell[0] ^ cell[j]) & low
                cell[0] ^= swapped
                cell[j] ^= swapped
        bit >>= 1
    for j in range(1, d):
        cell[j] ^= cell[j - 1]
    flipped = 0
    bit = 1 << (bits - 1)
    while bit > 1:
        if cell[d - 1] & bit:
            flipped ^= bit - 1
        bit >>= 1
    for j in range(d):
        cell[j] ^= flipped


@njit(**INNER, boundscheck=False)
def interleave(cell: Array, bits: Int, keys: Array, i: Int) -> None:
    """Write the bits of all attributes in turn, the highest first, into words."""
    word = used = 0
    key = np.int64(0)
    for bit in range(bits - 1, -1, -1):
        for j in range(cell.size):
            if used == WORD:
                keys[word, i] = key
                word, used, key = word + 1, 0, np.int64(0)
            key = (key << 1) | ((cell[j] >> bit) & 1)
            used += 1
    keys[word, i] = key


@njit(**COMPILE, boundscheck=False)
def hilbert_keys(
    codes: Array, cells: Array, offset: Array, axes: Array, bits: int, keys: Array
) -> None:
    """Write the place of each record on the curve, in one word or several."""
    d, n = codes.shape
    cell = np.empty(d, np.int64)
    for i in range(n):
        for axis in range(d):
            j = axes[axis]
            cell[axis] = cells[offset[j] + codes[j, i]]
        along_the_curve(cell, bits)
        interleave(cell, bits, keys, i)


@njit(**COMPILE)
def all_cells(records: Records, bits: int) -> Array:
    """Give the cell of every code, laid end to end."""
    cells = np.zeros(records.offset[-1], np.int64)
    for j in range(records.kind.size):
        cells[records.offset[j] : records.offset[j + 1]] = code_cells(records, j, bits)
    return cells


@njit(**COMPILE, boundscheck=False)
def distances_from(records: Records, point: Array, distance: Array) -> None:
    """Add up the squared differences of each record from one point."""
    for j in range(records.kind.size):
        squares = np.empty(records.cards[j], np.int64)
        for code in range(records.cards[j]):
            squares[code] = squared(difference(records, j, code, point[j]), records.weight[j])
        for i in range(distance.size):
            distance[i] += squares[records.codes[j, i]]


NONE = np.int64(1) << 62
"""Cost of a place that cannot be a cut."""


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


@njit(**INNER, boundscheck=False)
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


@njit(**INNER, boundscheck=False)
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
        # A place that no runs of `least` lead to stays NONE, and nothing is built on it.
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
    # The chain of cuts is walked twice, once to count: that saves a list of unknown length.
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
