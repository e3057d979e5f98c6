"""Q-anonymity: how possible it is that every fuzzy set has at least Q records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from celosia.domain.arrays import FloatArray
from celosia.errors import ParameterError
from celosia.methods.fuzzy.cardinality import possibility_of_at_least
from celosia.methods.fuzzy.partitions import FuzzyPartition

Aggregation: TypeAlias = Callable[[FloatArray], FloatArray]
"""Makes one number of each row; must never fall when one of the row's numbers rises."""


def mean(rows: FloatArray) -> FloatArray:
    """Let every set count the same."""
    return np.asarray(rows.mean(axis=1))


def smallest(rows: FloatArray) -> FloatArray:
    """Let the set that is worst off decide."""
    return np.asarray(rows.min(axis=1))


def multiplied(rows: FloatArray) -> FloatArray:
    """Ask all sets at once, as independent chances would."""
    return np.asarray(rows.prod(axis=1))


AGGREGATIONS: Mapping[str, Aggregation] = {
    "mean": mean,
    "smallest": smallest,
    "multiplied": multiplied,
}
HALF = 0.5
"""A number of records is taken for granted from this possibility on."""


@dataclass(frozen=True, slots=True, eq=False)
class QAnonymity:
    """The possibility of at least Q records in the fuzzy sets, for every Q.

    References: Quirós 2013, definition 3.8, equation 3.4.

    >>> halves = FuzzyPartition(("low", "high"), np.array([[1, 0], [0.7, 0.3], [0.2, 0.8]]))
    >>> QAnonymity.of(halves).possibilities
    array([0.7, 0.7, 0.5, 0.1])
    >>> QAnonymity.of(halves).largest()
    2
    """

    sets: FloatArray
    """(n + 1, sets) for each Q from 0 to n, by set."""
    possibilities: FloatArray
    """(n + 1,) aggregated."""

    @classmethod
    def of(cls, partition: FuzzyPartition, aggregate: Aggregation = mean) -> QAnonymity:
        """Count the sets of a partition; `aggregate` may be any aggregation operator."""
        width = len(partition.names)
        if not np.allclose(aggregate(np.array([[0.0] * width, [1.0] * width])), [0.0, 1.0]):
            raise ParameterError("methods.aggregation-operator-makes-0-zeros")
        sets = possibility_of_at_least(partition.memberships)
        return cls(sets, aggregate(sets))

    def largest(self, possibility: float = HALF) -> int:
        """Find the largest Q that is at least this possible; 0 when not even one record is."""
        return int(np.flatnonzero(self.possibilities >= possibility).max(initial=0))
