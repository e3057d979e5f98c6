"""Rounding that is right on average."""

from __future__ import annotations

import numpy as np

from celosia.domain.arrays import FloatArray
from celosia.domain.randomness import Randomness


def rounded_by_chance(values: FloatArray, decimals: int, generator: Randomness) -> FloatArray:
    """Round each value down or up, up as often as it lies near the upper one; nan stays nan.

    The expected result is the value itself, whatever the noise before; rounding to the nearest
    takes small noise away from whole numbers.

    >>> drawn = rounded_by_chance(np.full(10_000, 0.25), 0, Randomness(b""))
    >>> sorted(set(drawn.tolist())), round(float(drawn.mean()), 2)
    ([0.0, 1.0], 0.25)
    """
    below, part = _parts(values, decimals)
    up = generator.random(values.size) < part
    return np.asarray((below + up) / 10.0**decimals, np.float64)


def variance_of_rounding(values: FloatArray, decimals: int) -> float:
    """Give what such rounding adds to the variance of some values, on average.

    >>> variance_of_rounding(np.array([0.5, 1.0]), 0)
    0.125
    """
    _, part = _parts(values, decimals)
    return float((part * (1 - part)).mean()) / 10.0 ** (2 * decimals)


def _parts(values: FloatArray, decimals: int) -> tuple[FloatArray, FloatArray]:
    """Part values into whole units of the last decimal, and what is left."""
    scaled = np.round(values * 10.0**decimals, 6)  # 0.29 * 100 is 28.999999999999996, and means 29
    below = np.floor(scaled)
    return below, np.asarray(scaled - below, np.float64)
