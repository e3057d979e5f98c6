"""One round of fuzzy clustering or of k-means: memberships or nearest centres, and their means."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from celosia.methods.compiled_code import COMPILE, INNER

Array = NDArray[np.float64]
Number = Any
"""A number: Python's in Python, a machine word once compiled."""

BLOCK = 128
"""Records that are handled together: what they need stays in the nearest cache."""


class Sets(NamedTuple):
    """The sets of a fuzzy partition that was found in the data."""

    centres: Array
    """(c, d)"""
    metrics: Array
    """(c, d, d) how each set measures distance; (c, 0, 0) when all do it as the eye does."""


class Moments(NamedTuple):
    """Sums over all records, weighted by memberships, of how far they are from the centres."""

    weight: Array
    """(c,)"""
    first: Array
    """(c, d)"""
    second: Array
    """(c, d, d), or (c, 0, 0) when nobody needs them."""


def no_metrics(sets: int) -> Array:
    """Say that distance is the same in all directions.

    >>> no_metrics(3).shape
    (3, 0, 0)
    """
    return np.empty((sets, 0, 0))


FOURS: dict[str, Any] = {"error_model": "numpy"}
"""Nothing is divided by 0, and looking out for it would keep divisions from being done in fours."""
NEAR = 1e-10
"""Added to every squared distance, so that a record on a centre has a membership too."""
DIGITS = 300.0
"""Before the point of the largest power of a distance: a double has 308, and rounding a few."""


@njit(**FOURS, **INNER, boundscheck=False)
def block_distances(columns: Array, start: Number, size: Number, sets: Sets, out: Array) -> None:
    """Square the distances of a block's records from every centre."""
    alike = sets.metrics.shape[1] == 0
    for j in range(sets.centres.shape[0]):
        if alike:
            straight_distances(columns, start, size, sets.centres[j], out[j])
        else:
            stretched_distances(columns, start, size, sets.centres[j], sets.metrics[j], out[j])


@njit(**FOURS, **INNER, boundscheck=False)
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


@njit(**FOURS, **INNER, boundscheck=False)
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


@njit(**FOURS, **INNER, boundscheck=False)
def raise_nearness(out: Array, size: Number, power: Number) -> None:
    """Raise each record's distances, as multiples of the least, so that none overflows.

    Almost crisp sets raise to the power of 100 or more: what would be beyond 1e300 stops there.
    """
    most = 10.0 ** min(DIGITS, DIGITS / power)
    for i in range(size):
        least = out[:, i].min()
        for j in range(out.shape[0]):
            out[j, i] = min(out[j, i] / least, most) ** power


@njit(**FOURS, **INNER, boundscheck=False)
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


@njit(**FOURS, **COMPILE)
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


@njit(**FOURS, **COMPILE)
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


@njit(**FOURS, **INNER, boundscheck=False)
def rose(now: Array, before: Array, size: Number, tolerance: Number) -> bool:
    """Tell whether any membership of the block rose by more than the tolerance.

    Where one falls another rises, for they add up to 1.
    """
    for j in range(now.shape[0]):
        for i in range(size):
            if now[j, i] - before[j, i] > tolerance:
                return True
    return False


@njit(**FOURS, **INNER, boundscheck=False)
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


@njit(**FOURS, **INNER)
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


@njit(**FOURS, **COMPILE)
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


CLEARLY = 1e-12
"""A move has to gain more than this share: rounding alone moves nothing."""


@njit(**INNER, boundscheck=False)
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
        # What leaving saves and entering costs, the means having moved (Hartigan and Wong, 1979).
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
