"""Dates into months, quarters, years and decades."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, ClassVar

from celosia.core.hierarchy import Hierarchy
from celosia.core.parameters import PUBLIC, check_parameters
from celosia.core.values import ValueCounts
from celosia.errors import HierarchyError, ParameterError
from celosia.hierarchies.rule import RULES, RuleDescription, from_labels
from celosia.text.days import ISO, read_moment
from celosia.text.messages import Message

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
        title=Message("hierarchies.dates"),
        labels={
            "format": Message("hierarchies.label-date-format"),
            "levels": Message("hierarchies.label-date-levels"),
            "suppress": Message("hierarchies.label-suppress"),
        },
    )

    def __post_init__(self) -> None:
        check_parameters(self)
        order = list(_LABELS)
        if not self.levels or not set(self.levels) <= set(order):
            raise ParameterError("hierarchies.dates-levels-must-some", order=order)
        if sorted(set(self.levels), key=order.index) != list(self.levels):
            raise ParameterError("hierarchies.dates-levels-must-follow-order", order=order)
        if "%Y" not in self.format and "%y" not in self.format:
            raise ParameterError("hierarchies.dates-format-must-hold-year")
        if read_moment(datetime(2000, 1, 1).strftime(self.format), self.format) is None:
            raise ParameterError("hierarchies.dates-format-not-strptime-reads")

    def build(self, attribute: str, values: ValueCounts) -> Hierarchy:
        """Put every date into its period of each level."""
        texts = values.texts
        read = [read_moment(text, self.format) for text in texts]
        days = [day for day in read if day is not None]
        if len(days) < len(texts):
            raise HierarchyError(
                "hierarchies.distinct-values-not-dates-format",
                wrong=len(texts) - len(days),
                number=len(texts),
                attribute=attribute,
                format=self.format,
            )
        levels = [list(map(_LABELS[level], days)) for level in self.levels]
        return from_labels(attribute, texts, levels, self.suppress)
