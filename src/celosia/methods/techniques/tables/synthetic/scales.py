"""Columns of numbers or of dates, as points on a line."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from celosia.domain.arrays import FloatArray
from celosia.domain.cells import CellArray, cell_array
from celosia.errors import DataError
from celosia.methods.techniques.quantities import Days, Numbers
from celosia.methods.techniques.tables.synthetic.clocks import DAY, Clock, clock_of, second_of_day
from celosia.text.days import as_day, date_format
from celosia.text.numerals import as_number, decimal_sign, is_code

EXACT = 2.0**53
"""Whole numbers below have their own float; longer ones are codes, as of bank accounts."""


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
    clock: Clock | None = None
    """How the time of day is written, where dates have one."""

    @classmethod
    def of(cls, cells: CellArray) -> Scale | None:
        """Recognize numbers and dates; None for anything else, and for codes made of digits."""
        texts = sorted({cell for cell in cells if cell is not None})
        if not texts:
            return None
        sign = decimal_sign(texts)
        if not any(np.isnan(as_number(text, sign)) for text in texts):
            return None if any(map(is_code, texts)) else cls._of_numbers(texts)
        format = date_format(texts)
        if format is None or any(np.isnan(as_day(text, format)) for text in texts):
            return None
        return cls(dates=format, clock=clock_of(texts))

    @classmethod
    def _of_numbers(cls, texts: list[str]) -> Scale | None:
        try:
            numbers = Numbers.of("", cell_array(texts))
        except DataError:  # too large, or with too many decimals, to be added up
            return None
        scale = cls(numbers.sign, numbers.decimals)
        return scale if np.abs(numbers.values).max() < EXACT * scale.unit else None

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
        units = np.rint(np.where(known, points, 1) / self.unit).astype(np.int64)
        days, times = np.divmod(units, round(1 / self.unit))
        written = Days(days, known, self.dates).written(days)
        return written if self.clock is None else self.clock.after(written, times)

    @property
    def unit(self) -> float:
        """The least difference that the column can write; of dates, in days."""
        if self.dates is None:
            return 10.0**-self.decimals
        return 1.0 if self.clock is None else self.clock.step / DAY

    def _point(self, text: str) -> float:
        if self.dates is None:
            return as_number(text, self.sign)
        return as_day(text, self.dates) + (second_of_day(text) / DAY if self.clock else 0.0)
