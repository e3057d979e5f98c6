"""Dates moved by some days."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Annotated, ClassVar

import numpy as np

from celosia.core.parameters import ColumnName, ColumnNames, Whole, check_parameters
from celosia.core.randomness import Randomness
from celosia.core.technique import (
    Applied,
    CoarserBy,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.core.values import CellArray, Cells, IntArray, cell_array
from celosia.errors import DataError, ParameterError
from celosia.techniques.generalization.date_period import DatePeriod
from celosia.techniques.quantities import Days
from celosia.text.messages import Message

_TIME = re.compile(r"[ T].*")


@declared(order=24)
@dataclass(frozen=True, slots=True)
class DateShift(Technique):
    """Move all dates of a record, or of a `subject`, by the same number of days.

    The shift is drawn evenly from -days to days, 0 among them, so that it is 0 on average. With a
    `subject` column all records of a person move together, and every interval between two dates
    of that person stays exactly; without, those between dates of one record do. A record without
    subject moves on its own. The time of day, where cells have one, stays.

    References: the guide, annex B (date of birth, ± 30 days).

    >>> from celosia.core.randomness import Randomness
    >>> cells = Cells.of({"in": ["2024-02-28"], "out": ["2024-03-01"]})
    >>> moved = DateShift(("in", "out"), 30).apply(cells, TechniqueContext(Randomness(b""))).cells
    >>> moved.column("in")[0], moved.column("out")[0]
    ('2024-02-22', '2024-02-24')
    """

    columns: ColumnNames
    days: Annotated[int, Whole(1, usual=30, public=True)]
    subject: ColumnName | None = None
    kind: ClassVar[str] = "date-shift"
    family: ClassVar[Family | None] = Family.PERTURBATION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.date-shift"),
        labels={
            "days": Message("techniques.date-shift-days"),
            "subject": Message("techniques.date-shift-subject"),
        },
        rules={
            "subject": Message("techniques.date-shift-rules-subject"),
        },
        together=Message("techniques.date-shift-together"),
    )

    def __post_init__(self) -> None:
        check_parameters(self)
        if self.subject in self.columns:
            raise ParameterError("techniques.dateshift-subject-cannot-columns-move")

    @property
    def reads(self) -> tuple[str, ...]:
        """The dates, and whose they are."""
        return self.columns if self.subject is None else (*self.columns, self.subject)

    @property
    def explanation(self) -> Message:
        """What it keeps and destroys."""
        names = ", ".join(self.columns)
        each = Message("techniques.record")
        if self.subject is not None:
            each = Message("techniques.value", subject=self.subject)
        return Message(
            "techniques.moves-up-days-either-way", names=names, days=self.days, each=each
        )

    def coarser(self, by: CoarserBy) -> tuple[Technique, ...] | None:
        """Write only the month of the shifted dates."""
        return (self, DatePeriod(by.column))

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Draw the shifts, and move the dates."""
        purpose = f"date-shift {' '.join(self.columns)}"
        shift = self._shifts(cells, context.randomness.part(purpose))
        return Applied(
            cells.with_columns(
                {name: _moved(name, cells.column(name), shift) for name in self.columns}
            )
        )

    def _shifts(self, cells: Cells, randomness: Randomness) -> IntArray:
        owner = np.arange(cells.records)
        if self.subject is not None:
            first: dict[str, int] = {}
            subjects = cells.column(self.subject).tolist()
            owner = np.array(
                [i if s is None else first.setdefault(s, i) for i, s in enumerate(subjects)],
                np.int64,
            )
        drawn = randomness.integers(-self.days, self.days + 1, cells.records)
        return np.asarray(drawn[owner], np.int64)


def _moved(name: str, column: CellArray, shift: IntArray) -> CellArray:
    days = Days.of(name, column)
    ordinals = days.ordinals + shift
    outside = days.known & ((ordinals < 1) | (ordinals > date.max.toordinal()))
    if outside.any():
        raise DataError(
            "techniques.column-dates-would-leave-calendar", name=name, outside=int(outside.sum())
        )
    return cell_array(
        None if cell is None or text is None else text + _time(cell)
        for cell, text in zip(column, days.written(ordinals), strict=True)
    )


def _time(cell: str) -> str:
    found = _TIME.search(cell.strip())
    return found[0] if found else ""
