"""Fuzzy l-diversity: different sensitive values among the members of each set."""

from __future__ import annotations

import numpy as np

from celosia.domain.arrays import CodeArray, IntArray
from celosia.methods.fuzzy.partitions import FuzzyPartition


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
