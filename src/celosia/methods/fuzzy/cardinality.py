"""How many elements a fuzzy set has: three answers.

Every function takes the memberships of n elements, or a column of them per set.

References: Quirós 2013, section 2.2.2; A. Ralescu, Inf. Sci. 38(2), 1986; D. Ralescu, Fuzzy Sets
Syst. 69(3), 1995.
"""

from __future__ import annotations

import numpy as np

from celosia.domain.arrays import FloatArray, IntArray


def sigma_count(memberships: FloatArray) -> FloatArray:
    """Add the memberships up (equation 2.7).

    >>> round(float(sigma_count(np.array([0.1, 0.35, 0.4, 0, 0.3]))), 12)
    1.15
    """
    return np.asarray(memberships.sum(axis=0))


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


def likeliest_cardinalities(memberships: FloatArray) -> IntArray:
    """List the numbers of elements of one set that are most possible (equation 2.11).

    >>> likeliest_cardinalities(np.array([0.5, 0.5]))
    array([0, 1, 2])
    """
    possible = fuzzy_cardinality(memberships)
    return np.flatnonzero(possible == possible.max())


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
