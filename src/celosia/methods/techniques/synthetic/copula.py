"""A Gaussian copula: columns of numbers with their own distributions and common correlations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from celosia.domain.arrays import FloatArray, IntArray
from celosia.methods.techniques.synthetic.coding import BinnedColumn

NORMAL = NormalDist()


@dataclass(frozen=True, slots=True, eq=False)
class GaussianCopula:
    """How often each code is, column by column, and how normal scores of ranks are correlated.

    References: Nelsen, *An Introduction to Copulas*, Springer 2006, section 2.10; Patki, Wedge and
    Veeramachaneni, *The Synthetic Data Vault*, DSAA 2016.
    """

    cumulated: tuple[FloatArray, ...]
    """For each column, the share of records up to each code, from 0."""
    root: FloatArray
    """A square root of the correlation matrix."""

    @classmethod
    def of(cls, columns: Sequence[BinnedColumn]) -> GaussianCopula:
        """Learn from the codes, and from the order of the numbers; nulls are above all."""
        shares = [np.bincount(c.codes, minlength=c.size) / c.codes.size for c in columns]
        scores = np.array([_normal_scores(column.points) for column in columns])
        varied = np.ptp(scores, axis=1) > 0
        correlations = np.eye(len(columns))
        if varied.sum() > 1:
            correlations[np.ix_(varied, varied)] = np.corrcoef(scores[varied])
        values, vectors = np.linalg.eigh(correlations)
        root = vectors * np.sqrt(np.maximum(values, 0))
        return cls(
            tuple(np.append(0.0, np.cumsum(share)) for share in shares), root.astype(np.float64)
        )

    def drawn(
        self, records: int, rng: np.random.Generator
    ) -> tuple[list[IntArray], list[FloatArray]]:
        """Draw the codes of every column, and where inside its bin each record lies."""
        scores = self.root @ rng.standard_normal((len(self.cumulated), records))
        codes, inside = [], []
        for column, shares in zip(scores, self.cumulated, strict=True):
            level = np.array([NORMAL.cdf(score) for score in column.tolist()])
            code = np.clip(np.searchsorted(shares, level, side="right") - 1, 0, shares.size - 2)
            width = shares[code + 1] - shares[code]
            part = np.divide(level - shares[code], width, out=np.zeros(records), where=width > 0)
            codes.append(code.astype(np.int64))
            inside.append(np.clip(part, 0, np.nextafter(1, 0)))
        return codes, inside


def _normal_scores(points: FloatArray) -> FloatArray:
    """Give the normal quantile of each rank; equal numbers have the mean of their ranks."""
    _, place, counts = np.unique(points, return_inverse=True, return_counts=True)
    middle = (np.cumsum(counts) - counts / 2) / points.size
    return np.array([NORMAL.inv_cdf(level) for level in middle.tolist()])[place]
