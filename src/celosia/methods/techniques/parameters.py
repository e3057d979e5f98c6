"""Checks of parameters that several techniques share."""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal
from math import isfinite
from typing import Any

from celosia.domain.checks import check_name
from celosia.errors import ParameterError


def check_one_of(what: str, value: Any, choices: Collection[str]) -> None:
    """Make sure that a parameter is one of some words.

    >>> check_one_of("Rounding: direction", "left", ("up", "down"))
    Traceback (most recent call last):
    celosia.errors.ParameterError: Rounding: direction must be one of up, down.
    """
    if not isinstance(value, str) or value not in choices:
        raise ParameterError(f"{what} must be one of {', '.join(choices)}.")


def check_columns(what: str, columns: Any) -> None:
    """Make sure that a parameter is a tuple of one or more different column names.

    >>> check_columns("SmallClassSuppression: columns", ("age", "age"))
    Traceback (most recent call last):
    celosia.errors.ParameterError: SmallClassSuppression: columns names a column twice.
    """
    if not isinstance(columns, tuple) or not columns:
        raise ParameterError(f"{what} must list at least one column.")
    for column in columns:
        check_name(what, column)
    if len(set(columns)) < len(columns):
        raise ParameterError(f"{what} names a column twice.")


def check_symbol(what: str, symbol: Any) -> None:
    """Make sure that a parameter is one visible character.

    >>> check_symbol("Masking: symbol", "**")
    Traceback (most recent call last):
    celosia.errors.ParameterError: Masking: symbol must be one visible character.
    """
    if not isinstance(symbol, str) or len(symbol) != 1 or not symbol.isprintable() or symbol == " ":
        raise ParameterError(f"{what} must be one visible character.")


def exact_number(what: str, value: Any) -> Decimal:
    """Take a parameter as the decimal number it is written as: 0.1 is a tenth.

    >>> exact_number("Rounding: base", 0.1)
    Decimal('0.1')
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not isfinite(value) or abs(value) >= 1e15 or 0 < abs(value) < 1e-15:
        raise ParameterError(f"{what} must be a number of usual size.")
    return Decimal(str(value))
