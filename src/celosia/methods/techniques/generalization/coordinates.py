"""Places on the map with fewer decimals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Annotated, ClassVar

from celosia.domain.cells import Cells
from celosia.domain.parameters import Column, Whole, check_parameters
from celosia.domain.technique import (
    Applied,
    CoarserBy,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.errors import DataError
from celosia.methods.techniques.places import MOST_DEGREES, Place, are_numbers
from celosia.methods.techniques.valuewise import relabelled
from celosia.text.messages import Message
from celosia.text.numerals import decimal_sign

MOST_DECIMALS = 6
"""A tenth of a metre."""
_METRES_OF_A_DEGREE = 111_000


@declared(order=17)
@dataclass(frozen=True, slots=True)
class CoordinateRounding(Technique):
    """Write decimal degrees with `decimals` decimals: two are 1.11 km, three are 111 m.

    A cell holds one coordinate, or a latitude and a longitude with a comma, a semicolon or a
    blank between them. Every result has as many decimals, so none tells how precise it was.

    References: PDPC/AEPD, Guía básica de anonimización, 2022, annex B (GPS location).

    >>> from celosia.domain.randomness import Randomness
    >>> context = TechniqueContext(Randomness(b"secret"))
    >>> CoordinateRounding("place", 3).relabel(["1.27434, 103.79967"], context)
    ['1.274, 103.800']
    """

    column: Column
    decimals: Annotated[int, Whole(0, MOST_DECIMALS, public=True)] = 3
    kind: ClassVar[str] = "coordinate-rounding"
    family: ClassVar[Family | None] = Family.GENERALIZATION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.coordinate-rounding"),
        labels={
            "decimals": Message("techniques.coordinate-rounding-decimals"),
        },
    )
    by_value: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        metres = _METRES_OF_A_DEGREE / 10**self.decimals
        return Message(
            "techniques.places-given-decimals-degree-about",
            column=self.column,
            decimals=self.decimals,
            metres=metres,
        )

    def relabel(self, values: Sequence[str], context: TechniqueContext) -> list[str]:
        """Round the distinct values: single coordinates if all are numbers, else pairs."""
        if are_numbers(values):
            sign = decimal_sign(values)
            pairs = [self._rounded(text.strip(), sign) for text in values]
        else:
            pairs = [self._pair(text) for text in values]
        found = [pair for pair in pairs if pair is not None]
        if len(found) < len(pairs):
            raise DataError(
                "techniques.column-distinct-values-not-coordinates",
                column=self.column,
                number=len(pairs) - len(found),
                number2=len(pairs),
            )
        return found

    def coarser(self, by: CoarserBy) -> tuple[Technique, ...] | None:
        """Write a decimal less, while there are some."""
        return (replace(self, decimals=self.decimals - 1),) if self.decimals else None

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Round the column; nulls stay null."""
        return Applied(relabelled(self, cells, context))

    def _pair(self, text: str) -> str | None:
        place = Place.of(text)
        if place is None:
            return None
        one, other = (self._rounded(part, place.sign) for part in (place.first, place.second))
        return None if one is None or other is None else place.with_coordinates(one, other)

    def _rounded(self, text: str, sign: str) -> str | None:
        """Round one coordinate; None for a number that no coordinate can be."""
        exact = Decimal(text.replace(sign, "."))
        if abs(exact) > MOST_DEGREES:
            return None
        value = exact.quantize(Decimal(1).scaleb(-self.decimals), ROUND_HALF_EVEN)
        return format(value or abs(value), "f").replace(".", sign)
