"""Least, greatest and middle of a block of codes, without sorting it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from celosia.kernels.structures import Array, Int

COMPILE: dict[str, Any] = {"cache": True, "nogil": True}


@njit(inline="always")
def ones(word: Int) -> Int:
    """Count the ones of a word, a loop that compiles to one instruction."""
    number = np.int64(0)
    while word:
        word &= word - np.uint64(1)
        number += 1
    return number


@njit(**COMPILE, boundscheck=False)
def span_of_few(rows: Array, j: Int, begin: Int, end: Int) -> tuple[Int, Int, Int]:
    """Give least and greatest code of a block, and how many differ; codes are under 64."""
    held = np.uint64(0)
    for i in range(begin, end):
        held |= np.uint64(1) << np.uint64(rows[i, j])
    one = np.uint64(1)
    low = ones((held & (~held + one)) - one)
    up_to_high = held
    for step in (1, 2, 4, 8, 16, 32):
        up_to_high |= up_to_high >> np.uint64(step)
    return low, ones(up_to_high) - 1, ones(held)


@njit(**COMPILE, boundscheck=False)
def span_of_many(
    rows: Array, j: Int, begin: Int, end: Int, seen: Array, mark: Int
) -> tuple[Int, Int, Int]:
    """Give least and greatest code of a block, and how many differ, which are marked on the way."""
    low = high = np.int64(rows[begin, j])
    distinct = np.int64(0)
    for i in range(begin, end):
        code = np.int64(rows[i, j])
        if seen[code] != mark:
            seen[code] = mark
            distinct += 1
            low, high = min(low, code), max(high, code)
    return low, high, distinct


@njit(**COMPILE, boundscheck=False)
def span(rows: Array, j: Int, begin: Int, end: Int) -> tuple[Int, Int]:
    """Give least and greatest code of a block."""
    low = high = rows[begin, j]
    for i in range(begin + 1, end):
        low, high = min(low, rows[i, j]), max(high, rows[i, j])
    return np.int64(low), np.int64(high)


@njit(**COMPILE, boundscheck=False)
def key_of_rank(
    keys: Array, low: Int, high: Int, rank: Int, buckets: Array
) -> tuple[Int, Int, Int]:
    """Find the key that `rank` others precede in ascending order; the keys are not kept.

    Gives the key, how many are below it, and how many not above it.
    """
    size, below = keys.size, 0
    equal = size
    while low < high:
        room = min(max(128, 2 * size), buckets.size)
        shift = 0
        while (high - low) >> shift >= room:
            shift += 1
        buckets[: ((high - low) >> shift) + 1] = 0
        for i in range(size):
            buckets[(keys[i] - low) >> shift] += 1
        found = 0
        while rank >= below + buckets[found]:
            below += buckets[found]
            found += 1
        equal = buckets[found]
        low, high = low + (found << shift), min(high, low + ((found + 1) << shift) - 1)
        size = keep_between(keys, size, low, high) if shift else 0
    return low, below, below + equal


@njit(**COMPILE, boundscheck=False)
def keep_between(keys: Array, size: Int, low: Int, high: Int) -> Int:
    """Bring the keys of a range to the front; gives how many they are."""
    kept = 0
    for i in range(size):
        key = keys[i]
        keys[kept] = key
        kept += low <= key <= high
    return kept
