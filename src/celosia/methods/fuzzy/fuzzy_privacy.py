"""What private means when records are shared among fuzzy sets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

import numpy as np

from celosia.core.values import BoolArray, CodeArray, FloatArray, IntArray
from celosia.errors import ParameterError
from celosia.methods.fuzzy.fuzzy_sets import (
    FuzzyPartition,
    nonfuzzy_cardinality,
    possibility_of_at_least,
)


@dataclass(frozen=True, slots=True, eq=False)
class Beliefs:
    """For each sensitive value, in the order of numpy, the steps towards the belief in it."""

    values: CodeArray
    amount: FloatArray
    """n(s, q, T*): members with the value in the sets of q (equation 3.5)."""
    share: FloatArray
    """f(s | q*): the value's share in those sets (equation 3.6)."""
    weight: FloatArray
    """g(s): amount × f(s | q) / share; 0 for a value that no member has."""

    @property
    def belief(self) -> FloatArray:
        """β: the weights, made to add up to 1 (equation 3.8)."""
        return np.asarray(self.weight / self.weight.sum())


def posterior(
    partition: FuzzyPartition, sensitive: CodeArray, alike: BoolArray, record: int
) -> Beliefs:
    """Reckon what is believed of a record, given who had its quasi-identifiers originally.

    The numbers of members are non-fuzzy cardinalities (equation 2.12). They do not add up: those
    of a set's values may sum to more or less than the set's own, so `share` is no probability,
    against theorem 3.15 of the source. Nothing here relies on it.

    Parameters
    ----------
    alike
        The records with the same original quasi-identifiers as `record`, itself included.

    References: Quirós 2013, definitions 3.12, 3.14 and 3.17; Machanavajjhala et al., ACM TKDD
    1(1), 2007.
    """
    values, codes = np.unique(sensitive, return_inverse=True)
    members = _members(partition.memberships, codes, values.size)
    sizes = nonfuzzy_cardinality(partition.memberships)
    shares = np.divide(members, sizes, out=np.zeros(members.shape), where=sizes > 0)
    mine = partition.memberships[record]
    amount, share = members @ mine, shares @ mine
    before = np.bincount(codes[alike], minlength=values.size) / alike.sum()
    weight = np.divide(amount * before, share, out=np.zeros(values.size), where=share > 0)
    return Beliefs(values, amount, share, weight)


def _members(memberships: FloatArray, codes: IntArray, values: int) -> IntArray:
    """Count the members of each set that have each value: (values, sets)."""
    return np.stack([nonfuzzy_cardinality(memberships[codes == value]) for value in range(values)])


AT_ONCE = 4_000_000
"""Numbers of a record-by-value table that are held at the same time: 32 MB as floats."""
MOST_NUMBERS = 20_000_000_000
"""And that are looked at in all; an estimate."""


class Distance(StrEnum):
    """How far two values of the sensitive attribute are from each other."""

    ORDERED = "ordered"
    """By their places in the order (equation 2.5)."""
    EQUAL = "equal"
    """All the same (equation 2.6)."""


def set_distributions(partition: FuzzyPartition, codes: CodeArray) -> FloatArray:
    """Say how the sensitive values are distributed among the members of each set.

    Every member counts once. A set that has no member is described by all who touch it, each by
    its membership: so whatever is mixed of these rows is a distribution too.
    """
    members = partition.members
    weights = np.where(members.any(axis=0), members, partition.memberships)
    values = int(codes.max()) + 1
    counts = np.stack([np.bincount(codes, weight, minlength=values) for weight in weights.T])
    total = counts.sum(axis=1, keepdims=True)
    return np.asarray(np.divide(counts, total, out=np.zeros_like(counts), where=total > 0))


