"""The distinct values of one column, and how many records hold each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

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
