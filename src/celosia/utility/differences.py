"""Three ways to sum up how two arrays of figures differ."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np

from celosia.core.arrays import FloatArray
from celosia.errors import ParameterError

_NOTHING = 1e-12


@dataclass(frozen=True, slots=True)
class Differences:
    """Mean square error, mean absolute error and mean variation, over the entries both have.

    Mean variation is |before - after| / |before|, over the entries that are not 0 before. All
    three are nan when no entry is left. The first two are symmetric.

    Sort: of two arrays. References: Domingo-Ferrer and Torra, "Disclosure control methods and
    information loss for microdata", in Confidentiality, Disclosure, and Data Access, North-Holland,
    2001; Rosso 2023, section 6.1.2 (whose own code computes the MAE as the MSE).

    >>> Differences.of([1.0, 2.0], [1.0, 5.0])
    Differences(mse=4.5, mae=1.5, mean_variation=0.75)
    """

    mse: float
    mae: float
    mean_variation: float

    @classmethod
    def of(cls, before: FloatArray | list[float], after: FloatArray | list[float]) -> Differences:
        """Compare two arrays of one shape; entries that are nan in either are left out."""
        first, second = np.asarray(before, np.float64), np.asarray(after, np.float64)
        if first.shape != second.shape:
            raise ParameterError(
                "utility.cannot-compare-shapes", first=first.shape, second=second.shape
            )
        both = ~(np.isnan(first) | np.isnan(second))
        old, apart = first[both], np.abs(first[both] - second[both])
        if not old.size:
            return cls(nan, nan, nan)
        some = np.abs(old) > _NOTHING * np.abs(old).max()
        variation = float((apart[some] / np.abs(old[some])).mean()) if some.any() else nan
        return cls(float((apart**2).mean()), float(apart.mean()), variation)
