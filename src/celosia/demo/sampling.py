"""Draw values by weight, with nothing but uniform numbers from the seeded generator."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.random import Generator

from celosia.domain.arrays import FloatArray, IntArray


def draw(rng: Generator, weights: Sequence[float] | FloatArray, size: int) -> IntArray:
    """Draw positions in proportion to their weights.

    >>> draw(np.random.default_rng(0), [1, 0], 3)
    array([0, 0, 0])
    """
    steps = np.cumsum(np.asarray(weights, dtype=np.float64))
    positions = np.searchsorted(steps, rng.random(size) * steps[-1], side="right")
    return np.asarray(np.minimum(positions, len(steps) - 1), dtype=np.int64)


def draw_by_group(
    rng: Generator, weights: Sequence[Sequence[float]] | FloatArray, groups: IntArray
) -> IntArray:
    """Draw a position for each record with the weights of its group.

    >>> draw_by_group(np.random.default_rng(0), [[1, 0], [0, 1]], np.array([1, 0, 1]))
    array([1, 0, 1])
    """
    chosen = np.zeros(len(groups), dtype=np.int64)
    for group in np.unique(groups):
        members = np.flatnonzero(groups == group)
        chosen[members] = draw(rng, weights[int(group)], len(members))
    return chosen


def falling(size: int) -> FloatArray:
    """Give weights that fall as 1/rank, as frequencies of names do (Zipf)."""
    return np.asarray(1 / np.arange(3, size + 3), dtype=np.float64)
