"""The partitions of the census experiment: three sets per attribute, or three for a pair."""

from __future__ import annotations

import numpy as np

from celosia.domain.arrays import FloatArray, IntArray
from celosia.methods.fuzzy.codings.fit import Search
from celosia.methods.fuzzy.codings.fuzzy_clusters import best_fit
from celosia.methods.fuzzy.codings.global_recode import Cutting, borders, global_recode
from celosia.methods.fuzzy.codings.k_means import k_means
from celosia.methods.fuzzy.partitions import FuzzyPartition

SETS = 3
NAMES = ("1", "2", "3")
K_MEANS = Search(starts=30)
FUZZY = Search(starts=1)
START = (0.9501292851, 0.2311385136, 0.6068425835, 0.4859824687, 0.8912989661, 0.7620968330)
"""Where the source's fuzzy searches started: the first numbers of Matlab's `rand('state', 0)`.

The tolerance of 1e-4 leaves traces of the start in the fourth decimal of t."""
LEFT_OUT = -1


def by_k_means(columns: FloatArray, seed: int) -> FuzzyPartition:
    """Divide by k-means in the units of the data, as most starts agree."""
    rng = np.random.default_rng(seed)
    fit = k_means(columns, SETS, rng, K_MEANS, scaled=False, most_frequent=True)
    return FuzzyPartition(NAMES, fit.shape.memberships(columns))


def by_c_means(columns: FloatArray) -> FuzzyPartition:
    """Share by fuzzy c-means."""
    return _fuzzy(columns, adaptive=False)


def by_gustafson_kessel(columns: FloatArray) -> FuzzyPartition:
    """Share by Gustafson and Kessel's method."""
    return _fuzzy(columns, adaptive=True)


def by_equal_amounts(columns: FloatArray) -> FuzzyPartition:
    """Divide into intervals with as many records each."""
    fit = global_recode(columns, SETS, Cutting.EQUAL_AMOUNT)
    return FuzzyPartition(NAMES, fit.shape.memberships(columns))


def equal_amounts_without_the_lowest(values: FloatArray) -> IntArray:
    """Number the intervals as the source did: ends in whole units, the lowest values left out."""
    ends = np.round(borders(values, SETS, Cutting.EQUAL_AMOUNT))
    return np.asarray(np.searchsorted(ends, values, side="left") + LEFT_OUT, np.int64)


def _fuzzy(columns: FloatArray, adaptive: bool) -> FuzzyPartition:
    draws = np.array(START[: SETS * len(columns)]).reshape(1, len(columns), SETS)
    fit = best_fit(columns, draws.transpose(0, 2, 1), FUZZY, adaptive)
    return FuzzyPartition(NAMES, fit.shape.memberships(columns))
