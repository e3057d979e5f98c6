"""How much each record belongs to each set, a block of records at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from celosia.kernels.fuzzy.structures import BLOCK, Array, Number, Sets

COMPILE: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy"}
"""Nothing is divided by 0, and looking out for it would keep divisions from being done in fours."""
NEAR = 1e-10
"""Added to every squared distance, so that a record on a centre has a membership too."""


@njit(**COMPILE, boundscheck=False)
def block_distances(columns: Array, start: Number, size: Number, sets: Sets, out: Array) -> None:
    """Square the distances of a block's records from every centre."""
    alike = sets.metrics.shape[1] == 0
    for j in range(sets.centres.shape[0]):
        if alike:
            straight_distances(columns, start, size, sets.centres[j], out[j])
        else:
            stretched_distances(columns, start, size, sets.centres[j], sets.metrics[j], out[j])


@njit(**COMPILE, boundscheck=False)
def straight_distances(
    columns: Array, start: Number, size: Number, centre: Array, out: Array
) -> None:
    """Square distances that are the same in all directions."""
    first = columns[0, start : start + size]
    for i in range(size):
        out[i] = NEAR + (first[i] - centre[0]) * (first[i] - centre[0])
    for a in range(1, columns.shape[0]):
        column = columns[a, start : start + size]
        for i in range(size):
            out[i] += (column[i] - centre[a]) * (column[i] - centre[a])


@njit(**COMPILE, boundscheck=False)
def stretched_distances(
    columns: Array, start: Number, size: Number, centre: Array, metric: Array, out: Array
) -> None:
    """Square distances as one set measures them."""
    for i in range(size):
        out[i] = NEAR
    for a in range(columns.shape[0]):
        column = columns[a, start : start + size]
        for b in range(a + 1):
            other = columns[b, start : start + size]
            stretch = metric[a, b] if a == b else 2 * metric[a, b]
            for i in range(size):
                out[i] += stretch * (column[i] - centre[a]) * (other[i] - centre[b])


@njit(**COMPILE, boundscheck=False)
def raise_nearness(out: Array, size: Number, power: Number) -> None:
    """Raise each record's distances, as multiples of the least, so that none overflows."""
    for i in range(size):
        least = out[:, i].min()
        for j in range(out.shape[0]):
            out[j, i] = (out[j, i] / least) ** power


@njit(**COMPILE, boundscheck=False)
def block_memberships(
    columns: Array, start: Number, size: Number, sets: Sets, fuzziness: Number, out: Array
) -> None:
    """Share each record of a block among the sets, the nearer the more."""
    c = sets.centres.shape[0]
    block_distances(columns, start, size, sets, out)
    total = np.zeros(BLOCK)
    if fuzziness != 2.0:
        raise_nearness(out, size, 1.0 / (fuzziness - 1.0))
    for j in range(c):
        for i in range(size):
            out[j, i] = 1.0 / out[j, i]
            total[i] += out[j, i]
    for i in range(size):
        total[i] = 1.0 / total[i]
    for j in range(c):
        for i in range(size):
            out[j, i] *= total[i]


@njit(**COMPILE)
def all_memberships(columns: Array, sets: Sets, fuzziness: float) -> Array:
    """Share every record among the sets: (n, c)."""
    n, c = columns.shape[1], sets.centres.shape[0]
    found = np.empty((n, c))
    room = np.empty((c, BLOCK))
    for start in range(0, n, BLOCK):
        size = min(BLOCK, n - start)
        block_memberships(columns, start, size, sets, fuzziness, room)
        for i in range(size):
            for j in range(c):
                found[start + i, j] = room[j, i]
    return found


@njit(**COMPILE)
def objective(columns: Array, sets: Sets, fuzziness: float) -> float:
    """Sum the squared distances, weighted by memberships: what the partition minimizes."""
    n, c = columns.shape[1], sets.centres.shape[0]
    shares, distances = np.empty((c, BLOCK)), np.empty((c, BLOCK))
    total = 0.0
    for start in range(0, n, BLOCK):
        size = min(BLOCK, n - start)
        block_memberships(columns, start, size, sets, fuzziness, shares)
        block_distances(columns, start, size, sets, distances)
        for j in range(c):
            for i in range(size):
                total += shares[j, i] ** fuzziness * distances[j, i]
    return total
