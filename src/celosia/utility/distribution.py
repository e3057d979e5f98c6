"""How far the distribution of a released column moved from the original's."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np

from celosia.core.attribute_domain import AttributeDomain
from celosia.core.values import AnyCells, FloatArray, Value, ValueCounts, counted


def wasserstein(
    first: FloatArray, second: FloatArray, first_weights: FloatArray, second_weights: FloatArray
) -> float:
    """Wasserstein-1 distance of two weighted samples of numbers: the area between their CDFs.

    nan when a sample is empty. Symmetric. References: Vallender, Theory of Probability and its
    Applications 18(4), 1974.

    >>> wasserstein(np.array([0.0, 1.0]), np.array([3.0]), np.array([1.0, 1.0]), np.array([2.0]))
    2.5
    """
    if not first_weights.sum() or not second_weights.sum():
        return nan
    grid = np.unique(np.concatenate([first, second]))
    gap = np.abs(_cdf(grid, first, first_weights) - _cdf(grid, second, second_weights))
    return float((gap[:-1] * np.diff(grid)).sum())


def total_variation(first: FloatArray, second: FloatArray) -> float:
    """Half the sum of |p - q|: the share of records that must change value.

    nan when a distribution is empty. Symmetric, from 0 to 1. References: Levin, Peres and Wilmer,
    Markov Chains and Mixing Times, 2009, proposition 4.2.

    >>> total_variation(np.array([3.0, 1.0]), np.array([1.0, 1.0]))
    0.25
    """
    if not first.sum() or not second.sum():
        return nan
    return float(np.abs(first / first.sum() - second / second.sum()).sum() / 2)


@dataclass(frozen=True, slots=True)
class DistributionChange:
    """Change of one column's distribution: 0 when kept.

    A numeric column is measured by Wasserstein-1 over the range of the original, intervals at
    their midpoint (may pass 1 when values are perturbed out of the range); any other by total
    variation, where a generalized label is spread evenly over the values it covers and a label
    not understood counts as a new value. Suppressed cells tell nothing: they are left out, and
    their share is given. So are the nulls of a numeric column.

    nan when nothing is left to compare, or when a constant numeric column moved.

    Sort: comparison of two columns, records in any order; counts are enough.

    >>> ages = ["20", "22", "24", "30"]
    >>> DistributionChange.of(AttributeDomain.of("age", ages), ages, ["20-24"] * 3 + ["*"])
    DistributionChange(column='age', measure='wasserstein', distance=0.3, suppressed=0.25)
    """

    column: str
    measure: str
    """`wasserstein` or `total variation`."""
    distance: float
    suppressed: float
    """Share of the released cells that were left out as suppressed."""

    @classmethod
    def of(
        cls, domain: AttributeDomain, original: AnyCells, released: AnyCells
    ) -> DistributionChange:
        """Compare a column before and after."""
        before, after = counted(original), counted(released)
        told = [not domain.suppresses(label) for label in after.values]
        starred = sum(n for n, tells in zip(after.counts, told, strict=True) if not tells)
        share = starred / after.records if after.records else nan
        if domain.numeric:
            return cls(domain.name, "wasserstein", _moved(domain, before, after), share)
        return cls(domain.name, "total variation", _varied(domain, before, after), share)


def numbers_of(domain: AttributeDomain, found: ValueCounts) -> tuple[FloatArray, FloatArray]:
    """The numbers of a column, intervals at their midpoint, and how many records hold each."""
    numbers = np.array([domain.midpoint(label) for label in found.values], np.float64)
    weights = np.array(found.counts, np.float64)
    known = ~np.isnan(numbers)
    return numbers[known], weights[known]


def spread(domain: AttributeDomain, found: ValueCounts) -> dict[Value, float]:
    """Records of each original value, where a label counts evenly for all it covers.

    >>> sexes = AttributeDomain.of("sex", ["F", "M", "X"])
    >>> spread(sexes, ValueCounts.of(["{F, M}", "F", "*"]))
    {'F': 1.5, 'M': 0.5}
    """
    records = np.zeros(domain.size)
    strange: dict[Value, float] = {}
    for label, count in zip(found.values, found.counts, strict=True):
        if domain.suppresses(label):
            continue
        covered = domain.covered(label)
        if covered.size:
            records[covered] += count / covered.size
        else:
            strange[label] = float(count)
    values = domain.values
    return {**{values[at]: float(records[at]) for at in np.flatnonzero(records)}, **strange}


def _moved(domain: AttributeDomain, before: ValueCounts, after: ValueCounts) -> float:
    old, old_weights = numbers_of(domain, before)
    new, new_weights = numbers_of(domain, after)
    distance = wasserstein(old, new, old_weights, new_weights)
    span = float(np.ptp(old)) if old.size else 0.0
    if span == 0:
        return 0.0 if distance == 0 else nan
    return distance / span


def _varied(domain: AttributeDomain, before: ValueCounts, after: ValueCounts) -> float:
    old, new = spread(domain, before), spread(domain, after)
    values = {**old, **new}
    return total_variation(
        np.array([old.get(value, 0.0) for value in values]),
        np.array([new.get(value, 0.0) for value in values]),
    )


def _cdf(grid: FloatArray, sample: FloatArray, weights: FloatArray) -> FloatArray:
    order = np.argsort(sample)
    running = np.concatenate([[0.0], np.cumsum(weights[order])])
    below = np.searchsorted(sample[order], grid, side="right")
    return np.asarray(running[below] / running[-1], np.float64)
