"""Numbers into intervals of one width, with open ends for the extremes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from celosia.domain.cells import Cells
from celosia.domain.language import Sentence
from celosia.domain.parameters import PUBLIC, Between, Column, check_parameters
from celosia.domain.technique import (
    Applied,
    CoarserBy,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.methods.techniques.exact import ExactNumbers, shortest
from celosia.methods.techniques.form_words import BOTTOM, BOTTOM_BELOW_TOP, TOP
from celosia.methods.techniques.generalization.extremes import check_limits
from celosia.methods.techniques.parameters import exact_number
from celosia.methods.techniques.valuewise import relabelled


@declared(order=11)
@dataclass(frozen=True, slots=True)
class FixedIntervals(Technique):
    """Replace each number by the interval of `width` that holds it, counted from `origin`.

    Whole numbers give `21-30` (width 10, origin 1), or `[-10, -1]` where a minus sign would make
    the dash ambiguous; others give `[2.5, 5)`. Numbers below `bottom` become `<bottom`, numbers
    above `top` become `>top`, and the intervals next to them are cut there.

    References: PDPC/AEPD, Guía básica de anonimización, 2022, annex A (generalization, top and
    bottom coding); Hundepool et al., Statistical Disclosure Control, Wiley, 2012, section 3.2.

    >>> from celosia.domain.randomness import Randomness
    >>> ages = FixedIntervals("age", 10, origin=1, top=60)
    >>> ages.relabel(["30", "31", "75"], TechniqueContext(Randomness(b"secret")))
    ['21-30', '31-40', '>60']
    """

    column: Column
    width: Annotated[float, Between(0, usual=5, open_low=True, public=True)]
    origin: float = 0
    bottom: float | None = None
    top: float | None = None
    kind: ClassVar[str] = "intervals"
    family: ClassVar[Family | None] = Family.GENERALIZATION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Sentence("Ranges of equal width", "Rangos de igual ancho"),
        labels={
            "width": Sentence("Width", "Ancho"),
            "origin": Sentence("Ranges are counted from", "Los rangos se cuentan desde"),
            "bottom": BOTTOM,
            "top": TOP,
        },
        rules={
            "bottom": BOTTOM_BELOW_TOP,
        },
        together=Sentence(
            "Where both are given, the lowest number is smaller than the highest.",
            "Si se dan ambos, el número menor es más pequeño que el mayor.",
        ),
    )
    by_value: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)
        exact_number("FixedIntervals: width", self.width)
        exact_number("FixedIntervals: origin", self.origin)
        check_limits("FixedIntervals", self.bottom, self.top)

    @property
    def explanation(self) -> Sentence:
        """What it does, what it keeps, and what it does not protect."""
        width = exact_number("FixedIntervals: width", self.width)
        return Sentence(
            f"Each number of '{self.column}' becomes an interval {shortest(width)} wide. Order and "
            "distribution survive roughly; an interval that holds one person still shows them.",
            f"Cada número de «{self.column}» pasa a un intervalo de amplitud "
            f"{shortest(width, ',')}. El orden y la distribución se conservan a grandes rasgos; un "
            "intervalo en el que solo hay una persona la sigue mostrando.",
        )

    def relabel(self, values: Sequence[str], context: TechniqueContext) -> list[str]:
        """Name the interval of each distinct value."""
        given = (self.width, self.origin, self.bottom, self.top)
        exact = [exact_number("FixedIntervals", end) for end in given if end is not None]
        numbers = ExactNumbers.of(self.column, values, beside=exact)
        grid = _Grid.of(self, numbers)
        return [grid.label(units) for units in numbers.units.tolist()]

    def coarser(self, by: CoarserBy) -> tuple[Technique, ...] | None:
        """Double the width."""
        return (replace(self, width=self.width * 2),)

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Put the numbers of the column into intervals; nulls stay null."""
        return Applied(relabelled(self, cells, context))


@dataclass(frozen=True, slots=True)
class _Grid:
    """The parameters in units of the last decimal place of the column."""

    numbers: ExactNumbers
    width: Annotated[int, PUBLIC]
    origin: int
    bottom: int | None
    top: int | None

    @classmethod
    def of(cls, rule: FixedIntervals, numbers: ExactNumbers) -> _Grid:
        def units(parameter: float) -> int:
            return numbers.units_of(exact_number("FixedIntervals", parameter))

        return cls(
            numbers,
            units(rule.width),
            units(rule.origin),
            None if rule.bottom is None else units(rule.bottom),
            None if rule.top is None else units(rule.top),
        )

    def label(self, units: int) -> str:
        if self.bottom is not None and units < self.bottom:
            return f"<{self.numbers.shortest(self.bottom)}"
        if self.top is not None and units > self.top:
            return f">{self.numbers.shortest(self.top)}"
        low = self.origin + (units - self.origin) // self.width * self.width
        high = low + self.width
        cut = low if self.bottom is None else max(low, self.bottom)
        return self._half_open(cut, high) if self.numbers.decimals else self._inclusive(cut, high)

    def _inclusive(self, first: int, high: int) -> str:
        last = high - 1 if self.top is None else min(high - 1, self.top)
        if first == last:
            return str(first)
        return f"[{first}, {last}]" if first < 0 else f"{first}-{last}"

    def _half_open(self, low: int, high: int) -> str:
        separator = ";" if self.numbers.sign == "," else ","
        start = f"[{self.numbers.shortest(low)}{separator} "
        if self.top is not None and high > self.top:
            return f"{start}{self.numbers.shortest(self.top)}]"
        return f"{start}{self.numbers.shortest(high)})"
