"""Numbers as whole counts of their last decimal place: no binary fraction is ever written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from celosia.core.arrays import CodeArray
from celosia.core.interval_grid import decimals_of
from celosia.errors import DataError, ParameterError
from celosia.text.numerals import decimal_sign, is_number, plain


def exact_number(what: str, value: Any) -> Decimal:
    """Take a parameter as the decimal number it is written as: 0.1 is a tenth.

    >>> exact_number("Rounding: base", 0.1)
    Decimal('0.1')
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not abs(value) < 1e15 or 0 < abs(value) < 1e-15:
        raise ParameterError("techniques.must-number-usual-size", what=what)
    return Decimal(str(value))


def in_spanish(number: float, format: str = "g") -> str:
    """Write a number as Spanish does.

    >>> in_spanish(0.05), in_spanish(2.0)
    ('0,05', '2')
    """
    return f"{number:{format}}".replace(".", ",")


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
