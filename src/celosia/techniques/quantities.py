"""Columns of numbers and of dates: read from their texts, and written as they were written.

Where a result must not show the binary fraction next to it, numbers are whole counts of their last
decimal place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from math import isnan
from typing import Any

import numpy as np

from celosia.core.label_meanings import decimals_of
from celosia.core.values import CellArray, CodeArray, FloatArray, IntArray, cell_array
from celosia.errors import DataError, ParameterError
from celosia.text.days import as_day, date_format
from celosia.text.numerals import as_number, decimal_sign, is_number, plain

_LARGEST = 1e150
"""The square of a number above this has no float, nor has a spread."""


@dataclass(frozen=True, slots=True, eq=False)
class NumberCells:
    """The numbers of a column; nan where there is a null."""

    values: FloatArray
    sign: str
    """The decimal sign of the column."""
    decimals: int
    """The most decimals that a value has."""

    @classmethod
    def of(cls, column: str, cells: CellArray) -> NumberCells:
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

        >>> pay = NumberCells.of("pay", cell_array(["1,50", None]))
        >>> pay.written(np.array([2.0, np.nan])).tolist()
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


def _check_all_read(
    column: str, cells: Sequence[str | None] | CellArray, read: dict[str, float], what: str
) -> None:
    wrong = {text for text, value in read.items() if isnan(value)}
    if wrong:
        count = sum(cell in wrong for cell in cells)
        raise DataError(f"techniques.column-cells-not-{what}", column=column, count=count)


def _year(day: int) -> str:
    """Write a year with four digits, which `strftime` does not everywhere."""
    return f"{date.fromordinal(day).year:04d}"


def _decimals(text: str) -> int:
    """Count the digits after the decimal sign; a number with an exponent is taken as written."""
    written = plain(text).lower()
    if "e" in written:
        written = np.format_float_positional(float(written), trim="-")
    return len(written.partition(".")[2])


def exact_number(what: str, value: Any) -> Decimal:
    """Take a parameter as the decimal number it is written as: 0.1 is a tenth.

    >>> exact_number("Rounding: base", 0.1)
    Decimal('0.1')
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not abs(value) < 1e15 or 0 < abs(value) < 1e-15:
        raise ParameterError("techniques.must-number-usual-size", what=what)
    return Decimal(str(value))


_EXACT_TENS = 22
"""Powers of ten up to this one are exact as floats."""
_SAFE = float(1 << 50)
"""Below it, a product of floats is less than a half away from the whole number that it means."""


@dataclass(frozen=True, slots=True, eq=False)
class ExactNumbers:
    """Some texts read as numbers: `units` of the last decimal place that any of them has.

    >>> read = ExactNumbers.of("pay", ["1,5", "-2,25"])
    >>> read.units, read.written(read.units), read.sign
    (array([ 150, -225]), ['1,50', '-2,25'], ',')
    """

    units: CodeArray
    """Whole numbers: of 64 bits, or of any size as objects where those would not do."""
    decimals: int
    sign: str
    """The decimal sign of the column."""

    @classmethod
    def of(cls, column: str, texts: Sequence[str], beside: Sequence[Decimal] = ()) -> ExactNumbers:
        """Read every text; `DataError` counts those that are no numbers.

        Parameters
        ----------
        beside
            Parameters to reckon with: their decimals count too, and they fit beside the units.
        """
        sign = decimal_sign(texts)
        wrong = sum(not is_number(text, sign) for text in texts)
        if wrong:
            raise DataError(
                "techniques.column-distinct-values-not-numbers",
                column=column,
                wrong=wrong,
                number=len(texts),
            )
        written = [_without_exponent(plain(text)) for text in texts]
        points = [len(text) - 1 - point for text in written if (point := text.find(".")) >= 0]
        decimals = max((*points, *map(decimals_of, beside)), default=0)
        return cls(_units(written, decimals, beside), decimals, sign)

    def units_of(self, number: Decimal) -> int:
        """Give a parameter in the same units; it may not have more decimals than they count."""
        return int(number.scaleb(self.decimals))

    def written(self, units: CodeArray) -> list[str]:
        """Write numbers as the column does."""
        distinct, places = np.unique(units, return_inverse=True)
        texts = np.array([self._text(one) for one in distinct.tolist()], object)
        written: list[str] = texts[places].tolist()
        return written

    def shortest(self, units: int) -> str:
        """Write a number without idle zeros, as labels do.

        >>> ExactNumbers.of("pay", ["1,55"]).shortest(250)
        '2,5'
        """
        text = self._text(units)
        return text.rstrip("0").removesuffix(self.sign) if self.decimals else text

    def _text(self, units: int) -> str:
        if not self.decimals:
            return str(units)
        digits = f"{abs(units):0{self.decimals + 1}d}"
        minus = "-" if units < 0 else ""
        return f"{minus}{digits[: -self.decimals]}{self.sign}{digits[-self.decimals :]}"


def _units(plain: list[str], decimals: int, beside: Sequence[Decimal]) -> CodeArray:
    """Shift the decimal point; by floats where that is certain to be exact, which is faster."""
    if decimals <= _EXACT_TENS:
        with np.errstate(over="ignore"):  # too large for floats: the exact way is left
            floats = np.fromiter(map(float, plain), float, len(plain)) * 10.0**decimals
        largest = max((abs(float(given)) for given in beside), default=0.0) * 10.0**decimals
        if max(largest, np.abs(floats).max(initial=0.0)) < _SAFE:
            return np.rint(floats).astype(np.int64)
    whole = np.empty(len(plain), object)
    whole[:] = [int(Fraction(text) * 10**decimals) for text in plain]
    return whole


def shortest(number: Decimal, sign: str = ".") -> str:
    """Write a number without exponent or idle zeros.

    >>> shortest(Decimal("1E+2")), shortest(Decimal("2.50"), ",")
    ('100', '2,5')
    """
    return format(number.normalize(), "f").replace(".", sign) if number else "0"


def _without_exponent(text: str) -> str:
    return format(Decimal(text), "f") if "e" in text or "E" in text else text
