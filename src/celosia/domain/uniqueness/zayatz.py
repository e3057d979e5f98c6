"""Zayatz' estimator: the sample's class sizes stand for the population's."""

from __future__ import annotations

import numpy as np

from celosia.domain.arrays import FloatArray
from celosia.domain.uniqueness.size_counts import SizeCounts


def zayatz(sample: SizeCounts) -> float:
    """Take the sample's class sizes for the population's, and apply Bayes' rule to the uniques.

    References: Zayatz, *Estimation of the Number of Unique Population Elements Using a Sample*,
    ASA Survey Research Methods, 1991, 369-373.
    """
    drawn_once = _drawn_once(sample)
    ones = sample.of_size(1)
    truly = ones * sample.fraction / float(sample.number @ drawn_once)
    return min(ones * truly / sample.fraction, float(sample.population))


def _drawn_once(sample: SizeCounts) -> FloatArray:
    """Chance that a population class of each size gives one record: hypergeometric."""
    people, records = sample.population, sample.records
    steps = np.arange(int(sample.size[-1]) - 1)
    odds = np.maximum(people - records - steps, 0) / np.maximum(people - 1 - steps, 1)
    with np.errstate(divide="ignore"):
        logs = np.concatenate([[0.0], np.cumsum(np.log(odds))])
    shares: FloatArray = sample.size * sample.fraction * np.exp(logs[sample.size.astype(int) - 1])
    return shares
