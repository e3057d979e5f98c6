"""Where a function of one number crosses zero."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan, nan


def root(function: Callable[[float], float], low: float, high: float) -> float:
    """Find where a function crosses zero, by false position (Illinois) kept inside its bracket.

    >>> round(root(lambda x: x * x - 2, 0, 2), 6)
    1.414214
    """
    at_low, at_high = function(low), function(high)
    if not at_low * at_high <= 0:
        return nan
    side = 0
    for turn in range(200):
        middle = (low + high) / 2 if turn % 4 == 3 else _crossing(low, high, at_low, at_high)
        value = function(middle)
        if isnan(value):
            return nan
        if value == 0 or high - low <= 1e-12 * max(abs(low), abs(high)):
            return middle
        if value * at_high > 0:
            high, at_high = middle, value
            at_low, side = (at_low / 2 if side == 1 else at_low), 1
        else:
            low, at_low = middle, value
            at_high, side = (at_high / 2 if side == -1 else at_high), -1
    return (low + high) / 2


def _crossing(low: float, high: float, at_low: float, at_high: float) -> float:
    if at_low == at_high:
        return (low + high) / 2
    return (low * at_high - high * at_low) / (at_high - at_low)
