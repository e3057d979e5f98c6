"""Numbers into intervals of one width, with open ends for the extremes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from celosia.core.label_meanings import IntervalGrid
from celosia.core.parameters import Between, ColumnName, check_parameters
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
from celosia.core.values import Cells
from celosia.techniques.generalization.top_bottom_coding import check_limits
from celosia.techniques.quantities import ExactNumbers, exact_number
from celosia.text.messages import Message


@declared(order=11)
@dataclass(frozen=True, slots=True)
class FixedIntervals(Technique):
    """Replace each number by the interval of `width` that holds it, counted from `origin`.

    Whole numbers give `21-30` (width 10, origin 1), or `[-10, -1]` where a minus sign would make
    the dash ambiguous; others give `[2.5, 5)`. `bottom` and `top` are the lowest and the highest
    number that is told: those beyond become `<bottom` and `>top`, and the intervals next to them
    are cut there, as in the hierarchy rule of the same name.

    References: PDPC/AEPD, Guía básica de anonimización, 2022, annex A (generalization, top and
    bottom coding); Hundepool et al., Statistical Disclosure Control, Wiley, 2012, section 3.2.

    >>> from celosia.core.randomness import Randomness
    >>> ages = FixedIntervals("age", 10, origin=1, top=60)
    >>> ages.relabel(["30", "31", "75"], TechniqueContext(Randomness(b"secret")))
    ['21-30', '31-40', '>60']
    """

    column: ColumnName
    width: Annotated[float, Between(0, usual=5, open_low=True, public=True)]
    origin: float = 0
    bottom: float | None = None
    top: float | None = None
    kind: ClassVar[str] = "intervals"
    family: ClassVar[Family | None] = Family.GENERALIZATION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.intervals"),
        labels={
            "width": Message("techniques.intervals-width"),
            "origin": Message("techniques.intervals-origin"),
            "bottom": Message("techniques.bottom"),
            "top": Message("techniques.top"),
        },
        rules={
            "bottom": Message("techniques.bottom-below-top"),
        },
        together=Message("techniques.intervals-together"),
    )
    by_value: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)
        exact_number("FixedIntervals: width", self.width)
        exact_number("FixedIntervals: origin", self.origin)
        check_limits("FixedIntervals", self.bottom, self.top)

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        width = exact_number("FixedIntervals: width", self.width)
        return Message(
            "techniques.each-number-becomes-interval-wide",
            column=self.column,
            width=width.normalize(),
        )

    def relabel(self, values: Sequence[str], context: TechniqueContext) -> list[str]:
        """Name the interval of each distinct value."""
        given = (self.width, self.origin, self.bottom, self.top)
        exact = [exact_number("FixedIntervals", end) for end in given if end is not None]
        numbers = ExactNumbers.of(self.column, values, beside=exact)
        width, origin = self._units(numbers, self.width), self._units(numbers, self.origin)
        grid = IntervalGrid(
            origin or 0,
            self._units(numbers, self.bottom),
            self._units(numbers, self.top),
            whole=not numbers.decimals,
            written=numbers.shortest,
            separator=";" if numbers.sign == "," else ",",
        )
        assert width is not None
        return [grid.label(units, width) for units in numbers.units.tolist()]

    @staticmethod
    def _units(numbers: ExactNumbers, parameter: float | None) -> int | None:
        if parameter is None:
            return None
        return numbers.units_of(exact_number("FixedIntervals", parameter))

    def coarser(self, by: CoarserBy) -> tuple[Technique, ...] | None:
        """Double the width."""
        return (replace(self, width=self.width * 2),)

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Put the numbers of the column into intervals; nulls stay null."""
        return Applied(relabelled(self, cells, context))
