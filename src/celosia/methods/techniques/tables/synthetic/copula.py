"""A Gaussian copula: columns of numbers with their own distributions and common correlations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist

import numpy as np

from celosia.domain.arrays import FloatArray, IntArray
from celosia.domain.randomness import Randomness
from celosia.methods.techniques.tables.synthetic.coding import BinnedColumn

NORMAL = NormalDist()


@dataclass(frozen=True, slots=True, eq=False)
class GaussianCopula:
    """How frequent each code is, column by column, and how normal scores of ranks are correlated.

    Nulls are as frequent as they were, independently of everything else.

    References: Nelsen, *An Introduction to Copulas*, Springer 2006, section 2.10; Patki, Wedge and
    Veeramachaneni, *The Synthetic Data Vault*, DSAA 2016.
    """

    cumulated: tuple[FloatArray, ...]
    """For each column, the share of the known records up to each code, from 0."""
    nulls: tuple[float, ...]
    """For each column, the share of nulls."""
    root: FloatArray
    """A square root of the correlation matrix."""

    @classmethod
    def of(cls, columns: Sequence[BinnedColumn]) -> GaussianCopula:
        """Learn from the codes, and from the order of the numbers."""
        counts = [np.bincount(c.codes, minlength=c.size)[:-1] for c in columns]
        return cls(
            tuple(np.append(0.0, np.cumsum(count) / count.sum()) for count in counts),
            tuple(float(np.mean(np.isnan(column.points))) for column in columns),
            _root(_correlations([_normal_scores(column.points) for column in columns])),
        )

    def drawn(self, records: int, rng: Randomness) -> tuple[list[IntArray], list[FloatArray]]:
        """Draw the codes of every column, and where inside its bin each record lies."""
        scores = self.root @ rng.standard_normal(len(self.cumulated), records)
        codes, inside = [], []
        for column, shares, nulls in zip(scores, self.cumulated, self.nulls, strict=True):
            level = np.array([NORMAL.cdf(score) for score in column.tolist()])
            code = np.clip(np.searchsorted(shares, level, side="right") - 1, 0, shares.size - 2)
            width = shares[code + 1] - shares[code]
            part = np.divide(level - shares[code], width, out=np.zeros(records), where=width > 0)
            code[rng.random(records) < nulls] = shares.size - 1
            codes.append(code.astype(np.int64))
            inside.append(np.clip(part, 0, np.nextafter(1, 0)))
        return codes, inside


def _normal_scores(points: FloatArray) -> FloatArray:
    """Give the normal quantile of each rank; equal numbers have the middle of their ranks."""
    known = ~np.isnan(points)
    _, place, counts = np.unique(points[known], return_inverse=True, return_counts=True)
    middle = (np.cumsum(counts) - counts / 2) / place.size
    scores = np.full(points.size, np.nan)
    scores[known] = np.array([NORMAL.inv_cdf(level) for level in middle.tolist()])[place]
    return scores


def _correlations(scores: list[FloatArray]) -> FloatArray:
    """Correlate columns two by two, over the records in which both are known."""
    matrix = np.eye(len(scores))
    for one, other in combinations(range(len(scores)), 2):
        both = ~np.isnan(scores[one]) & ~np.isnan(scores[other])
        x, y = scores[one][both], scores[other][both]
        if x.size > 1 and np.ptp(x) and np.ptp(y):
            matrix[one, other] = matrix[other, one] = np.corrcoef(x, y)[0, 1]
    return matrix


def _root(correlations: FloatArray) -> FloatArray:
    """Take a square root of the nearest matrix that has one, with ones in its diagonal."""
    values, vectors = np.linalg.eigh(correlations)
    root = vectors * np.sqrt(np.maximum(values, 0))
    lengths = np.linalg.norm(root, axis=1, keepdims=True)
    return np.asarray(root / lengths, np.float64)
