"""Very low and very high numbers behind one label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar

from celosia.core.parameters import ColumnName, check_parameters
from celosia.core.technique import (
    Applied,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
    relabelled,
)
from celosia.core.values import Cells
from celosia.errors import ParameterError
from celosia.techniques.quantities import ExactNumbers, exact_number
from celosia.text.messages import Message


@declared(order=12)
@dataclass(frozen=True, slots=True)
class TopBottomCoding(Technique):
    """Replace numbers below `bottom` by `<bottom` and numbers above `top` by `>top`.

    The limits themselves, and all between them, stay as they are.

    References: Hundepool et al., Statistical Disclosure Control, Wiley, 2012, section 3.2.

    >>> from celosia.core.randomness import Randomness
    >>> coding = TopBottomCoding("age", bottom=20, top=60)
    >>> coding.relabel(["19", "60", "75"], TechniqueContext(Randomness(b"secret")))
    ['<20', '60', '>60']
    """

    column: ColumnName
    bottom: float | None = None
    top: float | None = None
    kind: ClassVar[str] = "top-bottom-coding"
    family: ClassVar[Family | None] = Family.GENERALIZATION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.top-bottom-coding"),
        labels={
            "bottom": Message("techniques.bottom"),
            "top": Message("techniques.top"),
        },
        rules={
            "bottom": Message("techniques.bottom-below-top"),
        },
        together=Message("techniques.top-bottom-coding-together"),
    )
    by_value: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)
        if self.bottom is None and self.top is None:
            raise ParameterError("techniques.topbottomcoding-give-bottom-top-both")
        check_limits("TopBottomCoding", self.bottom, self.top)

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        return Message("techniques.very-low-very-high-numbers", column=self.column)

    def relabel(self, values: Sequence[str], context: TechniqueContext) -> list[str]:
        """Label the distinct values beyond the limits."""
        low, high = _exact(self.bottom), _exact(self.top)
        limits = [limit for limit in (low, high) if limit is not None]
        numbers = ExactNumbers.of(self.column, values, beside=limits)
        least = None if low is None else numbers.units_of(low)
        most = None if high is None else numbers.units_of(high)
        labels = list(values)
        for place, units in enumerate(numbers.units.tolist()):
            if least is not None and units < least:
                labels[place] = f"<{numbers.shortest(least)}"
            elif most is not None and units > most:
                labels[place] = f">{numbers.shortest(most)}"
        return labels

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Label the extremes of the column; nulls stay null."""
        return Applied(relabelled(self, cells, context))


def check_limits(what: str, bottom: float | None, top: float | None) -> None:
    """Make sure that the limits are numbers in their order."""
    low, high = _exact(bottom, f"{what}: bottom"), _exact(top, f"{what}: top")
    if low is not None and high is not None and low >= high:
        raise ParameterError("techniques.bottom-must-less-top", what=what)


def _exact(limit: float | None, what: str = "TopBottomCoding: limit") -> Decimal | None:
    return None if limit is None else exact_number(what, limit)
