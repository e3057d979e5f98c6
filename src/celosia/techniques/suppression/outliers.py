"""Records left out because a number is far from all others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from celosia.core.parameters import Between, ColumnNames, OneOf, check_parameters
from celosia.core.technique import (
    Applied,
    CoarserBy,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.core.values import BoolArray, Cells, FloatArray
from celosia.techniques.generalization.fixed_intervals import FixedIntervals
from celosia.techniques.quantities import NumberCells
from celosia.text.messages import Message

_NORMAL = 0.6745
"""The median deviation of a standard normal distribution."""
_USUAL_LIMITS: Mapping[str, float] = {"mad": 3.5, "iqr": 1.5}


@declared(order=3)
@dataclass(frozen=True, slots=True)
class OutlierSuppression(Technique):
    """Leave out the records in which a number of any of the columns is an outlier.

    `mad`: the robust z, 0.6745 (x - median) / MAD, is beyond ±`limit` (3.5 unless said); MAD is
    the median of the distances to the median. `iqr`: x is more than `limit` (1.5 unless said)
    times the distance between the quartiles below the first or above the third. Where that
    spread is 0 the column judges nothing, and a warning says so. A null is no outlier.

    References: Iglewicz and Hoaglin, How to Detect and Handle Outliers, ASQC, 1993 (robust z);
    Tukey, Exploratory Data Analysis, Addison-Wesley, 1977 (quartiles).

    >>> from celosia.core.randomness import Randomness
    >>> pay = Cells.of({"pay": ["10", "11", "12", "13", "99"]})
    >>> made = OutlierSuppression(("pay",)).apply(pay, TechniqueContext(Randomness(b"secret")))
    >>> made.cells.column("pay").tolist()
    ['10', '11', '12', '13']
    """

    columns: ColumnNames
    measure: Annotated[str, OneOf(tuple(_USUAL_LIMITS), public=True)] = "mad"
    limit: Annotated[float, Between(0, open_low=True, public=True)] | None = None
    kind: ClassVar[str] = "outlier-suppression"
    family: ClassVar[Family | None] = Family.RECORD_SUPPRESSION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.outlier-suppression"),
        labels={
            "measure": Message("techniques.outlier-suppression-measure"),
            "limit": Message("techniques.outlier-suppression-limit"),
        },
        choices={
            "measure": {
                "mad": Message("techniques.outlier-suppression-measure-mad"),
                "iqr": Message("techniques.outlier-suppression-measure-iqr"),
            },
        },
    )

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def changes(self) -> tuple[str, ...]:
        """None: cells stay as they are."""
        return ()

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        listed = ", ".join(self.columns)
        return Message("techniques.records-number-far-others-left", listed=listed)

    def coarser(self, by: CoarserBy) -> tuple[Technique, ...] | None:
        """Go on with intervals."""
        width = by.width()
        return None if width is None else (self, FixedIntervals(by.column, width))

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Leave out the outliers of every column, each judged on all records."""
        out = np.zeros(cells.records, np.bool_)
        warnings = []
        for column in self.columns:
            values = NumberCells.of(column, cells.column(column)).values
            low, high = self._fences(values[~np.isnan(values)])
            if low < high:
                out |= self._beyond(values, low, high)
            elif not np.isnan(values).all():
                warnings.append(_no_spread(column))
        return Applied(cells.taken(~out), tuple(warnings))

    def _fences(self, values: FloatArray) -> tuple[float, float]:
        """Give the numbers beyond which a value is an outlier."""
        if not values.size:
            return 0.0, 0.0
        limit = _USUAL_LIMITS[self.measure] if self.limit is None else self.limit
        if self.measure == "iqr":
            first, third = np.quantile(values, [0.25, 0.75])
            reach = limit * (third - first)
            return (float(first - reach), float(third + reach)) if reach else (0.0, 0.0)
        middle = float(np.median(values))
        reach = limit * float(np.median(np.abs(values - middle))) / _NORMAL
        return middle - reach, middle + reach

    @staticmethod
    def _beyond(values: FloatArray, low: float, high: float) -> BoolArray:
        return np.asarray((values < low) | (values > high), np.bool_)


def _no_spread(column: str) -> Message:
    return Message("techniques.most-values-equal-nothing-says", column=column)
