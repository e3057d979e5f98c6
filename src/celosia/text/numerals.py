r"""What is a number: one grammar for every engine, hierarchy, technique, model and measure.

A number is written with the digits 0 to 9, a sign or none before them, the decimal sign of its
column (a point, or a comma) or none among or beside them, and an exponent of up to three digits or
none. Blanks around it do not count; thousands are not grouped, because `1,234` is a thousand to
some and one and a bit to others. The docs (*Numbers*) have the cases.

The patterns are what Python, DuckDB (RE2), MariaDB (PCRE), PostgreSQL and Java understand alike:
no `\d`, which is any script's digit to some of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from math import isfinite, isnan, nan

BLANKS = " \t\u00a0"
"""What may stand around a number: the no-break space comes with the cells of spreadsheets."""
POINT, COMMA = ".", ","

_BLANKS = f"[{BLANKS}]*"
_EXPONENT = "[eE][+-]?[0-9]{1,3}"


def number_pattern(decimal: str = COMMA) -> str:
    """Give the regular expression of a number; where decimals have a comma a point will do too.

    >>> [re.fullmatch(number_pattern(sign), "2,5") is not None for sign in ",."]
    [True, False]
    """
    sign = r"[.]" if decimal == POINT else "[.,]"
    return rf"[+-]?(?:[0-9]+(?:{sign}[0-9]*)?|{sign}[0-9]+)(?:{_EXPONENT})?"


NUMBER_CELL = f"{_BLANKS}{number_pattern()}{_BLANKS}"
"""A cell that is a number to a column of decimals, whichever its decimal sign is."""
INTEGER_CELL = f"{_BLANKS}[+-]?[0-9]+{_BLANKS}"
SHORT_INTEGER_CELL = f"{_BLANKS}[+-]?[0-9]{{1,18}}{_BLANKS}"
"""An integer that 64 bits hold, whatever its digits are."""
CODE_CELL = f"{_BLANKS}[+-]?0[0-9].*"
"""A number with an idle zero in front, as the codes of places have: it is none to reckon with."""
WEIGHT_CELL = (
    f"{_BLANKS}[+]?(?:[0-9]{{1,100}}(?:[.,][0-9]{{0,100}})?|[.,][0-9]{{1,100}})"
    f"(?:[eE][+-]?[0-9]{{1,2}})?{_BLANKS}"
)
"""A number without a minus that is a float on every engine: PostgreSQL refuses what is not."""

_INTEGER = re.compile(INTEGER_CELL)
_WEIGHT = re.compile(WEIGHT_CELL)
_CODE = re.compile(CODE_CELL, re.DOTALL)


def is_number(text: str, decimal: str = COMMA) -> bool:
    """Tell whether a cell is a number.

    >>> [is_number(text) for text in ("5", " -2,5 ", "1e100", "1,234.5", "1_000", "١٢")]
    [True, True, True, False, False, False]
    """
    return _cell(decimal).fullmatch(text) is not None


def is_integer(text: str) -> bool:
    """Tell whether a cell is a number without decimals or exponent.

    >>> is_integer("-07"), is_integer("7.0")
    (True, False)
    """
    return _INTEGER.fullmatch(text) is not None


def is_code(text: str) -> bool:
    """Tell whether digits begin with an idle zero, as the codes of places do.

    >>> is_code("08001"), is_code("0.5"), is_code("0")
    (True, False, False)
    """
    return _CODE.fullmatch(text) is not None


def as_number(text: str, decimal: str = POINT) -> float:
    """Read a number, or give nan: for what is none, and for one that no float can be.

    >>> as_number(" 2.5 "), as_number("2,5"), as_number("2,5", decimal=",")
    (2.5, nan, 2.5)
    """
    if not is_number(text, decimal):
        return nan
    value = to_float(text, decimal)
    return value if isfinite(value) else nan


def as_weight(text: str) -> float:
    """Read a sampling weight, or give nan; one of 0 says that a record stands for nobody.

    >>> as_weight("2,5"), as_weight("1e100"), as_weight("-1")
    (2.5, nan, nan)
    """
    return to_float(text) if _WEIGHT.fullmatch(text) else nan


def as_decimal(text: str, decimal: str = POINT) -> Decimal | None:
    """Read a number exactly, or give None where there is none; zero has no sign.

    >>> as_decimal(" -12.50 "), as_decimal("1,234"), as_decimal("1,234", ","), as_decimal("-0")
    (Decimal('-12.50'), None, Decimal('1.234'), Decimal('0'))
    """
    return Decimal(plain(text)) or Decimal(0) if is_number(text, decimal) else None


def to_float(text: str, decimal: str = COMMA) -> float:
    """Turn what matched `number_pattern` into a number; infinite if it is too large."""
    return float(text.strip(BLANKS).replace(decimal, POINT))


def plain(text: str) -> str:
    """Write what is a number with a decimal point and without blanks.

    >>> plain(" 2,50")
    '2.50'
    """
    return text.strip(BLANKS).replace(COMMA, POINT)


def decimal_sign(texts: Sequence[str]) -> str:
    """Find the decimal sign of a column: a comma if some values need one and all are numbers then.

    >>> decimal_sign(["2,5", "3"]), decimal_sign(["2.5", "3"]), decimal_sign(["a,b", "3"])
    (',', '.', '.')
    """
    needed = any(COMMA in text for text in texts)
    return COMMA if needed and not any(isnan(as_number(text, COMMA)) for text in texts) else POINT


@cache
def _cell(decimal: str) -> re.Pattern[str]:
    return re.compile(f"{_BLANKS}{number_pattern(decimal)}{_BLANKS}")
