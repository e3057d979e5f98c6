"""Rounding that is right on average."""

from __future__ import annotations

import numpy as np

from celosia.domain.arrays import FloatArray
from celosia.domain.chance import Chance


def rounded_by_chance(values: FloatArray, decimals: int, generator: Chance) -> FloatArray:
    """Round each value down or up, up as often as it lies near the upper one; nan stays nan.

    The expected result is the value itself, whatever the noise before; rounding to the nearest
    takes small noise away from whole numbers.

    >>> drawn = rounded_by_chance(np.full(10_000, 0.25), 0, Chance(b""))
    >>> sorted(set(drawn.tolist())), round(float(drawn.mean()), 2)
    ([0.0, 1.0], 0.25)
    """
    unit = 10.0**decimals
    scaled = np.round(values * unit, 6)  # 0.29 * 100 is 28.999999999999996, and means 29
    below = np.floor(scaled)
    up = generator.random(values.size) < scaled - below
    return np.asarray((below + up) / unit, np.float64)
