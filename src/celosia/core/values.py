"""Cells: the values of columns, one by one, counted, or coded; and what a missing one means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from celosia.errors import DataError

IntArray: TypeAlias = NDArray[np.int64]
FloatArray: TypeAlias = NDArray[np.float64]
BoolArray: TypeAlias = NDArray[np.bool_]
CodeArray: TypeAlias = NDArray[Any]
"""Codes of values: unsigned integers of whichever width holds them."""


Value: TypeAlias = str | None
"""A cell as text, exactly as published; `None` is a null."""

SUPPRESSED = "*"
"""What stands for every value at the level of suppression."""


@dataclass(frozen=True, slots=True, eq=False)
class Combinations:
    """The distinct combinations of some columns' values, with their number of records."""

    columns: tuple[str, ...]
    values: tuple[list[Value], ...]
    """One list per column."""
    counts: list[int]


@dataclass(frozen=True, slots=True)
class Alone:
    """How many records hold what nobody else holds, in some columns.

    >>> Alone(records=10, distinct=6, alone=4).share
    0.4
    """

    records: int
    """Records that hold something there: those with nulls alone are not counted."""
    distinct: int
    """The different combinations that they hold."""
    alone: int
    """Records whose combination nobody else holds."""

    @property
    def share(self) -> float:
        """How large a part of the records is alone."""
        return self.alone / self.records if self.records else 0.0


@dataclass(frozen=True, slots=True)
class Matched:
    """How many originals fare alike when somebody looks for them in a release."""

    number: int
    """How many originals: records, or persons."""
    candidates: int
    """The released ones that hold what an original holds; of a person's records, the fewest."""
    without_own: int
    """The same if the original were not in the release itself."""
    singled: bool = False
    """Whether the one candidate is the original's own, and no other original holds that."""

    @classmethod
    def records(cls, pairs: Iterable[Sequence[Any]]) -> tuple[Matched, ...]:
        """Take originals and released records that hold one combination, and how many such it has.

        As many originals as are released have their own record among the candidates.

        >>> [(m.number, m.candidates, m.without_own) for m in Matched.records([(3, 2, 1)])]
        [(2, 2, 1), (1, 2, 2)]
        """
        found: Counter[tuple[int, int, bool]] = Counter()
        for inside, out, number in (map(int, pair) for pair in pairs):
            own, other = min(inside, out), max(inside - out, 0)
            if out:
                found[out, out - 1, inside == out == 1] += own * number
                found[out, out, False] += other * number
        return tuple(cls(number, *fare) for fare, number in sorted(found.items()) if number)

    @classmethod
    def persons(cls, rows: Iterable[Sequence[Any]]) -> tuple[Matched, ...]:
        """Take the fewest candidates with and without oneself, whether singled out, how many."""
        return tuple(
            cls(int(number), int(candidates), int(others or 0), bool(singled))
            for candidates, others, singled, number in rows
            if candidates
        )


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far two records that share a value of one column are alike in another.

    Every value that several records share counts the same.
    """

    groups: int
    """The values that several records share."""
    agreed: float = 0.0
    """How often two of them have one cell."""
    apart: float = 0.0
    """The mean variance of the places of their cells, where places are known."""


@dataclass(frozen=True, slots=True)
class ValueCounts:
    """Distinct values of a column with their number of records; at most one is null.

    >>> ValueCounts(("F", "M", None), (3, 2, 1)).nulls
    1
    """

    values: tuple[Value, ...]
    counts: tuple[int, ...]

    @classmethod
    def of(cls, cells: list[Value] | tuple[Value, ...]) -> ValueCounts:
        """Count the cells; values in text order, null last.

        >>> ValueCounts.of(["b", "a", None, "b"])
        ValueCounts(values=('a', 'b', None), counts=(1, 2, 1))
        """
        counted: dict[Value, int] = {}
        for cell in cells:
            counted[cell] = counted.get(cell, 0) + 1
        ordered = sorted(counted, key=lambda value: (value is None, value or ""))
        return cls(tuple(ordered), tuple(counted[value] for value in ordered))

    @property
    def records(self) -> int:
        """Number of records counted, nulls included."""
        return sum(self.counts)

    @property
    def nulls(self) -> int:
        """Number of records whose value is null."""
        return sum(n for value, n in zip(self.values, self.counts, strict=True) if value is None)

    @property
    def texts(self) -> tuple[str, ...]:
        """The values that are not null."""
        return tuple(value for value in self.values if value is not None)


class NullPolicy(StrEnum):
    """How nulls in quasi-identifiers are compared; named in every result."""

    VALUE = "value"
    """A null is a value of its own (default)."""
    WILDCARD = "wildcard"
    """A null matches anything."""
    EXCLUDED = "excluded"
    """Records with a null quasi-identifier are left out, of the count and of the release."""


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


@dataclass(frozen=True, slots=True, eq=False)
class CodedCells(Sequence[Value]):
    """A sequence of cells that knows its distinct ones; measures read each of those only once.

    >>> cells = CodedCells.of(["b", "a", "b"])
    >>> cells.labels, cells.codes, cells[2]
    (('b', 'a'), array([0, 1, 0]), 'b')
    """

    labels: tuple[Value, ...]
    """In order of appearance."""
    codes: IntArray

    @classmethod
    def of(cls, cells: Sequence[Value]) -> CodedCells:
        """Code a column, unless it is coded already."""
        if isinstance(cells, CodedCells):
            return cells
        labels = tuple(dict.fromkeys(cells))
        place = {label: position for position, label in enumerate(labels)}
        return cls(labels, np.fromiter(map(place.__getitem__, cells), np.int64, len(cells)))

    def __len__(self) -> int:
        return int(self.codes.size)

    @overload
    def __getitem__(self, record: int) -> Value: ...
    @overload
    def __getitem__(self, record: slice) -> CodedCells: ...
    def __getitem__(self, record: int | slice) -> Value | CodedCells:
        if isinstance(record, slice):
            return CodedCells.of([self.labels[code] for code in self.codes[record].tolist()])
        return self.labels[int(self.codes[record])]

    def counted(self) -> ValueCounts:
        """Count the records of each distinct cell; in text order, null last."""
        counts = np.bincount(self.codes, minlength=len(self.labels)).tolist()
        pairs = [(label, n) for label, n in zip(self.labels, counts, strict=True) if n]
        pairs.sort(key=lambda pair: (pair[0] is None, pair[0] or ""))
        return ValueCounts(tuple(label for label, _ in pairs), tuple(n for _, n in pairs))


AnyCells: TypeAlias = Sequence[Value] | ValueCounts
"""A column: its cells one by one, or its distinct values with how many records hold each."""


def numbered(cells: Sequence[Value]) -> tuple[tuple[Value, ...], IntArray]:
    """Give the distinct cells in order of appearance, and the number of each cell.

    >>> numbered(["b", "a", "b"])
    (('b', 'a'), array([0, 1, 0]))
    """
    coded = CodedCells.of(cells)
    return coded.labels, coded.codes


def counted(cells: AnyCells) -> ValueCounts:
    """Count a column, unless it is counted already.

    >>> counted(["b", "a", "b"]).counts
    (1, 2)
    """
    return cells if isinstance(cells, ValueCounts) else CodedCells.of(cells).counted()
