"""The arrays that the fuzzy kernels share, grouped and named."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

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
