"""Global Recode: intervals of one attribute, as sdcMicro cuts them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from celosia.domain.arrays import FloatArray
from celosia.errors import DataError, ParameterError
from celosia.methods.fuzzy.codings.fit import Fit, check_columns


class Cutting(StrEnum):
    """Where the intervals end."""

    EQUIDISTANT = "equidistant"
    """All intervals are equally long."""
    LOG_EQUI = "logEqui"
    """All are equally long in logarithms."""
    EQUAL_AMOUNT = "equalAmount"
    """All hold about as many records."""


@dataclass(frozen=True, slots=True, eq=False)
class Intervals:
    """Intervals that hold their upper end; the first and the last are open outwards."""

    borders: FloatArray
    """(sets - 1,) the upper end of every interval but the last."""

    def memberships(self, columns: FloatArray) -> FloatArray:
        """Give each point wholly to its interval."""
        place = np.searchsorted(self.borders, columns[0], side="left")
        return np.asarray(np.eye(len(self.borders) + 1)[place])


def global_recode(columns: FloatArray, sets: int, cutting: Cutting) -> Fit:
    """Cut one attribute into intervals.

    References: Templ, Kowarik and Meindl, J. Stat. Softw. 67(4), 2015 (sdcMicro, `globalRecode`);
    Quirós 2013, section 4.1.1.2. The lowest value stays in the first interval.
    """
    data = check_columns(columns, sets)
    if len(data) != 1:
        raise ParameterError("methods.global-recode-cuts-attribute-time")
    return Fit(Intervals(borders(data[0], sets, cutting)[1:-1]), None)


def borders(values: FloatArray, sets: int, cutting: Cutting) -> FloatArray:
    """Tell where the intervals end, the lowest and highest value included.

    >>> borders(np.array([1.0, 2.0, 4.0, 8.0]), 3, Cutting.LOG_EQUI)
    array([1., 2., 4., 8.])
    """
    low, high = float(values.min()), float(values.max())
    match cutting:
        case Cutting.EQUIDISTANT:
            return np.linspace(low, high, sets + 1)
        case Cutting.LOG_EQUI:
            if low <= 0:
                raise DataError("methods.logarithmic-intervals-need-values-above")
            return np.geomspace(low, high, sets + 1)
        case Cutting.EQUAL_AMOUNT:
            return np.asarray(np.quantile(values, np.linspace(0, 1, sets + 1)))
