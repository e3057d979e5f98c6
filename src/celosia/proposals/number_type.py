"""Whether the values of a column are numbers, and which."""

from __future__ import annotations

from collections.abc import Sequence

from celosia.core.schema import Column, ColumnType
from celosia.text.numerals import is_code, is_integer, is_number


def number_type(texts: Sequence[str], column: Column | None = None) -> ColumnType:
    """Tell integers, decimals and the rest apart; a declared type is believed.

    Digits that begin with 0 are a code, not a number.

    >>> number_type(["1", "20"]), number_type(["1", "2.5"]), number_type(["01", "20"])
    (<ColumnType.INTEGER: 'integer'>, <ColumnType.DECIMAL: 'decimal'>, <ColumnType.TEXT: 'text'>)
    """
    if column is not None and column.type is not ColumnType.TEXT:
        return column.type
    if not texts or any(map(is_code, texts)):
        return ColumnType.TEXT
    if all(map(is_integer, texts)):
        return ColumnType.INTEGER
    return ColumnType.DECIMAL if all(map(is_number, texts)) else ColumnType.TEXT
