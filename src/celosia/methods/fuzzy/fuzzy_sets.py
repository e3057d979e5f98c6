"""Fuzzy sets of numbers: their shapes, how many elements they have, records shared among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import inf, isnan

import numpy as np
from numpy.typing import ArrayLike

from celosia.core.values import BoolArray, FloatArray, IntArray
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


def is_normal(a: FloatArray) -> bool:
    """Tell whether some element belongs wholly (definition 2.31)."""
    return bool(a.max(initial=0.0) == 1.0)


def fuzzy_cardinality(memberships: FloatArray) -> FloatArray:
    """Say how possible each number of elements from 0 to n is (equation 2.8).

    >>> fuzzy_cardinality(np.array([0.7, 0.6, 0.3, 0]))
    array([0.3, 0.4, 0.6, 0.3, 0. ])
    """
    ordered = _framed(memberships)
    return np.minimum(ordered[:-1], 1.0 - ordered[1:])


def possibility_of_at_least(memberships: FloatArray) -> FloatArray:
    """Say how possible it is to have at least k elements, k from 0 to n (equations 2.9, 2.10).

    >>> possibility_of_at_least(np.array([0.7, 0.6, 0.3, 0]))
    array([0.6, 0.6, 0.6, 0.3, 0. ])
    """
    exactly = fuzzy_cardinality(memberships)
    return np.maximum.accumulate(exactly[::-1], axis=0)[::-1]


def nonfuzzy_cardinality(memberships: FloatArray) -> IntArray:
    """Choose one number of elements (equation 2.12); of two with the same claim, the larger.

    >>> nonfuzzy_cardinality(np.array([0.7, 0.6, 0.3, 0]))
    array(2)
    """
    ordered = _framed(memberships)
    turning = (ordered[:-2] + ordered[1:-1] > 1).sum(axis=0)
    last = np.take_along_axis(ordered, np.expand_dims(turning, 0), axis=0)[0]
    return np.asarray(np.where(last >= 0.5, turning, turning - 1), np.int64)


def _framed(memberships: FloatArray) -> FloatArray:
    """Sort from the largest down, with the 1 before the first and the 0 after the last."""
    ordered = -np.sort(-memberships, axis=0)
    edge = np.ones((1, *memberships.shape[1:]))
    return np.concatenate([edge, ordered, 0 * edge])


ROUNDING = 1e-9
MEMBER = 0.5
"""From this membership on a record counts as a member of a set."""


@dataclass(frozen=True, slots=True, eq=False)
class FuzzyPartition:
    """Fuzzy sets among which each record is shared wholly: its memberships add up to 1 (Ruspini).

    References: Quirós 2013, definitions 3.1–3.3 and 3.6; Ruspini, On the semantics of fuzzy logic,
    Int. J. Approx. Reasoning 5, 1991.

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
