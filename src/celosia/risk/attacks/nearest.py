"""The released records nearest to a person."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from celosia.core.arrays import FloatArray, IntArray
from celosia.risk.attacks.trial import Trial


def distances(trial: Trial, person: int, columns: Sequence[str]) -> FloatArray:
    """Sum over the columns how far each released record lies from a person.

    References: Gower, Biometrics 27(4), 1971.
    """
    total = np.zeros(trial.records)
    for name in columns:
        value = int(trial.people[name].codes[person])
        total += trial.matchings[name].distances(value)[trial.released[name].codes]
    return total


def nearest(away: FloatArray, count: int) -> IntArray:
    """Give the nearest records; of equally near ones, the first.

    >>> nearest(np.array([0.5, 0.1, 0.3, 0.1]), 2)
    array([1, 3])
    """
    if count == 1:
        return np.array([np.argmin(away)])
    return np.argsort(away, kind="stable")[:count]


def nearest_and_ties(away: FloatArray, count: int) -> IntArray:
    """Give the nearest records, with all that are as near as the last of them.

    >>> nearest_and_ties(np.array([0.5, 0.1, 0.3, 0.1]), 1)
    array([1, 3])
    """
    last = away.size - 1 if count >= away.size else count - 1
    return np.flatnonzero(away <= np.partition(away, last)[last] + 1e-12)
