"""Operations on fuzzy sets by Quirós 2013, section 2.2: tests ask with them what sets keep."""

from __future__ import annotations

import numpy as np

from celosia.core.values import BoolArray, FloatArray, IntArray
from celosia.methods.fuzzy.fuzzy_sets import fuzzy_cardinality


def union(a: FloatArray, b: FloatArray) -> FloatArray:
    """Belong to either: the larger membership."""
    return np.maximum(a, b)


def intersection(a: FloatArray, b: FloatArray) -> FloatArray:
    """Belong to both: the smaller membership."""
    return np.minimum(a, b)


def complement(a: FloatArray) -> FloatArray:
    """Not belong."""
    return 1.0 - a


def lambda_complement(a: FloatArray, strength: float) -> FloatArray:
    """Not belong, the more strictly the larger λ is (definition 2.33); 0 is the complement.

    >>> lambda_complement(np.array([0.0, 0.5, 1.0]), 2.0)
    array([1.  , 0.25, 0.  ])
    """
    return (1.0 - a) / (1.0 + strength * a)


def product(a: FloatArray, b: FloatArray) -> FloatArray:
    """Belong to both, as independent chances would."""
    return a * b


def algebraic_sum(a: FloatArray, b: FloatArray) -> FloatArray:
    """Belong to either, as independent chances would."""
    return a + b - a * b


def alpha_cut(a: FloatArray, alpha: float) -> BoolArray:
    """Tell the elements that belong with at least `alpha` (definition 2.34)."""
    return a >= alpha


def weak_alpha_cut(a: FloatArray, alpha: float) -> BoolArray:
    """Tell the elements that belong with more than `alpha`."""
    return a > alpha


def is_included(a: FloatArray, b: FloatArray) -> bool:
    """Tell whether no element belongs more to the first set than to the second."""
    return bool((a <= b).all())


def is_empty(a: FloatArray) -> bool:
    """Tell whether nothing belongs to the set (definition 2.29)."""
    return not a.any()


def is_convex(a: FloatArray) -> bool:
    """Tell whether memberships, in the order of the elements, rise and then fall (2.32).

    >>> is_convex(np.array([0.3, 0.4, 0.6, 0.3, 0])), is_convex(np.array([0.5, 0.1, 0.2]))
    (True, False)
    """
    before = np.maximum.accumulate(a)
    after = np.maximum.accumulate(a[::-1])[::-1]
    return bool((a >= np.minimum(before, after)).all())


def sigma_count(memberships: FloatArray) -> FloatArray:
    """Add the memberships up (equation 2.7).

    >>> round(float(sigma_count(np.array([0.1, 0.35, 0.4, 0, 0.3]))), 12)
    1.15
    """
    return np.asarray(memberships.sum(axis=0))


def likeliest_cardinalities(memberships: FloatArray) -> IntArray:
    """List the numbers of elements of one set that are most possible (equation 2.11).

    >>> likeliest_cardinalities(np.array([0.5, 0.5]))
    array([0, 1, 2])
    """
    possible = fuzzy_cardinality(memberships)
    return np.flatnonzero(possible == possible.max())
