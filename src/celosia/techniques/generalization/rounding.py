"""Numbers to the nearest multiple of a base."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from celosia.core.parameters import Between, ColumnName, OneOf, check_parameters
from celosia.core.technique import (
    Applied,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
    relabelled,
)
from celosia.core.values import Cells, CodeArray
from celosia.techniques.quantities import ExactNumbers, exact_number
from celosia.text.messages import Message


@declared(order=16)
@dataclass(frozen=True, slots=True)
class Rounding(Technique):
    """Replace each number by a multiple of `base`: the nearest, or the next one down or up.

    A number halfway between two multiples goes to the even one, so that sums do not drift. The
    arithmetic is decimal, and results have the decimals of the column.

    References: PDPC/AEPD, Guía básica de anonimización, 2022, annex A (base-x rounding);
    Hundepool et al., Statistical Disclosure Control, Wiley, 2012, section 3.2.

    >>> from celosia.core.randomness import Randomness
    >>> Rounding("height", 5).relabel(["177", "158"], TechniqueContext(Randomness(b"secret")))
    ['175', '160']
    """

    column: ColumnName
    base: Annotated[float, Between(0, usual=5, open_low=True, public=True)]
    direction: Annotated[str, OneOf(tuple(_MULTIPLES), public=True)] = "nearest"
    kind: ClassVar[str] = "rounding"
    family: ClassVar[Family | None] = Family.PERTURBATION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.rounding"),
        labels={
            "base": Message("techniques.rounding-base"),
            "direction": Message("techniques.rounding-direction"),
        },
        choices={
            "direction": {
                "nearest": Message("techniques.rounding-direction-nearest"),
                "down": Message("techniques.rounding-direction-down"),
                "up": Message("techniques.rounding-direction-up"),
            },
        },
    )
    by_value: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)
        exact_number("Rounding: base", self.base)

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        base = exact_number("Rounding: base", self.base)
        how = _DIRECTIONS[self.direction]
        return Message(
            "techniques.each-number-becomes-multiple-means",
            column=self.column,
            how=how,
            base=base.normalize(),
        )

    def relabel(self, values: Sequence[str], context: TechniqueContext) -> list[str]:
        """Round the distinct values."""
        base = exact_number("Rounding: base", self.base)
        numbers = ExactNumbers.of(self.column, values, beside=(base,))
        step, multiple = numbers.units_of(base), _MULTIPLES[self.direction]
        return numbers.written(step * multiple(numbers.units, step))

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Round the column; nulls stay null."""
        return Applied(relabelled(self, cells, context))


def _nearest(units: CodeArray, step: int) -> CodeArray:
    below = units // step
    twice = 2 * (units - below * step)
    above: CodeArray = (twice > step) | ((twice == step) & (below % 2 == 1))
    return below + above


def _down(units: CodeArray, step: int) -> CodeArray:
    return units // step


def _up(units: CodeArray, step: int) -> CodeArray:
    return -(-units // step)


_MULTIPLES: Mapping[str, Callable[[CodeArray, int], CodeArray]] = {
    "nearest": _nearest,
    "down": _down,
    "up": _up,
}
_DIRECTIONS: Mapping[str, Message] = {
    "nearest": Message("techniques.directions-nearest"),
    "down": Message("techniques.directions-down"),
    "up": Message("techniques.directions-up"),
}
