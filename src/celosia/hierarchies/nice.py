"""Widths that people expect: 1, 2 or 5 times a power of ten, each a multiple of the last."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from celosia.hierarchies.numbers import EXACT, is_whole

_GROUPS = 20
_CHAINS = {1: (1, 5, 10, 20), 2: (2, 10, 20, 40), 5: (5, 10, 20, 40)}


def nice_widths(numbers: Sequence[Decimal], counts: Sequence[int]) -> tuple[float, ...]:
    """Choose up to four widths, the first for some twenty groups of the middle 90 % of records.

    Extremes are left out of the range so that one huge value does not widen every interval.

    >>> nice_widths([Decimal(age) for age in range(17, 91)], [1] * 74)
    (5, 10, 20, 40)
    """
    span = _span(sorted(zip(numbers, counts, strict=True)))
    if not span:
        return ()
    digit, power = _nice_above(EXACT.divide(span, Decimal(_GROUPS)))
    if power < 0 and all(map(is_whole, numbers)):
        digit, power = 2, 0
    return tuple(_width(step, power) for step in _CHAINS[digit])


def _span(counted: Sequence[tuple[Decimal, int]]) -> Decimal:
    low, high = _quantile(counted, 5), _quantile(counted, 95)
    if low == high:
        low, high = counted[0][0], counted[-1][0]
    return EXACT.subtract(high, low)


def _quantile(counted: Sequence[tuple[Decimal, int]], percent: int) -> Decimal:
    rank = sum(count for _, count in counted) * percent
    for value, count in counted:
        rank -= 100 * count
        if rank <= 0:
            return value
    return counted[-1][0]


def _nice_above(size: Decimal) -> tuple[int, int]:
    """Give the least 1, 2 or 5 times a power of ten that is not below the size."""
    power = size.adjusted()
    for digit in (1, 2, 5):
        if size <= Decimal(digit).scaleb(power):
            return digit, power
    return 1, power + 1


def _width(step: int, power: int) -> float:
    width = Decimal(step).scaleb(power)
    return int(width) if is_whole(width) else float(width)
