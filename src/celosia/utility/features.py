"""Cells as features that an original table and its release share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from celosia.domain.arrays import FloatArray, IntArray
from celosia.domain.attribute_domain import AttributeDomain
from celosia.domain.coded_cells import numbered
from celosia.domain.values import Value

MOST_VALUES = 50


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """One column as numbers for a learner, alike for exact and for generalized cells.

    A quantity is its (mid)point in standard deviations of the original, and its mean where the
    cell tells none. A category is the share of its label that each of the most frequent values,
    and all the rest together, make up: 1 for the value itself, 1/2 each for a set of two.

    >>> sexes = Features.of(AttributeDomain.of("sex", ["F", "M", "M"]))
    >>> sexes.matrix(["F", "*"])
    array([[0. , 1. , 0. ],
           [0.5, 0.5, 0. ]])
    """

    domain: AttributeDomain
    place: IntArray
    """Of each value of the domain, the feature it counts for."""
    center: float = 0.0
    scale: float = 1.0

    @classmethod
    def of(cls, domain: AttributeDomain, most: int = MOST_VALUES) -> Features:
        """Prepare a column of the original."""
        ranks = np.argsort(np.argsort(-domain.counts, kind="stable"), kind="stable")
        place = np.minimum(ranks, most).astype(np.int64)
        known = ~np.isnan(domain.numbers)
        if not domain.numeric or not known.any():
            return cls(domain, place)
        numbers, weights = domain.numbers[known], domain.counts[known]
        center = float(np.average(numbers, weights=weights))
        spread = float(np.sqrt(np.average((numbers - center) ** 2, weights=weights)))
        return cls(domain, place, center, spread or 1.0)

    def matrix(self, cells: Sequence[Value]) -> FloatArray:
        """Encode cells, each distinct one once: (records, features)."""
        labels, codes = numbered(cells)
        encode = self._quantity if self.domain.numeric else self._category
        encoded = [encode(label) for label in labels]
        return np.array(encoded, np.float64).reshape(len(labels), -1)[codes]

    def _quantity(self, label: Value) -> FloatArray:
        number = self.domain.midpoint(label)
        return np.array([0.0 if np.isnan(number) else (number - self.center) / self.scale])

    def _category(self, label: Value) -> FloatArray:
        width = int(self.place.max(initial=-1)) + 2
        covered = self.domain.covered(label)
        if not covered.size:
            return np.append(np.zeros(width - 1), 1.0)
        shares = np.bincount(self.place[covered], minlength=width) / covered.size
        return np.asarray(shares, np.float64)
