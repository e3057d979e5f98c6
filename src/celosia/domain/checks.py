"""Checks of parameters that models and measures share."""

from __future__ import annotations

import sys
from math import isfinite
from typing import Any

from celosia.errors import ParameterError

LARGEST = (1 << 31) - 1


def check_whole(what: str, value: Any, least: int) -> None:
    """Make sure that a parameter is a whole number, not too small and not absurdly large.

    >>> check_whole("KAnonymity: k", 0, least=1)
    Traceback (most recent call last):
    celosia.errors.ParameterError: KAnonymity: k must be a whole number of at least 1.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= LARGEST:
        raise ParameterError(f"{what} must be a whole number of at least {least}.")


def check_between(
    what: str, value: Any, low: float, high: float = float("inf"), open_low: bool = False
) -> None:
    """Make sure that a parameter is a number inside its range.

    >>> check_between("TCloseness: t", 2, 0, 1)
    Traceback (most recent call last):
    celosia.errors.ParameterError: TCloseness: t must be a number from 0 to 1.
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    most = min(high, sys.float_info.max)  # a whole number may be larger than any float
    if is_number and low <= value <= most and not (open_low and value == low):
        return
    above = f"above {low:g}" if open_low else f"from {low:g}"
    raise ParameterError(f"{what} must be a number {above}" + _to(high) + ".")


def check_name(what: str, value: Any) -> None:
    """Make sure that a parameter can be the name of a column.

    >>> check_name("TCloseness: attribute", None)
    Traceback (most recent call last):
    celosia.errors.ParameterError: TCloseness: attribute must be the name of a column.
    """
    if not isinstance(value, str) or not value:
        raise ParameterError(f"{what} must be the name of a column.")


def _to(high: float) -> str:
    return f" to {high:g}" if isfinite(high) else ""
