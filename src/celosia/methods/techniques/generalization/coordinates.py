"""Places on the map with fewer decimals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Annotated, ClassVar

from celosia.domain.cells import Cells
from celosia.domain.language import Sentence
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
        title=Sentence("Round coordinates", "Redondear coordenadas"),
        labels={
            "decimals": Sentence("Decimals (2 are 1.1 km)", "Decimales (2 son 1,1 km)"),
        },
    )
    by_value: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def explanation(self) -> Sentence:
        """What it does, what it keeps, and what it does not protect."""
        metres = _METRES_OF_A_DEGREE / 10**self.decimals
        return Sentence(
            f"Places in '{self.column}' are given to {self.decimals} decimals of a degree, about "
            f"{metres:g} m from north to south. Where few people live, it may still be one house.",
            f"Los lugares de «{self.column}» se dan con {self.decimals} decimales de grado, unos "
            f"{metres:g} m de norte a sur. Donde vive poca gente, eso aún puede ser una sola casa.",
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
                f"Column '{self.column}': {len(pairs) - len(found)} of its {len(pairs)} distinct "
                "values are not coordinates in decimal degrees. Correct them, or leave them empty.",
                es=f"Columna '{self.column}': {len(pairs) - len(found)} de sus {len(pairs)} "
                "valores distintos no son coordenadas en grados decimales. Corríjalos o déjelos "
                "vacíos.",
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
