"""Columns of numbers or of dates, as points on a line."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from celosia.domain.arrays import FloatArray
from celosia.domain.cells import CellArray
from celosia.domain.labels import as_day, as_number, date_format, decimal_sign
from celosia.domain.labels.numbers import is_code
from celosia.methods.techniques.quantities import Days, Numbers


@dataclass(frozen=True, slots=True)
class Scale:
    """How a column writes numbers, or dates.

    >>> from celosia.domain.cells import cell_array
    >>> Scale.of(cell_array(["1,50", None])).written(np.array([2.0, np.nan])).tolist()
    ['2,00', None]
    >>> Scale.of(cell_array(["08001", "28006"])) is None
    True
    """

    sign: str = "."
    decimals: int = 0
    dates: str | None = None
    """The format, where these are dates."""

    @classmethod
    def of(cls, cells: CellArray) -> Scale | None:
        """Recognize numbers and dates; None for anything else, and for codes with idle zeros."""
        texts = sorted({cell for cell in cells if cell is not None})
        if not texts:
            return None
        sign = decimal_sign(texts)
        if not any(np.isnan(as_number(text, sign)) for text in texts):
            if any(map(is_code, texts)):
                return None
            numbers = Numbers.of("", cells)
            return cls(numbers.sign, numbers.decimals)
        format = date_format(texts)
        if format is None or any(np.isnan(as_day(text, format)) for text in texts):
            return None
        return cls(dates=format)

    def read(self, cells: CellArray) -> FloatArray:
        """Give the point of each cell; nan for a null, and for what is not written like this."""
        texts = {cell for cell in cells if cell is not None}
        points = {text: self._point(text) for text in texts}
        return np.array([np.nan if cell is None else points[cell] for cell in cells], float)

    def written(self, points: FloatArray) -> CellArray:
        """Write points as the column does; nan is null."""
        if self.dates is None:
            return Numbers(points, self.sign, self.decimals).written(points)
        known = ~np.isnan(points)
        days = np.rint(np.where(known, points, 1)).astype(np.int64)
        return Days(days, known, self.dates).written(days)

    @property
    def unit(self) -> float:
        """The least difference that the column can write."""
        return 1.0 if self.dates is not None else 10.0**-self.decimals

    def _point(self, text: str) -> float:
        return as_number(text, self.sign) if self.dates is None else as_day(text, self.dates)
