"""Dates to the month, the quarter or the year."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, ClassVar

from celosia.domain.cells import Cells, cell_array
from celosia.domain.language import Sentence
from celosia.domain.parameters import Column, OneOf, check_parameters
from celosia.domain.technique import Applied, TechniqueContext
from celosia.methods.techniques.quantities import Days
from celosia.methods.techniques.valuewise import relabelled

_LABELS: Mapping[str, Callable[[date], str]] = {
    "month": lambda day: f"{day.year:04d}-{day.month:02d}",
    "quarter": lambda day: f"{day.year:04d}-Q{(day.month + 2) // 3}",
    "year": lambda day: f"{day.year:04d}",
}
_NAMES: Mapping[str, tuple[str, str]] = {
    "month": ("month and year", "el mes y el año"),
    "quarter": ("quarter and year", "el trimestre y el año"),
    "year": ("year", "el año"),
}


@dataclass(frozen=True, slots=True)
class DatePeriod:
    """Write only the month (`2024-03`), the quarter (`2024-Q1`) or the year (`2024`) of a date.

    References: PDPC/AEPD, Guía básica de anonimización, 2022, annex B (date of birth).

    >>> from celosia.domain.randomness import Randomness
    >>> DatePeriod("born", "month").relabel(["15/08/1990"], TechniqueContext(Randomness(b"secret")))
    ['1990-08']
    """

    column: Column
    period: Annotated[str, OneOf(tuple(_LABELS))] = "month"
    kind: ClassVar[str] = "date-period"

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def changes(self) -> tuple[str, ...]:
        """The one column."""
        return (self.column,)

    @property
    def explanation(self) -> Sentence:
        """What it does, what it keeps, and what it does not protect."""
        en, es = _NAMES[self.period]
        return Sentence(
            f"Dates in '{self.column}' keep only the {en}. Seasons or ages can still be studied; "
            "intervals between two dates become imprecise, and an early or late date stands out.",
            f"De las fechas de «{self.column}» queda solo {es}. Se pueden estudiar las épocas o "
            "las edades; el tiempo entre dos fechas se vuelve impreciso, y una fecha muy temprana "
            "o tardía sigue destacando.",
        )

    def relabel(self, values: Sequence[str], context: TechniqueContext) -> list[str]:
        """Name the period of each distinct date."""
        label = _LABELS[self.period]
        days = Days.of(self.column, cell_array(values))
        return [label(date.fromordinal(day)) for day in days.ordinals.tolist()]

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Shorten the dates of the column; nulls stay null."""
        return Applied(relabelled(self, cells, context))
