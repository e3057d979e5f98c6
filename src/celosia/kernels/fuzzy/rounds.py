"""One round of fuzzy clustering: memberships, whether they still move, and their moments."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from celosia.kernels.fuzzy.memberships import block_memberships
from celosia.kernels.fuzzy.structures import BLOCK, Array, Moments, Number, Sets

COMPILE: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy"}


@njit(**COMPILE, boundscheck=False)
def rose(now: Array, before: Array, size: Number, tolerance: Number) -> bool:
    """Tell whether any membership of the block rose by more than the tolerance.

    Where one falls another rises, for they add up to 1.
    """
    for j in range(now.shape[0]):
        for i in range(size):
            if now[j, i] - before[j, i] > tolerance:
                return True
    return False


@njit(**COMPILE, boundscheck=False)
def add_block(
    columns: Array,
    start: Number,
    size: Number,
    sets: Sets,
    fuzziness: Number,
    shares: Array,
    lanes: Array,
) -> None:
    """Add a block to the sums, lane by lane; the shares become weights.

    Every place of the block has sums of its own, so the order of additions, and with it the last
    bit, is the same however wide the machine's vectors are.
    """
    d = columns.shape[0]
    crossed = sets.metrics.shape[1] > 0
    for j in range(shares.shape[0]):
        weight, sums = shares[j], lanes[j]
        if fuzziness == 2.0:
            for i in range(size):
                weight[i] *= weight[i]
                sums[0, i] += weight[i]
        else:
            for i in range(size):
                weight[i] = weight[i] ** fuzziness
                sums[0, i] += weight[i]
        row = 1 + d
        for a in range(d):
            column, centre = columns[a, start : start + size], sets.centres[j, a]
            for i in range(size):
                sums[1 + a, i] += weight[i] * (column[i] - centre)
            if not crossed:
                continue
            for b in range(a + 1):
                other, beside = columns[b, start : start + size], sets.centres[j, b]
                for i in range(size):
                    sums[row, i] += weight[i] * (column[i] - centre) * (other[i] - beside)
                row += 1


@njit(**COMPILE)
def moments(lanes: Array, c: Number, d: Number, crossed: bool) -> Moments:
    """Sum the lanes."""
    side = d if crossed else 0
    found = Moments(np.zeros(c), np.zeros((c, d)), np.zeros((c, side, side)))
    for j in range(c):
        found.weight[j] = lanes[j, 0].sum()
        row = 1 + d
        for a in range(d):
            found.first[j, a] = lanes[j, 1 + a].sum()
            for b in range(a + 1 if crossed else 0):
                found.second[j, a, b] = found.second[j, b, a] = lanes[j, row].sum()
                row += 1
    return found


@njit(**COMPILE)
def one_round(
    columns: Array, sets: Sets, before: Sets, fuzziness: float, tolerance: float
) -> tuple[bool, Moments]:
    """Tell whether memberships rose since the sets `before`, and sum for the next ones.

    The old memberships are not kept but reckoned again, and only until the first that rose.
    """
    d, n = columns.shape
    c = sets.centres.shape[0]
    crossed = sets.metrics.shape[1] > 0
    shares, old = np.empty((c, BLOCK)), np.empty((c, BLOCK))
    lanes = np.zeros((c, 1 + d + (d * (d + 1) // 2 if crossed else 0), BLOCK))
    moved = False
    for start in range(0, n, BLOCK):
        size = min(BLOCK, n - start)
        block_memberships(columns, start, size, sets, fuzziness, shares)
        if not moved:
            block_memberships(columns, start, size, before, fuzziness, old)
            moved = rose(shares, old, size, tolerance)
        add_block(columns, start, size, sets, fuzziness, shares, lanes)
    return moved, moments(lanes, c, d, crossed)
