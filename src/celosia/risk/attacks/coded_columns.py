"""Tables as coded columns: each distinct value once, and its code per record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from celosia.core.arrays import IntArray
from celosia.core.values import Value
from celosia.errors import ParameterError
from celosia.text.messages import Message

TableLike: TypeAlias = Mapping[str, Sequence[Value]]
"""A table as columns of text, nulls as None."""


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """The distinct values of a column, and which one each record holds.

    >>> Column.of(["F", "M", None, "F"])
    Column(values=('F', 'M', None), codes=array([0, 1, 2, 0]))
    """

    values: tuple[Value, ...]
    codes: IntArray

    @classmethod
    def of(cls, cells: Sequence[Value]) -> Column:
        """Number the values in text order, null last."""
        values = sorted(set(cells), key=lambda value: (value is None, value or ""))
        number = {value: code for code, value in enumerate(values)}
        return cls(tuple(values), np.asarray([number[cell] for cell in cells], np.int64))


def coded(table: TableLike, columns: Sequence[str]) -> dict[str, Column]:
    """Code some columns of a table."""
    return {name: Column.of(table[name]) for name in columns}


def height(what: Message, table: TableLike, columns: Sequence[str]) -> int:
    """Count the records, and make sure that the table has some and holds the columns.

    >>> height(Message("risk.release"), {"age": ["30", "40"]}, ["age"])
    2
    """
    if not columns or len(set(columns)) < len(columns):
        raise ParameterError("risk.attack-name-least-column-each")
    missing = [name for name in columns if name not in table]
    if missing:
        raise ParameterError(
            "risk.attack-no-column",
            what=what,
            missing=(repr(name) for name in missing),
            columns=list(table) or Message("core.none"),
        )
    heights = {len(table[name]) for name in columns}
    if len(heights) > 1:
        raise ParameterError("risk.attack-columns-differ-length", what=what)
    records = heights.pop()
    if records == 0:
        raise ParameterError("risk.attack-holds-no-records", what=what)
    return records
