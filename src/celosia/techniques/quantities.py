"""Columns of numbers and of dates: read from their texts, written as they were written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from math import isnan

import numpy as np

from celosia.core.arrays import FloatArray, IntArray
from celosia.core.values import CellArray, cell_array
from celosia.errors import DataError
from celosia.text.days import as_day, date_format
from celosia.text.messages import Message
from celosia.text.numerals import as_number, decimal_sign, plain

_LARGEST = 1e150
"""The square of a number above this has no float, nor has a spread."""


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """The numbers of a column; nan where there is a null."""

    values: FloatArray
    sign: str
    """The decimal sign of the column."""
    decimals: int
    """The most decimals that a value has."""

    @classmethod
    def of(cls, column: str, cells: CellArray) -> Numbers:
        """Read every cell that is not null; `DataError` counts those that are no numbers."""
        texts = {cell for cell in cells if cell is not None}
        sign = decimal_sign(list(texts))
        read = {text: as_number(text, sign) for text in texts}
        if any(map(isnan, read.values())):  # a single word hides which sign the others have
            both = ({text: as_number(text, sign) for text in texts} for sign in ".,")
            read = min(both, key=lambda one: sum(map(isnan, one.values())))
        _check_all_read(column, cells, read, "numbers")
        values = np.array([np.nan if cell is None else read[cell] for cell in cells], float)
        decimals = max((_decimals(text) for text in texts), default=0)
        if np.nanmax(np.abs(values), initial=1.0) >= _LARGEST / 10.0 ** min(decimals, 300):
            raise DataError("techniques.column-holds-numbers-too-large", column=column)
        return cls(values, sign, decimals)

    def written(self, values: FloatArray, decimals: int | None = None) -> CellArray:
        """Write numbers as the column does; nan is null.

        >>> Numbers.of("pay", cell_array(["1,50", None])).written(np.array([2.0, np.nan])).tolist()
        ['2,00', None]
        """
        shown = self.decimals if decimals is None else decimals
        return cell_array(None if isnan(v) else self._text(v, shown) for v in values.tolist())

    def _text(self, value: float, decimals: int) -> str:
        text = f"{value:.{decimals}f}"
        if float(text) == 0:
            text = text.removeprefix("-")
        return text.replace(".", self.sign)


@dataclass(frozen=True, slots=True, eq=False)
class Days:
    """The dates of a column, as days since 0001-01-01; `known` is false where there is a null."""

    ordinals: IntArray
    known: np.ndarray[tuple[int], np.dtype[np.bool_]]
    format: str

    @classmethod
    def of(cls, column: str, cells: CellArray) -> Days:
        """Read every cell that is not null; `DataError` counts those that are no dates."""
        texts = {cell for cell in cells if cell is not None}
        format = date_format(sorted(texts))
        if format is None:
            if texts:
                raise DataError("techniques.column-does-not-hold-dates", column=column)
            format = "%Y-%m-%d"
        read = {text: as_day(text, format) for text in texts}
        _check_all_read(column, cells, read, "dates")
        known = np.array([cell is not None for cell in cells], bool)
        days = np.array([0 if cell is None else int(read[cell]) for cell in cells], np.int64)
        return cls(days, known, format)

    @property
    def values(self) -> FloatArray:
        """The days as numbers; nan where there is a null."""
        return np.where(self.known, self.ordinals.astype(np.float64), np.nan)

    def written(self, ordinals: IntArray) -> CellArray:
        """Write dates as the column does."""
        texts = {
            day: date.fromordinal(day).strftime(self.format.replace("%Y", _year(day)))
            for day in set(ordinals[self.known].tolist())
        }
        return cell_array(
            texts[day] if known else None
            for day, known in zip(ordinals.tolist(), self.known.tolist(), strict=True)
        )


_WHAT = {"numbers": Message("techniques.what-numbers"), "dates": Message("techniques.what-dates")}


def _check_all_read(
    column: str, cells: Sequence[str | None] | CellArray, read: dict[str, float], what: str
) -> None:
    wrong = {text for text, value in read.items() if isnan(value)}
    if wrong:
        count = sum(cell in wrong for cell in cells)
        raise DataError(
            "techniques.column-cells-not-correct-leave",
            column=column,
            count=count,
            what=_WHAT[what],
        )


def _year(day: int) -> str:
    """Write a year with four digits, which `strftime` does not everywhere."""
    return f"{date.fromordinal(day).year:04d}"


def _decimals(text: str) -> int:
    """Count the digits after the decimal sign; a number with an exponent is taken as written."""
    written = plain(text).lower()
    if "e" in written:
        written = np.format_float_positional(float(written), trim="-")
    return len(written.partition(".")[2])
