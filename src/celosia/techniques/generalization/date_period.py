"""Dates to the month, the quarter or the year."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Annotated, ClassVar

from celosia.core.parameters import ColumnName, OneOf, check_parameters
from celosia.core.technique import (
    Applied,
    CoarserBy,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
    relabelled,
)
from celosia.core.values import Cells, cell_array
from celosia.techniques.generalization.fixed_intervals import FixedIntervals
from celosia.techniques.quantities import Days
from celosia.text.messages import Message

YEARS_TOGETHER = 10
"""How many become one, where single years are too fine."""
_LABELS: Mapping[str, Callable[[date], str]] = {
    "month": lambda day: f"{day.year:04d}-{day.month:02d}",
    "quarter": lambda day: f"{day.year:04d}-Q{(day.month + 2) // 3}",
    "year": lambda day: f"{day.year:04d}",
}
PERIODS = tuple(_LABELS)
"""From the shortest on."""
_NAMES: Mapping[str, Message] = {
    "month": Message("techniques.names-month"),
    "quarter": Message("techniques.names-quarter"),
    "year": Message("techniques.names-year"),
}


@declared(order=15)
@dataclass(frozen=True, slots=True)
class DatePeriod(Technique):
    """Write only the month (`2024-03`), the quarter (`2024-Q1`) or the year (`2024`) of a date.

    References: PDPC/AEPD, Guía básica de anonimización, 2022, annex B (date of birth).

    >>> from celosia.core.randomness import Randomness
    >>> DatePeriod("born", "month").relabel(["15/08/1990"], TechniqueContext(Randomness(b"secret")))
    ['1990-08']
    """

    column: ColumnName
    period: Annotated[str, OneOf(PERIODS, public=True)] = "month"
    kind: ClassVar[str] = "date-period"
    family: ClassVar[Family | None] = Family.GENERALIZATION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.date-period"),
        labels={
            "period": Message("techniques.date-period-period"),
        },
        choices={
            "period": {
                "month": Message("techniques.date-period-period-month"),
                "quarter": Message("techniques.date-period-period-quarter"),
                "year": Message("techniques.names-year"),
            },
        },
    )
    by_value: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        named = _NAMES[self.period]
        return Message("techniques.dates-keep-only-seasons-ages", column=self.column, named=named)

    def relabel(self, values: Sequence[str], context: TechniqueContext) -> list[str]:
        """Name the period of each distinct date."""
        label = _LABELS[self.period]
        days = Days.of(self.column, cell_array(values))
        return [label(date.fromordinal(day)) for day in days.ordinals.tolist()]

    def coarser(self, by: CoarserBy) -> tuple[Technique, ...] | None:
        """Take the next period; years together after the year."""
        if self.period == "year":
            return (self, FixedIntervals(self.column, YEARS_TOGETHER))
        return (replace(self, period=PERIODS[PERIODS.index(self.period) + 1]),)

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Shorten the dates of the column; nulls stay null."""
        return Applied(relabelled(self, cells, context))
