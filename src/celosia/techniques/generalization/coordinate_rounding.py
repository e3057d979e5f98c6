"""Places on the map with fewer decimals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_EVEN, Decimal
from math import isnan
from typing import Annotated, ClassVar

from celosia.core.parameters import ColumnName, Whole, check_parameters
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
from celosia.core.values import CellArray, Cells, cell_array
from celosia.errors import DataError
from celosia.text.messages import Message
from celosia.text.numerals import as_number, decimal_sign

MOST_DEGREES = 360
"""Longitudes are counted from -180 to 180, or from 0 to 360."""
_PAIRS = (
    re.compile(
        r"(\(?\s*)([+-]?[0-9]+(?:\.[0-9]+)?)(\s*[,;]\s*|\s+)([+-]?[0-9]+(?:\.[0-9]+)?)(\s*\)?)"
    ),
    re.compile(
        r"(\(?\s*)([+-]?[0-9]+(?:,[0-9]+)?)(\s*;\s*|,?\s+)([+-]?[0-9]+(?:,[0-9]+)?)(\s*\)?)"
    ),
)
"""A latitude and a longitude, with decimal points or with decimal commas."""


@dataclass(frozen=True, slots=True)
class Place:
    """Two coordinates in decimal degrees, and what is written before, between and after them."""

    first: str
    second: str
    around: tuple[str, str, str]
    sign: str
    """The decimal sign of both."""

    @classmethod
    def of(cls, text: str) -> Place | None:
        """Part a text; None where it is no place.

        >>> Place.of("1.27434, 103.79967").second, Place.of("400, 3") is None
        ('103.79967', True)
        """
        for pattern, sign in zip(_PAIRS, ".,", strict=True):
            if match := pattern.fullmatch(text.strip()):
                before, first, between, second, after = match.groups()
                degrees = (float(part.replace(sign, ".")) for part in (first, second))
                if all(abs(number) <= MOST_DEGREES for number in degrees):
                    return cls(first, second, (before, between, after), sign)
        return None

    def with_coordinates(self, first: str, second: str) -> str:
        """Write other coordinates in the same way."""
        before, between, after = self.around
        return f"{before}{first}{between}{second}{after}"


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """A column of places; None where there is a null."""

    cells: tuple[Place | None, ...]

    @classmethod
    def of(cls, cells: CellArray) -> Places | None:
        """Part all cells; None where one is no place, or their decimal signs differ.

        >>> Places.of(cell_array(["40,4168", "3,5"])) is None  # single numbers
        True
        """
        texts = list({cell for cell in cells if cell is not None})
        parted = {} if are_numbers(texts) else {text: Place.of(text) for text in texts}
        places = [place for place in parted.values() if place is not None]
        signs = {sign for place in places for sign in ".," if sign in place.first + place.second}
        if not places or len(places) < len(parted) or len(signs) > 1:
            return None
        return cls(tuple(None if cell is None else parted[cell] for cell in cells))

    @property
    def coordinates(self) -> tuple[CellArray, CellArray]:
        """The first and the second coordinate of each cell."""
        firsts = cell_array(None if place is None else place.first for place in self.cells)
        return firsts, cell_array(None if place is None else place.second for place in self.cells)

    def written(self, firsts: CellArray, seconds: CellArray) -> CellArray:
        """Write other coordinates as the column does."""
        return cell_array(
            None if place is None else place.with_coordinates(first, second)
            for place, first, second in zip(self.cells, firsts, seconds, strict=True)
        )


def are_numbers(texts: Sequence[str]) -> bool:
    """Tell whether all texts are numbers, of one decimal sign."""
    sign = decimal_sign(texts)
    return not any(isnan(as_number(text, sign)) for text in texts)


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

    >>> from celosia.core.randomness import Randomness
    >>> context = TechniqueContext(Randomness(b"secret"))
    >>> CoordinateRounding("place", 3).relabel(["1.27434, 103.79967"], context)
    ['1.274, 103.800']
    """

    column: ColumnName
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