def mixed_distances(
    memberships: FloatArray, rows: FloatArray, whole: FloatArray, distance: Distance
) -> FloatArray:
    """Measure, record by record, the mixture of the rows by its memberships against the whole."""
    if len(memberships) * whole.size > MOST_NUMBERS:
        raise ParameterError(
            "methods.t-closeness-records-different-sensitive",
            records=len(memberships),
            values=whole.size,
        )
    ordered = distance is Distance.ORDERED
    if ordered:  # mixing and adding up commute
        rows, whole = np.cumsum(rows, axis=1), np.cumsum(whole)
    scale = 1.0 / max(whole.size - 1, 1) if ordered else 0.5
    step = max(1, AT_ONCE // whole.size)
    parts = [
        np.abs(memberships[i : i + step] @ rows - whole).sum(axis=1)
        for i in range(0, len(memberships), step)
    ]
    return scale * np.concatenate(parts)


def distances(
    partition: FuzzyPartition, sensitive: CodeArray, distance: Distance = Distance.ORDERED
) -> FloatArray:
    """Measure what each record's sets tell, mixed by its memberships, against the whole table.

    Values are ordered as numpy orders them: numbers by size, texts alphabetically.

    References: Quirós 2013, theorem 3.21 and equation 3.12; Li, Li and Venkatasubramanian,
    t-closeness, ICDE 2007.

    >>> halves = FuzzyPartition(("low", "high"), np.array([[1, 0], [0.5, 0.5], [0, 1]]))
    >>> distances(halves, np.array([10, 20, 30])).round(4)
    array([0.25  , 0.0833, 0.25  ])
    """
    _, codes = np.unique(sensitive, return_inverse=True)
    whole = np.bincount(codes) / codes.size
    rows = set_distributions(partition, codes)
    return mixed_distances(partition.memberships, rows, whole, distance)


def t_closeness(
    partition: FuzzyPartition, sensitive: CodeArray, distance: Distance = Distance.ORDERED
) -> float:
    """Give the largest of these distances: what can be promised to everybody."""
    return float(distances(partition, sensitive, distance).max())


def distinct_values(partition: FuzzyPartition, sensitive: CodeArray) -> IntArray:
    """Count the different sensitive values among the members of each set.

    A member belongs to the set with at least 0.5. With a crisp partition these are the distinct
    values of each class.

    References: Quirós 2013, principle 3.20.

    >>> halves = FuzzyPartition(("low", "high"), np.array([[1, 0], [0.7, 0.3], [0.2, 0.8]]))
    >>> distinct_values(halves, np.array(["flu", "cold", "flu"]))
    array([2, 1])
    """
    _, codes = np.unique(sensitive, return_inverse=True)
    found = [np.unique(codes[members]).size for members in partition.members.T]
    return np.array(found, np.int64)


def l_diversity(partition: FuzzyPartition, sensitive: CodeArray) -> int:
    """Give the least of them; sets to which nobody belongs at all are not published.

    A fuzzy set that some records touch but of which none is a member makes it 0.
    """
    touched = partition.memberships.any(axis=0)
    return int(distinct_values(partition, sensitive)[touched].min())


CONSISTENT = 1.4826
"""Makes the median deviation estimate a standard deviation, as R's `mad` does."""


def k_anonymity(labels: CodeArray) -> int:
    """Count the records with the rarest label.

    >>> k_anonymity(np.array([1, 1, 2, 2, 2]))
    2
    """
    return int(np.unique(labels, return_counts=True)[1].min())


def records_at_risk(labels: CodeArray) -> BoolArray:
    """Tell the records whose risk, one over those with their label, stands out from the rest.

    It stands out when it is above the median plus twice the median absolute deviation.

    References: sdcMicro, `measure_risk`; Templ, Kowarik and Meindl, J. Stat. Softw. 67(4), 2015.

    >>> records_at_risk(np.array([1, 1, 1, 1, 2])).tolist()
    [False, False, False, False, True]
    """
    _, class_of, sizes = np.unique(labels, return_inverse=True, return_counts=True)
    risk = 1.0 / sizes[class_of]
    middle = np.median(risk)
    spread = CONSISTENT * np.median(np.abs(risk - middle))
    return np.asarray(risk > middle + 2 * spread)


Aggregate: TypeAlias = Callable[[FloatArray], FloatArray]
"""Makes one number of each row; must never fall when one of the row's numbers rises."""


def mean(rows: FloatArray) -> FloatArray:
    """Let every set count the same."""
    return np.asarray(rows.mean(axis=1))


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
    def of(cls, partition: FuzzyPartition, aggregate: Aggregate = mean) -> QAnonymity:
        """Count the sets of a partition; `aggregate` may be any aggregation operator."""
        width = len(partition.names)
        if not np.allclose(aggregate(np.array([[0.0] * width, [1.0] * width])), [0.0, 1.0]):
            raise ParameterError("methods.aggregation-operator-makes-0-zeros")
        sets = possibility_of_at_least(partition.memberships)
        return cls(sets, aggregate(sets))

    def largest(self, possibility: float = HALF) -> int:
        """Find the largest Q that is at least this possible; 0 when not even one record is."""
        return int(np.flatnonzero(self.possibilities >= possibility).max(initial=0))


__all__ = [
    "Beliefs",
    "Distance",
    "QAnonymity",
    "distances",
    "distinct_values",
    "k_anonymity",
    "l_diversity",
    "posterior",
    "records_at_risk",
    "t_closeness",
]
