"""Whether the values of a column are numbers, and which."""

from __future__ import annotations

import re
from collections.abc import Sequence

from celosia.domain.schema import Column, ColumnType

_INTEGER = re.compile(r"[+-]?\d+")
_DECIMAL = re.compile(r"[+-]?\d*[.,]?\d+(?:[eE][+-]?\d+)?")
_CODE = re.compile(r"0\d+")


def number_type(texts: Sequence[str], column: Column | None = None) -> ColumnType:
    """Tell integers, decimals and the rest apart; a declared type is believed.

    Digits that begin with 0 are a code, not a number.

    >>> number_type(["1", "20"]), number_type(["1", "2.5"]), number_type(["01", "20"])
    (<ColumnType.INTEGER: 'integer'>, <ColumnType.DECIMAL: 'decimal'>, <ColumnType.TEXT: 'text'>)
    """
    if column is not None and column.type is not ColumnType.TEXT:
        return column.type
    if not texts or any(map(_CODE.fullmatch, texts)):
        return ColumnType.TEXT
    if all(map(_INTEGER.fullmatch, texts)):
        return ColumnType.INTEGER
    return ColumnType.DECIMAL if all(map(_DECIMAL.fullmatch, texts)) else ColumnType.TEXT
