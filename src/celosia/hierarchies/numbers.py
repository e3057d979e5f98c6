"""Exact decimal numbers: a width of 0.1 is a tenth, not the binary fraction next to it."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, Decimal
from typing import Any

from celosia.errors import HierarchyError, ParameterError
from celosia.text.messages import Message
from celosia.text.numerals import POINT, as_decimal

_VALUE_DIGITS = 330
"""On each side of the point: all that a float can be, and what makes it exact."""
_PARAMETER_DIGITS = 30
EXACT = Context(prec=2 * (_VALUE_DIGITS + _PARAMETER_DIGITS))
"""Enough digits that no sum or remainder of accepted numbers is ever rounded."""


def number(text: str, decimal: str = POINT) -> Decimal | None:
    """Read a number exactly; None where there is none, or one beyond those that floats can be.

    >>> number(" -12.50 "), number("1,234"), number("1,234", ","), number("1e400")
    (Decimal('-12.50'), None, Decimal('1.234'), None)
    """
    value = as_decimal(text, decimal)
    return value if value is not None and _within(value, _VALUE_DIGITS) else None


def all_numbers(attribute: str, texts: Sequence[str], decimal: str = POINT) -> list[Decimal]:
    """Read every text as a number, or say how many are not."""
    read = [number(text, decimal) for text in texts]
    found = [value for value in read if value is not None]
    if len(found) < len(texts):
        raise HierarchyError(
            "hierarchies.distinct-values-not-numbers-clean",
            wrong=len(texts) - len(found),
            number=len(texts),
            attribute=attribute,
        )
    return found


def parameter(what: str | Message, value: Any) -> Decimal:
    """Take a parameter as the decimal number it is written as.

    >>> parameter("width", 0.1)
    Decimal('0.1')
    """
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise ParameterError("hierarchies.must-number-got", what=what, kind=type(value).__name__)
    exact = Decimal(str(value))
    if not exact.is_finite() or not _within(exact, _PARAMETER_DIGITS):
        raise ParameterError("hierarchies.must-finite-number-usual-size", what=what, value=value)
    return exact


def is_usual(value: Decimal) -> bool:
    """Tell whether a number is of a size that a parameter may have."""
    return _within(value, _PARAMETER_DIGITS)


def is_whole(value: Decimal) -> bool:
    """Tell whether the number has no decimals.

    >>> is_whole(Decimal("20.0"))
    True
    """
    return value == value.to_integral_value()


def plain(value: Decimal) -> str:
    """Write a number without exponent or idle zeros.

    >>> plain(Decimal("1E+2")), plain(Decimal("0.50"))
    ('100', '0.5')
    """
    return format(value.normalize(EXACT), "f") if value else "0"


def _within(value: Decimal, digits: int) -> bool:
    exponent = value.as_tuple().exponent
    return not value or (
        isinstance(exponent, int) and exponent >= -digits and value.adjusted() < digits
    )
