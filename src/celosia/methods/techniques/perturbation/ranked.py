"""Exchange of values between records of near ranks."""

from __future__ import annotations

import numpy as np

from celosia.domain.arrays import IntArray
from celosia.domain.randomness import Randomness

TRIES = 16
"""Draws before all free ranks are listed; more than half are free until the last ones."""


def exchanged_ranks(ranks: int, percent: float, generator: Randomness) -> IntArray:
    """Pair each rank with a free one above it, at most `percent` of the ranks away.

    Going up from the lowest, each rank that has no partner yet gets one of the free ranks within
    reach, all with the same chance. One that finds none keeps its place: a few of the highest.

    References: Moore, Controlled data-swapping techniques for masking public use microdata sets,
    U.S. Bureau of the Census, SRD RR 96-04, 1996.

    >>> partner = exchanged_ranks(100, 10, Randomness(b""))
    >>> int(abs(partner - np.arange(100)).max()) <= 10, (partner[partner] == np.arange(100)).all()
    (True, np.True_)
    """
    reach = max(1, int(ranks * percent / 100))
    partner = list(range(ranks))
    free = [True] * ranks
    first_draws = generator.random(ranks).tolist()
    for rank, draw in enumerate(first_draws):
        last = min(rank + reach, ranks - 1)
        if not free[rank] or rank == last:
            continue
        other = _drawn(free, rank + 1, last, draw, generator)
        if other is not None:
            partner[rank], partner[other] = other, rank
            free[other] = False
    return np.array(partner, np.int64)


def _drawn(
    free: list[bool], first: int, last: int, draw: float, generator: Randomness
) -> int | None:
    """Draw one of the free ranks between two; None where there is none."""
    width = last - first + 1
    for _ in range(TRIES):
        rank = first + int(draw * width)
        if free[rank]:
            return rank
        draw = float(generator.random(1)[0])
    left = [rank for rank in range(first, last + 1) if free[rank]]
    return left[int(draw * len(left))] if left else None
