"""Records shared among fuzzy sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import ArrayLike

from celosia.core.arrays import BoolArray, FloatArray, IntArray
from celosia.errors import ParameterError
from celosia.methods.fuzzy.fuzzy_sets import FuzzySet, is_normal

ROUNDING = 1e-9
MEMBER = 0.5
"""From this membership on a record counts as a member of a set."""


@dataclass(frozen=True, slots=True, eq=False)
class FuzzyPartition:
    """Fuzzy sets among which each record is shared wholly: its memberships add up to 1 (Ruspini).

    References: Quirós 2013, definitions 3.1–3.3 and 3.6; Ruspini, On the semantics of fuzzy logic,
    Int. J. Approx. Reasoning 5, 1991.

    >>> from celosia.methods.fuzzy.fuzzy_sets import triangle
    >>> ages = {"young": triangle(-np.inf, 30, 40), "old": triangle(30, 40, np.inf)}
    >>> FuzzyPartition.of([25, 34, 60], ages).memberships
    array([[1. , 0. ],
           [0.6, 0.4],
           [0. , 1. ]])
    """

    names: tuple[str, ...]
    memberships: FloatArray
    """(records, sets)"""

    def __post_init__(self) -> None:
        shares = self.memberships
        if shares.ndim != 2 or shares.shape[1] != len(self.names) or not shares.size:
            raise ParameterError("methods.fuzzy-partition-row-per-record")
        if not (shares >= 0).all() or not (shares <= 1 + ROUNDING).all():
            raise ParameterError("methods.membership-must-number-0-1")
        wrong = int((np.abs(shares.sum(axis=1) - 1.0) > ROUNDING).sum())
        if wrong:
            raise ParameterError(
                "methods.memberships-records-do-not-add", wrong=wrong, records=len(shares)
            )

    @classmethod
    def of(cls, values: ArrayLike, sets: Mapping[str, FuzzySet]) -> FuzzyPartition:
        """Share the values among sets that were drawn by hand."""
        shares = [one.memberships(values) for one in sets.values()]
        return cls(tuple(sets), np.stack(shares, axis=1))

    @classmethod
    def crisp(cls, labels: IntArray, names: Sequence[str]) -> FuzzyPartition:
        """Give each record wholly to the set of its number."""
        return cls(tuple(names), np.eye(len(names))[labels])

    @property
    def records(self) -> int:
        """How many records are shared."""
        return len(self.memberships)

    @property
    def is_normal(self) -> bool:
        """Whether every set has a record that belongs to it wholly (definition 3.3)."""
        return all(is_normal(column) for column in self.memberships.T)

    @property
    def is_robust(self) -> bool:
        """Whether every record is a member of some set (definition 3.2)."""
        return bool(self.members.any(axis=1).all())

    @property
    def members(self) -> BoolArray:
        """Which records count as members of each set: (records, sets)."""
        return self.memberships >= MEMBER

    @property
    def labels(self) -> IntArray:
        """The set that each record belongs to most; the first of equals."""
        return np.asarray(self.memberships.argmax(axis=1), np.int64)

    def only(self, kept: BoolArray) -> FuzzyPartition:
        """Leave some records out."""
        return FuzzyPartition(self.names, self.memberships[kept])

    def crossed(self, other: FuzzyPartition) -> FuzzyPartition:
        """Share the records among all pairs of sets, by products (definition 3.6)."""
        if other.records != self.records:
            raise ParameterError("methods.only-partitions-same-records-can")
        shares = self.memberships[:, :, None] * other.memberships[:, None, :]
        names = tuple(f"{one} × {two}" for one in self.names for two in other.names)
        return FuzzyPartition(names, shares.reshape(self.records, len(names)))


def cartesian_product(parts: Sequence[FuzzyPartition]) -> FuzzyPartition:
    """Cross the partitions of several attributes."""
    if not parts:
        raise ParameterError("methods.no-partition-cross-name-least")
    return reduce(FuzzyPartition.crossed, parts)
