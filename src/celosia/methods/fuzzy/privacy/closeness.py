"""Fuzzy t-closeness: how far what a record's sets tell is from what the whole table tells."""

from __future__ import annotations

from enum import StrEnum

import numpy as np

from celosia.domain.arrays import CodeArray, FloatArray
from celosia.errors import ParameterError
from celosia.methods.fuzzy.partitions import FuzzyPartition

AT_ONCE = 4_000_000
"""Numbers of a record-by-value table that are held at the same time."""
MOST_NUMBERS = 20_000_000_000
"""And that are looked at in all."""


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
