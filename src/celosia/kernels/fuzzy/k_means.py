"""One round of k-means: the nearest centre of each record, and the new means."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from celosia.kernels.fuzzy.structures import Array, Number

COMPILE: dict[str, Any] = {"cache": True, "nogil": True}
CLEARLY = 1e-12
"""A move has to gain more than this share: rounding alone moves nothing."""


@njit(**COMPILE, boundscheck=False)
def squared_distance(columns: Array, i: Number, centre: Array) -> Number:
    """Square the distance of one record from a centre."""
    total = 0.0
    for a in range(columns.shape[0]):
        away = columns[a, i] - centre[a]
        total += away * away
    return total


@njit(**COMPILE)
def assign(columns: Array, centres: Array, nearest: NDArray[np.int64]) -> tuple[bool, float, int]:
    """Move each record to its nearest centre, the first of several.

    Gives whether any record moved, the sum of squared distances, and the furthest record.
    """
    moved, total, furthest, most = False, 0.0, 0, -1.0
    for i in range(columns.shape[1]):
        best, least = 0, np.inf
        for j in range(centres.shape[0]):
            distance = squared_distance(columns, i, centres[j])
            if distance < least:
                best, least = j, distance
        moved |= best != nearest[i]
        nearest[i] = best
        total += least
        if least > most:
            furthest, most = i, least
    return moved, total, furthest


@njit(**COMPILE)
def means(columns: Array, nearest: NDArray[np.int64], centres: Array, furthest: int) -> None:
    """Move each centre to the mean of its records; one without records to the furthest record."""
    d, n = columns.shape
    c = centres.shape[0]
    sums, sizes = np.zeros((c, d)), np.zeros(c)
    for i in range(n):
        sizes[nearest[i]] += 1
        for a in range(d):
            sums[nearest[i], a] += columns[a, i]
    for j in range(c):
        for a in range(d):
            centres[j, a] = sums[j, a] / sizes[j] if sizes[j] > 0 else columns[a, furthest]


@njit(**COMPILE)
def move_singly(
    columns: Array, nearest: NDArray[np.int64], centres: Array, sizes: NDArray[np.int64]
) -> bool:
    """Move each record alone where that lowers the sum of squares, the means going with it.

    Gives whether any moved. A mean leans towards its own records, so moving one may pay even when
    its own mean is the nearest.
    """
    moved = False
    for i in range(columns.shape[1]):
        own = nearest[i]
        if sizes[own] == 1:
            continue
        least = squared_distance(columns, i, centres[own]) * sizes[own] / (sizes[own] - 1)
        best = own
        for j in range(centres.shape[0]):
            if j != own:
                cost = squared_distance(columns, i, centres[j]) * sizes[j] / (sizes[j] + 1)
                if cost < least * (1 - CLEARLY):
                    best, least = j, cost
        if best != own:
            moved = True
            nearest[i] = best
            for a in range(columns.shape[0]):
                x = columns[a, i]
                centres[own, a] -= (x - centres[own, a]) / (sizes[own] - 1)
                centres[best, a] += (x - centres[best, a]) / (sizes[best] + 1)
            sizes[own] -= 1
            sizes[best] += 1
    return moved
