"""What a technique changed, measured: counts and shares, never a value."""

from __future__ import annotations

from collections.abc import Iterable, Set as AbstractSet
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any

import numpy as np

from celosia.core.parameters import PUBLIC, published_fields
from celosia.core.technique import Technique
from celosia.core.values import CellArray, Cells, FloatArray
from celosia.errors import DataError
from celosia.techniques.quantities import NumberCells


@dataclass(frozen=True, slots=True)
class NumberEffect:
    """Mean and standard deviation of a column of numbers, before and after."""

    mean_before: float
    mean_after: float
    deviation_before: float
    deviation_after: float
    absolute_change: float | None
    """Mean of |after - before| over the cells that are numbers in both; None if records left."""


@dataclass(frozen=True, slots=True)
class ColumnEffect:
    """One column before and after."""

    column: Annotated[str, PUBLIC]
    removed: Annotated[bool, PUBLIC]
    changed: Annotated[float | None, PUBLIC]
    """Share of the cells that differ, row by row; None where records were left out."""
    distinct_before: Annotated[int, PUBLIC]
    distinct_after: Annotated[int, PUBLIC]
    nulls_before: Annotated[int, PUBLIC]
    nulls_after: Annotated[int, PUBLIC]
    numbers: NumberEffect | None
    """None where the column is not of numbers, before or after. Not published: means before and
    after a record was left out tell its value."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a technique did to a table.

    >>> from celosia.core.randomness import Randomness
    >>> from celosia.core.technique import TechniqueContext
    >>> from celosia.techniques.generalization.rounding import Rounding
    >>> before, rounding = Cells.of({"age": ["20", "22"]}), Rounding("age", 10)
    >>> after = rounding.apply(before, TechniqueContext(Randomness(b"secret"))).cells
    >>> effect = Effect.of(rounding, before, after).columns[0]
    >>> effect.changed, effect.distinct_after, effect.numbers.absolute_change
    (0.5, 1, 1.0)
    """

    records_before: Annotated[int, PUBLIC]
    records_after: Annotated[int, PUBLIC]
    columns: Annotated[tuple[ColumnEffect, ...], PUBLIC]

    @classmethod
    def of(cls, technique: Technique, before: Cells, after: Cells) -> Effect:
        """Compare the columns that a technique changes; all of them where it leaves records out."""
        same_records = before.records == after.records
        return cls.on(technique.changes if same_records else before.names, before, after)

    @classmethod
    def on(cls, names: Iterable[str], before: Cells, after: Cells) -> Effect:
        """Compare some columns."""
        return cls(before.records, after.records, tuple(_columns(names, before, after)))

    def to_dict(self) -> dict[str, Any]:
        """Give all figures, for the holder of the data, as JSON can hold them."""
        return asdict(self)

    def published(self, hidden: AbstractSet[str] = frozenset()) -> dict[str, Any]:
        """Give what a certificate may tell; nothing at all of the columns that are `hidden`."""
        shown = tuple(each for each in self.columns if each.column not in hidden)
        told: dict[str, Any] = published_fields(replace(self, columns=shown))
        return told


def _columns(names: Iterable[str], before: Cells, after: Cells) -> Iterable[ColumnEffect]:
    same_records = before.records == after.records or not after.names
    for name in names:
        if name in before.columns:
            yield _column(name, before.column(name), after.columns.get(name), same_records)


def _column(
    name: str, before: CellArray, after: CellArray | None, same_records: bool
) -> ColumnEffect:
    nulls, distinct = _nulls(before), _distinct(before)
    if after is None:
        return ColumnEffect(name, True, 1.0, distinct, 0, nulls, 0, None)
    return ColumnEffect(
        column=name,
        removed=False,
        changed=_changed(before, after) if same_records else None,
        distinct_before=distinct,
        distinct_after=_distinct(after),
        nulls_before=nulls,
        nulls_after=_nulls(after),
        numbers=_numbers(name, before, after, same_records),
    )


def _numbers(
    name: str, before: CellArray, after: CellArray, same_records: bool
) -> NumberEffect | None:
    read, made = _read(name, before), _read(name, after)
    if read is None or made is None:
        return None
    first, last = read[~np.isnan(read)], made[~np.isnan(made)]
    if not first.size or not last.size:
        return None
    change = np.abs(made - read) if same_records else np.empty(0)
    both = change[~np.isnan(change)]
    return NumberEffect(
        float(first.mean()),
        float(last.mean()),
        float(first.std()),
        float(last.std()),
        float(both.mean()) if both.size else None,
    )


def _read(name: str, column: CellArray) -> FloatArray | None:
    try:
        return NumberCells.of(name, column).values
    except DataError:  # labels, texts or dates: there is no mean to compare
        return None


def _changed(before: CellArray, after: CellArray) -> float:
    return float(np.mean(before != after)) if before.size else 0.0


def _distinct(column: CellArray) -> int:
    return len(set(column.tolist()) - {None})


def _nulls(column: CellArray) -> int:
    return sum(cell is None for cell in column.tolist())
