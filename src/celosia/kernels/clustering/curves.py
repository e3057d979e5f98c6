"""Put records in a line: along Hilbert's curve, or by the distance from one point."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from celosia.kernels.clustering.distances import squared
from celosia.kernels.clustering.records import INTERVAL, Records, difference
from celosia.kernels.structures import Array, Int

COMPILE: dict[str, Any] = {"cache": True, "nogil": True}
WORD = 63
"""Bits of a key that fit a word without its sign."""


@njit(**COMPILE)
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


@njit(**COMPILE, boundscheck=False)
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


@njit(**COMPILE, boundscheck=False)
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
