"""Records in memory, column by column: what a technique works on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from celosia.domain.arrays import BoolArray, IntArray
from celosia.domain.values import Value
from celosia.errors import DataError

CellArray: TypeAlias = NDArray[np.object_]
"""The cells of a column, one per record: texts, and None where there is a null."""


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Columns of equal length; nobody changes one in place.

    >>> cells = Cells.of({"age": ["31", "47", None]})
    >>> cells.taken(np.array([True, False, True])).column("age").tolist()
    ['31', None]
    """

    columns: Mapping[str, CellArray]

    @classmethod
    def of(cls, columns: Mapping[str, Iterable[Value]]) -> Cells:
        """Take columns of cells as they come."""
        return cls({name: cell_array(cells) for name, cells in columns.items()})

    @property
    def names(self) -> tuple[str, ...]:
        """The column names, in order."""
        return tuple(self.columns)

    @property
    def records(self) -> int:
        """Number of records."""
        return next((cells.size for cells in self.columns.values()), 0)

    def column(self, name: str) -> CellArray:
        """Give one column."""
        if name not in self.columns:
            raise DataError("core.no-column-columns", name=name, names=self.names)
        return self.columns[name]

    def with_columns(self, columns: Mapping[str, CellArray]) -> Cells:
        """Put columns in the place of those of the same name; new ones come last."""
        return Cells({**self.columns, **columns})

    def without(self, names: Iterable[str]) -> Cells:
        """Leave columns out."""
        left_out = {name for name in names if self.column(name) is not None}
        return Cells({n: cells for n, cells in self.columns.items() if n not in left_out})

    def taken(self, chosen: BoolArray | IntArray) -> Cells:
        """Keep some records: by a mask, or by their places in a new order."""
        return Cells({name: cells[chosen] for name, cells in self.columns.items()})


def cell_array(cells: Iterable[Value]) -> CellArray:
    """Make a column of cells.

    >>> cell_array(["a", None]).tolist()
    ['a', None]
    """
    given = list(cells)
    made = np.empty(len(given), object)
    made[:] = given
    return made
