"""Numbers as the cells of a column write them, with a point or a comma for the decimals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from math import isfinite, isnan, nan

_CODE = re.compile(r"\s*[+-]?0[0-9]")


def number_pattern(decimal: str) -> str:
    """Give the regular expression of a number; where decimals have a comma a point will do too.

    >>> [re.fullmatch(number_pattern(sign), "2,5") is not None for sign in ",."]
    [True, False]
    """
    sign = r"\." if decimal == "." else rf"[.{re.escape(decimal)}]"
    return rf"[+-]?(?:[0-9]+(?:{sign}[0-9]*)?|{sign}[0-9]+)(?:[eE][+-]?[0-9]{{1,3}})?"


def to_float(text: str, decimal: str) -> float:
    """Turn what matched `number_pattern` into a number."""
    return float(text.replace(decimal, "."))


def as_number(text: str, decimal: str = ".") -> float:
    """Read a finite number, or give nan.

    >>> as_number(" 2.5 "), as_number("2,5"), as_number("2,5", decimal=",")
    (2.5, nan, 2.5)
    """
    stripped = text.strip()
    if not _plain(decimal).fullmatch(stripped):
        return nan
    value = to_float(stripped, decimal)
    return value if isfinite(value) else nan


def is_code(text: str) -> bool:
    """Tell whether digits begin with an idle zero, as the codes of places do.

    >>> is_code("08001"), is_code("0.5"), is_code("0")
    (True, False, False)
    """
    return _CODE.match(text) is not None


def decimal_sign(texts: Sequence[str]) -> str:
    """Find the decimal sign of a column: a comma if some values need one and all are numbers then.

    >>> decimal_sign(["2,5", "3"]), decimal_sign(["2.5", "3"]), decimal_sign(["a,b", "3"])
    (',', '.', '.')
    """
    needed = any("," in text for text in texts)
    return "," if needed and not any(isnan(as_number(text, ",")) for text in texts) else "."


@cache
def _plain(decimal: str) -> re.Pattern[str]:
    return re.compile(number_pattern(decimal))
