"""The slide negative binomial (SNB) estimator."""

from __future__ import annotations

from math import isnan, log, nan
from typing import Any

import numpy as np

from celosia.domain.uniqueness.roots import root
from celosia.domain.uniqueness.size_counts import SizeCounts


def slide_negative_binomial(sample: SizeCounts) -> float:
    """Take the population's classes for one person plus a negative binomial number of others.

    The number K of classes is estimated by Haas and Stokes' third form of Shlosser's estimator; the
    parameters are those that explain the sample's classes of one and of two records.

    References: Chen and Keller-McNulty, *Estimation of identification disclosure risk in
    microdata*, J. Official Statistics 14(1), 1998, 79-95; Haas and Stokes, JASA 93(444), 1998.
    """
    classes, pairs = _population_classes(sample), sample.of_size(2)
    if pairs == 0 or isnan(classes):
        return nan
    grid = 1 / (1 + np.exp(-np.linspace(-16, 16, 257)))
    misses = _missed_uniques(sample, classes, grid)
    turns = np.flatnonzero(np.sign(misses[:-1]) * np.sign(misses[1:]) < 0)
    best, distance = nan, float("inf")
    for turn in turns:
        beta = root(
            lambda b: float(_missed_uniques(sample, classes, b)), grid[turn], grid[turn + 1]
        )
        alpha = float(_snb_alpha(sample, beta))
        people = classes * (1 + alpha * (1 - beta) / beta)
        if abs(log(people / sample.population)) < distance:  # of several fits, the likeliest size
            best, distance = classes * beta**alpha, abs(log(people / sample.population))
    return best if best <= sample.population else nan


def _population_classes(sample: SizeCounts) -> float:
    """Estimate the number of classes of the population."""
    fraction, size, number = sample.fraction, sample.size, sample.number
    missed = (1 - fraction) ** size
    first = size * fraction**2 * (1 - fraction**2) ** (size - 1) @ number
    second = ((1 - fraction**2) ** size - missed) @ number
    ratio = (missed @ number) / (size * fraction * (1 - fraction) ** (size - 1) @ number)
    return float(sample.classes + sample.of_size(1) * first / second * ratio**2)


def _snb_alpha(sample: SizeCounts, beta: Any) -> Any:
    """The alpha that explains, for each beta, the ratio of pairs to uniques in the sample."""
    slid = (1 - sample.fraction) * (1 - beta)
    ratio = sample.of_size(2) / sample.of_size(1) * 2 * (1 - slid)
    ratio = ratio / (sample.fraction * (1 - beta))
    linear = 2 - slid - ratio * slid
    square_root = np.sqrt(linear**2 + 4 * slid * ratio * (1 - slid))
    # Of the two ways to write the positive root, the one that does not cancel.
    return np.where(
        linear > 0,
        2 * ratio * (1 - slid) / (linear + abs(square_root)),
        (square_root - linear) / (2 * slid),
    )


def _missed_uniques(sample: SizeCounts, classes: float, beta: Any) -> Any:
    """Log of expected over observed uniques of the sample."""
    slid = (1 - sample.fraction) * (1 - beta)
    alpha = _snb_alpha(sample, beta)
    kept = alpha * np.log(beta / (1 - slid)) + np.log1p(alpha * slid / (1 - slid))
    return kept + log(classes * sample.fraction / sample.of_size(1))
