"""Dates into months, quarters, years and decades."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, ClassVar

from celosia.domain.hierarchy import Hierarchy
from celosia.domain.language import Sentence
from celosia.domain.parameters import PUBLIC, check_parameters
from celosia.domain.values import ValueCounts
from celosia.errors import HierarchyError, ParameterError
from celosia.hierarchies.building import from_labels
from celosia.hierarchies.rules import RULES, RuleDescription
from celosia.text.days import ISO, read_moment

_LABELS: dict[str, Callable[[datetime], str]] = {
    "day": lambda day: f"{day.year:04d}-{day.month:02d}-{day.day:02d}",
    "month": lambda day: f"{day.year:04d}-{day.month:02d}",
    "quarter": lambda day: f"{day.year:04d}-Q{(day.month + 2) // 3}",
    "year": lambda day: f"{day.year:04d}",
    "decade": lambda day: f"{day.year // 10 * 10:04d}-{day.year // 10 * 10 + 9:04d}",
}


@RULES.register("dates", order=4)
@dataclass(frozen=True, slots=True)
class Dates:
    """Dates into ever longer periods: `2024-03`, `2024-Q1`, `2024`, `2020-2029`.

    `levels` are some of day (for timestamps), month, quarter, year and decade, in that order.
    There is no week: a week may lie in two months, so its levels would not nest. `format` is
    what `datetime.strptime` takes.

    >>> Dates(levels=("month", "year")).build("born", ValueCounts.of(["2024-03-09"])).rows
    (('2024-03-09', '2024-03', '2024'),)
    """

    format: Annotated[str, PUBLIC] = ISO
    levels: Annotated[tuple[str, ...], PUBLIC] = ("month", "quarter", "year", "decade")
    suppress: Annotated[bool, PUBLIC] = True
    kind: ClassVar[str] = "dates"
    described: ClassVar[RuleDescription] = RuleDescription(
        title=Sentence(
            "periods of dates: month, quarter, year", "periodos de fechas: mes, trimestre, año"
        ),
    )

    def __post_init__(self) -> None:
        check_parameters(self)
        order = list(_LABELS)
        if not self.levels or not set(self.levels) <= set(order):
            raise ParameterError(f"Dates: levels must be some of {', '.join(order)}.")
        if sorted(set(self.levels), key=order.index) != list(self.levels):
            raise ParameterError(f"Dates: levels must follow the order {', '.join(order)}.")
        if "%Y" not in self.format and "%y" not in self.format:
            raise ParameterError("Dates: the format must hold the year, as %Y or %y.")
        if read_moment(datetime(2000, 1, 1).strftime(self.format), self.format) is None:
            raise ParameterError("Dates: the format is not one that strptime reads.")

    def build(self, attribute: str, values: ValueCounts) -> Hierarchy:
        """Put every date into its period of each level."""
        texts = values.texts
        read = [read_moment(text, self.format) for text in texts]
        days = [day for day in read if day is not None]
        if len(days) < len(texts):
            raise HierarchyError(
                f"{len(texts) - len(days)} of the {len(texts)} distinct values of '{attribute}' "
                f"are not dates of the format {self.format}. Clean the column, or change the "
                "format."
            )
        levels = [list(map(_LABELS[level], days)) for level in self.levels]
        return from_labels(attribute, texts, levels, self.suppress)
