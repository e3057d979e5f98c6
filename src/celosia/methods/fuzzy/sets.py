"""Fuzzy sets of numbers, by the shape of their membership function."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isnan

import numpy as np
from numpy.typing import ArrayLike

from celosia.domain.arrays import FloatArray
from celosia.errors import ParameterError


@dataclass(frozen=True, slots=True)
class FuzzySet:
    """Numbers that belong to it wholly, partly or not at all, as a trapezium says.

    The membership is 0 up to `low`, rises to 1 at `start`, stays until `end` and falls to 0 at
    `high`. `start` equal to `end` makes a triangle; a `low` and `start` of minus infinity, or an
    `end` and `high` of infinity, leave that side open; `low` equal to `start` is a sharp border.

    References: Quirós, Protección de la privacidad en microdatos, Universidad de Oviedo, 2013,
    section 2.2.1. Its formula for an open side rises where its figure 2.2 falls; here it falls.

    >>> FuzzySet(0, 1, 2, 3).memberships([0.5, 1.5, 2.75])
    array([0.5 , 1.  , 0.25])
    """

    low: float
    start: float
    end: float
    high: float

    def __post_init__(self) -> None:
        corners = (self.low, self.start, self.end, self.high)
        if any(isnan(corner) for corner in corners) or list(corners) != sorted(corners):
            raise ParameterError("methods.fuzzyset-four-corners-must-numbers")
        if (self.low == -inf) != (self.start == -inf) or (self.end == inf) != (self.high == inf):
            raise ParameterError("methods.fuzzyset-open-side-both-corners")
        if self.start == inf or self.end == -inf:
            raise ParameterError("methods.fuzzyset-no-number-would-belong")

    def memberships(self, values: ArrayLike) -> FloatArray:
        """Say how much each value belongs to the set, from 0 to 1."""
        x = np.asarray(values, dtype=np.float64)
        rising = _slope(x, self.low, self.start)
        falling = _slope(-x, -self.high, -self.end)
        return np.minimum(rising, falling)


def triangle(low: float, peak: float, high: float) -> FuzzySet:
    """Make a triangular set; a side at infinity is open: 1 from the peak onwards.

    >>> triangle(-inf, 1, 2).memberships([0, 1, 1.5, 2])
    array([1. , 1. , 0.5, 0. ])
    """
    start = -inf if low == -inf else peak
    end = inf if high == inf else peak
    return FuzzySet(low, start, end, high)


def _slope(x: FloatArray, foot: float, top: float) -> FloatArray:
    """Rise from 0 at the foot to 1 at the top; at a sharp border the border belongs."""
    if foot == top:
        return (x >= top).astype(np.float64)
    return np.clip((x - foot) / (top - foot), 0.0, 1.0)
