"""Parameters as the decimal numbers that they are written as, and how people read them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from celosia.errors import ParameterError


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
