"""The estimators by name, and the rule that chooses among them."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan
from typing import Literal

from celosia.domain.uniqueness.pitman import pitman
from celosia.domain.uniqueness.size_counts import SizeCounts
from celosia.domain.uniqueness.slide_negative_binomial import slide_negative_binomial
from celosia.domain.uniqueness.zayatz import zayatz
from celosia.errors import ParameterError

Estimator = Literal["dankar", "pitman", "zayatz", "snb"]
ESTIMATORS: tuple[Estimator, ...] = ("dankar", "pitman", "zayatz", "snb")
SMALL_FRACTION = 0.1
"""Up to this sampling fraction the decision rule trusts Pitman."""
_ESTIMATES: dict[Estimator, Callable[[SizeCounts], float]] = {
    "pitman": pitman,
    "zayatz": zayatz,
    "snb": slide_negative_binomial,
}


def population_uniques(sample: SizeCounts, estimator: Estimator = "dankar") -> float:
    """Estimate how many people are unique in the population; nan when the estimator cannot.

    >>> import numpy as np
    >>> sample = SizeCounts(np.array([1.0, 2.0]), np.array([40.0, 30.0]), fraction=0.5)
    >>> round(population_uniques(sample, "zayatz"), 1)
    45.6
    """
    if estimator not in ESTIMATORS:
        raise ParameterError("core.unknown-estimator-estimators", estimators=ESTIMATORS)
    if estimator == "dankar":
        return dankar(sample)[1]
    ones = sample.of_size(1)
    if ones == 0 or sample.fraction == 1:
        return ones  # nothing to guess
    return _ESTIMATES[estimator](sample)


def dankar(sample: SizeCounts) -> tuple[Estimator, float]:
    """Choose the estimator by the decision rule: its name, and what it gives.

    Up to a tenth of the population: Pitman. Above it: the smaller of SNB and Zayatz. Zayatz, which
    always exists, takes the place of an estimator that gives nothing.

    References: Dankar, El Emam, Neisa and Roffey, BMC Med. Inform. Decis. Mak. 12:66, 2012.
    """
    first: Estimator = "pitman" if sample.fraction <= SMALL_FRACTION else "snb"
    estimate = population_uniques(sample, first)
    fallback = population_uniques(sample, "zayatz")
    if isnan(estimate) or (first == "snb" and fallback < estimate):
        return "zayatz", fallback
    return first, estimate
